"""Routing: each function declares its routes once, with the models of requests and answers.

A function is an `Api`. It finds the route, authenticates the caller, validates the request, calls
the handler, and turns the answer or error into a response, always in this order.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import Any, TypeVar

from flask import Request, Response
from pydantic import BaseModel
from werkzeug.exceptions import MethodNotAllowed, NotFound
from werkzeug.routing import Map, Rule

from functions.http import cors, logs
from functions.http.access.agents import agents_of
from functions.http.access.callers import caller_of, own_token
from functions.http.access.scopes import BY_DEFAULT, ROUTES, Access, Needs
from functions.http.body import read_json
from functions.http.deadlines import SECONDS, Limit, by_default
from functions.http.errors import NO_STORE, HttpError, error_response
from functions.http.observed import Observed, observed
from functions.wiring.config import ConfigurationError
from functions.wiring.services import Services, services
from shared.access.callers import Caller
from shared.base.acting import through
from shared.base.deadline import Deadline, each_within, within
from shared.base.errors import InvalidArgument
from shared.base.ids import derived_id
from shared.base.meanwhile import ends_with
from shared.base.model import RequestModel
from shared.base.repeats import Keyed
from shared.base.validation import validated, validated_json
from shared.documents.access import Scope

B = TypeVar("B", bound=BaseModel)
_IDEMPOTENCY_KEY_LENGTH = 200


@dataclass
class Call:
    """An authenticated and validated request.

    Attributes:
        uid: the user, from the verified token.
        services: the application.
        http: the HTTP request.
        path: the values of the path's variables.
        caller: who makes the request for the user.
    """

    uid: str
    services: Services
    http: Request
    path: Mapping[str, str]
    caller: Caller
    _body: BaseModel | None = None
    _query: BaseModel | None = None

    def body(self, model: type[B]) -> B:
        """Returns the body. `model` is the route's model for it."""
        assert isinstance(self._body, model)
        return self._body

    def query(self, model: type[B]) -> B:
        """Returns the query parameters. `model` is the route's model for them."""
        assert isinstance(self._query, model)
        return self._query

    def check(self, scope: Scope | None) -> None:
        """Refuses what the caller may not do, and counts it otherwise.

        It is for routes that every connection may use: others need one scope, which is checked.

        Args:
            scope: what the request needs; None if nothing.

        Raises:
            InsufficientScope: the connection lacks it.
        """
        if scope is not None:
            self.caller.check(scope)
        if self.caller.key is not None:
            self.services.verifier.count(self.caller, scope)

    @property
    def if_match(self) -> int | None:
        """The version that the caller expects, or None.

        Raises:
            InvalidArgument: the header is not a version.
        """
        header = self.http.headers.get("If-Match", "").strip()
        if header in ("", "*"):
            return None
        text = header.removeprefix("W/").strip('"')
        if not text.isascii() or not text.isdigit() or len(text) > 18:
            raise InvalidArgument.field("If-Match", 'must be a version, for example "3"')
        return int(text)

    @property
    def idempotency_key(self) -> str | None:
        """The key that identifies repetitions of the same request, or None.

        Raises:
            InvalidArgument: the key is too long.
        """
        key = self.http.headers.get("Idempotency-Key")
        if key and len(key) > _IDEMPOTENCY_KEY_LENGTH:
            raise InvalidArgument.field(
                "Idempotency-Key", f"must have at most {_IDEMPOTENCY_KEY_LENGTH} characters"
            )
        return key or None

    def keyed(self, kind: str, body: BaseModel, index: int = 0) -> Keyed | None:
        """Returns what the idempotency key stands for, or None if there is no key.

        Args:
            kind: what it creates.
            body: the body, or the part of it that creates one thing.
            index: the place of that part.

        Raises:
            InvalidArgument: the key is too long.
        """
        key = self.idempotency_key
        if key is None:
            return None
        said = body.model_dump_json(by_alias=True, exclude_unset=True)
        return Keyed(
            derived_id(kind, self.uid, key, str(index)), derived_id("body", self.uid, key, said)
        )


@dataclass(frozen=True)
class Answer:
    """What a handler returns.

    Attributes:
        body: a model of `functions.http.answers`, JSON as a mapping or in chunks, or plain text.
        status: the HTTP status.
        headers: additional headers.
        show_nulls: whether the model's fields that are None appear as null or are left out.
    """

    body: BaseModel | Mapping[str, Any] | str | Iterator[str]
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    show_nulls: bool = False


Handler = Callable[[Call], Answer]


@dataclass(frozen=True)
class Route:
    """One method on one path."""

    method: str
    path: str
    handler: Handler
    body: type[RequestModel] | None
    query: type[RequestModel]
    check_revoked: bool
    needs: Needs
    answers: type[BaseModel] | tuple[type[BaseModel], ...] | None
    statuses: Sequence[int]
    text: bool
    limit: Limit
    may_be_empty: bool = False

    @property
    def public(self) -> bool:
        """Whether the route needs no token and answers everybody alike."""
        return self.needs is Access.PUBLIC

    def check(self, caller: Caller) -> None:
        """Refuses a caller who may not use this route.

        Raises:
            InsufficientScope: the connection lacks the scope, or only the user may.
            PermissionDenied: only an operator may.
        """
        if self.needs is Access.OPERATOR:
            caller.check_operator()
        elif self.needs is not Access.ANY:
            caller.check(self.needs if isinstance(self.needs, Scope) else None)


class _NoQuery(RequestModel):
    """No query parameters."""


class Api:
    """The routes of one function."""

    def __init__(self) -> None:
        self.routes: list[Route] = []
        self._map = Map(strict_slashes=False, merge_slashes=False)

    def route(
        self,
        method: str,
        path: str,
        *,
        body: type[RequestModel] | None = None,
        query: type[RequestModel] = _NoQuery,
        check_revoked: bool = False,
        answers: type[BaseModel] | tuple[type[BaseModel], ...] | None = None,
        statuses: Sequence[int] = (200,),
        text: bool = False,
        limit: Limit | None = None,
        may_be_empty: bool = False,
    ) -> Callable[[Handler], Handler]:
        """Declares that the decorated handler answers `method` on `path`.

        Who may call it stands in `functions.http.access.scopes`.

        Args:
            method: the HTTP method.
            path: the path, with its variables as `<name>`.
            body: the model of the body; None if there is no body.
            query: the model of the query parameters.
            check_revoked: whether to ask Firebase if the token was revoked, which takes a call.
            answers: the model of the answer, or each of several, for the documentation.
            statuses: the statuses of successful answers, for the documentation.
            text: whether the answer may also be plain text or a 304, for the documentation.
            limit: the kind of deadline; by default, the method decides.
            may_be_empty: whether the body may be left out, which means the same as `{}`.
        """

        def declare(handler: Handler) -> Handler:
            route = Route(
                method,
                path,
                handler,
                body,
                query,
                check_revoked,
                ROUTES[f"{method} {path}"],
                answers,
                statuses,
                text,
                limit or by_default(method),
                may_be_empty,
            )
            self.routes.append(route)
            self._map.add(Rule(path, methods=[method], endpoint=route))
            return handler

        return declare

    def include(self, other: "Api") -> None:
        """Adds the routes of another `Api`."""
        for route in other.routes:
            self.routes.append(route)
            self._map.add(Rule(route.path, methods=[route.method], endpoint=route))

    def handle(self, request: Request) -> Response:
        """Answers a request. Never raises."""
        logs.begin(request)
        found: list[Route] = []
        with observed(request) as seen:
            if cors.is_preflight(request):
                response = cors.preflight()
            else:
                response = self._answer(request, found, seen)
            path = found[0].path if found else None
            with suppress(ConfigurationError):
                cors.allow(request, response, services().config.allowed_origins)
            logs.end(request, response, path)
            seen.answered(response, path)
        return response

    def _answer(self, request: Request, found: list[Route], seen: Observed) -> Response:
        try:
            route, variables = self._match(request)
            found.append(route)
            app = services()
            if route.needs is Access.OPERATOR and not app.config.operators:
                raise _operators_off()
            caller, seconds = Caller(""), float(SECONDS[route.limit])
            token = None if route.public else own_token(request)
            if not route.public:
                # A new instance imports and connects its parts while no time is counted, and those
                # that call Google only once it knows who is asking.
                app.prepare("verifier" if token else "authenticator")
                with within(seconds) as deadline:
                    caller = caller_of(
                        app,
                        request,
                        token,
                        check_revoked=route.check_revoked,
                        for_operators=route.needs is Access.OPERATOR,
                    )
                    seconds = deadline.left()
                seen.add(request_id=logs.without(caller.uid))
                app.prepare("rates", "store")
            # What only reads brings nobody back.
            doubtful = caller.is_cached and request.method != "GET"
            confirm = partial(app.verifier.confirm, token) if token and doubtful else None
            agents = agents_of(request, caller)
            may_record = Scope.RECORD in caller.scopes
            acting = through(caller.connection, confirm, agents, may_record=may_record)
            with within(seconds) as deadline, acting, ends_with():
                if not route.public:
                    # Who is refused counts, too.
                    app.rates.take(caller.uid)
                    route.check(caller)
                if isinstance(route.needs, Scope):
                    app.verifier.count(caller, route.needs)
                return self._handled(route, caller, app, request, variables, deadline)
        except Exception as error:
            seen.failed(error)
            metadata = _resource_metadata(request)
            scope = " ".join(BY_DEFAULT) if metadata and _is_mcp(request) else None
            return error_response(error, metadata, scope)

    @staticmethod
    def _handled(
        route: Route,
        caller: Caller,
        app: Services,
        request: Request,
        variables: Mapping[str, str],
        deadline: Deadline,
    ) -> Response:
        query = validated(route.query, _query_of(request))
        body = None
        if route.body:
            given = read_json(request, app.watchdog, may_be_empty=route.may_be_empty)
            body = validated_json(route.body, given)
        call = Call(caller.uid, app, request, variables, caller, body, query)
        return _response(route.handler(call), deadline)

    def _match(self, request: Request) -> tuple[Route, Mapping[str, str]]:
        try:
            return self._map.bind("").match(request.path, request.method)
        except MethodNotAllowed as error:
            allowed = ", ".join(sorted(error.valid_methods or ()))
            raise HttpError(
                405, f"This path supports only {allowed}.", "METHOD_NOT_ALLOWED", Allow=allowed
            ) from error
        except NotFound as error:
            raise HttpError(404, "There is nothing at this path.", "NO_SUCH_PATH") from error


def _operators_off() -> HttpError:
    return HttpError(
        404,
        "The operator's API is off. REKINDLE_OPERATORS=on switches it on.",
        "OPERATORS_OFF",
    )


def _resource_metadata(request: Request) -> str | None:
    """Returns where a client learns how to get a token for this path, if it can get one."""
    with suppress(ConfigurationError):
        public_url = services().config.public_url
        if public_url:
            path = "/mcp" if _is_mcp(request) else ""
            return f"{public_url}/.well-known/oauth-protected-resource{path}"
    return None


def _is_mcp(request: Request) -> bool:
    return request.path.rstrip("/") == "/mcp"


def _query_of(request: Request) -> dict[str, str]:
    """Returns the query parameters. Each may occur once; an empty one counts as absent."""
    for name, values in request.args.lists():
        if len(values) > 1:
            raise InvalidArgument.field(name, "must be given only once")
    return {name: value for name, value in request.args.items() if value}


def _response(answer: Answer, deadline: Deadline) -> Response:
    headers = {"Cache-Control": NO_STORE, **answer.headers}
    if isinstance(answer.body, str):
        return Response(
            answer.body, answer.status, headers, content_type="text/plain; charset=utf-8"
        )
    if isinstance(answer.body, Iterator):
        # What fails before the first piece is still an error with a status of its own.
        first = next(answer.body, "")
        text: str | Iterator[str] = chain([first], each_within(deadline, answer.body))
    else:
        content = to_json(answer.body, show_nulls=answer.show_nulls)
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return Response(text, answer.status, headers, content_type="application/json; charset=utf-8")


def to_json(value: Any, *, show_nulls: bool = False) -> Any:
    """Converts a value and the models in it to camelCase JSON, without fields that are None."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True, exclude_none=not show_nulls)
    if isinstance(value, Mapping):
        return {key: to_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [to_json(item) for item in value]
    return value
