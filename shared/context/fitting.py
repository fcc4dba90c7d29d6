"""Fits the blocks into a maximum length, and reports what was omitted."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from shared.context.block import Block, Group, Piece, render


@dataclass(frozen=True)
class Omitted:
    """A piece that is not in the text, and why.

    Attributes:
        section: the name of its section.
        why: `maxChars`, `inactive`, `low_confidence` or `inferred`.
        label: what it says, on one line and truncated if it is long.
        id: the id of the item, if it shows one.
    """

    section: str
    why: str
    label: str
    id: str | None = None


def fit(blocks: Sequence[Block], max_chars: int | None) -> tuple[list[Block], list[Omitted]]:
    """Omits the lightest pieces until the text has at most `max_chars` characters.

    Pieces are omitted one at a time, the lightest first, and of equally light ones the last. So a
    smaller limit never adds anything.
    """
    kept = list(blocks)
    if max_chars is None:
        return kept, []
    order = sorted(
        ((piece.weight, -index, piece) for index, piece in enumerate(_pieces(blocks))),
        key=lambda item: item[:2],
    )
    omitted: list[Piece] = []
    for _, _, piece in order:
        if len(render(kept)) <= max_chars:
            break
        omitted.append(piece)
        kept = [_without(block, piece) for block in kept]
    return kept, [Omitted(piece.section, "maxChars", piece.label, piece.id) for piece in omitted]


def _pieces(blocks: Sequence[Block]) -> list[Piece]:
    return [piece for block in blocks for group in block.groups for piece in group.pieces]


def _without(block: Block, omitted: Piece) -> Block:
    groups: list[Group] = [
        replace(group, pieces=[piece for piece in group.pieces if piece is not omitted])
        for group in block.groups
    ]
    return replace(block, groups=groups)
