"""Rows of one step, as tensors."""

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from bench.turns.lessons import UNKNOWN, Shown
from bench.turns.transformer import FILLS

TOGETHER = 32
"""Messages of one step."""
_ALIKE = 40
"""Steps whose messages are sorted by length."""
_WEIGHT_OF_OTHERS = 0.5
"""How much an item of another message matters beside one that a message is about."""


class Batch(NamedTuple):
    """Rows of one step, filled up to the longest."""

    ids: Tensor
    segments: Tensor
    there: Tensor
    tags: Tensor
    does: Tensor
    matters: Tensor
    firsts: Tensor
    lasts: Tensor


def batches(
    every: Sequence[Shown], chance: random.Random
) -> Iterator[tuple[Sequence[Shown], Batch]]:
    """Yields the rows in batches of about the same length each, in no order."""
    mixed = chance.sample(every, len(every))
    found: list[Sequence[Shown]] = []
    for start in range(0, len(mixed), TOGETHER * _ALIKE):
        part = sorted(mixed[start : start + TOGETHER * _ALIKE], key=lambda row: len(row.ids))
        found += [part[at : at + TOGETHER] for at in range(0, len(part), TOGETHER)]
    for some in chance.sample(found, len(found)):
        yield some, _batch(some)


def _batch(some: Sequence[Shown]) -> Batch:
    shape = (len(some), max(len(row.ids) for row in some))
    ids = torch.full(shape, FILLS)
    segments = torch.zeros(shape, dtype=torch.long)
    tags, does, firsts, lasts = (torch.full(shape, UNKNOWN) for _ in range(4))
    matters = torch.full(shape, _WEIGHT_OF_OTHERS)
    for at, row in enumerate(some):
        size = len(row.ids)
        ids[at, :size] = torch.tensor(row.ids)
        segments[at, :size] = torch.tensor(row.segments)
        tags[at, :size] = torch.tensor(row.tags)
        for place, becomes in row.does.items():
            does[at, place] = becomes
        for place in row.sure:
            matters[at, place] = 1.0
        if row.own is not None and row.value:
            firsts[at, row.own], lasts[at, row.own] = row.value
    return Batch(ids, segments, ids != FILLS, tags, does, matters, firsts, lasts)
