"""Episodes of cascades: a value changes or ends, and what rests on it may be outdated.

The texts are written by hand, in `cascades/templates.json`: what rests on a value of a kind
(`rests`, with {v} for the value, and `also` for one value), what does not (`others`), and what only
looks like it (`near`): a common word, a longer name, somebody else. The same seed gives the same
episodes.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

SEED = 2026
HOMES = (
    "preference:trait",
    "preference:tool",
    "about:custom",
    "pattern",
    "workflow",
    "note:archive",
    "note:archive",
    "note:memory",
    "note:user",
)
"""Where a text stands; most notes are in the archive."""


@dataclass(frozen=True)
class Text:
    """An item or a note.

    Attributes:
        text: what it says.
        home: where it stands, one of `HOMES`.
        day: when it was last stated, in days after the change; negative if before it.
        rests: whether it rests on the value, so that it has to be marked.
    """

    text: str
    home: str
    day: int
    rests: bool


@dataclass(frozen=True)
class Episode:
    """A change of one value, with everything else that is known of the user.

    Attributes:
        path: the path of the fact; empty if the value is a preference.
        old: what held before: a value, a contact, or the description of a preference.
        new: what holds instead; None if it just ended.
        texts: the items and notes.
    """

    name: str
    slot: str
    path: str
    old: Any
    new: Any
    texts: tuple[Text, ...]


def episodes(seed: int = SEED) -> list[Episode]:
    """Two episodes for each value of the templates: once it changes, if it can, once it ends."""
    source = Path(__file__).parent / "cascades" / "templates.json"
    slots = json.loads(source.read_text(encoding="utf-8"))
    random = Random(seed)
    return [
        _episode(slot, value, random, changes=changes)
        for slot in slots
        for value in slot["values"]
        for changes in (True, False)
    ]


def _episode(slot: Any, value: Any, random: Random, *, changes: bool) -> Episode:
    name, new = value["v"], value["new"] if changes else None
    resting = random.sample(slot["rests"], random.randint(3, 5))
    texts = [_text(text.format(v=name), random, rests=True) for text in [*resting, *value["also"]]]
    others = random.sample(slot["others"], random.randint(3, len(slot["others"]) - 1))
    texts += [_text(text, random, rests=False) for text in [*others, *value["near"]]]
    if random.random() < 0.3:  # What is said after the change knows of it.
        later = random.choice([text for text in slot["rests"] if text not in resting])
        day = random.randint(1, 20)
        texts.append(Text(later.format(v=name), random.choice(HOMES), day, rests=False))
    if new:
        about_new = random.choice(slot["rests"]).format(v=new)
        texts.append(_text(about_new, random, rests=False))
    random.shuffle(texts)
    unique = {text.text: text for text in texts}
    kind = f"is {new} now" if new else "is over"
    return Episode(
        f"{slot['slot']}: {name} {kind}",
        slot["slot"],
        slot["path"],
        _value(slot, value.get("full", name)),
        _value(slot, new) if new else None,
        tuple(unique.values()),
    )


def _text(text: str, random: Random, *, rests: bool) -> Text:
    return Text(text, random.choice(HOMES), -random.randint(1, 25), rests)


def _value(slot: Any, value: str) -> Any:
    return {"name": value, "relation": slot["relation"]} if "relation" in slot else value
