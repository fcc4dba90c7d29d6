"""Which language a message is written in, by its script, letters and small words.

The small words are in the rule files: the list `frequent` of each language, and `others.toml`. A
message may well not show it: "Lisbon!" is written in any language.
"""

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from adapters.reader.lines import Spelling, without_accents, words_in
from adapters.reader.rules import About, RuleError, RuleFile, Spellings

RULES = Path(__file__).parent / "rules"
FIRST = "language.toml"
"""The file that tells a language; the others are only read once something is written in it."""
_LOOKED_AT = 1000
"""Characters."""
_PLAIN = 0x24F
"""The last letter of the Latin alphabets."""
_FIRST_IDEOGRAPH, _LAST_IDEOGRAPH = "\u3005", "\u9fff"
_STRANGE = 4
"""One word in so many has letters of its own in a language that is not read."""


@dataclass(frozen=True, eq=False, repr=False)
class Sketch:
    """What `language.toml` says: enough to tell a language, and who speaks.

    Attributes:
        about: the language.
        spelling: how its words are brought into one spelling.
        lists: `frequent`, or in a language without spaces `signs`, which tell it; `own`, with which
            people speak of themselves; and what letters begin and end with.
    """

    about: About
    spelling: Spelling
    lists: Mapping[str, frozenset[str]]

    def list(self, name: str) -> frozenset[str]:
        """Returns the entries of a list, normalized; none if there is no such list."""
        return self.lists.get(name, frozenset())

    def count_frequent(self, said: Sequence[str]) -> int:
        """Returns for how many frequent small words some words stand, but "im" is a single one."""
        frequent, spelling = self.list("frequent"), self.spelling
        others = [word for word in said if word not in frequent]
        whole = spelling.whole
        joint = (one for one in others if one in whole or {*"'-"} & {*one} or not one.isascii())
        parts = (part for one in joint for part, _ in spelling.spelled(spelling.of(one)))
        return len(said) - len(others) + sum(not frequent.isdisjoint(part) for part in parts)


def sketch(folder: Path) -> Sketch:
    """Returns what the first file of a language's folder says.

    Raises:
        RuleError: the file is wrong.
    """
    file = RuleFile.of(folder / FIRST)
    about = file.language
    if about is None or about.code != folder.name:
        raise RuleError(f"{folder / FIRST}: needs [language] with the code {folder.name!r}")
    spelling = _spelling(about, file)
    spelled = spelling.entry
    lists = {name: frozenset(map(spelled, words)) for name, words in file.lists.items()}
    needed = "frequent" if about.spaced else "signs"
    if needed not in lists:
        raise RuleError(f"{folder / FIRST}: needs the list `{needed}`, which tells the language")
    return Sketch(about, spelling, lists)


def _spelling(about: About, file: RuleFile) -> Spelling:
    plain = Spelling(spaced=about.spaced, fold=about.fold_accents)

    def plainly(entries: Mapping[str, str]) -> dict[str, str]:
        """Returns entries in the language's spelling, the longest first."""
        plain_ones = {plain.of(key): plain.of(value) for key, value in entries.items()}
        return dict(sorted(plain_ones.items(), key=lambda item: -len(item[0])))

    made = {name: plainly(getattr(file.spelling, name)) for name in Spellings.model_fields}
    whole = {word: meaning.split() for word, meaning in made.pop("whole").items()}
    return Spelling(about.spaced, about.fold_accents, whole, **made)


_LONG = 6
"""Words of a message in which a single frequent one shows nothing."""
NOT_KNOWN = ""
"""What stands for the language of a message that does not show it."""


class Detector:
    """Tells the languages that have rules from each other, and from some that have none."""

    def __init__(self, languages: Mapping[str, Sketch]) -> None:
        others = tomllib.loads((RULES / "others.toml").read_text(encoding="utf-8"))
        self._spaced = {code: one for code, one in languages.items() if one.about.spaced}
        self._signs = {
            code: one.list("signs") for code, one in languages.items() if not one.about.spaced
        }
        self._foreign = {
            code: signs for code, one in languages.items() if (signs := one.list("not_its_signs"))
        }
        self._letters = frozenset(others["letters"])
        self._others: dict[str, list[str]] = {}
        for code, one in others["small_words"].items():
            for word in one["words"] if code not in languages else ():
                self._others.setdefault(word, []).append(code)

    def language_of(self, prose: str) -> str | None:
        """Returns the language of a message's prose, or NOT_KNOWN; None if it has no rules."""
        text = prose[:_LOOKED_AT].lower()
        letters = [sign for sign in text if sign.isalpha()]
        strange = [sign for sign in letters if ord(sign) > _PLAIN]
        if not letters:
            return NOT_KNOWN
        if len(strange) > len(letters) / 5 or self._is_joined(text):
            code = next((code for code, signs in self._signs.items() if signs & {*strange}), None)
            return NOT_KNOWN if code is None and self._of_ideographs(strange) else code
        words = text.split()
        marked = sum(not self._letters.isdisjoint(word) for word in words)
        # A place may be called Tromsø in any language.
        return None if marked > len(words) / _STRANGE else self._of_words(text)

    def likely(self, prose: str) -> str | None:
        """Returns the likely language of a message that does not show it; None if it may be any."""
        text = prose[:_LOOKED_AT].lower()
        code = self._of_ideographs([sign for sign in text if ord(sign) > _PLAIN])
        if code:
            return code
        scores = self.scores(text)
        rivals = [code for code, score in scores.items() if score == max(scores.values())]
        if len(rivals) > 1:
            own = (code for code in rivals if self._spaced[code].list("letters") & {*text})
            rivals = list(own)
        return rivals[0] if len(rivals) == 1 else None

    def _of_ideographs(self, strange: Sequence[str]) -> str | None:
        """Returns the language of signs that others share, if none is another language's alone."""
        if not strange or not all(_FIRST_IDEOGRAPH <= sign <= _LAST_IDEOGRAPH for sign in strange):
            return None
        return next((code for code, signs in self._foreign.items() if not signs & {*strange}), None)

    def _is_joined(self, text: str) -> bool:
        """Returns whether signs of a script follow Latin letters without a space: "OSはDebian"."""
        return any(
            sign in signs and before.isascii() and before.isalnum()
            for signs in self._signs.values()
            for before, sign in pairwise(text)
        )

    def scores(self, prose: str) -> dict[str, int]:
        """Returns how many frequent words of each language, by its code, a message has."""
        return self._scores([match.group() for match in words_in(prose[:_LOOKED_AT].lower())])

    def others(self, prose: str) -> Counter[str]:
        """Returns the same of languages that have no rules."""
        words = (word.strip(".,;:!?()\"'") for word in prose[:_LOOKED_AT].lower().split())
        return Counter(
            code
            for word in words
            for code in self._others.get(word, self._others.get(without_accents(word), []))
        )

    def _scores(self, said: Sequence[str]) -> dict[str, int]:
        return {code: one.count_frequent(said) for code, one in self._spaced.items()}

    def _of_words(self, text: str) -> str | None:
        said = [match.group() for match in words_in(text)]
        size = sum(word[:1].isalnum() for word in said)
        scores, foreign = self._scores(said), self.others(text)
        best, strongest = max(scores, key=scores.__getitem__), max(foreign.values(), default=0)
        if strongest > scores[best] and strongest > 1:
            return None
        rivals = [code for code, score in scores.items() if score == scores[best]]
        few = scores[best] == 0 or (scores[best] == 1 and size >= _LONG)
        return NOT_KNOWN if few or len(rivals) > 1 or strongest == scores[best] else best
