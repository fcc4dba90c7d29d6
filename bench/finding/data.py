"""The data sets that search is measured on, each as notes and questions with their evidence.

`FOLDER/locomo/*.json`: conversations between friends (LoCoMo, snap-research/locomo, CC BY-NC 4.0),
reshaped: sessions of turns, and questions whose evidence names turns.

`FOLDER/beam/100K/<n>/`: conversations with an assistant (BEAM, github.com/mohammadtavakoli78/BEAM,
its folder `chats/100K`): `chat.json`, or `chat_trunecated.json` where the set has shortened it, and
`probing_questions/probing_questions.json`. The evidence are the numbers in `source_chat_ids`.

`FOLDER/truth/paraphrases.json`: 40 notes with a question each that shares no word with its note.
They stand among 160 other messages, from `bench/reading/second`.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bench.finding.turns import CATEGORIES, questions_of, turns_of

LONGEST = 2000
"""The longest note, in characters. Longer messages are cut."""
TOGETHER = 200
"""How many notes the paraphrases are among."""
_BOOKKEEPING = re.compile(r"\s*->->.*$", re.DOTALL)
_BEGIN = datetime(2024, 1, 1, 9, tzinfo=UTC)
_OTHERS = Path(__file__).parents[1] / "reading" / "second" / "en.jsonl"


@dataclass(frozen=True)
class Asked:
    """A question, the names of its evidence, and its category."""

    question: str
    evidence: frozenset[str]
    category: str


@dataclass(frozen=True)
class Corpus:
    """What one user has saved, by name, in order; and questions about it."""

    name: str
    notes: dict[str, dict[str, Any]]
    asked: list[Asked]


def locomo(folder: Path) -> list[Corpus]:
    """Returns LoCoMo's conversations: a turn is a note "speaker: text"."""
    return [
        _friends(path.stem, json.loads(path.read_text()))
        for path in sorted((folder / "locomo").glob("*.json"))
    ]


def beam(folder: Path, *, users: bool = False) -> list[Corpus]:
    """Returns BEAM's conversations: a message is a note with its role.

    Args:
        folder: holds `beam/100K`.
        users: whether only the user's messages are notes, and evidence.
    """
    found = sorted((folder / "beam" / "100K").glob("*/"), key=lambda path: int(path.name))
    return [_assisted(path, users=users) for path in found]


def paraphrases(folder: Path) -> list[Corpus]:
    """Returns the notes with questions that share no word with them, if they are there."""
    path = folder / "truth" / "paraphrases.json"
    if not path.exists():
        return []
    pairs = json.loads(path.read_text())
    others = [json.loads(line)["says"][:LONGEST] for line in _OTHERS.read_text().splitlines()]
    texts = [*(pair["note"] for pair in pairs), *others][:TOGETHER]
    notes = {str(place): {"content": text} for place, text in enumerate(texts)}
    asked = [
        Asked(pair["query"], frozenset({str(place)}), "paraphrase")
        for place, pair in enumerate(pairs)
    ]
    return [Corpus("paraphrases", notes, asked)]


def _friends(name: str, conversation: dict[str, Any]) -> Corpus:
    turns = turns_of(conversation)
    notes: dict[str, dict[str, Any]] = {name: dict(note) for name, note in turns}
    asked = [
        Asked(
            each["question"],
            frozenset(each["evidence"]),
            CATEGORIES.get(each["category"], str(each["category"])),
        )
        for each in questions_of(conversation)
    ]
    return Corpus(f"locomo-{name}", notes, asked)


def _assisted(folder: Path, *, users: bool) -> Corpus:
    chat = folder / "chat_trunecated.json"
    notes: dict[str, dict[str, Any]] = {}
    for number, batch in enumerate(
        json.loads((chat if chat.exists() else folder / "chat.json").read_text())
    ):
        for message in (one for turn in batch["turns"] for one in turn):
            text = _BOOKKEEPING.sub("", message["content"]).strip()[:LONGEST]
            if not text or (users and message["role"] != "user"):
                continue
            said = _BEGIN + timedelta(days=7 * number, seconds=message["id"])
            notes[str(message["id"])] = {
                "content": text,
                "source": "conversation",
                "role": message["role"],
                "threadId": f"batch-{number}",
                "createdAt": said.isoformat(),
            }
    questions = json.loads((folder / "probing_questions/probing_questions.json").read_text())
    asked = []
    for ability, each in ((name, one) for name, many in questions.items() for one in many):
        named = frozenset(map(str, _numbers(each.get("source_chat_ids"))))
        evidence = named & notes.keys() if users else named
        if evidence:
            asked.append(Asked(each["question"], evidence, ability.replace("_", " ")))
    return Corpus(f"beam-{folder.name}{'-user' if users else ''}", notes, asked)


def _numbers(value: object) -> Iterator[int]:
    if isinstance(value, int):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _numbers(each)
