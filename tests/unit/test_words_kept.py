"""Nothing that reads text keeps it."""

from collections.abc import Iterator

import pytest
from pydantic import BaseModel

import functions.http.openapi  # noqa: F401 (imports every model of a route)
from adapters.openai.answer import ModelAnswer
from shared.base.model import Model, RequestModel


class Stored(Model):
    content: str


class Sent(RequestModel):
    content: str


@pytest.mark.parametrize("model", [Stored, Sent])
def test_no_parser_keeps_what_users_say(model):
    """A cache of strings would give the same one twice."""
    text = '{"content": "I take Zyprexa nightly"}'
    one, other = (model.model_validate_json(text) for _ in range(2))
    assert one.content == other.content
    assert one.content is not other.content


def test_no_model_has_a_cache_of_its_own():
    kept = {
        f"{model.__module__}.{model.__name__}"
        for model in subclasses(BaseModel)
        if model.__module__.partition(".")[0] in ("shared", "adapters", "functions")
        if model.model_config.get("cache_strings") != "none"
    }
    assert ModelAnswer.model_config["cache_strings"] == "none"
    assert not kept


def subclasses(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    for one in model.__subclasses__():
        yield one
        yield from subclasses(one)
