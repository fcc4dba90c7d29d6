"""Ranks entries by how well they answer a question, from their words and their context.

The base is BM25 with exact statistics over all of a user's entries. In a conversation the answer is
often next to the words of the question, so a term also counts, with less weight, for the entries
around it in the thread, most of all for the reply to a question. Speaker, time and thread weigh in
too. Each parameter is a round number in the middle of the range where results barely change.
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence

from shared.memory.packing import Packed
from shared.memory.search.named_times import NamedTimes
from shared.memory.search.variants import variants_of
from shared.memory.terms import STOP_WORDS, needles_of, words_of

BM25_K1 = 0.8
"""BM25's k1: how quickly repeated terms saturate."""
BM25_B = 0.7
"""BM25's b: how strongly long entries are penalized."""
NEIGHBORS = ((-2, 0.1), (-1, 0.3), (1, 0.4), (2, 0.2))
"""(offset, weight): how much a term counts for the entry at that offset in the thread."""
REPLY = 1.75
"""Factor on that weight for the entry that follows a question."""
THREAD = 0.2
"""Share of the best score in a thread that is added to each match in the thread."""
SPEAKER = 0.3
"""Bonus for entries whose speaker the question names."""
NAMED_TIME = 0.8
"""Bonus for entries from a time that the question names."""
QUESTION = 0.25
"""Penalty for entries that are questions themselves."""
SHORT = 0.7
"""Factor for entries that say next to nothing, such as thanks."""
_FEW_TERMS = 4
_VARIANT = 0.8
"""Weight of a similar term, where the exact one occurs nowhere."""

Entries = Sequence[Packed]


def text_scores(entries: Entries, question: str, times: NamedTimes) -> list[float]:
    """Returns the score of each entry, 0 if it does not match.

    Args:
        entries: all entries of the user, in the order of `packing.columns`.
        question: the words or question to search for.
        times: the times that the question names.
    """
    scores = [0.0] * len(entries)
    if not entries:
        return scores
    lengths = [max(entry.terms.count(" ") - 1, 1) for entry in entries]
    average = sum(lengths) / len(lengths)
    norms = [1 - BM25_B + BM25_B * length / average for length in lengths]
    for found, weight in _found_terms(entries, question):
        rarity = weight * math.log(1 + (len(entries) - len(found) + 0.5) / (len(found) + 0.5))
        for index, frequency in _spread(entries, found, norms).items():
            scores[index] += rarity * frequency * (BM25_K1 + 1) / (frequency + BM25_K1)
    _add_threads(entries, scores)
    question_words = set(words_of(question)) - STOP_WORDS
    for index, score in enumerate(scores):
        if score:
            scores[index] = score * _factor(entries[index], lengths[index], question_words, times)
    return scores


def _found_terms(entries: Entries, question: str) -> Iterator[tuple[dict[int, int], float]]:
    """Yields for each term of the question its counts by entry, and its weight."""
    for needle in needles_of(question):
        found = {i: n for i, entry in enumerate(entries) if (n := entry.terms.count(needle))}
        if found:
            yield found, 1.0
            continue
        for variant in variants_of(needle, (entry.terms for entry in entries)):
            found = {i: n for i, entry in enumerate(entries) if (n := entry.terms.count(variant))}
            yield found, _VARIANT


def _spread(entries: Entries, found: dict[int, int], norms: Sequence[float]) -> dict[int, float]:
    """Returns the frequency of a term in each entry, including its share from neighbors."""
    spread: dict[int, float] = defaultdict(float)
    for index, count in found.items():
        entry = entries[index]
        frequency = count / norms[index]
        spread[index] += frequency
        if not entry.thread:
            continue
        for distance, share in NEIGHBORS:
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


def _factor(entry: Packed, length: int, question_words: set[str], times: NamedTimes) -> float:
    factor = 1.0
    if entry.speaker and not question_words.isdisjoint(entry.speaker.split()):
        factor += SPEAKER
    if times:
        factor *= 1 + NAMED_TIME * times.closeness(entry.created)
    if entry.asks:
        factor *= 1 - QUESTION
    return factor * SHORT if length < _FEW_TERMS else factor
