"""What words may be about: the profile, and what the batch said before; and what names it.

Words name an item if they are forms of its own. What a rule takes names the items that have all of
its words. A clause says other things besides, so it names the items of which it has enough words.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from adapters.reader.languages import Language
from adapters.reader.lines import Line, without_accents
from shared.base.stemming import stem
from shared.base.text import fold, remembered, stems
from shared.documents.about import elements, in_words, leaves, name_of
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
_STEM, _ENDING = 4, 2
"""How many letters the forms of one word share at least, and how many the longer one adds."""
_JOINED = 3
"""How many letters a word has that is joined with another one, at least."""
_ELISION = re.compile(r"(?<=\b[^\W\d_])['\u2019](?=\w\w)")
"""The sign behind a word of one letter, which belongs to it alone: "l'escalade"."""
_FIGURES = re.compile(r"(?<=[a-z])(?=[0-9])")
_NOUN_SIGNS = re.compile("[\u30a0-\u30ff\u4e00-\u9fff]")
"""The signs of which Japanese nouns consist."""
_RUN = re.compile("[0-9]*[a-z][a-z0-9]*|[\u30a0-\u30ff]+|[\u3005\u4e00-\u9fff]+")
"""Signs of one kind, which make a word where no spaces do."""
_LEAST_OF_RUN = {"kanji": 2, "kana": 3}
"""How many signs a part of such a word has at least."""
_NOUN = 3
"""The fewest signs of a noun that tell an item in a script without spaces."""
_UNSPACED = "\u3000"
"""The first sign behind those of the scripts whose words are parted by spaces."""
_BEYOND_LATIN = "\u0370"
"""The first sign behind the Latin letters: a mark on a kana makes another sound."""
_LEAST_NAMED, _LEAST_SAID = 0.33, 0.5
"""The share of the words of an item that a clause has to name, and of those that said it."""
_KIND = "kind_"
"""What the names of lists begin with that say what is of a kind: `kind_meat` has "steak"."""
_KEPT = frozenset({"like", "interests", "preference", "trait"})
"""Types and paths of what people do or like, of which they may name the kind: "no more meat"."""
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

    @property
    def what(self) -> str:
        """The type of a preference, the path of a fact, or the kind."""
        return str(getattr(self.like, "type", getattr(self.like, "path", self.like.kind)))

    @property
    def is_name(self) -> bool:
        """Whether it is called by a name, as places and tools are."""
        return self.what in _NAMES

    @property
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
    signs = (without_accents(sign) if sign < _BEYOND_LATIN else sign for sign in text)
    return _FIGURES.sub(" ", _ELISION.sub(" ", fold("".join(signs))))


def inflected(one: str, other: str) -> bool:
    """Whether two words are forms of one: "Nüsse" and "Nüssen", but not "Java" and "JavaScript"."""
    if one == other or one[:_STEM] != other[:_STEM]:
        return one == other
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


def _is_part(one: str, other: str) -> bool:
    """Whether one of two words is a part of the other, as a hyphen shows it: "Garmin-Uhr"."""
    shorter, longer = sorted((one, other), key=len)
    return shorter != longer and shorter in longer.split("-")


def _runs_together(one: str, other: str) -> bool:
    """Whether one of two words without spaces is a part of the other: "実況" of "実況動画"."""
    shorter, longer = sorted((one, other), key=len)
    least = _LEAST_OF_RUN["kanji" if shorter >= "\u3100" else "kana"]
    is_part = not shorter.isascii() and len(shorter) >= least
    return one == other or (is_part and shorter in longer)


def about(text: str, known: Sequence[Known], what: str = "") -> Sequence[Known]:
    """Returns the items that a text is about: those that say it, or else those that mention it.

    Args:
        text: the words, or "*" for whatever there is of that kind.
        known: what can be meant.
        what: the type or path that is meant; "" for any.
    """
    exact = [one for one in known if one.what == what] if what else known
    if text == "*":
        return exact
    family = frozenset[str]().union([what], *(each for each in _FAMILIES if what in each))
    for among in (exact, [one for one in known if one.what in family]):
        found = [one for one in among if _in_parts(one.text) == _in_parts(text)]
        found = found or [one for one in among if _mentions(one, text)]
        if found:
            return found
    # In scripts without spaces, "ギター教室" may be of what says "ギターをする".
    is_long = len(text) >= _NOUN and max(text) >= _UNSPACED
    found = [one for one in known if is_long and any(text in quote for quote in one.quotes)]
    return found if len(found) == 1 else []


def _in_parts(text: str) -> str:
    """Returns a text without hyphens: "tutoie-moi" is "tutoie moi"."""
    return plain(text).replace("-", " ")


def _mentions(item: Known, text: str) -> bool:
    path = item.like.path if isinstance(item.like, AboutCandidate) else ""
    said = plain(f"{item.text} {item.words} {path.rpartition('.')[2]}")
    if text.isascii() and not said.isascii() and max(said) >= _UNSPACED:
        # "hulu" in "huluに入っている"
        word = rf"(?<![a-z0-9]){re.escape(plain(text))}(?![a-z0-9])"
        return re.search(word, said) is not None
    wanted, there = set(stems(plain(text))), set(stems(said))
    if not text.isascii() and len(wanted) <= 1:
        nouns, rest = _NOUN_SIGNS.findall(text), iter(said)
        # 切手集 in "切手を集めている"
        if plain(text) in said or (len(nouns) >= _NOUN and all(sign in rest for sign in nouns)):
            return True
    return bool(wanted) and all(any(inflected(one, other) for other in there) for one in wanted)


def called(text: str, known: Sequence[Known]) -> Sequence[Known]:
    """Returns the facts and preferences whose whole text this is, whatever their kind."""
    preferences = [one for one in known if isinstance(one.like, PreferenceCandidate)]
    among = [*preferences, *(one for one in known if one.what in _ALONE)]
    return [one for one in among if stems(one.text) == stems(text)]


def said_in(message: str, known: Sequence[Known]) -> Sequence[Known]:
    """Returns what a message said, by its quotes; by its words where these are not kept."""
    words = set(stems(message))

    def is_said(one: Known) -> bool:
        in_words = not one.quotes and not words.isdisjoint(stems(one.text))
        return in_words or any(quote and quote in message for quote in one.quotes)

    return list(filter(is_said, known))


@dataclass(frozen=True)
class _Way:
    """A way in which clauses name items.

    Attributes:
        said: what a word of the clause stands for.
        words: the words that tell an item.
        is_word: whether a word that is told is one that is said.
        least: the share of an item's words that have to be said.
        several: whether it can name more than one.
    """

    said: Callable[[str], Iterable[str]]
    words: Callable[[Known], frozenset[str]]
    is_word: Callable[[str, str], bool] = inflected
    least: float = _LEAST_NAMED
    several: bool = False


@dataclass(frozen=True)
class Named:
    """A known item that a clause names.

    Attributes:
        item: the item.
        at: the tokens that name it.
        count: how many of its words they are.
    """

    item: Known
    at: frozenset[int]
    count: int


class Naming:
    """Finds the known items that the clauses of one language name."""

    def __init__(self, language: Language) -> None:
        stemmer = language.about.stemmer
        self._spaced = language.about.spaced
        self._stemmer = "" if stemmer == "english" else stemmer
        self._light = frozenset(map(plain, language.list("light")))
        self._kinds = {
            name.removeprefix(_KIND): frozenset(each for one in words for each in self.stems(one))
            for name, words in language.shape.lists.items()
            if name.startswith(_KIND)
        }
        joins, said = language.about.joins_nouns, self.stems
        is_word = inflected if self._spaced else _runs_together
        self._ways = [_Way(said, self.words, is_word, several=True)]
        if self._kinds:
            self._ways.append(_Way(self._of_kind, self._kept, several=True))
        if joins:
            self._ways += [_Way(said, self._names, _is_part), _Way(said, self._parts, joined)]
        least = _LEAST_NAMED if joins else _LEAST_SAID
        self._ways.append(_Way(said, self._quoted, is_word, least))

    def named(self, clause: Line, known: Sequence[Known]) -> Sequence[Named]:
        """Returns the items of which a clause has enough of the words that tell them.

        It may also name the kind of several; or the only one by words with which that was said,
        and in a language that joins nouns by a part of a word.
        """
        norms = list(self._words_of(clause))
        for way in self._ways:
            spoken = [(at, stem) for at, norm in norms for stem in way.said(norm)]
            found = []
            for item in known if spoken else ():
                words = way.words(item)
                hits = {at: one for at, stem in spoken for one in words if way.is_word(one, stem)}
                count = len({*hits.values()})
                if count and count >= way.least * len(words):
                    found.append(Named(item, frozenset().union(*hits), count))
            if found:
                return found if way.several or len(found) == 1 else []
        return []

    def _words_of(self, clause: Line) -> Iterator[tuple[range, str]]:
        """Yields the words of a clause, each with its tokens."""
        if self._spaced:
            every = enumerate(clause.tokens)
            yield from ((range(at, at + 1), one.norm) for at, one in every if one.is_word)
        else:
            runs = _RUN.finditer(clause.norm)
            yield from ((range(*run.span()), run.group()) for run in runs)

    def _of_kind(self, norm: str) -> Iterable[str]:
        return self._kinds.get(norm, ())

    def _kept(self, item: Known) -> frozenset[str]:
        return self.words(item) if item.what in _KEPT else frozenset()

    def _names(self, item: Known) -> frozenset[str]:
        return self.words(item) if item.is_name else frozenset()

    def stems(self, text: str) -> Sequence[str]:
        """Returns the stems of words, by the stemmer of the language if it has one of its own."""
        if not self._spaced:
            return [text]
        if not self._stemmer:
            return stems(text)
        return [stem(word, self._stemmer) for word in plain(text).split()]

    def words(self, item: Known) -> frozenset[str]:
        """Returns the stems of the words that tell an item, without such as "plays", "Sundays"."""
        return remembered("telling", item.words, self._telling)

    def _parts(self, item: Known) -> frozenset[str]:
        return frozenset() if item.is_name else self.words(item)

    def _quoted(self, item: Known) -> frozenset[str]:
        return remembered("telling", " ".join(item.quotes), self._telling)

    def _telling(self, text: str) -> frozenset[str]:
        every = (WORD if self._spaced else _RUN).findall(plain(text))
        telling = [word for word in every if word not in self._light] or every
        return frozenset(stem for word in telling for stem in self.stems(word))
