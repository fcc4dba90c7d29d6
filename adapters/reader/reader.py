"""Reads messages: what each sentence says of its author, by which rule, and what was not taken."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import pairwise

from adapters.reader.captures import Trimming, Wording
from adapters.reader.detect import Detector
from adapters.reader.index import Index
from adapters.reader.languages import ByLanguage, Language, Languages, Matcher, ReadyRule
from adapters.reader.lines import Line, Token
from adapters.reader.patterns import Compiled, Take
from adapters.reader.prose import own_prose
from adapters.reader.retelling import Retelling
from adapters.reader.rules import Rule
from adapters.reader.sentences import Start, sentences, starts
from adapters.reader.steps import stated_steps
from adapters.reader.takes import fill
from adapters.reader.times import Times

_LONGEST_PARTNER = 2
"""Words of who is named before "and I"."""
_Matchers = Mapping[int, Matcher]
"""Rules, by their place among all, with the patterns of theirs that can match."""
LONGEST_CLAUSE = 60
"""Words of a clause that are looked at, or five times as many characters without spaces."""


@dataclass(frozen=True)
class Fired:
    """A rule that read something.

    Attributes:
        rule: the rule.
        values: what it took, as a description says it, by name.
        line: the clause.
        by: the word that links the clause to what is before it.
        doubted: whether a doubt opens it: "I think".
    """

    rule: ReadyRule
    values: Mapping[str, str]
    line: Line
    by: str = ""
    doubted: bool = False

    @property
    def start(self) -> int:
        """Where the clause begins in the message."""
        return self.line.tokens[0].start

    @property
    def end(self) -> int:
        """Where the clause ends in the message."""
        return max(token.end for token in self.line.tokens)


@dataclass(frozen=True)
class Blocked:
    """A rule that would have read something, and why it did not."""

    rule: ReadyRule
    words: str
    reason: str


@dataclass(frozen=True)
class SentenceRead:
    """A sentence, as read.

    Attributes:
        start, end: where it stands in the message.
        line: its words.
        marks: the ids of what shows who speaks, and how.
        fired, blocked: what was read, and what was not.
        asks_from: the token with which it begins to ask something; None if it does not.
    """

    start: int
    end: int
    line: Line
    marks: tuple[str, ...] = ()
    fired: tuple[Fired, ...] = ()
    blocked: tuple[Blocked, ...] = ()
    asks_from: int | None = None


@dataclass(frozen=True)
class Read:
    """A message, as read.

    Attributes:
        text: the message.
        language: its language; None if there are no rules for it.
        sentences: the sentences of the author's own prose.
        plays: whether a role is still being played at its end.
        unread: whether it has sentences in a language without rules.
    """

    text: str
    language: Language | None
    sentences: Sequence[SentenceRead] = ()
    plays: bool = False
    unread: bool = False


@dataclass
class _Told:
    """What is known of a message while it is read."""

    asks: bool = False
    plays: bool = False
    dropped: bool = False
    reads: list[SentenceRead] = field(default_factory=list)


class Reader:
    """Reads messages in the languages that have rules."""

    def __init__(self, languages: Languages) -> None:
        self._readers = ByLanguage(languages, _Reading)
        self._detector = Detector(languages.sketches)
        self._first = next(iter(languages.sketches))

        def listed(name: str) -> frozenset[str]:
            """The entries that a list has in any language."""
            return frozenset(word for one in languages.sketches.values() for word in one.list(name))

        self._signs_of_speech = listed("own"), listed("salutations"), listed("sign_offs")

    def _usual(self, texts: Sequence[str]) -> str:
        """Returns the language that most of a user's messages are written in."""
        found = (self._detector.language_of(text).code for text in texts)
        counts = Counter(code for code in found if code)
        return max(counts, key=lambda code: counts[code]) if counts else self._first

    def read(self, text: str, *, plays: bool = False, others: Sequence[str] = ()) -> Read:
        """Reads a message.

        Args:
            text: the message.
            plays: whether a role is being played since an earlier message.
            others: the user's other messages, for the language of one that does not show its own.
        """
        prose = own_prose(text, *self._signs_of_speech)
        found = self._detector.language_of(prose)
        if found.is_known and found.code is None:
            return Read(text, None, plays=plays, unread=True)
        code = found.code or self._usual(others)
        return self._readers[code].message(text, prose, plays=plays)


class _Reading:
    """Reads in one language."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._trimming = Trimming(language)
        self._wording = Wording(language)
        self._times = Times(language)
        self._retelling = Retelling(language)
        space = " " if language.about.spaced else ""
        self._left_out = [
            (name.split("_")[2:], tuple(entry + space for entry in entries))
            for name, entries in language.shape.lists.items()
            if name.startswith("leaves_out_")
        ]
        self._assumed = frozenset(word for lead, _ in self._left_out for word in lead)
        self._subject_first = frozenset(
            place
            for place, ready in enumerate(language.rules)
            if all(isinstance(one.parts[0], Take) for one in ready.match.patterns)
        )
        self._index = Index(language.rules)
        self._wholes_only = frozenset(
            number
            for number, (place, _) in enumerate(self._index.patterns)
            if language.rules[place].rule.whole
        )

    def message(self, text: str, prose: str, *, plays: bool) -> Read:
        language = self._language
        told = _Told(plays=plays)
        lines = [
            (
                one,
                Line(
                    text, language.spelling.tokens(prose, one.start, one.end), language.about.spaced
                ),
            )
            for one in sentences(prose, language.list("abbreviations"))
        ]
        lines = [(one, line) for one, line in lines if any(t.is_word for t in line.tokens)]
        marked = [self._marked(line, asked=one.asked) for one, line in lines]
        told.asks = any(asks is not None for _, asks, _ in marked)
        for (one, line), (marks, asks_from, begun) in zip(lines, marked, strict=True):
            last = one is lines[-1][0]
            told.reads.append(
                self._sentence(one.start, one.end, line, marks, asks_from, begun, told, last=last)
            )
        return Read(text, language, told.reads, told.plays)

    def _marked(
        self, line: Line, *, asked: bool
    ) -> tuple[Mapping[str, tuple[str, int]], int | None, Sequence[Start]]:
        """Returns the marks of a sentence with their places, where it asks, and its starts."""
        begun = starts(line, self._language)
        marks: dict[str, tuple[str, int]] = {}
        asks_nothing = self._language.list("asks_nothing")
        offsets = {start.at: line.offset(start.at) for start in begun}
        every = [line.offset(i) for i in range(min(len(line.tokens), LONGEST_CLAUSE * 2))]
        for ready in self._language.speech:
            speech = ready.speech
            places = every if speech.anywhere else offsets.values()
            if speech.kind == "asks" and not speech.anywhere:
                places = [line.offset(start.at) for start in begun if start.by not in asks_nothing]
            found = ready.match.stands_in(line, places)
            if found is None or ready.unless.stands_in(line, every):
                continue
            place = line.index(found.start())
            if not line.spaced:
                # What shows it stands at the end of its clause.
                place = max(start.at for start in begun if start.at <= max(place, begun[0].at))
            if speech.kind not in marks or place < marks[speech.kind][1]:
                marks[speech.kind] = (speech.id, place)
        asks_from = marks["asks"][1] if "asks" in marks else (0 if asked else None)
        return marks, asks_from, begun

    def _sentence(
        self,
        start: int,
        end: int,
        line: Line,
        marks: Mapping[str, tuple[str, int]],
        asks_from: int | None,
        begun: Sequence[Start],
        told: _Told,
        *,
        last: bool,
    ) -> SentenceRead:
        reasons = self._reasons(line, marks, told, last=last)
        fired: list[Fired] = []
        blocked: list[Blocked] = []
        for found in self._clauses(line, begun, asks_from):
            begins, ready, values, clause = found
            at, by = begins.at, begins.by
            reason = next((why for why, since in reasons if at >= since), "")
            if not reason and by in self._language.list("supposing"):
                reason = f"supposes: {by}"
            asked = asks_from is not None and at >= asks_from
            # A question mark alone shows no request: "Never use the stairs in a fire, right?"
            if not reason and asked and not (ready.rule.asked and "asks" in marks):
                reason = "asks"
            if not reason and ready.rule.stated and told.asks:
                reason = "only introduces what is asked"
            opening = line.part(begins.link, at)
            if not reason and ready.rule.passing == "stops" and self._passes(opening, clause):
                reason = "passes"
            if reason:
                blocked.append(Blocked(ready, clause.norm.strip(), reason))
            else:
                fired.append(Fired(ready, values, clause, by, self._doubts(opening)))
        ids = tuple(f"{kind}: {mark}" for kind, (mark, _) in marks.items())
        return SentenceRead(start, end, line, ids, tuple(fired), tuple(blocked), asks_from)

    def _passes(self, opening: Line, clause: Line) -> bool:
        """Whether a clause is said of these days: "today", "this week"."""
        return self._times.passes(clause) or self._times.passes(opening)

    def _doubts(self, opening: Line) -> bool:
        """Whether what opens a clause is a doubt: "I think"."""
        words = f" {opening.norm}" if opening.spaced else opening.norm
        space = " " if opening.spaced else ""
        return any(f"{space}{doubt}{space}" in words for doubt in self._language.list("doubts"))

    def _reasons(
        self, line: Line, marks: Mapping[str, tuple[str, int]], told: _Told, *, last: bool
    ) -> list[tuple[str, int]]:
        """Returns why nothing may be taken, each with the token from which it holds."""
        reasons: list[tuple[str, int]] = []
        if told.plays and "plays_no_more" in marks:
            told.plays = False
        elif "plays" in marks:
            told.plays = True
        if told.plays:
            reasons.append(("plays a role", 0))
        if told.dropped:
            reasons.append(("given text", 0))
        reasons += [
            (f"{kind}: {marks[kind][0]}", marks[kind][1])
            for kind in ("supposes", "reports")
            if kind in marks
        ]
        if "mocks" in marks:
            reasons.append((f"mocks: {marks['mocks'][0]}", 0))
        if "unsays" in marks and told.reads:
            told.reads[-1] = _dropped(told.reads[-1], "unsaid")
        if "above" in marks:
            told.reads[:] = [_dropped(read, "given text") for read in told.reads]
        if "material" in marks:
            colon = next((i for i, t in enumerate(line.tokens) if t.norm in (":", "\uff1a")), None)
            if colon is not None:
                reasons.append((f"material: {marks['material'][0]}", colon))
            told.dropped = not last or colon is not None
        return reasons

    def _clauses(
        self, line: Line, begun: Sequence[Start], asks_from: int | None
    ) -> Iterator[tuple[Start, ReadyRule, Mapping[str, str], Line]]:
        """Yields what the rules read in each clause of a sentence."""
        every = self._index.in_sentence(line, self._assumed)
        size = LONGEST_CLAUSE * (1 if line.spaced else 5)
        likely, wholes = every - self._wholes_only, every & self._wholes_only
        read_from = None
        if wholes:
            read = next(self._wholes(line, begun, wholes, asks_from), None)
            if read is not None:
                yield read
                # What it read over is not read again, clause by clause.
                start, _, _, clause = read
                read_from, until = start.link, start.at + len(clause.tokens)
                begun = [s for s in begun if s.at < start.at or s.at >= until]
        firm: list[tuple[Start, Line, _Matchers]] = []
        speaker: Token | None = None
        for start in begun:
            whole = line.part(start.at, min(len(line.tokens), start.at + size))
            if firm and self._is_joined(firm[-1][0], start, whole):
                continue
            if firm and self._spans(firm[-1], start):
                continue
            lead = _lead(line, start)
            matching = self._matching(whole, likely, lead)
            if start.by:
                every_rule = self._language.rules
                matching = {
                    place: match
                    for place, match in matching.items()
                    if not every_rule[place].rule.opens
                }
            if not matching and speaker is not None and start.by in self._language.list("sharing"):
                borrowed = Token(speaker.norm, whole.tokens[0].start, whole.tokens[0].start)
                earlier = line.tokens[firm[-1][0].at : start.link] if firm else ()
                is_verb = whole.tokens[0].norm not in self._language.list("no_verbs")
                if is_verb and not self._is_infinitive(earlier):
                    shared = Line(line.text, [borrowed, *whole.tokens], line.spaced)
                    matching = self._reading(shared, self._matching(shared, likely))
                    whole = shared if matching else whole
            if not matching and not start.by:
                whole, matching = self._with_a_subject(whole, likely)
            if whole.tokens[0].norm in self._language.list("subjects"):
                speaker = whole.tokens[0]
            elif self._is_another(whole):
                speaker = None
            elif not self._reading(whole, matching):
                continue
            if firm and start.by in self._language.list("sharing"):
                _, before, rules = firm[-1]
                if self._is_rest_of_subject(
                    before, {one: match for one, match in rules.items() if one in matching}
                ):
                    continue
            firm.append((start, whole, matching))
        hanging = self._language.list("subordinating")
        read_until = 0
        for place, (start, whole, matching) in enumerate(firm):
            if start.at < read_until:
                continue
            borrowed_ones = len(whole.tokens) - min(len(line.tokens) - start.at, size)
            behind = [one for one, _, _ in firm[place + 1 :]]
            ends = [len(line.tokens), *(end for end in (asks_from, read_from) if end)]
            last = min(end for end in ends if end > start.at)
            short = min([last, *(_cut(start, one) for one in behind)])
            long = min([last, *(_cut(start, one) for one in behind if one.by not in hanging)])
            seen = _Clause(
                whole.part(0, max(1, short - start.at + borrowed_ones)),
                whole.part(0, max(1, long - start.at + borrowed_ones)),
                _lead(line, start),
            )
            for ready, values, _ in self._read(seen, matching):
                if ready.rule.runs_on:
                    read_until = long
                yield start, ready, values, seen.seen_by(ready.rule)

    def _spans(self, before: tuple[Start, Line, _Matchers], start: Start) -> bool:
        """Whether a rule reads on beyond this start: "Forget that I am vegan"."""
        begun, clause, matching = before
        offset = clause.offset(start.at - begun.at)
        return any(
            self._language.rules[place].rule.spans
            and (found := match.stands_in(clause, [0])) is not None
            and _firm_end(found) > offset
            and self._values(clause, match) is not None
            for place, match in matching.items()
        )

    def _is_joined(self, before: Start, start: Start, clause: Line) -> bool:
        """Whether a subject only joins another: "Priya and I got married" is one clause."""
        return (
            start.by in self._language.list("joining")
            and clause.tokens[0].norm in self._language.list("subjects")
            and start.link - before.at <= _LONGEST_PARTNER
            and not before.by
        )

    def _with_a_subject(self, clause: Line, likely: Set[int]) -> tuple[Line, _Matchers]:
        """Returns a clause with the subject that is left out: "Love hiking", "big fan of jazz"."""
        for left_out, before in self._left_out:
            if clause.norm.startswith(before):
                at = clause.tokens[0].start
                lead = [Token(word, at, at) for word in left_out]
                whole = Line(clause.text, [*lead, *clause.tokens], clause.spaced)
                matching = self._matching(whole, likely)
                if matching:
                    return whole, matching
        return clause, {}

    def _wholes(
        self, line: Line, begun: Sequence[Start], likely: Set[int], asks_from: int | None
    ) -> Iterator[tuple[Start, ReadyRule, Mapping[str, str], Line]]:
        """Yields what is read over several clauses, with the line as far as something is taken."""
        size = LONGEST_CLAUSE * (1 if line.spaced else 5)
        for start, at in [(one, at) for one in begun for at in one.whole]:
            end = min(len(line.tokens), at + size)
            if asks_from is not None and asks_from > at:
                end = min(end, asks_from)
            whole = line.part(at, end)
            for ready, values, until in self._read(
                _Clause(whole, whole, ()), self._matching(whole, likely)
            ):
                yield replace(start, at=at), ready, values, whole.part(0, until)

    def _matching(self, plain: Line, likely: Set[int], lead: Sequence[Token] = ()) -> _Matchers:
        """Returns the rules that match at the start of a clause, with their likely patterns."""
        led, rules = _led(plain, lead), self._language.rules
        numbers = self._index.at(plain, likely)
        if lead:
            numbers = numbers | self._index.at(led, likely)
        found: dict[int, list[Compiled]] = {}
        for number in sorted(numbers):
            place, pattern = self._index.patterns[number]
            found.setdefault(place, []).append(pattern)
        matching = {}
        for place, patterns in found.items():
            line = led if rules[place].rule.lead else plain
            begins = any(one.expression.match(line.norm) for one in patterns)
            if begins and self._has_within(rules[place], line):
                # Once it is known where the clause ends, another pattern may match instead.
                matching[place] = Matcher(patterns)
        return matching

    def _has_within(self, ready: ReadyRule, line: Line) -> bool:
        """Whether what a rule wants to stand anywhere stands in a line."""
        if not ready.within.patterns:
            return True
        every = [line.offset(i) for i in range(len(line.tokens))]
        return ready.within.stands_in(line, every) is not None

    def _is_rest_of_subject(self, before: Line, rules: _Matchers) -> bool:
        """Whether the clause before has these words in its subject: "Cats and dogs scare me"."""
        return any(
            self._values(before, match) is not None
            for place, match in rules.items()
            if place in self._subject_first
        )

    def _reading(self, whole: Line, places: _Matchers) -> _Matchers:
        """Returns the rules that take something: only these begin a clause without a subject."""
        return {
            place: match
            for place, match in places.items()
            if self._values(whole, match) is not None
        }

    def _is_infinitive(self, tokens: Sequence[Token]) -> bool:
        """Whether a clause has an infinitive, which "and" goes on with: "to rest and enjoy"."""
        marks, verbs = self._language.list("infinitive_marks"), self._language.bases
        return any(one.norm in marks and after.norm in verbs for one, after in pairwise(tokens))

    def _is_another(self, clause: Line) -> bool:
        """Whether a clause has a subject of its own, who is not the user."""
        others, verbs = self._language.list("others"), self._language.list("finite")
        words = [token.norm for token in clause.tokens[:5]]
        return words[0] in others and any(word in verbs for word in words[1:])

    def _read(
        self, read: "_Clause", places: _Matchers
    ) -> Iterator[tuple[ReadyRule, Mapping[str, str], int]]:
        """Yields what each rule takes, and how many words it reads for it."""
        for place, match in places.items():
            ready = self._language.rules[place]
            clause = read.seen_by(ready.rule)
            every = [clause.offset(i) for i in range(len(clause.tokens))]
            values = self._values(clause, match)
            if values is None:
                continue
            if ready.within.patterns and not ready.within.stands_in(clause, every):
                continue
            if ready.unless.patterns and ready.unless.stands_in(clause, every):
                continue
            if not self._has_an_order(ready, values[0]):
                continue
            yield ready, *values
            if not ready.rule.further:
                return

    def _has_an_order(self, ready: ReadyRule, values: Mapping[str, str]) -> bool:
        """Whether what a rule takes for a workflow has several steps."""
        texts = [
            fill(take.text, dict(values), self._retelling.formed)
            for take in ready.takes
            if take.kind == "workflow"
        ]
        return all(len(stated_steps(text, self._language)) > 1 for text in texts if text)

    def _values(self, clause: Line, match: Matcher) -> tuple[Mapping[str, str], int] | None:
        """Returns what the first pattern whose captures all say something takes, and to where."""
        first = clause.norm.partition(" ")[0]
        for pattern in match.patterns:
            if pattern.firsts and clause.spaced and first not in pattern.firsts:
                continue
            found = pattern.expression.match(clause.norm)
            if found is None:
                continue
            values: dict[str, str] = {}
            until = 0
            for name, kind in pattern.kinds.items():
                start, end = found.span(name)
                taken = clause.between(start, end)
                kept = self._trimming.trimmed(clause, taken, kind)
                if kept is None or not self._is_whole(clause, kept, taken, end, len(found.group())):
                    break
                values[name] = self._wording.said(clause, kept, kind)
                until = max(until, kept.stop)
            else:
                return values, until or len(clause.between(0, found.end()))
        return None

    def _is_whole(self, clause: Line, kept: range, taken: range, end: int, matched: int) -> bool:
        """Whether trimming cut only what stands at the end of the match, or says nothing."""
        if end >= matched:
            return True
        lost = range(kept.stop, taken.stop)
        empty = self._language.list("empty")
        return all(not clause.tokens[i].is_word or clause.tokens[i].norm in empty for i in lost)


def _firm_end(match: re.Match[str]) -> int:
    """Returns where a match ends, but for what a capture takes at its end."""
    last = [start for start, end in map(match.span, match.groupdict()) if end == match.end()]
    return min(last, default=match.end())


@dataclass(frozen=True)
class _Clause:
    """A clause, and what some rules see of its sentence besides.

    Attributes:
        plain: the clause.
        long: the same with the clauses that hang on it: "when I have music on".
        lead: what stands before its subject.
    """

    plain: Line
    long: Line
    lead: Sequence[Token]

    def seen_by(self, rule: Rule) -> Line:
        """Returns what a rule is matched on."""
        return _led(self.long if rule.runs_on else self.plain, self.lead if rule.lead else ())


def _dropped(read: SentenceRead, reason: str) -> SentenceRead:
    """Returns a sentence of which nothing is taken."""
    dropped = (Blocked(one.rule, one.line.norm.strip(), reason) for one in read.fired)
    return replace(read, fired=(), blocked=(*read.blocked, *dropped))


def _cut(start: Start, following: Start) -> int:
    """Returns the token at which a following clause ends the one that begins at a start."""
    return following.link if following.link > start.at else following.at


def _lead(line: Line, start: Start) -> Sequence[Token]:
    """Returns what stands before the subject: "On Sundays, I bake"."""
    if start.lead is None:
        return ()
    first, *others = line.tokens[start.lead : start.at]
    while others and not others[-1].is_word:
        others.pop()
    return [replace(first, capital=False), *others]


def _led(clause: Line, lead: Sequence[Token]) -> Line:
    """Returns a clause with what led it at its end: "I bake on Sundays"."""
    if not lead:
        return clause
    tokens = list(clause.tokens)
    while len(tokens) > 1 and not tokens[-1].is_word:
        tokens.pop()
    return Line(clause.text, [*tokens, *lead], clause.spaced)
