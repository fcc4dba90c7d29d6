"""What the user said, ready for looking up words, names and numbers."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from shared.base.text import fold
from shared.learning.support.numbers import numbers_in
from shared.learning.support.words import content, is_filler, is_same_word, language, spaced, words

T = TypeVar("T")
EDGES = ".,;:!?()[]{}\"'“”‘’„«»…*`~|-–—、。，！？"
_SENTENCE_ENDS = ".!?:;"


@dataclass(frozen=True)
class Token:
    """A run of characters between spaces, without the punctuation around it."""

    text: str
    opens: bool
    """Whether it is the first one of a sentence, where any word has a capital."""

    @property
    def squashed(self) -> str:
        """The folded text without anything but letters, digits, "+" and "#"."""
        return squash(self.text)


class Said:
    """Texts of the user. Each view of them is made when it is first needed, and then kept.

    Args:
        texts: the texts.
        also: more of what was said, for which the views are made already.
    """

    def __init__(self, texts: Sequence[str], also: "Said | None" = None) -> None:
        self._own = texts
        self._also = also

    @property
    def texts(self) -> list[str]:
        """All texts."""
        return [*self._own, *(self._also.texts if self._also else [])]

    @cached_property
    def folded(self) -> str:
        """All of it, folded."""
        return self._joined(lambda said: said.folded, fold("\n".join(self._own)), "\n")

    @cached_property
    def language(self) -> str | None:
        """The language of all of it together, if that can be told."""
        return language(" ".join(self.texts))

    @cached_property
    def is_english(self) -> bool:
        """Whether each text is in English, as far as that can be told."""
        return all(language(text) in ("en", None) for text in self.texts)

    @cached_property
    def words(self) -> frozenset[str]:
        """Its words."""
        own = frozenset(word for text in self._own for word in words(text))
        return own | (self._also.words if self._also else frozenset())

    @cached_property
    def numbers(self) -> frozenset[str]:
        """Its numbers, in digits."""
        own = frozenset[str]().union(
            *(numbers_in(fold(text), is_english=language(text) == "en") for text in self._own)
        )
        return own | (self._also.numbers if self._also else frozenset())

    @cached_property
    def names(self) -> frozenset[str]:
        """Its tokens, and neighbors written as one."""
        found: set[str] = set()
        for text in self._own:
            parts = [token.squashed for token in tokens(text)]
            for size in (1, 2, 3):
                found.update("".join(parts[at : at + size]) for at in range(len(parts) - size + 1))
        return frozenset(found) | (self._also.names if self._also else frozenset())

    @cached_property
    def initials(self) -> str:
        """The first letter of each word, in order."""
        own = "".join(word[0] for text in self._own for word in words(text))
        return self._joined(lambda said: said.initials, own)

    @cached_property
    def initials_of_content(self) -> str:
        """The first letter of each word that is not a filler, in order."""
        own = (word for text in self._own for word in words(text) if not is_filler(word))
        return self._joined(lambda said: said.initials_of_content, "".join(word[0] for word in own))

    def says(self, word: str) -> bool:
        """Returns whether a form of a content word is in it."""
        alike = self._content.get(word[0], ())
        return any(is_same_word(word, other) for other in alike) or (
            self._also is not None and self._also.says(word)
        )

    def spelled_like(self, name: str) -> Iterable[str]:
        """Returns its tokens that begin as `name` does."""
        also = self._also.spelled_like(name) if self._also else ()
        return [*self._by_letter.get(name[:1], ()), *also]

    @cached_property
    def _content(self) -> Mapping[str, Sequence[str]]:
        return _by_first_letter(word for text in self._own for word in content(text))

    @cached_property
    def _by_letter(self) -> Mapping[str, Sequence[str]]:
        return _by_first_letter(token.squashed for text in self._own for token in tokens(text))

    def _joined(self, view: Callable[["Said"], str], own: str, between: str = " ") -> str:
        return f"{own}{between}{view(self._also)}" if self._also else own


def _by_first_letter(found: Iterable[str]) -> Mapping[str, Sequence[str]]:
    index: dict[str, list[str]] = defaultdict(list)
    for word in dict.fromkeys(found):
        if word:
            index[word[0]].append(word)
    return index


def squash(text: str) -> str:
    """Returns a name as it is compared: folded, without accents, punctuation and spaces."""
    plain = unicodedata.normalize("NFD", fold(text))
    return unicodedata.normalize(
        "NFC", "".join(char for char in plain if char.isalnum() or char in "+#")
    )


def tokens(text: str) -> list[Token]:
    """Returns the tokens of a text; words joined by a slash or a dash are tokens of their own."""
    found: list[Token] = []
    opens = True
    for raw in spaced(text).split():
        for part in _parts(raw):
            bare = part.strip(EDGES).removesuffix("'s").removesuffix("’s")
            if bare:
                found.append(Token(bare, opens))
                opens = False
        opens = opens or raw[-1] in _SENTENCE_ENDS
    return found


def _parts(raw: str) -> list[str]:
    if "://" in raw or "@" in raw or raw.startswith(("/", "~/", "./")) or "\\" in raw:
        return [raw]
    pieces = raw.replace("/", " ").split()
    if any("." in piece.strip(EDGES) for piece in pieces) and len(pieces) > 1:
        return [raw]
    return [part for piece in pieces for part in re.split("[-–—]", piece) if part]
