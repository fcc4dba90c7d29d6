"""How sentences are meant: as the author's own words, a question, a role, somebody else's …"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from adapters.reader.clauses import Start
from adapters.reader.languages import Language
from adapters.reader.lines import Line
from adapters.reader.parts import Net


@dataclass(frozen=True)
class Marks:
    """What shows how a sentence is meant.

    Attributes:
        found: for each kind of speech, the id of what shows it, and the token from which it holds.
        asks_from: the token with which it begins to ask something; None if it does not.
        colon: the first colon; None if there is none.
    """

    found: Mapping[str, tuple[str, int]]
    asks_from: int | None
    colon: int | None

    @property
    def ids(self) -> tuple[str, ...]:
        """What shows each kind of speech."""
        return tuple(f"{kind}: {mark}" for kind, (mark, _) in self.found.items())

    def reasons(self, *, plays: bool, given: bool) -> Iterator[tuple[str, int]]:
        """Yields why nothing may be taken, each with the token from which it holds.

        Args:
            plays: whether a role is being played.
            given: whether the author only gives a text here.
        """
        if plays:
            yield "plays a role", 0
        if given:
            yield "given text", 0
        for kind in ("supposes", "reports", "mocks", "material"):
            if kind in self.found:
                mark, place = self.found[kind]
                from_ = {"mocks": 0, "material": self.colon}.get(kind, place)
                if from_ is not None:
                    yield f"{kind}: {mark}", from_


class Attribution:
    """Finds the marks of sentences in one language."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._speech = [one for one in language.speech for _ in one.match.patterns]
        patterns = list(enumerate(each for one in language.speech for each in one.match.patterns))
        self._at_starts = Net(patterns)
        self._elsewhere = Net(one for one in patterns if self._speech[one[0]].speech.anywhere)

    def marks(self, line: Line, starts: Sequence[Start], *, asked: bool) -> Marks:
        """Returns the marks of a sentence.

        Args:
            line: the sentence.
            starts: where clauses may begin in it.
            asked: whether it ends in a question mark.
        """
        found: dict[str, tuple[str, int]] = {}
        for place, number in sorted(self._hits(line, starts)):
            ready = self._speech[number]
            if ready.speech.kind not in found and not ready.unless.search(line):
                found[ready.speech.kind] = (ready.speech.id, place)
        kinds = [ready.speech.kind for ready in self._language.speech]
        found = {kind: found[kind] for kind in dict.fromkeys(kinds) if kind in found}
        asks_from = found["asks"][1] if "asks" in found else (0 if asked else None)
        colon = next((i for i, word in enumerate(line.words) if word in (":", "\uff1a")), None)
        return Marks(found, asks_from, colon)

    def _hits(self, line: Line, starts: Sequence[Start]) -> Iterator[tuple[int, int]]:
        """Yields from where something holds that shows how a sentence is meant, and its number."""
        asks_nothing = self._language.list("asks_nothing")
        links = {start.at: start.by for start in starts}
        for at in range(len(line.words)):
            net = self._at_starts if at in links else self._elsewhere
            for number in net.at(line, at):
                speech = self._speech[number].speech
                if speech.kind == "asks" and not speech.anywhere and links[at] in asks_nothing:
                    continue
                # Without spaces, what shows it stands at the end of its clause.
                before = [start.at for start in starts if start.at <= max(at, starts[0].at)]
                yield at if line.spaced else max(before), number
