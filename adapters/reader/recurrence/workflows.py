"""Recurring sequences of steps that the user states: "I write tests, then I run the linter"."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from adapters.reader.grammar.inflection import gerund, third_person
from adapters.reader.grammar.tokens import Token, norms
from adapters.reader.grammar.verbs import is_base, lemma
from adapters.reader.objects.wording import shifted
from adapters.reader.recurrence.flows import Flow
from adapters.reader.text.sentences import Sentence

_FIRST_PERSON = re.compile(r"\b(?:i|we|my)\b")

_SEQUENCE = re.compile(r"\b(?:then|finally|after that|afterwards?|lastly)\b")
_HABITUAL = re.compile(
    r"\b(?:always|usually|typically|normally|generally|whenever|(?:every|each) time"
    r"|(?:after|before) (?:every|each)|my (?:\w+ )?(?:workflow|routine|process)"
    r"|every (?:morning|evening|day|week|sunday|weekend)|first i)\b"
)
_NOT_A_HABIT = re.compile(r"\b(?:did|was|were|had|yesterday|last|will|would|could|you)\b")
_HOW = r"(?P<how>always|usually|typically|normally|generally)"
_BEFORE_AFTER = re.compile(
    r"^(?:(?:as a rule|usually|normally|generally|and|so|also|,) ){0,9}i " + _HOW + r" "
    r"(?P<first>.+?) (?P<order>before|after|once) (?P<second>\w.*)$"
)
_ORDER_FIRST = re.compile(
    r"^(?:(?:and|so|also) )?(?P<order>before|after|once) (?P<second>.+?) ,? ?i " + _HOW + r" "
    r"(?P<first>.+)$"
)
_STEP_MARKS: Final = frozenset(
    ", ; - and then finally afterwards afterward lastly next first second third".split()
)
_BEFORE_A_STEP: Final = frozenset(
    "i we then and always usually typically normally generally first that , "
    "to finally after before once whenever every each when my workflow routine "
    "process is also have am time it".split()
)
_FINISHED: Final = frozenset("feature change task ticket release bug bugfix story sprint".split())
_LONGEST_STEP: Final = 9
"""Words."""


def stated(sentences: Sequence[Sentence], place: int, text: str) -> Iterator[Flow]:
    """The sequences that a prompt's sentences describe."""
    for sentence in sentences:
        tokens = tuple(sentence.own)
        while tokens and not tokens[-1].is_word:
            tokens = tokens[:-1]
        said = norms(tokens)
        if not _FIRST_PERSON.search(said) or _NOT_A_HABIT.search(said):
            continue
        if _SEQUENCE.search(said) and _HABITUAL.search(said):
            steps = _steps(tokens, text)
            if len(steps) > 1:
                yield Flow(_summary(steps), tuple(steps), place, sentence)
                continue
        ordered = _BEFORE_AFTER.match(said) or _ORDER_FIRST.match(said)
        if ordered:
            yield from _ordered(ordered, tokens, said, text, place, sentence)


def _ordered(
    match: re.Match[str],
    tokens: Sequence[Token],
    said: str,
    text: str,
    place: int,
    sentence: Sentence,
) -> Iterator[Flow]:
    """Two steps, one "before" or "after" the other."""

    def step(group: str) -> str:
        start, end = (said.count(" ", 0, offset) for offset in match.span(group))
        return _step(tokens[start : end + 1], text, "")

    first, second = step("first"), step("second")
    if first and second:
        steps = (first, second) if match["order"] == "before" else (second, first)
        how = "Always" if match["how"] == "always" else "Usually"
        description = f"{how} {_inflected(first, third_person)} {match['order']} "
        yield Flow(description + _inflected(second, gerund), steps, place, sentence)


def _steps(tokens: Sequence[Token], text: str) -> list[str]:
    """The parts of a sequence, each as a short step."""
    steps: list[str] = []
    current: list[Token] = []
    for token in (*tokens, None):
        opens = token is not None and token.norm == "i" and len(current) > 1
        if token is not None and token.norm not in _STEP_MARKS and not opens:
            current.append(token)
            continue
        step = _step(current, text, steps[-1] if steps else "")
        if step and step not in steps:
            steps.append(step)
        current = []
    return steps


def _step(tokens: Sequence[Token], text: str, previous: str) -> str:
    """One step, in the base form: "I write tests" → "Write tests"; "" for what is none.

    Args:
        tokens: the words of the step.
        text: the prompt.
        previous: the step before, whose verb a bare noun shares ("the tests, then the code").
    """
    words = list(tokens)
    while words and words[0].norm in _BEFORE_A_STEP:
        words.pop(0)
    if not words or len(words) > _LONGEST_STEP or not words[0].norm.isalpha():
        return ""
    head = words[0].norm
    if head in _FINISHED and len(words) == 1:
        return f"Finish {head}"
    if head in {"the", "a", "some"} and previous:
        return f"{previous.split()[0]} {shifted(words, text)}"
    base = lemma(head)
    if not is_base(base):
        return ""
    return f"{base.capitalize()} {shifted(words[1:], text)}".strip()


def _inflected(step: str, form: Callable[[str], str]) -> str:
    head, _, rest = step.partition(" ")
    return f"{form(head)} {rest}".strip()


def _summary(steps: Sequence[str]) -> str:
    told = [_inflected(step, third_person) for step in steps]
    return f"Usually {', '.join(told[:-1])}, then {told[-1]}"
