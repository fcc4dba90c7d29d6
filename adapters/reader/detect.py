"""Which language a message is written in, by its script and the small words of the rule files."""

from collections.abc import Mapping
from dataclasses import dataclass

from adapters.reader.languages import Language

_FEWEST = 4
"""Words below which nothing is said of a language that has no rules."""
_SHARE = 0.12
"""The share of a language's own small words from which a text counts as written in it."""
_LOOKED_AT = 2000
"""Characters."""


@dataclass(frozen=True)
class Found:
    """What was found.

    Attributes:
        code: the language; None if it is none that has rules.
        is_language: whether it is a language at all, as far as can be told.
    """

    code: str | None
    is_language: bool = True


def language_of(prose: str, languages: Mapping[str, Language]) -> Found:
    """Returns the language of a message's prose.

    The first language is taken if nothing speaks for another one, such as in "Lisbon!".
    """
    text = prose[:_LOOKED_AT]
    letters = [sign for sign in text if sign.isalpha()]
    if not letters:
        return Found(None, is_language=False)
    unspaced = [code for code, one in languages.items() if not one.about.spaced]
    strange = [sign for sign in letters if ord(sign) > 0x24F]
    if len(strange) > len(letters) / 5:
        return _of_script(strange, unspaced, languages)
    scores: dict[str, float] = {}
    for code, one in languages.items():
        if one.about.spaced:
            tokens = one.spelling.tokens(text, 0, len(text))
            words = [token.norm for token in tokens if token.is_word]
            common = one.list("frequent")
            scores[code] = sum(word in common for word in words) / max(1, len(words))
    best = max(scores, key=lambda code: scores[code])
    if scores[best] >= _SHARE:
        return Found(best)
    if len(text.split()) < _FEWEST:
        return Found(best if scores[best] > 0 else next(iter(languages)))
    if scores[best] == 0 and not text.isascii():
        return Found(None)
    return Found(best if scores[best] else next(iter(languages)))


def _of_script(strange: list[str], unspaced: list[str], languages: Mapping[str, Language]) -> Found:
    for code in unspaced:
        if any(sign in languages[code].list("signs") for sign in strange):
            return Found(code)
    return Found(None)
