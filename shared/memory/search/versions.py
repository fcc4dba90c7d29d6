"""Notes that state another value of the same thing: the newest holds, the others are history.

A statement is a subject with its relation, and a value: "The capital of X is" and "Y". Two brief
statements with one subject and relation and with values that differ, by the notion of sameness that
learning has, cannot both hold. Only relations that have one value at a time count: "likes tea" and
"likes coffee" are no rivals, and neither are two qualities, "is old" and "is grey".
"""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from shared.base.sameness import same
from shared.base.text import fold
from shared.memory.packing import Packed

LONGEST = 30
"""The most words of a note that is one statement."""
LONGEST_VALUE = 10
_SENTENCE = re.compile(r"[.!?] [A-Z]")
_LINK = re.compile(r" (?:is|are|was|were|=) (?:now )?| ?: ", re.IGNORECASE)
_NOUN_OF = re.compile(
    r"^(?P<key>.+? (?:is|are|was|were) (?:now )?(?:an?|the) (?:\w+ )?\w+ of) +(?P<value>.+)$",
    re.IGNORECASE,
)
_VERB_OF = re.compile(
    r"^(?P<key>.+? (?:plays|holds|has|(?:works|serves) in) the \w+ of) +(?P<value>.+)$",
    re.IGNORECASE,
)
_ONCE = (
    "affiliated|associated|based|born|broadcast|built|buried|composed|created|deployed|designed"
    "|developed|directed|due|employed|engaged|founded|headquartered|held|hosted|invented|kept"
    "|located|made|married|owned|painted|parked|performed|planned|postponed|produced|published"
    "|run|scheduled|set|situated|stored|written"
)
"""What happens to a thing once, or is true of it in one way at a time."""
_PASSIVE = re.compile(
    rf"^(?P<key>.+? (?:is|are|was|were|been|got) (?:now )?(?:{_ONCE})"
    r" (?:in|by|to|with|at|on|for|from|until)) +(?P<value>.+)$",
    re.IGNORECASE,
)
_DEFINITE = re.compile(r"^(?:the|my|our|his|her|their|its) |['’]s? ", re.IGNORECASE)
_RELATIONAL = re.compile(
    r" (?:of|that|where|who|which) |\b(?:favou?rite|current|new|default|main|preferred) "
    r"|\b(?:name|address|number|birthday|age|date|deadline|password|port|version|size|phone)$",
    re.IGNORECASE,
)
_VERBS = {
    "residence": r"(?:live|lives|living|reside|resides|moved|move|relocated) (?:in|to)",
    "employer": r"(?:work|works|working|started|employed) (?:at|for|by)|joined",
    "meeting": r"(?:meets|takes place|starts|begins) (?:at|on|in)",
    "end": r"(?:ends|closes) (?:at|on|in)",
    "death": r"died (?:at|on|in)",
}
_ANY_VERB = re.compile(rf"\b(?:{'|'.join(_VERBS.values())}) ", re.IGNORECASE)
_SLOTS = {
    slot: re.compile(rf"^(?P<who>.*?)\b(?:{verbs}) +(?P<value>.+)$", re.IGNORECASE)
    for slot, verbs in _VERBS.items()
}
_FILLERS = re.compile(
    r"\b(?:now|currently|already|recently|just|have|has|had|'ve|'s|am|is|are|was|were|'m)\b",
    re.IGNORECASE,
)
_ARTICLES = re.compile(r"\b(?:a|an|now) ", re.IGNORECASE)
_NUMBER = re.compile(r"\d")


@dataclass(frozen=True)
class Statement:
    """What a text says of what.

    Attributes:
        key: the same for all statements about one subject and relation.
        value: what it says, in words.
    """

    key: Hashable
    value: str


def statement_of(text: str) -> Statement | None:
    """Returns the statement that a text makes; None if it makes none, or more than one."""
    words = text.split()
    said = " ".join(words).rstrip(".! ")
    if len(words) > LONGEST or "\n" in text.strip() or "?" in said or _SENTENCE.search(said):
        return None
    for slot, pattern in _SLOTS.items() if _ANY_VERB.search(said) else ():
        if found := pattern.match(said):
            who = fold(_FILLERS.sub(" ", found["who"]))
            if who:
                return _statement((slot, who, _kind(found["value"])), found["value"])
    for pattern in (_PASSIVE, _NOUN_OF):
        if found := pattern.match(said):
            return _statement(fold(_article_less(found["key"])), found["value"])
    return _by_link(said) or _by_noun(said)


def superseded(notes: Iterable[tuple[str, Packed]]) -> dict[str, str]:
    """Returns, for each note that a newer one replaces, the id of the newest.

    Args:
        notes: their ids and columns.
    """
    groups: dict[Hashable, list[tuple[str, Packed, Statement]]] = defaultdict(list)
    for id_, note in notes:
        if "a" not in note.traits and (statement := statement_of(note.content)):
            groups[statement.key].append((id_, note, statement))
    replaced: dict[str, str] = {}
    for group in groups.values():
        if len(group) < 2:
            continue
        newest, _, held = max(group, key=lambda each: (each[1].created, each[1].position))
        for id_, _, statement in group:
            if id_ != newest and _are_rivals(statement.value, held.value):
                replaced[id_] = newest
    return replaced


def _by_link(said: str) -> Statement | None:
    """Returns a statement with "is", if its subject names something that has one value."""
    links = list(_LINK.finditer(said))
    for link in links:
        subject = said[: link.start()]
        if (_DEFINITE.search(f"{subject} ") or ":" in link.group()) and _RELATIONAL.search(subject):
            last = links[-1] if _RELATIONAL.search(subject) else link
            subject, value = said[: last.start()], said[last.end() :]
            return _statement(fold(subject), value)
    if links:
        subject, value = said[: links[-1].start()], said[links[-1].end() :]
        owned = _DEFINITE.search(f"{subject} ")
        if owned and (value[:1].isupper() or _NUMBER.search(value)):
            return _statement((fold(subject), _kind(value)), value)
    return None


def _by_noun(said: str) -> Statement | None:
    """Returns a statement such as "plays the position of goalkeeper"."""
    found = _VERB_OF.match(said)
    if found:
        return _statement(fold(found["key"]), found["value"])
    return None


def _statement(key: Hashable, value: str) -> Statement | None:
    words = value.split()
    return Statement(key, value) if 0 < len(words) <= LONGEST_VALUE else None


def _kind(value: str) -> str:
    """Returns what a value is: a place is no rival of a date."""
    return "number" if _NUMBER.search(value) else "name"


def _article_less(text: str) -> str:
    return _ARTICLES.sub("", text)


def _are_rivals(one: str, other: str) -> bool:
    return fold(one) != fold(other) and not same(one, other)
