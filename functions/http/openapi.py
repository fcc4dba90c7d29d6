"""The OpenAPI 3.1 document, made from the route tables and their models."""

import re
from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

import functions
from functions.http.answers import Error
from functions.http.fields import JsonObject
from functions.http.routing import Route
from shared.base.model import RequestModel

VERSION = "1.0.0"
_VARIABLE = re.compile(r"<(\w+)>")
_REFERENCE = "#/components/schemas/{model}"
_ERRORS = {
    400: "The request is wrong, or the user's data does not allow it now.",
    401: "There is no token, or it does not hold.",
    403: "The caller may not do this.",
    404: "There is no such thing among this user's data.",
    405: "The path does not take this method.",
    409: "The data moved on, or the id is taken.",
    413: "The body is too large.",
    415: "The body is not JSON.",
    429: "Too many requests, or a budget is used up.",
    500: "Something went wrong on our side.",
    503: "A service did not answer in time; nothing was changed. Retry-After says when to return.",
}
_TOO_LONG = {
    "description": "The URL is too long for the server, before the function sees it.",
    "content": {"text/html": {"schema": {"type": "string"}}},
}
_WITH_VERSION = ("/v1/profile", "/v1/preferences")
"""Paths whose writes take If-Match."""


def routes() -> Iterator[tuple[str, Route]]:
    """Every public route with the function that serves it.

    But for `mcp`: the Model Context Protocol describes itself to its clients.
    """
    for found in iter_modules(functions.__path__):
        if found.ispkg or found.name == "mcp":
            continue
        api = getattr(import_module(f"functions.{found.name}"), "api", None)
        for route in getattr(api, "routes", ()):
            yield found.name, route


def document() -> dict[str, Any]:
    """The whole document."""
    declared = list(routes())
    models = _models([route for _, route in declared])
    schemas, definitions = models_json_schema(
        [(model, "validation") for model in models], ref_template=_REFERENCE
    )
    named = {model: schemas[(model, "validation")] for model in models}
    paths: dict[str, dict[str, Any]] = {}
    for function, route in declared:
        path = _VARIABLE.sub(r"{\1}", route.path)
        operation = _operation(function, route, named, definitions.get("$defs", {}))
        paths.setdefault(path, {})[route.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Rekindle",
            "version": VERSION,
            "description": "Long-term memory and a learned user profile for AI assistants. "
            "Everything acts on the user whom the token proves.",
        },
        "servers": [{"url": "/"}],
        "security": [{"firebase": []}],
        "paths": dict(sorted(paths.items())),
        "components": {
            "securitySchemes": {
                "firebase": {
                    "type": "http",
                    "scheme": "bearer",
                    "bearerFormat": "JWT",
                    "description": "A Firebase ID token; or the OIDC token of a trusted service "
                    "account, with the header X-On-Behalf-Of.",
                }
            },
            "schemas": definitions.get("$defs", {}),
            "responses": {
                **{str(code): _error(text) for code, text in _ERRORS.items()},
                "414": _TOO_LONG,
            },
        },
    }


def _models(declared: list[Route]) -> list[type[BaseModel]]:
    models: dict[type[BaseModel], None] = {Error: None}
    for route in declared:
        for model in (route.body, route.query, route.answers):
            if model is not None:
                models[model] = None
    return list(models)


def _operation(
    function: str,
    route: Route,
    named: dict[type[BaseModel], Any],
    definitions: dict[str, Any],
) -> dict[str, Any]:
    name = route.handler.__name__.strip("_")
    is_older = route.path.startswith("/api")
    operation: dict[str, Any] = {
        "operationId": f"{'older' if is_older else function}_{name}",
        "tags": ["older systems" if is_older else function],
        "summary": (route.handler.__doc__ or "").strip().splitlines()[0],
        "parameters": [*_path(route), *_query(route.query, named, definitions), *_headers(route)],
        "responses": _responses(route, named),
    }
    if route.public:
        operation["security"] = []
    if route.body:
        schema = {"type": "object"} if issubclass(route.body, JsonObject) else named[route.body]
        content = {"application/json": {"schema": schema}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _path(route: Route) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in _VARIABLE.findall(route.path)
    ]


def _query(
    model: type[RequestModel], named: dict[type[BaseModel], Any], definitions: dict[str, Any]
) -> list[dict[str, Any]]:
    schema = named[model]
    if "$ref" in schema:
        schema = definitions[schema["$ref"].rsplit("/", 1)[1]]
    required = schema.get("required", [])
    return [
        {"name": name, "in": "query", "required": name in required, "schema": _not_null(field)}
        for name, field in schema.get("properties", {}).items()
    ]


def _not_null(field: dict[str, Any]) -> dict[str, Any]:
    """A query parameter is absent or has a value; null it cannot be."""
    options = [option for option in field.get("anyOf", ()) if option != {"type": "null"}]
    rest = {key: value for key, value in field.items() if key not in ("anyOf", "default", "title")}
    if len(options) == 1:
        return {**options[0], **rest}
    return {**rest, **({"default": field["default"]} if field.get("default") is not None else {})}


def _headers(route: Route) -> list[dict[str, Any]]:
    headers = []
    if route.method != "GET" and route.path.startswith(_WITH_VERSION):
        headers.append(
            _header("If-Match", "The version that the profile must still have.", r'^"?\d{1,9}"?$')
        )
    if route.method == "POST":
        what = "Makes a repeated request the same one."
        headers.append(_header("Idempotency-Key", what, r"^[\x21-\x7e]{1,200}$"))
    return headers


def _header(name: str, description: str, pattern: str) -> dict[str, Any]:
    schema = {"type": "string", "pattern": pattern}
    return {"name": name, "in": "header", "description": description, "schema": schema}


def _responses(route: Route, named: dict[type[BaseModel], Any]) -> dict[str, Any]:
    schema = named[route.answers] if route.answers else {"type": "object"}
    content: dict[str, Any] = {"application/json": {"schema": schema}}
    if route.text:
        content["text/plain"] = {"schema": {"type": "string"}}
    responses: dict[str, Any] = {
        str(status): {"description": "Done.", "content": content} for status in route.statuses
    }
    if route.text:
        responses["304"] = {"description": "Nothing has changed."}
    for code in (*_ERRORS, 414):
        responses[str(code)] = {"$ref": f"#/components/responses/{code}"}
    return dict(sorted(responses.items()))


def _error(text: str) -> dict[str, Any]:
    schema = {"$ref": _REFERENCE.format(model=Error.__name__)}
    return {"description": text, "content": {"application/json": {"schema": schema}}}
