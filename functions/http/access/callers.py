"""Finds out who makes a request: a user, a service account for one, or a connection."""

from typing import TYPE_CHECKING

from flask import Request

from adapters.firebase_auth.authenticator import ON_BEHALF_OF, bearer_token
from shared.access.callers import Caller
from shared.access.verifying import is_token
from shared.base.errors import PermissionDenied

if TYPE_CHECKING:
    from functions.wiring.services import Services


def own_token(request: Request) -> str | None:
    """Returns the access key or access token of a request; None if it shows anything else."""
    _, _, text = request.headers.get("Authorization", "").strip().partition(" ")
    return bearer_token(request.headers.get("Authorization")) if is_token(text.strip()) else None


def caller_of(
    app: "Services",
    request: Request,
    token: str | None,
    *,
    check_revoked: bool,
    for_operators: bool,
) -> Caller:
    """Returns who makes a request.

    Args:
        app: the application.
        request: the request.
        token: what `own_token` says of it.
        check_revoked: whether to ask Firebase if an ID token was revoked.
        for_operators: whether only operators are answered.

    Raises:
        Unauthenticated: the token is missing, invalid or expired.
        PermissionDenied: the caller may not act for this user.
        Unavailable: the token cannot be verified right now.
    """
    if token is None:
        identity = app.authenticator.identity_of(
            request.headers, check_revoked=check_revoked, for_operators=for_operators
        )
        return Caller(identity.uid, is_operator=identity.is_operator)
    if request.headers.get(ON_BEHALF_OF) is not None:
        raise PermissionDenied(
            f"A connection acts for one user only. Leave out the header {ON_BEHALF_OF}.",
            [{"reason": "NOT_TRUSTED"}],
        )
    return app.verifier.caller_of(token, request.path)
