"""What a sentence says of something known that it names: that it is over, or something else now.

Rules read sentences on their own. A sequel is a cue, such as "not any more" or "got stolen", that
says nothing without what it is about; together with a thing that the profile has, it ends that.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from adapters.reader import mending
from adapters.reader.captures import Trimming
from adapters.reader.known import (
    WORD,
    Known,
    inflected,
    is_much_the_same,
    newest,
    of_candidate,
    one_of_each,
    plain,
    said_last,
    text_of,
)
from adapters.reader.languages import Language
from adapters.reader.lines import Line
from adapters.reader.naming import Named, Naming
from adapters.reader.net import Net
from adapters.reader.parts import Match
from adapters.reader.reader import Read, SentenceRead
from adapters.reader.rules import Sequel
from adapters.reader.sentences import behind_opening
from adapters.reader.wording import Wording
from shared.base.text import stems
from shared.learning.candidates import Candidate, PreferenceCandidate

_OPPOSED = {"like", "dislike"}
"""Types of which one thing is only of one."""
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
        self._rivals = mending.Rivals(language, self._naming)
        self._trimming = Trimming(language)
        self._wording = Wording(language)
        self._net = Net(language.sequels)
        self._over_clauses = Net(
            ready for ready in language.sequels if ready.entry.whole or ready.entry.points
        )
        cues = (entry for name in language.list("cues") for entry in language.list(name))
        saying_nothing = (word for entry in cues for word in entry.split())
        self._beside = language.list("beside") | language.list("common") | {*saying_nothing}
        self._small = self._beside | self._naming.light

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
        last = said_last(kept, before)
        changing = any(self._language.says("changing", one.line) for one in read.sentences)
        changed = one_of_each(newest(kept)) if changing else ()
        replaces = any(cue.does == "replace" for one in every for cue, _ in one.cues)
        names = self._naming.among(kept)
        spoken = [
            names.named(one.line) if one.cues or one.from_now or replaces else () for one in every
        ]
        named = [
            (one.line, each) for one, among in zip(every, spoken, strict=True) for each in among
        ]
        found: list[tuple[Candidate, SentenceRead]] = []
        for one, among in zip(every, spoken, strict=True):
            over = list(self._over(one, among, () if named else last))
            gone += [item for item, _ in over]
            changes = [change for _, change in over]
            if one.from_now and not self._is_of_others(one.line):
                changes += self._rivals.mended(one.line, among, said)
                changes += self._excluded(one.line, kept, said, changed)
            found += [(change, one.sentence) for change in changes]
        return [*found, *(self._succeeded(every, gone, named, last, new) if replaces else ())]

    def _said(self, read: Read) -> Iterator[_Said]:
        """Yields the clauses of a message, and those of each sentence that may be read as one."""
        for sentence in read.sentences:
            for clause in sentence.clauses:
                from_now = self._language.says("henceforth", clause)
                yield _Said(sentence, clause, self._cues(clause, self._net), from_now=from_now)
            for line in _joined(sentence):
                if cues := self._cues(line, self._over_clauses):
                    yield _Said(sentence, line, cues, joined=True)

    def _cues(self, line: Line, net: Net[Sequel]) -> Sequence[tuple[Sequel, Match]]:
        """Returns the cues in a line that nothing lifts, where each stands first."""
        return [
            (ready.entry, match)
            for ready, match in net.search(line)
            if not (ready.unless.search(line) or self._is_unreal(line, match))
            and (ready.entry.by != "anybody" or ready.entry.points or not self._is_of_others(line))
        ]

    def _is_of_others(self, line: Line) -> bool:
        """Whether somebody else does it, or it is somebody else's: "Ann sold her bike"."""
        people, own = self._language.list("relation"), self._language.list("of_the_user")
        of_others = self._language.list("of_others") | people
        # What "my neighbor" does is not the user's own doing.
        is_own = any(
            word in own and following not in people for word, following in pairwise(line.padded)
        )
        return bool(line.vocabulary & of_others) and not is_own

    def _is_unreal(self, line: Line, match: Match) -> bool:
        """Whether something before a cue says that it has not happened: "almost", "will"."""
        before = line.part(0, match.start)
        return self._language.where("unreal", before, range(match.start)) is not None

    def _over(
        self, said: _Said, named: Sequence[Named], last: Sequence[Known]
    ) -> Iterator[tuple[Known, Candidate]]:
        """Yields what a clause ends or takes back, and how, of what it names or points at."""
        done: set[int] = set()
        narrowed = not said.joined and self._goes_on_narrower(said)
        for sequel, match in said.cues if named or last else ():
            cue, among = frozenset(range(match.start, match.end)), named
            in_part = (narrowed and not sequel.loose) or (said.joined and not sequel.whole)
            if sequel.points:
                among = [Named(one, cue, 0) for one in last]
                in_part = self._language.where("narrowing", said.line, [match.end]) is not None
            if sequel.does == "replace" or in_part:
                continue
            of_kind = [one for one in among if sequel.is_of(one.item.what)]
            most = max((one.count for one in of_kind), default=0)
            for one in of_kind:
                is_cue = sequel.does == "retract" and not sequel.points and one.at <= cue
                is_meant = one.count == most and id(one.item) not in done and not is_cue
                if is_meant and self._fits(sequel, match, said.line, one):
                    done.add(id(one.item))
                    part = " ".join(said.line.words[at] for at in sorted(one.at))
                    change = mending.over_in_part(one.item, part, sequel.does, self._language)
                    yield one.item, change

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
        named: Sequence[tuple[Line, Named]],
        last: Sequence[Known],
        said_anew: Sequence[Candidate],
    ) -> Iterator[tuple[Candidate, SentenceRead]]:
        """Yields what comes in the place of the first thing of which a cue can say so."""
        taken = {of_candidate(one).what for one in said_anew}
        words = {stem for one in said_anew for stem in stems(text_of(one))}
        for said, (sequel, match) in ((one, cue) for one in every for cue in one.cues):
            if sequel.does != "replace" or said.joined:
                continue
            behind = [one for line, one in named if line is said.line and max(one.at) >= match.end]
            among = [one.item for one in behind] if sequel.swaps else list(gone)
            if not sequel.after_end and not sequel.swaps:
                among += [*(one.item for _, one in named), *(last if sequel.points else ())]
            among = [one for one in among if sequel.is_of(one.what) and one.what not in taken]
            is_name = said.line.tokens[match.taken["new"].start].capital
            if not among or (sequel.points and not is_name):
                continue
            item = among[0]
            kind = "successor_name" if item.is_name or item.text[:1].isupper() else "successor"
            kept = self._trimming.trimmed(said.line, match.taken["new"], kind)
            new = self._wording.said(said.line, kept, kind) if kept else ""
            if not new or set(stems(new)) & (set(stems(item.text)) | words):
                continue
            rival = self._rivals.in_its_place(item, new)
            if rival == "":
                continue
            at = next((sorted(one.at) for one in behind if one.item is item), [])
            old = rival or " ".join(said.line.words[i] for i in at)
            mended = mending.with_words(item, old, new) if old else None
            change = mending.replaced(item, mended) if mended else mending.succeeded(item, new)
            yield change, said.sentence
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
                    is_much_the_same(text, there)
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
        quotes = (self._framing(WORD.findall(plain(quote))) for quote in item.quotes)
        return any(around & (quote - old) for quote in quotes)

    def _framing(self, words: Sequence[str]) -> Counter[str]:
        """Returns the stems of the words that tell what something is, or is for, with counts."""
        empty = self._small - self._language.list("exclusive")
        stems_of = self._naming.stems
        return Counter(stem for word in words if word not in empty for stem in stems_of(word))


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


def _is_opposite(item: Known, new: Candidate) -> bool:
    """Whether a user who says one thing cannot mean the other any more: likes, dislikes."""
    kinds = {item.what, str(getattr(new, "type", ""))}
    return kinds == _OPPOSED and set(stems(item.text)) == set(stems(text_of(new)))
