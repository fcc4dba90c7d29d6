"""Reads entries page by page, and keeps of each only what ranking a question needs.

That is a few numbers per entry. Of the texts, only those that the answer may contain are kept, as
bytes and up to a limit, so the memory of a search depends little on the length of the notes.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise, repeat
from typing import NamedTuple

from shared.memory.packing import Packed, packed_of, without_terms
from shared.memory.search.answers import asks_advice, kind_asked
from shared.memory.search.titles import Titles
from shared.memory.search.variants import Variants
from shared.memory.terms import FIRST_PERSON, STOP_WORDS, needles_of, terms_of, words_of

KEPT_AT_MOST = 48_000_000
"""Bytes of texts that one search keeps. If there are more, the results are read by their ids."""
VARIANT = 0.8
"""Weight of a similar term, where the exact one occurs nowhere."""
PAIR = 0.2
"""Weight of two words of the question that stand side by side in an entry, too."""

Counts = Mapping[int, int]
"""How often a term occurs, by the index of the entry; entries without it are absent."""


class Features(NamedTuple):
    """What ranking needs of an entry. They sort in conversation order.

    Attributes:
        thread, created, position: the columns of its line.
        id: the entry's id.
        number: when it was read, counted from 0.
        length: how many terms it has, at least 1.
        asks: whether it ends with a question.
        by_user: whether the user says it to an assistant, by its role.
        named: whether the question names its speaker.
        told: whether the question is about the user, and the user tells it of themselves.
        kind: whether it holds the kind of thing that the question asks for.
        ordered: whether it is a standing instruction.
        wished: whether the question asks for advice, and it says how somebody wants things.
        titled: whether the question names one of its tags.
        eligible: whether it passes the filters; the others only add to the statistics.
    """

    thread: str
    created: str
    position: str
    id: str
    number: int
    length: int
    asks: bool
    by_user: bool
    named: bool
    told: bool
    kind: bool
    ordered: bool
    wished: bool
    titled: bool
    eligible: bool


class _Traits(NamedTuple):
    """What the traits of a line mean for `Features`, by the names there."""

    asks: bool
    by_user: bool
    told: bool
    ordered: bool
    wished: bool


class Found(NamedTuple):
    """Where a term of the question occurs.

    Attributes:
        counts: how often, by the index of the entry.
        weight: how much it counts.
        counted: whether the question asks for it; pairs of its words come on top.
    """

    counts: Counts
    weight: float
    counted: bool


class Survey(NamedTuple):
    """The features of all entries, in conversation order, and where the question's terms occur.

    Attributes:
        entries: the features of each entry.
        found: where the terms of the question occur, and its pairs of words.
        missing: how many of its terms occur nowhere, not even in a similar form.
    """

    entries: list[Features]
    found: list[Found]
    missing: int


class Surveyor:
    """Takes in pages of lines, in any order, and remembers the features of their entries.

    Args:
        question: the words or question to search for.
        passes: whether an entry passes the filters.
        now: the time, as a column stores it; entries that have expired are skipped.
        keep_all: whether entries that share no word with the question may be results too.
        kept_at_most: the limit for the texts, in bytes.
    """

    def __init__(
        self,
        question: str,
        passes: Callable[[Packed], bool],
        now: str,
        *,
        keep_all: bool,
        kept_at_most: int = KEPT_AT_MOST,
    ) -> None:
        self._needles = needles_of(question)
        words = set(words_of(question))
        self._words = words - STOP_WORDS
        self._is_of_user = not words.isdisjoint(FIRST_PERSON)
        self._kind = kind_asked(question)
        self._is_for_advice = asks_advice(question)
        self._titles = Titles(question)
        self._passes = passes
        self._now = now
        self._keep_all = keep_all
        self._room = kept_at_most
        self._entries: list[Features] = []
        self._seen: set[str] = set()
        self._threads: dict[str, str] = {}
        # Few lines differ in these, and most of a search's time goes into what is done for each.
        self._traits: dict[str, _Traits] = {}
        self._speakers: dict[str, bool] = {}
        self._counts: dict[str, dict[int, int]] = {needle: {} for needle in self._needles}
        self._pairs: dict[str, dict[int, int]] = {pair: {} for pair in pairs_of(question)}
        self._missing = {needle: Variants(needle) for needle in self._needles}
        self._kept: dict[str, bytes] = {}

    def add(self, lines: Iterable[tuple[str, str]]) -> None:
        """Takes in the lines of a page with their ids. The first line of an id counts."""
        first = len(self._entries)
        terms: list[str] = []
        unmatched: dict[int, tuple[str, str]] = {}
        for id_, line in lines:
            packed = packed_of(line)
            if id_ in self._seen or (packed.expires and packed.expires <= self._now):
                continue
            self._seen.add(id_)
            entry = self._features_of(id_, packed)
            self._entries.append(entry)
            terms.append(packed.terms)
            if entry.eligible:
                if self._keep_all or entry.thread or entry.titled:
                    self._keep(id_, line)
                else:
                    unmatched[entry.number] = id_, line
        matched = self._count(first, terms)
        for needle in [needle for needle in self._missing if self._counts[needle]]:
            del self._missing[needle]
        if self._missing:
            page, words = list(enumerate(terms, first)), set("".join(terms).split(" "))
            for variants in self._missing.values():
                matched |= variants.add(page, words)
        for number in matched & unmatched.keys():
            self._keep(*unmatched[number])

    def survey(self) -> Survey:
        """Returns the features of everything taken in."""
        ordered = sorted(self._entries)
        index_of = {entry.number: index for index, entry in enumerate(ordered)}
        found: list[Found] = []
        for needle in self._needles:
            if needle in self._missing:
                counts, weight = together(self._missing[needle].counts()), VARIANT
            else:
                counts, weight = self._counts[needle], 1.0
            if counts:
                found.append(Found(_moved(counts, index_of), weight, counted=True))
        missing = len(self._needles) - len(found)
        found += [
            Found(_moved(counts, index_of), PAIR, counted=False)
            for counts in self._pairs.values()
            if counts
        ]
        return Survey(ordered, found, missing)

    def text_of(self, id_: str) -> Packed | None:
        """Returns the columns of an entry apart from its terms, or None if they were not kept."""
        kept = self._kept.get(id_)
        return packed_of(kept.decode("utf-8", "surrogatepass")) if kept is not None else None

    def _features_of(self, id_: str, packed: Packed) -> Features:
        traits, speaker, names = packed.traits, packed.speaker, packed.names
        known = self._traits.get(traits)
        if known is None:
            known = self._traits[traits] = self._meaning_of(traits)
        named = self._speakers.get(speaker)
        if named is None:
            named = not self._words.isdisjoint(speaker.split())
            self._speakers[speaker] = named
        # By position, which takes half as long as by name; every search makes one of each entry.
        return Features._make(
            (
                self._threads.setdefault(packed.thread, packed.thread),
                packed.created,
                packed.position,
                id_,
                len(self._entries),
                packed.length,
                known.asks,
                known.by_user,
                named,
                known.told,
                self._kind is not None and self._kind.search(packed.terms) is not None,
                known.ordered,
                known.wished,
                bool(names) and any(map(self._titles.name, names)),
                self._passes(packed),
            )
        )

    def _meaning_of(self, traits: str) -> "_Traits":
        return _Traits(
            asks="?" in traits,
            by_user="u" in traits,
            told=self._is_of_user and is_told(traits),
            ordered="o" in traits,
            wished=self._is_for_advice and is_wish(traits),
        )

    def _count(self, first: int, terms: Sequence[str]) -> set[int]:
        """Counts the question's terms in texts, numbered from `first`; returns which have any."""
        matched: set[int] = set()
        for needle, counts in self._counts.items():
            found = _occurrences(needle, first, terms)
            counts.update(found)
            matched.update(found)
        for pair, counts in self._pairs.items():
            for number in matched:
                if count := terms[number - first].count(pair):
                    counts[number] = count
        return matched

    def _keep(self, id_: str, line: str) -> None:
        if self._room < 0:
            return
        kept = without_terms(line).encode("utf-8", "surrogatepass")
        self._kept[id_] = kept
        self._room -= len(kept)
        if self._room < 0:
            # Some would have to be read by id now, and then all may as well be.
            self._kept.clear()


def pairs_of(question: str) -> list[str]:
    """Returns each two neighbors among the question's terms, as they stand in a line."""
    terms = terms_of(question)
    return list(dict.fromkeys(f" {one} {other} " for one, other in pairwise(terms) if one != other))


def is_told(traits: str) -> bool:
    """Returns whether the user said it, by their role or, if that is unknown, by their words."""
    return "u" in traits or ("i" in traits and "a" not in traits)


def is_wish(traits: str) -> bool:
    """Returns whether it says how somebody wants things."""
    return "w" in traits or "o" in traits


def together(counts: Iterable[Counts]) -> Counts:
    """Returns the sums of counts."""
    total: dict[int, int] = {}
    for each in counts:
        for number, count in each.items():
            total[number] = total.get(number, 0) + count
    return total


def _occurrences(needle: str, first: int, texts: Sequence[str]) -> dict[int, int]:
    """Returns how often each text has the needle, by number from `first`, without those at 0."""
    counts = map(str.count, texts, repeat(needle))
    return {number: count for number, count in enumerate(counts, first) if count}


def _moved(counts: Counts, index_of: Mapping[int, int]) -> Counts:
    return {index_of[number]: count for number, count in counts.items()}
