"""How well each entry answers a question, by its words and by what was said around it.

BM25 with exact statistics over all of a user's entries. In a conversation the answer often stands
beside the words of the question: so a term counts, with less weight, for the entries before and
after it in the thread as well, most of all for the reply to a question. Who speaks, when, and in
which thread, weighs too. Each parameter is a round number near the middle of where it makes no
difference.
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence

from shared.memory.packing import Packed
from shared.memory.search.moments import Moments
from shared.memory.search.terms import STOP_WORDS, needles_of, words_of
from shared.memory.search.variants import variants_of

SATURATION = 0.8
"""BM25's k1: how soon more of the same term adds nothing."""
LENGTH = 0.7
"""BM25's b: how much a long entry is held against its terms."""
NEIGHBOURS = ((-2, 0.1), (-1, 0.3), (1, 0.4), (2, 0.2))
"""What a term counts for the entry so many places on in its thread."""
REPLY = 1.75
"""What it counts there more if it was asked and the next one answers."""
THREAD = 0.2
"""Share of the best score in its thread that every entry found gets."""
SPEAKER = 0.3
"""Bonus for the words of someone whom the question names."""
MOMENT = 0.8
"""Bonus for what is from the time that the question names."""
QUESTION = 0.25
"""Malus for what only asks itself."""
SHORT = 0.7
"""Factor for what says next to nothing, like thanks."""
_FEW_TERMS = 4
_VARIANT = 0.8
"""Weight of a term that is only like the one looked for."""

Entries = Sequence[Packed]


def text_scores(entries: Entries, question: str, moments: Moments) -> list[float]:
    """The score of each entry, 0 where it has nothing to do with the question.

    Args:
        entries: all entries of the user, in the order of `packing.columns`.
        question: what is looked for.
        moments: the times that it names.
    """
    scores = [0.0] * len(entries)
    if not entries:
        return scores
    lengths = [max(entry.terms.count(" ") - 1, 1) for entry in entries]
    average = sum(lengths) / len(lengths)
    norms = [1 - LENGTH + LENGTH * length / average for length in lengths]
    for found, weight in _found_terms(entries, question):
        rarity = weight * math.log(1 + (len(entries) - len(found) + 0.5) / (len(found) + 0.5))
        for index, frequency in _spread(entries, found, norms).items():
            scores[index] += rarity * frequency * (SATURATION + 1) / (frequency + SATURATION)
    _add_threads(entries, scores)
    asked_of = set(words_of(question)) - STOP_WORDS
    for index, score in enumerate(scores):
        if score:
            scores[index] = score * _factor(entries[index], lengths[index], asked_of, moments)
    return scores


def _found_terms(entries: Entries, question: str) -> Iterator[tuple[dict[int, int], float]]:
    """For each term of the question: how often which entries have it, and its weight."""
    for needle in needles_of(question):
        found = {i: n for i, entry in enumerate(entries) if (n := entry.terms.count(needle))}
        if found:
            yield found, 1.0
            continue
        for variant in variants_of(needle, (entry.terms for entry in entries)):
            found = {i: n for i, entry in enumerate(entries) if (n := entry.terms.count(variant))}
            yield found, _VARIANT


def _spread(entries: Entries, found: dict[int, int], norms: Sequence[float]) -> dict[int, float]:
    """The frequency of a term in each entry, what its neighbours say counted in."""
    spread: dict[int, float] = defaultdict(float)
    for index, count in found.items():
        entry = entries[index]
        frequency = count / norms[index]
        spread[index] += frequency
        if not entry.thread:
            continue
        for distance, share in NEIGHBOURS:
            other = index + distance
            if 0 <= other < len(entries) and entries[other].thread == entry.thread:
                reply = REPLY if distance == 1 and entry.asks else 1.0
                spread[other] += frequency * share * reply
    return spread


def _add_threads(entries: Entries, scores: list[float]) -> None:
    best: dict[str, float] = defaultdict(float)
    for entry, score in zip(entries, scores, strict=True):
        if entry.thread and score > best[entry.thread]:
            best[entry.thread] = score
    for index, score in enumerate(scores):
        if score:
            scores[index] = score + THREAD * best.get(entries[index].thread, 0.0)


def _factor(entry: Packed, length: int, asked_of: set[str], moments: Moments) -> float:
    factor = 1.0
    if entry.speaker and not asked_of.isdisjoint(entry.speaker.split()):
        factor += SPEAKER
    if moments:
        factor *= 1 + MOMENT * moments.closeness(entry.created)
    if entry.asks:
        factor *= 1 - QUESTION
    return factor * SHORT if length < _FEW_TERMS else factor
