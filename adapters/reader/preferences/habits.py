"""Habits: the simple present of a verb of doing says what somebody does as a rule."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from adapters.reader.grammar.inflection import third_person
from adapters.reader.grammar.predicates import Predicate
from adapters.reader.grammar.tokens import Token, norms
from adapters.reader.grammar.verbs import is_base, is_past
from adapters.reader.grammar.words import RARELY
from adapters.reader.objects.anaphora import stands_alone
from adapters.reader.objects.objects import cut
from adapters.reader.objects.wording import shifted
from adapters.reader.preferences.findings import Finding, graded
from adapters.reader.text.clauses import Clause
from shared.documents.profile import PreferenceType as T

_NOT_HABITS: Final = frozenset(
    """
    think use fancy guess know hope mean see wonder wish suppose believe feel agree remember
    forget bet
    understand want need get have say tell ask promise apologize imagine expect doubt assume hear
    seem look thank suggest recommend recognize realize admit swear care mind find keep let give
    love like hate test report show appreciate deserve owe belong fail happen plan hope intend
    consider come go make take put send start stop begin end turn wait worry trust receive return
    question try head mean set call wait view point judge leave add hold stay help see hear push
    lose miss regret bring share do be prefer enjoy adore favor dislike finish catch post figure
    accept welcome sit stand appear notice change close open cut
    """.split()
)
"""Verbs whose plain present is said of a thought or of the moment."""

_WITH_ADVERB: Final = frozenset(
    "get use make take go start stop keep give put bring come do see run share help stay sit "
    "leave turn return hold watch set try call trust add buy open cut change finish accept".split()
)
"""Of those, the ones that do tell a habit next to "always", "never", "only" …."""

_INABILITIES: Final = frozenset(
    "eat drink digest watch have sleep drive swim ride fly wear sit stand hear smell taste "
    "read learn concentrate focus work function live lift climb walk cook sing dance study "
    "relax tolerate stomach consume listen go play enjoy follow travel exercise lie".split()
)
"""What somebody cannot do for good, rather than at the moment."""

_NOT_SAID_OF_HABITS: Final = frozenset(
    "know think say guess believe imagine expect forget forgive mind let leave hurt ask tell "
    "repay get figure understand find be have lie stop give see hear disappoint".split()
)
"""After "would never" or "could never": of the moment, or a manner of speaking."""

_FAULTS: Final = frozenset(
    "error errors warning warnings exception exceptions bug bugs crash null 404 500".split()
)
"""What a program does to somebody is no habit of theirs."""

_SAME_IN_THE_PAST: Final = frozenset(
    "read put cut set hit quit let beat hurt shut split spread cast".split()
)
_JUST_NOW: Final = frozenset("recently just finally already lately once".split())

_REFUSALS: Final = frozenset(
    "trust own keep watch touch celebrate go take wait buy stay share do".split()
)

_FREQUENCY = re.compile(
    r"\b(?:every|each) (?:other |single )?(?:day|morning|evening|night|week|weekend|"
    r"month|year|summer|winter|spring|autumn|fall"
    r"|monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?\b|\b(?:once|"
    r"twice|\d+ times|three times|four times|five times|several times|a few times|a "
    r"couple of times) (?:a|per) (?:day|week|month|year)\b"
    r"|\bon (?:weekends|weekdays|mondays|tuesdays|wednesdays|thursdays|fridays|"
    r"saturdays|sundays)\b|\b(?:daily|weekly|regularly|most days|all the time)\b"
)

_HABIT_ADVERBS: Final = frozenset(
    "always never rarely seldom hardly usually generally typically normally often frequently "
    "only exclusively deliberately intentionally purposely consciously refuse strictly "
    "primarily mainly mostly regularly consistently religiously barely routinely sometimes".split()
)


def habit(clause: Clause, predicate: Predicate, text: str) -> Iterator[Finding]:
    """E.g. "I travel by train", "I never check luggage", "I don't eat pork", "I won't fly"."""
    rest = predicate.rest
    head = rest[0].norm
    frequent = bool(predicate.adverbs & _HABIT_ADVERBS)
    if predicate.perfect or predicate.progressive or predicate.copula or not _is_plain_verb(head):
        return
    words = cut(rest[1:])
    if head in {"put", "place", "rank"} and {t.norm for t in words} & {
        "above",
        "before",
        "over",
        "ahead",
        "first",
    }:
        frequent = True
    how_often = _FREQUENCY.search(norms(words))
    if how_often and how_often.start() < 2:
        return
    frequent = frequent or how_often is not None
    if predicate.modal in {"can", "could"} and predicate.negated:
        if head not in _INABILITIES and (
            "never" not in predicate.adverbs or head in _NOT_SAID_OF_HABITS - _gives_up(rest)
        ):
            return
    elif predicate.modal in {"will", "would"} and predicate.negated:
        of_any = any(token.norm.startswith("any") or token.norm == "that" for token in words)
        if head in _NOT_SAID_OF_HABITS or not (of_any or "never" in predicate.adverbs):
            return
    elif head in _NOT_HABITS and not (
        (frequent and head in _WITH_ADVERB)
        or (predicate.negated and head in _REFUSALS)
        or (head == "keep" and words and words[0].norm in {"kosher", "halal"})
    ):
        return
    if head in _SAME_IN_THE_PAST and (not frequent or predicate.adverbs & _JUST_NOW):
        return
    if {token.norm for token in words} & _FAULTS:
        return
    if clause.subject == "we" and not frequent:
        return
    if not is_base(head) and not frequent and not predicate.negated:
        return
    if not stands_alone(words, firm=frequent) or "no longer" in predicate.adverbs:
        return
    confidence = 0.88 if frequent or predicate.negated else 0.78
    yield Finding(
        T.PREFERENCE,
        f"{_retold(predicate, shifted(words, text))}{_occasion(clause, text)}",
        graded(confidence, clause, predicate.adverbs - {"always", "usually", "often"}),
    )


def _gives_up(rest: Sequence[Token]) -> set[str]:
    return {"give"} if norms(rest[:2]) == "give up" else set()


def _is_plain_verb(word: str) -> bool:
    """Whether the word after "I" can be a verb in the present: known, or at least no other form."""
    return is_base(word) or (
        word.isalpha() and len(word) > 3 and not is_past(word) and not word.endswith("s")
    )


def _occasion(clause: Clause, text: str) -> str:
    """E.g. "During Advent, I bake …": the occasion that the sentence began with."""
    lead = clause.lead
    while lead and not lead[-1].is_word:
        lead = lead[:-1]
    if (
        lead
        and lead[0].norm in {"during", "on", "in", "at", "before", "after", "for"}
        and stands_alone(lead[1:])
    ):
        return f" {text[lead[0].start].lower()}{shifted(lead, text)[1:]}"
    return ""


def _retold(predicate: Predicate, complement: str) -> str:
    """E.g. "never checks luggage", "does not eat pork", "cannot ride a bicycle"."""
    head = predicate.rest[0].norm
    modal, adverbs = predicate.modal, predicate.adverbs
    kept = next((word for word in sorted(adverbs) if word in _HABIT_ADVERBS), "")
    if modal in {"can", "could"} and predicate.negated:
        return f"cannot {head} {complement}"
    if modal in {"will", "would"} and predicate.negated and not adverbs & RARELY:
        return f"will not {head} {complement}"
    if predicate.negated and not adverbs & RARELY:
        return f"does not {head} {complement}"
    verb = head if modal in {"can"} else third_person(head)
    lead = "can " if modal == "can" else ""
    return f"{lead}{kept} {verb} {complement}".strip().replace("  ", " ")
