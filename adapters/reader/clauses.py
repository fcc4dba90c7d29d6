"""How a sentence is cut into clauses, each with the subject that it has, borrows, or leaves out."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest

from adapters.reader.languages import Language, Ready
from adapters.reader.lines import Line
from adapters.reader.rulebook import Clause, Reading, Rulebook
from adapters.reader.rules import Rule
from adapters.reader.sentences import LONGEST_PARTNER, MARKS, Start

LONGEST = 60
"""Words of a clause that are looked at, or five times as many characters without spaces."""
_LONGEST_VERB = 3
"""Words with which a clause begins whose verb another object may share: "we have"."""


@dataclass(frozen=True)
class _Begun:
    """A clause whose end is not known yet.

    Attributes:
        start: where it begins.
        clause: all that follows, with the subject before it that it borrows or leaves out.
        rules: the rules that match at its start.
    """

    start: Start
    clause: Clause
    rules: Sequence[Ready[Rule]]

    @property
    def line(self) -> Line:
        """All that follows."""
        return self.clause.plain

    @property
    def put_before(self) -> int:
        """How many words it has that are not the author's."""
        return sum(token.is_put_before for token in self.line.tokens[:3])


class Cutting:
    """Cuts the sentences of one language into clauses, and has the rules read them."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._rules = Rulebook(language)
        self._longest = LONGEST * (1 if language.about.spaced else 5)
        self._subject_first = frozenset(
            ready
            for ready in language.rules
            if all(pattern.steps[0][1] for pattern in ready.match.patterns)
        )

    def readings(
        self, line: Line, starts: Sequence[Start], asks_from: int | None, *, corrects: bool
    ) -> Iterator[tuple[Start, Reading]]:
        """Yields what the rules read in each clause of a sentence.

        Args:
            line: the sentence.
            starts: where clauses may begin in it.
            asks_from: the token with which it begins to ask something; None if it does not.
            corrects: whether its message says that something was said wrongly.
        """
        found = list(self._readings(line, starts, asks_from))
        yield from found
        for start, following in zip_longest(starts, starts[1:]) if corrects and not found else ():
            clause = line.part(start.at, following.link if following else len(line.words))
            corrections = list(self._rules.corrections(Clause(clause, clause)))
            yield from ((start, reading) for reading in corrections)
            if corrections:
                return

    def _readings(
        self, line: Line, starts: Sequence[Start], asks_from: int | None
    ) -> Iterator[tuple[Start, Reading]]:
        ends = [len(line.words), *([asks_from] if asks_from else [])]
        introduces = self._language.where("introduction", line, [starts[0].at]) is not None
        over = self._over_clauses(line, starts, ends)
        yield from over
        for start, reading in over:
            if reading.rule.entry.further:
                continue
            # What it read over is not read again, clause by clause.
            until = start.at + reading.until
            starts = [one for one in starts if one.at < start.at or one.at >= until]
            ends.append(start.link)
        begun = self._begun(line, starts, introduces=introduces)
        hanging = self._language.list("subordinating")
        read_until = 0
        for place, one in enumerate(begun):
            start = one.start
            if start.at < read_until:
                continue
            last = min(end for end in ends if end > start.at)
            following = [each.start for each in begun[place + 1 :]]
            short = min([last, *(_cut(start, each) for each in following)])
            long = min([last, *(_cut(start, each) for each in following if each.by not in hanging)])
            sizes = (max(1, one.put_before + end - start.at) for end in (short, long))
            plain, whole = (one.line.part(0, size) for size in sizes)
            for reading in self._rules.read(Clause(plain, whole, one.clause.lead), one.rules):
                read_until = long if reading.rule.entry.runs_on else read_until
                yield start, reading

    def _over_clauses(
        self, line: Line, starts: Sequence[Start], ends: Sequence[int]
    ) -> list[tuple[Start, Reading]]:
        """Returns what is read over several clauses, with the line as far as something is taken."""
        sharing = self._language.list("sharing")
        places = [(start, at) for start in starts[:1] for at in start.whole]
        for before, start in pairwise(starts):
            joined = start.by in sharing and self._is_another(line.part(before.at, len(line.words)))
            places += [(start, at) for at in start.whole if not joined]
        for start, at in places:
            end = min(end for end in ends if end > at)
            whole = line.part(at, min(end, at + self._longest))
            clause = Clause(whole, whole)
            rules = self._rules.matching(clause, whole=True)
            rules = [ready for ready in rules if not (start.by and ready.entry.opens)]
            found = [
                (replace(start, at=at), replace(reading, line=whole.part(0, reading.until)))
                for reading in self._rules.read(clause, rules)
            ]
            if found:
                return found
        return []

    def _begun(self, line: Line, starts: Sequence[Start], *, introduces: bool) -> list[_Begun]:
        """Returns the clauses that begin where rules or a subject of their own show it."""
        found: list[_Begun] = []
        speaker: str | None = None
        no_verbs = self._language.list("no_verbs_behind_a_comma")
        sharing, subjects = self._language.list("sharing"), self._language.list("subjects")
        joining = self._language.list("joining")
        for start in starts:
            whole = line.part(start.at, start.at + self._longest)
            before = found[-1] if found else None
            if before and (self._is_joined(before, start, whole) or self._spans(before, start)):
                continue
            one = self._at(start, Clause(whole, whole, start.led(line)))
            earlier = line.words[before.start.at : start.link] if before else ()
            if start.by in sharing and self._lists_on(earlier, whole.words[0]):
                rules = [each for each in one.rules if each in self._subject_first]
                found += [replace(one, rules=rules)] if rules else []
                continue
            enumerated = start.by == "," and whole.words[0] in no_verbs
            if speaker and start.by in sharing and not enumerated and not self._reads(one):
                one = self._extended(one, self._with_shared_subject(one, speaker, earlier))
            if before and start.by in joining and not self._reads(one):
                one = self._extended(one, self._with_shared_verb(one, before.line.words))
            if not start.by and not self._reads(one):
                whole_too = [line.part(at, at + self._longest) for at in (start.at, *start.whole)]
                every = [each for each in self._with_a_subject(one, whole_too) if each.rules]
                one = self._extended(every[0] if every else one, every)
            if introduces and not self._reads(one) and not (before and self._needs(before, start)):
                introduced = sorted(self._language.list("introduced_by"))
                one = self._extended(one, [self._begun_with(one, words) for words in introduced])
            if one.line.words[0] in subjects:
                speaker = one.line.words[0]
            elif self._is_another(one.line):
                speaker = None
            elif not enumerated and not self._reads(one):
                continue
            if start.by in sharing and start is not starts[0]:
                opening = line.part(starts[0].at, start.at)
                opened = before or _Begun(starts[0], Clause(opening, opening), [])
                if self._is_rest_of_subject(opened, one):
                    continue
            found.append(one)
        return found

    def _lists_on(self, earlier: Sequence[str], word: str) -> bool:
        """Whether a gerund goes on with those before it: "I dream of moving and working there"."""
        if not self._is_gerund(word):
            return False
        being = self._language.list("being") | self._language.list("adverb")
        return any(
            self._is_gerund(one) and before not in being for before, one in pairwise(earlier)
        )

    def _is_gerund(self, word: str) -> bool:
        inflection, base = self._language.inflection, self._language.bases.get(word, word)
        return base != word and "ing" in inflection.names and inflection.of(base, "ing") == word

    def _at(self, start: Start, clause: Clause) -> _Begun:
        """Returns a clause with the rules that match at its start."""
        rules = self._rules.matching(clause)
        return _Begun(start, clause, [one for one in rules if not (start.by and one.entry.opens)])

    def _extended(self, one: _Begun, ways: Iterable[_Begun]) -> _Begun:
        """Returns the first of several ways to say a clause in full that a rule reads."""
        return next(filter(self._reads, ways), one)

    def _is_joined(self, before: _Begun, start: Start, clause: Line) -> bool:
        """Whether a rule reads a subject with another: "Priya and I got married" is one clause."""
        subjects, joining = self._language.list("subjects"), self._language.list("joining")
        short = start.link - before.start.at <= LONGEST_PARTNER and not before.start.by
        both = start.by in joining and clause.words[0] in subjects
        if not short or not both or before.line.words[0] in subjects:
            return False
        # A rule that only takes something in passing leaves the rest of the clause to others.
        rules = [one for one in before.rules if not one.entry.otherwise]
        return self._reads(replace(before, rules=rules))

    def _spans(self, before: _Begun, start: Start) -> bool:
        """Whether a rule reads on beyond this start: "Forget that I am vegan"."""
        return any(
            ready.entry.spans
            and (match := ready.match.match(before.line)) is not None
            and match.firm_end > start.at - before.start.at
            and self._rules.reading(before.clause, ready) is not None
            for ready in before.rules
        )

    def _begun_with(self, one: _Begun, words: str, line: Line | None = None) -> _Begun:
        begun = (line or one.line).begun_with(words.split())
        return self._at(one.start, Clause(begun, begun))

    def _with_shared_subject(
        self, one: _Begun, speaker: str, earlier: Sequence[str]
    ) -> Iterator[_Begun]:
        """Yields a clause with the subject of the one before: "I cook and never measure"."""
        marks, verbs = self._language.list("infinitive_marks"), self._language.bases
        # "And" goes on with an infinitive: "to rest and enjoy".
        infinitive = any(word in marks and after in verbs for word, after in pairwise(earlier))
        if infinitive or one.line.words[0] in self._language.list("no_verbs"):
            return
        yield self._begun_with(one, speaker)
        # "I am good at sums but hopeless at names" leaves out the verb as well, but "I am keen on
        # counseling or working in a clinic" does not.
        firm = MARKS | self._language.list("alternatives")
        for words, before in self._language.left_out.items() if one.start.by not in firm else ():
            if words.split()[0] == speaker and before.ends(one.line, 0):
                yield self._begun_with(one, words)

    def _with_shared_verb(self, one: _Begun, earlier: Sequence[str]) -> Iterator[_Begun]:
        """Yields an object with the verb of the clause before: "We have a dog and two cats"."""
        verbs = self._language.list("shared_verbs")
        verb = next((at for at, word in enumerate(earlier[:_LONGEST_VERB]) if word in verbs), None)
        if verb is not None and one.line.words[0] in self._language.list("shared_objects"):
            yield self._begun_with(one, " ".join(earlier[: verb + 1]))

    def _with_a_subject(self, one: _Begun, lines: Sequence[Line]) -> Iterator[_Begun]:
        """Yields a clause with the subject that is left out: "Love hiking", "usually have tea"."""
        for line in dict.fromkeys(lines):
            for words, before in self._language.left_out.items():
                if before.ends(line, 0):
                    yield self._begun_with(one, words, line)

    def _reads(self, one: _Begun) -> bool:
        """Whether any rule that matches at the start of a clause reads it."""
        return any(self._rules.reading(one.clause, rule) for rule in one.rules)

    def _needs(self, before: _Begun, start: Start) -> bool:
        """Whether a rule needs words beyond this start: "41, three kids"."""
        until = start.link - before.start.at + before.put_before
        line = before.line.part(0, max(1, until))
        cut, reading = Clause(line, line, before.clause.lead), self._rules.reading
        return any(reading(before.clause, one) and not reading(cut, one) for one in before.rules)

    def _is_another(self, clause: Line) -> bool:
        """Whether a clause has a subject of its own, who is not the user."""
        others, verbs = self._language.list("others"), self._language.list("finite")
        subjects, links = self._language.list("subjects"), self._language.list("links")
        if clause.words[0] not in others:
            return False
        for before, word in pairwise(clause.words[:5]):
            if word in verbs:
                return True
            if word in subjects and before in links:
                break  # "As a coach and we need it": the verb is of the next clause.
        return False

    def _is_rest_of_subject(self, before: _Begun, one: _Begun) -> bool:
        """Whether the clause before has these words in its subject: "Cats and dogs scare me"."""
        if one.start.by in self._language.list("joining") and not self._reads(before):
            # "Your support and advice mean a lot to me" is one clause, of another.
            short = one.start.link - before.start.at <= LONGEST_PARTNER
            if short and before.line.words[0] in self._language.list("others"):
                before = one
        both = (each for each in one.rules if each in self._subject_first and each in before.rules)
        return any(self._rules.reading(before.clause, ready) for ready in both)


def _cut(start: Start, following: Start) -> int:
    """Returns the token at which a following clause ends the one that begins at a start."""
    return following.link if following.link > start.at else following.at
