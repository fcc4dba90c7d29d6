"""The items of a model's answer, as the schema describes them to it."""

from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)

from shared.documents.lifetime import Ageing, Does
from shared.documents.profile import Level, PreferenceType
from shared.documents.slots import Slot

CUSTOM = "custom"
AboutPath = Literal[
    "name",
    "bio",
    "timezone",
    "contacts",
    "notes",
    "interests",
    "work.role",
    "work.org",
    "work.focusAreas",
    "work.languages",
    "codePreferences.tone",
    "codePreferences.detailLevel",
    "codePreferences.avoidExamples",
    "codePreferences.preferredStacks",
    "tools.editor",
    "tools.infra",
    "custom.location",
    "custom.diet",
    "custom.birthday",
    "custom.nativeLanguage",
    "custom.allergies",
    "custom.theme",
    "custom.units",
    "custom.relationship",
    "custom",
]
"""The paths of facts: the known ones, and `custom` for one that `FoundFact.key` names."""


class Change(BaseModel):
    """What the words do, other than state that something is so."""

    model_config = ConfigDict(extra="forbid", cache_strings="none")

    does: Does
    target: str | None = Field(
        None, description="What is ended, replaced or retracted: the id, path or domain of it."
    )
    target_text: str | None = Field(None, description="What that says, if it is not known.")
    valid_from: str | None = Field(None, description="Since when, as YYYY-MM-DD.")
    valid_to: str | None = Field(None, description="Until when, as YYYY-MM-DD.")
    ageing: Ageing | None = None


PLAIN = Change(does="assert")
"""What words do that only state that something is so."""


class FoundItem(BaseModel):
    """What every item has: the words, and what they do.

    Most words only state something. For them `change` is null, which saves most of an answer.
    """

    model_config = ConfigDict(extra="forbid", cache_strings="none")

    quote: str
    prompt: int
    change: Change | None = None


class FoundPreference(FoundItem):
    """Something the user likes, knows, wants, uses or is."""

    type: PreferenceType
    category: str = Field(description="For example: Code Style, Communication, Tools, Food.")
    description: str = Field(
        description="The thing itself in a few words, without the user, in the language of the "
        "message. No name, number, link or code that the user did not write."
    )
    confidence: float = Field(ge=0, le=1)
    context: str = Field(description="One sentence that states what the user said.")
    matches: str | None = Field(
        None, description="The id of the known preference that says the same."
    )
    slot: Slot | None = Field(None, description="What it is the one value of, or null.")


class FoundPattern(FoundItem):
    """A topic that comes up again and again."""

    category: str
    description: str
    matches: str | None = None


class FoundWorkflow(FoundItem):
    """Steps that the user takes in the same order again and again."""

    description: str
    steps: list[str]
    matches: str | None = None


class FoundSkill(FoundItem):
    """How good the user is at something; an empty domain means overall."""

    domain: str
    level: Level


class FoundFact(FoundItem):
    """A fact for the user's own description, one value at a time."""

    path: AboutPath
    key: str | None = Field(None, description="For the path custom: its name, in camelCase.")
    value: str
    relation: str | None = Field(None, description="For contacts: who it is to the user.")
    confidence: float = Field(ge=0, le=1)


class Unreadable(BaseModel):
    """An item that does not fit the schema."""

    model_config = ConfigDict(cache_strings="none")


def _or_unreadable(value: Any, read: ValidatorFunctionWrapHandler) -> Any:
    try:
        return read(value)
    except ValidationError:
        return Unreadable()


T = TypeVar("T", bound=FoundItem)
Items = list[Annotated[T, WrapValidator(_or_unreadable)]]
"""Items of an answer, with an `Unreadable` in the place of each that does not fit."""
