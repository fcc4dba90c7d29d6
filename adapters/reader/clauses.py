"""How a sentence is cut into clauses, each with the subject that it has, borrows, or leaves out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from adapters.reader.languages import Language, ReadyRule
from adapters.reader.lines import Line, Token, is_picture
from adapters.reader.parts import Matcher
from adapters.reader.rulebook import Clause, Reading, Rulebook

LONGEST = 60
"""Words of a clause that are looked at, or five times as many characters without spaces."""
_LONGEST_ADVERBIAL = 8
"""Words."""
_LONGEST_PARTNER = 2
"""Words of who is named before "and I"."""
_MARKS = frozenset([*",;:-()!*/.\u2014\u2013\u2026\u3001\uff0c", "--", "..", "..."])
_WAVES = frozenset("~\u301c")
"""What draws out a word in chat, and ends what is said."""


@dataclass(frozen=True)
class Start:
    """A place where a clause may begin.

    Attributes:
        link: the first token of the words that link it to what is before.
        at: its first own token, behind such words and openers.
        by: the word that links it, or the mark; "" at the start of a sentence.
        lead: the first token of what is skipped before its subject: "On Sundays, I bake".
        partner: where somebody is named behind it who does so too: "On Sundays my wife and I bake".
        whole: where rules begin that read a whole sentence: with the first word, and behind
            openers, but with its adverbs and adverbials: "always", "when I cook".
    """

    link: int
    at: int
    by: str
    lead: int | None = None
    partner: int | None = None
    whole: tuple[int, ...] = (0,)

    def led(self, line: Line) -> Sequence[Token]:
        """Returns what stands before its subject."""
        if self.lead is None:
            return ()
        first, *others = line.tokens[self.lead : self.partner or self.at]
        while others and not others[-1].is_word:
            others.pop()
        return [first._replace(capital=False), *others]


class Starts:
    """Finds where clauses may begin in the sentences of one language."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._endings = sorted(language.list("links"), key=len, reverse=True)
        self._leading = tuple(language.list("leading"))

    def of(self, line: Line) -> Sequence[Start]:
        """Returns where clauses may begin: at the start, and behind each mark or linking word."""
        found = [self._start(line, 0, 0, "")]
        for at in range(1, len(line.words)):
            linked = self._linked(line, at) if line.spaced else self._linked_unspaced(line, at)
            if linked is not None:
                start = self._start(line, linked[0], at, linked[1])
                found += [start] if start.at > found[-1].at else []
        every = {start.at: start for start in found}
        if line.spaced:
            behind = [self._behind_adverbial(line, start) for start in found]
            every |= {start.at: start for start in behind if start.lead is not None}
        return sorted(every.values(), key=lambda start: start.at)

    def _linked(self, line: Line, at: int) -> tuple[int, str] | None:
        """Returns where the words begin that link a clause at a token, and the last of them."""
        links, before = self._language.list("links"), line.words[at - 1]
        picture = is_picture(before)
        if not (picture or before in _MARKS or before in links):
            return None
        # "; which of them …" asks, where ", which …" hangs on what is before it.
        # So does "so which of them …".
        joins = before == ";" or before in self._language.list("sharing") - _MARKS
        asks = joins and line.words[at] in self._language.list("asks_nothing")
        if line.words[at] in _MARKS or (line.words[at] in links and not asks):
            return None
        shows = at == 1 or line.words[at - 2] in self._language.list("ahead_of_things")
        if shows and before in self._language.list("demonstrative"):
            return None
        link = at - 1
        while link > 1 and line.words[link - 1] in links:
            link -= 1
        return link, "" if picture else before

    def _linked_unspaced(self, line: Line, at: int) -> tuple[int, str] | None:
        """Returns the same where no spaces part words: a clause is linked by how it ends."""
        before = line.words[at - 1]
        by = next((one for one in self._endings if line.norm.endswith(one, 0, at)), "")
        if before in _MARKS or before in _WAVES or is_picture(before):
            by = before
        if not by or line.words[at] in _MARKS or line.norm.endswith(self._leading, 0, at):
            return None
        return at - len(by), by

    def _start(self, line: Line, link: int, at: int, by: str) -> Start:
        language = self._language
        whole = dict.fromkeys((at, _behind(language.openers, line, at)))
        return Start(link, _behind(language.opening, line, at), by, whole=tuple(whole))

    def _behind_adverbial(self, line: Line, start: Start) -> Start:
        """Skips what may only say when it is: "After twelve years I left"."""
        if line.words[start.at] not in self._language.list("adverbials"):
            return start
        subjects, links = self._language.list("subjects"), self._language.list("links")
        joining = self._language.list("joining")
        # "On Sundays and before exams I bake"
        stopping = links - joining - self._language.list("adverbials")
        for at in range(start.at + 2, min(start.at + _LONGEST_ADVERBIAL, len(line.words))):
            word = line.words[at]
            if word in subjects:
                return replace(start, link=min(start.link, start.at), at=at, lead=start.at)
            if word in joining and line.padded[at + 1] in subjects:
                named = line.tokens[at - 1].capital
                partner = max(start.at + 1, at - (1 if named else _LONGEST_PARTNER))
                start = replace(start, link=min(start.link, start.at))
                return replace(start, at=at + 1, lead=start.at, partner=partner)
            if (word in _MARKS and word != ",") or word in stopping:
                break
        return start


def behind_opening(language: Language, line: Line) -> int:
    """Returns the first token of a line behind what only opens it: "well", "finally"."""
    return _behind(language.opening, line, 0)


def _behind(opening: Matcher, line: Line, at: int) -> int:
    """Skips what only opens a clause: "well, honestly", "last week"."""
    match = opening.match(line, at)
    return match.end if match is not None and match.end < len(line.words) else at


@dataclass(frozen=True)
class _Begun:
    """A clause whose end is not known yet.

    Attributes:
        start: where it begins.
        line: all that follows, with the subject before it that it borrows or leaves out.
        lead: what stands before its subject.
        rules: the rules that match at its start.
    """

    start: Start
    line: Line
    lead: Sequence[Token]
    rules: Sequence[ReadyRule] = ()

    @property
    def clause(self) -> Clause:
        """All that follows, as rules see it."""
        return Clause(self.line, self.line, self.lead)

    @property
    def put_before(self) -> int:
        """How many words it has that are not the author's."""
        return sum(token.start == token.end for token in self.line.tokens[:3])

    def read_by(self, rules: Sequence[ReadyRule]) -> "_Begun":
        """Returns the clause with the rules that match at its start."""
        opens = not self.start.by
        return replace(self, rules=[one for one in rules if opens or not one.rule.opens])


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
        self, line: Line, starts: Sequence[Start], asks_from: int | None
    ) -> Iterator[tuple[Start, Reading]]:
        """Yields what the rules read in each clause of a sentence.

        Args:
            line: the sentence.
            starts: where clauses may begin in it.
            asks_from: the token with which it begins to ask something; None if it does not.
        """
        ends = [len(line.words), *([asks_from] if asks_from else [])]
        introduces = self._language.introduction.match(line, starts[0].at) is not None
        over = self._over_clauses(line, starts, ends)
        yield from over
        for start, reading in over:
            if reading.rule.rule.further:
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
            plain, whole = (
                one.line.part(0, max(1, one.put_before + end - start.at)) for end in (short, long)
            )
            for reading in self._rules.read(Clause(plain, whole, one.lead), one.rules):
                read_until = long if reading.rule.rule.runs_on else read_until
                yield start, reading

    def _over_clauses(
        self, line: Line, starts: Sequence[Start], ends: Sequence[int]
    ) -> list[tuple[Start, Reading]]:
        """Returns what is read over several clauses, with the line as far as something is taken."""
        sharing = self._language.list("sharing")
        joined = {
            start
            for before, start in pairwise(starts)
            if start.by in sharing and self._is_another(line.part(before.at, len(line.words)))
        }
        for start, at in [(one, at) for one in starts for at in one.whole if one not in joined]:
            end = min(end for end in ends if end > at)
            whole = line.part(at, min(end, at + self._longest))
            clause = Clause(whole, whole)
            rules = self._rules.matching(clause, whole=True)
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
        for start in starts:
            whole = line.part(start.at, start.at + self._longest)
            before = found[-1] if found else None
            if before and (self._is_joined(before, start, whole) or self._spans(before, start)):
                continue
            one = _Begun(start, whole, start.led(line))
            one = one.read_by(self._rules.matching(one.clause))
            earlier = line.words[before.start.at : start.link] if before else ()
            if start.by in sharing and self._lists_on(earlier, whole.words[0]):
                one = replace(
                    one, rules=[each for each in one.rules if each in self._subject_first]
                )
                found += [one] if one.rules else []
                continue
            enumerated = start.by == "," and whole.words[0] in no_verbs
            if speaker and start.by in sharing and not enumerated and not self._reads(one):
                one = self._with_shared_subject(one, speaker, earlier)
            if not start.by and not self._reads(one):
                one = self._with_a_subject(one, line)
            if (
                introduces
                and not self._reads(one)
                and not (before and self._reaches(before, start))
            ):
                one = self._of_the_introduced(one)
            if one.line.words[0] in subjects:
                speaker = one.line.words[0]
            elif self._is_another(one.line):
                speaker = None
            elif not enumerated and not self._reads(one):
                continue
            if start.by in sharing and start is not starts[0]:
                opened = before or _Begun(starts[0], line.part(starts[0].at, start.at), ())
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

    def _is_joined(self, before: _Begun, start: Start, clause: Line) -> bool:
        """Whether a subject only joins another: "Priya and I got married" is one clause."""
        return (
            start.by in self._language.list("joining")
            and clause.words[0] in self._language.list("subjects")
            and start.link - before.start.at <= _LONGEST_PARTNER
            and not before.start.by
        )

    def _spans(self, before: _Begun, start: Start) -> bool:
        """Whether a rule reads on beyond this start: "Forget that I am vegan"."""
        return any(
            ready.rule.spans
            and (match := ready.match.match(before.line)) is not None
            and match.firm_end > start.at - before.start.at
            and self._rules.reading(before.clause, ready) is not None
            for ready in before.rules
        )

    def _with_shared_subject(self, one: _Begun, speaker: str, earlier: Sequence[str]) -> _Begun:
        """Returns a clause with the subject of the one before: "I cook and never measure"."""
        marks, verbs = self._language.list("infinitive_marks"), self._language.bases
        # "And" goes on with an infinitive: "to rest and enjoy".
        infinitive = any(word in marks and after in verbs for word, after in pairwise(earlier))
        if infinitive or one.line.words[0] in self._language.list("no_verbs"):
            return one
        # "I am good at sums but hopeless at names" leaves out the verb as well, but "I am keen on
        # counseling or working in a clinic" does not.
        alternatives = self._language.list("alternatives")
        verbs_too = (
            words
            for words, before in self._language.left_out.items()
            if one.start.by not in _MARKS | alternatives
            and words[0] == speaker
            and before.ends(one.line, 0)
        )
        for words in ((speaker,), *verbs_too):
            shared = replace(one, line=one.line.begun_with(words), lead=())
            rules = self._rules.matching(shared.clause)
            rules = [ready for ready in rules if self._rules.reading(shared.clause, ready)]
            if rules:
                return shared.read_by(rules)
        return one

    def _with_a_subject(self, one: _Begun, line: Line) -> _Begun:
        """Returns a clause with the subject that is left out: "Love hiking", "usually have tea"."""
        found: list[_Begun] = []
        for at in dict.fromkeys((one.start.at, *one.start.whole)):
            said = line.part(at, at + self._longest)
            for left_out, before in self._language.left_out.items():
                if before.ends(said, 0):
                    whole = replace(one, line=said.begun_with(left_out), lead=())
                    rules = self._rules.matching(whole.clause)
                    found += [whole.read_by(rules)] if rules else []
        reads = (each for each in found if self._reads(each))
        return next(reads, found[0] if found else one)

    def _reads(self, one: _Begun) -> bool:
        """Whether any rule that matches at the start of a clause reads it."""
        return any(self._rules.reading(one.clause, rule) for rule in one.rules)

    def _reaches(self, before: _Begun, start: Start) -> bool:
        """Whether a rule needs words beyond this start: "41, three kids"."""
        until = start.link - before.start.at + before.put_before
        cut = replace(before, line=before.line.part(0, max(1, until)))
        return any(
            self._rules.reading(before.clause, ready) and not self._rules.reading(cut.clause, ready)
            for ready in before.rules
        )

    def _of_the_introduced(self, one: _Begun) -> _Begun:
        """Returns an item of an introduction as a clause: "28f, nurse, 2 cats"."""
        for words in sorted(self._language.list("introduced_by")):
            whole = replace(one, line=one.line.begun_with(words.split()), lead=())
            rules = self._rules.matching(whole.clause)
            rules = [ready for ready in rules if self._rules.reading(whole.clause, ready)]
            if rules:
                return whole.read_by(rules)
        return one

    def _is_another(self, clause: Line) -> bool:
        """Whether a clause has a subject of its own, who is not the user."""
        others, verbs = self._language.list("others"), self._language.list("finite")
        return clause.words[0] in others and any(word in verbs for word in clause.words[1:5])

    def _is_rest_of_subject(self, before: _Begun, one: _Begun) -> bool:
        """Whether the clause before has these words in its subject: "Cats and dogs scare me"."""
        if one.start.by in self._language.list("joining") and not self._reads(before):
            # "Your support and advice mean a lot to me" is one clause, of another.
            begun = one.start.link - before.start.at <= _LONGEST_PARTNER
            of_another = before.line.words[0] in self._language.list("others")
            before = one if begun and of_another else before
        return any(
            ready in before.rules and self._rules.reading(before.clause, ready) is not None
            for ready in one.rules
            if ready in self._subject_first
        )


def _cut(start: Start, following: Start) -> int:
    """Returns the token at which a following clause ends the one that begins at a start."""
    return following.link if following.link > start.at else following.at
