"""The errors of the command line, and the exit code of each."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import rekindle_client as client

REFUSED = 1
"""The API refused the request, or the user did not confirm it."""
USAGE = 2
"""The command, an option or a file is invalid."""
UNREACHABLE = 3
"""No answer, or none from Rekindle; a later retry may help."""
IDENTITY = 4
"""The API cannot identify the caller, or does not allow the call."""
PARTLY = 5
"""Done in part; the refused items are listed."""

EXIT_CODES = """\
Exit codes: 0 success; 1 refused by the API or not confirmed; 2 wrong usage or unreadable file; \
3 server unreachable or failing; 4 not authenticated or not allowed; 5 done in part, with the \
refused items listed; 130 interrupted with Ctrl-C."""


class CliError(Exception):
    """The base class of all errors.

    Attributes:
        message: what is wrong, for people.
        hint: what to do next; may be empty.
        exit_code: the exit code of the program.
    """

    exit_code = REFUSED

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def to_json(self) -> dict[str, Any]:
        """The error as a JSON document, for `--json`."""
        return {"error": {"message": self.message, **({"hint": self.hint} if self.hint else {})}}


class NotConfirmed(CliError):
    """The user was asked and did not confirm."""


class Failed(CliError):
    """The operation did not succeed."""


class UsageProblem(CliError):
    """The command cannot run as given."""

    exit_code = USAGE


class Unreachable(CliError):
    """The server did not answer, or is not Rekindle."""

    exit_code = UNREACHABLE


class ApiError(CliError):
    """A refusal by the API.

    Attributes:
        code: the HTTP status.
        reason: why, in upper snake case.
    """

    def __init__(self, refusal: "client.ApiError", hint: str = "") -> None:
        super().__init__(refusal.message, hint)
        self.code = refusal.code
        self.reason = refusal.reason
        self._refusal = refusal
        if self.code in (401, 403):
            self.exit_code = IDENTITY
        elif self.code >= 500:
            self.exit_code = UNREACHABLE

    def to_json(self) -> dict[str, Any]:
        """The API's own error, with the hint added."""
        told = super().to_json()["error"]
        parts = {name: getattr(self._refusal, name) for name in ("code", "status", "details")}
        return {"error": parts | told}
