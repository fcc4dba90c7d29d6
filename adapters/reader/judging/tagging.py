"""What the sentences of a message tell of its author, by the tags that the network gives."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from adapters.reader.judging.network import BEGINS, GOES_ON, NOTHING, Piece
from adapters.reader.lines import Line
from adapters.reader.reader import Read

ENDS, TAKES_BACK = "end", "retract"
"""The tags of what is over, and of what never was, as far as a message names it."""
STEP = "step"
"""The tag of a step of a procedure."""


class Told(NamedTuple):
    """Tokens of a sentence that tell something.

    Attributes:
        what: the type of a preference, the path of a fact; or `person`, `relation`, `instruction`,
            `step`; or `end` and `retract` of what is over, and of what never was.
        start, end: the tokens.
        sure: the probability of the surest of their tags, or of the first if it goes on without
            having begun, from 0 to 1.
    """

    what: str
    start: int
    end: int
    sure: float

    @property
    def is_over(self) -> bool:
        """Whether it is said of something that it is over, or never was."""
        return self.what in (ENDS, TAKES_BACK)


def told_in(read: Read, pieces: Sequence[Piece]) -> Sequence[Sequence[Told]]:
    """Returns what each sentence tells, apart from those that suppose, report or play.

    Args:
        read: the message.
        pieces: the message in pieces.
    """
    starts = [piece.start for piece in pieces]
    return [
        () if not pieces or one.stopped else [*spans_of(*_tags_of(one.line, pieces, starts))]
        for one in read.sentences
    ]


def _tags_of(
    line: Line, pieces: Sequence[Piece], starts: Sequence[int]
) -> tuple[Sequence[str], Sequence[float]]:
    """Returns the tag of each token, and how sure it is: those of the piece in which it begins."""
    tags, sure, last = [], [], -1
    for token in line.tokens:
        at = max(bisect_right(starts, token.start) - 1, 0)
        tag = pieces[at].tag
        goes_on = at == last and tag.startswith(BEGINS)  # Both stand in one piece.
        tags.append(GOES_ON + tag[len(BEGINS) :] if goes_on else tag)
        sure.append(pieces[at].sure)
        last = at
    return tags, sure


def spans_of(tags: Sequence[str], sure: Sequence[float]) -> Iterator[Told]:
    """Yields what tags say.

    Args:
        tags: a tag for each token.
        sure: how probable it is.
    """
    start = 0
    while start < len(tags):
        end, what = start + 1, tags[start][len(BEGINS) :]
        while end < len(tags) and tags[end] == GOES_ON + what:
            end += 1
        if tags[start] != NOTHING:
            # What goes on without having begun is less clear.
            certain = max(sure[start:end]) if tags[start].startswith(BEGINS) else sure[start]
            yield Told(what, start, end, certain)
        start = end
