"""What can go wrong for somebody at the command line, and the exit code of each."""

from collections.abc import Mapping
from typing import Any

REFUSED = 1
"""The API refused what was asked, or the user thought better of it."""
USAGE = 2
"""The command, an option or a file makes no sense as given."""
UNREACHABLE = 3
"""No answer, or one that is not Rekindle's; trying again later may help."""
IDENTITY = 4
"""The API does not know who is calling, or does not let them."""
PARTLY = 5
"""Done, but for what was refused and listed."""

EXIT_CODES = """\
Exit codes: 0 done; 1 refused by the API, or not confirmed; 2 wrong usage or an unreadable file; \
3 the server cannot be reached or failed; 4 no valid token; 5 done in part, the rest is listed; \
130 stopped with Ctrl-C."""


class CliError(Exception):
    """The base: a message for a person, and what to do next.

    Attributes:
        message: what is wrong.
        hint: what to do next, if there is something to say.
        exit_code: how the program ends.
    """

    exit_code = REFUSED

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def to_json(self) -> dict[str, Any]:
        """The error as a document, for `--json`."""
        return {"error": {"message": self.message, **({"hint": self.hint} if self.hint else {})}}


class NotConfirmed(CliError):
    """The user was asked, and did not agree."""


class Failed(CliError):
    """What was asked for was done, and did not succeed."""


class UsageProblem(CliError):
    """The command cannot be carried out as it was given."""

    exit_code = USAGE


class Unreachable(CliError):
    """The server did not answer, or not as Rekindle does."""

    exit_code = UNREACHABLE


class ApiError(CliError):
    """The API's own refusal.

    Attributes:
        error: the `error` of the answer: code, status, message, details.
    """

    def __init__(self, error: Mapping[str, Any], hint: str = "") -> None:
        super().__init__(str(error.get("message", "")), hint)
        self.error = dict(error)
        code = self.error.get("code", 0)
        if code in (401, 403):
            self.exit_code = IDENTITY
        elif code >= 500:
            self.exit_code = UNREACHABLE

    @property
    def code(self) -> int:
        """The HTTP status."""
        code: int = self.error.get("code", 0)
        return code

    @property
    def details(self) -> list[dict[str, Any]]:
        """What a program needs to act on it."""
        details: list[dict[str, Any]] = self.error.get("details", [])
        return details

    @property
    def reason(self) -> str:
        """The first reason, in upper snake case; empty if there is none."""
        return str(self.details[0].get("reason", "")) if self.details else ""

    def to_json(self) -> dict[str, Any]:
        """See `CliError`."""
        return {"error": {**self.error, **({"hint": self.hint} if self.hint else {})}}
