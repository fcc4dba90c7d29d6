"""Recurring sequences of steps, stated by the user or observed from prompt to prompt."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from shared.learning.offline.flows import Flow
from shared.learning.offline.inflection import gerund
from shared.learning.offline.sentences import Sentence
from shared.learning.offline.tokens import Token, norms
from shared.learning.offline.verbs import is_base, is_gerund, lemma
from shared.learning.offline.wording import shifted

_STEP_MARK = re.compile(
    r"(?:,|;|\band|\bthen|\bfinally|\bafterwards?|\bafter that|\blastly|\bnext|"
    r"\bfirst|\bsecond|\bthird|-)+",
    re.I,
)


_SEQUENCE = re.compile(r"\bthen\b|\bfinally\b|\bafter that\b|\bafterwards?\b|\blastly\b")


_HABITUAL = re.compile(
    r"\b(?:always|usually|typically|normally|generally|every time|each time|after "
    r"every|after each|before every|before each|whenever|my (?:\w+ )?(?:workflow|"
    r"routine|process)|every (?:morning|evening|day|week)|first i)\b"
)


_BEFORE_AFTER = re.compile(
    r"^(?:(?:as a rule|usually|normally|generally|and|so|also|,) )*i (?P<how>always|"
    r"usually|typically|normally|generally|never) (?P<first>.+?) (?P<order>before|"
    r"after|once) (?P<second>(?:i |we |every |each )?\w+.*)$"
)


_ORDER_FIRST = re.compile(
    r"^(?:(?:and|so|also) )?(?P<order>before|after|once) (?P<second>(?:i |we |every "
    r"|each )?.+?) ,? ?i (?P<how>always|usually|typically|normally|generally) "
    r"(?P<first>.+)$"
)


_LONGEST_STEP: Final = 9


def stated(sentences: Sequence[Sentence], place: int, text: str) -> Iterator[Flow]:
    """Sequences that the user describes: "I write tests, then I run the linter"."""
    for sentence in sentences:
        tokens = tuple(sentence.own)
        while tokens and not tokens[-1].is_word:
            tokens = tokens[:-1]
        said = norms(tokens)
        if not re.search(r"\b(?:i|we)\b", said) or re.search(
            r"\b(?:did|was|were|had|yesterday|last)\b", said
        ):
            continue
        if _SEQUENCE.search(said) and _HABITUAL.search(said):
            steps = _steps(tokens, text)
            if len(steps) > 1:
                yield Flow(_summary(steps), tuple(steps), place, sentence)
                continue
        ordered = _BEFORE_AFTER.match(said) or _ORDER_FIRST.match(said)
        if ordered and ordered["how"] != "never":
            yield from _ordered(ordered, tokens, said, text, place, sentence)


def _ordered(
    match: re.Match[str],
    tokens: Sequence[Token],
    said: str,
    text: str,
    place: int,
    sentence: Sentence,
) -> Iterator[Flow]:
    first = _step(tokens[_at(said, match.start("first")) : _at(said, match.end("first")) + 1], text)
    second = _step(
        tokens[_at(said, match.start("second")) : _at(said, match.end("second")) + 1], text
    )
    if not first or not second:
        return
    steps = (second, first) if match["order"] != "before" else (first, second)
    yield Flow(
        f"Always {_gerundive(steps[0])} before {_gerundive(steps[1])}".replace(
            "Always", "Usually" if match["how"] != "always" else "Always", 1
        ),
        steps,
        place,
        sentence,
    )


def _steps(tokens: Sequence[Token], text: str) -> list[str]:
    """The clauses of a sequence, each as a short step."""
    steps: list[str] = []
    current: list[Token] = []
    for token in (*tokens, None):
        if token is not None and not _STEP_MARK.fullmatch(token.norm):
            current.append(token)
            continue
        step = _step(current, text)
        if step and step not in steps:
            steps.append(step)
        current = []
    return steps


def _step(tokens: Sequence[Token], text: str) -> str:
    """One step, in the base form: "I write tests" → "Write tests"; "" for what is none."""
    words = list(tokens)
    while words and (
        words[0].norm
        in {
            "i",
            "we",
            "then",
            "and",
            "always",
            "usually",
            "typically",
            "normally",
            "generally",
            "first",
            "that",
            ",",
            "to",
            "finally",
            "after",
            "before",
            "once",
            "whenever",
            "every",
            "each",
            "when",
            "my",
            "workflow",
            "routine",
            "process",
            "is",
            "also",
            "time",
            "have",
            "am",
        }
    ):
        words.pop(0)
    if not words or len(words) > _LONGEST_STEP or not words[0].norm.isalpha():
        return ""
    head = words[0].norm
    base = lemma(head)
    if is_gerund(head) and base == head:
        base = head
    elif not is_base(base) and len(words) == 1:
        return (
            f"Finish {head}"
            if head in {"feature", "change", "task", "release", "commit", "sprint"}
            else ""
        )
    rest = shifted(words[1:], text)
    return f"{base.capitalize()} {rest}".strip()


def _gerundive(step: str) -> str:
    head, _, rest = step.partition(" ")
    word = head.lower() if head.lower().endswith("ing") else gerund(head)
    return f"{word} {rest}".strip()


def _summary(steps: Sequence[str]) -> str:
    return "Usually follows the steps: " + ", ".join(step[0].lower() + step[1:] for step in steps)


def _at(said: str, offset: int) -> int:
    return said.count(" ", 0, offset)
