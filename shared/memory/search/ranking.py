"""Ranks entries by how well they answer a question, from their words and their context.

The base is BM25 with exact statistics over all of a user's entries. In a conversation the answer is
often next to the words of the question, so a term also counts, with less weight, for the entries
around it in the thread, most of all for the reply to a question. Speaker, time and thread weigh in
too. Each parameter is a round number in the middle of the range where results barely change.
"""

import math
from collections import defaultdict
from collections.abc import Sequence

from shared.memory.search.features import Counts, Features, Survey
from shared.memory.search.named_times import NamedTimes

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

Entries = Sequence[Features]


def text_scores(survey: Survey, times: NamedTimes) -> list[float]:
    """Returns the score of each entry, 0 if it does not match.

    Args:
        survey: the features of all entries of the user, and where the question's terms occur.
        times: the times that the question names.
    """
    entries = survey.entries
    scores = [0.0] * len(entries)
    if not entries:
        return scores
    average = sum(entry.length for entry in entries) / len(entries)
    norms = [1 - BM25_B + BM25_B * entry.length / average for entry in entries]
    for found, weight in survey.found:
        rarity = weight * math.log(1 + (len(entries) - len(found) + 0.5) / (len(found) + 0.5))
        for index, frequency in _spread(entries, found, norms).items():
            scores[index] += rarity * frequency * (BM25_K1 + 1) / (frequency + BM25_K1)
    _add_threads(entries, scores)
    for index, score in enumerate(scores):
        if score:
            scores[index] = score * _factor(entries[index], times)
    return scores


def _spread(entries: Entries, found: Counts, norms: Sequence[float]) -> dict[int, float]:
    """Returns the frequency of a term in each entry, including its share from neighbors."""
    spread: dict[int, float] = defaultdict(float)
    for index, count in sorted(found.items()):
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


def _factor(entry: Features, times: NamedTimes) -> float:
    factor = 1.0
    if entry.named:
        factor += SPEAKER
    if times:
        factor *= 1 + NAMED_TIME * times.closeness(entry.created)
    if entry.asks:
        factor *= 1 - QUESTION
    return factor * SHORT if entry.length < _FEW_TERMS else factor
