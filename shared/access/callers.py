"""Who makes a request, and what they may do."""

from dataclasses import dataclass, field

from shared.base.errors import PermissionDenied
from shared.documents.access import Scope


class InsufficientScope(PermissionDenied):
    """The connection was not given the scope that this needs.

    Attributes:
        scope: the scope; None if no connection may do this.
    """

    def __init__(self, scope: Scope | None) -> None:
        if scope is None:
            message = "Connections may not do this. Sign in as the user."
            detail = {"reason": "USER_ONLY"}
        else:
            message = (
                f"This connection lacks the scope {scope}. Connect again and allow it, or use "
                "an access key that has it."
            )
            detail = {"reason": "INSUFFICIENT_SCOPE", "scope": scope.value}
        super().__init__(message, [detail])
        self.scope = scope


@dataclass(frozen=True)
class Caller:
    """Who makes a request.

    Attributes:
        uid: the user for whom it is made.
        connection: the id of the connection through which it is made; None if the user makes it,
            or a trusted service account.
        scopes: what the connection may do.
        name: the connection's name.
        key: the key under which the connection is stored, and its use is counted.
        is_cached: whether the connection was not read for this request.
        is_operator: whether the user makes it, and is an operator of the deployment.
    """

    uid: str
    connection: str | None = None
    scopes: frozenset[Scope] = frozenset(Scope)
    is_cached: bool = field(default=False, compare=False)
    is_operator: bool = False
    name: str | None = field(default=None, compare=False)
    key: str | None = field(default=None, compare=False)

    def check(self, scope: Scope | None) -> None:
        """Refuses what this caller may not do.

        Args:
            scope: the scope that is needed; None for what only the user may do.

        Raises:
            InsufficientScope: the connection lacks it.
        """
        if self.connection is not None and (scope is None or scope not in self.scopes):
            raise InsufficientScope(scope)

    def check_operator(self) -> None:
        """Refuses everybody but an operator who is signed in.

        Raises:
            PermissionDenied: this caller is none.
        """
        if self.connection is not None or not self.is_operator:
            raise PermissionDenied(
                "Only operators may do this. Sign in with an account that has the custom claim "
                "operator: true, and send its ID token alone.",
                [{"reason": "OPERATOR_ONLY"}],
            )
