"""What the user said, indexed once, so that names and numbers are looked up in constant time."""

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass

from shared.learning.support.numbers import numbers_in
from shared.learning.support.words import ELIDED, apart, bare, is_german, is_unspaced, pairs

_EDGES = ".,;:!?()[]{}\"'“”‘’„«»…*`~|-–—、。，！？「」"
_SENTENCE_ENDS = ".!?:;"
_ABBREVIATED = re.compile(r"[A-Z][a-z]{0,2}\.")  # "Mrs."
_DASHES = re.compile("[-–—]")


@dataclass(frozen=True)
class Token:
    """A run of characters between spaces, without the punctuation around it.

    Attributes:
        text: the token as written.
        opens: whether it is the first of a sentence, where any word has a capital.
    """

    text: str
    opens: bool


def tokens(text: str) -> list[Token]:
    """Returns the tokens of a text; words joined by a slash or a dash are tokens of their own."""
    found: list[Token] = []
    opens = True
    for raw in apart(text).split():
        for part in _parts(raw):
            inner = part if part.isalnum() else _without_edges(part)
            if inner:
                found.append(Token(inner, opens))
                opens = False
        opens = opens or (raw[-1] in _SENTENCE_ENDS and not _ABBREVIATED.fullmatch(raw))
    return found


def _without_edges(part: str) -> str:
    return part.strip(_EDGES).removesuffix("'s").removesuffix("’s")


def _parts(raw: str) -> list[str]:
    if raw.isalnum():
        return [raw]
    if "://" in raw or "@" in raw or "\\" in raw or raw.startswith(("/", "~/", "./")):
        return [raw]
    pieces = raw.split("/")
    if len(pieces) > 1 and any("." in piece.strip(_EDGES) for piece in pieces):
        return [raw]
    return [part for piece in pieces for part in _DASHES.split(piece)]


class Said:
    """Texts of the user, ready for looking up names, numbers, addresses and code.

    It takes time and memory in proportion to the texts; a look-up takes none of either.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        texts = list(texts)
        self.is_german = is_german(" ".join(text[:2000] for text in texts))
        self.numbers: set[str] = set()
        self._literally: set[str] = set()
        self._names: set[str] = set()
        self._initials: set[str] = set()
        self._pairs: set[str] = set()
        for text in texts:
            self._add(text)
        self._sorted = sorted(self._names)

    def _add(self, text: str) -> None:
        self.numbers |= numbers_in(text)
        found = [token.text for token in tokens(text)]
        self._literally.update(word.casefold() for word in found)
        names = [name for name in map(bare, found) if name]
        self._names.update(bare(ELIDED.sub("", word)) for word in found)
        self._names.update(names)
        for size in (2, 3):
            joined = zip(*(names[start:] for start in range(size)), strict=False)
            self._names.update(map("".join, joined))
        firsts = "".join(name[0] for name in names)
        for size in (3, 4):
            self._initials.update(firsts[at : at + size] for at in range(len(firsts) - size + 1))
        for run in filter(is_unspaced, found):
            self._pairs.update(pairs(run), run)

    def literally(self, text: str) -> bool:
        """Returns whether an address, a link or a piece of code is there as it stands."""
        return text.casefold() in self._literally

    def name(self, name: str, *, exactly: bool = False) -> bool:
        """Returns whether a bare name is there or, if not `exactly`, one that begins like it.

        They have to share more than half of the longer one: "Postgres" is "PostgreSQL", but "Java"
        is not "JavaScript".
        """
        if exactly or name in self._names:
            return name in self._names
        shortest = max(3, len(name) // 2 + 1)
        if any(name[:end] in self._names for end in range(shortest, len(name))):
            return True
        at = bisect_left(self._sorted, name)
        longer = self._sorted[at] if at < len(self._sorted) else ""
        return len(name) > 2 and longer.startswith(name) and 2 * len(name) > len(longer)

    def initials(self, name: str) -> bool:
        """Returns whether words in a row begin with the letters of a name: "AWS"."""
        return name in self._initials

    def noun(self, run: str) -> bool:
        """Returns whether a run of a script without spaces is there, by pairs of characters."""
        return pairs(run) <= self._pairs
