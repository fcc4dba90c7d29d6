"""Which language a message is written in, by its script, letters and small words.

The small words are in the rule files: the list `frequent` of each language, and `others.toml`. A
message may well not show it: "Lisbon!" is written in any language.
"""

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from adapters.reader.languages import RULES, Sketch
from adapters.reader.lines import without_accents, words_in

_LOOKED_AT = 1000
"""Characters."""
_PLAIN = 0x24F
"""The last letter of the Latin alphabets."""

_FIRST_IDEOGRAPH, _LAST_IDEOGRAPH = "\u3005", "\u9fff"
_STRANGE = 4
"""One word in so many has letters of its own in a language that is not read."""


@dataclass(frozen=True)
class Found:
    """What was found.

    Attributes:
        code: the language; None if it has no rules, or is not known. If it is not known, the likely
            one.
        is_known: whether it is known which one it is.
    """

    code: str | None
    is_known: bool = True


_UNKNOWN = Found(None, is_known=False)


class Detector:
    """Tells the languages that have rules from each other, and from some that have none."""

    def __init__(self, languages: Mapping[str, Sketch]) -> None:
        others = tomllib.loads((RULES / "others.toml").read_text(encoding="utf-8"))
        self._spaced = {code: one for code, one in languages.items() if one.about.spaced}
        self._signs = {
            code: one.list("signs") for code, one in languages.items() if not one.about.spaced
        }
        self._foreign = {
            code: one.list("not_its_signs")
            for code, one in languages.items()
            if one.list("not_its_signs")
        }
        self._letters = frozenset(others["letters"])
        self._others: dict[str, list[str]] = {}
        for code, one in others["small_words"].items():
            for word in one["words"] if code not in languages else ():
                self._others.setdefault(word, []).append(code)

    def language_of(self, prose: str) -> Found:
        """Returns the language of a message's prose."""
        text = prose[:_LOOKED_AT].lower()
        letters = [sign for sign in text if sign.isalpha()]
        if not letters:
            return _UNKNOWN
        strange = [sign for sign in letters if ord(sign) > _PLAIN]
        if len(strange) > len(letters) / 5 or self._is_joined(text):
            return self._of_script(strange)
        words = text.split()
        marked = sum(not self._letters.isdisjoint(word) for word in words)
        # A place may be called Tromsø in any language.
        if marked > len(words) / _STRANGE:
            return Found(None)
        return self._of_words(text)

    def _is_joined(self, text: str) -> bool:
        """Returns whether signs of a script follow Latin letters without a space: "OSはDebian"."""
        return any(
            sign in signs and before.isascii() and before.isalnum()
            for signs in self._signs.values()
            for before, sign in pairwise(text)
        )

    def _of_script(self, strange: list[str]) -> Found:
        present = set(strange)
        code = next((code for code, signs in self._signs.items() if signs & present), None)
        if code is None and all(_FIRST_IDEOGRAPH <= sign <= _LAST_IDEOGRAPH for sign in present):
            # A short message may have no signs of its own, but none of another language either.
            for code, foreign in self._foreign.items():
                if foreign.isdisjoint(present):
                    return Found(code, is_known=False)
            return Found(None)
        return Found(code)

    def _of_words(self, text: str) -> Found:
        said = [match.group() for match in words_in(text)]
        size = sum(word[:1].isalnum() for word in said)
        scores = {
            code: sum(one.count_frequent(word) for word in said)
            for code, one in self._spaced.items()
        }
        plain = [word.strip(".,;:!?()\"'") for word in text.split()]
        foreign = Counter(
            code
            for word in plain
            for code in self._others.get(word, self._others.get(without_accents(word), []))
        )
        best = max(scores, key=lambda code: scores[code])
        strongest = max(foreign.values(), default=0)
        if strongest > scores[best] and strongest > 1:
            return Found(None)
        rivals = [code for code, score in scores.items() if score == scores[best]]
        if scores[best] == 0 or len(rivals) > 1:
            signs = frozenset(text)
            own = [one for one in rivals if not signs.isdisjoint(self._spaced[one].list("letters"))]
            return Found(own[0], is_known=False) if len(own) == 1 else _UNKNOWN
        if strongest == scores[best]:
            return Found(best, is_known=False)
        if scores[best] == 1 and size >= 6:
            return _UNKNOWN
        return Found(best)
