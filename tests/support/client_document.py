"""The OpenAPI document, as clients are made from it."""

from typing import Any

from functions.http.openapi import document
from shared.base.model import Model

_PREFIX = "#/components/schemas/"
Schemas = dict[str, dict[str, Any]]


def client_document() -> dict[str, Any]:
    """The document without what programs do not call, and with answers as they really are."""
    openapi = document()
    _keep_what_programs_call(openapi)
    _describe_answers(openapi)
    return openapi


def _keep_what_programs_call(openapi: dict[str, Any]) -> None:
    """Drops the routes of legacy systems, and refusals, which are the same everywhere."""
    for path in [path for path in openapi["paths"] if not path.startswith("/v1/")]:
        del openapi["paths"][path]
    for operation in _operations(openapi):
        kept = {code: each for code, each in operation["responses"].items() if code < "400"}
        operation["responses"] = kept
    del openapi["components"]["responses"]
    schemas = openapi["components"]["schemas"]
    used = _reached(openapi["paths"], schemas)
    openapi["components"]["schemas"] = {name: schemas[name] for name in schemas if name in used}


def _describe_answers(openapi: dict[str, Any]) -> None:
    """Makes schemas of answers say what is always there, and nothing of what never is.

    The document has one schema for requests and answers, in which a field with a default may be
    left out. No answer lacks it, unless it is null or the model has a way of its own.
    """
    schemas = openapi["components"]["schemas"]
    asked: set[str] = set()
    answered: set[str] = set()
    for operation in _operations(openapi):
        asked |= _reached(operation.get("requestBody"), schemas)
        answered |= _reached(operation["responses"], schemas)
    models = {model.__name__: model for model in _below(Model)}
    for name in (answered - asked) & set(models):
        model, schema = models[name], schemas[name]
        required = set(schema.get("required", ()))
        for field_name, field in model.model_fields.items():
            alias = field.alias or model.model_config["alias_generator"](field_name)
            if field.exclude:
                schema["properties"].pop(alias, None)
                required.discard(alias)
            elif field.default is not None and not _has_its_own_way(model):
                required.add(alias)
        schema["required"] = sorted(required)


def _has_its_own_way(model: type[Model]) -> bool:
    return bool(model.__pydantic_decorators__.model_serializers)


def _operations(openapi: dict[str, Any]) -> list[dict[str, Any]]:
    return [each for path in openapi["paths"].values() for each in path.values()]


def _reached(part: Any, schemas: Schemas, found: set[str] | None = None) -> set[str]:
    """The names of all schemas that a part of the document refers to, directly or not."""
    found = set() if found is None else found
    if isinstance(part, list):
        for each in part:
            _reached(each, schemas, found)
    elif isinstance(part, dict):
        name = str(part.get("$ref", "")).removeprefix(_PREFIX)
        if name in schemas and name not in found:
            found.add(name)
            _reached(schemas[name], schemas, found)
        for each in part.values():
            _reached(each, schemas, found)
    return found


def _below(model: type[Model]) -> list[type[Model]]:
    return [each for sub in model.__subclasses__() for each in (sub, *_below(sub))]
