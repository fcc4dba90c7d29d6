"""Workflows that show from one request to the next: implementation, tests, then review."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adapters.reader.reader import Read, SentenceRead
from shared.base.sameness import same
from shared.documents.profile import Workflow
from shared.learning.analyzer import PromptText
from shared.learning.candidates import WorkflowCandidate


@dataclass(frozen=True)
class _Seen:
    """A request of one kind: its step, what a description calls it, and where it stands."""

    step: str
    noun: str
    begins: bool
    place: int
    sentence: SentenceRead


def observed(
    reads: Sequence[Read], prompts: Sequence[PromptText], known: Sequence[Workflow]
) -> Iterator[WorkflowCandidate]:
    """Yields sequences of requests from message to message: implementation, tests, then review.

    A sequence counts if it was seen twice in the batch, or once with three steps, or if the profile
    has it already.
    """
    seen: list[_Seen] = []
    for place, read in enumerate(reads):
        one = next(filter(None, (_stage(read, s, place) for s in read.sentences)), None)
        if one is not None and (not seen or seen[-1].step != one.step):
            seen.append(one)
    counted: dict[tuple[str, ...], list[list[_Seen]]] = {}
    for run in _runs(seen):
        counted.setdefault(tuple(one.step for one in run), []).append(run)
    for steps, found in counted.items():
        last = found[-1]
        description = f"Usually asks for {_listed([s.noun for s in last[1:]])} after {last[0].noun}"
        matches = next((one.id for one in known if same(one.description, description)), None)
        if len(steps) > 2 or len(found) > 1 or matches:
            prompt = prompts[last[-1].place]
            yield WorkflowCandidate(
                quote=quote_of(last[-1].sentence, prompt.content),
                prompt_id=prompt.id,
                description=description,
                steps=list(steps),
                matches=matches,
            )


def quote_of(sentence: SentenceRead, text: str) -> str:
    """Returns a sentence, or the message if the sentence is too short to prove anything."""
    said = text[sentence.start : min(sentence.end, sentence.start + 300)].rstrip()
    return text if len(said.split()) < 3 and len(text) <= 300 else said


def _stage(read: Read, sentence: SentenceRead, place: int) -> _Seen | None:
    if read.language is None or any(block.reason == "given text" for block in sentence.blocked):
        return None
    line = sentence.line
    starts = [line.offset(i) for i in range(min(len(line.tokens), 7))]
    for stage, match in read.language.stages:
        if match.stands_in(line, starts):
            return _Seen(stage.step, stage.noun, stage.begins, place, sentence)
    return None


def _runs(seen: Sequence[_Seen]) -> list[list[_Seen]]:
    """Returns stretches that each begin with a first step and end before the next one."""
    runs: list[list[_Seen]] = []
    for one in seen:
        goes_on = runs and len(runs[-1]) == 1 and runs[-1][0].begins
        if one.begins and not goes_on:
            runs.append([one])
        elif runs and one.step not in {before.step for before in runs[-1]}:
            runs[-1].append(one)
    return [run for run in runs if len(run) > 1]


def _listed(nouns: Sequence[str]) -> str:
    return nouns[0] if len(nouns) == 1 else f"{', '.join(nouns[:-1])} and {nouns[-1]}"
