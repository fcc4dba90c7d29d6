"""Stances whose grammatical subject is the thing: "long flights bore me"."""

import re
from collections.abc import Iterator, Sequence

from adapters.reader.grammar.lexicon import UNSURE
from adapters.reader.grammar.tokens import Token, norms
from adapters.reader.grammar.words import BAD, GOOD
from adapters.reader.objects.anaphora import stands_alone
from adapters.reader.objects.objects import cut
from adapters.reader.objects.wording import describe, shifted
from adapters.reader.preferences.evaluation_forms import (
    AFFECTS_ME,
    BARE,
    BARE_DISLIKE,
    BARE_LIKE,
    BOTHERS,
    FAVORITE,
    FAVORITE_TAIL,
    HATED_THING,
    IMPORTANT,
    LIFE_FACT,
    MAKES_ME,
    MATTERS,
    NEGATIVE_VERBS,
    NOT_FOR_ME,
    NOTHING_BEATS,
    SEEMS,
    STATED,
)
from adapters.reader.preferences.findings import Finding, graded
from adapters.reader.text.clauses import Clause
from shared.documents.profile import PreferenceType as T

_OTHER_MATTERS = re.compile(r"\b(?:for|of|to|in|with) that\b| (?:i|we) (?:have|had|need) to\b")
_DANGLING = frozenset("and or to of a the that which me but so with for".split())


_PLACES = frozenset("on in at from for with over out up off".split())
_NO_OBJECT = frozenset("and or is are was can should will , of for in has from at to".split())


_ANAPHORIC = frozenset(
    "it this that these those he she they you which who what there here him her everyone "
    "everything people your his their such".split()
)


def evaluations(clause: Clause, text: str) -> Iterator[Finding]:
    """Findings in a clause whose subject is not "I" or "we"."""
    said = norms(clause.tokens)
    tokens = clause.tokens
    if clause.subject in {"my", "our"}:
        yield from _of_mine(clause, tokens, said, text)
        return
    for pattern, kind, base in (
        (NOTHING_BEATS, T.LIKE, 0.95),
        (HATED_THING, T.DISLIKE, 0.95),
        (IMPORTANT, T.PREFERENCE, 0.95),
        (MATTERS, T.PREFERENCE, 0.95),
        (BOTHERS, T.DISLIKE, 0.9),
    ):
        match = pattern.match(said)
        if match:
            yield from _object_at(clause, tokens, match.end(), said, kind, base, text)
            return
    if clause.subject == "" and clause.first and not clause.link:
        for pattern, kind in ((BARE, T.DISLIKE), (BARE_LIKE, T.LIKE), (BARE_DISLIKE, T.DISLIKE)):
            match = pattern.match(said)
            if match:
                yield from _object_at(clause, tokens, match.end(), said, kind, 0.87, text)
                return
    if (
        " me" in said
        or " my" in said
        or " our" in said
        or " what i " in said
        or " seem" in said
        or " look" in said
        or " sound" in said
    ):
        yield from _of_things(clause, tokens, said, text)


def _of_mine(clause: Clause, tokens: Sequence[Token], said: str, text: str) -> Iterator[Finding]:
    favorite = FAVORITE.match(said)
    if favorite:
        words = cut(tokens[_index(said, favorite.end()) :])
        kind = " ".join(favorite["kind"].split()).replace("favorite", "favourite")
        if (
            stands_alone(words, firm=True)
            and len(words) < 16
            and not set(kind.split()) & {"one", "ones"}
            and words[0].norm not in _PLACES
        ):
            yield Finding(T.LIKE, f"{describe(words, text)} ({kind})", graded(0.95, clause, ()))
        return
    for kind_of, base, pattern in STATED:
        match = pattern.match(said)
        if match:
            at = _index(said, match.end())
            if said[: match.end()].endswith(" to "):
                at -= 1
            words = cut(tokens[at:])
            if stands_alone(words):
                yield Finding(kind_of, describe(words, text), graded(base, clause, ()))
            return
    if LIFE_FACT.match(said) and not _OTHER_MATTERS.search(said):
        words = cut(tokens)
        if not {token.norm for token in words} & {"you", "your", "this"}:
            yield Finding(T.PREFERENCE, shifted(words, text), graded(0.85, clause, ()))
            return
    yield from _of_things(clause, tokens, said, text)


def _of_things(clause: Clause, tokens: Sequence[Token], said: str, text: str) -> Iterator[Finding]:
    liked = FAVORITE_TAIL.match(said)
    if liked:
        yield from _thing(clause, tokens, liked, said, T.LIKE, 0.95, text)
        return
    judged = NOT_FOR_ME.match(said)
    if judged:
        yield from _judged(clause, tokens, judged, said, text)
        return
    makes = MAKES_ME.match(said)
    if makes:
        words = makes["rest"].split()[:4]
        bad = any(word in BAD for word in words)
        good = any(word in GOOD for word in words) or makes["verb"].startswith(("help", "bring"))
        if bad is not good:
            yield from _thing(clause, tokens, makes, said, T.DISLIKE if bad else T.LIKE, 0.88, text)
        return
    affects = AFFECTS_ME.match(said)
    if affects:
        negated = "not" in affects["adverbs"] or "never" in affects["adverbs"]
        bad = bool(NEGATIVE_VERBS.match(affects["verb"]))
        if bad and negated:
            return
        yield from _thing(
            clause, tokens, affects, said, T.DISLIKE if bad or negated else T.LIKE, 0.88, text
        )
        return
    seems = SEEMS.match(said)
    if seems:
        yield from _thing(clause, tokens, seems, said, T.LIKE, UNSURE, text)


def _judged(
    clause: Clause, tokens: Sequence[Token], judged: re.Match[str], said: str, text: str
) -> Iterator[Finding]:
    what = judged["what"]
    if judged["good"] and judged["good"] not in GOOD | BAD:
        return
    bad = "deal" in what or "off" in what or "question" in what or (judged["good"] or "") in BAD
    wanted = (
        "important" in what
        or "essential" in what
        or "must" in what
        or "negotiable" in what
        or "crucial" in what
    )
    negated = judged["not"] is not None
    if negated and (bad or wanted):
        return
    kind = T.DISLIKE if bad or negated else T.PREFERENCE if wanted else T.LIKE
    yield from _thing(clause, tokens, judged, said, kind, 0.9, text)


def _thing(
    clause: Clause,
    tokens: Sequence[Token],
    match: re.Match[str],
    said: str,
    kind: T,
    base: float,
    text: str,
) -> Iterator[Finding]:
    """A finding about the words that the group `thing` covers."""
    words = tokens[: _index(said, match.end("thing")) + 1]
    while words and (words[0].norm in {"honestly", "personally", "and", "but", "for", "me", ","}):
        words = words[1:]
    if not words or words[0].norm in _ANAPHORIC or len(words) > 12 or words[-1].norm in _DANGLING:
        return
    if any(
        token.norm in {"would", "will", "is", "are", "i", "me", "we", ",", "who", "'"}
        for token in words
    ):
        return
    notion = norms(words[:3]) in {"the idea of", "the thought of", "the prospect of"}
    if stands_alone(words, firm=base > 0.9 or notion):
        yield Finding(kind, describe(words, text), graded(base, clause, ()))


def _object_at(
    clause: Clause, tokens: Sequence[Token], offset: int, said: str, kind: T, base: float, text: str
) -> Iterator[Finding]:
    at = _index(said, offset)
    if said[:offset].endswith((" to ", " when ")):
        at -= 1
    if base < 0.9 and tokens[-1].norm == "here":
        tokens = tokens[:-1]
    words = cut(tokens[at:])
    if base < 0.9 and words and words[0].norm in _NO_OBJECT:
        return
    if stands_alone(words, firm=False):
        yield Finding(kind, describe(words, text), graded(base, clause, ()))


def _index(said: str, offset: int) -> int:
    return said.count(" ", 0, offset)
