"""Ordered comparisons: what a text chooses, and what it rejects for it.

"Tabs over spaces", "tea rather than coffee", "prefers planes to trains", "lieber Tee als Kaffee".
"""

from collections.abc import Sequence
from dataclasses import dataclass

from shared.base.sameness.reading import Reading
from shared.base.sameness.vocabulary import (
    AGAINST,
    FILLERS,
    FOR,
    NEGATIONS,
    PREDICATES,
    Phrases,
    longest,
)
from shared.base.sameness.words import Word

_MORE = frozenset("more better nicer rather sooner".split())
_LESS = frozenset("less worse".split())
_SEPARATORS: dict[tuple[str, ...], frozenset[str]] = {
    **dict.fromkeys(
        [
            tuple(phrase.split())
            for phrase in (
                "rather than, instead of, in place of, as opposed to, in preference to, more than, "
                "better than, nicer than, less than, worse than, statt, anstatt, plutôt que, "
                "plutôt qu', au lieu de, au lieu d', en lugar de, en vez de, antes que, invece di, "
                "invece del, invece della, piuttosto che, in plaats van, em vez de, ao invés de"
            ).split(", ")
        ],
        frozenset(),
    ),
    ("over",): frozenset(),
    (">",): frozenset(),
    ("than",): _MORE | _LESS,
    ("als",): frozenset({"lieber", "besser"}),
    ("dan",): frozenset({"liever", "beter"}),
    ("que",): frozenset({"plutôt", "mieux", "antes", "mejor", "melhor"}),
    ("qu'",): frozenset({"plutôt", "mieux"}),
    ("che",): frozenset({"piuttosto", "meglio"}),
}
"""What stands between the two, and the words one of which has to come before, if any."""
_MARKERS = frozenset().union(*_SEPARATORS.values()) | {"much", "far", "always"}
_TO = {
    "prefer": frozenset({"to"}),
    "préf": frozenset({"à", "au", "aux"}),
    "prefi": frozenset({"a", "al", "ao", "à", "aos", "às"}),
    "prefe": frozenset("a al alla allo ai alle agli all' ao à aos às".split()),
}
"""By how "prefer" begins, what stands between the two: "prefers tea to coffee"."""
_ALL_TO = frozenset().union(*_TO.values())
_UNNAMED = FILLERS["english"] | {"not", "no", "never", "he", "she", "they"}
_NO_RIVAL = frozenset(
    "ever before usual expected enough that what anything needed moon and".split()
)
"""What follows another "than", as in "more than ever"."""
_CONDITIONS = frozenset(
    """
    for when whenever in at on because since if while during unless after before but für wenn bei im
    am weil pour quand dans para cuando porque per quando nel nella voor bij op quando
    """.split()
)
"""Where the rejected ends and begins what the comparison holds for."""
SMALL_WORDS = frozenset(word for words in _SEPARATORS for word in words) | _MARKERS
"""The words that compare."""
_COPULAS = frozenset("is are was were ist sind est sont es son è sono zijn são".split())
_MOVES = frozenset(
    """
    fly flies flew flying go goes went going move moved come came jump jumped hand handed take took
    get got turn think talk talked cry crying argue fight fights run ran rule win won look
    """.split()
)
_NO_REJECTED = frozenset(
    """
    time weekend weekends year years phone there here it again night summer winter holidays counter
    internet christmas lunch dinner breakfast coffee-break month months week weeks day days hill
    """.split()
)
"""What follows another "over": "hikes over the weekend"."""
_WAYS = frozenset(
    """
    flight flights trip trips journey way route access link answer answers due according next close
    try trying need able want have listen listening talk talking speak related used addition
    """.split()
)
"""What another "to" follows: "prefers flights to Rome"."""
_OPENERS = frozenset({words[0] for words in _SEPARATORS} | {"not"}).union(*_TO.values())
_WITH_OBJECT = FOR | {"", "want"}
"""Predicates that are no part of what is chosen."""
_WITHIN = "&/+'\"’"
"""Signs within what is chosen or rejected."""
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
    if not 3 <= len(words) <= _LONGEST or _OPENERS.isdisjoint(reading.said):
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
            if len(phrase) < size or phrase not in _SEPARATORS:
                continue
            needed = _SEPARATORS[phrase]
            if needed and not needed & before:
                continue
            less = phrase[0] in _LESS or (phrase == ("than",) and not before & _MORE)
            found.append((place, size, less))
            break
        else:
            if texts[place] == "not" and texts[place - 1] == ",":
                found.append((place, 1, False))
    verb = next((text for text in texts if text.startswith(("prefer", "préf", "prefi"))), "")
    verb = "" if verb == "preference" else verb
    links = next((links for start, links in _TO.items() if verb.startswith(start)), frozenset())
    if not found and verb:
        links = _TO["prefe"] if verb in ("prefere", "preferisce", "preferisco") else links
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
        if not _is_sign(words[at]) or words[at].text in _WITHIN:
            continue
        if words[at].text != "," or words[0].text in _CONDITIONS:
            start = at + 1
            break
    before = [at for at in range(start) if not _is_sign(words[at])]
    while start < end:
        taken = _head(reading, start, end)
        if not taken:
            break
        start += taken
    while end > start and (words[end - 1].text in _MARKERS or words[end - 1].text in _COPULAS):
        end -= 1
    return _split(words, list(range(start, end)), before)


def _right(reading: Reading, place: int) -> tuple[list[int], list[int]]:
    """Returns the places of the words of what stands second, and of its condition."""
    words = reading.words
    end = next(
        (
            at
            for at in range(place, len(words))
            if _is_sign(words[at]) and words[at].text not in _WITHIN
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
    if found and found[0] in _WITH_OBJECT and found[1] < end - start:
        return found[1]
    denied = longest(NEGATIONS.get(reading.language, NEGATIONS["english"]), ahead)
    if denied and denied[1] < end - start:
        return denied[1]
    fillers = FILLERS.get(reading.language, frozenset())
    empty = (
        text in fillers or text in _MARKERS or text in ("user", "users") or _is_sign(words[start])
    )
    return 1 if empty and end - start > 1 else 0


def _split(
    words: Sequence[Word], places: list[int], condition: list[int]
) -> tuple[list[int], list[int]]:
    """Splits what stands on one side from the condition behind it."""
    for number, at in enumerate(places):
        if number and words[at].text in _CONDITIONS and number + 1 < len(places):
            return places[:number], places[number:] + condition
    return places, condition


def _is_compared(
    words: Sequence[Word], left: list[int], right: list[int], place: int, size: int
) -> bool:
    """Returns whether the words between tell an order, as "over" does not in "flew over Berlin"."""
    if max(len(left), len(right)) > _LONGEST_SIDE or not (_names(words, left)):
        return False
    said = words[place].text
    first, last = words[right[0]], words[left[-1]]
    if first.text[0].isdigit() or not _names(words, right) or first.text in _NO_RIVAL:
        return False
    if said == "over":
        moves = {words[at].text for at in left} & _MOVES
        return not moves and words[right[-1]].text not in _NO_REJECTED
    if said == ">":
        return not last.text[-1].isdigit()
    if said == "not":
        return max(len(left), len(right)) <= 3 and right[-1] + 2 >= len(words)
    if size == 1 and said in _ALL_TO and len(left) > _LONGEST_BEFORE_TO:
        return False
    if size == 1 and said == "to":
        if last.text in _WAYS or (first.capital and not words[left[0]].capital):
            return False
        return words[left[0]].text.endswith("ing") == first.text.endswith("ing")
    return True


def _names(words: Sequence[Word], places: Sequence[int]) -> bool:
    """Returns whether words name something, unlike "not" and "I'm"."""
    return any(words[at].text not in _UNNAMED and not _is_sign(words[at]) for at in places)


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
