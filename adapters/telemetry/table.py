"""All that spans and figures may say. What is not in these tables is never sent."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from shared.base.telemetry import Attributes, Doing, Figure

OTHER = "(other)"
"""What is sent in place of a text that an attribute may not hold."""
Value = str | int | float


@dataclass(frozen=True)
class Attribute:
    """What one attribute may hold.

    Attributes:
        name: its name in a span. In a figure it has the name that the code uses, which needs no
            quotation marks in queries.
        form: the pattern of its text; None for a number.
    """

    name: str
    form: re.Pattern[str] | None = None


_WORD = re.compile(r"[a-z][a-z_]{0,39}")
_CODE = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")

ATTRIBUTES: Mapping[str, Attribute] = {
    "method": Attribute(
        "http.request.method", re.compile("GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS")
    ),
    "route": Attribute("http.route", re.compile(r"\(no route\)|[A-Za-z0-9_/.<>:-]{1,100}")),
    "status": Attribute("http.response.status_code"),
    "request_id": Attribute("rekindle.request_id", re.compile(r"[A-Za-z0-9._-]{1,64}")),
    "attempt": Attribute("rekindle.attempt"),
    "queue_seconds": Attribute("rekindle.queue_seconds"),
    "outcome": Attribute("rekindle.outcome", _WORD),
    "reason": Attribute("error.type", _CODE),
    "call": Attribute("db.operation.name", _WORD),
    "batch": Attribute("rekindle.batch", re.compile("[0-9a-f]{20}")),
    "trigger": Attribute("rekindle.trigger", _WORD),
    "prompts": Attribute("rekindle.prompts"),
    "decisions": Attribute("rekindle.decisions"),
    "version": Attribute("rekindle.profile_version"),
    "model": Attribute("gen_ai.request.model", re.compile(r"[A-Za-z0-9._:/@+-]{1,100}")),
    "prompt_tokens": Attribute("gen_ai.usage.input_tokens"),
    "completion_tokens": Attribute("gen_ai.usage.output_tokens"),
    "cost": Attribute("rekindle.cost_usd"),
}
"""Every attribute, by the name that the code uses."""


@dataclass(frozen=True)
class Measure:
    """How a figure is measured.

    Attributes:
        unit: its unit, as OpenTelemetry writes units.
        about: what it is.
        by: the attributes that it is broken down by. Each combination is a series of its own, so
            none of them holds an id.
        buckets: the bounds of its buckets, for what is measured as a distribution.
    """

    unit: str
    about: str
    by: tuple[str, ...]
    buckets: tuple[float, ...] = ()


_ANSWERS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300)
_WAITS = (0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600, 14_400, 86_400)

FIGURES: Mapping[Figure, Measure] = {
    Figure.REQUEST_SECONDS: Measure(
        "s", "How long an answer took", ("method", "route", "status"), _ANSWERS
    ),
    Figure.DATABASE_CALLS: Measure("{call}", "Round trips to the database", ("call", "reason")),
    Figure.DECISIONS: Measure("{decision}", "Decisions on candidates", ("outcome", "reason")),
    Figure.FAILURES: Measure("{failure}", "What failed or was refused", ("reason",)),
    Figure.QUEUE_SECONDS: Measure(
        "s", "How long an event or task waited beyond its time", ("route",), _WAITS
    ),
    Figure.MODEL_COST: Measure("{USD}", "What calls to a model cost", ("model",)),
}
"""Every figure."""


def checked(attributes: Attributes) -> dict[str, Value]:
    """Returns what may be sent of some attributes, by the names that the code uses."""
    return {
        key: _checked(ATTRIBUTES[key], value)
        for key, value in attributes.items()
        if key in ATTRIBUTES and value is not None
    }


def named(attributes: Attributes) -> dict[str, Value]:
    """Returns what may be sent of some attributes, by their names in a span."""
    return {ATTRIBUTES[key].name: value for key, value in checked(attributes).items()}


def series(figure: Figure, attributes: Attributes) -> dict[str, Value]:
    """Returns the attributes that a figure is broken down by."""
    return {key: value for key, value in checked(attributes).items() if key in FIGURES[figure].by}


def title(doing: Doing, attributes: Mapping[str, Value]) -> str:
    """Returns the name of a span. It has no ids in it, so spans can be counted by name.

    Args:
        doing: what the span is about.
        attributes: its attributes, by the names that the code uses.
    """
    if doing is Doing.REQUEST:
        parts = [attributes.get("method"), attributes.get("route")]
    else:
        about = ("route", "call", "model")
        parts = [doing.value, next((attributes[key] for key in about if key in attributes), None)]
    return " ".join(str(part) for part in parts if part) or doing.value


def _checked(attribute: Attribute, value: object) -> Value:
    if attribute.form is None:
        return value if isinstance(value, int | float) else OTHER
    return value if isinstance(value, str) and attribute.form.fullmatch(value) else OTHER
