"""Checks every answer that a test gets against the OpenAPI document."""

import json
import re
from functools import cache
from typing import Any

import httpx
from jsonschema import Draft202012Validator

from functions.http.openapi import document


@cache
def _document() -> Any:
    return json.loads(json.dumps(document()))


@cache
def _operations() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    paths = sorted(_document()["paths"].items(), key=lambda item: "{" in item[0])
    return [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), found) for path, found in paths]


def check_answer(response: httpx.Response) -> None:
    """Fails if an answer is not what the document says about its route."""
    path = response.request.url.path
    operations = next((found for form, found in _operations() if form.fullmatch(path)), {})
    operation = operations.get(response.request.method.lower())
    if not operation:
        return
    name, status = operation["operationId"], str(response.status_code)
    described = operation["responses"].get(status)
    assert described, f"{name} answers {status}, which is not documented"
    if "$ref" in described:
        described = _document()["components"]["responses"][status]
    if "content" not in described:
        return
    kind = response.headers.get("Content-Type", "").partition(";")[0]
    assert kind in described["content"], f"{name} answers {kind}, which is not documented"
    if kind != "application/json":
        return
    schema = described["content"][kind]["schema"] | {"components": _document()["components"]}
    response.read()
    errors = list(Draft202012Validator(schema).iter_errors(response.json()))
    assert not errors, f"{name}: {errors[0].json_path}: {errors[0].message}"
