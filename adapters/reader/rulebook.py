"""How rules read a clause: which of them match, and what they take from it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from adapters.reader.captures import Trimming
from adapters.reader.languages import Language, Ready
from adapters.reader.lines import Line, Token
from adapters.reader.net import Net
from adapters.reader.parts import Match, Pattern
from adapters.reader.rules import Rule
from adapters.reader.wording import Wording, stated_steps


@dataclass(frozen=True)
class Clause:
    """A clause, and what some rules see of its sentence besides.

    Attributes:
        plain: the clause.
        long: the same with the clauses that hang on it: "when I have music on".
        lead: what stands before its subject: "on Sundays".
    """

    plain: Line
    long: Line
    lead: Sequence[Token] = ()

    def seen_by(self, rule: Rule) -> Line:
        """Returns what a rule is matched on: for some, "I bake on Sundays"."""
        line = self.long if rule.runs_on else self.plain
        return line.followed_by(self.lead) if rule.lead and self.lead else line


@dataclass(frozen=True)
class Reading:
    """What a rule takes from a clause.

    Attributes:
        rule: the rule.
        values: what it takes, as a description says it, by name.
        line: what it reads.
        from_: the first token of what it takes.
        until: the token behind what it needs of the line.
        reason: why nothing may be taken; "" if it may be.
        doubted: whether it is doubted: "I think".
        goes_on: whether it begins in a sentence that was read before.
    """

    rule: Ready[Rule]
    values: Mapping[str, str]
    line: Line
    from_: int
    until: int
    reason: str = ""
    doubted: bool = False
    goes_on: bool = False

    def stands_in(self, start: int, end: int) -> bool:
        """Whether it needs some of the text from one place to another."""
        tokens = self.line.tokens[self.from_ : self.until]
        return any(token.start < end and start < token.end for token in tokens)

    @property
    def is_about_the_last(self) -> bool:
        """Whether it says something of what was said last: "Forget that"."""
        return any(take.kind == "last" for take in self.rule.takes)

    @property
    def span(self) -> tuple[int, int]:
        """Where what it takes begins in the text, and where what it needs ends."""
        tokens = self.line.tokens[self.from_ : self.until]
        return min(token.start for token in tokens), max(token.end for token in tokens)


class Rulebook:
    """The rules of one language."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._trimming = Trimming(language)
        self._wording = Wording(language)
        self._nets = {
            whole: Net(
                ready
                for ready in language.rules
                if ready.entry.whole == whole and not ready.entry.corrects
            )
            for whole in (False, True)
        }
        self._corrections = Net(ready for ready in language.rules if ready.entry.corrects)

    def matching(self, clause: Clause, *, whole: bool = False) -> list[Ready[Rule]]:
        """Returns the rules that match at the start of a clause, in the order in which to try them.

        Args:
            clause: the clause, which may not have been cut at its end yet.
            whole: whether rules are meant that read over the clauses of a sentence, or the others.
        """
        found = self._nets[whole].at(clause.plain)
        if not clause.lead:
            return list(found)
        led = self._nets[whole].at(clause.plain.followed_by(clause.lead))
        every = {ready for ready in found if not ready.entry.lead}
        every |= {ready for ready in led if ready.entry.lead}
        return [ready for ready in self._language.rules if ready in every]

    def corrections(self, clause: Clause) -> Iterator[Reading]:
        """Yields what the rules for corrections alone take from a clause."""
        return self.read(clause, self._corrections.at(clause.plain))

    def read(self, clause: Clause, rules: Iterable[Ready[Rule]]) -> Iterator[Reading]:
        """Yields what each of some rules takes from a clause; the first one, and any further."""
        found = False
        for ready in rules:
            if found and ready.entry.otherwise:
                continue
            reading = self.reading(clause, ready)
            if not reading or ready.unless.search(reading.line) or not self._has_an_order(reading):
                continue
            found = True
            yield reading
            if not ready.entry.further:
                return

    def reading(self, clause: Clause, ready: Ready[Rule]) -> Reading | None:
        """Returns what the first pattern takes whose captures all say something.

        What the rule wants to stand anywhere has to stand in the clause as well.
        """
        line = clause.seen_by(ready.entry)
        if ready not in line.found:
            line.found[ready] = self._reading(line, ready)
        reading: Reading | None = line.found[ready]
        return reading

    def _reading(self, line: Line, ready: Ready[Rule]) -> Reading | None:
        for pattern in ready.match.patterns:
            match = pattern.match(line) if pattern.can_stand_in(line) else None
            if match is None:
                continue
            values: dict[str, str] = {}
            from_, until = match.end, 0
            for name, kept in self._captured(line, pattern, match):
                if kept is None:
                    break
                values[name] = self._wording.said(line, kept, pattern.kinds[name])
                from_, until = min(from_, kept.start), max(until, kept.stop)
            else:
                stands = not ready.within.patterns or ready.within.search(line)
                return Reading(ready, values, line, from_, until or match.end) if stands else None
        return None

    def refusal(self, clause: Clause, ready: Ready[Rule]) -> str:
        """Says why a rule that matches a clause does not read it."""
        line = clause.seen_by(ready.entry)
        for pattern in ready.match.patterns:
            match = pattern.match(line) if pattern.can_stand_in(line) else None
            if match is None:
                continue
            for name, kept in self._captured(line, pattern, match):
                if kept is None:
                    words = line.original(match.taken[name]).strip(" .,;:!?")
                    return f"{words!r} is nothing that the capture {{{name}}} may be"
        return "nothing of `within` stands in the clause"

    def _captured(
        self, line: Line, pattern: Pattern, match: Match
    ) -> Iterator[tuple[str, range | None]]:
        """Yields the words that are meant by each capture; None if those that match say nothing."""
        for name, kind in pattern.kinds.items():
            taken = match.taken[name]
            kept = self._trimming.trimmed(line, taken, kind)
            is_whole = kept is not None and self._is_whole(line, kept, taken, match.end)
            yield name, kept if is_whole else None

    def _is_whole(self, line: Line, kept: range, taken: range, end: int) -> bool:
        """Whether trimming cut only what stands at the end of the match, or says nothing."""
        empty = self._language.list("empty")
        lost = line.tokens[kept.stop : taken.stop] if taken.stop < end else ()
        return all(not token.is_word or token.norm in empty for token in lost)

    def _has_an_order(self, reading: Reading) -> bool:
        """Whether what a rule takes for a workflow has several steps."""
        told = (take.text for take in reading.rule.takes if take.kind == "workflow")
        texts = [self._wording.filled(text, reading.values) for text in told]
        return all(len(stated_steps(text, self._language)) > 1 for text in texts if text)
