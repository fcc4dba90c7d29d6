"""What a sentence says of something known that it names: that it is over, or something else now.

Rules read sentences on their own. A sequel is a cue, such as "not any more" or "got stolen", that
says nothing without what it is about; together with a thing that the profile has, it ends that.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from adapters.reader import mending
from adapters.reader.captures import Trimming
from adapters.reader.known import (
    Known,
    Named,
    Naming,
    inflected,
    newest,
    plain,
    said_in,
    text_of,
)
from adapters.reader.languages import Language, Ready
from adapters.reader.lines import Line
from adapters.reader.net import Net
from adapters.reader.parts import Match
from adapters.reader.reader import Read, SentenceRead
from adapters.reader.rules import Sequel
from adapters.reader.sentences import behind_opening
from adapters.reader.wording import Wording
from shared.base.text import stemming_once, stems
from shared.learning.candidates import Candidate, PreferenceCandidate

_RIVALS = ("rival_days", "rival_months", "numbers", "rival_times")
"""Lists of what only one can be true of: a lesson is on Tuesdays or on Fridays."""
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_OPPOSED = {"like", "dislike"}
"""Types of which one thing is only of one."""
_LEAST_SHARED = 0.33
"""The share of its words that an instruction has to have in common with one that it excludes."""
_MOST_JOINED, _LONGEST_LINK, _LONGEST_JOINED = 3, 2, 16
"""Clauses that are read as one, words that may link two of them, and words of them all."""
_SIGNS_OF_A_WORD = 4
"""As how many signs a word counts in a language without spaces."""
_LONGEST_LEAD = 3
"""Words before a thing that is the subject: "all of my"."""


@dataclass(frozen=True)
class _Said:
    """A clause, or several that are read as one.

    Attributes:
        sentence: the sentence that it is of.
        line: its words.
        cues: what may say something of a known thing.
        joined: whether it is several clauses.
        from_now: whether it says that something is so from now on.
    """

    sentence: SentenceRead
    line: Line
    cues: Sequence[tuple[Sequel, Match]]
    joined: bool = False
    from_now: bool = False


class Sequels:
    """Finds what sentences of one language say of what is known."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._naming = Naming(language)
        self._trimming = Trimming(language)
        self._wording = Wording(language)
        self._net = Net(language.sequels)
        self._joins = any(ready.entry.whole or ready.entry.points for ready in language.sequels)
        cues = (entry for name in language.list("cues") for entry in language.list(name))
        saying_nothing = (word for entry in cues for word in entry.split())
        self._beside = language.list("beside") | language.list("common") | {*saying_nothing}
        light = {plain(word) for word in language.list("light")}
        self._small = self._beside | light
        self._links = language.list("sharing") | language.list("enumerating")

    @stemming_once()
    def of(
        self,
        read: Read,
        known: Sequence[Known],
        said: Sequence[Candidate],
        before: str | None = None,
    ) -> list[tuple[Candidate, SentenceRead]]:
        """Returns what a message ends, takes back or changes, each with the sentence.

        Args:
            read: the message.
            known: what it may be about.
            said: what the rules read in it.
            before: the message before; None if it is not known.
        """
        every = list(self._said(read)) if known and self._language.sequels else []
        if not any(one.cues or one.from_now for one in every):
            return []
        new = [one for one in said if one.does in ("assert", "replace")]
        targets = {one.target or one.target_text: one.does for one in said}
        gone = [one for one in known if targets.get(one.id or one.text) in ("end", "retract")]
        again = {text_of(one) for one in new} | {
            target for target, does in targets.items() if does == "replace"
        }
        kept = [
            one
            for one in known
            if again.isdisjoint((one.text, one.id or one.text))
            or any(_is_opposite(one, each) for each in new)
        ]
        last = _said_last(kept, before)
        found: list[tuple[Candidate, SentenceRead]] = []
        named: list[Known] = []
        changing = any(self._says("changing", one.line) for one in read.sentences)
        changed = _one_of_each(newest(kept)) if changing else ()
        replaces = not new and any(cue.does == "replace" for one in every for cue, _ in one.cues)
        for one in every:
            among = self._naming.named(one.line, kept) if one.cues or replaces else ()
            named += [each.item for each in among]
            over = list(self._over(one, among))
            gone += [item for item, _ in over]
            changes = [change for _, change in over]
            if one.from_now:
                changes += self._mended(one.line, kept, said)
                changes += self._excluded(one.line, kept, said, changed)
            found += [(change, one.sentence) for change in changes]
        if last and not named:
            pointed = next(filter(None, (self._pointed_at(one, last) for one in every)), [])
            gone += [item for item, _ in pointed]
            found += [change for _, change in pointed]
        if replaces:
            found += self._succeeded(every, gone, named, last)
        return found

    def _said(self, read: Read) -> Iterator[_Said]:
        """Yields the clauses of a message, and those of each sentence that may be read as one."""
        for sentence in read.sentences:
            for clause in sentence.clauses:
                from_now = self._says("henceforth", clause)
                yield _Said(sentence, clause, self._cues(clause), from_now=from_now)
            for line in _joined(sentence) if self._joins else ():
                yield _Said(sentence, line, self._cues(line), joined=True)

    def _says(self, name: str, line: Line) -> bool:
        """Whether an entry of a list stands anywhere in a line."""
        return self._language.where(name, line, range(len(line.words))) is not None

    def _cues(self, line: Line) -> Sequence[tuple[Sequel, Match]]:
        """Returns the cues in a line that nothing lifts, where each stands first."""
        first: dict[Ready[Sequel], int] = {}
        for at, ready in self._net.everywhere(line):
            first.setdefault(ready, at)
        cues = []
        for ready in self._language.sequels if first else ():
            match = ready.match.match(line, first[ready]) if ready in first else None
            sequel = ready.entry
            if sequel.by == "anybody" and not sequel.points and self._is_of_others(line):
                continue
            if match and not ready.unless.search(line) and not self._is_unreal(line, match):
                cues.append((ready.entry, match))
        return cues

    def _is_of_others(self, line: Line) -> bool:
        """Whether somebody else does it, or it is somebody else's: "Ann sold her bike"."""
        of_others, own = self._language.list("of_others"), self._language.list("of_the_user")
        return bool(line.vocabulary & of_others) and not line.vocabulary & own

    def _is_unreal(self, line: Line, match: Match) -> bool:
        """Whether something before a cue says that it has not happened: "almost", "will"."""
        before = line.part(0, match.start)
        return self._language.where("unreal", before, range(match.start)) is not None

    def _over(self, said: _Said, named: Sequence[Named]) -> Iterator[tuple[Known, Candidate]]:
        """Yields what a clause ends or takes back of what it names, and how."""
        done: set[int] = set()
        narrowed = not said.joined and self._goes_on_narrower(said)
        for sequel, match in said.cues if named else ():
            in_part = (narrowed and not sequel.loose) or (said.joined and not sequel.whole)
            if sequel.does == "replace" or sequel.points or in_part:
                continue
            cue = frozenset(range(match.start, match.end) if sequel.does == "retract" else ())
            of_kind = [one for one in named if sequel.is_of(one.item.what)]
            most = max((one.count for one in of_kind), default=0)
            for one in of_kind:
                fits = one.count == most and id(one.item) not in done and not one.at <= cue
                if fits and self._fits(sequel, match, said.line, one):
                    done.add(id(one.item))
                    part = " ".join(said.line.words[at] for at in sorted(one.at))
                    does = sequel.does
                    yield one.item, mending.over_in_part(one.item, part, does, self._links)

    def _pointed_at(
        self, said: _Said, last: Sequence[Known]
    ) -> list[tuple[Known, tuple[Candidate, SentenceRead]]]:
        """Returns what a clause ends of what was said last: "I sold it"."""
        for sequel, match in said.cues:
            meant = [one for one in last if sequel.points and sequel.is_of(one.what)]
            behind = range(match.end, len(said.line.words))[:1]
            narrowed = self._language.where("narrowing", said.line, behind) is not None
            if sequel.does == "replace" or not meant or narrowed:
                continue
            spoken = Named(meant[0], frozenset(range(match.start, match.end)), 0)
            if self._fits(sequel, match, said.line, spoken):
                over = ((one, mending.over(one, sequel.does)) for one in meant)
                return [(one, (change, said.sentence)) for one, change in over]
        return []

    def _goes_on_narrower(self, said: _Said) -> bool:
        """Whether the clause that links to this one narrows it: "before bed"."""
        line, end = said.sentence.line, said.line.tokens[-1].end
        behind = [at for at, token in enumerate(line.tokens) if token.start >= end]
        return self._language.where("narrowing", line, behind[:1]) is not None

    def _fits(self, sequel: Sequel, match: Match, line: Line, one: Named) -> bool:
        """Whether a cue says of an item that it is over, and of all of it."""
        first, start = behind_opening(self._language, line), match.start
        fits = True
        if sequel.by == "thing":
            lead = line.words[first : min(one.at)]
            fits = (
                min(one.at) < match.end
                and len(lead) <= _LONGEST_LEAD
                and self._language.list("named_lead").issuperset(lead)
                and self._beside.issuperset(line.words[max(one.at) + 1 : start])
            )
        elif sequel.by == "author":
            before = line.words[max(first, start - _LONGEST_LEAD) : start]
            subjects = self._language.list("subjects")
            fits = start <= first or not subjects.isdisjoint((line.words[first], *before))
        if not fits or self._is_of_another_thing(match, line, one):
            return False
        return sequel.loose or not self._is_narrowed(match, line, one)

    def _is_of_another_thing(self, match: Match, line: Line, one: Named) -> bool:
        """Whether a cue is of what is in the thing, or named after it: "the garden photo"."""
        where = self._language.list("whereabout")
        between = line.words[match.start + 1 : min(one.at)]
        at = max((at for at, word in enumerate(between) if word in where), default=0)
        if any(word not in self._small for word in between[:at]):
            return True
        behind = max(one.at) + 1
        if behind >= len(line.tokens) or match.start <= behind < match.end:
            return False
        if line.words[behind] in self._language.list("of_a_thing"):
            next_ = range(behind + 1, behind + 2)
            is_part = line.normalized(next_) in one.item.text
            return not is_part and self._language.where("behind_a_thing", line, next_) is None
        token, empty = line.tokens[behind], self._small | where
        is_named_after = min(one.at) > match.start and token.is_word
        behind_a_thing = self._language.list("behind_a_thing")
        return is_named_after and token.norm not in empty | behind_a_thing

    def _is_narrowed(self, match: Match, line: Line, one: Named) -> bool:
        """Whether a clause says more, so that only part is over: "on weekdays", "for the web"."""
        own = self._naming.words(one.item).union(*map(self._naming.stems, one.item.quotes))
        around = any(match.start <= at < match.end for at in one.at)
        behind = (match.start + 1 if around else match.end) + 1
        ends = range(behind - 1, len(line.words))
        until = self._language.where("grounds", line, ends)
        return any(
            token.is_word
            and at not in one.at
            and token.norm not in self._beside
            and not any(inflected(a, b) for a in self._naming.stems(token.norm) for b in own)
            for at, token in enumerate(line.tokens[:until])
            if at >= behind
        )

    def _succeeded(
        self,
        every: Sequence[_Said],
        gone: Sequence[Known],
        named: Sequence[Known],
        last: Sequence[Known],
    ) -> Iterator[tuple[Candidate, SentenceRead]]:
        """Yields what comes in the place of the first thing of which a cue can say so."""
        for said, (sequel, match) in ((one, cue) for one in every for cue in one.cues):
            if sequel.does != "replace" or said.joined:
                continue
            unsaid, pointed = () if sequel.after_end else named, last if sequel.points else ()
            among = [one for one in (*gone, *unsaid, *pointed) if sequel.is_of(one.what)]
            is_name = said.line.tokens[match.taken["new"].start].capital
            if not among or (sequel.points and not is_name):
                continue
            item = among[0]
            kind = "successor_name" if item.is_name or item.text[:1].isupper() else "successor"
            kept = self._trimming.trimmed(said.line, match.taken["new"], kind)
            new = self._wording.said(said.line, kept, kind) if kept else ""
            if new and not set(stems(new)) & set(stems(item.text)):
                yield mending.succeeded(item, new), said.sentence
                return

    def _excluded(
        self,
        line: Line,
        known: Sequence[Known],
        said: Sequence[Candidate],
        changed: Sequence[Known],
    ) -> Iterator[Candidate]:
        """Yields the end of what a message says anew: "I live alone now", of "lives with Ed"."""
        preferences = [one for one in known if isinstance(one.like, PreferenceCandidate)]
        for one in said:
            if one.does != "assert" or not isinstance(one, PreferenceCandidate):
                continue
            text = plain(one.description)
            only = [way for way in self._language.list("one_way") if way in text]
            for item in preferences:
                there = plain(item.text)
                again = item.what == str(one.type) and (
                    _is_much_the_same(text, there)
                    or self._is_in_its_place(line, text, item)
                    or item in changed
                )
                if again or _is_opposite(item, one) or any(way in there for way in only):
                    yield mending.over(item, "end")

    def _is_in_its_place(self, line: Line, text: str, item: Known) -> bool:
        """Whether the words around both say the same: "My laptop is a Dell", "a Lenovo now"."""
        if not self._language.list("besides").isdisjoint(line.words):
            return False
        around = self._framing(line.words) - self._framing(text.split())
        old = self._framing(plain(item.text).split())
        quotes = (self._framing(_WORD.findall(plain(quote))) for quote in item.quotes)
        return any(around & (quote - old) for quote in quotes)

    def _framing(self, words: Sequence[str]) -> Counter[str]:
        """Returns the stems of the words that tell what something is, or is for, with counts."""
        empty = self._small - self._language.list("exclusive")
        stems_of = self._naming.stems
        return Counter(stem for word in words if word not in empty for stem in stems_of(word))

    def _mended(
        self, line: Line, known: Sequence[Known], said: Sequence[Candidate]
    ) -> Iterator[Candidate]:
        """Yields known items with another day or number: "My lessons are on Fridays now"."""
        for name in _RIVALS:
            values = self._rivals(name, line.words) - self._language.list("common")
            for one in self._naming.named(line, known) if len(values) == 1 else ():
                (value,), words = values, _WORD.findall(one.item.text)
                old = [word for word in words if self._rivals(name, [plain(word)])]
                if len(old) != 1 or self._is_same(old[0], value):
                    continue
                if any(self._is_same(value, text_of(each)) for each in said):
                    yield mending.over(one.item, "end")
                    continue
                rivals = self._language.shape.lists.get(name, ())
                alike = (each for each in rivals if self._is_same(each, value))
                new = next((each for each in alike if each[-1] == old[0][-1]), value)
                # As it is written, with its accent.
                places = (at for at, one in enumerate(line.words) if one == new)
                new = next((line.original(range(at, at + 1)).lower() for at in places), new)
                new = new.capitalize() if old[0][:1].isupper() else new
                if mended := mending.with_words(one.item, old[0], new):
                    yield mending.replaced(one.item, mended)

    def _rivals(self, name: str, words: Iterable[str]) -> set[str]:
        """Returns those of some words of which only one can be true."""
        rivals, figures = self._language.list(name), name == "numbers"
        return {word for word in words if word in rivals or (figures and word[:1].isdigit())}

    def _is_same(self, word: str, text: str) -> bool:
        """Whether a form of a word stands in a text."""
        return set(self._naming.stems(word)) <= set(self._naming.stems(text))


def _joined(sentence: SentenceRead) -> Iterator[Line]:
    """Yields clauses with those that they follow at once: "Yoga, c'est | fini"."""
    places = {token.start: at for at, token in enumerate(sentence.line.tokens)}
    ends = {token.end: at + 1 for at, token in enumerate(sentence.line.tokens)}
    spans = [(places[one.tokens[0].start], ends[one.tokens[-1].end]) for one in sentence.clauses]
    size = 1 if sentence.line.spaced else _SIGNS_OF_A_WORD
    for i, (start, end) in enumerate(spans):
        for following, until in spans[i + 1 : i + _MOST_JOINED]:
            if following - end > size * _LONGEST_LINK or until - start > size * _LONGEST_JOINED:
                break
            yield sentence.line.part(start, until)
            end = until


def _said_last(known: Sequence[Known], before: str | None) -> Sequence[Known]:
    """Returns what the message before said, unless words for it could mean one of several."""
    return _one_of_each(said_in(before, newest(known))) if before else []


def _one_of_each(items: Sequence[Known]) -> Sequence[Known]:
    """Returns items of which each is the only one of its kind; none if there are several of one."""
    kinds = Counter(one.what for one in items)
    return items if all(count == 1 for count in kinds.values()) else []


def _is_opposite(item: Known, new: Candidate) -> bool:
    """Whether a user who says one thing cannot mean the other any more: likes, dislikes."""
    kinds = {item.what, str(getattr(new, "type", ""))}
    return kinds == _OPPOSED and set(stems(item.text)) == set(stems(text_of(new)))


def _is_much_the_same(one: str, other: str) -> bool:
    """Whether two instructions differ in less than half of their words."""
    shared, most = set(stems(one)) & set(stems(other)), max(map(len, map(stems, (one, other))))
    return len(shared) > 1 and len(shared) >= _LEAST_SHARED * most
