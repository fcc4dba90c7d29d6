"""Search as a whole list: every entry at once, in the plainest way there is.

The search of `shared.memory.search` reads pages one by one and keeps a few numbers per entry. Its
results must be exactly these.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from rapidfuzz import fuzz, process

from shared.memory.packing import Packed, packed_of
from shared.memory.search.blending import NEIGHBOR_SHARE, blended
from shared.memory.search.features import VARIANT
from shared.memory.search.named_times import NamedTimes
from shared.memory.search.ranking import (
    BM25_B,
    BM25_K1,
    NAMED_TIME,
    NEIGHBORS,
    QUESTION,
    REPLY,
    SHORT,
    SPEAKER,
    THREAD,
)
from shared.memory.terms import STOP_WORDS, needles_of, words_of

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
        for variant in _variants_of(needle, (entry.terms for entry in entries)):
            found = {i: n for i, entry in enumerate(entries) if (n := entry.terms.count(variant))}
            yield found, VARIANT


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
    return factor * SHORT if length < 4 else factor


def _variants_of(needle: str, texts: Iterable[str]) -> Iterator[str]:
    """Yields the needles of up to three terms in the texts that resemble the missing one."""
    term = needle.strip()
    if len(term) < 4 or needle == term:
        return
    known = {other for text in texts for other in text.split() if other[:1] == term[:1]}
    ordered = sorted(known)
    alike = process.extract(term, ordered, scorer=fuzz.ratio, limit=3, score_cutoff=80.0)
    found = [other for other, _, _ in alike] or [o for o in ordered if _same_prefix(term, o)]
    for other in sorted(found)[:3]:
        yield f" {other} "


def _same_prefix(one: str, other: str) -> bool:
    common = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        common += 1
    return common >= 4 and common >= 0.7 * max(len(one), len(other))


def columns(lines: Iterable[tuple[str, str]]) -> list[tuple[str, Packed]]:
    """Splits (id, line) pairs into columns, and sorts them in conversation order."""
    packed = [(id_, packed_of(line)) for id_, line in lines]
    return sorted(packed, key=lambda pair: (*pair[1][:3], pair[0]))


def ranked(
    notes: Sequence[tuple[str, Packed]],
    question: str,
    times: NamedTimes,
    passes: Callable[[Packed], bool],
    similar: Mapping[str, float],
) -> list[tuple[str, float]]:
    """The ids of the matching entries with their scores, best first."""
    packed = [entry for _, entry in notes]
    scores = text_scores(packed, question, times)
    if similar:
        scores = blended(scores, _shares(notes, similar))
    best = sorted(
        (index for index, entry in enumerate(packed) if scores[index] > 0 and passes(entry)),
        key=lambda index: (scores[index], packed[index].created, packed[index].position),
        reverse=True,
    )
    return [(notes[index][0], scores[index]) for index in best]


def _shares(notes: Sequence[tuple[str, Packed]], similar: Mapping[str, float]) -> list[float]:
    low, high = min(similar.values()), max(similar.values())
    span = high - low
    own = [
        ((similar[id_] - low) / span if span else 1.0) if id_ in similar else 0.0
        for id_, _ in notes
    ]
    shares = list(own)
    for index, share in enumerate(own):
        thread = notes[index][1].thread
        if share and thread:
            for other in (index - 1, index + 1):
                if 0 <= other < len(notes) and notes[other][1].thread == thread:
                    shares[other] += NEIGHBOR_SHARE * share
    return shares
