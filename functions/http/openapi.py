"""The OpenAPI 3.1 document, made from the route tables and their models."""

import re
from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

import functions
from functions.http.access.oauth import paths
from functions.http.access.scopes import OFFERED, Access, Needs
from functions.http.answers.common import Error
from functions.http.fields import JsonObject
from functions.http.routing import Route
from shared.base.model import RequestModel
from shared.documents.access import Scope

VERSION = "1.0.0"
_VARIABLE = re.compile(r"<(\w+)>")
_REFERENCE = "#/components/schemas/{model}"
_ERRORS = {
    400: "The request is invalid, or the user's data does not allow it now.",
    401: "The token is missing, invalid or expired.",
    403: "The caller may not do this.",
    404: "The user has no such item.",
    405: "The path does not support this method.",
    409: "The data has changed since it was read, or the id is already in use.",
    413: "The body is too large.",
    415: "The body is not JSON.",
    422: "The Idempotency-Key was sent before with another body.",
    429: "Too many requests, or a budget is used up.",
    500: "Something went wrong on our side.",
    503: "A service did not answer in time. Retry-After says when to send the request again.",
}
_URL_TOO_LONG = {
    "description": "The URL is too long. The server refuses it before the function sees it.",
    "content": {"text/html": {"schema": {"type": "string"}}},
}
_SCOPES = {
    Scope.READ: "Read what is known.",
    Scope.WRITE: "Change notes, facts, and preferences.",
    Scope.RECORD: "Send messages as the user's own words.",
    Scope.ADMIN: "Everything that the user may do but for access itself.",
}
_SCHEMES = {
    "firebase": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "JWT",
        "description": "A Firebase ID token, or the OIDC token of a trusted service "
        "account with the header X-On-Behalf-Of. Any request may name its agent in the "
        "header X-Rekindle-Agent; the user's settings may switch tiers off for it.",
    },
    "accessKey": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "rekindle_k…",
        "description": "An access key, which POST /v1/connections makes, with the scopes that the "
        "user chose.",
    },
    "oauth": {
        "type": "oauth2",
        "description": "An access token of OAuth 2.1 with PKCE, for the whole API. Clients "
        "register at /oauth/register.",
        "flows": {
            "authorizationCode": {
                "authorizationUrl": paths.AUTHORIZE,
                "tokenUrl": paths.TOKEN,
                "refreshUrl": paths.TOKEN,
                "scopes": {scope.value: _SCOPES[scope] for scope in OFFERED},
            }
        },
    },
}
_VERSIONED = ("/v1/profile", "/v1/preferences", "/v1/inbox")
"""Paths whose writes take If-Match."""


def routes() -> Iterator[tuple[str, Route]]:
    """Yields every route with the name of its function.

    `mcp` is left out, because the Model Context Protocol describes itself to its clients.
    """
    for module in iter_modules(functions.__path__):
        if module.ispkg or module.name == "mcp":
            continue
        api = getattr(import_module(f"functions.{module.name}"), "api", None)
        for route in getattr(api, "routes", ()):
            yield module.name, route


def document() -> dict[str, Any]:
    """Returns the OpenAPI document."""
    declared = list(routes())
    models = _models([route for _, route in declared])
    generated, definitions = models_json_schema(
        [(model, "validation") for model in models], ref_template=_REFERENCE
    )
    schemas = {model: generated[(model, "validation")] for model in models}
    described: dict[str, dict[str, Any]] = {}
    for function, route in declared:
        path = _VARIABLE.sub(r"{\1}", route.path)
        operation = _operation(function, route, schemas, definitions.get("$defs", {}))
        described.setdefault(path, {})[route.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Rekindle",
            "version": VERSION,
            "description": "Long-term memory and a learned user profile for AI assistants. "
            "Every request acts on the user that the token identifies.",
        },
        "servers": [{"url": "/"}],
        "security": [{"firebase": []}],
        "paths": dict(sorted(described.items())),
        "components": {
            "securitySchemes": _SCHEMES,
            "schemas": definitions.get("$defs", {}),
            "responses": {
                **{str(code): _error(text) for code, text in _ERRORS.items()},
                "414": _URL_TOO_LONG,
            },
        },
    }


def _models(declared: list[Route]) -> list[type[BaseModel]]:
    models: dict[type[BaseModel], None] = {Error: None}
    for route in declared:
        for model in (route.body, route.query, *_answers(route)):
            if model is not None:
                models[model] = None
    return list(models)


def _answers(route: Route) -> tuple[type[BaseModel], ...]:
    if route.answers is None:
        return ()
    return route.answers if isinstance(route.answers, tuple) else (route.answers,)


def _operation(
    function: str,
    route: Route,
    schemas: dict[type[BaseModel], Any],
    definitions: dict[str, Any],
) -> dict[str, Any]:
    name = route.handler.__name__.strip("_")
    is_legacy = route.path.startswith("/api")
    operation: dict[str, Any] = {
        "operationId": f"{'older' if is_legacy else function}_{name}",
        "tags": ["legacy" if is_legacy else function],
        "summary": (route.handler.__doc__ or "").strip().splitlines()[0],
        "parameters": [*_path(route), *_query(route.query, schemas, definitions), *_headers(route)],
        "responses": _responses(route, schemas),
    }
    operation["security"] = _security(route.needs)
    operation["x-scope"] = route.needs.value
    if route.body:
        schema = {"type": "object"} if issubclass(route.body, JsonObject) else schemas[route.body]
        content = {"application/json": {"schema": schema}}
        operation["requestBody"] = {"required": not route.may_be_empty, "content": content}
    return operation


def _security(needs: Needs) -> list[dict[str, list[str]]]:
    """Returns what lets a caller in: one of these, with the scope if there is one."""
    if needs is Access.PUBLIC:
        return []
    if isinstance(needs, Scope):
        schemes = ["accessKey", "oauth"] if needs in OFFERED else ["accessKey"]
        return [{"firebase": []}, *({scheme: [needs.value]} for scheme in schemes)]
    if needs is Access.ANY:
        return [{"firebase": []}, {"accessKey": []}, {"oauth": []}]
    return [{"firebase": []}]


def _path(route: Route) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in _VARIABLE.findall(route.path)
    ]


def _query(
    model: type[RequestModel], schemas: dict[type[BaseModel], Any], definitions: dict[str, Any]
) -> list[dict[str, Any]]:
    schema = schemas[model]
    if "$ref" in schema:
        schema = definitions[schema["$ref"].rsplit("/", 1)[1]]
    required = schema.get("required", [])
    return [
        {"name": name, "in": "query", "required": name in required, "schema": _not_null(field)}
        for name, field in schema.get("properties", {}).items()
    ]


def _not_null(field: dict[str, Any]) -> dict[str, Any]:
    """Removes null from the schema: a query parameter is either absent or has a value."""
    options = [option for option in field.get("anyOf", ()) if option != {"type": "null"}]
    rest = {key: value for key, value in field.items() if key not in ("anyOf", "default", "title")}
    if len(options) == 1:
        return {**options[0], **rest}
    return {**rest, **({"default": field["default"]} if field.get("default") is not None else {})}


def _headers(route: Route) -> list[dict[str, Any]]:
    headers = []
    if route.method != "GET" and route.path.startswith(_VERSIONED):
        description = "The version of the profile that the client last read."
        headers.append(_header("If-Match", description, r'^"?\d{1,9}"?$'))
    if route.method == "POST":
        description = "Makes the request safe to retry: one with the same key takes effect once."
        headers.append(_header("Idempotency-Key", description, r"^[\x21-\x7e]{1,200}$"))
    return headers


def _header(name: str, description: str, pattern: str) -> dict[str, Any]:
    schema = {"type": "string", "pattern": pattern}
    return {"name": name, "in": "header", "description": description, "schema": schema}


def _responses(route: Route, schemas: dict[type[BaseModel], Any]) -> dict[str, Any]:
    found = [schemas[model] for model in _answers(route)] or [{"type": "object"}]
    schema = found[0] if len(found) == 1 else {"anyOf": found}
    content: dict[str, Any] = {"application/json": {"schema": schema}}
    if route.text:
        content["text/plain"] = {"schema": {"type": "string"}}
    responses: dict[str, Any] = {
        str(status): {"description": "Success.", "content": content} for status in route.statuses
    }
    if route.text:
        responses["304"] = {"description": "Nothing has changed."}
    for code in (*_ERRORS, 414):
        responses[str(code)] = {"$ref": f"#/components/responses/{code}"}
    return dict(sorted(responses.items()))


def _error(text: str) -> dict[str, Any]:
    schema = {"$ref": _REFERENCE.format(model=Error.__name__)}
    return {"description": text, "content": {"application/json": {"schema": schema}}}
