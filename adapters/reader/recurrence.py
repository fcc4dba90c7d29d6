"""What recurs from message to message: topics, which become patterns, and sequences of requests."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adapters.reader.languages import Language
from adapters.reader.lines import Line
from adapters.reader.reader import Read, SentenceRead
from adapters.reader.rules import Stage
from shared.base.sameness import same
from shared.documents.profile import Pattern, Workflow
from shared.learning.analyzer import PromptText
from shared.learning.candidates import PatternCandidate, WorkflowCandidate

ASKED = 3
"""How many messages have to ask about a topic."""
DAYS = 2
"""On how many days."""
_LATEST = 7
"""The token before which a request begins."""
_FORMS = {"Technical Domain": "Frequently works on {}", "Problem Type": "Often debugs {}",
          "Technology": "Regular questions about {}",
          "Interest": "Often asks about {}"}  # fmt: skip
"""One wording for each category, so that a topic is always found again."""


def asked(
    reads: Sequence[Read], prompts: Sequence[PromptText], known: Sequence[Pattern]
) -> Iterator[PatternCandidate]:
    """Yields the topics that several messages ask about, or one if the profile has the topic."""
    topics: dict[tuple[str, str], dict[int, SentenceRead]] = {}
    for place, read in enumerate(reads):
        for sentence in filter(_asks, read.sentences):
            for topic in _named(sentence.line, read.language):
                topics.setdefault(topic, {}).setdefault(place, sentence)
    for (category, name), found in topics.items():
        description = _FORMS.get(category, "Often asks about {}").format(name)
        matches = next((p.id for p in known if same(p.description, description)), None)
        days = {prompts[place].at.date() for place in found}
        if matches or (len(found) >= ASKED and len(days) >= DAYS):
            prompt, sentence = prompts[max(found)], found[max(found)]
            yield PatternCandidate(
                quote=sentence.quote(prompt.content),
                prompt_id=prompt.id,
                category=category,
                description=description,
                matches=matches,
            )


def _named(line: Line, language: Language | None) -> Iterator[tuple[str, str]]:
    """Yields (category, name) of the topics that a sentence names."""
    at = 0
    while language and at < len(line.words):
        end = next(iter(language.terms.ends(line, at)), at)
        if end > at:
            yield language.topics[line.words[at:end]]
        at = max(end, at + 1)


def _asks(sentence: SentenceRead) -> bool:
    """Whether a sentence asks something or asks for something: "Help me plan a hike"."""
    requests = any(mark.startswith("requests:") for mark in sentence.marks)
    return requests or sentence.asks_from is not None


@dataclass(frozen=True)
class _Request:
    """A request of one kind, and where it stands."""

    stage: Stage
    place: int
    sentence: SentenceRead


def observed(
    reads: Sequence[Read], prompts: Sequence[PromptText], known: Sequence[Workflow]
) -> Iterator[WorkflowCandidate]:
    """Yields sequences of requests from message to message: implementation, tests, then review.

    A sequence counts if it was seen twice in the batch, or once with three steps, or if the profile
    has it already.
    """
    seen: list[_Request] = []
    for place, read in enumerate(reads):
        requests = (_stage(read, sentence, place) for sentence in read.sentences)
        one = next(filter(None, requests), None)
        if one is not None and (not seen or seen[-1].stage.step != one.stage.step):
            seen.append(one)
    counted: dict[tuple[str, ...], list[list[_Request]]] = {}
    for run in _runs(seen):
        counted.setdefault(tuple(one.stage.step for one in run), []).append(run)
    for steps, found in counted.items():
        last = found[-1]
        first, *others = [one.stage.noun for one in last]
        listed = " and ".join(filter(None, [", ".join(others[:-1]), others[-1]]))
        description = f"Usually asks for {listed} after {first}"
        matches = next((one.id for one in known if same(one.description, description)), None)
        if len(steps) > 2 or len(found) > 1 or matches:
            prompt = prompts[last[-1].place]
            yield WorkflowCandidate(
                quote=last[-1].sentence.quote(prompt.content),
                prompt_id=prompt.id,
                description=description,
                steps=list(steps),
                matches=matches,
            )


def _stage(read: Read, sentence: SentenceRead, place: int) -> _Request | None:
    if read.language is None or any(one.reason == "given text" for one in sentence.readings):
        return None
    for ready in read.language.stages:
        match = ready.match.search(sentence.line)
        if match and match.start < _LATEST:
            return _Request(ready.entry, place, sentence)
    return None


def _runs(seen: Sequence[_Request]) -> list[list[_Request]]:
    """Returns stretches that each begin with a first step and end before the next one."""
    runs: list[list[_Request]] = []
    for one in seen:
        goes_on = runs and len(runs[-1]) == 1 and runs[-1][0].stage.begins
        if one.stage.begins and not goes_on:
            runs.append([one])
        elif runs and one.stage.step not in {before.stage.step for before in runs[-1]}:
            runs[-1].append(one)
    return [run for run in runs if len(run) > 1]
