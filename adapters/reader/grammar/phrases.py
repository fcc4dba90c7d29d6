"""Finding a lexicon's phrases in a run of tokens."""

from collections.abc import Mapping, Sequence
from typing import Final

from adapters.reader.grammar.lexicon import VERBS, Stance
from adapters.reader.grammar.predicate_lexicon import ADJECTIVES, NOUNS
from adapters.reader.grammar.predicates import is_adverb
from adapters.reader.grammar.tokens import Token

Table = Mapping[tuple[str, ...], Stance]


def _index(table: Table) -> dict[str, list[tuple[str, ...]]]:
    index: dict[str, list[tuple[str, ...]]] = {}
    for phrase in sorted(table, key=len, reverse=True):
        index.setdefault(phrase[0], []).append(phrase)
    return index


_BY_HEAD: Final = {id(table): _index(table) for table in (VERBS, ADJECTIVES, NOUNS)}


def match(
    table: Table, tokens: Sequence[Token], head: str
) -> tuple[Stance, int, tuple[str, ...]] | None:
    """The longest phrase that the tokens begin with; their first word is read as `head`."""
    for phrase in _BY_HEAD[id(table)].get(head, ()):
        length = length_of(phrase, tokens)
        if length:
            return table[phrase], length, phrase
    return None


def length_of(phrase: tuple[str, ...], tokens: Sequence[Token]) -> int:
    """How many tokens the phrase covers from the first on; 0 where they do not continue it."""
    at = 1
    for word in phrase[1:]:
        while at < len(tokens) and tokens[at].norm != word and _skippable(tokens[at].norm):
            at += 1
        if at >= len(tokens) or tokens[at].norm != word:
            return 0
        at += 1
    return at


def _skippable(word: str) -> bool:
    """What may stand inside a set phrase: "take great pleasure in", "care deeply about"."""
    return is_adverb(word) or word in {
        "great",
        "real",
        "much",
        "huge",
        "big",
        "far",
        "strong",
        "such",
    }
