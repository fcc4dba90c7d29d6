"""What a network gets right of messages that it was not taught with."""

import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import torch

from adapters.reader.judging import network
from bench.turns.batches import batches
from bench.turns.lessons import Lesson, Teaching
from bench.turns.transformer import Transformer

_LIKELY, _LIKELIER, _FOUND = 0.5, 0.6, 0.75
"""The probabilities from which an item changes, from which one of another message does, and from
which something counts as found.
"""
Span = tuple[str, int, int]


def right(
    model: Transformer, teaching: Teaching, lessons: Sequence[Lesson]
) -> Mapping[str, Mapping[str, float]]:
    """Returns how well the model reads lessons that it was not taught with.

    Returns:
        For each language, `told`: of what is marked, the share that is found, of its kind and at
        least in part; `found`: of what is found, the share that is so; `whole`: of what is found,
        the share that is marked so piece by piece. Then `kept`: of items that stay as they are, the
        share that does; `over`, `replaced`: of those that end or are taken back, and of those that
        are replaced, the share that is over afterwards; `value`: of new values, the share that is
        found piece by piece; and `strangers`: of the items of other messages, the share that is
        kept.
    """
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    chance = random.Random(0)
    model.eval()
    with torch.no_grad():
        for some, batch in batches([teaching.shown(one, chance) for one in lessons], chance):
            tags, does, firsts, lasts = (
                torch.softmax(one, -1) for one in model(batch.ids, batch.segments, batch.there)
            )
            sure, best = tags.max(-1)
            for at, row in enumerate(some):
                count, lesson = counts[row.lesson.language], row.lesson
                for place, becomes in row.does.items():
                    kept, *changed = does[at, place].tolist()
                    is_own = place in row.sure
                    changes = kept < _LIKELY if is_own else max(changed) >= _LIKELIER
                    name = _NAMES[becomes] if is_own else "strangers"
                    count[f"{name} of"] += 1
                    count[name] += changes == bool(becomes)
                if row.value and row.own is not None:
                    pointed = int(firsts[at, row.own].argmax()), int(lasts[at, row.own].argmax())
                    count["value of"] += 1
                    count["value"] += pointed == row.value
                if lesson.is_whole:
                    size = len(lesson.ids)
                    marked = _spans(teaching.tags, lesson.tags, [1.0] * size)
                    found = _spans(
                        teaching.tags,
                        best[at, 1 : size + 1].tolist(),
                        sure[at, 1 : size + 1].tolist(),
                    )
                    count["told of"] += len(marked)
                    count["found of"] += len(found)
                    count["whole of"] += len(found)
                    count["told"] += sum(any(_touch(a, b) for b in found) for a in marked)
                    count["found"] += sum(any(_touch(a, b) for b in marked) for a in found)
                    count["whole"] += len(found & marked)
    return {
        language: {name: round(count[name] / max(count[f"{name} of"], 1), 3) for name in _MEASURES}
        for language, count in sorted(counts.items())
    }


_MEASURES = ("told", "found", "whole", "kept", "over", "replaced", "value", "strangers")
_NAMES = ("kept", "over", "over", "replaced")
"""What is counted for each thing that can become of an item."""


def _spans(tags: Sequence[str], found: Sequence[int], sure: Sequence[float]) -> set[Span]:
    """Returns the likely spans: the kind, the first piece, and the end, which is not part of it."""
    spans, at = set(), 0
    while at < len(found):
        tag, end = tags[found[at]], at + 1
        what = tag[len(network.BEGINS) :]
        while end < len(found) and tags[found[end]] == network.GOES_ON + what:
            end += 1
        if tag != network.NOTHING and max(sure[at:end]) >= _FOUND:
            spans.add((what, at, end))
        at = end
    return spans


def _touch(one: Span, other: Span) -> bool:
    return one[0] == other[0] and one[1] < other[2] and other[1] < one[2]
