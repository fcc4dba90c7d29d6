"""From a phrase of stance and the words after it to a finding, or to nothing."""

from collections.abc import Iterator, Sequence

from shared.learning.offline.anaphora import stands_alone
from shared.learning.offline.clauses import Clause
from shared.learning.offline.findings import Finding, graded
from shared.learning.offline.lexicon import VERBS, Stance
from shared.learning.offline.objects import cut
from shared.learning.offline.predicate_lexicon import ADJECTIVES
from shared.learning.offline.predicates import Predicate
from shared.learning.offline.tokens import Token, norms
from shared.learning.offline.wording import describe
from shared.profile.model import PreferenceType as T

_NEGATED = {T.LIKE: T.DISLIKE, T.PREFERENCE: T.DISLIKE, T.TOOL: T.DISLIKE, T.GOAL: T.DISLIKE}


_NEEDS = (VERBS[("need",)], VERBS[("want",)])


_LASTING_NEEDS = frozenset("have hear hold touch feel move eat sleep".split())


_PASSING = frozenset([T.GOAL, T.LEARNING_INTEREST, T.CHALLENGE])


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
    "savor enjoy relax rest thank go get see ask know say tell check share hear talk chat "
    "thank catch meet head grab come hang show give let keep look take try find have buy "
    "order book visit watch make do be send return figure express hug celebrate plan help".split()
)


_PREPOSITIONS = frozenset("from in at on with by into out up over off".split())


_PARTICLES = frozenset("up on in out down off positive strong busy calm better together".split())


def without_more_about(tokens: Sequence[Token]) -> Sequence[Token]:
    """The words after "more about", "a lot about" and the like."""
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


def claim(
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
    """What a phrase of stance says of the words after it, if they stand on their own.

    Args:
        clause: the clause it stands in.
        predicate: its predicate.
        tokens: the words after the phrase.
        stance: what the phrase says.
        text: the prompt.
        negated: whether it is said not to be so.
        verb_first: whether the words begin with a bare infinitive.
        label: what a trait is called: "allergic to".
    """
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
    words = cut(without_more_about(tokens) if kind is T.LEARNING_INTEREST else tokens)
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
