"""Recurring sequences of steps, stated by the user or observed from prompt to prompt."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from shared.learning.offline.inflection import gerund
from shared.learning.offline.objects import shifted
from shared.learning.offline.sentences import Sentence
from shared.learning.offline.tokens import Token, norms
from shared.learning.offline.verbs import is_base, is_gerund, lemma


@dataclass(frozen=True, slots=True)
class Flow:
    """A workflow, the prompt to quote and the sentence in it."""

    description: str
    steps: tuple[str, ...]
    place: int
    sentence: Sentence


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

_STAGES: Final = (
    (
        "Refactor",
        "refactoring",
        re.compile(r"^(?:\w+ ){0,6}?(?:refactor|clean up|simplify|restructure)\b"),
    ),
    (
        "Request tests",
        "tests",
        re.compile(
            r"^(?:\w+ ){0,6}?(?:(?:write|add|generate|create|make|give me|need|include) "
            r"(?:\w+ ){0,4}?(?:tests?|test cases|test suite|coverage)|test (?:it|this|that|"
            r"the)|unit tests? for)\b"
        ),
    ),
    (
        "Ask for review",
        "a code review",
        re.compile(
            r"^(?:\w+ ){0,6}?(?:review|code review|look over|check (?:the|my|this|it) "
            r"(?:\w+ )?(?:code|implementation|changes)|any (?:problems|issues) with)\b"
        ),
    ),
    (
        "Update documentation",
        "documentation",
        re.compile(
            r"^(?:\w+ ){0,6}?(?:document|(?:write|add|update|generate) (?:\w+ "
            r"){0,3}?(?:docs|documentation|docstrings?|readme|changelog|comments))\b"
        ),
    ),
    (
        "Commit changes",
        "a commit",
        re.compile(
            r"^(?:\w+ ){0,6}?(?:commit|(?:write|create|open|suggest) (?:\w+ "
            r"){0,3}?(?:commit message|pr|pull request|pr description)|push (?:it|this|the|"
            r"to))\b"
        ),
    ),
    ("Deploy", "deployment", re.compile(r"^(?:\w+ ){0,6}?(?:deploy|release|ship|publish)\b")),
    (
        "Fix errors",
        "bug fixing",
        re.compile(r"^(?:\w+ ){0,6}?(?:fix|debug|why (?:is|does|am)|solve)\b"),
    ),
    (
        "Plan the work",
        "planning",
        re.compile(r"^(?:\w+ ){0,6}?(?:plan|outline|design|architect|break down|propose)\b"),
    ),
    (
        "Implement feature",
        "implementation",
        re.compile(
            r"^(?:\w+ ){0,6}?(?:implement|write|build|create|add|develop|code|make|extend)\b"
        ),
    ),
)
_CODE = re.compile(
    r"\b(?:code|function|class|method|module|api|endpoint|component|feature|script|"
    r"bug|tests?|test|implementation|service|handler|query|commit|pr|pull request|"
    r"parser|page|app|cli|library|migration|model|schema|changes|form|button|route|"
    r"middleware|docstrings?|readme|refactor|deploy)\b"
)


def stated(sentences: Sequence[Sentence], place: int, text: str) -> Iterator[Flow]:
    """Sequences that the user describes: "after every feature I write tests, then I run the linter"."""
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


def observed(prompts: Sequence[Sequence[Sentence]], known: frozenset[str]) -> Iterator[Flow]:
    """Sequences of requests from prompt to prompt: implementation, then tests, then review.

    A sequence counts where it was seen twice in the batch, or once at three steps, or where the
    profile (`known`: its workflow descriptions, case folded) already has it.
    """
    stages: list[tuple[int, str, str, Sentence]] = []
    for place, sentences in enumerate(prompts):
        stage = next((found for s in sentences if (found := _stage(s)) is not None), None)
        if stage is not None and (not stages or stages[-1][1] != stage[0]):
            stages.append((place, *stage))
    runs = _runs(stages)
    counted: dict[tuple[str, ...], list[list[tuple[int, str, str, Sentence]]]] = {}
    for run in runs:
        counted.setdefault(tuple(stage[1] for stage in run), []).append(run)
    for steps, found in counted.items():
        last = found[-1]
        description = (
            f"Usually asks for {_listed([stage[2] for stage in last[1:]])} after {last[0][2]}"
        )
        if len(steps) > 2 or len(found) > 1 or description.casefold() in known:
            yield Flow(description, steps, last[-1][0], last[-1][3])


def _runs(
    stages: list[tuple[int, str, str, Sentence]],
) -> list[list[tuple[int, str, str, Sentence]]]:
    """Stretches that each begin with an implementation (or plan) and end before the next one."""
    runs: list[list[tuple[int, str, str, Sentence]]] = []
    for stage in stages:
        starts = stage[1] in {"Implement feature", "Plan the work"}
        if starts and not (runs and len(runs[-1]) == 1 and runs[-1][0][1] == "Plan the work"):
            runs.append([stage])
        elif runs and stage[1] not in {seen[1] for seen in runs[-1]}:
            runs[-1].append(stage)
    return [run for run in runs if len(run) > 1]


def _stage(sentence: Sentence) -> tuple[str, str, Sentence] | None:
    said = norms(sentence.tokens)
    if not _CODE.search(said):
        return None
    for name, noun, pattern in _STAGES:
        if pattern.match(said):
            return name, noun, sentence
    return None


def _listed(nouns: Sequence[str]) -> str:
    return nouns[0] if len(nouns) == 1 else f"{', '.join(nouns[:-1])} and {nouns[-1]}"
