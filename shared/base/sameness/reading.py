"""Reading a text: its words with what denies them, and what it says of its object.

"I don't like working with old code" has the predicate "like", denied, and the object "old code".
"""

import unicodedata
from dataclasses import replace

from shared.base.sameness.languages import language_of
from shared.base.sameness.spelling import is_inflected
from shared.base.sameness.tokens import Reading, Token, canonical, shape_of_canonical
from shared.base.sameness.vocabulary import (
    ABBREVIATIONS,
    ADVERBS,
    DATES,
    ENDS_OF_DENIAL,
    ENGLISH,
    FILLERS,
    JOINTS,
    LINKS,
    LONGEST,
    NEGATIONS,
    OPENERS,
    OVER_NOW,
    PREDICATES,
    Phrases,
    longest,
)
from shared.base.sameness.words import COMMAS, SENTENCE_ENDS, Word, words_in
from shared.base.stemming import stem
from shared.base.text import remembered

_ASIDE = FILLERS[ENGLISH] - {"has", "is", "does"}


def read(text: str) -> Reading:
    """Reads a text; see `shared.base.text.stemming_once` for reading many."""
    return remembered("reading", text, _read)


def _read(text: str) -> Reading:
    normalized = unicodedata.normalize("NFKC", text)
    words = tuple(words_in(normalized))
    language = language_of([word.text for word in words if word.text[0].isalpha()])
    return _Reader(normalized, words, language).reading()


class _Reader:
    """Reads the words of one text."""

    def __init__(self, text: str, words: tuple[Word, ...], language: str) -> None:
        self._text = text
        self._words = words
        self._language = language
        self._fillers = FILLERS.get(language, frozenset())
        self._negations: Phrases = NEGATIONS.get(language, NEGATIONS[ENGLISH])
        self._predicates: Phrases = PREDICATES.get(language, {})
        self._joints = JOINTS.get(language, {})
        self._over_now = OVER_NOW.get(language)
        self._tokens: list[Token] = []
        self._predicate: list[tuple[str, str]] = []
        self._denied = self._link = self._listed = ""
        self._broken = False
        self._denies = True  # whether the denial has found what it denies

    def reading(self) -> Reading:
        """Reads all words."""
        at = 0
        while at < len(self._words):
            at += self._step(at)
        self._end_scope()
        if not self._tokens:
            self._tokens = [self._token(word) for word in self._words if not word.pause]
            self._predicate = []
        said = tuple(word.text for word in self._words if not word.pause)
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
        if word.pause:
            self._pause(text)
            return 1
        if text == self._over_now and self._end_denial():
            return 1
        if taken := self._phrase(at, text):
            return taken
        if text in ENDS_OF_DENIAL:
            self._end_scope()
        if text in self._joints:
            self._listed = self._joints[text]
            return 1
        if text in LINKS:
            self._link = text
            return 1
        is_filler = text in self._fillers and not (text in ABBREVIATIONS and self._is_short(at))
        if not is_filler and not self._is_subject(at):
            self._tokens.append(self._token(word))
        return 1

    def _phrase(self, at: int, text: str) -> int:
        """Reads a negation or a predicate, and returns how many words it takes, if there is one."""
        ahead = [each.text for each in self._words[at : at + LONGEST]] if text in OPENERS else []
        found = longest(self._negations, ahead)
        if found:
            self._denied = self._joined(found[0])
            self._denies = False
            return found[1]
        if self._tokens and self._tokens[-1].word not in ADVERBS:
            return 0
        found = longest(self._predicates, ahead) or self._inflected(text)
        if not found or not self._has_object(at + found[1]):
            return 0
        if found[0]:
            self._predicate.append((found[0], self._denied))
            self._denied, self._denies = "", True
        self._link = ""
        return found[1]

    def _joined(self, denial: str) -> str:
        """Adds a denial to the one before it, which only English takes for a contradiction."""
        if self._language == ENGLISH or not self._denied:
            return f"{self._denied} {denial}".strip()
        return max(self._denied, denial, key=("not", "never", "ended").index)

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
        known = canonical(text)
        is_name = word.capital and text not in DATES
        token = Token(
            known,
            shape_of_canonical(known),
            denied,
            self._link,
            self._listed if self._tokens else "",
            self._broken and bool(self._tokens),
            is_name,
            is_name and not word.opens and self._language != "german",
        )
        self._link = self._listed = ""
        self._broken, self._denies = False, True
        return token

    def _pause(self, sign: str) -> None:
        self._end_scope()
        self._link = ""
        if sign in COMMAS:
            self._listed = self._listed or "and"
        elif sign in SENTENCE_ENDS:
            self._broken = True

    def _end_scope(self) -> None:
        """Ends what a denial denies. One that denied nothing, as "I do not", says something."""
        if not self._denies:
            denied, self._denied = self._denied, ""
            self._tokens.append(
                Token(f"({denied})", denied, listed=self._listed, broken=self._broken)
            )
            self._listed, self._broken, self._denies = "", False, True
        self._denied = ""

    def _end_denial(self) -> bool:
        """Turns what is denied in this clause into what is no longer so."""
        was = {self._denied, *(denied for _, denied in self._predicate)} - {"", "ended"}
        if not was:
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
            if word.pause:
                return False
            if text[0].isalnum() and text not in self._fillers and text not in LINKS:
                return True
        return False

    def _is_short(self, at: int) -> bool:
        """Whether a small word is an abbreviation, as in "works in IT" and "vitamin A"."""
        word = self._words[at]
        written = self._text[word.start : word.end]
        if word.text == "a":
            is_last = at + 1 == len(self._words) or self._words[at + 1].pause
            return at > 0 and (written.isupper() or is_last)
        return written.isupper() and not self._text.isupper()

    def _is_subject(self, at: int) -> bool:
        """Whether "user" tells who says it, as in "the user likes tea", not "user research"."""
        if self._words[at].text not in ("user", "users") or self._tokens or self._predicate:
            return False
        following = next(
            (word.text for word in self._words[at + 1 :] if word.text not in _ASIDE), ""
        )
        return following.endswith("s") or following in ("can", "never", "no")
