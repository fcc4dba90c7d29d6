"""Sentences of a prompt and what each is: a statement, a question or a request."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from adapters.reader.grammar.tokens import Token, norms, tokenize

LONGEST = 700
"""Characters. What runs on for longer without an end is not a sentence somebody typed."""

_BREAK = re.compile(
    # Only from the start of a run: trying each of its places would be quadratic.
    r"(?<![.!?\u2026])[.!?\u2026]++[\"'\u201d\u2019)]*+(?=\s|$)"
    r"|(?<=[a-z]{2})[.!?](?=[A-Z][a-z])|\n"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|mr|mrs|ms|dr|prof|st|approx|no|inc|ltd|jr|sr|p\.m|"
    r"a\.m|u\.s|u\.k)|\b[A-Z])\.$",
    re.I,
)
_BULLET = re.compile(r"\s*(?:[-*\u2022+]|\d{1,2}[.)])\s+")


class Kind(StrEnum):
    """What a sentence does."""

    STATEMENT = "statement"
    QUESTION = "question"
    REQUEST = "request"


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence. `start` and `end` are offsets into the prompt.

    Attributes:
        asks_at: index of the token at which a question or request begins; the tokens before it
            are a statement. The number of tokens where it asks nothing.
    """

    start: int
    end: int
    tokens: tuple[Token, ...]
    kind: Kind
    asks_at: int

    @property
    def own(self) -> tuple[Token, ...]:
        """The tokens that state something."""
        return self.tokens[: self.asks_at]


_WH = r"(?:what|which|who|whom|whose|why|how)"
_ASKS = re.compile(
    r"^(?:(?:so|and|but|also|ok|okay|well|now|then|oh|hey|hi|hello|wow|anyway|btw|"
    r"just|or|any|yes|no|thanks|,|!) ){0,9}"
    r"(?:" + _WH + r"(?: (?!i\b|we\b|my\b)\w+){0,3}? (?:is|are|was|were|do|does|did|can|could|"
    r"would|should|will|have|has|might|am)\b"
    r"|(?:what|how|why|where|who) (?:else|about|to|not)\b"
    r"|(?:what|which|how|why|who|whose|where)\b(?! (?:i|we|my|it comes|possible|"
    r"(?:really |truly )?(?:matters|bothers|annoys|counts|helps))\b)"
    r"|when (?:is|are|was|were|do|does|did|can|could|will|would|should)\b"
    r"|(?:can|could|would|will|do|does|did|is|are|am|was|were|should|shall|may|"
    r"might|has|have) (?:not )?"
    r"(?:you|i|we|it|there|this|that|they|he|she|the|a|an|my|your|anyone|anybody|"
    r"someone|any|these|those)\b"
    r"|any (?:\w+ ){0,3}(?:suggestions?|recommendations?|tips|ideas?|advice|thoughts|help)\b"
    r"|(?:i was|i am) (?:just )?(?:wondering|curious (?:if|whether|what|how|about what)|asking)\b"
    r"|i (?:would like|want|need|wish) to (?:know|ask|hear your|see if|find out|"
    r"understand (?:how|why|what))\b"
    r"|i (?:would )?(?:like|love|appreciate|need|want) (?:some |any |a few |your |"
    r"your ){0,9}(?:suggestions?|recommendations?"
    r"|tips|ideas?|advice|help|guidance|feedback|input|insights?)\b"
    r"|i (?:would like|want|need) you to\b"
    r")"
)
_REQUEST_VERBS = (
    "give|write|tell|explain|show|make|create|help|suggest|recommend|find|list|"
    "describe|generate|provide|fix"
    "|add|compare|convert|translate|summarize|rewrite|draft|design|plan|build|"
    "implement|refactor|debug|review"
    "|check|analyze|calculate|compute|solve|answer|name|define|discuss|outline|"
    "propose|elaborate|continue|go"
    "|let|teach|walk|please|kindly|compose|develop|prepare|produce|print|output|"
    "return|run|test|update|change"
    "|remove|delete|replace|rename|move|optimize|improve|shorten|simplify|expand|"
    "format|edit|correct|proofread"
    "|act|imagine|pretend|assume|suppose|consider|think|look|see|try|put|set|get|"
    "pick|choose|classify|extract"
    "|identify|evaluate|assess|rank|rate|sort|count|search|merge|split|deploy|"
    "commit|push|document|say|reply"
    "|respond|complete|fill|insert|use|take|read|ask|send|share|tweak|adjust|start|"
    "stop|begin|break|point"
)
_REQUEST = re.compile(
    r"^(?!(?:please )?(?:just )?(?:call me|remember|note|know|keep in mind|bear in mind|be aware)\b"
    r")"
    r"(?:(?:so|and|but|also|ok|okay|well|now|then|next|first|finally|great|perfect|"
    r"thanks|thank you|just|hey|hi"
    r"|hello|,|!|\.) ){0,9}(?:please |kindly |can you |could you |do not ){0,9}(?:"
    + _REQUEST_VERBS
    + r")\b(?! (?:\w+ )?(?:is|are)\b)"
)
_CLAUSE_GAP = re.compile(r"^(?:,|;|:|-|--|\u2014|\u2013|and|so|but)$")


def sentences(prose: str) -> Iterator[Sentence]:
    """The sentences of masked prose, in order. Over-long runs of text are left out."""
    start = 0
    for match in _BREAK.finditer(prose):
        if match.group() == "\n":
            if _continues(prose, start, match.start()):
                continue
            end = match.start()
        else:
            if _ABBREVIATION.search(prose, max(start, match.end() - 8), match.end()):
                continue
            end = match.end()
        yield from _sentence(prose, start, end)
        start = match.end()
    yield from _sentence(prose, start, len(prose))


def _continues(prose: str, start: int, newline: int) -> bool:
    """Whether a soft-wrapped line goes on: the next one begins in lower case, without a bullet."""
    return newline > start and prose[newline + 1 : newline + 2].islower()


def _sentence(prose: str, start: int, end: int) -> Iterator[Sentence]:
    bullet = _BULLET.match(prose, start, end)
    start = bullet.end() if bullet else start
    while start < end and prose[start].isspace():
        start += 1
    while end > start and prose[end - 1].isspace():
        end -= 1
    if not 1 < end - start <= LONGEST:
        return
    tokens = tuple(tokenize(prose, start, end))
    asks_at = _asks_at(tokens, ends_in_mark=prose[end - 1] == "?" or "?" in prose[end - 3 : end])
    if asks_at < len(tokens):
        requested = _REQUEST.match(norms(tokens[asks_at : asks_at + 12])) is not None
        kind = Kind.REQUEST if requested else Kind.QUESTION
    else:
        kind = Kind.STATEMENT
    yield Sentence(start, end, tokens, kind, asks_at)


def _asks_at(tokens: tuple[Token, ...], *, ends_in_mark: bool) -> int:
    """Where asking begins: at the start, after a clause boundary, or (the length) nowhere."""
    for i in range(len(tokens)):
        if i and not _CLAUSE_GAP.match(tokens[i - 1].norm):
            continue
        rest = norms(tokens[i : i + 14])
        if _ASKS.match(rest) or (_is_after_stop(tokens, i) and _REQUEST.match(rest)):
            return i
    return 0 if ends_in_mark else len(tokens)


def _is_after_stop(tokens: tuple[Token, ...], i: int) -> bool:
    """A request in mid-sentence is told from a verb of the statement by the comma before it."""
    return i == 0 or (tokens[i - 1].norm in {",", ";", ":"} and not _in_series(tokens, i))


def _in_series(tokens: tuple[Token, ...], i: int) -> bool:
    return any(token.norm in {"i", "we", "my", "our"} for token in tokens[:i])
