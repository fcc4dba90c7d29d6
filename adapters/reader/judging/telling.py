"""Takes what a message tells of its author, apart from what the rules have read."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from math import sqrt
from statistics import mean

from adapters.reader import mending
from adapters.reader.candidates import OTHER, Categories
from adapters.reader.captures import EMAIL, Trimming
from adapters.reader.judging.network import APART, ENDS, RELATION, STEP
from adapters.reader.judging.tagging import Told
from adapters.reader.known import Known, is_single, of_candidate, text_of
from adapters.reader.languages import Language
from adapters.reader.lines import Line
from adapters.reader.reader import ASKS, INTRODUCES, Read, SentenceRead
from adapters.reader.takes import NAMES
from adapters.reader.times import Times
from adapters.reader.wording import Wording, step_of, told_of
from shared.base.text import stems
from shared.documents.profile import PreferenceType
from shared.learning.candidates import (
    AboutCandidate,
    Candidate,
    PreferenceCandidate,
    WorkflowCandidate,
)

SURE, SURER, VERY_SURE, IMPERSONAL, SUREST, ASKED = 0.55, 0.6, 0.8, 0.85, 0.95, 0.97
"""The least probability of what is taken: usually; in a message that asks something, of habits, and
of tastes beside words that may deny them; of what may pass, of what may be limited to one thing ("I
prefer the first version"), of tastes where rules read a denial ("I'm not afraid of spiders"), and
of the end of what was not known; of habits in a sentence that does not speak of its author ("Novels
carry a piece of their time"); from a question itself; and of a taste there ("Any good board
games?").
"""
SURE_OF_ANOTHER = 0.65
"""For a fact less sure than SUREST that would replace a known one: the least product of how sure it
is and the probability that the known one changes."""
LEAST_STEPS, SURE_OF_STEPS = 3, 0.92
"""How many steps make a procedure, and the least mean of their probabilities."""
_CONFIDENCE = 0.9
"""Of what users say themselves (F-13)."""
_INSTRUCTION = "instruction"
_LEAST_INSTRUCTION = 2
"""The fewest words that can say what to do: "always" or "use" alone cannot."""
_AIMS = frozenset({"goal", "learning_interest", "challenge"})
_PLANNED = frozenset({*_AIMS, "custom.education"})
"""What may only be considered where it introduces a question."""
_MAY_PASS = frozenset({*_AIMS, "trait", _INSTRUCTION})
"""What may be for the moment only: "I want to sort the list", "I'm pleased", "list the classes"."""
_DIGITS_OF_A_YEAR = 4
_STILL_TELLS = frozenset({"", ASKS, INTRODUCES})
"""Reasons for which rules take nothing, though the words may tell something."""
_HOME, _PLACE = "custom.home", "custom.location"
_AGE, _BIRTHDAY = "custom.age", "custom.birthday"
_MAY_BE_A_NUMBER = frozenset(
    {_AGE, _BIRTHDAY, "custom.birthYear", "custom.children", "custom.siblings"}
)
"""Facts that a number alone may tell."""
_OLDEST = 120
"""Years."""
_TASTES = frozenset({"like", "dislike"})
"""What a word such as "not" or "never" may deny, and "the" may limit to one thing."""
_TYPES = frozenset(map(str, PreferenceType))
_MAY_GO_ON = frozenset({_INSTRUCTION, "work.role", "custom.education", "custom.studies"})
"""Facts that may be completed: "sonographer at" a clinic. Where a flat is, is another fact."""


class Telling:
    """Takes what messages of one language tell."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._trimming = Trimming(language)
        self._wording = Wording(language)
        self._categories = Categories(language)
        self._times = Times(language)

    def of(
        self,
        read: Read,
        told: Sequence[Sequence[Told]],
        known: Sequence[Known],
        said: Sequence[Candidate],
        at: datetime,
        share_of_change: Callable[[Known], float],
    ) -> Iterator[tuple[Candidate, SentenceRead]]:
        """Yields what a message tells that was not taken yet.

        Args:
            read: the message.
            told: what each of its sentences tells.
            known: what the profile has, of which judging says whether it is over.
            said: what was taken from it.
            at: when it was sent.
            share_of_change: how probable it is that the message changes an item, from 0 to 1.
        """
        if not any(isinstance(one, WorkflowCandidate) for one in said):
            yield from self._procedure(read, told)
        # Whoever says what is over states what came instead, even if a question follows.
        ends = any(one.does != "assert" for one in said)
        asks = not ends and any(one.asks for one in read.sentences)
        every_text = {f"{text_of(one)} {one.target_text}".strip(): one for one in said}
        texts = [*filter(None, every_text)]
        # Whoever no longer dislikes olives may have come to love them.
        disliked = [text for text in texts if _is_dislike_over(every_text[text])]
        unliked = {stem for text in disliked for stem in stems(text)}
        taken = {stem for text in texts if text not in disliked for stem in stems(text)}
        over = {one.target or one.target_text for one in said if one.does != "assert"} - {""}
        ended = {(what, stem) for what, text in _ended(read) for stem in stems(text)}
        for sentence, every in zip(read.sentences, told, strict=True):
            if not every:
                continue
            # Rules that read one of a kind read all of them: "a dog, and my parents two cats".
            quote = sentence.quote(read.text)
            new = (one for one in said if one.does in ("assert", "replace"))
            done = {of_candidate(one).what for one in new if one.quote in (quote, "")}
            whole = self._in_full([*self._joined(every, sentence.line)], sentence.line)
            parts = [*self._with_places(whole, sentence.line)]
            sure = [
                one
                for one in parts
                if one.what != STEP
                and sure_of(one) >= self._least(one, sentence, asks=asks)
                and not (asks and one.what in _PLANNED and self._only_introduces(one, sentence))
                and one.what not in done
                and self._is_meant(one, sentence)
            ]
            since = self._times.since(sentence.line, at) if sure else None
            for one in sure:
                text = self._text(one, sentence.line, parts)
                others = taken if one.what == PreferenceType.LIKE else taken | unliked
                if one.what == RELATION or not text or not others.isdisjoint(stems(text)):
                    continue
                if not ended.isdisjoint((one.what, stem) for stem in stems(text)):
                    continue
                if not sentence.line.spaced and any(
                    text in other or (one.what == "person" and text.startswith(other))
                    for other in texts
                    if one.what != PreferenceType.LIKE or other not in disliked
                ):
                    continue  # Where no spaces part words, stems are whole phrases: "鈴木さん".
                is_over = one.is_over or one.start in sentence.recalled
                candidate = _over(text, one)
                if not is_over:
                    told_new = self._candidate(text, one, sentence, sure)
                    candidate = told_new.model_copy(update={"valid_from": since})
                    if mending.adds(sentence.line, self._language):
                        candidate = mending.added(candidate, known)
                    there = [item for item in known if not {item.id, item.text} & over]
                    old = _in_the_place_of(candidate, there) if candidate.does == "assert" else None
                    if old and sure_of(one) < SUREST:
                        likely = sure_of(one) * share_of_change(old)
                        if likely < SURE_OF_ANOTHER:
                            continue  # "I slept past my stop and woke up in Paisley"
                texts.append(text)
                taken |= {*stems(text)}
                if not is_over or not any(_names(text, item) for item in known):
                    yield candidate, sentence

    def _procedure(
        self, read: Read, told: Sequence[Sequence[Told]]
    ) -> Iterator[tuple[Candidate, SentenceRead]]:
        """Yields what a message says that its author always does in order."""
        found = [
            (sentence, one)
            for sentence, every in zip(read.sentences, told, strict=True)
            for one in every
            if one.what == STEP
        ]
        if len(found) < LEAST_STEPS or mean(one.sure for _, one in found) < SURE_OF_STEPS:
            return
        texts = (
            self._wording.plain(sentence.line, range(one.start, one.end)) for sentence, one in found
        )
        said = (step_of(text, self._language) for text in texts)
        steps = [step for step in dict.fromkeys(said) if step]
        if len(steps) >= LEAST_STEPS:
            description = told_of(steps, self._language)
            yield WorkflowCandidate(description=description, steps=steps), found[0][0]

    def _least(self, told: Told, sentence: SentenceRead, *, asks: bool) -> float:
        """Returns how sure it has to be that a message tells something."""
        of, line = self._language.list, sentence.line
        is_asked = self._is_asked(told, sentence)
        ahead = line.words[max(told.start - 1, 0) : told.start + 1]
        # "Could the heater disturb my axolotls?" asks, and tells that there are some.
        is_told = told.what.startswith("custom.") and not of("own").isdisjoint(ahead)
        if is_asked and not is_told:
            return ASKED if told.what in _TASTES else SUREST
        is_habit = told.what == PreferenceType.PREFERENCE
        is_impersonal = is_habit and of("own").isdisjoint(line.vocabulary)
        is_taste = told.what in _TASTES
        follows_the = line.words[max(told.start - 1, 0)] in of("definite")
        is_of_one = (is_taste or is_habit) and follows_the
        if is_impersonal:
            return IMPERSONAL
        is_denied = is_taste and bool(sentence.denied)
        if told.is_over or told.what in _MAY_PASS or is_of_one or is_denied:
            return VERY_SURE
        may_be_denied = is_taste and not of("unreal").isdisjoint(line.vocabulary)
        return SURER if asks or is_habit or may_be_denied else SURE

    def _is_asked(self, told: Told, sentence: SentenceRead) -> bool:
        """Whether it is part of what a sentence asks."""
        line, asks_from = sentence.line, sentence.asks_from
        if asks_from is None:
            return False
        if told.start >= asks_from:
            return True
        if line.spaced or told.is_over or told.what == _INSTRUCTION:
            return False
        # A question that shows at its end goes back to the clause before: "where … is, tell me?"
        behind = range(told.end, len(line.words))
        return self._language.where("links", line, behind) is None

    def _only_introduces(self, told: Told, sentence: SentenceRead) -> bool:
        """Whether a plan in a message that asks is no more than the reason for asking.

        It is more if it has been begun, or has a date: "I'm teaching myself the lute", "I'm trying
        to save 9,000 by May".
        """
        if self._is_asked(told, sentence):
            return True
        line, is_goal = sentence.line, told.what == "goal"
        if is_goal and self._has_date(line):
            return False
        if self._language.where("considering", line, range(len(line.words))) is not None:
            return True
        return is_goal and sure_of(told) < SUREST

    def _has_date(self, line: Line) -> bool:
        """Whether a line names a month or a year. In "I may", there is none."""
        of = self._language.list
        return any(
            (word in of("months") and before not in of("subjects"))
            or (word.isdecimal() and len(word) == _DIGITS_OF_A_YEAR)
            for before, word in zip(("", *line.words), line.words, strict=False)
        )

    def _in_full(self, every: Sequence[Told], line: Line) -> Sequence[Told]:
        """Returns what a sentence tells. What it instructs on a condition is one.

        The condition is part of it, unless it stands alone: "When I ask for a recipe, scale it
        down and use grams".
        """
        orders = [one for one in every if one.what == _INSTRUCTION]
        if not orders or not self._says_when(line):
            return every
        kept = range(orders[0].start, orders[-1].end)
        start = kept.start if self._trimming.stands_alone(line, kept) else 0
        whole = max(orders, key=sure_of)._replace(start=start, end=kept.stop)
        return [*(one for one in every if one not in orders), whole]

    def _joined(self, every: Iterable[Told], line: Line) -> Iterator[Told]:
        """Yields what a sentence tells. "Lads are" and "4 and 7" behind it are one thing."""
        last: Told | None = None
        for one in every:
            if last is not None and self._begins(last, one, line):
                last = max(last, one, key=sure_of)._replace(start=last.start, end=one.end)
                continue
            if last is not None:
                yield last
            last = one
        if last is not None:
            yield last

    def _begins(self, one: Told, other: Told, line: Line) -> bool:
        """Whether one thing is the beginning of another. An article alone is left out."""
        adjoin = (one.what, one.end) == (other.what, other.start) and one.what != "person"
        return adjoin and one.end - one.start > 1 and self._trimming.breaks_off(line, one.end)

    def _with_places(self, every: Iterable[Told], line: Line) -> Iterator[Told]:
        """Yields what a sentence tells. "A flat in Croydon" is a home, and where its author is.

        Apart from each other, they change apart: whoever moves to Leeds is not in Croydon.
        """
        for one in every:
            inside = range(one.start + 1, one.end - 1) if one.what == _HOME else ()
            at = next((at for at in inside if self._is_place(line, at)), None)
            yield one if at is None else one._replace(end=at)
            if at is not None:
                yield one._replace(what=_PLACE, start=at + 1)

    def _is_place(self, line: Line, at: int) -> bool:
        """Whether a name follows a word such as "in"."""
        of, behind = self._language.list, line.tokens[at + 1]
        if line.words[at] not in of("ahead_of_places"):
            return False
        if any(token.capital for token in line.tokens):
            return behind.capital
        return behind.norm not in of("not_a_name") | of("determiners")

    def _says_when(self, line: Line) -> bool:
        of = self._language.list
        return line.words[0] in of("subordinating") | of("adverbials")

    def _is_meant(self, told: Told, sentence: SentenceRead) -> bool:
        """Whether no rule refuses the words, and a stranger would know what they mean."""
        line, first = sentence.line, told.start
        if not any(token.is_word for token in line.tokens[first : told.end]):
            return False
        start, end = line.tokens[first].start, line.tokens[told.end - 1].end
        addresses = (one.span() for one in EMAIL.finditer(line.text))
        if any(at <= start and end <= until for at, until in addresses):
            return False  # Rules read whose address it is.
        # What only introduces a question may tell something: "I'm 17, which schools are there?"
        refused = (
            one
            for one in sentence.readings
            if one.reason not in _STILL_TELLS
            or any(take.does == "ignore" for take in one.rule.takes)
        )
        if any(one.stands_in(start, end) for one in refused):
            return False
        of = self._language.list
        may_be = told.what in _AIMS or told.what == "preference"
        modal = next((at for at in range(first) if line.words[at] in of("modals")), None)
        if may_be and modal is not None:
            # "I'd like to learn Portuguese" is meant, "that would mean learning it" is not.
            is_own = modal > 0 and line.words[modal - 1] in of("subjects")
            if not is_own or sure_of(told) < VERY_SURE:
                return False
        words = line.words[first : told.end]
        said = [one.norm for one in line.tokens[first : told.end] if one.is_word]
        is_number = all(map(str.isdecimal, said))
        if is_number and (told.what not in _MAY_BE_A_NUMBER or line.words[0] == "*"):
            return False  # "vegan since I was 12", "*21 lol"
        if told.what == _AGE and any(one.isdecimal() and not _is_age(one) for one in words):
            return False  # "I'm at 165 now"
        every = range(len(line.words))
        if told.what == _BIRTHDAY and self._language.where("births", line, every) is None:
            return False  # "I start on 1 September"
        if of("powers").issuperset(words):
            return False  # "I'm an admin"
        if told.what == _INSTRUCTION and line.spaced and len(words) < _LEAST_INSTRUCTION:
            return False
        if sure_of(told) >= SUREST:
            return True
        if told.what == _INSTRUCTION and not first and self._says_when(line):
            return True  # What it refers to comes before it.
        if told.what in _TYPES and words[0] in of("ahead_of_things"):
            return False  # "on the first request"
        return self._trimming.stands_alone(line, range(first, told.end))

    def _text(self, told: Told, line: Line, every: Iterable[Told]) -> str:
        """Returns the words of what is told, completed or cut so that they do not break off."""
        until = told.end
        if told.what in _TYPES or told.what in _MAY_GO_ON:
            others = (one.start for one in every if one.what != told.what)
            until = min((at for at in others if at >= told.end), default=len(line.tokens))
        kept = self._trimming.whole(line, range(told.start, told.end), until)
        return self._wording.plain(line, kept)

    def _person(self, name: str, told: Told, line: Line, every: Sequence[Told]) -> Candidate:
        ties = [one for one in every if one.what == RELATION]
        nearest = min(ties, key=lambda tie: abs(tie.start - told.start), default=None)
        value = {"name": name}
        if nearest:
            relation = line.normalized(range(nearest.start, nearest.end))
            value["relation"] = relation.removesuffix("'s")
        return AboutCandidate(path="contacts", value=value, confidence=_CONFIDENCE)

    def _candidate(
        self, text: str, told: Told, sentence: SentenceRead, every: Sequence[Told]
    ) -> Candidate:
        line, what = sentence.line, told.what
        if what == "person":
            return self._person(text, told, line, every)
        if what == "preference" and self._has_subject(line, told.start):
            text = self._wording.formed(text, "s")
        if what == _INSTRUCTION:
            what = str(PreferenceType.PREFERENCE)
        if what not in _TYPES:
            value = int(text) if what == _AGE and _is_age(text) else text
            return AboutCandidate(path=what, value=value, confidence=_CONFIDENCE)
        whole = line.original(range(len(line.tokens)))
        return PreferenceCandidate(
            type=PreferenceType(what),
            category=self._categories.of(text, what, whole),
            description=text,
            confidence=_CONFIDENCE,
            context="" if sentence.asks_from is not None else self._context(told, sentence),
        )

    def _context(self, told: Told, sentence: SentenceRead) -> str:
        """Returns the clause that tells something as a sentence about the user."""
        needed = {*sentence.line.tokens[told.start : told.end]}
        parts = (one for one in sentence.clauses if needed.issubset(one.tokens))
        return self._wording.told(next(parts, sentence.line))

    def _has_subject(self, line: Line, at: int) -> bool:
        """Whether a verb stands behind its subject, apart from adverbs: "I never bake"."""
        ahead = self._language.list("adverb") | self._language.list("ahead_of_verbs")
        while at and line.words[at - 1] in ahead:
            at -= 1
        return at > 0 and line.words[at - 1] in self._language.list("subjects")


def _is_age(text: str) -> bool:
    return text.isdecimal() and len(text) <= len(str(_OLDEST)) and int(text) <= _OLDEST


def sure_of(told: Told) -> float:
    """Returns how sure it is what a message tells, from 0 to 1.

    A fact has a place of its own in the profile, so it has to be sure of its kind, too: this is the
    geometric mean of the probabilities that anything is told, and that it is this fact. Tastes,
    habits, and tools are often the same thing in other words.
    """
    is_fact = told.what not in {*_TYPES, *APART, _INSTRUCTION, "person"}
    return told.sure * (sqrt(told.share) if is_fact else 1.0)


def _ended(read: Read) -> Iterator[tuple[str, str]]:
    """Yields what the rules read as over, known or not: its type or path, and its words."""
    for sentence in read.sentences:
        for one in sentence.fired:
            for take in one.rule.takes:
                if take.does in ("end", "retract"):
                    names = (name for name, _ in NAMES.findall(take.text))
                    yield from ((take.what, one.values.get(name, "")) for name in names)


def _is_dislike_over(one: Candidate) -> bool:
    is_dislike = isinstance(one, PreferenceCandidate) and one.type == PreferenceType.DISLIKE
    return is_dislike and one.does in ("end", "retract")


def _in_the_place_of(new: Candidate, known: Iterable[Known]) -> Known | None:
    """Returns the item whose place a fact would take, if the profile has room for only one."""
    said = of_candidate(new)
    there = (one for one in known if one.what == said.what) if is_single(said) else ()
    return next((one for one in there if {*stems(one.text)} != {*stems(said.text)}), None)


def _names(text: str, item: Known) -> bool:
    return text in item.text or not {*stems(text)}.isdisjoint(stems(item.text))


def _over(text: str, told: Told) -> Candidate:
    """Returns what says that something is over that the profile does not have, or no longer."""
    return PreferenceCandidate(
        type=PreferenceType.PREFERENCE,
        category=OTHER,
        description=text,
        confidence=_CONFIDENCE,
        does="end" if told.what == ENDS else "retract",
        target_text=text,
    )
