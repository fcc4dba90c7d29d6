"""What a clause about "I" or "we" says of its speaker."""

from collections.abc import Callable, Iterator, Sequence

from shared.learning.offline.clauses import TEMPORAL, Clause
from shared.learning.offline.findings import Finding, graded
from shared.learning.offline.habits import habit
from shared.learning.offline.identity import identity
from shared.learning.offline.lexicon import (
    ADJECTIVES,
    HAVING,
    NOUN_PREPOSITIONS,
    NOUNS,
    VERBS,
    Stance,
)
from shared.learning.offline.objects import cut, describe, stands_alone
from shared.learning.offline.phrases import length_of, match
from shared.learning.offline.possessions import possession
from shared.learning.offline.predicates import AVOIDING, Predicate, is_adverb, parse
from shared.learning.offline.tokens import Token, norms
from shared.learning.offline.verbs import is_past, lemma
from shared.learning.offline.verdicts import feeling, judgement
from shared.profile.model import PreferenceType as T

_Rule = Callable[[Clause, Predicate, str], Iterator[Finding]]

_NEGATED = {T.LIKE: T.DISLIKE, T.PREFERENCE: T.DISLIKE, T.TOOL: T.DISLIKE, T.GOAL: T.DISLIKE}
_NEEDS = (VERBS[("need",)], VERBS[("want",)])
_LASTING_NEEDS = frozenset("have hear hold touch feel move eat sleep".split())
_PASSING = frozenset([T.GOAL, T.LEARNING_INTEREST, T.CHALLENGE])
_WEAK_VERBS = frozenset(
    "want need have follow seek look choose select ensure use know try follow".split()
)
_PASSING_STANCES = (
    *_NEEDS,
    VERBS[("look", "for")],
    VERBS[("require",)],
    VERBS[("seek",)],
    ADJECTIVES[("interested", "in")],
    ADJECTIVES[("curious", "about")],
    ADJECTIVES[("open", "to")],
)
_CHATTY_GOALS = frozenset(
    "savor enjoy relax rest thank go get see ask know say tell check share hear "
    "talk chat thank catch meet head grab come hang show give "
    "let keep look take try find have buy order book visit watch make do be send "
    "return figure express "
    "hug celebrate plan help".split()
)
_AGAINST = Stance(T.DISLIKE, 0.95)
_PREPOSITIONS = frozenset("from in at on with by into out up over off".split())
_PARTICLES = frozenset("up on in out down off positive strong busy calm better together".split())
_NONE = frozenset("no zero little".split())
_ONLY_NEGATED = frozenset("patience time use energy respect appetite stamina".split())


def stances(clause: Clause, text: str) -> Iterator[Finding]:
    """What the clause says, as findings; none where it is past, supposed or about something else."""
    predicate = parse(clause.body)
    if not predicate.rest or (predicate.past and not predicate.perfect):
        return
    for rule in (_rather, _modal_gate):
        decided = rule(clause, predicate, text)
        if decided is not None:
            yield from decided
            return
    if predicate.copula:
        rules: tuple[_Rule, ...] = (_adjective, identity)
    elif clause.link in TEMPORAL:
        rules = (judgement, _noun, _verb, feeling)
    else:
        rules = (judgement, _noun, possession, _verb, feeling, habit)
    for find in rules:
        findings = list(find(clause, predicate, text))
        if findings:
            yield from findings
            return


def _rather(clause: Clause, predicate: Predicate, text: str) -> list[Finding] | None:
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
    said = describe(words, text, verb_first=True)
    return [Finding(kind, said, graded(0.95, clause, predicate.adverbs))]


def _modal_gate(clause: Clause, predicate: Predicate, text: str) -> list[Finding] | None:
    """Only some modal statements tell something lasting: "can't stand", "would never", "will only"."""
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
                yield from _of(
                    clause, predicate, predicate.rest[length:], stance, text, negated=False
                )
                return
    if not listed:
        yield from habit(clause, predicate, text)


def _wish(clause: Clause, predicate: Predicate, text: str) -> Iterator[Finding]:
    """ "I'd love to learn Italian": a wish, with little confidence, and only for what lasts."""
    rest = predicate.rest[1:]
    if len(rest) < 3 or rest[0].norm != "to" or predicate.negated:
        return
    if rest[1].norm in {"learn", "study", "understand", "explore"}:
        words = cut(_without_more_about(rest[2:]))
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
        "open",
    }:
        words = cut(rest)
        if stands_alone(words[1:], firm=False):
            yield Finding(
                T.GOAL, describe(words, text), graded(0.75, clause, predicate.adverbs), True
            )


def _without_more_about(tokens: Sequence[Token]) -> Sequence[Token]:
    while (
        tokens
        and tokens[0].norm
        in {"more", "about", "a", "bit", "lot", "as", "much", "everything", "all", "some"}
        and len(tokens) > 1
    ):
        if tokens[0].norm == "a" and tokens[1].norm not in {"bit", "lot"}:
            break
        tokens = tokens[1:]
    return tokens


def _of(
    clause: Clause,
    predicate: Predicate,
    tokens: Sequence[Token],
    stance: Stance,
    text: str,
    *,
    negated: bool,
    verb_first: bool = False,
    label: str = "",
) -> Iterator[Finding]:
    kind = stance.type
    confidence = stance.confidence
    stated = kind
    if negated:
        if kind not in _NEGATED:
            return
        kind, confidence = _NEGATED[kind], min(confidence, 0.95)
    if "no longer" in predicate.adverbs:
        return
    if (
        len(tokens) > 2
        and tokens[0].norm == "that"
        and (
            kind in {T.PREFERENCE, T.TRAIT} or tokens[1].norm in {"my", "i", "our", "we", "people"}
        )
    ):
        tokens = tokens[1:]
    if kind is T.LIKE and norms(tokens[:3]) in {"nothing more than", "nothing better than"}:
        tokens = tokens[3:]
    if (
        kind in {T.LIKE, T.DISLIKE}
        and len(tokens) > 2
        and tokens[0].norm == "it"
        and tokens[1].norm in {"when", "if", "that"}
    ):
        tokens = tokens[1:]
    words = cut(_without_more_about(tokens) if kind is T.LEARNING_INTEREST else tokens)
    if not stands_alone(
        words, firm=kind not in {T.LIKE, T.TOOL} or (kind is T.LIKE and stance.confidence < 0.9)
    ):
        return
    if stance in _NEEDS and words[0].norm == "to" and words[1].norm not in _LASTING_NEEDS:
        return
    if words[0].norm in _PREPOSITIONS and kind in {T.GOAL, T.LEARNING_INTEREST, T.TOOL, T.LIKE}:
        return
    if clause.subject == "we" and stance in _NEEDS:
        return
    if stated is T.GOAL and len(words) < 3 and words[-1].norm in _PARTICLES:
        return
    if stated is T.GOAL and verb_first and words and words[0].norm in _CHATTY_GOALS:
        return
    said = describe(words, text, verb_first=verb_first)
    if kind is T.TRAIT and label:
        said = f"{label} {said}"
    yield Finding(
        kind,
        said,
        graded(confidence, clause, predicate.adverbs),
        kind in _PASSING or stance in _PASSING_STANCES,
    )


def _adjective(clause: Clause, predicate: Predicate, text: str) -> Iterator[Finding]:
    rest: Sequence[Token] = predicate.rest
    skipped = [
        token
        for token in rest[:4]
        if token.norm in {"a", "an", "very", "so", "big", "huge", "more", "such"}
        or is_adverb(token.norm)
    ]
    for offset in range(min(len(skipped), 4) + 1):
        if offset and rest[offset - 1] not in skipped:
            break
        found = match(ADJECTIVES, rest[offset:], rest[offset].norm) if offset < len(rest) else None
        if found:
            stance, length, phrase = found
            if phrase[0] in {"on"} and "diet" not in norms(rest[:8]):
                return
            verb_first = (
                phrase[-1] == "to" and stance.type in {T.GOAL, T.LEARNING_INTEREST}
            ) or phrase == ("determined", "to")
            yield from _of(
                clause,
                predicate,
                rest[offset + length :],
                stance,
                text,
                negated=predicate.negated,
                label=" ".join(phrase),
                verb_first=verb_first,
            )
            return


def _verb(clause: Clause, predicate: Predicate, text: str) -> Iterator[Finding]:
    rest = predicate.rest
    head = rest[0].norm
    if (
        is_past(head)
        and not predicate.perfect
        and not predicate.progressive
        and lemma(head) not in {"switch"}
    ):
        return
    found = match(VERBS, rest, lemma(head))
    if found is None:
        return
    stance, length, phrase = found
    if (
        phrase
        in {
            ("want",),
            ("have",),
            ("look", "for"),
            ("need",),
            ("use",),
            ("look", "forward", "to"),
            ("focus", "on"),
            ("go", "for"),
            ("find", "comfort", "in"),
        }
        and predicate.progressive
    ):
        return
    if predicate.perfect and stance.type not in {T.LIKE, T.DISLIKE, T.PREFERENCE, T.CHALLENGE}:
        return
    if phrase == ("have",):
        return
    verb_first = (
        phrase[-1] == "to" and stance.type in {T.GOAL, T.LEARNING_INTEREST} and len(phrase) > 1
    )
    yield from _of(
        clause,
        predicate,
        rest[length:],
        stance,
        text,
        negated=predicate.negated,
        verb_first=verb_first,
    )


def _noun(clause: Clause, predicate: Predicate, text: str) -> Iterator[Finding]:
    """ "have a strong aversion to crowds", "have no interest in sports"."""
    rest = predicate.rest
    if lemma(rest[0].norm) not in HAVING or (rest[0].norm == "had" and not predicate.perfect):
        return
    for at in range(1, min(len(rest), 9)):
        word = rest[at].norm
        found = match(NOUNS, rest[at:], word)
        after = at + found[1] if found else at
        if found and after + 1 < len(rest) and rest[after].norm in NOUN_PREPOSITIONS | {"not"}:
            negated = predicate.negated or any(t.norm in _NONE for t in rest[1:at])
            if word in _ONLY_NEGATED and (not negated or rest[after].norm == "to"):
                return
            at_object = after if rest[after].norm in {"when", "not"} else after + 1
            stance = _AGAINST if rest[after].norm == "against" else found[0]
            yield from _of(
                clause,
                predicate,
                rest[at_object:],
                stance,
                text,
                negated=negated,
                label=_label(rest[1 : after + 1], text),
            )
            return
        if not (is_adverb(word) or word.isalpha()) or word in NOUN_PREPOSITIONS:
            return


def _label(tokens: Sequence[Token], text: str) -> str:
    """What a trait is called, without articles and degrees: "nut allergy that", "fear of"."""
    while tokens and (
        tokens[0].norm
        in {
            "a",
            "an",
            "the",
            "severe",
            "strong",
            "deep",
            "huge",
            "real",
            "bad",
            "serious",
            "intense",
        }
        or is_adverb(tokens[0].norm)
    ):
        tokens = tokens[1:]
    return text[tokens[0].start : tokens[-1].end] if tokens else ""
