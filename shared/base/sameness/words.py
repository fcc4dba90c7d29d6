"""The words of a text as they stand there, and its signs."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_MARKS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0900-\u0963\u0966-\u0dff"
_MARKS += "\u0e31-\u0e4e\u0eb1-\u0ece\u0f71-\u0f84\u1000-\u1049\u104c-\u109f\u1780-\u17d3"
_LETTER = f"[^\\W_]|[{_MARKS}]"
_PIECE = re.compile(
    f"https?://\\S+|(?:{_LETTER})+(?:(?:[.'’-]|(?<=\\d),(?=\\d))(?:{_LETTER})+)*(?:[+#]+(?![^\\W_]))?|\\S"
)
SENTENCE_ENDS = frozenset(".!;:…。！；：()[]—–")
COMMAS = frozenset(",/&+、，")
_ASKS = frozenset("%?？")
_ELISIONS = frozenset("j l d n m t s c qu un dell all nell sull dall quell".split())
_VERBS = {"can't": "can", "won't": "will", "shan't": "shall"}


@dataclass(slots=True)
class Word:
    """A word as it stands in the text, folded, or a sign.

    Attributes:
        start, end: its place in the normalized text.
        capital: whether it begins with a capital.
        opens: whether it begins a sentence.
        pause: whether it is a sign that says nothing by itself.
    """

    text: str
    start: int
    end: int
    capital: bool = False
    opens: bool = False
    pause: bool = False


def words_in(text: str) -> Iterator[Word]:
    """Yields the words and signs of a normalized text."""
    opens = True
    for match in _PIECE.finditer(text):
        piece, start, end = match.group(), match.start(), match.end()
        if end - start == 1 and not piece.isalnum() and _is_sign(piece):
            # A dash before a number is a minus.
            sign = "−" if piece in "-−" and text[end : end + 1].isdigit() else piece
            yield Word(sign, start, end, False, False, _is_pause(sign))
            opens = opens or piece in SENTENCE_ENDS
            continue
        capital = piece[0].isupper()
        folded = piece.casefold()
        if folded.isalnum() and folded != "cannot":
            yield Word(folded, start, end, capital, opens)
        else:
            for part in _parts(folded.replace("’", "'")):
                yield Word(part, start, end, capital, opens)
        opens = False


def _parts(word: str) -> Sequence[str]:
    """Returns the words that a contraction, an elision or a compound with a hyphen is made of."""
    if "'" in word:
        if word.endswith("n't"):
            verb = _VERBS.get(word, word[:-3])
            return [verb, "not"] if verb else ["not"]
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
        if len(parts) != 2:
            return parts
        if parts[1] == "free":
            return [word]
        return ["".join(parts)] if min(map(len, parts)) < 2 else parts
    return [word]


def _is_sign(piece: str) -> bool:
    return unicodedata.category(piece)[0] not in "LM"


def _is_pause(sign: str) -> bool:
    if sign in _ASKS:
        return False
    category = unicodedata.category(sign)
    return category[0] in "PC" or category == "Sk" or sign in COMMAS
