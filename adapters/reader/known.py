"""What words may be about: the profile, and what the batch said before.

Words are about an item if it has forms of all of them; `adapters.reader.naming` tells which items
a clause names, which says other things besides.
"""

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from adapters.reader.lines import UNSPACED, without_accents
from shared.base.text import fold, stems
from shared.documents.about import elements, in_words, is_several, leaves, name_of
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

WORD = re.compile(r"\w+(?:[.@-]+\w+)*")
SHARED, _ENDING = 4, 2
"""How many letters the forms of one word share at least, and how many the longer one adds."""
_ELISION = re.compile(r"(?<=\b[^\W\d_])['\u2019](?=\w\w)")
"""The sign behind a word of one letter, which belongs to it alone: "l'escalade"."""
_FIGURES = re.compile(r"(?<=[a-z])(?=[0-9])")
_NOUN = 3
"""The fewest signs of a noun that tell an item in a script without spaces."""
_BEYOND_LATIN = "\u0370"
"""The first sign behind the Latin letters: a mark on a kana makes another sound."""
_NAMES = frozenset({"tool", "tools.editor", "tools.infra", "custom.location", "work.languages"})
_ALONE = frozenset({"custom.location", "custom.diet", "custom.spokenLanguages", "tools.editor",
                    "tools.infra", "work.languages", "work.org", "work.role"})  # fmt: skip
"""Paths whose values say on their own what they are: a town, a firm, a trade."""
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

    @cached_property
    def what(self) -> str:
        """The type of a preference, the path of a fact, or the kind."""
        return str(getattr(self.like, "type", getattr(self.like, "path", self.like.kind)))

    @property
    def is_name(self) -> bool:
        """Whether it is called by a name, as places and tools are."""
        return self.what in _NAMES

    @cached_property
    def words(self) -> str:
        """Its text, with all that is known of a person."""
        return in_words(self.like.value) if isinstance(self.like, AboutCandidate) else self.text


def of_profile(profile: Profile) -> Iterator[Known]:
    """Yields what the profile holds."""
    for item in profile.preferences:
        like = PreferenceCandidate(
            type=item.type, category=item.category, description=item.description, confidence=1
        )
        quotes = [evidence.quote for evidence in item.evidence]
        yield Known(like, item.id, item.description, stated_at(item), quotes)
    metas = {meta.path: meta for meta in profile.about_meta}
    for path, value in leaves(profile.about.to_json()):
        at = stated_at(metas[path]) if path in metas else None
        for each in elements(path, value):
            fact = AboutCandidate(path=path, value=each, confidence=1)
            yield Known(fact, path, name_of(path, each), at)
    for pattern in profile.patterns:
        like_pattern = PatternCandidate(description=pattern.description)
        yield Known(like_pattern, pattern.id, pattern.description)
    for flow in profile.workflows:
        yield Known(WorkflowCandidate(description=flow.description), flow.id, flow.description)
    for domain, level in profile.skill_level.domains.items():
        yield Known(SkillCandidate(domain=domain, level=level), domain, domain)


def text_of(candidate: Candidate) -> str:
    """Returns what a candidate says."""
    if isinstance(candidate, AboutCandidate):
        return name_of(candidate.path, candidate.value)
    return candidate.domain if isinstance(candidate, SkillCandidate) else candidate.description


def of_candidate(candidate: Candidate, at: datetime | None = None) -> Known:
    """Returns what a candidate of the batch says."""
    return Known(candidate, "", text_of(candidate), at, [candidate.quote])


def newest(known: Sequence[Known]) -> Sequence[Known]:
    """Returns what was said last."""
    last = max((one.at for one in known if one.at), default=None)
    return [one for one in known if last and one.at == last]


def plain(text: str) -> str:
    """Returns a text without accents on Latin letters, its elided words and figures apart.

    What is "café" now may be "cafe" the next time, what is "pixel9" only "pixel", and what is
    "l'escalade" only "escalade".
    """
    if not text.isascii():
        text = "".join(one if one >= _BEYOND_LATIN else without_accents(one) for one in text)
    return _FIGURES.sub(" ", _ELISION.sub(" ", fold(text)))


def inflected(one: str, other: str) -> bool:
    """Whether two words are forms of one: "Nüsse" and "Nüssen", but not "Java" and "JavaScript"."""
    if one == other or one[:SHARED] != other[:SHARED]:
        return one == other
    shorter, longer = sorted((one, other), key=len)
    shared = next((at for at, char in enumerate(shorter) if char != longer[at]), len(shorter))
    return shared >= SHARED and len(longer) - shared <= _ENDING and len(shorter) - shared <= 1


def about(
    text: str, known: Sequence[Known], what: str = "", small: Set[str] = frozenset()
) -> Sequence[Known]:
    """Returns the items that a text is about: those that say it, or else those that mention it.

    Args:
        text: the words, or "*" for whatever there is of that kind.
        known: what can be meant.
        what: the type or path that is meant; "" for any.
        small: the signs of which nouns do not consist, in a script without spaces.
    """
    exact = [one for one in known if one.what == what] if what else known
    if text == "*":
        return exact
    family = frozenset[str]().union([what], *(each for each in _FAMILIES if what in each))
    for among in (exact, [one for one in known if one.what in family]):
        found = [one for one in among if _in_parts(one.text) == _in_parts(text)]
        found = found or [one for one in among if _mentions(one, text, small)]
        if found:
            return found
    # In scripts without spaces, "ギター教室" may be of what says "ギターをする".
    is_long = len(text) >= _NOUN and max(text) >= UNSPACED
    found = [one for one in known if is_long and any(text in quote for quote in one.quotes)]
    return found if len(found) == 1 else []


def _in_parts(text: str) -> str:
    """Returns a text without hyphens: "tutoie-moi" is "tutoie moi"."""
    return plain(text).replace("-", " ")


def _mentions(item: Known, text: str, small: Set[str]) -> bool:
    path = item.like.path if isinstance(item.like, AboutCandidate) else ""
    said = plain(f"{item.text} {item.words} {path.rpartition('.')[2]}")
    if text.isascii() and not said.isascii() and max(said) >= UNSPACED:
        # "hulu" in "huluに入っている"
        word = rf"(?<![a-z0-9]){re.escape(plain(text))}(?![a-z0-9])"
        return re.search(word, said) is not None
    wanted, there = set(stems(plain(text))), set(stems(said))
    if not text.isascii() and len(wanted) <= 1:
        nouns, rest = [one for one in text if one >= UNSPACED and one not in small], iter(said)
        # 切手集 in "切手を集めている"
        if plain(text) in said or (len(nouns) >= _NOUN and all(sign in rest for sign in nouns)):
            return True
    return bool(wanted) and all(any(inflected(one, other) for other in there) for one in wanted)


def called(text: str, known: Sequence[Known]) -> Sequence[Known]:
    """Returns the facts and preferences whose whole text this is, whatever their kind."""
    preferences = [one for one in known if isinstance(one.like, PreferenceCandidate)]
    among = [*preferences, *(one for one in known if one.what in _ALONE)]
    return [one for one in among if stems(one.text) == stems(text)]


def is_single(one: Known) -> bool:
    """Whether it is a fact of which there is only one: "Lyon", where the user lives."""
    return isinstance(one.like, AboutCandidate) and not is_several(one.like.path)


def said_in(message: str, known: Sequence[Known]) -> Sequence[Known]:
    """Returns what a message said, by its quotes; by its words where these are not kept."""
    words = set(stems(message))

    def is_said(one: Known) -> bool:
        in_words = not one.quotes and not words.isdisjoint(stems(one.text))
        return in_words or any(quote and quote in message for quote in one.quotes)

    return list(filter(is_said, known))


def told_apart(known: Sequence[Known], words: Iterable[str]) -> Sequence[Known]:
    """Returns the items that share a word with what is said; all of them if none does.

    "I lied about the cat" takes back one of two pets.
    """
    said = {*stems(" ".join(words))}
    return [one for one in known if not said.isdisjoint(stems(one.text))] or known
