"""Whether a text mentions a value: by its names, or else by its words."""

import re
from collections.abc import Sequence

from shared.base.sameness import object_of
from shared.base.text import fold, stems

_WORD = re.compile(r"[^\W_]+(?:[.+#&-][^\W_]+)*[+#]*")
_OWN = re.compile(r"['’]s?\b")
_SPACE = (" ", "-")
_WHEN = frozenset(
    """
    a an and at daily day days each every evening evenings friday fridays in month monday mondays
    month monthly morning mornings of often on once per regularly saturday saturdays sunday sundays
    the three thursday thursdays time times to tuesday tuesdays twice two wednesday wednesdays week
    weekend weekends weekly weeks with year years
    """.split()
)
"""Words that tell when something is done, on which nothing rests."""


class Anchor:
    """The words by which a text is recognized as resting on a value.

    Names count if the value has any: "Hamburg" of "a flat in Hamburg". Otherwise all words do.
    """

    def __init__(self, value: str) -> None:
        words = _words(value)
        # The first word of a description is capitalized whatever it is.
        names = [
            word for index, word in enumerate(words) if is_name(word) and _counts(index, words)
        ]
        self._names = [fold(name) for name in names]
        self._words = activity(value) or set(stems(value))

    def is_in(self, text: str) -> bool:
        """Returns whether a text mentions the value."""
        if self._names:
            return _has_run(text, self._names)
        return bool(self._words) and self._words <= set(stems(text))


def activity(value: str) -> set[str]:
    """Returns the stems of what a description is about: "rugby" of "Plays rugby every week".

    It is empty if nothing but the time is left.
    """
    first, *others = _words(value) or [""]
    # "Plays", "Sings": descriptions often begin with a verb in the third person.
    rest = (
        others if others and first.endswith("s") and not first.endswith("ss") else [first, *others]
    )
    told = [word for word in rest if fold(word) not in _WHEN]
    return set(stems(object_of(" ".join(told)))) if told else set()


def mentions(text: str, value: str) -> bool:
    """Returns whether a text mentions a value."""
    return Anchor(value).is_in(text)


def is_name(word: str) -> bool:
    """Returns whether a word is written as a name."""
    return word[:1].isupper() or any(character.isdigit() for character in word)


def _counts(index: int, words: Sequence[str]) -> bool:
    return index > 0 or len(words) == 1 or is_name(words[1])


def _words(text: str) -> list[str]:
    return _WORD.findall(_OWN.sub("", text))


def _has_run(text: str, names: Sequence[str]) -> bool:
    """Returns whether a text has these names in a row, and not as a part of a longer name."""
    plain = _OWN.sub("", text)
    found = [(match.group(), match.start(), match.end()) for match in _WORD.finditer(plain)]
    size = len(names)
    for start in range(len(found) - size + 1):
        run = found[start : start + size]
        if [fold(word) for word, _, _ in run] != list(names) or not is_name(run[0][0]):
            continue
        before, after = found[:start][-1:], found[start + size :][:1]
        # "New York" is not York; "In Hamburg" is Hamburg, at the start of a sentence as well.
        is_longer = bool(
            (
                before
                and start > 1
                and is_name(before[0][0])
                and plain[before[0][2] : run[0][1]] in _SPACE
            )
            or (
                after
                and is_name(after[0][0])
                and not after[0][0].isupper()
                and plain[run[-1][2] : after[0][1]] in _SPACE
            )
        )
        if is_longer:
            continue
        return True
    return False
