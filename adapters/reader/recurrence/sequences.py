"""Sequences of requests observed from prompt to prompt: implementation, then tests."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from adapters.reader.grammar.tokens import norms
from adapters.reader.recurrence.flows import Flow
from adapters.reader.text.sentences import Sentence

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


@dataclass(frozen=True, slots=True)
class _Stage:
    """A request of one kind: its step, how a description calls it, and where it stands."""

    step: str
    noun: str
    place: int
    sentence: Sentence


def observed(prompts: Sequence[Sequence[Sentence]], known: frozenset[str]) -> Iterator[Flow]:
    """Sequences of requests from prompt to prompt: implementation, then tests, then review.

    A sequence counts where it was seen twice in the batch, or once at three steps, or where the
    profile (`known`: its workflow descriptions, case folded) already has it.
    """
    stages: list[_Stage] = []
    for place, sentences in enumerate(prompts):
        stage = next(filter(None, (_stage(sentence, place) for sentence in sentences)), None)
        if stage is not None and (not stages or stages[-1].step != stage.step):
            stages.append(stage)
    counted: dict[tuple[str, ...], list[list[_Stage]]] = {}
    for run in _runs(stages):
        counted.setdefault(tuple(stage.step for stage in run), []).append(run)
    for steps, found in counted.items():
        last = found[-1]
        asked = _listed([stage.noun for stage in last[1:]])
        description = f"Usually asks for {asked} after {last[0].noun}"
        if len(steps) > 2 or len(found) > 1 or description.casefold() in known:
            yield Flow(description, steps, last[-1].place, last[-1].sentence)


def _runs(stages: Sequence[_Stage]) -> list[list[_Stage]]:
    """Stretches that each begin with an implementation (or plan) and end before the next one."""
    runs: list[list[_Stage]] = []
    for stage in stages:
        starts = stage.step in {"Implement feature", "Plan the work"}
        if starts and not (runs and [seen.step for seen in runs[-1]] == ["Plan the work"]):
            runs.append([stage])
        elif runs and stage.step not in {seen.step for seen in runs[-1]}:
            runs[-1].append(stage)
    return [run for run in runs if len(run) > 1]


def _stage(sentence: Sentence, place: int) -> _Stage | None:
    said = norms(sentence.tokens)
    if not _CODE.search(said):
        return None
    for step, noun, pattern in _STAGES:
        if pattern.match(said):
            return _Stage(step, noun, place, sentence)
    return None


def _listed(nouns: Sequence[str]) -> str:
    return nouns[0] if len(nouns) == 1 else f"{', '.join(nouns[:-1])} and {nouns[-1]}"
