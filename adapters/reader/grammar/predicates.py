"""The frame of a predicate: negation, modality, tense and adverbs, and where its head begins."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from adapters.reader.grammar.tokens import Token
from adapters.reader.grammar.verbs import is_base, is_gerund, is_participle
from adapters.reader.grammar.words import ADVERBS, NOT_ADVERBS, RARELY

MODALS = frozenset("would will can could should must might may shall".split())
_COPULAS = frozenset("am are is was were be".split())


@dataclass(frozen=True, slots=True)
class Predicate:
    """What stands between the subject and the main word, and the words from there on.

    Attributes:
        negated: "not", "never", "rarely" ….
        modal: the modal verb, or "".
        copula: whether the head is what the subject *is* rather than does.
        progressive: "am working", "have been working".
        perfect: "have worked", "have been working".
        past: "worked", "was", "did", "used to".
        adverbs: the adverbs and the negation met on the way.
        rest: the tokens from the head on.
    """

    negated: bool
    modal: str
    copula: bool
    progressive: bool
    perfect: bool
    past: bool
    adverbs: frozenset[str]
    rest: tuple[Token, ...]


@dataclass(slots=True)
class _State:
    negated: bool = False
    modal: str = ""
    copula: bool = False
    perfect: bool = False
    past: bool = False
    adverbs: set[str] = field(default_factory=set)


def is_adverb(word: str) -> bool:
    """Whether a word may stand before a verb without being one."""
    return word in ADVERBS or (word.endswith("ly") and len(word) > 4 and word not in NOT_ADVERBS)


def parse(body: Sequence[Token]) -> Predicate:
    """Reads the frame of a predicate whose subject is "I" or "we"."""
    state = _State()
    i = 0
    while i < len(body):
        skipped = _semi_auxiliary(body, i, state) or int(_consume(body, i, state))
        if not skipped:
            break
        i += skipped
    rest = tuple(body[i:])
    head = rest[0].norm if rest else ""
    if head == "used" and not state.copula and len(rest) > 1 and rest[1].norm == "to":
        state.past = True
    progressive = state.copula and is_gerund(head)
    return Predicate(
        negated=state.negated,
        modal=state.modal,
        copula=state.copula and not progressive,
        progressive=progressive,
        perfect=state.perfect,
        past=state.past and not state.perfect,
        adverbs=frozenset(state.adverbs),
        rest=rest,
    )


def _consume(body: Sequence[Token], i: int, state: _State) -> bool:
    """Takes one word of the frame into the state; False where the head begins."""
    word = body[i].norm
    following = _next_content(body, i)
    if word == "not" or word in RARELY:
        state.negated = not (state.negated and word == "not")
        state.adverbs.add(word)
    elif word in {"no", "any"} and following in {"longer", "more"}:
        state.adverbs.add("no longer")
    elif word in {"longer"} and "no longer" in state.adverbs:
        state.negated = True
    elif word in MODALS:
        state.modal = word
    elif word in {"do", "does", "did"} and _is_auxiliary_do(body, i):
        state.past = state.past or word == "did"
    elif word in _COPULAS and not state.copula:
        state.copula = True
        state.past = state.past or word in {"was", "were"}
    elif word == "been" and state.perfect:
        state.copula = True
    elif word in {"have", "had", "has"} and is_participle(following) and not state.copula:
        state.perfect = word != "had"
        state.past = state.past or word == "had"
    elif word == "," and i and i + 2 < len(body) and state.adverbs and is_adverb(body[i + 1].norm):
        return True
    elif is_adverb(word) and not (
        state.copula and word in {"more", "most", "best", "better", "all", "far"}
    ):
        state.adverbs.add(word)
    else:
        return False
    return True


AVOIDING = frozenset("avoid limit minimize stay steer refrain abstain refuse skip".split())
"""Verbs of keeping away: what one needs or chooses to avoid, one avoids."""

_ATTEMPTS_AT_TASKS = frozenset(
    "learn study understand get improve build become find make create figure write set solve "
    "fix decide use start run work do convert implement understand come figure reach contact "
    "win finish".split()
)


def _semi_auxiliary(body: Sequence[Token], i: int, state: _State) -> int:
    """Words of "tend to", "try (not) to" before a habit; 0 where there is none."""
    words = [token.norm for token in body[i : i + 4]]
    if state.copula or len(words) < 3:
        return 0
    if words[:2] == ["tend", "to"] or words[:3] == ["make", "sure", "to"]:
        state.adverbs.add("tend" if words[0] == "tend" else "always")
        return 2 if words[0] == "tend" else 3
    if (
        words[1] == "to"
        and words[0] in {"need", "have", "want", "prefer", "choose", "like"}
        and words[2] in AVOIDING
    ):
        return 2
    if words[:3] in (["try", "not", "to"], ["tend", "not", "to"]):
        state.negated = True
        return 3
    if words[1:] == ["my", "best", "to"] and words[0] in {"try", "do"}:
        state.adverbs.add("usually")
        return 4
    if words[:2] == ["try", "to"] and words[2].isalpha() and words[2] not in _ATTEMPTS_AT_TASKS:
        state.adverbs.add("usually")
        return 2
    return 0


def _next_content(body: Sequence[Token], i: int) -> str:
    return next(
        (
            token.norm
            for token in body[i + 1 :]
            if not is_adverb(token.norm) and token.norm != "not"
        ),
        "",
    )


def _is_auxiliary_do(body: Sequence[Token], i: int) -> bool:
    """E.g. "do not like" and "do like", not "do yoga"."""
    if i + 1 >= len(body):
        return False
    following = body[i + 1].norm

    return (
        following == "not" or body[i].norm == "did" or (is_base(following) and following != "yoga")
    )
