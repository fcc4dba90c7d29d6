"""Where each item stands in the text of the context block."""

from collections.abc import Iterable
from dataclasses import dataclass

from shared.context.block import Block


@dataclass(frozen=True)
class Placed:
    """An item in the text: its section, its id or path, and where it starts and ends.

    Both are in characters from the start of the text; the end is exclusive.
    """

    section: str
    id: str
    start: int
    end: int


def places_in(text: str, blocks: Iterable[Block]) -> list[Placed]:
    """Returns the items of the rendered blocks that have an id, in the order of the text."""
    found: list[Placed] = []
    end = 0
    for block in blocks:
        pieces = [piece for group in block.groups for piece in group.pieces]
        if pieces:
            end = text.index(block.opening, end) + len(block.opening)
        for piece in pieces:
            start = text.index(piece.text, end)
            end = start + len(piece.text)
            if piece.id:
                found.append(Placed(piece.section, piece.id, start, end))
    return found
