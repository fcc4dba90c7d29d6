"""Reading a text: its words with what denies them, and what it says of its object.

"I don't like working with old code" has the predicate "like", denied, and the object "old code".
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from shared.base.sameness.languages import language_of
from shared.base.sameness.spelling import base, is_inflected, plain, spelled
from shared.base.sameness.vocabulary import (
    AND,
    DATES,
    ENDS_OF_DENIAL,
    ENGLISH,
    FILLERS,
    LINKS,
    NEGATIONS,
    OR,
    OVER_NOW,
    PREDICATES,
    Phrases,
    longest,
)
from shared.base.stemming import stem
from shared.base.text import remembered

_MARKS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0900-\u0963\u0966-\u0dff"
_MARKS += "\u0e31-\u0e4e\u0eb1-\u0ece\u0f71-\u0f84\u1000-\u1049\u104c-\u109f\u1780-\u17d3"
_LETTER = f"[^\\W_]|[{_MARKS}]"
_PIECE = re.compile(
    f"(?:{_LETTER})+(?:(?:[.'’-]|(?<=\\d),(?=\\d))(?:{_LETTER})+)*(?:[+#]+(?![^\\W_]))?|\\S"
)
_SENTENCE_ENDS = frozenset(".!;:…。！；：()[]—–")
_COMMAS = frozenset(",/&+、，")
_ASKS = frozenset("%?？")
_ELISIONS = frozenset("j l d n m t s c qu un dell all nell sull dall quell".split())
_SHAPE = 3
"""How many letters a word keeps in all of its forms."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it stands in the text, folded, or a sign.

    Attributes:
        start, end: its place in the normalized text.
        capital: whether it begins with a capital.
        opens: whether it begins a sentence.
    """

    text: str
    start: int
    end: int
    capital: bool = False
    opens: bool = False


@dataclass(frozen=True, slots=True)
class Token:
    """A word that says something.

    Attributes:
        word: the word, folded, in American spelling, irregular forms as their base form.
        shape: what stays of it when it is inflected or misspelled.
        denied: how it is denied, or "".
        link: the preposition before it, or "".
        listed: "and" or "or" if it stands in a list behind another, or "".
        broken: whether a new clause begins with it.
        capital: whether it has a capital, wherever it stands.
        name: whether it has one that no sentence begins with.
    """

    word: str
    shape: str
    denied: str = ""
    link: str = ""
    listed: str = ""
    broken: bool = False
    capital: bool = False
    name: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text says.

    Attributes:
        said: its words and signs, folded, in order.
        tokens: the words that say something about its object, in order.
        predicate: how it stands to its object: pairs of a word and how it is denied.
        language: the language that its small words show.
        text: the normalized text, into which `words` point.
        words: its words and signs.
    """

    said: tuple[str, ...]
    tokens: tuple[Token, ...]
    predicate: tuple[tuple[str, str], ...]
    language: str
    text: str = ""
    words: tuple[Word, ...] = field(default=(), repr=False)

    @property
    def shapes(self) -> tuple[str, ...]:
        """What every text with the same object has in common with this one."""
        return tuple(sorted(token.shape for token in self.tokens))


def read(text: str) -> Reading:
    """Reads a text; see `shared.base.text.stemming_once` for reading many."""
    return remembered("reading", text, _read)


def _read(text: str) -> Reading:
    normalized = unicodedata.normalize("NFKC", text)
    words = tuple(_words(normalized))
    language = language_of([word.text for word in words if word.text[0].isalpha()])
    return _Reader(normalized, words, language).reading()


def _words(text: str) -> Iterator[Word]:
    opens = True
    for match in _PIECE.finditer(text):
        piece, start = match.group(), match.start()
        if not (piece[0].isalnum() or len(piece) > 1 or unicodedata.category(piece)[0] in "LM"):
            is_minus = piece in "-−" and text[match.end() : match.end() + 1].isdigit()
            yield Word("−" if is_minus else piece, start, match.end())
            opens = opens or piece in _SENTENCE_ENDS
            continue
        capital = piece[0].isupper()
        for part in _parts(piece.casefold().replace("’", "'")):
            yield Word(part, start, match.end(), capital, opens)
        opens = False


def _parts(word: str) -> Sequence[str]:
    """Returns the words that a contraction, an elision or a compound with a hyphen is made of."""
    if "'" in word:
        if word.endswith("n't"):
            verb = {"can't": "can", "won't": "will", "shan't": "shall"}.get(word, word[:-3])
            return [verb, "not"]
        before, _, after = word.partition("'")
        if before in _ELISIONS and len(after) > 1:
            return [f"{before}'", *_parts(after)]
        if after in ("s", "m", "re", "ve", "ll"):
            return [before]
        if after == "d":
            return [before, "would"]
        return [before + after]
    if word == "cannot":
        return ["can", "not"]
    if "-" in word and word.replace("-", "").isalpha():
        parts = word.split("-")
        if len(parts) == 2 and parts[1] == "free":
            return [f"{parts[0]}-free"]
        return ["".join(parts)] if min(map(len, parts)) < 2 else parts
    return [word]


class _Reader:
    """Reads the words of one text."""

    def __init__(self, text: str, words: tuple[Word, ...], language: str) -> None:
        self._text = text
        self._words = words
        self._language = language
        self._fillers = FILLERS.get(language, frozenset())
        self._negations: Phrases = NEGATIONS.get(language, NEGATIONS[ENGLISH])
        self._predicates: Phrases = PREDICATES.get(language, {})
        self._tokens: list[Token] = []
        self._predicate: list[tuple[str, str]] = []
        self._denied = self._link = self._listed = ""
        self._broken = False

    def reading(self) -> Reading:
        """Reads all words."""
        at = 0
        while at < len(self._words):
            at += self._step(at)
        if not self._tokens:
            self._tokens = [self._token(word) for word in self._words if not self._is_pause(word)]
            self._predicate = []
        said = tuple(word.text for word in self._words if not self._is_pause(word))
        return Reading(
            said,
            tuple(self._tokens),
            tuple(self._predicate),
            self._language,
            self._text,
            self._words,
        )

    def _step(self, at: int) -> int:
        """Reads the word at a place, and returns how many words it took."""
        word = self._words[at]
        text = word.text
        if self._is_pause(word):
            self._pause(text)
            return 1
        ahead = [each.text for each in self._words[at : at + 4]]
        if text == OVER_NOW.get(self._language) and self._end_denial():
            return 1
        found = longest(self._negations, ahead)
        if found:
            self._denied = f"{self._denied} {found[0]}".strip()
            return found[1]
        if not self._tokens:
            found = longest(self._predicates, ahead) or self._inflected(text)
            if found and self._has_object(at + found[1]):
                if found[0]:
                    self._predicate.append((found[0], self._denied))
                    self._denied = ""
                self._link = ""
                return found[1]
        if text in ENDS_OF_DENIAL:
            self._denied = ""
        if text in AND or text in OR:
            self._listed = "or" if text in OR and text not in AND else "and"
            return 1
        if text in LINKS:
            self._link = text
            return 1
        if text not in self._fillers and not self._is_subject(at):
            self._tokens.append(self._token(word))
        return 1

    def _inflected(self, word: str) -> tuple[str, int] | None:
        """Finds the predicate that a word is an unlisted form of, as "preferes" is."""
        if self._language != ENGLISH or not word.isalpha() or word == "used":
            return None
        root = stem(word)
        known = self._predicates.get((root,))
        return (known, 1) if known is not None and is_inflected(word, root, ENGLISH) else None

    def _token(self, word: Word) -> Token:
        text, denied = word.text, self._denied
        if text.endswith("-free"):
            text, denied = text.removesuffix("-free"), f"{denied} not".strip()
        known = base(spelled(text))
        is_name = word.capital and text not in DATES
        token = Token(
            known,
            _shape(known),
            denied,
            self._link,
            self._listed if self._tokens else "",
            self._broken and bool(self._tokens),
            is_name,
            is_name and not word.opens and self._language != "german",
        )
        self._link = self._listed = ""
        self._broken = False
        return token

    def _pause(self, sign: str) -> None:
        self._denied = self._link = ""
        if sign in _COMMAS:
            self._listed = self._listed or "and"
        elif sign in _SENTENCE_ENDS:
            self._broken = True

    def _end_denial(self) -> bool:
        """Turns what is denied in this clause into what is no longer so."""
        if not self._denied and not any(denied for _, denied in self._predicate):
            return False
        for place in range(len(self._tokens) - 1, -1, -1):
            token = self._tokens[place]
            if token.denied != self._denied or token.broken:
                break
            self._tokens[place] = replace(token, denied="ended")
        self._predicate = [(what, denied and "ended") for what, denied in self._predicate]
        self._denied = self._denied and "ended"
        return True

    def _has_object(self, at: int) -> bool:
        for word in self._words[at : at + 8]:
            text = word.text
            if text[0].isalnum() and text not in self._fillers and text not in LINKS:
                return True
        return False

    def _is_subject(self, at: int) -> bool:
        """Whether "user" tells who says it, as in "the user likes tea", not "user research"."""
        if self._words[at].text not in ("user", "users") or self._tokens or self._predicate:
            return False
        if at + 1 >= len(self._words):
            return False
        following = self._words[at + 1].text
        return following.endswith("s") or following in ("has", "is", "does", "can", "never", "no")

    @staticmethod
    def _is_pause(word: Word) -> bool:
        """Whether a sign says nothing by itself. A dash before a number is a minus."""
        sign = word.text
        if len(sign) > 1 or sign.isalnum() or sign in _ASKS:
            return False
        category = unicodedata.category(sign)
        return category[0] in "PC" or category == "Sk" or sign in _COMMAS


def _shape(word: str) -> str:
    if not word.isalpha():
        return word
    return plain(stem(word))[:_SHAPE]
