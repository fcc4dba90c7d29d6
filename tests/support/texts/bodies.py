"""Bodies of requests and documents, made from the models: a new field is in them by itself."""

from typing import Any

from pydantic import BaseModel

_SOON = "2026-03-20T00:00:00Z"
PAST = "2026-02-20T00:00:00Z"


def made(schema: dict[str, Any], definitions: dict[str, Any], name: str = "") -> Any:
    """Returns a value for a JSON schema with every field, each list and map with one item."""
    if "$ref" in schema:
        return made(definitions[schema["$ref"].rpartition("/")[2]], definitions, name)
    for part in (*schema.get("anyOf", ()), *schema.get("allOf", ())):
        if part.get("type") != "null":
            return made(part, definitions, name)
    if "enum" in schema or "const" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    kind = schema.get("type")
    if kind == "object" and "properties" in schema:
        fields = schema["properties"].items()
        return {key: made(field, definitions, key) for key, field in fields if key != "scope"}
    if kind == "object":
        inner = schema.get("additionalProperties")
        return {"w": made(inner, definitions) if isinstance(inner, dict) else {"w": ["w"]}}
    if kind == "array":
        return [] if name == "children" else [made(schema.get("items", {}), definitions)]
    if kind == "string":
        times = {"expiresAt": _SOON, "redriveAt": _SOON, "leaseUntil": _SOON}
        return times.get(name, PAST) if schema.get("format") == "date-time" else "w"
    return {"integer": schema.get("minimum", 1), "number": 0.5, "boolean": True}.get(str(kind), "w")


def body_for(model: type[BaseModel]) -> Any:
    schema = model.model_json_schema(by_alias=True)
    return made(schema, schema.get("$defs", {}))
