"""JSON documents that are kept as notes, and which of them a search wants.

A note's first line is the document; its last one says where it belongs.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rekindle_client.privacy import without_private

MARK = "langgraph"
"""The tag of every note that is a document; others begin with it."""
_LONGEST = 2000
"""The most characters of a note."""
_LONGEST_TAG = 200
_MOST_TAGS = 20
_TTL = f"{MARK} minutes:"
_IGNORABLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U00016fe4\U0001d159"
    + "".join(map(chr, [*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]))
)
"""Letters, marks, and symbols that show nothing, which the API takes out of notes."""


@dataclass(frozen=True)
class Document:
    """A note that is a document.

    Attributes:
        namespace: where it belongs, from the outside in.
        key: its name there.
        value: what it says.
    """

    namespace: tuple[str, ...]
    key: str
    value: dict[str, Any]


@dataclass(frozen=True)
class Kept:
    """What the note of a document has."""

    id: str
    content: str
    tags: list[str]


def id_of(namespace: Sequence[str], key: str) -> str:
    """The ID of the note."""
    return f"{MARK}-{_digest(namespace, key)[:32]}"


def tag_of(namespace: Sequence[str]) -> str:
    """The tag of every document in a namespace or below it."""
    return f"{MARK}:{'.'.join(namespace)}" if namespace else MARK


def kept(
    namespace: Sequence[str], key: str, value: Mapping[str, Any], ttl: float | None = None
) -> Kept:
    """The note of a document, without what the user keeps to themselves.

    Args:
        namespace: where it belongs.
        key: its name there.
        value: what it says.
        ttl: minutes after which it ends.

    Raises:
        TypeError: it is not JSON.
        ValueError: it does not fit into a note.
    """
    name = f"{'.'.join(namespace)}/{key}"
    if ttl is not None and ttl <= 0:
        raise ValueError(f"{name}: the ttl is {ttl} minutes; it must be more than 0.")
    try:
        document = _json(_shared(value))
    except (TypeError, ValueError) as error:
        raise type(error)(f"{name}: {error}. Store only what JSON can say.") from error
    # The number keeps what two documents say from counting as the same note.
    number = int(_digest(namespace, key)[:16], 16) % 10**12
    content = f"{document}\n{_json([*namespace, key, number])}"
    if without_private(content) != content:
        raise ValueError(f"{name}: a private passage must begin and end in the same text.")
    if len(content) > _LONGEST:
        raise ValueError(
            f"{name} has {len(content):,} characters as JSON, with its name; a note holds "
            f"{_LONGEST:,}. Split it over several keys."
        )
    return Kept(id_of(namespace, key), content, _tags(namespace, ttl))


def read(content: str) -> Document | None:
    """The document that a note is; None if it is another note, or was edited into one."""
    document, _, address = content.rpartition("\n")
    try:
        value, where = json.loads(document), json.loads(address)
    except ValueError:
        return None
    if not isinstance(value, dict) or not isinstance(where, list) or len(where) < 2:
        return None
    *namespace, key, _ = where
    if not all(isinstance(each, str) for each in (*namespace, key)):
        return None
    return Document(tuple(namespace), key, value)


def ttl_of(tags: Sequence[str]) -> float | None:
    """The minutes after which a document ends, by the tags of its note."""
    told = next((tag for tag in tags if tag.startswith(_TTL)), None)
    return float(told.removeprefix(_TTL)) if told else None


def wanted(value: Any, condition: Any) -> bool:
    """Whether a value is what a filter asks for.

    Raises:
        ValueError: the filter has an operator that there is not.
    """
    if isinstance(condition, Mapping):
        if any(str(name).startswith("$") for name in condition):
            return all(_compared(value, name, other) for name, other in condition.items())
        return isinstance(value, Mapping) and all(
            wanted(value.get(name), each) for name, each in condition.items()
        )
    if isinstance(condition, list | tuple):
        return (
            isinstance(value, list)
            and len(value) == len(condition)
            and all(map(wanted, value, condition))
        )
    return bool(value == condition)


def begins(namespace: Sequence[str], path: Sequence[str]) -> bool:
    """Whether a namespace begins with a path, in which `*` stands for any label."""
    return len(namespace) >= len(path) and all(
        step in ("*", label) for step, label in zip(path, namespace, strict=False)
    )


def ends(namespace: Sequence[str], path: Sequence[str]) -> bool:
    """Whether a namespace ends with a path, in which `*` stands for any label."""
    return begins(namespace[::-1], path[::-1])


def _digest(namespace: Sequence[str], key: str) -> str:
    return hashlib.sha256(json.dumps([*namespace, key]).encode()).hexdigest()


def _tags(namespace: Sequence[str], ttl: float | None) -> list[str]:
    depths = range(len(namespace) + 1)
    tags = [tag_of(namespace[:depth]) for depth in depths]
    if len(tags) >= _MOST_TAGS:
        raise ValueError(f"The namespace has {len(namespace)} labels; it may have 18.")
    if len(tags[-1]) > _LONGEST_TAG:
        longest = _LONGEST_TAG - len(MARK) - 1
        raise ValueError(
            f"The namespace {'.'.join(namespace)} has more than {longest} characters. Shorten it."
        )
    for label in namespace:
        if label != label.strip() or any(map(_escaped, label)):
            raise ValueError(
                f"The namespace label {label!r} has white space around it or "
                "characters that do not show. Take them out."
            )
    return [*tags, f"{_TTL}{ttl}"] if ttl is not None else tags


def _json(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    if not any(map(_escaped, text)):
        return text
    return "".join(json.dumps(each)[1:-1] if _escaped(each) else each for each in text)


def _escaped(char: str) -> bool:
    """Whether a character does not show, so that the API would take it out."""
    return char in _IGNORABLE or not char.isprintable()


def _shared(value: Any) -> Any:
    """The value without the private passages of its texts."""
    if isinstance(value, str):
        return without_private(value)
    if isinstance(value, Mapping):
        return dict(_shared_fields(value))
    if isinstance(value, list | tuple):
        return [_shared(each) for each in value]
    return value


def _shared_fields(fields: Mapping[Any, Any]) -> Iterator[tuple[str, Any]]:
    for name, each in fields.items():
        if not isinstance(name, str):
            raise TypeError(f"the name {name!r} of a field is not a text")
        yield name, _shared(each)


def _compared(value: Any, operator: str, other: Any) -> bool:
    if operator == "$eq":
        return bool(value == other)
    if operator == "$ne":
        return bool(value != other)
    try:
        left, right = float(value), float(other)
    except (TypeError, ValueError):
        left = right = float("nan")
    match operator:
        case "$gt":
            return left > right
        case "$gte":
            return left >= right
        case "$lt":
            return left < right
        case "$lte":
            return left <= right
    raise ValueError(f"There is no operator {operator}; use $eq, $ne, $gt, $gte, $lt or $lte.")
