"""`access`: who may act for a user, by access keys and OAuth.

What OAuth clients call by themselves is answered by `functions.http.access.oauth`; the routes below
are for the user, on the consent page and elsewhere.
"""

from typing import Annotated, Literal

import functions_framework
from flask import Request, Response
from pydantic import Field, StringConstraints

from functions.http import cors, logs
from functions.http.access.oauth import paths
from functions.http.answers.access import (
    AskingClient,
    AuthorizationAnswer,
    ConnectionsAnswer,
    NewConnectionAnswer,
    PreviewAnswer,
    UndoneAnswer,
)
from functions.http.answers.common import DeletedAnswer
from functions.http.deadlines import SECONDS, Limit
from functions.http.errors import NO_STORE, HttpError, error_response
from functions.http.routing import Answer, Api, Call
from functions.wiring.services import services
from shared.access.connections import NewKey
from shared.base.deadline import within
from shared.base.errors import FailedPrecondition, InvalidArgument
from shared.base.fields import Label
from shared.base.model import EARLIEST, RequestModel, Timestamp
from shared.base.safety.secrets import refuse_secrets
from shared.documents.access import ConnectionView, Scope, Scopes

CONSENT_PAGE = "/connect"
"""The page of the dashboard that asks the user."""
_MAX_PARAMETERS = 30

api = Api()

Parameter = Annotated[str, StringConstraints(max_length=4000)]
Parameters = Annotated[dict[str, Parameter], Field(max_length=_MAX_PARAMETERS)]
"""The query of the request for access, as the client sent it."""


class NewConnectionIn(RequestModel):
    """An access key to make."""

    name: Label
    scopes: Scopes
    expires_at: Timestamp | None = None


class UndoIn(RequestModel):
    """How far back to undo; without `since`, from the beginning."""

    since: Timestamp | None = None


class PreviewIn(RequestModel):
    """A client's request for access."""

    request: Parameters


class AuthorizationIn(RequestModel):
    """The user's answer to a client's request for access, and what they allow."""

    request: Parameters
    decision: Literal["allow", "deny"]
    scopes: list[Scope] = []


@api.route("GET", "/v1/connections", answers=ConnectionsAnswer)
def list_connections(call: Call) -> Answer:
    """Lists the assistants and programs that may act for the user."""
    app, uid = call.services, call.uid
    found = app.connections.of(uid)
    counts = app.written.counts(uid, found)
    shown = [ConnectionView.of(item, writes) for item, writes in zip(found, counts, strict=True)]
    return Answer(ConnectionsAnswer(connections=shown))


@api.route(
    "POST",
    "/v1/connections",
    check_revoked=True,
    body=NewConnectionIn,
    answers=NewConnectionAnswer,
    statuses=(200, 201),
)
def make_key(call: Call) -> Answer:
    """Makes an access key, which is shown only once."""
    body = call.body(NewConnectionIn)
    refuse_secrets(body.name, "name")
    new = NewKey(body.name, body.scopes, body.expires_at)
    made, key = call.services.connections.make_key(call.uid, new, call.keyed("connection", body))
    view = ConnectionView.of(made, writes=0)
    return Answer(NewConnectionAnswer(key=key, **dict(view)), status=201 if key else 200)


@api.route("DELETE", "/v1/connections/<id>", answers=DeletedAnswer)
def disconnect(call: Call) -> Answer:
    """Cuts off an assistant or program, everywhere within a minute."""
    call.services.connections.revoke(call.uid, call.path["id"])
    return Answer(DeletedAnswer(deleted=1))


@api.route(
    "POST",
    "/v1/connections/<id>/undo",
    body=UndoIn,
    answers=UndoneAnswer,
    limit=Limit.REPAIR,
    may_be_empty=True,
)
def undo(call: Call) -> Answer:
    """Takes back what an assistant or program has written since a time, as one change.

    This works even after it was cut off.
    """
    app, uid, id_ = call.services, call.uid, call.path["id"]
    if not app.written.is_known(uid, id_):
        app.connections.get(uid, id_)
    done = app.written.undo(uid, id_, call.body(UndoIn).since or EARLIEST)
    return Answer(
        UndoneAnswer(complete=done.complete, **vars(done)), headers={"ETag": f'"{done.version}"'}
    )


@api.route("POST", "/v1/authorizations/preview", body=PreviewIn, answers=PreviewAnswer)
def preview(call: Call) -> Answer:
    """Shows who asks for access, and for what, before the user answers."""
    from functions.http.access.oauth.consent import looked_at, shown_client

    request = call.body(PreviewIn).request
    outcome = looked_at(call.services, _public_url(call), call.uid, request)
    if outcome.asked is None:
        return Answer(PreviewAnswer(redirect_to=outcome.redirect_to))
    name, host, redirect_host = shown_client(outcome.asked)
    return Answer(
        PreviewAnswer(
            client=AskingClient(name=name, host=host, redirect_host=redirect_host),
            scopes=[Scope(scope) for scope in outcome.asked.params.scopes or ()],
        )
    )


@api.route(
    "POST",
    "/v1/authorizations",
    check_revoked=True,
    body=AuthorizationIn,
    answers=AuthorizationAnswer,
)
def authorize(call: Call) -> Answer:
    """Answers a client's request for access for the user."""
    from functions.http.access.oauth.consent import answered

    body = call.body(AuthorizationIn)
    if body.decision == "allow" and not body.scopes:
        raise InvalidArgument.field("scopes", "must list what is allowed")
    allowed = frozenset(body.scopes) if body.decision == "allow" else None
    outcome = answered(call.services, _public_url(call), call.uid, body.request, allowed)
    assert outcome.redirect_to is not None
    return Answer(AuthorizationAnswer(redirect_to=outcome.redirect_to))


@functions_framework.http
def access(request: Request) -> Response:
    """HTTP entry point."""
    if not request.path.startswith(("/oauth/", "/.well-known/")):
        return api.handle(request)
    logs.begin(request)
    response = cors.preflight() if cors.is_preflight(request) else _for_clients(request)
    if request.path != paths.AUTHORIZE:
        # Clients may run in a browser. Nothing here is done for whom the browser is signed in as.
        response.headers["Access-Control-Allow-Origin"] = "*"
    # Any other path may hold whatever a client put there, such as a token.
    logs.end(request, response, request.path if request.path in paths.ALL else None)
    return response


def _for_clients(request: Request) -> Response:
    """Answers what OAuth clients call by themselves. Never raises."""
    try:
        app = services()
        public_url = app.config.public_url
        if public_url is None:
            raise HttpError(
                404,
                "OAuth is off because this deployment does not know its own address. Its operator "
                "must set REKINDLE_PUBLIC_URL. Access keys work without it.",
                "OAUTH_OFF",
            )
        if request.path == paths.AUTHORIZE:
            return _to_consent_page(request, public_url)
        from functions.http.access.oauth.server import answer

        app.prepare("access")
        with within(SECONDS[Limit.WRITE]):
            response = answer(request, app, public_url)
    except Exception as error:
        return error_response(error)
    if response is None:
        return error_response(HttpError(404, "There is nothing at this path.", "NO_SUCH_PATH"))
    return response


def _to_consent_page(request: Request, public_url: str) -> Response:
    """Sends the browser to the page on which the user signs in and answers.

    Nothing is looked up before that. Whoever opens the page checks the request with the user's
    token, and only then is the browser sent to anything that the request names.
    """
    query = request.query_string.decode("latin-1")
    headers = {
        "Location": f"{public_url}{CONSENT_PAGE}?{query}",
        "Cache-Control": NO_STORE,
        "Referrer-Policy": "no-referrer",
        "X-Frame-Options": "DENY",
    }
    return Response("", 302, headers)


def _public_url(call: Call) -> str:
    public_url = call.services.config.public_url
    if public_url is None:
        raise FailedPrecondition(
            "OAuth is off here. The deployment's operator must set REKINDLE_PUBLIC_URL.",
            [{"reason": "OAUTH_OFF"}],
        )
    return public_url
