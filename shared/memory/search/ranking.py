"""What speaks for each entry: how its words, its place and its meaning answer a question.

The base is BM25 with exact statistics over all of a user's entries, as a share of the information
in the question: words that occur nowhere count, too. So 0.2 means little in every archive. In a
conversation the answer often stands beside the words of the question. Therefore a term also counts
for the entries around it in the thread, the more, the less these say themselves. A brief reply
needs the question before it to be understood; a long message to an assistant speaks for itself.
What a user writes to an assistant is no reply to what they wrote before.

The constants are round numbers in the middle of the range in which the fit hardly changes.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from shared.memory.search.features import Counts, Features, Survey
from shared.memory.search.model import Evidence
from shared.memory.search.named_times import NamedTimes

BM25_K1 = 0.4
"""BM25's k1: how quickly repeated terms saturate."""
BM25_B = 0.7
"""BM25's b: how much more a term counts in an entry that has fewer of them."""
USUAL = 25
"""Terms of an entry of usual length. It is fixed, since an average over brief messages of users and
long ones of assistants is the length of neither."""
NEAR = ((-2, 0.1), (-1, 0.3), (1, 0.4), (2, 0.2))
"""(offset, weight): how much a term counts for the entry at that offset in the thread."""
REPLY = 2.0
"""Factor on that weight for the entry that follows a question."""
REQUESTS = 0.25
"""Factor on that weight between two messages to an assistant, which do not answer each other."""
THREAD = 0.2
"""Share of the best score in a thread that is added to each match in the thread."""
BRIEF = 14
"""Terms up to which an entry is brief. Of longer ones, it is so in inverse proportion."""
REMARK = 10
"""Terms from which an entry of a conversation is no mere remark."""
FEWEST = 100
"""Entries from which rarity is estimated; fewer count as many, so that one entry says something."""
LEAST = 0.2
"""The share of information below which more of it matters in proportion, and above less so."""

Entries = Sequence[Features]


def brevity(entry: Features) -> float:
    """Returns how little an entry says, from 0 to 1."""
    return min(1.0, BRIEF / entry.length)


class Coverage(NamedTuple):
    """How much of the question's information each entry covers, by index; 0 without a match.

    Attributes:
        shares: with what stands around it; 1 if it has every word of the question many times.
        own: of itself; 1 if it has every word.
    """

    shares: list[float]
    own: list[float]

    @classmethod
    def none(cls, count: int) -> "Coverage":
        """Returns that of entries whose words do not count."""
        return cls([0.0] * count, [0.0] * count)


class Around(NamedTuple):
    """How far the neighbors of an entry stand out by meaning, from 0 to about 1.

    Attributes:
        total: all of them together.
        best: that of the one right before or after it that stands out most.
    """

    total: float
    best: float


_NOTHING = Around(0.0, 0.0)


def coverage(survey: Survey) -> Coverage:
    """Returns how much of the question's information the entries cover."""
    entries = survey.entries
    scores = [0.0] * len(entries)
    own = [0.0] * len(entries)
    if not entries:
        return Coverage(scores, own)
    known = max(len(entries), FEWEST)
    norms = [1 - BM25_B + BM25_B * entry.length / USUAL for entry in entries]
    most = survey.missing * _rarity(known, 0)
    for found in survey.found:
        rarity = _rarity(known, len(found.counts))
        most += rarity * found.counted
        for index, frequency in _spread(entries, found.counts, norms).items():
            saturated = frequency / (frequency + BM25_K1)
            scores[index] += found.weight * rarity * saturated
        if found.counted:
            for index in found.counts:
                own[index] += found.weight * rarity
    _add_threads(entries, scores)
    return Coverage(
        [score / most if score else 0.0 for score in scores],
        [score / most if score else 0.0 for score in own],
    )


def evidence(
    survey: Survey,
    covered: Coverage,
    times: NamedTimes,
    standing: Mapping[str, float],
) -> dict[int, Evidence]:
    """Returns what speaks for each entry that may be a result, by index.

    Args:
        survey: the features of all entries of the user.
        covered: how much of the question they cover.
        times: the times that the question names.
        standing: how far the nearest entries stand out by meaning; empty if that is unknown.
    """
    entries = survey.entries
    near = [standing.get(entry.id, 0.0) for entry in entries] if standing else []
    beside = {index + distance for index, each in enumerate(near) if each for distance, _ in NEAR}
    found: dict[int, Evidence] = {}
    for index, (entry, share) in enumerate(zip(entries, covered.shares, strict=True)):
        if not (share or entry.id in standing):
            continue
        meaning = near[index] if near else 0.0
        around = _around(entries, near, index) if index in beside else _NOTHING
        brief = brevity(entry)
        # By position, which takes a third of the time; a search makes hundreds or thousands.
        found[index] = Evidence._make(
            (
                math.log1p(share / LEAST),
                meaning,
                max(meaning, around.best * brief),
                around.total,
                float(entry.named),
                times.closeness(entry.created) if times else 0.0,
                brief**2 if entry.asks and not entry.by_user else 0.0,
                _remark(entry),
                float(entry.told),
                float(entry.kind),
                float(entry.ordered),
                float(entry.wished),
            )
        )
    return found


def _rarity(known: int, holding: int) -> float:
    return math.log(1 + (max(known, holding) - holding + 0.5) / (holding + 0.5))


def _spread(entries: Entries, found: Counts, norms: Sequence[float]) -> dict[int, float]:
    """Returns the frequency of a term in each entry, including its share from neighbors."""
    spread: dict[int, float] = defaultdict(float)
    for index, count in sorted(found.items()):
        entry = entries[index]
        frequency = count / norms[index]
        spread[index] += frequency
        if not entry.thread:
            continue
        for distance, share in NEAR:
            other = index + distance
            if 0 <= other < len(entries) and entries[other].thread == entry.thread:
                reply = _reply(entry) if distance == 1 else 1.0
                request = REQUESTS if entry.by_user and entries[other].by_user else 1.0
                spread[other] += frequency * share * reply * request * brevity(entries[other])
    return spread


def _around(entries: Entries, near: Sequence[float], index: int) -> Around:
    """Returns how far the neighbors of an entry stand out by meaning."""
    thread = entries[index].thread
    if not thread:
        return _NOTHING
    total = best = 0.0
    for distance, share in NEAR:
        other = index - distance
        if 0 <= other < len(entries) and entries[other].thread == thread:
            reply = _reply(entries[other]) if distance == 1 else 1.0
            request = REQUESTS if entries[other].by_user and entries[index].by_user else 1.0
            total += near[other] * share * reply * request
            if abs(distance) == 1:
                best = max(best, near[other] * request)
    return Around(total, best)


def _remark(entry: Features) -> float:
    """Returns how little an entry of a conversation says: 1 for one term, 0 from `REMARK` on."""
    if not entry.thread or entry.length >= REMARK:
        return 0.0
    return max(0.0, 1 - math.log(entry.length, REMARK))


def _reply(question: Features) -> float:
    """Returns how much more the words before count for what follows them, if they ask."""
    return 1 + (REPLY - 1) * brevity(question) ** 2 if question.asks else 1.0


def _add_threads(entries: Entries, scores: list[float]) -> None:
    best: dict[str, float] = defaultdict(float)
    for entry, score in zip(entries, scores, strict=True):
        if entry.thread and score > best[entry.thread]:
            best[entry.thread] = score
    for index, score in enumerate(scores):
        if score:
            scores[index] = score + THREAD * best.get(entries[index].thread, 0.0)
