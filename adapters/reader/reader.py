"""Reads messages: what each sentence says of its author, by which rule, and what was not taken."""

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import zip_longest
from threading import Lock

from adapters.reader.attribution import Attribution, Marks
from adapters.reader.clauses import Cutting
from adapters.reader.detect import NOT_KNOWN, Detector
from adapters.reader.languages import Language, Languages, languages
from adapters.reader.lines import Line, Token
from adapters.reader.rulebook import Reading
from adapters.reader.sentences import MARKS, Sentence, Start, Starts, sentences
from adapters.reader.times import Times
from shared.base.safety.injection import reads_like_injection
from shared.base.safety.poison.prose import own_prose
from shared.learning.evidence import MIN_WORDS

LONGEST_QUOTE = 300
"""Characters."""
ASKS, INTRODUCES = "asks", "only introduces what is asked"
"""Reasons for which rules take nothing where something is asked."""
DENIED, TAKEN_BACK = "denied", "taken back"
"""Reasons for which rules take nothing from what is not so, or was said before and was not so."""
TOGETHER = "is read together with another sentence"
"""Why nothing is taken from a sentence by itself."""
_ENDING = 6
"""Signs of a verb that may stand between what a rule takes and a denial, or in both."""
_LONGEST_ADVERBIAL = 6
"""Words before the mark behind an adverbial that begins a sentence, or four times as many signs."""
_MOST_BEFORE = 120
"""Tokens of a sentence from which another one may go on; reading both takes time for each."""


@dataclass(frozen=True)
class SentenceRead:
    """A sentence, as read.

    Attributes:
        start, end: where it stands in the message.
        line: its words.
        marks: the ids of what shows who speaks, and how.
        readings: what the rules took, and what they would have taken if nothing stopped them.
        asks_from: the token with which it begins to ask something; None if it does not.
        clauses: the clauses in which its author speaks in earnest, and asks nothing.
        stopped: why nothing may be taken from some of it: it supposes, reports, or plays.
        recalled: the tokens that say what was said before, if the message takes that back.
        denied: what rules would read if it denied nothing: "I'm not vegan".
    """

    start: int
    end: int
    line: Line
    marks: tuple[str, ...] = ()
    readings: Sequence[Reading] = ()
    asks_from: int | None = None
    clauses: Sequence[Line] = ()
    stopped: Sequence[str] = ()
    recalled: range = range(0)
    denied: Sequence[Reading] = ()

    @property
    def fired(self) -> Sequence[Reading]:
        """What was taken."""
        return [one for one in self.readings if not one.reason]

    @property
    def taken_back(self) -> Sequence[Reading]:
        """What rules read in what its author takes back."""
        return [one for one in self.readings if one.reason == TAKEN_BACK]

    @property
    def asks(self) -> bool:
        """Whether it asks something or asks for something: "Help me plan a hike"."""
        requests = any(mark.startswith("requests:") for mark in self.marks)
        return requests or self.asks_from is not None

    def quote(self, text: str, reading: Reading | None = None) -> str:
        """Returns the sentence; a clause if it is too long, or the message if it is too short.

        Args:
            text: the message.
            reading: what was read in the clause.
        """
        start, end = self.start, self.end
        if reading and end - start > LONGEST_QUOTE:
            tokens = reading.line.tokens
            start, end = tokens[0].start, max(token.end for token in tokens)
        said = text[start : min(end, start + LONGEST_QUOTE)]
        is_short = len(said.split()) < MIN_WORDS and len(text) <= LONGEST_QUOTE
        return text if is_short else said.rstrip()

    def without(self, others: Sequence[Reading]) -> "SentenceRead":
        """Returns the sentence without what other readings take with more of the message."""
        spans = [other.span for other in others if not other.reason]
        readings = [
            replace(one, reason=one.reason or TOGETHER)
            if any(one.stands_in(*span) for span in spans)
            else one
            for one in self.readings
        ]
        return replace(self, readings=readings)

    def dropped(self, reason: str) -> "SentenceRead":
        """Returns the sentence with nothing taken from it."""
        dropped = [replace(one, reason=one.reason or reason) for one in self.readings]
        return replace(self, readings=dropped, clauses=(), stopped=(*self.stopped, reason))


@dataclass(frozen=True)
class Read:
    """A message, as read.

    Attributes:
        text: the message.
        language: its language; None if there are no rules for it.
        sentences: the sentences of the author's own prose.
        plays: whether a role is still being played at its end.
        corrects: whether it says that something was said wrongly: "oops, I meant".
    """

    text: str
    language: Language | None
    sentences: Sequence[SentenceRead] = ()
    plays: bool = False
    corrects: bool = False


class Reader:
    """Reads messages in the languages that have rules."""

    def __init__(self, languages: Languages) -> None:
        self._languages = languages
        self._readers: dict[str, _Reading] = {}
        self._loading = Lock()
        self._detector = Detector(languages.sketches)
        self._first = next(iter(languages.sketches))
        self._signs_of_speech = [
            frozenset[str]().union(*(one.list(name) for one in languages.sketches.values()))
            for name in ("own", "salutations", "sign_offs")
        ]
        """The entries that these lists have in any language."""

    def _of(self, code: str) -> "_Reading":
        """Returns what reads a language; the first call loads it, while others wait.

        A language is hundreds of thousands of objects, which stay for the life of the process.
        Walking through them doubles the time of loading it, and later takes longer than reading a
        message, so the garbage collector is kept out of them.
        """
        with self._loading:
            if code not in self._readers:
                was_on = gc.isenabled()
                gc.disable()
                try:
                    self._readers[code] = _Reading(self._languages[code], self._prose_of)
                finally:
                    gc.freeze()
                    if was_on:
                        gc.enable()
            return self._readers[code]

    def _prose_of(self, text: str) -> str:
        """Returns the author's own prose; rules cannot tell an attack from a story about one."""
        if reads_like_injection(text):
            return "\n" * len(text)
        return own_prose(text, *self._signs_of_speech)

    def language_of(self, prose: str, others: Sequence[str] = ()) -> str | None:
        """Returns the language of a message's prose; None if there are no rules for it.

        Args:
            prose: the message's prose.
            others: the user's other messages, for the language of one that does not show its own.
        """
        code = self._detector.language_of(prose)
        if code != NOT_KNOWN:
            return code
        codes = [each for text in others if (each := self._detector.language_of(text))]
        likely = self._detector.likely(prose) or self._first
        return max(codes, key=codes.count, default=likely)

    def undecided(self, text: str) -> Mapping[str, int] | None:
        """Returns how many frequent words of each language a message has that shows none.

        Returns:
            the numbers by the names of the languages, or by the codes of those that have no rules;
            None if the message shows its language.
        """
        prose = self._prose_of(text)
        shown = self._detector.language_of(prose) != NOT_KNOWN
        if shown:
            return None
        names = {code: one.about.name for code, one in self._languages.sketches.items()}
        scores = {names[code]: count for code, count in self._detector.scores(prose).items()}
        return scores | self._detector.others(prose)

    def plays_after(self, text: str, *, plays: bool, others: Sequence[str]) -> bool:
        """Returns whether a role is still being played behind a message; see `read`."""
        prose = self._prose_of(text)
        code = self.language_of(prose, others)
        return plays if code is None else self._of(code).plays_after(text, plays)

    def read(
        self,
        text: str,
        *,
        plays: bool = False,
        others: Sequence[str] = (),
        before: str | None = None,
    ) -> Read:
        """Reads a message.

        Args:
            text: the message.
            plays: whether a role is being played since an earlier message.
            others: the user's other messages, for the language of one that does not show its own.
            before: the message before; None if there is none.
        """
        code = self.language_of(self._prose_of(text), others)
        if code is None:
            return Read(text, None, plays=plays)
        return self.read_in(code, text, plays=plays, before=before)

    def read_in(
        self, code: str, text: str, *, plays: bool = False, before: str | None = None
    ) -> Read:
        """Reads a message whose language is known."""
        return self._of(code).message(text, before, plays=plays)


@cache
def reader() -> Reader:
    """Returns the reader of this package's languages, which the whole process shares.

    What it has made of a language's rules stays for good, so there must not be a second one.
    """
    return Reader(languages())


@dataclass(frozen=True)
class _Meant:
    """A sentence that has not been read yet, and how it is meant."""

    place: Sentence
    line: Line
    starts: Sequence[Start]
    marks: Marks


class _Reading:
    """Reads in one language.

    Args:
        language: the language.
        prose_of: returns the author's own prose of a message, with all else blanked.
    """

    def __init__(self, language: Language, prose_of: Callable[[str], str]) -> None:
        self._language = language
        self._prose_of = prose_of
        self._starts = Starts(language)
        self._attribution = Attribution(language)
        self._cutting = Cutting(language)
        self._times = Times(language)

    def plays_after(self, text: str, plays: bool) -> bool:
        for one in self._meant(text):
            plays = one.marks.still_plays(plays)
        return plays

    def message(self, text: str, before: str | None, *, plays: bool) -> Read:
        every = list(self._meant(text))
        asks = any(one.marks.asks_from is not None for one in every)
        corrects = any("corrects" in one.marks.found for one in every)
        takes_back = [one.marks.takes_back for one in every]
        given = False
        reads: list[SentenceRead] = []
        told: SentenceRead | None = None
        for place, one in enumerate(every):
            shown = one.marks.found
            plays = one.marks.still_plays(plays)
            if "unsays" in shown and reads:
                reads[-1] = reads[-1].dropped("unsaid")
            if "above" in shown:
                reads = [read.dropped("given text") for read in reads]
            how = {"plays": plays, "given": given, "asks": asks, "corrects": corrects}
            # "That's not true. I told you I'm a nurse." is about somebody else's words.
            how["taken_back"] = any(takes_back[place:])
            read = self._sentence(one, **how)
            last = read if self._tells(one) else told
            goes_on = self._goes_on(one.line)
            if goes_on and told is None and before:
                told, before = self._told_before(before, text, **how), None
            if goes_on and told:
                whole = self._joined(told, one)
                both = self._sentence(whole, **how)
                if on := self._further(both, told, text):
                    self._leave_out(reads, on, both.start)
                    read = replace(read.dropped(TOGETHER), start=both.start)
                    read = replace(read, readings=[*on, *read.readings])
                    last = both if self._tells(whole) else last
            reads.append(read)
            one.line.forget()
            told = last
            if "material" in shown:
                given = one is not every[-1] or one.marks.colon is not None
        return Read(text, self._language, reads, plays, corrects=corrects)

    def _goes_on(self, line: Line) -> bool:
        """Whether a sentence may tell more of what one before it told of: "She's 5"."""
        return bool(self._language.shape.entries("goes_on").ends(line, 0))

    def _tells(self, one: _Meant) -> bool:
        """Whether another sentence may go on from this one, which does not only ask."""
        asks_from, tokens = one.marks.asks_from, one.line.tokens
        tells = not one.place.asked if asks_from is None else _up_to_words(tokens[:asks_from])
        return bool(tells) and len(tokens) <= _MOST_BEFORE

    def _told_before(self, before: str, text: str, **how: bool) -> SentenceRead | None:
        """Returns the last sentence of the message before that tells something; None without any.

        Its words stand behind the message, so that no place in the message changes.
        """
        telling = [one for one in self._meant(before, f"{text}\n") if self._tells(one)]
        return self._sentence(telling[-1], **how) if telling else None

    def _joined(self, told: SentenceRead, one: _Meant) -> _Meant:
        """Returns two sentences as one, with a comma between them.

        What the first one asks is left out: "We have a goat, any tips? Her name is Ana."
        """
        said = _up_to_words(told.line.tokens[: told.asks_from])
        comma = "," if self._language.about.spaced else "、"
        mark = Token(comma, said[-1].end, said[-1].end)
        place = replace(one.place, start=min(told.start, one.place.start))
        return self._as_meant(told.line.text, place, [*said, mark, *one.line.tokens])

    def _further(self, both: SentenceRead, told: SentenceRead, text: str) -> Sequence[Reading]:
        """Returns what the rules read in two sentences together, and not in the first one alone.

        Args:
            both: the two sentences.
            told: the first one.
            text: the message. What stands only in the one before cannot be quoted from this one.

        Returns:
            what is taken, and what something stops; nothing if nothing is taken.
        """
        known = [(one.rule.entry.id, one.values) for one in told.readings]
        readings = [
            replace(one, goes_on=True)
            for one in both.readings
            if (one.rule.entry.id, one.values) not in known and one.stands_in(0, len(text))
        ]
        return readings if any(not one.reason for one in readings) else ()

    def _leave_out(self, reads: list[SentenceRead], others: Sequence[Reading], start: int) -> None:
        """Leaves out of the sentences from a place on what other readings take with more words."""
        for at in reversed(range(len(reads))):
            if reads[at].end <= start:
                return
            reads[at] = reads[at].without(others)

    def _meant(self, text: str, behind: str = "") -> Iterator[_Meant]:
        """Yields the sentences of a text; their places are those that they have behind another."""
        prose = " " * len(behind) + self._prose_of(text)
        for one in sentences(prose, self._language.list("abbreviations")):
            tokens = self._language.spelling.tokens(prose, one.start, one.end)
            if any(token.is_word for token in tokens):
                yield self._as_meant(behind + text, one, tokens)

    def _as_meant(self, text: str, one: Sentence, tokens: Sequence[Token]) -> _Meant:
        line = Line(text, tokens, self._language.about.spaced)
        starts = self._starts.of(line)
        return _Meant(one, line, starts, self._attribution.marks(line, starts, asked=one.asked))

    def _sentence(
        self,
        one: _Meant,
        *,
        plays: bool,
        given: bool,
        asks: bool,
        corrects: bool,
        taken_back: bool,
    ) -> SentenceRead:
        """Reads a sentence.

        Args:
            one: the sentence.
            plays: whether a role is being played.
            given: whether the author only gives a text here.
            asks: whether the message asks something.
            corrects: whether it says that something was said wrongly.
            taken_back: whether it takes back, from here on, what it says again.
        """
        stops = list(one.marks.reasons(plays=plays, given=given))
        recalled = one.marks.recalled if taken_back else range(0)
        supposing, asks_from = self._language.list("supposing"), one.marks.asks_from

        def stopped(start: Start) -> str:
            """Returns why nothing may be taken from a clause by any rule; "" if it may be."""
            reason = next((why for why, tokens in stops if start.at in tokens), "")
            return reason or (f"supposes: {start.by}" if start.by in supposing else "")

        readings = []
        every = self._cutting.readings(one.line, one.starts, asks_from, corrects=corrects)
        for start, reading in every:
            opening = self._opening(one, start)
            reason = stopped(start)
            if start.at in recalled and any(each.does == "assert" for each in reading.rule.takes):
                reason = reason or TAKEN_BACK
            reason = reason or self._reason(start, reading, one.marks, opening, asks=asks)
            taken = range(reading.from_, reading.until)
            doubted = self._doubts(opening) or self._doubts(reading.line, taken)
            readings.append(replace(reading, reason=reason, doubted=doubted))
        in_earnest = [
            one.line.part(start.whole[0], following.link if following else len(one.line.words))
            for start, following in zip_longest(one.starts, one.starts[1:])
            if not stopped(start)
            and start.at not in recalled
            and not (asks_from is not None and start.at >= asks_from)
            and (following is None or following.link > start.at)
        ]
        start_, end, ids = one.place.start, one.place.end, one.marks.ids
        why = tuple(reason for reason, _ in stops)
        ends = any(all(take.does != "assert" for take in each.rule.takes) for each in readings)
        is_plain = not (why or recalled or ends or asks_from is not None)
        denials = dict(self._denials(one.line)) if is_plain else {}
        denied = list(self._denied(one.line, denials))
        if denied and not one.line.spaced:
            places = [one.line.tokens[at.start].start for at in denials]
            readings = [
                replace(each, reason=DENIED) if _is_denied(each, places, denied) else each
                for each in readings
            ]
        return SentenceRead(
            start_, end, one.line, ids, readings, asks_from, in_earnest, why, recalled, denied
        )

    def _denied(
        self, line: Line, denials: Mapping[range, Sequence[Sequence[str]]]
    ) -> Iterator[Reading]:
        """Yields what rules read in what a sentence denies, as if it said so."""
        for way in range(max(map(len, denials.values()), default=0)):
            said = {at: ways[min(way, len(ways) - 1)] for at, ways in denials.items()}
            positive = line.saying(said)
            starts = self._starts.of(positive)
            for _, reading in self._cutting.readings(positive, starts, None, corrects=False):
                start, end = reading.line.tokens[0].start, reading.line.tokens[-1].end
                places = [(line.tokens[at.start], line.tokens[at.stop - 1]) for at in denials]
                # What is left out may have stood before the clause, or behind it.
                if any(one.start <= end + 1 and other.end >= start - 1 for one, other in places):
                    yield reading

    def _denials(self, line: Line) -> Iterator[tuple[range, Sequence[Sequence[str]]]]:
        """Yields where a sentence denies something, with what it would say otherwise."""
        lifting, found = self._language.shape.entries("lifts_denials"), set[int]()
        for denial, ways in self._language.denials.items():
            for at in range(len(line.words) - len(denial) + 1):
                place = range(at, at + len(denial))
                is_there = line.words[at : place.stop] == denial and found.isdisjoint(place)
                if not is_there or lifting.ends(line, place.stop):
                    continue
                found.update(place)
                if list(ways) != [denial]:
                    yield place, ways

    def _opening(self, one: _Meant, start: Start) -> Line:
        """Returns what stands before a clause: "This week I" bake; "Just this once," no lists."""
        first, own = one.starts[0], self._language.list("subjects")
        is_adverbial = (
            start.by in MARKS
            and not any(first.at < other.at < start.at for other in one.starts)
            and start.link - first.at <= _LONGEST_ADVERBIAL * (1 if one.line.spaced else 4)
            and own.isdisjoint(one.line.words[first.at : start.link])
        )
        return one.line.part(first.link if is_adverbial else start.link, start.at)

    def _reason(
        self, start: Start, reading: Reading, marks: Marks, opening: Line, *, asks: bool
    ) -> str:
        """Returns why a rule may not take anything from a clause; "" if it may."""
        rule = reading.rule.entry
        asked = marks.asks_from is not None and start.at >= marks.asks_from
        # A question mark alone shows no request: "Never use the stairs in a fire, right?"
        if asked and not (rule.asked and "asks" in marks.found):
            return ASKS
        if rule.stated and asks:
            return INTRODUCES
        passes = rule.passing == "stops" and any(map(self._times.passes, (opening, reading.line)))
        return "passes" if passes else ""

    def _doubts(self, line: Line, taken: range = range(0)) -> bool:
        """Whether a doubt stands in a line, outside of what is taken: "I think"."""
        others = (at for at in range(len(line.words)) if at not in taken)
        return self._language.where("doubts", line, others) is not None


def _up_to_words(tokens: Sequence[Token]) -> Sequence[Token]:
    """Returns tokens up to the last word."""
    behind = next((at for at in range(len(tokens), 0, -1) if tokens[at - 1].is_word), 0)
    return tokens[:behind]


def _is_denied(reading: Reading, places: Sequence[int], denied: Sequence[Reading]) -> bool:
    """Whether a rule reads what stands before a denial, with a verb between at most.

    Args:
        reading: what it reads.
        places: where the denials begin.
        denied: what rules would read without them.
    """
    end = reading.line.tokens[reading.until - 1].end
    return any(abs(at - end) <= _ENDING for at in places) and any(
        reading.values == one.values and (one.values or reading.rule is one.rule) for one in denied
    )
