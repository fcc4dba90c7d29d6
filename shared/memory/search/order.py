"""The order of what was found, the score of each, and what fits."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from shared.memory.search.features import Features
from shared.memory.search.halves import with_nearest
from shared.memory.search.model import MODEL, Evidence
from shared.memory.search.ranking import Coverage

FITTING = 0.2
"""The probability from which an entry counts as an answer. On what the model was fitted to, between
a third and a half of what passes answers, which is where precision and recall balance."""

WHOLE = 0.6
"""The share of the question's information in an entry itself from which it counts as one, too."""
_DIGITS = 9
"""Digits after the point that are compared, so that equal evidence is a tie: the newer wins."""

Part = Literal["text", "semantic", "hybrid"]


class Found(NamedTuple):
    """An entry that may be a result.

    Attributes:
        entry: its features.
        covered: how much of the question's information its words cover.
        similar: its cosine similarity to the question; None if it is not among the nearest.
        score: what results are ordered by: the probability that it answers, or the similarity.
        fits: whether it probably answers: by its score, since it has nearly all the words of the
            question, or since the question names it by a tag.
    """

    entry: Features
    covered: float
    similar: float | None
    score: float
    fits: bool


def judged(
    entries: Sequence[Features],
    known: Mapping[int, Evidence],
    covered: Coverage,
    similar: Mapping[str, float],
    mode: Part,
) -> list[Found]:
    """Returns the eligible entries for which something speaks, best first.

    Args:
        entries: the features of all entries.
        known: what speaks for entries, by index.
        covered: how much of the question each entry covers.
        similar: the similarity of the nearest entries, by id.
        mode: what the search goes by.
    """
    found: list[Found] = []
    ranks: list[tuple[float, str, str, int]] = []
    has_meaning = mode != "text"
    for index, evidence in known.items():
        entry = entries[index]
        nearness = similar.get(entry.id)
        if not entry.eligible or (mode == "semantic" and not (nearness and nearness > 0)):
            continue
        total = round(MODEL.total(evidence), _DIGITS)
        chance = MODEL.probability(total, has_meaning=has_meaning)
        score = nearness if mode == "semantic" and nearness else chance
        fits = entry.titled or chance >= FITTING or covered.own[index] >= WHOLE
        key = score if mode == "semantic" else total
        # Of equal ones, the one that was found first comes first.
        ranks.append((key, entry.created, entry.position, -len(found)))
        found.append(Found._make((entry, covered.shares[index], nearness, score, fits)))
    ranks.sort(reverse=True)
    ordered = [found[-place] for *_, place in ranks]
    if mode == "hybrid":
        ordered = [ordered[place] for place in with_nearest(ordered)]
    return _descending(ordered)


def newest_first(found: Sequence[Found], replaced: Mapping[str, str]) -> list[Found]:
    """Returns what was found with the newest of each statement where the first of them was.

    Args:
        found: what was found, best first.
        replaced: for each superseded entry, the id of the newest.
    """
    by_id = {one.entry.id: one for one in found}
    placed: dict[str, Found] = {}
    for one in found:
        newest = replaced.get(one.entry.id)
        if newest in by_id:
            placed.setdefault(newest, by_id[newest])
        placed.setdefault(one.entry.id, one)
    return _descending(placed.values())


def _descending(ordered: Iterable[Found]) -> list[Found]:
    """Gives what was moved up the score of what it now comes before."""
    turned: list[Found] = []
    for one in reversed(list(ordered)):
        least = turned[-1].score if turned else 0.0
        turned.append(one if one.score >= least else one._replace(score=least))
    return turned[::-1]
