"""What the user's words may end or take back: the profile, and what the batch said before."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from difflib import SequenceMatcher

from adapters.reader.lines import without_accents
from shared.base.text import fold, stems
from shared.documents.about import elements, in_words, leaves, name_of
from shared.documents.lifetime import Does
from shared.documents.profile import PreferenceType, Profile
from shared.learning.candidates import (
    AboutCandidate,
    Candidate,
    PatternCandidate,
    PreferenceCandidate,
    SkillCandidate,
    WorkflowCandidate,
)
from shared.profile.slots import stated_at

_WORD = re.compile(r"\w+(?:[.@-]+\w+)*")
_STEM, _ENDING = 4, 2
"""How many letters the forms of one word share at least, and how many the longer one adds."""
_JOINED = 3
"""How many letters a word has that is joined with another one, at least."""
_PART = 3
"""The most words of a part of a list."""
_ELISION = re.compile(r"(?<=\b[^\W\d_])['\u2019](?=\w\w)")
"""The sign behind a word of one letter, which belongs to it alone: "l'escalade"."""
_FIGURES = re.compile(r"(?<=[a-z])(?=[0-9])")
_NOUN_SIGNS = re.compile("[\u30a0-\u30ff\u4e00-\u9fff]")
"""The signs of which Japanese nouns consist."""
_COUNTED = re.compile(r"\d+([\u3040-\u9fff]*)")
"""A number with what it counts, in a script without spaces: "3人"."""
_BEYOND_LATIN = "\u0370"
"""The first sign behind the Latin letters: a mark on a kana makes another sound."""
_UNSPACED = "\u3000"
"""The first sign behind those of the scripts whose words are parted by spaces."""
_BEHIND_NOUNS = ("", *"をがにではのも")
"""The signs that mark a Japanese noun."""
_ALIKE = 0.6
"""The least likeness of a word to the one that it was a slip for: "Stef" and "Steph"."""


@dataclass(frozen=True)
class Known:
    """An item that words can be about.

    Attributes:
        like: a candidate that says the same.
        id: its id, or its path; "" for what this batch said.
        text: what it says.
        at: when it was said last.
        quotes: the words that said it.
    """

    like: Candidate
    id: str
    text: str
    at: datetime | None = None
    quotes: Sequence[str] = ()

    @property
    def what(self) -> str:
        """The type of a preference, the path of a fact, or the kind."""
        match self.like:
            case PreferenceCandidate():
                return str(self.like.type)
            case AboutCandidate():
                return self.like.path
            case _:
                return self.like.kind


def of_profile(profile: Profile) -> Iterator[Known]:
    """Yields what the profile holds."""
    for item in profile.preferences:
        yield Known(
            PreferenceCandidate(
                type=item.type,
                category=item.category,
                description=item.description,
                confidence=1,
            ),
            item.id,
            item.description,
            stated_at(item),
            [evidence.quote for evidence in item.evidence],
        )
    metas = {meta.path: meta for meta in profile.about_meta}
    for path, value in leaves(profile.about.to_json()):
        at = stated_at(metas[path]) if path in metas else None
        for each in elements(path, value):
            fact = AboutCandidate(path=path, value=each, confidence=1)
            yield Known(fact, path, name_of(path, each), at)
    for pattern in profile.patterns:
        like = PatternCandidate(description=pattern.description)
        yield Known(like, pattern.id, pattern.description)
    for flow in profile.workflows:
        yield Known(WorkflowCandidate(description=flow.description), flow.id, flow.description)
    for domain, level in profile.skill_level.domains.items():
        yield Known(SkillCandidate(domain=domain, level=level), domain, domain)


def text_of(candidate: Candidate) -> str:
    """Returns what a candidate says."""
    match candidate:
        case AboutCandidate():
            return name_of(candidate.path, candidate.value)
        case SkillCandidate():
            return candidate.domain
        case _:
            return candidate.description


def of_candidate(candidate: Candidate, at: datetime) -> Known:
    """Returns what an earlier candidate of the batch says."""
    return Known(candidate, "", text_of(candidate), at, [candidate.quote])


_FAMILIES: Sequence[frozenset[str]] = (
    frozenset({PreferenceType.LIKE, "interests", PreferenceType.DISLIKE}),
    frozenset({PreferenceType.TOOL, "tools.editor", "tools.infra", "work.languages",
               "codePreferences.preferredStacks", PreferenceType.PREFERENCE, "custom.vehicle",
               "custom.possessions"}),
    frozenset({PreferenceType.PREFERENCE, PreferenceType.TRAIT, "workflow", "pattern",
               PreferenceType.LIKE, "interests"}),
    frozenset({PreferenceType.GOAL, PreferenceType.LEARNING_INTEREST, PreferenceType.CHALLENGE}),
    frozenset({PreferenceType.EXPERTISE, PreferenceType.EXPERIENCE, "skill"}),
)  # fmt: skip
"""Types and paths that different words give to one thing."""


def about(text: str, known: Sequence[Known], what: str = "") -> Sequence[Known]:
    """Returns the items that a text is about: those that say it, or else those that mention it.

    Args:
        text: the words, or "*" for whatever there is of that kind.
        known: what can be meant.
        what: the type or path that is meant; "" for any.
    """
    exact = [one for one in known if one.what == what] if what else list(known)
    if text == "*":
        return exact
    family: frozenset[str] = frozenset().union(*(each for each in _FAMILIES if what in each)) | {
        what
    }
    for among in (exact, [one for one in known if one.what in family] if what else []):
        found = [one for one in among if plain(one.text) == plain(text)]
        found = found or [one for one in among if _mentions(one, text)]
        if found:
            return found
    return _said_with(text, known)


def _said_with(text: str, known: Sequence[Known]) -> Sequence[Known]:
    """Returns the only item whose words are not those of a text, but whose quote has them.

    In scripts without spaces only: "ギター教室" of what says "ギターをする".
    """
    if len(text) < _PART or max(text) < _UNSPACED:
        return []
    found = [one for one in known if any(text in quote for quote in one.quotes)]
    return found if len(found) == 1 else []


def _mentions(item: Known, text: str) -> bool:
    said = item.text
    if isinstance(item.like, AboutCandidate):
        said = f"{item.text} {in_words(item.like.value)} {item.like.path.rpartition('.')[2]}"
    if text.isascii() and not said.isascii() and max(said) >= _UNSPACED:
        return _stands_in(plain(text), plain(said))
    wanted, there = set(stems(plain(text))), set(stems(plain(said)))
    if not text.isascii() and len(wanted) <= 1:
        nouns = _NOUN_SIGNS.findall(text)
        if plain(text) in plain(said) or (len(nouns) >= _PART and _in_order(nouns, said)):
            return True
    return bool(wanted) and all(any(inflected(one, other) for other in there) for one in wanted)


def _stands_in(word: str, text: str) -> bool:
    """Whether a Latin word stands in a text without spaces: "hulu" in "huluに入っている"."""
    return re.search(rf"(?<![a-z0-9]){re.escape(word)}(?![a-z0-9])", text) is not None


def _in_order(signs: Sequence[str], text: str) -> bool:
    """Whether signs stand in a text in this order: 切手集 in "切手を集めている"."""
    rest = iter(text)
    return all(sign in rest for sign in signs)


def words_of(item: Known) -> Sequence[str]:
    """Returns the words of an item, and of a person those of the name or else of the relation."""
    text = item.text
    if isinstance(item.like, AboutCandidate) and item.what in ("contacts", "custom.pets"):
        text = in_words(item.like.value)
    return [word.removesuffix("'s") for word in _WORD.findall(plain(text))]


def inflected(one: str, other: str) -> bool:
    """Whether two words are forms of one: "Nüsse" and "Nüssen", but not "Java" and "JavaScript"."""
    if one == other:
        return True
    shorter, longer = sorted((one, other), key=len)
    shared = next((at for at, char in enumerate(shorter) if char != longer[at]), len(shorter))
    return shared >= _STEM and len(longer) - shared <= _ENDING and len(shorter) - shared <= 1


def joined(one: str, other: str) -> bool:
    """Whether one word is a part of the other: "Chor" of "Kirchenchor"."""
    shorter, longer = sorted((one, other), key=len)
    if shorter in longer.split("-"):
        return True
    is_part = longer.startswith(shorter) or longer.endswith(shorter)
    return is_part and len(shorter) >= _STEM and len(longer) - len(shorter) >= _JOINED


def without(text: str, part: str, links: frozenset[str]) -> str:
    """Returns what a list still says without one of its parts; "" if it is no such list.

    Args:
        text: what an item says: "beer and wine".
        part: what is over: "beer".
        links: the words that join the parts of a list.
    """
    if any(link in text and link >= _UNSPACED for link in links):
        return _without_unspaced(text, part, links)
    parts: list[list[str]] = [[]]
    joints = []
    for word in text.replace(",", " , ").split():
        if word.lower() in links and parts[-1]:
            joints.append(word)
            parts.append([])
        else:
            parts[-1].append(word)
    wanted = set(stems(plain(part)))
    gone = [
        any(inflected(one, other) for one in wanted for other in stems(plain(" ".join(words))))
        for words in parts
    ]
    if not joints or sum(gone) != 1 or not all(0 < len(words) <= _PART for words in parts):
        return ""
    left = [" ".join(words) for words, is_gone in zip(parts, gone, strict=True) if not is_gone]
    return f" {joints[-1]} ".join([", ".join(left[:-1]), left[-1]] if left[1:] else left)


def _without_unspaced(text: str, part: str, links: frozenset[str]) -> str:
    """Returns the same of a list whose parts no spaces part: "切手とコインを集める"."""
    found = list(re.finditer(re.escape(part), text, re.IGNORECASE))
    if len(found) != 1:
        return ""
    before, after = text[: found[0].start()], text[found[0].end() :]
    for link in links:
        if after.startswith(link) and (not before or before.endswith(tuple(links))):
            return before + after.removeprefix(link)
        if before.endswith(link) and after[:1] in _BEHIND_NOUNS:
            return before.removesuffix(link) + after
    return ""


def plain(text: str) -> str:
    """Returns a text without accents on Latin letters, its elided words and figures apart.

    What is "café" now may be "cafe" the next time, what is "pixel9" only "pixel", and what is
    "l'escalade" only "escalade".
    """
    signs = (without_accents(sign) if sign < _BEYOND_LATIN else sign for sign in text)
    return _FIGURES.sub(" ", _ELISION.sub(" ", fold("".join(signs))))


_ALONE = frozenset(
    {
        "custom.location",
        "custom.diet",
        "custom.spokenLanguages",
        "tools.editor",
        "tools.infra",
        "work.languages",
        "work.org",
        "work.role",
    }
)
"""Paths whose values say on their own what they are: a town, a firm, a trade."""


def called(text: str, known: Sequence[Known]) -> Sequence[Known]:
    """Returns the facts and preferences whose whole text this is, whatever their kind."""
    return [
        one
        for one in known
        if (isinstance(one.like, PreferenceCandidate) or one.what in _ALONE)
        and stems(one.text) == stems(text)
    ]


def of_the_kind(one: Known, text: str, said: Candidate) -> Candidate:
    """Returns what says a new text where an item says the old one: "We swapped Rome for Bari"."""
    if not isinstance(said, PreferenceCandidate | AboutCandidate):
        return said
    match one.like:
        case PreferenceCandidate(type=type_) if isinstance(said, PreferenceCandidate):
            return said.model_copy(update={"type": type_})
        case AboutCandidate(path=path):
            return AboutCandidate(path=path, value=text, confidence=said.confidence)
        case _:
            return said


def newest(known: Sequence[Known]) -> Sequence[Known]:
    """Returns what was said last."""
    dated = [(one.at, one) for one in known if one.at is not None]
    last = max((at for at, _ in dated), default=None)
    return [one for at, one in dated if at == last]


def said_in(message: str, known: Sequence[Known]) -> Sequence[Known]:
    """Returns what a message said, by its quotes; by its words where these are not kept."""
    words = set(stems(message))
    return [
        one
        for one in known
        if any(quote and quote in message for quote in one.quotes)
        or (not one.quotes and words & set(stems(one.text)))
    ]


def over(one: Known, does: Does) -> Candidate:
    """Returns a candidate that ends or takes back a known item."""
    return one.like.model_copy(
        update={"does": does, "target": one.id or None, "target_text": one.text, "quote": ""}
    )


def corrected_by(new: Candidate, known: Sequence[Known]) -> Known | None:
    """Returns what a corrected statement stands for: the only newest one of its kind.

    Args:
        new: what the correction says.
        known: what was said before.
    """
    said = of_candidate(new, datetime.min.replace(tzinfo=UTC))
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

    def corrected(text: str) -> str:
        return _with_other_words(text, old, new)

    def has_old(text: str) -> bool:
        return corrected(text) != text

    match one.like:
        case PreferenceCandidate(description=text) if has_old(text):
            return one.like.model_copy(update={"description": corrected(text)})
        case AboutCandidate(value=dict() as value):
            mended = {k: corrected(v) if isinstance(v, str) else v for k, v in value.items()}
            changed = mended != value
            return one.like.model_copy(update={"value": mended}) if changed else None
        case AboutCandidate(path="work.org" | "name", value=value) if has_old(str(value)):
            return one.like.model_copy(update={"value": new})
        case AboutCandidate(value=value) if has_old(str(value)):
            mended_text = corrected(str(value))
            is_number = isinstance(value, int) and mended_text.isdigit()
            return one.like.model_copy(
                update={"value": int(mended_text) if is_number else mended_text}
            )
        case _:
            return None


def _with_other_words(text: str, old: str, new: str) -> str:
    """Returns a text with whole words replaced, whatever their case."""
    folded, wanted = text.lower(), old.lower()
    if not wanted or len(folded) != len(text):
        return text
    pieces, done = [], 0
    at = folded.find(wanted)
    while at >= 0:
        end = at + len(wanted)
        within_a_word = _goes_on(text[at - 1 : at], text[at]) or _goes_on(
            text[end - 1], text[end : end + 1]
        )
        if not within_a_word:
            pieces += [text[done:at], new]
            done = end
        at = folded.find(wanted, end)
    return "".join([*pieces, text[done:]])


def _goes_on(sign: str, following: str) -> bool:
    """Whether two signs can be of one word, as none beside a kana or a kanji has to be."""
    return sign.isalnum() and following.isalnum() and max(sign, following) < _UNSPACED


def much_like(new: str, text: str, numbers: frozenset[str]) -> str:
    """Returns the words of a text that corrected ones stand for; "" if there are none.

    A number stands for the only number, another word for the one that is spelled most like it.
    Several words stand for as many that share one with them, "Paris, Texas", or for all of them:
    "July 3".

    Args:
        new: the corrected words.
        text: what a known item says.
        numbers: the words for numbers.
    """
    if " " in new:
        shared = _with_shared(new, text)
        if shared:
            return shared
        return text if fold(text) != fold(new) and _likeness(text, new) >= _ALIKE else ""
    words = _WORD.findall(text)
    figures = _COUNTED.fullmatch(new)
    if figures and not text.isascii():
        counts = re.findall(rf"\d+{re.escape(figures[1])}", text)
        return counts[0] if len(counts) == 1 and counts[0] != new else ""
    if new[:1].isdigit() or fold(new) in numbers:
        counts = [word for word in words if word[0].isdigit() or fold(word) in numbers]
        return counts[0] if len(counts) == 1 and counts[0] != new else ""
    if _is_code(new):
        codes = [word for word in words if _is_code(word)]
        return codes[0] if len(codes) == 1 and fold(codes[0]) != fold(new) else ""
    alike = {word: _likeness(word, new) for word in words if fold(word) != fold(new)}
    best = max(alike, key=lambda word: alike[word], default="")
    return best if best and alike[best] >= _ALIKE else ""


def _with_shared(new: str, text: str) -> str:
    """Returns the words of a text that differ from as many new ones, but not in every place."""
    wanted = [fold(word) for word in _WORD.findall(new)]
    found = list(_WORD.finditer(text))
    best, most = "", 0
    for at in range(len(found) - len(wanted) + 1):
        part = found[at : at + len(wanted)]
        same = sum(fold(word[0]) == other for word, other in zip(part, wanted, strict=True))
        if most < same < len(wanted):
            best, most = text[part[0].start() : part[-1].end()], same
    return best


def _is_code(word: str) -> bool:
    """Returns whether a word is the name of a model: "A4"."""
    return any(map(str.isdigit, word)) and any(map(str.isalpha, word))


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, fold(one), fold(other)).ratio()
