"""How sentences are meant: as the author's own words, a question, a role, somebody else's …"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from adapters.reader.languages import Language, Ready
from adapters.reader.lines import Line, is_mark, is_picture
from adapters.reader.net import Net
from adapters.reader.rules import Speech
from adapters.reader.sentences import MARKS, Start

_EVERY = range(10**6)
"""All tokens of a sentence."""
_PAUSES = frozenset({",", ";", "-", "\u2013", "\u2014", "\u2026", "\u3001"})
"""Signs behind which a question may begin."""
_SHORTEST = 2
"""Tokens, no more than which say nothing before a question."""


@dataclass(frozen=True)
class Marks:
    """What shows how a sentence is meant.

    Attributes:
        found: for each kind of speech, the id of what shows it, and the token from which it holds.
        asks_from: the token with which it begins to ask something; None if it does not.
        colon: the first colon; None if there is none.
        turns: the clauses with which its author turns to what is their own: "but I".
        recalled: the tokens that say again what its author said before: "I told you I sing".
    """

    found: Mapping[str, tuple[str, int]]
    asks_from: int | None
    colon: int | None
    turns: Sequence[int]
    recalled: range = range(0)

    @property
    def ids(self) -> tuple[str, ...]:
        """What shows each kind of speech."""
        return tuple(f"{kind}: {mark}" for kind, (mark, _) in self.found.items())

    def still_plays(self, plays: bool) -> bool:
        """Returns whether a role is being played from here on, if it was before or was not."""
        if plays and "plays_no_more" in self.found:
            return False
        return plays or "plays" in self.found

    @property
    def takes_back(self) -> bool:
        """Whether it says that something was not so, or was said wrongly."""
        return not {"takes_back", "corrects"}.isdisjoint(self.found)

    def reasons(self, *, plays: bool, given: bool) -> Iterator[tuple[str, range]]:
        """Yields why nothing may be taken, each with the tokens for which it holds.

        Args:
            plays: whether a role is being played.
            given: whether the author only gives a text here.
        """
        if plays:
            yield "plays a role", _EVERY
        if given:
            yield "given text", _EVERY
        for kind in ("supposes", "reports", "mocks", "material"):
            if kind in self.found:
                mark, place = self.found[kind]
                from_ = {"mocks": 0, "material": self.colon}.get(kind, place)
                turns = [at for at in self.turns if at > place] if kind == "reports" else []
                if from_ is not None:
                    yield f"{kind}: {mark}", range(from_, min(turns, default=_EVERY.stop))


class Attribution:
    """Finds the marks of sentences in one language."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._at_starts = Net(language.speech)
        self._elsewhere = Net(one for one in language.speech if one.entry.anywhere)

    def marks(self, line: Line, starts: Sequence[Start], *, asked: bool) -> Marks:
        """Returns the marks of a sentence.

        Args:
            line: the sentence.
            starts: where clauses may begin in it.
            asked: whether it ends in a question mark.
        """
        found: dict[str, tuple[str, int]] = {}
        for place, ready in sorted(self._hits(line, starts), key=lambda hit: hit[0]):
            if ready.entry.kind not in found and not ready.unless.search(line):
                found[ready.entry.kind] = (ready.entry.id, place)
        kinds = dict.fromkeys(ready.entry.kind for ready in self._language.speech)
        found = {kind: found[kind] for kind in kinds if kind in found}
        asks_from = self._asked_from(line) if asked else None
        if "asks" in found:
            asks_from = found["asks"][1]
        colon = next((i for i, word in enumerate(line.words) if word in (":", "\uff1a")), None)
        turning, subjects = self._language.list("turning"), self._language.list("subjects")
        turns = [one.at for one in starts if one.by in turning and line.words[one.at] in subjects]
        return Marks(found, asks_from, colon, turns, self._recalled(line, found))

    def _recalled(self, line: Line, found: Mapping[str, tuple[str, int]]) -> range:
        """Returns the tokens that say again what was said: "I wrote, that I sing"; up to a mark.

        Args:
            line: the sentence.
            found: what shows each kind of speech, and from where.
        """
        if "recalls" not in found:
            return range(0)
        id_, from_ = found["recalls"]
        hits = (match for ready, match in self._elsewhere.search(line) if ready.entry.id == id_)
        told = max((match.end for match in hits if match.start == from_), default=from_)
        parting = MARKS | self._language.list("turning")
        ends = [at for at, word in enumerate(line.words) if at > told and word in parting]
        _, back = found.get("takes_back", ("", 0))
        return range(from_, min([*ends, *([back] if back > told else [])], default=_EVERY.stop))

    def _asked_from(self, line: Line) -> int:
        """Returns the token from which a question mark asks.

        That is a tag ("huh?"), or what stands behind the last pause if the author says something of
        themselves before it: "My knee hurts on stairs, normal?". Otherwise it is the sentence.
        """
        of, words = self._language.list, line.words
        tags = self._language.shape.entries("question_tags")
        for at in range(1, len(words)):
            ends = tags.ends(line, at) if words[at - 1] == "," else ()
            if any(all(map(is_mark, words[end:])) for end in ends):
                return at
        for at in range(len(words) - 1, _SHORTEST, -1):
            if _is_pause(words[at - 1]) and not is_mark(words[at]):
                is_own = words[0] in of("leaves_out_i") or not of("own").isdisjoint(words[:at])
                return at if is_own else 0
        return 0

    def _hits(self, line: Line, starts: Sequence[Start]) -> Iterator[tuple[int, Ready[Speech]]]:
        """Yields what shows how a sentence is meant, each after the token from which it holds."""
        asks_nothing = self._language.list("asks_nothing")
        links = {start.at: start.by for start in starts}
        begun = [(at, ready) for at in links for ready in self._at_starts.at(line, at)]
        elsewhere = [(match.start, ready) for ready, match in self._elsewhere.search(line)]
        for at, ready in [*begun, *elsewhere]:
            speech = ready.entry
            if speech.kind == "asks" and not speech.anywhere and links[at] in asks_nothing:
                continue
            # Without spaces, what shows it stands at the end of its clause.
            before = [start.at for start in starts if start.at <= max(at, starts[0].at)]
            yield at if line.spaced else max(before), ready


def _is_pause(norm: str) -> bool:
    return norm in _PAUSES or is_picture(norm)
