"""What the rules for facts share: the fact itself, proper names, enumerations."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from adapters.reader.grammar.tokens import Token

_BETWEEN_MEMBERS = re.compile(r",? and |, ")


@dataclass(frozen=True, slots=True)
class Fact:
    """A value at a leaf path of `about`; on a list path, one more element."""

    path: str
    value: Any
    confidence: float


NOT_NAMES: Final = frozenset(
    """
    i the a an not so just also very really here back sure sorry glad happy sad tired new on in at
    from going trying looking working using italian german french english american canadian indian
    chinese japanese korean spanish portuguese brazilian mexican dutch polish russian turkish
    greek irish scottish british australian swedish norwegian danish finnish ukrainian catholic
    muslim jewish christian hindu buddhist sikh orthodox protestant vegan vegetarian python linux
    ceo cto cfo coo vp hr it okay ok fine good well great african asian european latino latina
    hispanic arab arabic persian iranian israeli egyptian nigerian kenyan vietnamese thai filipino
    pakistani monday tuesday wednesday thursday friday saturday sunday later maybe whatever when
    if crazy
    """.split()
)


GIVEN_NAMES: Final = frozenset("ada julia ruby pascal jade elm eclipse".split())


_NOT_IN_NAMES: Final = frozenset("a an the for to who that my their".split())


def words_after(tokens: Sequence[Token], said: str, match: re.Match[str] | None) -> Sequence[Token]:
    """The words behind a match on their normalised text; none where nothing matched."""
    return tokens[said.count(" ", 0, match.end()) :] if match else ()


def proper_name(tokens: Sequence[Token], text: str, limit: int = 4) -> str:
    """The capitalised words at the start, as written: "Lisbon, Portugal", "Acme Corp"."""
    end = 0
    for at, token in enumerate(tokens[: limit * 2]):
        raw = text[token.start : token.end]
        if raw[:1].isupper() or (raw[:1].isdigit() and at):
            end = at + 1
        elif not (at and raw in {",", "of", "de", "and", "&", "the", "-", "la", "du"}) or (
            raw == "," and at + 1 < len(tokens) and not text[tokens[at + 1].start].isupper()
        ):
            break
    return text[tokens[0].start : tokens[end - 1].end] if end else ""


def members(listed: str) -> list[str]:
    """The members of an enumeration of short names; the whole where it is no such thing."""
    parts = [part.strip() for part in _BETWEEN_MEMBERS.split(listed)]
    plain = all(
        0 < len(part.split()) < 4 and not set(part.lower().split()) & _NOT_IN_NAMES
        for part in parts
    )
    return parts if plain else [listed]
