"""Reads the conversations that the ranking learns from: our own, in `conversations/*.txt`.

A line is a note, `Speaker: text` or plain text, with a letter before it if a question refers to it:
`a| Ann: I sold the boat.` `@ 2025-01-31` begins a session, `^ ` is a paragraph with which the
assistant's answers are filled up, since assistants are wordy, and `? What did Ann sell? = a` is a
question with the letters of its evidence. The first line names the kind.

Conversations of one kind become the memory of one user. Those between friends are all between the
same two, so that a name alone does not tell where an answer is, and every fourth of their questions
names the month. Those with assistants make a second memory, of the user's side only, since many
clients save no more than that.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from shared.documents.memory import MemoryEntry, Role, Tier

FOLDER = Path(__file__).with_name("conversations")
OTHERS = FOLDER.parent.parent / "reading" / "development"
FILLED_UP = 150
"""How many other messages stand among single notes, so that these have rivals."""
FRIENDS = {
    **dict.fromkeys(("Ruth", "Lena", "Ines", "Heidi"), "Nora"),
    **dict.fromkeys(("Otto", "Marco", "Karl", "Jonas"), "Emil"),
}
ROLES: Mapping[str, Role] = {"User": "user", "Assistant": "assistant"}
PARAGRAPHS = 3
"""How many paragraphs an assistant's answer is filled up with."""
_LABELED = re.compile(r"([a-z])\| (.*)")
_NAMES = re.compile("|".join(FRIENDS))
_UNDATED = datetime(2025, 1, 1, 9, tzinfo=UTC)


@dataclass(frozen=True)
class Question:
    """A question and the ids of the notes that answer it."""

    text: str
    evidence: frozenset[str]


@dataclass(frozen=True)
class Memory:
    """All notes of one user, and questions about them."""

    kind: str
    notes: list[MemoryEntry]
    questions: list[Question]


def memories() -> list[Memory]:
    """Returns the memories of each kind of conversation."""
    read = [conversation(path) for path in sorted(FOLDER.glob("*.txt"))]
    kinds = dict.fromkeys(one.kind for one in read)
    found = [_together(kind, [one for one in read if one.kind == kind]) for kind in kinds]
    return [*found, *(_of_user(one) for one in found if one.kind == "assistant")]


def _of_user(memory: Memory) -> Memory:
    """Returns the user's side of conversations with assistants."""
    notes = [note for note in memory.notes if note.role == "user"]
    known = {note.id for note in notes}
    asked = [one for one in memory.questions if one.evidence <= known]
    return Memory(memory.kind, notes, asked)


def conversation(path: Path) -> Memory:
    """Reads a file."""
    first, *lines = filter(None, path.read_text().splitlines())
    kind = first.removeprefix("kind: ")
    fill = [line.removeprefix("^ ") for line in lines if line.startswith("^ ")]
    day: datetime | None = None
    notes: list[MemoryEntry] = []
    questions: list[Question] = []
    for line in lines:
        if line.startswith("@ "):
            day = datetime.fromisoformat(line[2:]).replace(hour=9, tzinfo=UTC)
        elif line.startswith("? "):
            text, _, labels = line[2:].rpartition(" = ")
            evidence = frozenset(f"{path.stem}-{label}" for label in labels.split())
            questions.append(Question(text, evidence))
        elif not line.startswith("^ "):
            notes.append(_note(path.stem, line, len(notes), day, fill))
    return Memory(kind, notes, questions)


def _note(
    name: str, line: str, place: int, day: datetime | None, fill: Sequence[str]
) -> MemoryEntry:
    labeled = _LABELED.match(line)
    id_ = f"{name}-{labeled[1] if labeled else place}"
    text = labeled[2] if labeled else line
    speaker, _, said_by_them = text.partition(": ")
    role = ROLES.get(speaker)
    if role:
        text = said_by_them
    if role == "assistant":
        text = " ".join([text, *(fill[(place + n) % len(fill)] for n in range(PARAGRAPHS))])
    said = (day or _UNDATED) + timedelta(seconds=place)
    return MemoryEntry(
        id=id_,
        tier=Tier.ARCHIVE,
        content=text,
        role=role,
        thread_id=f"{name}-{day.date()}" if day else None,
        created_at=said,
        updated_at=said,
        position=place,
    )


def _together(kind: str, parts: Iterable[Memory]) -> Memory:
    notes: list[MemoryEntry] = []
    questions: list[Question] = []
    for part in parts:
        notes += part.notes
        questions += part.questions
    if kind == "notes":
        texts = [
            json.loads(line)["says"]
            for name in ("en", "neutral")
            for line in (OTHERS / f"{name}.jsonl").read_text().splitlines()
        ]
        notes += [_note("other", text, n, None, ()) for n, text in enumerate(texts[:FILLED_UP])]
    if kind != "friends":
        return Memory(kind, notes, questions)
    said = {note.id: note.created_at for note in notes}
    return Memory(
        kind,
        [note.model_copy(update={"content": _between_two(note.content)}) for note in notes],
        [_dated(one, place, said) for place, one in enumerate(questions)],
    )


def _dated(question: Question, place: int, said: dict[str, datetime]) -> Question:
    text = _between_two(question.text)
    if place % 4 == 1 and len(question.evidence) == 1 and " in " not in text:
        (id_,) = question.evidence
        text = f"{text.rstrip('?')} in {said[id_]:%B %Y}?"
    return replace(question, text=text)


def _between_two(text: str) -> str:
    return _NAMES.sub(lambda name: FRIENDS[name.group()], text)
