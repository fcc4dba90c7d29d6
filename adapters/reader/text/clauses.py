"""Clauses of a sentence: who they are about, and the words of their predicate.

"I hate crowds and avoid cities because I get anxious" has three, all with the subject "i".
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from adapters.reader.grammar.lexicon import BARE_STANCE_VERBS
from adapters.reader.grammar.predicates import is_adverb
from adapters.reader.grammar.tokens import Token
from adapters.reader.grammar.verbs import is_base, is_past
from adapters.reader.text.boundaries import (
    FINITE,
    HYPOTHETICAL,
    LINKS,
    MARKS,
    OTHERS,
    SUBJECTS,
    clause_starts,
)
from adapters.reader.text.openers import open_up, skip_fillers


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of a sentence with its own predicate.

    Attributes:
        subject: "i", "we", "my", "our", "it", "" (left out), or "other".
        tokens: subject and predicate; where the subject was left out or inherited, the predicate.
        body: the tokens after the subject ("i", "we"), or all of them for other subjects.
        link: the word that joins it to what came before: "because", "if", "but", "" ….
        lead: what stood before the subject: "as a vegan", "when it comes to films".
        hedged: whether it is introduced by "I think", "maybe" ….
        first: whether it opens the sentence.
        inherited: whether the subject was taken from the clause before.
    """

    subject: str
    tokens: tuple[Token, ...]
    body: tuple[Token, ...]
    link: str
    lead: tuple[Token, ...]
    hedged: bool
    inherited: bool
    first: bool

    @property
    def start(self) -> int:
        """Offset of its first word in the prompt."""
        return (self.lead or self.tokens)[0].start

    @property
    def end(self) -> int:
        """Offset after its last word."""
        return self.tokens[-1].end


def clauses(tokens: Sequence[Token]) -> list[Clause]:
    """The clauses of a statement, in order. Words without a subject before them form none."""
    starts = clause_starts(tokens)
    found: list[Clause] = []
    for place, start in enumerate(starts):
        end = starts[place + 1] if place + 1 < len(starts) else len(tokens)
        previous = found[-1] if found else None
        clause = _clause(tokens, start, end, place, previous)
        if clause is None:
            continue
        if previous and previous.first and not previous.subject and not clause.lead:
            clause = replace(clause, lead=previous.tokens)
        if previous and clause.inherited and previous.link in HYPOTHETICAL:
            clause = replace(clause, link=previous.link)
        found.append(clause)
    return found


_GOVERNING = frozenset("can could would might may should must will did".split())


def _clause(
    tokens: Sequence[Token], start: int, end: int, place: int, previous: Clause | None
) -> Clause | None:
    link = ""
    while start < end and (
        tokens[start].norm in MARKS or tokens[start].norm in LINKS | HYPOTHETICAL
    ):
        word = tokens[start].norm
        if (
            word == "that"
            and not link
            and start + 1 < end
            and tokens[start + 1].norm not in SUBJECTS
        ):
            break
        if word in LINKS | HYPOTHETICAL and word != "and":
            link = link if link in HYPOTHETICAL else word
        start += 1
    while end > start and (
        tokens[end - 1].norm in MARKS
        or tokens[end - 1].norm in {"and", "but", "so", "because", "or"}
    ):
        end -= 1
    if start >= end:
        return None
    opened, hedged = open_up(tokens, start, end)
    subject_at = _subject(tokens, opened, end)
    words = tuple(tokens[start:end])
    if subject_at is not None:
        subject = tokens[subject_at].norm
        body_at = subject_at + 1 if subject in {"i", "we"} else subject_at
        if body_at >= end:
            return None
        lead = tuple(tokens[start:subject_at]) if opened == start else ()
        return Clause(
            subject,
            tuple(tokens[subject_at:end]),
            tuple(tokens[body_at:end]),
            link,
            lead,
            hedged,
            False,
            not place,
        )
    first = tokens[opened].norm
    if first in OTHERS:
        return Clause("other", words, words, link, (), hedged, False, not place)
    if (
        previous is not None
        and place
        and previous.subject in {"i", "we"}
        and _is_predicate(tokens, start)
    ):
        if _governs(previous):
            return Clause("other", words, words, link, (), hedged, True, False)
        return Clause(
            previous.subject, words, words, link, (), hedged or previous.hedged, True, False
        )
    return Clause("", words, words, link, (), hedged, False, not place)


def _is_predicate(tokens: Sequence[Token], at: int) -> bool:
    """Whether the words can be a predicate whose subject was left out."""
    at = skip_fillers(tokens, at)
    word = tokens[at].norm if at < len(tokens) else ""
    return is_base(word) or word in FINITE or word in BARE_STANCE_VERBS or word == "not"


def _governs(previous: Clause) -> bool:
    """Whether a verb after "and" still depends on "could", or on an infinitive told in the past."""
    body = [token.norm for token in previous.body if not is_adverb(token.norm)]
    if body[:1] and body[0] in _GOVERNING:
        return body[1:2] not in (["not"], ["rather"], ["prefer"])
    return bool(body) and is_past(body[0]) and "to" in body


def _subject(tokens: Sequence[Token], start: int, end: int) -> int | None:
    """Where "I", "we", "my" or "our" stands: first, or after adverbs or a lead-in with a comma."""
    at = skip_fillers(tokens, start)
    if at < end and tokens[at].norm in SUBJECTS:
        return at
    for i in range(start, min(end, start + 24)):
        if tokens[i].norm in {",", ":", "-", "\u2014", "\u2013"}:
            at = skip_fillers(tokens, i + 1)
            if at < end and tokens[at].norm in {"i", "we"} and tokens[start].norm not in OTHERS:
                return at
    return None
