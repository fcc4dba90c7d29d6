"""From a phrase of stance and the words after it to a finding, or to nothing."""

from collections.abc import Iterator, Sequence

from adapters.reader.grammar.lexicon import VERBS, Stance
from adapters.reader.grammar.predicate_lexicon import ADJECTIVES
from adapters.reader.grammar.predicates import Predicate, is_adverb
from adapters.reader.grammar.technology import ALL, named
from adapters.reader.grammar.tokens import Token, norms
from adapters.reader.objects.anaphora import stands_alone
from adapters.reader.objects.objects import cut
from adapters.reader.objects.wording import describe
from adapters.reader.preferences.findings import Finding, graded
from adapters.reader.text.clauses import Clause
from shared.documents.profile import PreferenceType as T

_NEGATED = {T.LIKE: T.DISLIKE, T.PREFERENCE: T.DISLIKE, T.TOOL: T.DISLIKE, T.GOAL: T.DISLIKE}


_NEEDS = (VERBS[("need",)], VERBS[("want",)])


_LASTING_NEEDS = frozenset("have hear hold touch feel move eat sleep".split())


_INTERESTS = (ADJECTIVES[("interested", "in")], ADJECTIVES[("open", "to")])
_TRYING = frozenset(
    "taking seeing buying getting having going trying renting hearing booking knowing".split()
)
_MOVES = (VERBS[("move", "to")], VERBS[("switch", "to")], VERBS[("migrate", "to")])
"""Verbs that speak of a tool only where a technology follows."""

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


_AIMS = frozenset(
    "achieve adopt affect become broaden build compete complete compose contribute create "
    "cut design develop earn eat educate empower end establish exercise expand explore finish "
    "found gain give grow help improve inspire invest invent launch lead learn live lose "
    "master migrate move own paint play practice publish pursue quit race raise read "
    "record reduce retire run sail save share start strengthen study support "
    "teach train transition travel turn understand use volunteer win work write".split()
)
"""Verbs of aims that take more than a day."""

_BEING = frozenset("be have feel stay look remain".split())

_ANSWERS = frozenset("answers responses replies explanations feedback code".split())

_SET_AIMS = (
    "be a ",
    "be an ",
    "make a difference",
    "make a living",
    "make an impact",
    "make friends",
    "switch to",
    "stop ",
)


_PREPOSITIONS = frozenset("from in at on with by into out up over off".split())


_TASK_WORDS = frozenset(
    "list table password account file files function button page column columns row rows "
    "ticket bug issue error code query string array request output input value values "
    "response test tests script branch users user customers endpoint json csv regex loop "
    "variable class method object dataframe import build report deadline format".split()
)
"""What a goal or need of the moment is about."""

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


def _is_task(words: Sequence[Token], clause: Clause) -> bool:
    """Whether what is wanted is the work at hand: "to sort the list", or a user story."""
    said = [token.norm for token in words]
    if norms(clause.lead[:2]) in {"as a", "as an"} or set(said[1:]) & _TASK_WORDS:
        return True
    return said[1:2] == ["the"] and not stands_alone(words[1:], firm=False)


_ABSTRACT = ("ness", "ion", "ity", "ence", "ance", "ship")


def _is_errand(words: Sequence[Token]) -> bool:
    """Whether something wanted is a thing to buy or be given: "a pan", "some stamps", "meat"."""
    first = words[0].norm
    if first in {"something", "someone", "somebody", "help", "time"} or len(words) == 1:
        return True
    return (len(words) < 3 and first in {"my", "our"}) or (
        first in {"a", "an", "some", "another", "any", "one", "two", "more"} and len(words) < 5
    )


def _is_standing(words: Sequence[Token]) -> bool:
    """Whether what is wanted is how things shall be: "my holidays to be quiet", "short answers"."""
    said = {token.norm for token in words}
    return ("to" in said and bool(said & _BEING)) or bool(said & _ANSWERS)


def is_lasting_aim(words: Sequence[Token]) -> bool:
    """Whether what somebody wants to do takes longer than an errand: "build", not "withdraw"."""
    at = 1 if is_adverb(words[0].norm) and len(words) > 1 else 0
    said = norms(words[at:])
    return words[at].norm in _AIMS or said.startswith(_SET_AIMS)


def _without_purpose(words: tuple[Token, ...]) -> tuple[Token, ...]:
    """The tool without what it is used for: "pandas to read files" → "pandas"."""
    for at, token in enumerate(words):
        if at and token.norm in {"to", "when", "at", "every", "daily"}:
            return words[:at]
    return words


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
    firm = kind not in {T.LIKE, T.TOOL} or (kind is T.LIKE and stance.confidence < 0.9)
    if not stands_alone(words, firm=firm and not predicate.progressive):
        return
    if stance in _NEEDS and words[0].norm == "to" and words[1].norm not in _LASTING_NEEDS:
        return
    if words[0].norm in _PREPOSITIONS and kind in {T.GOAL, T.LEARNING_INTEREST, T.TOOL, T.LIKE}:
        return
    if clause.subject == "we" and stance in _NEEDS:
        return
    if (stated is T.GOAL or stance in _NEEDS) and _is_task(words, clause):
        return
    if stance in _INTERESTS and words[0].norm in _TRYING:
        return
    if kind is T.TOOL:
        if stance in _MOVES and not named(text[words[0].start : words[-1].end], ALL):
            return
        words = _without_purpose(words)
        if words[0].norm in {"my", "our"} or words[0].norm.endswith(_ABSTRACT):
            return
    if stated is T.GOAL and len(words) < 3 and words[-1].norm in _PARTICLES:
        return
    if stance in _NEEDS and (
        _is_errand(words) or (stance is _NEEDS[1] and not _is_standing(words))
    ):
        return
    if stated is T.GOAL and verb_first and not is_lasting_aim(words):
        return
    if stated is T.GOAL and negated and (predicate.progressive or words[0].norm == "be"):
        return
    if stated is T.EXPERTISE and predicate.progressive:
        return
    if stated is T.CHALLENGE and predicate.progressive and "the" in norms(words).split():
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
