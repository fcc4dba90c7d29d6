"""What a sentence says of something known that it names: that it is over, or something else now.

Rules read sentences on their own. A sequel is a cue, such as "not any more" or "got stolen", that
says nothing without what it is about; together with a thing that the profile has, it ends that.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from adapters.reader import mending
from adapters.reader.captures import Trimming
from adapters.reader.known import Known, Named, Naming, inflected, plain, text_of
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
_LEAST_SHARED = 0.33
"""The share of its words that an instruction has to have in common with one that it excludes."""
_MOST_JOINED, _LONGEST_LINK, _LONGEST_JOINED = 3, 2, 16
"""Clauses that are read as one, words that may link two of them, and words of them all."""
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
        self._joins = any(ready.entry.whole for ready in language.sequels)
        self._beside = language.list("beside") | language.list("common")
        self._links = language.list("sharing") | language.list("enumerating")

    @stemming_once()
    def of(
        self, read: Read, known: Sequence[Known], said: Sequence[Candidate]
    ) -> list[tuple[Candidate, SentenceRead]]:
        """Returns what a message ends, takes back or changes, each with the sentence.

        Args:
            read: the message.
            known: what it may be about.
            said: what the rules read in it.
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
        kept = [one for one in known if again.isdisjoint((one.text, one.id or one.text))]
        found: list[tuple[Candidate, SentenceRead]] = []
        named: list[Known] = []
        replaces = not new and any(cue.does == "replace" for one in every for cue, _ in one.cues)
        for one in every:
            among = self._naming.named(one.line, kept) if one.cues or replaces else ()
            named += [each.item for each in among]
            over = list(self._over(one, among))
            gone += [item for item, _ in over]
            changes = [change for _, change in over]
            if one.from_now:
                changes += self._mended(one.line, kept, said)
                changes += self._excluded(kept, said)
            found += [(change, one.sentence) for change in changes]
        if replaces:
            found += self._succeeded(every, [*gone, *named])
        return found

    def _said(self, read: Read) -> Iterator[_Said]:
        """Yields the clauses of a message, and those of each sentence that may be read as one."""
        for sentence in read.sentences:
            for clause in sentence.clauses:
                every = range(len(clause.words))
                from_now = self._language.where("henceforth", clause, every) is not None
                yield _Said(sentence, clause, self._cues(clause), from_now=from_now)
            for line in _joined(sentence) if self._joins else ():
                yield _Said(sentence, line, self._cues(line), joined=True)

    def _cues(self, line: Line) -> Sequence[tuple[Sequel, Match]]:
        """Returns the cues in a line that nothing lifts, where each stands first."""
        first: dict[Ready[Sequel], int] = {}
        for at, ready in self._net.everywhere(line):
            first.setdefault(ready, at)
        cues = []
        for ready in self._language.sequels if first else ():
            match = ready.match.match(line, first[ready]) if ready in first else None
            if match and not ready.unless.search(line) and not self._is_unreal(line, match):
                cues.append((ready.entry, match))
        return cues

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
            if sequel.does == "replace" or in_part:
                continue
            of_kind = [one for one in named if sequel.is_of(one.item.what)]
            most = max((one.count for one in of_kind), default=0)
            for one in of_kind:
                fits = one.count == most and id(one.item) not in done
                if fits and self._fits(sequel, match, said.line, one):
                    done.add(id(one.item))
                    part = " ".join(said.line.words[at] for at in sorted(one.at))
                    does = sequel.does
                    yield one.item, mending.over_in_part(one.item, part, does, self._links)

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
        return fits and (sequel.loose or not self._is_narrowed(match, line, one))

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
        self, every: Sequence[_Said], old: Sequence[Known]
    ) -> Iterator[tuple[Candidate, SentenceRead]]:
        """Yields what comes in the place of the first thing of which a cue can say so."""
        for said, (sequel, match) in ((one, cue) for one in every for cue in one.cues):
            among = old if sequel.does == "replace" and not said.joined else ()
            item = next((one for one in among if sequel.is_of(one.what)), None)
            if item is None:
                continue
            kind = "successor_name" if item.is_name else "successor"
            kept = self._trimming.trimmed(said.line, match.taken["new"], kind)
            new = self._wording.said(said.line, kept, kind) if kept else ""
            if new and not set(stems(new)) & set(stems(item.text)):
                yield mending.succeeded(item, new), said.sentence
                return

    def _excluded(self, known: Sequence[Known], said: Sequence[Candidate]) -> Iterator[Candidate]:
        """Yields the end of what a message says anew: "I live alone now", of "lives with Ed"."""
        preferences = [one for one in known if isinstance(one.like, PreferenceCandidate)]
        for one in said:
            if one.does != "assert" or not isinstance(one, PreferenceCandidate):
                continue
            text = plain(one.description)
            only = [way for way in self._language.list("one_way") if way in text]
            for item in preferences:
                there = plain(item.text)
                if any(way in there for way in only) or (
                    item.what == str(one.type) and _is_much_the_same(text, there)
                ):
                    yield mending.over(item, "end")

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
    for i, (start, end) in enumerate(spans):
        for following, until in spans[i + 1 : i + _MOST_JOINED]:
            if following - end > _LONGEST_LINK or until - start > _LONGEST_JOINED:
                break
            yield sentence.line.part(start, until)
            end = until


def _is_much_the_same(one: str, other: str) -> bool:
    """Whether two instructions differ in less than half of their words."""
    shared, most = set(stems(one)) & set(stems(other)), max(map(len, map(stems, (one, other))))
    return len(shared) > 1 and len(shared) >= _LEAST_SHARED * most
