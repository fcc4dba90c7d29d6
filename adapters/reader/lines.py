"""A text as its rules read it: in one spelling, with every word's place in the original."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import zip_longest
from typing import Any, NamedTuple

_WORD = re.compile(
    r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"  # an address
    r"|\d+(?:[.,:]\d+)+"  # 3.11, 1,000, 10:30
    r"|\b\w/(?=\s)"  # w/
    r"|\w+(?:['&/_:-]\w+|\.(?=\w)\w+)*(?:\+\+|\#)?"  # in-person, don't, Node.js, C++, C#
    r"|--+|\.\.+|[^\w\s]"
)
UNSPACED = "\u3000"
"""The first sign behind those of the scripts whose words are parted by spaces."""
_CONSONANTS = frozenset("bcdfghjklmnpqrstvwxz")
_SHORTEST_CLIPPED = 3
"""Letters that no clipped word is as short as: "jvm", "jsp"."""
_CONTRACTED = "'s"
_NO_WORD = re.compile(r"\W+")
_APOSTROPHES = str.maketrans({"\u2019": "'", "\u2018": "'", "\u02bc": "'", "`": "'", "\u00b4": "'"})


def is_mark(norm: str) -> bool:
    """Whether it has no letter and no digit."""
    return _NO_WORD.fullmatch(norm) is not None


def is_picture(norm: str) -> bool:
    """Whether it is an emoji or another sign that ends what is said, as a full stop does."""
    return norm == "\ufe0f" or (len(norm) == 1 and unicodedata.category(norm) in ("So", "Sk"))


class Token(NamedTuple):
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

    @property
    def is_put_before(self) -> bool:
        """Whether its author left it out: "am" before "tired of jazz"."""
        return self.start == self.end


@dataclass(frozen=True)
class Spelling:
    """How a language's words are brought into one spelling.

    Attributes:
        spaced: whether words are separated by spaces.
        fold: whether accents are dropped.
        whole: the words that stand for a word: "im" → ("i", "am").
        prefixes, suffixes: what a word begins or ends with, and stands for a word of its own.
        clipped: letters that do so before a consonant, as in chat: "jvis" is "je vis".
        contracted: what "'s" stands for before a word: "my son's a chef" → {"a": "is"}.
    """

    spaced: bool = True
    fold: bool = False
    whole: Mapping[str, Sequence[str]] = field(default_factory=dict)
    prefixes: Mapping[str, str] = field(default_factory=dict)
    suffixes: Mapping[str, str] = field(default_factory=dict)
    clipped: Mapping[str, str] = field(default_factory=dict)
    contracted: Mapping[str, str] = field(default_factory=dict)

    def of(self, text: str) -> str:
        """Returns a word or an expression in this spelling, apart from what stands for it."""
        folded = text.translate(_APOSTROPHES).lower()
        return without_accents(folded) if self.fold else folded

    def spelled(self, word: str) -> list[tuple[Sequence[str], int]]:
        """Returns the words that a word stands for, those together that cannot be told apart.

        Args:
            word: a word in this spelling.

        Returns:
            "i'm" → (("i",), 1), (("am",), 2): the words, and how many of its signs they take.
        """
        if word in self.whole:
            return [(self.whole[word], len(word))]
        if "'" in word or "-" in word:
            for prefix, meaning in self.prefixes.items():
                if word.startswith(prefix) and len(word) > len(prefix):
                    return [((meaning,), len(prefix)), *self.spelled(word[len(prefix) :])]
            for suffix, meaning in self.suffixes.items():
                if word.endswith(suffix) and len(word) > len(suffix):
                    return [*self.spelled(word[: -len(suffix)]), ((meaning,), len(suffix))]
        if len(word) > _SHORTEST_CLIPPED and word[0] in self.clipped and word[1] in _CONSONANTS:
            return [((self.clipped[word[0]],), 1), *self.spelled(word[1:])]
        return [((word,), len(word))]

    def entry(self, text: str) -> str:
        """Returns an entry of a list as lines have it: "didn't" is "did not"."""
        parts = text.split(" ")
        if self.spaced and all(map(str.isalpha, parts)) and self.whole.keys().isdisjoint(parts):
            return self.of(text)
        tokens = self.tokens(text, 0, len(text))
        return (" " if self.spaced else "").join(token.norm for token in tokens)

    def tokens(self, text: str, start: int, end: int) -> list[Token]:
        """Returns the words and marks of a part of a text."""
        if not self.spaced:
            return list(_signs(text[start:end], start))
        tokens: list[Token] = []
        for match in words_in(text[start:end]):
            at = start + match.start()
            for words, size in self.spelled(self.of(match.group())):
                until = min(at + size, start + match.end())
                capital = text[at : at + 1].isupper()
                for word in words:
                    tokens.append(Token(word, at, until, capital))
                    capital = False
                at = until
        return list(self._parted(tokens)) if self.contracted else tokens

    def _parted(self, tokens: Sequence[Token]) -> Iterator[Token]:
        """Yields the tokens, those apart that "'s" joins: "son's a" → "son", "is", "a"."""
        for token, following in zip_longest(tokens, tokens[1:]):
            meant = self.contracted.get(following.norm) if following else None
            if meant and token.norm.endswith(_CONTRACTED):
                until = token.end - len(_CONTRACTED)
                yield token._replace(norm=token.norm.removesuffix(_CONTRACTED), end=until)
                yield Token(meant, until, token.end)
            else:
                yield token


def words_in(text: str) -> Iterator[re.Match[str]]:
    """Yields the words and marks of a text whose words are separated by spaces."""
    return _WORD.finditer(text.translate(_APOSTROPHES))


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


class Line:
    """Tokens of a text, and the words that patterns are matched on.

    Attributes:
        text: the text.
        tokens: the tokens.
        spaced: whether spaces part words.
        words: the normalized words and marks.
        padded: the same, with "" at the end.
        found: what nets of patterns and rules have found in it.
        at: what parts of patterns have found at each token.
    """

    def __init__(self, text: str, tokens: Sequence[Token], spaced: bool = True) -> None:
        self.text = text
        self.tokens = tokens
        self.spaced = spaced
        self.words = tuple([token.norm for token in tokens])
        self.padded = (*self.words, "")
        self.found: dict[Any, Any] = {}
        self.at: defaultdict[int, dict[Any, Sequence[int]]] = defaultdict(dict)
        self._parts: dict[tuple[int, int], Line] = {}

    @cached_property
    def norm(self) -> str:
        """The words; in a spaced language, each is followed by a space."""
        return (" " if self.spaced else "").join(self.padded)

    @cached_property
    def tail(self) -> int:
        """The token from which on there are only marks."""
        at = len(self.words)
        while at and is_mark(self.words[at - 1]):
            at -= 1
        return at

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """The words, in no order."""
        return frozenset(self.words)

    def forget(self) -> None:
        """Drops what was found in it; it is found again if it is asked for.

        Of a long message that is more than all else, and the garbage collector walks through it.
        """
        for cache in (self.found, self.at, self._parts):
            cache.clear()

    def part(self, start: int, end: int) -> "Line":
        """Returns the line of some of its tokens, the same one each time."""
        end = min(end, len(self.tokens))
        if (start, end) not in self._parts:
            whole = end - start == len(self.tokens)
            self._parts[start, end] = self if whole else self._of(self.tokens[start:end])
        return self._parts[start, end]

    def begun_with(self, words: Iterable[str]) -> "Line":
        """Returns the line with words before it that its author left out."""
        at = self.tokens[0].start
        return self._of([*(Token(word, at, at) for word in words), *self.tokens])

    def followed_by(self, tokens: Iterable[Token]) -> "Line":
        """Returns the line with tokens behind its last word."""
        last = max((i for i, token in enumerate(self.tokens) if token.is_word), default=0)
        return self._of([*self.tokens[: last + 1], *tokens])

    def saying(self, words: Mapping[range, Iterable[str]]) -> "Line":
        """Returns the line with other words in the place of some, which its author left out."""
        tokens = list(self.tokens)
        for place, instead in sorted(words.items(), key=lambda item: -item[0].start):
            behind = tokens[place.stop : place.stop + 1]
            at = behind[0].start if behind else tokens[place.stop - 1].end
            tokens[place.start : place.stop] = [Token(word, at, at) for word in instead]
        return self._of(tokens)

    def _of(self, tokens: Sequence[Token]) -> "Line":
        return Line(self.text, tokens, self.spaced)

    def normalized(self, indexes: range) -> str:
        """Returns the normalized words of some tokens, with one space between."""
        return (" " if self.spaced else "").join(self.words[indexes.start : indexes.stop])

    def written(self, first: Token, last: Token) -> str:
        """Returns tokens as they stand in the text, but for a capital that is taken back."""
        text = self.text[first.start : last.end]
        return text[:1].lower() + text[1:] if text[:1].isupper() and not first.capital else text

    def original(self, indexes: range) -> str:
        """Returns some tokens as they stand in the text."""
        if not indexes:
            return ""
        return self.text[self.tokens[indexes[0]].start : self.tokens[indexes[-1]].end]
