"""What recurs from message to message: topics, which become patterns, and sequences of requests."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from adapters.reader.languages import Language, Languages
from adapters.reader.lines import Line
from adapters.reader.parts import Words
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
_FORMS = {
    "Technical Domain": "Frequently works on {}",
    "Problem Type": "Often debugs {}",
    "Technology": "Regular questions about {}",
    "Interest": "Often asks about {}",
}
"""One wording for each category, so that a topic is always found again."""


class Topics:
    """Finds the topics of all languages."""

    def __init__(self, languages: Languages) -> None:
        self._terms = cache(lambda code: _terms(languages[code]))

    def patterns(
        self, reads: Sequence[Read], prompts: Sequence[PromptText], known: Sequence[Pattern]
    ) -> Iterator[PatternCandidate]:
        """Yields what several messages ask about, or one if the profile has the topic."""
        for (category, name), asked in self._asked(reads).items():
            description = _FORMS.get(category, "Often asks about {}").format(name)
            matches = next((p.id for p in known if same(p.description, description)), None)
            days = {prompts[place].at.date() for place in asked}
            if matches or (len(asked) >= ASKED and len(days) >= DAYS):
                place = max(asked)
                yield PatternCandidate(
                    quote=asked[place].quote(prompts[place].content),
                    prompt_id=prompts[place].id,
                    category=category,
                    description=description,
                    matches=matches,
                )

    def _asked(self, reads: Sequence[Read]) -> Mapping[tuple[str, str], dict[int, SentenceRead]]:
        """Returns the messages that ask about each topic, and the sentence in each."""
        found: dict[tuple[str, str], dict[int, SentenceRead]] = {}
        for place, read in enumerate(reads):
            code = read.language.about.code if read.language else ""
            for sentence in filter(_asks, read.sentences if code else ()):
                for topic in self._named(sentence.line, code):
                    found.setdefault(topic, {}).setdefault(place, sentence)
        return found

    def _named(self, line: Line, code: str) -> Iterator[tuple[str, str]]:
        """Yields (category, name) of the topics that a sentence names."""
        words, topics = self._terms(code)
        at = 0
        while at < len(line.words):
            end = next(iter(words.ends(line, at)), at)
            if end > at:
                yield topics[line.words[at:end]]
            at = max(end, at + 1)


def _asks(sentence: SentenceRead) -> bool:
    """Whether a sentence asks something or asks for something: "Help me plan a hike"."""
    requests = any(mark.startswith("requests:") for mark in sentence.marks)
    return requests or sentence.asks_from is not None


def _terms(language: Language) -> tuple[Words, Mapping[tuple[str, ...], tuple[str, str]]]:
    """Returns what finds the terms of topics, and the category and name of each."""
    terms: dict[tuple[str, ...], tuple[str, str]] = {}
    for category, topics in language.topics.items():
        for name, of in topics.items():
            for term in of:
                terms.setdefault(tuple(term.split()), (category, name))
    return Words(terms), terms


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
        one = next(filter(None, (_stage(read, s, place) for s in read.sentences)), None)
        if one is not None and (not seen or seen[-1].stage.step != one.stage.step):
            seen.append(one)
    counted: dict[tuple[str, ...], list[list[_Request]]] = {}
    for run in _runs(seen):
        counted.setdefault(tuple(one.stage.step for one in run), []).append(run)
    for steps, found in counted.items():
        last = found[-1]
        first, *others = [one.stage.noun for one in last]
        description = f"Usually asks for {_listed(others)} after {first}"
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
    if read.language is None or any(block.reason == "given text" for block in sentence.blocked):
        return None
    line = sentence.line
    for ready in read.language.stages:
        match = ready.match.search(line)
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


def _listed(nouns: Sequence[str]) -> str:
    return nouns[0] if len(nouns) == 1 else f"{', '.join(nouns[:-1])} and {nouns[-1]}"
