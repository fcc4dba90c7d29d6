"""Fitting the blocks into a number of characters, and saying what was left out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from shared.context.block import Block, Group, Piece, render


@dataclass(frozen=True)
class Omitted:
    """A piece that is not in the text, and why.

    Attributes:
        section: the name of the section it would stand in.
        why: `maxChars`, `inactive` or `low_confidence`.
        label: what it says, on one line and cut where it is long.
        id: the item, if it is one.
    """

    section: str
    why: str
    label: str
    id: str | None = None


def fit(blocks: Sequence[Block], max_chars: int | None) -> tuple[list[Block], list[Omitted]]:
    """Leaves out the lightest pieces until the text has at most `max_chars` characters.

    Pieces go one at a time, the lightest first and the later of two equal ones, so the text is as
    full as it can be and a smaller limit never brings anything in.
    """
    kept = list(blocks)
    if max_chars is None:
        return kept, []
    order = sorted(
        ((piece.weight, -index, piece) for index, piece in enumerate(_pieces(blocks))),
        key=lambda item: item[:2],
    )
    gone: list[Piece] = []
    for _, _, piece in order:
        if len(render(kept)) <= max_chars:
            break
        gone.append(piece)
        kept = [_without(block, piece) for block in kept]
    return kept, [Omitted(piece.section, "maxChars", piece.label, piece.id) for piece in gone]


def _pieces(blocks: Sequence[Block]) -> list[Piece]:
    return [piece for block in blocks for group in block.groups for piece in group.pieces]


def _without(block: Block, gone: Piece) -> Block:
    groups: list[Group] = [
        replace(group, pieces=[piece for piece in group.pieces if piece is not gone])
        for group in block.groups
    ]
    return replace(block, groups=groups)
