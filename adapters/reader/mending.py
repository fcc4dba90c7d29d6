"""What becomes of a known item: it is over, or says something else from now on."""

import re
from collections.abc import Sequence, Set
from difflib import SequenceMatcher
from itertools import product
from typing import Any, NamedTuple, cast

from adapters.reader.known import (
    WORD,
    Known,
    inflected,
    newest,
    of_candidate,
    plain,
)
from adapters.reader.languages import Language
from adapters.reader.lines import UNSPACED, Line
from shared.base.text import fold, stems
from shared.documents.lifetime import Does
from shared.learning.candidates import AboutCandidate, Candidate, PreferenceCandidate

_BY_NAME, _FIRST = re.compile(r"[^()]+ \(([^()]+)\)"), re.compile(r"(\w+)\b.")
"""Somebody with a name and what they are, and the first of several words."""
_PART, _REST = 3, 5
"""The most words of a part of a list that is over, and of one that goes on: "Teams at work"."""
_LISTED = frozenset({"custom.allergies", "custom.diet", "custom.health", "work.role"})
"""Paths whose values may be lists in words: "cats and pollen"."""
_PARTS = frozenset({"custom.diet", "work.role"})
"""Paths of one value each that may have parts: "nurse, yoga teacher"."""
_WITH_PLACES = frozenset({"custom.education", "work.role"})
"""Paths whose values may say where: "a cook at the Ritz"."""
_OF_A_WORD = rf"[^\W_{UNSPACED}-\uffff]"
_FIGURE = r"\d+(?:[.,]\d+)*"
_SHORT_FIGURE = r"\d{1,9}(?:[.,]\d{1,9})?"
_FIGURES = re.compile(rf"{_SHORT_FIGURE}(\D{{1,12}}){_SHORT_FIGURE}")
"""Two numbers that are one value, with what stands between them."""
_COUNTED = re.compile(rf"{_FIGURE}([^\W\d_]*)")
"""A number with what it counts: "3人", "15km"."""
_NUMBER = re.compile(r"\d{1,9}")
_DAY = re.compile(r"\d{1,2}(?!\d)")
_NEAR = 2
"""How many words a day stands from its month, at most: "the 3rd of May"."""
_TELLING = 4
"""The fewest letters of a word that tells what a text is about."""
_RIVALS = ("rival_days", "rival_months", "numbers", "rival_times")
"""Lists of what only one can be true of: a lesson is on Tuesdays or on Fridays."""
_ALIKE = 0.6
"""The least likeness of a word to the one that it was a slip for: "Stef" and "Steph"."""
_ALMOST = 0.99
"""How alike texts are of which only the accents differ: "Zoe" and "Zoé"."""


def over(one: Known, does: Does) -> Candidate:
    """Returns a candidate that ends or takes back a known item."""
    return one.like.model_copy(
        update={"does": does, "target": one.id or None, "target_text": one.text, "quote": ""}
    )


def replaced(one: Known, made: Candidate) -> Candidate:
    """Returns a candidate that takes the place of a known item."""
    return made.model_copy(
        update={"does": "replace", "target": one.id or None, "target_text": one.text}
    )


def adds(line: Line, language: Language | None) -> bool:
    """Whether words only add to what was said: "I also teach", but not "Also, I teach"."""
    besides = language.list("besides") if language and line.spaced else frozenset[str]()
    return any(
        word in besides and following != ","
        for word, following in zip(line.words, line.padded[1:], strict=True)
    )


def added(made: Candidate, known: Sequence[Known]) -> Candidate:
    """Returns a candidate that adds to what is known, where another value would replace that."""
    if not isinstance(made, AboutCandidate) or made.path not in _PARTS or made.does != "assert":
        return made
    old = next((one for one in reversed(known) if one.what == made.path), None)
    if old is None or {*stems(str(made.value))} <= {*stems(old.text)}:
        return made
    return replaced(old, made.model_copy(update={"value": f"{old.text}, {made.value}"}))


def kind_of(fact: AboutCandidate) -> str:
    """Returns whom a fact tells more of: the dog of "Rex (dog)", the son of "son is 5".

    Returns:
        The words; "" if the fact tells of nobody.
    """
    if not isinstance(fact.value, str):
        return ""
    told = _BY_NAME.fullmatch(fact.value)
    if told is None and fact.path == "custom.children":
        told = _FIRST.match(fact.value)
    return told[1] if told else ""


def nameless(kind: str, path: str, known: Sequence[Known], language: Language) -> Known | None:
    """Returns the only fact that says no more than that there is such a one: "a dog"."""
    small, wanted = language.list("determiners"), WORD.findall(fold(kind))
    alike = [
        one
        for one in known
        if one.what == path
        and [word for word in WORD.findall(fold(one.text)) if word not in small] == wanted
    ]
    return alike[0] if len(alike) == 1 else None


def succeeded(one: Known, new: str, language: Language, staying: str = "") -> Candidate | None:
    """Returns what says new words in the place of a known item, or of the part that they fit.

    A relation or a name stands for that of a person, days or numbers for those of the item, and
    one word with a capital for another: "English" in "answer in Dutch". A place may stay:
    "chemistry at Bristol" becomes "geology at Bristol".

    Args:
        one: the item.
        new: the new words.
        language: their language.
        staying: the sentences that say that something stays: "still at bristol though".

    Returns:
        The candidate, which only ends the item if it can say nothing else; None if the new words
        do not fit: the item is a number and they are none, or it says several such things.
    """
    like = one.like
    if isinstance(like, AboutCandidate) and isinstance(like.value, dict):
        related = language.list("relation").issuperset(map(fold, WORD.findall(new)))
        value = like.value | {"relation" if related else "name": new}
        return replaced(one, like.model_copy(update={"value": value}))
    old = _rival_in(one, new, language)
    if old == "":
        return None
    mended = with_words(one, old, new) if old else None
    if mended:
        return replaced(one, mended)
    is_number = isinstance(like, AboutCandidate) and isinstance(like.value, int)
    return None if is_number else _saying(one, new + _place_in(one, staying, language))


def _place_in(one: Known, staying: str, language: Language) -> str:
    """Returns where somebody works or studies, with what introduces it, if that is said to stay.

    Args:
        one: the item: "chemistry at Bristol".
        staying: what says that something stays: "still at bristol though".
        language: the language of the words.
    """
    if one.what not in _WITH_PLACES or not one.text.strip():
        return ""
    *words, name = one.text.split()
    at = len(words) - 1
    while at > 0 and plain(words[at]) in language.list("determiners"):
        at -= 1
    is_place = at > 0 and name[:1].isupper() and words[at].islower()
    is_said = {*stems(name)} <= {*stems(staying)}
    return f" {' '.join(words[at:])} {name}" if is_place and is_said else ""


def _saying(one: Known, text: str) -> Candidate:
    """Returns what says a text in the place of a known item, which ends if nothing can."""
    like = one.like
    if isinstance(like, PreferenceCandidate):
        return replaced(one, like.model_copy(update={"description": text, "context": ""}))
    if isinstance(like, AboutCandidate) and isinstance(like.value, str):
        return replaced(one, like.model_copy(update={"value": text}))
    return over(one, "end")


def over_in_part(one: Known, part: str, does: Does, language: Language) -> Candidate:
    """Returns the end of an item, or what is left of a list in the profile without one part.

    Args:
        one: the item: "beer and wine".
        part: the words that are over: "beer".
        does: how they are over.
        language: the language of the words.
    """
    is_list = isinstance(one.like, PreferenceCandidate) or one.what in _LISTED
    links = language.list("sharing") | language.list("enumerating")
    small = language.list("small_signs")
    left = without(one.text, part, links, small) if one.id and is_list else ""
    return _saying(one, left) if left else over(one, does)


def without(text: str, part: str, links: Set[str], small: Set[str] = frozenset()) -> str:
    """Returns what a list still says without one of its parts; "" if it is no such list.

    Args:
        text: the list.
        part: the part.
        links: the words that join parts.
        small: the signs of which nouns do not consist, in a script without spaces.
    """
    if any(link in text and link >= UNSPACED for link in links):
        return _without_unspaced(text, part, links, small)
    parts: list[list[str]] = [[]]
    joint = ""
    for word in text.replace(",", " , ").split():
        if word.lower() in links and parts[-1]:
            joint = word
            parts.append([])
        else:
            parts[-1].append(word)
    wanted = stems(plain(part))

    def stays(one: str) -> bool:
        return not any(inflected(a, b) for a in wanted for b in stems(plain(one)))

    left = list(filter(stays, map(" ".join, parts)))
    fits = all(0 < len(one) <= (_REST if stays(" ".join(one)) else _PART) for one in parts)
    if not joint or len(left) != len(parts) - 1 or not fits:
        return ""
    return f" {joint} ".join([", ".join(left[:-1]), left[-1]] if left[1:] else left)


def _without_unspaced(text: str, part: str, links: Set[str], small: Set[str]) -> str:
    """Returns the same of a list whose parts no spaces part: "切手とコインを集める"."""
    before, *rest = re.split(re.escape(part), text, flags=re.IGNORECASE)
    for link, after in product(links, rest if len(rest) == 1 else ()):
        if after.startswith(link) and (not before or before.endswith(tuple(links))):
            return before + after.removeprefix(link)
        if before.endswith(link) and (not after or after[0] in small):
            return before.removesuffix(link) + after
    return ""


def of_the_kind(one: Known, text: str, said: Candidate) -> Candidate:
    """Returns what says a new text where an item says the old one: "We swapped Rome for Bari"."""
    like = one.like
    if isinstance(like, PreferenceCandidate) and isinstance(said, PreferenceCandidate):
        return said.model_copy(update={"type": like.type})
    if isinstance(like, AboutCandidate) and isinstance(said, PreferenceCandidate | AboutCandidate):
        return AboutCandidate(path=like.path, value=text, confidence=said.confidence)
    return said


class Rivals(NamedTuple):
    """Days, months, numbers, or times that a text names, all from one list: "Tuesdays and Fridays".

    Attributes:
        of: the name of the list.
        words: the text from the first entry to the last; "" if there is none, or if other words
            stand between them.
        size: how many there are.
    """

    of: str
    words: str
    size: int


def rivals_in(text: str, language: Language) -> Rivals | None:
    """Returns the rivals that a text consists of; None if it says anything else."""
    small = language.list("determiners")
    for name in _RIVALS:
        found = _rivals_of(name, text, language)
        rest = WORD.findall(text.replace(found.words, " ", 1))
        if found.words and small.issuperset(map(plain, rest)):
            return found
    return None


def _rivals_of(name: str, text: str, language: Language) -> Rivals:
    """Returns the entries of a list that a text has.

    If the text has a number in figures, words such as "a" and "one" do not count.
    """
    of, words = language.list, list(WORD.finditer(text))
    entries, joints = of(name), of("sharing") | of("enumerating") | of("determiners")
    has_figures = name == "numbers" and any(word[0][:1].isdigit() for word in words)

    def is_entry(word: str) -> bool:
        return word[:1].isdigit() if has_figures else plain(word) in entries

    at = [place for place, word in enumerate(words) if is_entry(word[0])]
    together = words[at[0] : at[-1] + 1] if at else []
    are_joined = all(is_entry(word[0]) or plain(word[0]) in joints for word in together)
    said = text[together[0].start() : together[-1].end()] if together and are_joined else ""
    return Rivals(name, said, len(at))


def _rival_in(one: Known, new: str, language: Language) -> str | None:
    """Returns the words of an item for which new ones stand.

    None if they stand for all of it, "" if it is not clear for which.
    """
    rivals, figures = rivals_in(new, language), _FIGURES.fullmatch(new)
    if figures and not rivals:
        # "7 h 22" stands for "6 h 52", and "14 March 1987" for "14 March 1978".
        alike = re.findall(rf"{_SHORT_FIGURE}{re.escape(figures[1])}{_SHORT_FIGURE}", one.text)
        if len(alike) == 1:
            return str(alike[0])
    if rivals or new[:1].isdigit():
        of, _, size = rivals or _rivals_of("numbers", new, language)
        old = _rivals_of(of, one.text, language)
        if not (rivals or old.size):
            return None
        # Of two days or numbers, it is not clear which one a single new one stands for.
        several = of != "numbers" and (old.size == 1 or size > 1)
        return old.words if several or old.size == size else ""
    words = WORD.findall(one.text)
    named = [word for word in words[1:] if word[:1].isupper()]
    is_named = new[:1].isupper() and WORD.fullmatch(new) is not None and new != new.upper()
    is_part = len(named) == 1 and words[0][:1].islower()
    return named[0] if is_named and is_part else None


def corrected_by(new: Candidate, known: Sequence[Known]) -> Known | None:
    """Returns what a corrected statement stands for: the only newest one of its kind.

    Args:
        new: what the correction says.
        known: what was said before.
    """
    said = of_candidate(new)
    alike = [one for one in newest(known) if one.what == said.what]
    if len(alike) != 1 or stems(alike[0].text) == stems(said.text):
        return None
    if said.what == "contacts" and _relation(alike[0].like) != _relation(new):
        return None
    return alike[0]


def _relation(person: Candidate) -> str:
    value = person.value if isinstance(person, AboutCandidate) else None
    return fold(str(value.get("relation", ""))) if isinstance(value, dict) else ""


def with_words(one: Known, old: str, new: str) -> Candidate | None:
    """Returns what says the same with other words in it; None if it does not have the old ones."""
    # No space has to stand beside a kana or a kanji.
    begins = "" if old[0] >= UNSPACED else rf"(?<!{_OF_A_WORD})"
    ends = "" if old[-1] >= UNSPACED else rf"(?!{_OF_A_WORD})"
    # "2000 euros" stands for all of "5000 euros", though only the number is another.
    counted = _COUNTED.fullmatch(new)
    unit = counted[1] if counted else new.partition(" ")[2]
    again = rf"(?:\.? ?{re.escape(unit)})?" if unit else ""
    words = re.compile(f"{begins}{re.escape(old)}{again}{ends}", re.IGNORECASE)

    def corrected(text: str) -> str:
        return words.sub(lambda _: new, text)

    like, key, mended = one.like, "value", cast(Any, None)
    match like:
        case PreferenceCandidate(description=value):
            key, mended = "description", corrected(value)
        case AboutCandidate(value=dict() as value):
            mended = {k: corrected(v) if isinstance(v, str) else v for k, v in value.items()}
        case AboutCandidate(path=path, value=value) if corrected(str(value)) != str(value):
            said = new if path in ("work.org", "name") else corrected(str(value))
            is_number = isinstance(value, int) and _NUMBER.fullmatch(said)
            mended = int(said) if is_number else said
        case _:
            return None
    return None if mended == value else like.model_copy(update={key: mended})


def much_like(new: str, text: str, numbers: Set[str], articles: Set[str] = frozenset()) -> str:
    """Returns the words of a text that corrected ones stand for; "" if there are none.

    A number stands for the only number, and the name of a model ("A4") for the only such name;
    another word stands for the one that is spelled most like it. Several words stand for as many
    that share one with them, "Paris, Texas", or for all of them: "July 3".

    Args:
        new: the corrected words.
        text: what a known item says.
        numbers: the words for numbers.
        articles: those that may say no number beside another one: "a team of forty".
    """
    if " " in new:
        shared = _with_shared(new, text)
        return shared or (text if _ALIKE <= _likeness(text, new) < 1 else "")

    figures = _COUNTED.fullmatch(new)
    is_spaced = max(text, default="") < UNSPACED
    if figures and (figures[1] or not is_spaced):
        unit = rf" ?{re.escape(figures[1])}(?!{_OF_A_WORD})" if figures[1] else ""
        counts = re.findall(rf"(?<![\d.,:\u2013-]){_FIGURE}{unit}", text)
        if counts or not is_spaced:
            is_other = len(counts) == 1 and counts[0].replace(" ", "") != new
            return counts[0] if is_other else ""

    def is_number(word: str) -> bool:
        return word[:1].isdigit() or fold(word) in numbers

    words = WORD.findall(text)
    for is_alike in (is_number, _is_code):
        if is_alike(new):
            words = [word for word in words if is_alike(word)]
            if len(words) > 1:
                words = [word for word in words if fold(word) not in articles]
            return words[0] if len(words) == 1 and fold(words[0]) != fold(new) else ""
    alike = {word: like for word in words if _ALIKE <= (like := _likeness(word, new)) < 1}
    return max(alike, key=alike.__getitem__, default="")


def date_in(text: str, new: str, months: Set[str]) -> str:
    """Returns the date in a text for which another one stands; "" if there is not one in each.

    A month stands for the month, a day and a month for what the text has of both.

    Args:
        text: what a known item says.
        new: the corrected words.
        months: their names, without accents.
    """
    words = list(WORD.finditer(text))
    at = [place for place, word in enumerate(words) if plain(word[0]) in months]
    said = WORD.findall(new)
    if len(at) != 1 or sum(plain(word) in months for word in said) != 1:
        return ""
    first = last = at[0]
    if any(word[:1].isdigit() for word in said):
        near = range(max(0, first - _NEAR), min(len(words), last + _NEAR + 1))
        days = [place for place in near if _DAY.match(words[place][0])]
        first, last = min([first, *days]), max([last, *days])
    return text[words[first].start() : words[last].end()]


def named_like(new: str, one: Known) -> str:
    """Returns the name that an item is about, if a new name can only stand for that: "Porto".

    Args:
        new: the corrected words.
        one: what was said last.
    """
    value = one.like.value if isinstance(one.like, AboutCandidate) else one.text
    name = str(value.get("name", "")) if isinstance(value, dict) else str(value)
    name = name.partition(" (")[0]
    are_names = name and all(word[:1].isupper() for word in f"{name} {new}".split())
    return name if are_names and fold(name) != fold(new) else ""


def _with_shared(new: str, text: str) -> str:
    """Returns the words of a text that differ from as many new ones, but not in every place."""
    wanted = [fold(word) for word in WORD.findall(new)]
    found = list(WORD.finditer(text))
    best, most = "", 0
    for at in range(len(found) - len(wanted) + 1):
        part = found[at : at + len(wanted)]
        pairs = zip(part, wanted, strict=True)
        same = sum(len(other) >= _TELLING and fold(word[0]) == other for word, other in pairs)
        if most < same < len(wanted):
            best, most = text[part[0].start() : part[-1].end()], same
    return best


def _is_code(word: str) -> bool:
    return any(map(str.isdigit, word)) and any(map(str.isalpha, word))


def _likeness(one: str, other: str) -> float:
    """Returns how alike two texts are spelled, from 0 to 1, which only the same text is."""
    likeness = SequenceMatcher(None, plain(one), plain(other)).ratio()
    return min(likeness, _ALMOST) if fold(one) != fold(other) else 1
