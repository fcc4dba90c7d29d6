"""What the sentences of a message tell of its author, by the tags that the network gives."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from adapters.reader.judging.network import (
    BEGINS,
    ENDS,
    GOES_ON,
    NOTHING,
    TAKES_BACK,
    Piece,
)
from adapters.reader.lines import Line
from adapters.reader.reader import Read


class Told(NamedTuple):
    """Tokens of a sentence that tell something.

    Attributes:
        what: the type of a preference, the path of a fact; or `person`, `relation`, `instruction`,
            `step`; or `end` and `retract` of what is over, and of what never was.
        start, end: the tokens.
        sure: the probability of the surest of their tags, from 0 to 1.
        share: the part of that which is this kind's own, from 0 to 1.
    """

    what: str
    start: int
    end: int
    sure: float
    share: float

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
        () if not pieces or one.stopped else [*spans_of([*_of_tokens(one.line, pieces, starts)])]
        for one in read.sentences
    ]


def _of_tokens(line: Line, pieces: Sequence[Piece], starts: Sequence[int]) -> Iterator[Piece]:
    """Yields, for each token, the piece in which it begins."""
    last = -1
    for token in line.tokens:
        at = max(bisect_right(starts, token.start) - 1, 0)
        piece = pieces[at]
        if at == last and piece.tag.startswith(BEGINS):  # Both tokens stand in one piece.
            piece = piece._replace(tag=GOES_ON + piece.tag[len(BEGINS) :])
        yield piece
        last = at


def spans_of(pieces: Sequence[Piece]) -> Iterator[Told]:
    """Yields what the pieces of tokens tell, a piece for each token."""
    start = 0
    while start < len(pieces):
        tag, end = pieces[start].tag, start + 1
        what = tag[len(BEGINS) :]
        while end < len(pieces) and pieces[end].tag == GOES_ON + what:
            end += 1
        if tag != NOTHING:
            surest = max(pieces[start:end], key=lambda piece: piece.sure)
            yield Told(what, start, end, surest.sure, surest.share)
        start = end
