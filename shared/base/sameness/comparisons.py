"""Ordered comparisons: what a text chooses, and what it rejects for it.

"Tabs over spaces", "tea rather than coffee", "prefers planes to trains", "lieber Tee als Kaffee".
"""

from collections.abc import Sequence
from dataclasses import dataclass

from shared.base.sameness.comparing_words import (
    ALL_TO,
    CONDITIONS,
    COPULAS,
    LESS,
    MARKERS,
    MORE,
    MOVES,
    NO_REJECTED,
    NO_RIVAL,
    OPENERS,
    SEPARATORS,
    TO,
    UNNAMED,
    WAYS,
    WITH_OBJECT,
    WITHIN,
)
from shared.base.sameness.tokens import Reading
from shared.base.sameness.vocabulary import (
    AGAINST,
    FILLERS,
    NEGATIONS,
    PREDICATES,
    Phrases,
    longest,
)
from shared.base.sameness.words import Word

_LONGEST = 40
_LONGEST_SIDE = 10
_LONGEST_BEFORE_TO = 5


@dataclass(frozen=True, slots=True)
class Comparison:
    """An ordered pair.

    Attributes:
        chosen: what is preferred, in the words of the text.
        rejected: what it is preferred to.
        condition: when that holds, or "".
        denied: whether the text denies it: "no longer prefers tabs over spaces".
    """

    chosen: str
    rejected: str
    condition: str = ""
    denied: bool = False


def comparison_in(reading: Reading) -> Comparison | None:
    """Returns the comparison in a text, denied or not, or None."""
    words = reading.words
    if not 3 <= len(words) <= _LONGEST or OPENERS.isdisjoint(reading.said):
        return None
    for place, size, turned in _separators(words):
        left, before = _left(reading, place)
        right, after = _right(reading, place + size)
        if not left or not right or not _is_compared(words, left, right, place, size):
            continue
        if any(word.text in _against(reading) for word in words[:place]):
            return None
        chosen, rejected = _slice(reading, left), _slice(reading, right)
        if turned:
            chosen, rejected = rejected, chosen
        conditions = [_slice(reading, each) for each in (before, after) if each]
        head = words[: left[0]]
        return Comparison(chosen, rejected, " ".join(conditions), _is_denied(reading, head))
    return None


def _separators(words: Sequence[Word]) -> list[tuple[int, int, bool]]:
    """Returns where two things may be compared: place, words it takes, whether turned around."""
    texts = [word.text for word in words]
    found = []
    for place in range(1, len(texts)):
        for size in (3, 2, 1):
            phrase = tuple(texts[place : place + size])
            before = set(texts[:place])
            if len(phrase) < size or phrase not in SEPARATORS:
                continue
            needed = SEPARATORS[phrase]
            if needed and not needed & before:
                continue
            less = phrase[0] in LESS or (phrase == ("than",) and not before & MORE)
            found.append((place, size, less))
            break
        else:
            if texts[place] == "not" and texts[place - 1] == ",":
                found.append((place, 1, False))
    verb = next((text for text in texts if text.startswith(("prefer", "préf", "prefi"))), "")
    verb = "" if verb == "preference" else verb
    links = next((links for start, links in TO.items() if verb.startswith(start)), frozenset())
    if not found and verb:
        links = TO["prefe"] if verb in ("prefere", "preferisce", "preferisco") else links
        head = texts.index(verb)
        found += [
            (place, 1, False)
            for place in range(len(texts) - 1, head + 1, -1)
            if texts[place] in links and _names(words, range(head + 1, place))
        ]
    return found


def _left(reading: Reading, place: int) -> tuple[list[int], list[int]]:
    """Returns the places of the words of what stands first, and of its condition."""
    words = reading.words
    start, end = 0, place
    if words[end - 1].text == ",":
        end -= 1
    for at in range(end - 1, -1, -1):
        if not _is_sign(words[at]) or words[at].text in WITHIN:
            continue
        if words[at].text != "," or words[0].text in CONDITIONS:
            start = at + 1
            break
    before = [at for at in range(start) if not _is_sign(words[at])]
    while start < end:
        taken = _head(reading, start, end)
        if not taken:
            break
        start += taken
    while end > start and (words[end - 1].text in MARKERS or words[end - 1].text in COPULAS):
        end -= 1
    return _split(words, list(range(start, end)), before)


def _right(reading: Reading, place: int) -> tuple[list[int], list[int]]:
    """Returns the places of the words of what stands second, and of its condition."""
    words = reading.words
    end = next(
        (
            at
            for at in range(place, len(words))
            if _is_sign(words[at]) and words[at].text not in WITHIN
        ),
        len(words),
    )
    after = [at for at in range(end, len(words)) if not _is_sign(words[at])]
    start = place
    while start < end and (taken := _head(reading, start, end)):
        start += taken
    return _split(words, list(range(start, end)), after)


def _head(reading: Reading, start: int, end: int) -> int:
    """Returns how many words at a place say nothing of the object, such as "I would rather"."""
    words = reading.words
    text = words[start].text
    ahead = [word.text for word in words[start : min(end, start + 4)]]
    found = longest(_predicates(reading), ahead)
    if found and found[0] in WITH_OBJECT and found[1] < end - start:
        return found[1]
    denied = longest(NEGATIONS.get(reading.language, NEGATIONS["english"]), ahead)
    if denied and denied[1] < end - start:
        return denied[1]
    fillers = FILLERS.get(reading.language, frozenset())
    empty = (
        text in fillers or text in MARKERS or text in ("user", "users") or _is_sign(words[start])
    )
    return 1 if empty and end - start > 1 else 0


def _split(
    words: Sequence[Word], places: list[int], condition: list[int]
) -> tuple[list[int], list[int]]:
    """Splits what stands on one side from the condition behind it."""
    for number, at in enumerate(places):
        if number and words[at].text in CONDITIONS and number + 1 < len(places):
            return places[:number], places[number:] + condition
    return places, condition


def _is_compared(
    words: Sequence[Word], left: list[int], right: list[int], place: int, size: int
) -> bool:
    """Returns whether the words between tell an order, as "over" in "flew over" does not."""
    if max(len(left), len(right)) > _LONGEST_SIDE or not (_names(words, left)):
        return False
    said = words[place].text
    first, last = words[right[0]], words[left[-1]]
    if first.text[0].isdigit() or not _names(words, right) or first.text in NO_RIVAL:
        return False
    if said == "over":
        moves = {words[at].text for at in left} & MOVES
        return not moves and first.text != "to" and words[right[-1]].text not in NO_REJECTED
    if said == ">":
        return not last.text[-1].isdigit()
    if said == "not":
        return max(len(left), len(right)) <= 3 and right[-1] + 2 >= len(words)
    if size == 1 and said in ALL_TO and len(left) > _LONGEST_BEFORE_TO:
        return False
    if size == 1 and said == "to":
        if last.text in WAYS or (first.capital and not words[left[0]].capital):
            return False
        return words[left[0]].text.endswith("ing") == first.text.endswith("ing")
    return True


def _names(words: Sequence[Word], places: Sequence[int]) -> bool:
    """Returns whether words name something, unlike "not" and "I'm"."""
    return any(words[at].text not in UNNAMED and not _is_sign(words[at]) for at in places)


def _is_denied(reading: Reading, head: Sequence[Word]) -> bool:
    negations = NEGATIONS.get(reading.language, NEGATIONS["english"])
    texts = [word.text for word in head]
    return any(longest(negations, texts[at : at + 4]) for at in range(len(texts)))


def _predicates(reading: Reading) -> Phrases:
    return PREDICATES.get(reading.language, {})


def _against(reading: Reading) -> set[str]:
    return {
        words[0]
        for words, stance in _predicates(reading).items()
        if stance in AGAINST and len(words) == 1
    }


def _slice(reading: Reading, places: Sequence[int]) -> str:
    fillers = FILLERS.get(reading.language, frozenset())
    while len(places) > 1 and reading.words[places[-1]].text in fillers:
        places = places[:-1]
    return reading.text[reading.words[places[0]].start : reading.words[places[-1]].end]


def _is_sign(word: Word) -> bool:
    return len(word.text) == 1 and not word.text.isalnum() and word.text != ">"
