"""A user's answer to a client that asks for access."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

from mcp.server.auth.handlers.authorize import AuthorizationHandler
from mcp.server.auth.provider import construct_redirect_uri
from starlette.responses import RedirectResponse

from functions.http.access.oauth.provider import Asked, Consenting
from functions.http.access.oauth.sdk import run
from shared.access.redirects import shown_host
from shared.base.errors import InvalidArgument
from shared.documents.access import Scope

if TYPE_CHECKING:
    from functions.wiring.services import Services


@dataclass(frozen=True)
class Outcome:
    """What follows from a request for access.

    Attributes:
        asked: the request, if the user has to be asked.
        redirect_to: where the browser goes otherwise: back to the client, with a code or an error.
    """

    asked: Asked | None = None
    redirect_to: str | None = None


def looked_at(app: "Services", public_url: str, uid: str, request: Mapping[str, str]) -> Outcome:
    """Returns what a request for access asks for, or where to tell the client what is wrong.

    Raises:
        InvalidArgument: the client or its redirect URI is not known, so nobody is redirected.
        FailedPrecondition: the client's document cannot be used.
    """
    consenting = Consenting(app, public_url, uid, only_look=True)
    return _handled(consenting, request)


def answered(
    app: "Services",
    public_url: str,
    uid: str,
    request: Mapping[str, str],
    allowed: frozenset[Scope] | None,
) -> Outcome:
    """Returns where the browser goes with the user's answer.

    Args:
        app: the application.
        public_url: the issuer.
        uid: the user.
        request: the parameters of the request for access, which are checked again.
        allowed: what the user allows; None to deny.

    Raises:
        InvalidArgument: the client or its redirect URI is not known, or more is allowed than asked.
        FailedPrecondition: the user has too many connections.
    """
    return _handled(Consenting(app, public_url, uid, allowed), request)


def _handled(consenting: Consenting, request: Mapping[str, str]) -> Outcome:
    response = run(AuthorizationHandler(consenting).handle, "GET", query=urlencode(request))
    if consenting.failure is not None:
        raise consenting.failure
    if not isinstance(response, RedirectResponse):
        raise InvalidArgument(
            "The app that made this request is unknown here, or has not registered the address "
            "that the answer would go to. Start again from the app.",
            [{"reason": "BAD_AUTHORIZATION_REQUEST"}],
        )
    if consenting.only_look and consenting.asked is not None:
        return Outcome(asked=consenting.asked)
    # Says who answers, so that a client of several servers is not misled (RFC 9207).
    location = response.headers["location"]
    return Outcome(redirect_to=construct_redirect_uri(location, iss=consenting.public_url))


def shown_client(asked: Asked) -> tuple[str, str | None, str]:
    """Returns a client's name, its host if that was checked, and where the browser goes."""
    client = asked.client
    host = urlsplit(client.client_id).hostname if client.kind == "document" else None
    return client.name, host, shown_host(str(asked.params.redirect_uri))
