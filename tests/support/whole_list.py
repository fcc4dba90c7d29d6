"""Search as a whole list: every entry at once, in the plainest way there is.

The search of `shared.memory.search` reads pages one by one and keeps a few numbers per entry. Its
results must be exactly these.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from rapidfuzz import fuzz, process

from shared.memory.packing import Packed, packed_of
from shared.memory.search.answers import asks_advice, kind_asked
from shared.memory.search.features import PAIR, VARIANT
from shared.memory.search.halves import WEAK
from shared.memory.search.model import MODEL, Evidence
from shared.memory.search.named_times import NamedTimes
from shared.memory.search.ranking import (
    BM25_B,
    BM25_K1,
    BRIEF,
    FEWEST,
    LEAST,
    NEAR,
    REMARK,
    REPLY,
    REQUESTS,
    THREAD,
    USUAL,
)
from shared.memory.search.standing import standing
from shared.memory.terms import FIRST_PERSON, STOP_WORDS, needles_of, terms_of, words_of

Entries = Sequence[Packed]


def covered(entries: Entries, question: str) -> list[float]:
    """Returns the share of the question's information in each entry, 0 if it does not match.

    Args:
        entries: all entries of the user, in the order of `packing.columns`.
        question: the words or question to search for.
    """
    if not entries:
        return []
    scores = [0.0] * len(entries)
    most = 0.0
    for counts, weight, is_asked in _found(entries, question):
        present = sum(1 for count in counts if count)
        known = max(len(entries), FEWEST)
        rarity = math.log(1 + (known - present + 0.5) / (present + 0.5))
        if is_asked:
            most += rarity
        frequencies = [
            count / (1 - BM25_B + BM25_B * entry.length / USUAL)
            for count, entry in zip(counts, entries, strict=True)
        ]
        for index, frequency in enumerate(_with_neighbors(entries, frequencies)):
            scores[index] += weight * rarity * (frequency / (frequency + BM25_K1))
    best = [
        max(score for score, other in zip(scores, entries, strict=True) if same(entry, other))
        for entry in entries
    ]
    return [
        (score + THREAD * (top if entry.thread else 0.0)) / most if score else 0.0
        for score, top, entry in zip(scores, best, entries, strict=True)
    ]


def same(one: Packed, other: Packed) -> bool:
    """Returns whether two entries are in one thread, or in none."""
    return one.thread == other.thread


def _found(entries: Entries, question: str) -> Iterator[tuple[list[int], float, bool]]:
    """Yields for each term and pair of terms its counts, its weight, and whether it is asked."""
    for needle in needles_of(question):
        counts = [entry.terms.count(needle) for entry in entries]
        if any(counts):
            yield counts, 1.0, True
            continue
        variants = list(_variants_of(needle, (entry.terms for entry in entries)))
        counts = [sum(entry.terms.count(each) for each in variants) for entry in entries]
        yield counts, VARIANT, True
    terms = terms_of(question)
    for pair in dict.fromkeys(pairwise(terms)):
        counts = [
            entry.terms.count(f" {pair[0]} {pair[1]} ") if pair[0] != pair[1] else 0
            for entry in entries
        ]
        if any(counts):
            yield counts, PAIR, False


def _with_neighbors(entries: Entries, values: Sequence[float]) -> list[float]:
    """Returns the values with their share of those around, for brief entries in threads."""
    total = list(values)
    for index, value in enumerate(values):
        for distance, share in NEAR:
            other = index + distance
            if value and 0 <= other < len(entries) and entries[index].thread:
                factor = _factor(entries[index], entries[other], distance)
                if same(entries[index], entries[other]):
                    total[other] += value * share * factor * _brief(entries[other])
    return total


def _brief(entry: Packed) -> float:
    return min(1.0, BRIEF / entry.length)


def _factor(one: Packed, other: Packed, distance: int) -> float:
    reply = _reply(one) if distance == 1 else 1.0
    return reply * _request(one, other)


def _request(one: Packed, other: Packed) -> float:
    return REQUESTS if "u" in one.traits and "u" in other.traits else 1.0


def _reply(entry: Packed) -> float:
    return 1 + (REPLY - 1) * _brief(entry) ** 2 if "?" in entry.traits else 1.0


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
    """The ids of the matching entries with their probabilities, best first."""
    packed = [entry for _, entry in notes]
    shares = covered(packed, question)
    words = set(words_of(question))
    stands = standing(similar, len(notes))
    near = [stands.get(id_, 0.0) for id_, _ in notes]
    kind = kind_asked(question)
    for_advice = asks_advice(question)
    around, beside = [0.0] * len(notes), list(near)
    for index, value in enumerate(near):
        for distance, share in NEAR:
            other = index + distance
            if 0 <= other < len(notes) and packed[index].thread:
                factor = _factor(packed[index], packed[other], distance)
                if same(packed[index], packed[other]):
                    around[other] += value * share * factor
                    if abs(distance) == 1:
                        request = _request(packed[index], packed[other])
                        standout = value * request * _brief(packed[other])
                        beside[other] = max(beside[other], standout)
    totals: dict[int, float] = {}
    for index, (id_, entry) in enumerate(notes):
        if not passes(entry) or not (shares[index] or id_ in similar):
            continue
        named = entry.speaker and not (words - STOP_WORDS).isdisjoint(entry.speaker.split())
        is_told = "u" in entry.traits or ("i" in entry.traits and "a" not in entry.traits)
        total = MODEL.total(
            Evidence(
                math.log1p(shares[index] / LEAST),
                near[index],
                beside[index],
                around[index],
                float(bool(named)),
                times.closeness(entry.created) if times else 0.0,
                _brief(entry) ** 2 if "?" in entry.traits and "u" not in entry.traits else 0.0,
                max(0.0, 1 - math.log(entry.length, REMARK)) if entry.thread else 0.0,
                float(is_told and not words.isdisjoint(FIRST_PERSON)),
                float(bool(kind and kind.search(entry.terms))),
                float("o" in entry.traits),
                float(for_advice and bool({"o", "w"} & set(entry.traits))),
            )
        )
        totals[index] = round(total, 9)
    best = sorted(
        totals,
        key=lambda index: (totals[index], packed[index].created, packed[index].position),
        reverse=True,
    )
    if similar and max((shares[index] for index in best), default=0.0) < WEAK:
        nearest = sorted(
            (index for index in best if notes[index][0] in similar),
            key=lambda i: -similar[notes[i][0]],
        )
        for place, index in zip((2, 5, 8), nearest, strict=False):
            if best.index(index) > place:
                best.remove(index)
                best.insert(place, index)
    chances = [MODEL.probability(totals[index], has_meaning=bool(similar)) for index in best]
    return [(notes[index][0], max(chances[place:])) for place, index in enumerate(best)]
