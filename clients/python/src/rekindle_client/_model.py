"""What the models of the API have in common."""

from typing import Any, cast

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler
from pydantic.alias_generators import to_camel
from pydantic_core import CoreSchema


class Model(BaseModel):
    """A JSON object of the API. In Python its fields are snake_case.

    What a newer server adds is kept, in `model_extra`. Where the type names the values of a text, a
    newer server may send others.
    """

    model_config = ConfigDict(
        alias_generator=to_camel,
        defer_build=True,  # of the many models a program uses few
        extra="allow",
        validate_by_name=True,
        validate_by_alias=True,
    )

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: type[BaseModel], handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return cast(CoreSchema, _open(handler(source)))

    def wire(self) -> dict[str, Any]:
        """The JSON to send: what was set, and nothing else."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)


def _open(schema: Any) -> Any:
    """The schema with any value where it lists the permitted ones."""
    if isinstance(schema, list):
        return [_open(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("type") == "literal":
        return {"type": "any"}
    return {name: part if name == "default" else _open(part) for name, part in schema.items()}
