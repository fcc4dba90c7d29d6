"""Words with their places: a text as normalised tokens that still know their offsets."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_WORD = re.compile(
    r"\d+(?:[.,:]\d+)+"  # 3.11, 1,000, 10:30
    r"|\w+(?:['.&/_:-]\w+)*(?:\+\+|\#)?"  # in-person, don't, Node.js, C++, C#
    r"|[,;:()\u2014\u2013]|--?|\.\.+|[^\w\s]"
)

_APOSTROPHES = str.maketrans({"\u2019": "'", "\u2018": "'", "\u02bc": "'", "`": "'"})

_WHOLE: dict[str, tuple[str, ...]] = {
    "im": ("i", "am"),
    "ive": ("i", "have"),
    "dont": ("do", "not"),
    "doesnt": ("does", "not"),
    "didnt": ("did", "not"),
    "cant": ("can", "not"),
    "cannot": ("can", "not"),
    "wont": ("will", "not"),
    "isnt": ("is", "not"),
    "arent": ("are", "not"),
    "wasnt": ("was", "not"),
    "can't": ("can", "not"),
    "won't": ("will", "not"),
    "shan't": ("will", "not"),
    "ain't": ("am", "not"),
    "let's": ("let", "us"),
    "gonna": ("going", "to"),
    "wanna": ("want", "to"),
    "gotta": ("have", "to"),
    "kinda": ("kind", "of"),
    "sorta": ("sort", "of"),
    "y'all": ("you", "all"),
}
"""Contractions whose parts do not follow from their spelling."""

_SUFFIXES: tuple[tuple[str, str], ...] = (
    ("n't", "not"),
    ("'m", "am"),
    ("'re", "are"),
    ("'ve", "have"),
    ("'ll", "will"),
    ("'d", "would"),
)

_IS_BEFORE_S = frozenset(
    "it that this he she what who there here where how everything something nothing".split()
)
"""Words after which 's stands for "is"; after any other word it is a possessive."""

_SPELLING: dict[str, str] = {
    "favourite": "favorite",
    "favourites": "favorites",
    "fave": "favorite",
    "fav": "favorite",
    "favour": "favor",
    "favouring": "favoring",
    "prioritise": "prioritize",
    "organise": "organize",
    "organised": "organized",
    "disorganised": "disorganized",
    "minimise": "minimize",
    "maximise": "maximize",
    "specialise": "specialize",
    "specialised": "specialized",
    "specialising": "specializing",
    "emphasise": "emphasize",
    "recognise": "recognize",
    "realise": "realize",
    "realised": "realized",
    "savour": "savor",
    "practise": "practice",
    "practising": "practicing",
    "colour": "color",
    "colour-blind": "color-blind",
    "sceptical": "skeptical",
    "towards": "toward",
    "behaviour": "behavior",
    "analyse": "analyze",
    "summarise": "summarize",
    "paraphrasing": "paraphrase",
    "utilise": "utilize",
    "em": "them",
    "ya": "you",
    "u": "you",
}
"""Spellings that the lexicons know under one form only."""


@dataclass(frozen=True, slots=True)
class Token:
    """One word or mark. `norm` is what rules read; the prompt's own text is at start:end."""

    norm: str
    start: int
    end: int
    capital: bool = False

    @property
    def is_word(self) -> bool:
        """Whether it is a word or a number rather than punctuation."""
        return self.norm[:1].isalnum()


def tokenize(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """The tokens of `text[start:end]`, contractions taken apart, offsets into `text`."""
    tokens: list[Token] = []
    said = text[start:end].translate(_APOSTROPHES)
    for match in _WORD.finditer(said):
        tokens.extend(_expand(match.group(), start + match.start(), start + match.end()))
    return tokens


def _expand(raw: str, start: int, end: int) -> Sequence[Token]:
    word = raw.lower()
    whole = _WHOLE.get(word)
    if whole:
        return [Token(part, start, end) for part in whole]
    if "'" in word:
        for suffix, meaning in _SUFFIXES:
            if word.endswith(suffix) and len(word) > len(suffix):
                cut = end - len(suffix)
                stem = word[: -len(suffix)]
                return [Token(_SPELLING.get(stem, stem), start, cut), Token(meaning, cut, end)]
        if word.endswith("'s") and word[:-2] in _IS_BEFORE_S:
            return [Token(word[:-2], start, end - 2), Token("is", end - 2, end)]
    return (Token(_SPELLING.get(word, word), start, end, raw[:1].isupper()),)


def norms(tokens: Sequence[Token]) -> str:
    """The normalised words, one space between each: what the rules' expressions are matched on."""
    return " ".join(token.norm for token in tokens)
