"""The `about` part of a profile: facts about the user, declared or learned.

S-1 gives the shape, with the name, org, timezone, contacts and notes of M-7. Confidence, decay and
deletions apply to leaf paths such as `work.languages` or `custom.team`.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    SerializerFunctionWrapHandler,
    StringConstraints,
    model_serializer,
)

from shared.base.fields import Label, MapKey, not_blank, small_json
from shared.base.ids import derived_id
from shared.base.model import Model

MAX_CUSTOM = 2000
"""Maximum length of a custom value as JSON, in characters."""


MAX_WORDS = 50
"""The most elements of a list, and the most custom values."""
LongText = Annotated[str, StringConstraints(max_length=2000), AfterValidator(not_blank)]
Words = Annotated[list[Label], Field(max_length=MAX_WORDS)]


class Contact(Model):
    """Somebody who matters to the user."""

    name: Label
    relation: Label | None = None
    email: Label | None = None
    phone: Label | None = None
    note: Label | None = None


def _contact(value: Any) -> Any:
    return {"name": value} if isinstance(value, str) else value


class Work(Model):
    """What the user does for a living."""

    role: Label | None = None
    org: Label | None = None
    focus_areas: Words | None = None
    languages: Words | None = None


class CodePreferences(Model):
    """How the user wants code and explanations to be written."""

    tone: Literal["direct", "neutral", "friendly"] | None = None
    detail_level: Literal["high", "medium", "low"] | None = None
    avoid_examples: Words | None = None
    preferred_stacks: Words | None = None


class Tools(Model):
    """What the user works with."""

    editor: Label | None = None
    infra: Words | None = None


class About(Model):
    """Facts about the user. Every leaf is optional."""

    name: Label | None = None
    bio: LongText | None = None
    timezone: Label | None = None
    contacts: (
        Annotated[list[Annotated[Contact, BeforeValidator(_contact)]], Field(max_length=MAX_WORDS)]
        | None
    ) = None
    notes: LongText | None = None
    work: Work = Work()
    code_preferences: CodePreferences = CodePreferences()
    tools: Tools = Tools()
    interests: Words | None = None
    custom: Annotated[
        dict[MapKey, Annotated[Any, AfterValidator(small_json(MAX_CUSTOM))]],
        Field(max_length=MAX_WORDS),
    ] = {}

    @model_serializer(mode="wrap")
    def _without_empty_branches(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {key: value for key, value in dump(self).items() if value not in ({}, [])}

    def to_json(self) -> dict[str, Any]:
        """Returns the known facts as camelCase JSON."""
        return self.model_dump(mode="json", by_alias=True, exclude_none=True)


SECTIONS = ("work", "codePreferences", "tools", "custom")
"""The keys of `about` whose values have leaves of their own."""

LIST_PATHS = frozenset(
    {
        "contacts",
        "interests",
        "work.focusAreas",
        "work.languages",
        "codePreferences.avoidExamples",
        "codePreferences.preferredStacks",
        "tools.infra",
    }
)
"""Leaf paths that hold a list; a further value is added to it."""

SCALAR_PATHS = frozenset(
    {
        "name",
        "bio",
        "timezone",
        "notes",
        "work.role",
        "work.org",
        "codePreferences.tone",
        "codePreferences.detailLevel",
        "tools.editor",
    }
)
"""Leaf paths that hold one value; a newer statement replaces it."""


SEVERAL_PATHS = frozenset(
    {
        "custom.allergies",
        "custom.children",
        "custom.degree",
        "custom.education",
        "custom.family",
        "custom.health",
        "custom.hobbies",
        "custom.languages",
        "custom.nationality",
        "custom.pets",
        "custom.siblings",
        "custom.spokenLanguages",
    }
)
"""Custom facts that hold one value or a list; a further value is added to what is there."""


def is_several(path: str) -> bool:
    """Returns whether a path holds several values side by side."""
    return path in LIST_PATHS or path in SEVERAL_PATHS


def elements(path: str, value: Any) -> list[Any]:
    """Returns the values at a path; at most one unless it holds several."""
    if value is None:
        return []
    return list(value) if is_several(path) and isinstance(value, list) else [value]


def from_elements(path: str, values: Sequence[Any]) -> Any:
    """Returns what is stored at a path for its values; None if there are none."""
    if path in LIST_PATHS:
        return list(values) or None
    return list(values) if len(values) > 1 else values[-1] if values else None


def leaves(about: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yields each leaf of `about` (camelCase JSON) as (path, value), in a stable order."""
    for key, value in about.items():
        if key in SECTIONS:
            for name, leaf in value.items():
                yield f"{key}.{name}", leaf
        else:
            yield key, value


def get_leaf(about: dict[str, Any], path: str) -> Any:
    """Returns the value at a leaf path, or None."""
    section, _, name = path.partition(".")
    if not name:
        return about.get(section)
    return about.get(section, {}).get(name)


def with_leaf(about: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Returns a copy of `about` with the leaf set, or removed if `value` is None or empty."""
    section, _, name = path.partition(".")
    result = dict(about)
    if not name:
        result[section] = value
    else:
        result[section] = {**about.get(section, {}), name: value}
        if value in (None, [], ""):
            del result[section][name]
    if result[section] in (None, [], "", {}):
        del result[section]
    return result


def in_words(value: Any) -> str:
    """Returns a value of `about` as a line of text, for decisions and forgotten facts."""
    if isinstance(value, dict):
        return ", ".join(str(part) for part in value.values() if part)
    return str(value)


def name_of(path: str, value: Any) -> str:
    """Returns what tells a value from the others at its path: of a contact, the name."""
    if path == "contacts" and isinstance(value, dict):
        return str(value.get("name") or in_words(value))
    return in_words(value)


def elements_like(known: list[Any], path: str, value: Any) -> list[Any]:
    """Returns the elements of the list at a path that are a value, or else have its name."""
    return [each for each in known if each == value] or [
        each for each in known if name_of(path, each) == name_of(path, value)
    ]


def element_id(path: str, value: Any) -> str:
    """Returns an id for an element of the list at a path, which its place does not change."""
    return f"{path}~{derived_id(path, in_words(value))}"


def element_with_id(about: dict[str, Any], id_: str) -> tuple[str, Any] | None:
    """Returns the path and the element with an id of `element_id`, or None."""
    path = id_.partition("~")[0]
    known = (get_leaf(about, path) or []) if path in LIST_PATHS else []
    return next(((path, each) for each in known if element_id(path, each) == id_), None)
