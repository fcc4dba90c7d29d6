"""The few statements with "would", "can" or "will" that tell something lasting."""

from collections.abc import Iterator

from adapters.reader.grammar.lexicon import VERBS
from adapters.reader.grammar.phrases import length_of
from adapters.reader.grammar.predicates import AVOIDING, Predicate
from adapters.reader.grammar.verbs import lemma
from adapters.reader.objects.anaphora import stands_alone
from adapters.reader.objects.objects import cut
from adapters.reader.objects.wording import describe
from adapters.reader.preferences.claims import claim, without_more_about
from adapters.reader.preferences.findings import Finding, graded
from adapters.reader.preferences.habits import habit
from adapters.reader.text.clauses import Clause
from shared.documents.profile import PreferenceType as T

_OF_THE_MOMENT = frozenset(
    "see go just listen do eat get watch stay take wait talk leave sit be say".split()
)


def rather(clause: Clause, predicate: Predicate, text: str) -> list[Finding] | None:
    """E.g. "I would rather walk than drive"; None where it is no such statement."""
    first = predicate.rest[0].norm
    if predicate.modal != "would" or first not in {"rather", "sooner"}:
        return None
    tokens = predicate.rest[1:]
    negated = predicate.negated or (tokens and tokens[0].norm == "not")
    if tokens and tokens[0].norm == "not":
        tokens = tokens[1:]
    words = cut(tokens)
    if not stands_alone(words):
        return []
    kind = T.DISLIKE if negated else T.PREFERENCE
    if words[0].norm in _OF_THE_MOMENT and not {t.norm for t in words} & {
        "than",
        "over",
        "instead",
    }:
        return []
    said = describe(words, text, verb_first=True)
    return [Finding(kind, said, graded(0.95, clause, predicate.adverbs))]


def modal_gate(clause: Clause, predicate: Predicate, text: str) -> list[Finding] | None:
    """Only some modal statements tell something lasting: "can't stand", "would never"."""
    modal, adverbs = predicate.modal, predicate.adverbs
    if not modal or (
        modal == "would" and predicate.rest[0].norm in {"prefer", "describe", "consider"}
    ):
        return None
    if modal in {"must", "should"} and predicate.rest[0].norm in AVOIDING:
        return None
    if modal == "could" and predicate.negated and "never" not in adverbs:
        return list(_can_not(clause, predicate, text, listed=True))
    if modal in {"can", "could"} and predicate.negated:
        return list(_can_not(clause, predicate, text))
    if modal == "would" and predicate.rest[0].norm in {"love", "like"}:
        return list(_wish(clause, predicate, text))
    if modal in {"will", "would"} and (
        "never" in adverbs or "only" in adverbs or (modal == "will" and predicate.negated)
    ):
        return list(habit(clause, predicate, text))
    if modal == "can" and "only" in adverbs:
        return list(habit(clause, predicate, text))
    return []


def _can_not(
    clause: Clause, predicate: Predicate, text: str, *, listed: bool = False
) -> Iterator[Finding]:
    head = lemma(predicate.rest[0].norm)
    for phrase in sorted(
        (p for p in VERBS if p[:2] in {("can", "not"), ("could", "not")}), key=len, reverse=True
    ):
        if phrase[2] == head:
            length = length_of(phrase[2:], predicate.rest)
            if length:
                stance = VERBS[phrase]
                yield from claim(
                    clause, predicate, predicate.rest[length:], stance, text, negated=False
                )
                return
    if not listed:
        yield from habit(clause, predicate, text)


def _wish(clause: Clause, predicate: Predicate, text: str) -> Iterator[Finding]:
    """E.g. "I'd love to learn Italian": a wish, with little confidence, and only for what lasts."""
    rest = predicate.rest[1:]
    if len(rest) < 3 or rest[0].norm != "to" or predicate.negated:
        return
    if rest[1].norm in {"learn", "study", "understand", "explore"}:
        words = cut(without_more_about(rest[2:]))
        if stands_alone(words, firm=False):
            yield Finding(
                T.LEARNING_INTEREST,
                describe(words, text),
                graded(0.78, clause, predicate.adverbs),
                True,
            )
    elif rest[1].norm in {
        "become",
        "build",
        "start",
        "travel",
        "own",
        "write",
        "live",
        "work",
        "run",
    }:
        words = cut(rest)
        if stands_alone(words[1:], firm=False):
            yield Finding(
                T.GOAL, describe(words, text), graded(0.75, clause, predicate.adverbs), True
            )
