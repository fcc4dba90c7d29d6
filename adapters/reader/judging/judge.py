"""What a message does to known items, judged by weights that were learned from examples.

Rules read what they have words for; people end, change and take back things in more ways than
anybody lists. `bench/turns` has the examples, and the program that makes the weights of them.
"""

import json
import math
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from adapters.reader import mending
from adapters.reader.captures import Trimming
from adapters.reader.judging.features import Mention, Message, Value, mentions_of
from adapters.reader.judging.lists import Lists
from adapters.reader.judging.tagging import Told
from adapters.reader.known import Known, is_single, newest, of_candidate, said_in, text_of
from adapters.reader.languages import Language
from adapters.reader.naming import Naming
from adapters.reader.reader import Read, SentenceRead
from adapters.reader.wording import Wording
from shared.base.text import stems
from shared.documents.lifetime import Does
from shared.learning.candidates import Candidate

WEIGHTS = Path(__file__).parent
"""A file for each language."""
DOES: Sequence[Does] = ("end", "retract", "replace")
"""What may become of an item."""
SURE, SURE_UNNAMED = 0.6, 0.85
"""The least probability of a change for which what is named is over, and what is not named."""
SURE_OF_VALUE = 0.22
"""The least product of that and how sure a value is, for which it takes the place of an item."""
_LEAST = 1e-9
_LONGEST_MESSAGE = 600
"""Tokens of a message that is judged; a longer one is no news, and has too many values to try."""


@dataclass(frozen=True)
class Weights:
    """What was learned of one language.

    Attributes:
        changes: for each feature of a message, the weights of each of `DOES`.
        values: the weight of each feature of a value.
    """

    changes: Mapping[str, Sequence[float]]
    values: Mapping[str, float]

    @classmethod
    def of(cls, code: str) -> "Weights":
        """Returns the weights of a language; none if nothing was learned."""
        path = WEIGHTS / f"{code}.json"
        held = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        return cls(held.get("changes", {}), held.get("values", {}))

    def judged(self, features: frozenset[str]) -> Sequence[float]:
        """Returns the probability that it does nothing, and then of each of `DOES`."""
        sums = [0.0] * len(DOES)
        for weights in filter(None, map(self.changes.get, features)):
            sums = [one + weight for one, weight in zip(sums, weights, strict=True)]
        scale = math.sqrt(len(features))
        return _shares([0.0, *(one / scale for one in sums)])

    def best(self, values: Sequence[Sequence[str]], none: Sequence[str]) -> tuple[int, float]:
        """Returns which of some values is the likeliest, and how sure that is, from 0 to 1.

        That is the geometric mean of its probability among them all, and among them and none: it
        may be clear which it is without being clear that there is one.

        Args:
            values: the features of each value.
            none: the features of there being no new value.
        """
        held = self.values
        sums = [sum(held.get(one, 0.0) for one in features) for features in (*values, none)]
        *shares, nothing = _shares(sums)
        best = max(range(len(shares)), key=shares.__getitem__)
        return best, shares[best] / math.sqrt(max(1 - nothing, _LEAST))


def _shares(sums: Sequence[float]) -> Sequence[float]:
    most = max(sums)
    odds = [math.exp(one - most) for one in sums]
    return [one / sum(odds) for one in odds]


def is_over(sure: float, *, named: bool) -> bool:
    """Returns whether an item is over without a new value.

    Args:
        sure: the probability of a change.
        named: whether the message names the item.
    """
    return sure >= (SURE if named else SURE_UNNAMED)


class Judging:
    """Judges messages of one language."""

    def __init__(self, language: Language, lists: Lists) -> None:
        self._language = language
        self._naming = Naming(language)
        self._rivals = mending.Rivals(language, self._naming)
        self._trimming = Trimming(language)
        self._wording = Wording(language)
        self._weights = Weights.of(language.about.code)
        self._lists = lists

    def of(
        self,
        read: Read,
        told: Sequence[Sequence[Told]],
        known: Sequence[Known],
        said: Sequence[Candidate],
        before: str | None = None,
    ) -> Iterator[tuple[Candidate, SentenceRead]]:
        """Yields what becomes of items of which the rules say nothing, the surest first.

        Args:
            read: the message.
            told: what each of its sentences tells.
            known: what it may be about.
            said: what the rules read in it.
            before: the message before; None if it is not known.
        """
        size = sum(len(sentence.line.tokens) for sentence in read.sentences)
        if not self._weights.changes or not known or size > _LONGEST_MESSAGE:
            return
        if any(map(_is_unmeant, read.sentences)):
            return
        done = {one.target or one.target_text for one in said}
        new = [one for one in said if one.does in ("assert", "replace")]
        done |= {text_of(one) for one in new}
        taken = {of_candidate(one).what for one in new}
        # Of what there is only one, a new one that the rules read takes the place by itself.
        left = [
            one
            for one in known
            if done.isdisjoint((one.id or one.text, one.text))
            and not (is_single(one) and one.what in taken)
        ]
        about = self._about(read, told, left, before)
        judged = [*filter(None, (self._judged(*one) for one in about))]
        words = {stem for one in new for stem in stems(text_of(one))}
        for one in sorted(judged, key=lambda one: -one.sure):
            change = one.over if one.value is None or one.item.what in taken else None
            if change is None and one.value is not None:
                change = self._successor(one.item, one.value, words)
            if change is not None:
                yield change, one.sentence
            if change is not None and change.does == "replace":
                words |= {*stems(text_of(change))}
                taken.add(one.item.what)

    def _about(
        self,
        read: Read,
        told: Sequence[Sequence[Told]],
        known: Sequence[Known],
        before: str | None,
    ) -> Iterator[tuple[Known, Sequence[Mention]]]:
        """Yields the items that a message may be about.

        They are those that it names; if it names none, what was said last, and what there is only
        one of.
        """
        names = self._naming.among(known)
        named = [names.named(sentence.line) for sentence in read.sentences]
        last = said_in(before, newest(known)) if before else ()
        nothing = not any(named)
        for item in known:
            at = [next((one.at for one in each if one.item is item), None) for each in named]
            if any(at) or (nothing and (is_single(item) or item in last)):
                yield item, mentions_of(read, [one or frozenset() for one in at], told)

    def _judged(self, item: Known, mentions: Sequence[Mention]) -> "_Judged | None":
        message = Message(item.what, mentions, self._lists)
        nothing, *shares = self._weights.judged(message.features)
        sure = 1 - nothing
        may_have = sure >= SURE_OF_VALUE and (message.is_named or is_single(item))
        values = list(message.values()) if may_have else []
        if values:
            best, of_value = self._weights.best([each for _, each in values], message.no_value())
            if of_value * sure >= SURE_OF_VALUE:
                value = values[best][0]
                over = mending.over(item, "end")
                return _Judged(item, sure, value.sentence, over, value)
        # What something takes the place of is over, even where it is not clear what does.
        if not is_over(sure, named=message.is_named) or (values and not message.is_named):
            return None
        if any(self._is_counted(one) for one in mentions):
            return None
        sentence = next((one.sentence for one in mentions if one.at), mentions[0].sentence)
        does: Does = "retract" if shares[1] == max(shares) else "end"
        over = mending.over_in_part(item, message.words_of_item, does, self._language)
        return _Judged(item, sure, sentence, over)

    def _is_counted(self, mention: Mention) -> bool:
        """Whether only some of a kind are spoken of: "I sold two stamps"."""
        before = min(mention.at, default=0) - 1
        word = mention.sentence.line.words[before] if before >= 0 else ""
        return word.isdigit() or word in self._language.list("numbers")

    def _successor(self, item: Known, value: Value, taken: Set[str]) -> Candidate | None:
        """Returns what says a new value in the place of an item; None if it does not fit there.

        Args:
            item: the item.
            value: its new value.
            taken: the stems of what is said anew besides.
        """
        kind = "successor_name" if item.is_name or item.text[:1].isupper() else "successor"
        line = value.sentence.line
        kept = self._trimming.trimmed(line, range(value.start, value.end), kind)
        new = self._wording.said(line, kept, kind) if kept else ""
        if not new or {*stems(new)} & {*stems(item.text), *taken}:
            return None
        old = self._rivals.in_its_place(item, new)
        mended = mending.with_words(item, old, new) if old else None
        if old == "":
            return None
        return mending.replaced(item, mended) if mended else mending.succeeded(item, new)


class _Judged(NamedTuple):
    """What a message does to an item.

    Attributes:
        item: the item.
        sure: how probable it is that something becomes of it, from 0 to 1.
        sentence: the sentence that says so.
        over: its end, or what takes it back.
        value: what takes its place; None if the message does not say it.
    """

    item: Known
    sure: float
    sentence: SentenceRead
    over: Candidate
    value: Value | None = None


def _is_unmeant(sentence: SentenceRead) -> bool:
    """Whether its author does not say some of it as their own."""
    return any(reason != "unsaid" for reason in sentence.stopped)
