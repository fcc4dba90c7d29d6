"""Random histories: what one user says, in order, and the batches in which it is delivered."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from hypothesis import strategies as st

from shared.documents.profile import Profile
from shared.documents.settings import Settings
from shared.learning.analyzer import PromptText
from shared.learning.candidates import Candidate
from shared.learning.merging import Merged, examine, merge
from tests.support.truth.play import CANDIDATE
from tests.support.truth.table import START

SETTINGS = Settings()
HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class Family:
    """Things of which the user can say one or another.

    Attributes:
        values: the things.
        says: the words of each, with the value in braces.
        read: the fields of the candidate that states a value.
        shown: a regular expression for a value in a line of what is included.
        does: what words can do to them, besides asserting.
        also: the fields of a candidate of another kind that states it as well.
    """

    name: str
    values: Sequence[str]
    says: str
    read: Callable[[str], dict[str, Any]]
    shown: str = "{}"
    does: Sequence[str] = ("end", "replace")
    also: Callable[[str], dict[str, Any]] | None = None


@dataclass(frozen=True)
class Said:
    """One statement: the `place`-th thing that the user says."""

    place: int
    does: str
    value: str
    old: str = ""
    otherwise: bool = False


def _fact(path: str) -> Callable[[str], dict[str, Any]]:
    return lambda value: {"kind": "about", "path": path, "value": value, "confidence": 0.9}


def _preference(type_: str, text: str = "{}", **fields: Any) -> Callable[[str], dict[str, Any]]:
    item = {"kind": "preference", "type": type_, "confidence": 0.9, **fields}
    return lambda value: item | {"description": text.format(value)}


def _contact(value: str) -> dict[str, Any]:
    return _fact("contacts")("") | {"value": {"name": value, "relation": "partner"}}


def _liking(value: str) -> dict[str, Any]:
    return _preference(value)("rowing at dawn")


_CITIES = ("Leeds", "Tartu", "Omaha")
_EDITORS = ("Helix", "Lapce", "Kakoune")
SLOTS = (
    Family("home", _CITIES, "I live in {} with my cat.", _fact("custom.location")),
    Family("employer", ("Bosch", "Nokia", "Ikea"), "I work at {} for now.", _fact("work.org")),
    Family("editor", _EDITORS, "I write it all in {}.", _fact("tools.editor")),
    Family(
        "editor as a tool",
        _EDITORS,
        "I write it all in {}.",
        _preference("tool", slot="editor"),
    ),
    Family(
        "home as a fact or a trait",
        _CITIES,
        "I live in {} with my cat.",
        _fact("custom.location"),
        does=(),
        also=_preference("trait", "Lives in {}", slot="residence"),
    ),
    Family(
        "editor as a fact or a tool",
        _EDITORS,
        "I write it all in {}.",
        _fact("tools.editor"),
        does=(),
        also=_preference("tool", slot="editor"),
    ),
    Family(
        "detail",
        ("high", "low", "medium"),
        "Give me a {} level of detail.",
        _fact("codePreferences.detailLevel"),
        "detailLevel: {}",
    ),
    Family(
        "partner", ("Emil", "Jonas", "Teo"), "My partner is {}, you know.", _contact, "contacts: {}"
    ),
    Family(
        "comparison",
        ("tabs over spaces", "spaces over tabs"),
        "I prefer {}, always.",
        _preference("preference"),
    ),
    Family(
        "milk",
        ("with milk", "without milk"),
        "I drink coffee {} now.",
        _preference("preference", "Coffee {}"),
        "coffee {}",
    ),
    Family(
        "liking",
        ("like", "dislike"),
        "I {} rowing at dawn.",
        _liking,
        "^{}: rowing",
        does=("end",),
    ),
)
"""Each of these holds one value at a time."""

ITEMS = (
    Family("fact", ("Leeds",), "I live in {} with my cat.", _fact("custom.location")),
    Family("element", ("chess",), "I enjoy {} as a hobby.", _fact("interests")),
    Family("contact", ("Brandt",), "My lawyer is {}, you know.", _contact),
    Family("preference", ("karaoke",), "I really love {} nights.", _preference("like")),
    Family(
        "pattern",
        ("roses",),
        "Another question about {} today.",
        lambda value: {"kind": "pattern", "description": f"Questions about {value}"},
    ),
    Family(
        "workflow",
        ("invoices",),
        "I sort the {} and then file them.",
        lambda value: {"kind": "workflow", "description": f"Sorts {value}", "steps": ["file them"]},
    ),
    Family(
        "skill",
        ("welding",),
        "I am a beginner at {} so far.",
        lambda value: {"kind": "skill", "domain": value, "level": "beginner"},
    ),
)
"""One item of each kind."""


@st.composite
def histories(draw: st.DrawFn, family: Family, most: int = 5) -> list[Said]:
    """Statements of a family, in the order in which they are made; the first one asserts."""
    count = draw(st.integers(1, most))
    said = []
    for place in range(count):
        does = draw(st.sampled_from(["assert", *family.does])) if place else "assert"
        value = draw(st.sampled_from(family.values))
        others = [other for other in family.values if other != value]
        old = draw(st.sampled_from(others)) if does == "replace" and others else ""
        said.append(Said(place, does, value, old, bool(family.also) and draw(st.booleans())))
    return said


@st.composite
def deliveries(draw: st.DrawFn, count: int) -> list[list[int]]:
    """The places of `count` statements, in batches, in any order."""
    order = draw(st.permutations(range(count)))
    batches: list[list[int]] = []
    for place in order:
        if batches and draw(st.booleans()):
            batches[-1].append(place)
        else:
            batches.append([place])
    return batches


def candidate(family: Family, said: Said, quote: str = "", prompt_id: str = "") -> Candidate:
    """What an analyzer reads from a statement."""
    read = family.also if said.otherwise and family.also else family.read
    fields = read(said.value) | {
        "does": said.does,
        "quote": quote or words_of(family, said),
        "prompt_id": prompt_id or f"p{said.place}",
    }
    if said.old:
        fields["target_text"] = text_of(read(said.old))
    return CANDIDATE.validate_python(fields)


def text_of(fields: Mapping[str, Any]) -> str:
    """What a candidate says."""
    value = fields.get("value", fields.get("description", fields.get("domain")))
    return str(value["name"] if isinstance(value, dict) else value)


def words_of(family: Family, said: Said) -> str:
    """The user's words, no two alike."""
    opening = {
        "assert": "",
        "end": "No longer true: ",
        "replace": "From here on: ",
        "retract": "Forget that: ",
    }
    return f"{opening[said.does]}{family.says.format(said.value)}"


def message(family: Family, said: Said) -> PromptText:
    """The message in which it is said, an hour after the one before."""
    return PromptText(f"p{said.place}", words_of(family, said), START + said.place * HOUR)


def merged(
    profile: Profile,
    candidates: Sequence[Candidate],
    prompts: Sequence[PromptText],
    number: int,
) -> Merged:
    """The profile after a batch, which is delivered long after all was said."""
    return merge(
        profile,
        examine(candidates, prompts),
        batch_id=f"b{number}",
        settings=SETTINGS,
        now=START + 100 * HOUR + number * HOUR,
    )


def delivered(family: Family, history: Sequence[Said], batches: Sequence[Sequence[int]]) -> Profile:
    """The profile after a history that is delivered in these batches."""
    profile = Profile()
    for number, places in enumerate(batches):
        said = [history[place] for place in places]
        in_order = sorted(said, key=lambda one: one.place)
        profile = merged(
            profile,
            [candidate(family, one) for one in said],
            [message(family, one) for one in in_order],
            number,
        ).profile
    return profile


def value_of(history: Sequence[Said]) -> str | None:
    """What holds after a history, by what was said last."""
    value = None
    for said in history:
        if said.does in ("assert", "replace"):
            value = said.value
        elif said.value == value:
            value = None
    return value
