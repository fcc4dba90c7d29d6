"""A text as its rules read it: in one spelling, with every word's place in the original."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

_WORD = re.compile(
    r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"  # an address
    r"|\d+(?:[.,:]\d+)+"  # 3.11, 1,000, 10:30
    r"|\w+(?:['&/_:-]\w+|\.(?=\w)\w+)*(?:\+\+|\#)?"  # in-person, don't, Node.js, C++, C#
    r"|--+|\.\.+|[^\w\s]"
)
_APOSTROPHES = str.maketrans({"\u2019": "'", "\u2018": "'", "\u02bc": "'", "`": "'", "\u00b4": "'"})


def is_picture(norm: str) -> bool:
    """Whether it is an emoji or another sign that ends what is said, as a full stop does."""
    return norm == "\ufe0f" or (len(norm) == 1 and unicodedata.category(norm) in ("So", "Sk"))


@dataclass(frozen=True, slots=True)
class Token:
    """A word or a mark.

    Attributes:
        norm: the word as rules read it.
        start, end: where it stands in the text; both parts of "I'm" stand at the whole of it if
            they cannot be told apart.
        capital: whether it begins with a capital.
    """

    norm: str
    start: int
    end: int
    capital: bool = False

    @property
    def is_word(self) -> bool:
        """Whether it is a word or a number rather than a mark."""
        return self.norm[:1].isalnum()


@dataclass(frozen=True)
class Spelling:
    """How a language's words are brought into one spelling.

    Attributes:
        spaced: whether words are separated by spaces.
        fold: whether accents are dropped.
        whole: the words that stand for a word: "im" → ("i", "am").
        prefixes, suffixes: what a word begins or ends with, and stands for a word of its own.
    """

    spaced: bool = True
    fold: bool = False
    whole: Mapping[str, Sequence[str]] = field(default_factory=dict)
    prefixes: Mapping[str, str] = field(default_factory=dict)
    suffixes: Mapping[str, str] = field(default_factory=dict)

    def of(self, text: str) -> str:
        """Returns a word or an expression in this spelling, apart from what stands for it."""
        folded = text.translate(_APOSTROPHES).lower()
        return without_accents(folded) if self.fold else folded

    def tokens(self, text: str, start: int, end: int) -> list[Token]:
        """Returns the words and marks of a part of a text."""
        said = text[start:end].translate(_APOSTROPHES)
        if not self.spaced:
            return list(_signs(said, start))
        tokens: list[Token] = []
        for match in _WORD.finditer(said):
            tokens.extend(self._word(match.group(), start + match.start(), start + match.end()))
        return tokens

    def _word(self, raw: str, start: int, end: int) -> Sequence[Token]:
        word = self.of(raw)
        capital = raw[:1].isupper()
        if word in self.whole:
            parts = self.whole[word]
            return [Token(part, start, end, capital and not i) for i, part in enumerate(parts)]
        if "'" not in word and "-" not in word:
            return [Token(word, start, end, capital)]
        for prefix, meaning in self.prefixes.items():
            if word.startswith(prefix) and len(word) > len(prefix):
                cut = start + len(prefix)
                return [
                    Token(meaning, start, cut, capital),
                    *self._word(raw[len(prefix) :], cut, end),
                ]
        for suffix, meaning in self.suffixes.items():
            if word.endswith(suffix) and len(word) > len(suffix):
                cut = end - len(suffix)
                return [*self._word(raw[: -len(suffix)], start, cut), Token(meaning, cut, end)]
        return [Token(word, start, end, capital)]


def _signs(said: str, start: int) -> Iterator[Token]:
    """Yields the signs of a text without spaces between words; a space there parts clauses."""
    for i, sign in enumerate(said):
        if not sign.isspace():
            norm = unicodedata.normalize("NFKC", sign).lower()[:1] or sign
            yield Token(norm, start + i, start + i + 1)
        elif 0 < i < len(said) - 1 and not (said[i - 1] + said[i + 1]).isascii():
            yield Token("\u3001", start + i, start + i + 1)


def without_accents(text: str) -> str:
    """Returns a text without accents, of the same length: "über" → "uber"."""
    if text.isascii():
        return text
    return "".join(unicodedata.normalize("NFD", sign)[0] for sign in text)


@dataclass(frozen=True)
class Line:
    """Tokens of a text, and the words that patterns are matched on."""

    text: str
    tokens: Sequence[Token]
    spaced: bool = True

    @cached_property
    def norm(self) -> str:
        """The words; in a spaced language, each is followed by a space."""
        if self.spaced:
            return "".join(f"{token.norm} " for token in self.tokens)
        return "".join(token.norm for token in self.tokens)

    @cached_property
    def words_in_it(self) -> frozenset[str]:
        """The words that it has."""
        return frozenset(token.norm for token in self.tokens)

    @cached_property
    def _offsets(self) -> Sequence[int]:
        offsets, at = [], 0
        for token in self.tokens:
            offsets.append(at)
            at += len(token.norm) + self.spaced
        return offsets

    def offset(self, index: int) -> int:
        """Returns where a token stands in `norm`."""
        return self._offsets[index] if index < len(self.tokens) else len(self.norm)

    def index(self, offset: int) -> int:
        """Returns the token that stands at an offset of `norm`."""
        return bisect_right(self._offsets, offset) - 1

    def between(self, start: int, end: int) -> range:
        """Returns the indexes of the tokens between two offsets of `norm`."""
        if end <= start:
            return range(0)
        return range(self.index(start), self.index(end - 1) + 1)

    def part(self, start: int, end: int) -> "Line":
        """Returns the line of some of its tokens."""
        return Line(self.text, self.tokens[start:end], self.spaced)

    def words(self, indexes: range) -> str:
        """Returns the normalized words of some tokens, with one space between."""
        glue = " " if self.spaced else ""
        return glue.join(self.tokens[i].norm for i in indexes)

    def written(self, first: Token, last: Token) -> str:
        """Returns tokens as they stand in the text, but for a capital that is taken back."""
        text = self.text[first.start : last.end]
        return text[:1].lower() + text[1:] if text[:1].isupper() and not first.capital else text

    def original(self, indexes: range) -> str:
        """Returns some tokens as they stand in the text."""
        if not indexes:
            return ""
        return self.text[self.tokens[indexes[0]].start : self.tokens[indexes[-1]].end]
