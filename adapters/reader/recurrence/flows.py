"""What both ways of finding a workflow hand on."""

from dataclasses import dataclass

from adapters.reader.text.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Flow:
    """A workflow, the prompt to quote and the sentence in it."""

    description: str
    steps: tuple[str, ...]
    place: int
    sentence: Sentence
