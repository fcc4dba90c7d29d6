"""Makes candidates of what the rules read."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, cast

from adapters.reader import mending
from adapters.reader.known import Known, about, called, newest, plain, said_in, told_apart
from adapters.reader.languages import Language
from adapters.reader.lines import without_accents
from adapters.reader.reader import SentenceRead
from adapters.reader.rulebook import Reading
from adapters.reader.takes import Take, level_of
from adapters.reader.times import Times
from adapters.reader.wording import Wording, stated_steps, told_of
from shared.base.stemming import stem
from shared.base.text import fold
from shared.documents.lifetime import Does
from shared.documents.profile import PreferenceType
from shared.learning.analyzer import PromptText
from shared.learning.candidates import (
    AboutCandidate,
    Candidate,
    PreferenceCandidate,
    SkillCandidate,
    WorkflowCandidate,
)

OTHER = "Other"
_BY_TYPE = {"goal": "Goals", "challenge": "Challenges", "tool": "Tools",
            "learning_interest": "Learning"}  # fmt: skip
_LESS_SURE = 0.12
"""What a doubt ("I think") takes from the confidence."""
_LEAST = 0.65
_PERSON = ("name", "relation", "email")
_BETWEEN_PARTS = re.compile(r" ?\| ")
_WORD = re.compile(r"[\w+#-]+")
_NUMBER = re.compile(r"\d{1,3}")
_AND_MORE = "..."
"""What stands in a take for the rest of what is replaced."""


class Categories:
    """How what was read is filed: by its words, else by its type."""

    def __init__(self, language: Language) -> None:
        self._about = language.about
        self._stems: dict[str, str] = {}
        for category, words in language.categories.items():
            for word in words:
                self._stems.setdefault(self._stem(word.lower()), category)

    def of(self, description: str, kind: str, said: str = "") -> str:
        """Returns the category of a preference.

        Args:
            description: its words decide, each with one vote.
            kind: its type, which decides where no word does.
            said: the whole clause, which is asked where neither knows anything.
        """
        return self._voted(description) or _BY_TYPE.get(kind) or self._voted(said) or OTHER

    def _stem(self, word: str) -> str:
        folded = without_accents(word) if self._about.fold_accents else word
        return stem(folded, self._about.stemmer) if self._about.stemmer else folded

    def _voted(self, text: str) -> str | None:
        said = text.lower()
        if self._about.spaced:
            words = [self._stem(word) for word in _WORD.findall(said)]
        else:
            words = [word for word in self._stems if word in said]
        votes = Counter(self._stems[word] for word in words if word in self._stems)
        return max(votes, key=votes.__getitem__, default=None)


class Making:
    """Makes candidates in one language."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._categories = Categories(language)
        self._times = Times(language)
        self._wording = Wording(language)
        self._about = partial(about, small=language.list("small_signs"))

    def candidates(
        self,
        fired: Reading,
        sentence: SentenceRead,
        prompt: PromptText,
        known: Sequence[Known],
        before: str | None = None,
    ) -> Iterator[Candidate]:
        """Yields what one rule read.

        Args:
            fired: what it read.
            sentence: the sentence.
            prompt: the message.
            known: what its words may end or take back.
            before: the message before; None if it is not known.
        """
        for take in fired.rule.takes:
            for candidate in self._of(take, fired, known, before):
                yield self._said(candidate, fired, sentence, prompt)

    def taken_back(
        self, recalled: Reading, sentence: SentenceRead, prompt: PromptText, known: Sequence[Known]
    ) -> Iterator[tuple[Candidate, Candidate]]:
        """Yields what takes back what one rule read, each after what it read; see `candidates`."""
        for take in recalled.rule.takes:
            said = self._of(take, recalled, (), None) if take.does == "assert" else ()
            back = replace(take, does="retract")
            for item in said:
                for candidate in self._of(back, recalled, known, None):
                    yield item, self._said(candidate, recalled, sentence, prompt)

    def denied(
        self, denied: Reading, sentence: SentenceRead, prompt: PromptText, known: Sequence[Known]
    ) -> Iterator[Candidate]:
        """Yields the end of what is known and denied; nothing if more is said: "on Sundays"."""
        line, at = denied.line, denied.until
        closing = self._language.shape.entries("behind_denials")
        while line.spaced and at < line.tail:
            ends = closing.ends(line, at)
            if line.tokens[at].is_word and not ends:
                return
            at = max(ends, default=at + 1)
        for take in denied.rule.takes:
            if take.does == "assert":
                over = replace(take, does="end", known=True)
                for candidate in self._of(over, denied, known, None):
                    yield self._said(candidate, denied, sentence, prompt)

    def kept(self, fired: Reading, known: Sequence[Known]) -> Iterator[Known]:
        """Yields what stays, whatever else may be read in the words of a rule."""
        for take in fired.rule.takes:
            text = self._filled(take.text, fired)
            if take.does == "keep" and text:
                yield from self._meant(take, text, fired, known)

    def _of(
        self, take: Take, fired: Reading, known: Sequence[Known], before: str | None
    ) -> Iterator[Candidate]:
        if take.does in ("end", "retract") and take.kind == "last":
            last = newest(known)
            meant = last if before is None else said_in(before, last)
            for one in told_apart(meant, fired.line.words):
                yield mending.over(one, take.does)
            return
        text, old = self._filled(take.text, fired), self._filled(take.old, fired)
        person: dict[str, str] = {}
        if take.what == "contacts":
            parts = (self._filled(part, fired) for part in _BETWEEN_PARTS.split(take.text))
            person = {name: part for name, part in zip(_PERSON, parts, strict=False) if part}
            text = person.get("name") or person.get("relation", "")
        if not text or (take.old and not old) or take.does in ("keep", "ignore"):
            return
        made = self._made(take, text, person, fired)
        if take.does in ("end", "retract"):
            yield from self._over(take, text, made, fired, known)
        elif take.does == "replace" and take.kind in ("any", "last"):
            yield from self._corrected(text, old, fired, known, before)
        elif made is not None and take.does == "replace":
            yield from self._replaced(take, text, old, made, known)
        elif made is not None and (not person or "name" in person):
            yield self._told_more(made, fired, known)

    def _told_more(self, made: Candidate, fired: Reading, known: Sequence[Known]) -> Candidate:
        """Returns a candidate; "Rex (dog)" takes the place of "a dog" if it is that dog.

        It is if the sentence goes on from where that was said, or says "my dog".
        """
        if not isinstance(made, AboutCandidate) or not (kind := mending.kind_of(made)):
            return made
        own, words = self._language.list("own"), fired.line.words
        first = fold(kind).partition(" ")[0]
        at = next((at for at, word in enumerate(words) if word.partition("'")[0] == first), 0)
        if not (fired.goes_on or (at and words[at - 1] in own)):
            return made
        nameless = mending.nameless(kind, made.path, known, self._language)
        return mending.replaced(nameless, made) if nameless else made

    def _corrected(
        self, new: str, old: str, fired: Reading, known: Sequence[Known], before: str | None
    ) -> Iterator[Candidate]:
        numbers, articles = self._language.list("numbers"), self._language.list("determiners")
        months = frozenset(map(plain, self._language.list("months")))
        latest = newest(known)
        # Behind a question, a bare name may be the answer.
        last = () if "?" in (before or "") else said_in(before, latest) if before else latest
        for one in self._about(old, known) if old else latest:
            date = mending.date_in(one.text, new, months)
            alike = date or mending.much_like(new, one.text, numbers, articles)
            # In "13 hens, not 3", "3" stands for "3 hens".
            is_figure = old[:1].isdigit() and alike.startswith(old)
            wrong = alike if is_figure or not old else old
            if not wrong and list(last) == [one]:
                wrong = mending.named_like(new, one)
            said = _as_written(new, fired) if wrong[:1].isupper() else new
            mended = mending.with_words(one, wrong, said) if wrong else None
            if mended is not None:
                yield mending.over(one, "retract")
                yield mended.model_copy(update={"confidence": self._sure(fired)})

    def _replaced(
        self, take: Take, new: str, old: str, made: Candidate, known: Sequence[Known]
    ) -> Iterator[Candidate]:
        if old.endswith(_AND_MORE):
            begun = plain(old.removesuffix(_AND_MORE))
            like = [one for one in known if one.what == take.what]
            meant: Sequence[Known] = [one for one in like if plain(one.text).startswith(begun)]
        else:
            meant = self._about(old, known, take.what)
        if not meant and (meant := called(old, known)):
            made = mending.of_the_kind(meant[0], new, made)
        if meant:
            yield mending.replaced(meant[0], made)
        elif not take.known:
            yield made.model_copy(update={"does": "replace", "target_text": old})

    def _over(
        self, take: Take, text: str, made: Candidate | None, fired: Reading, known: Sequence[Known]
    ) -> Iterator[Candidate]:
        meant = self._meant(take, text, fired, known)
        if meant and take.does == "end" and self._is_narrowed(fired):
            return
        for one in meant:
            over = mending.over_in_part(one, text, cast(Does, take.does), self._language)
            sure = {"confidence": fired.rule.entry.sure} if over.does == "replace" else {}
            yield over.model_copy(update=sure)
        if meant or text == "*" or take.known or take.listed:
            return
        made = made or PreferenceCandidate(
            type=PreferenceType.PREFERENCE,
            category=OTHER,
            description=text,
            confidence=fired.rule.entry.sure,
        )
        yield made.model_copy(update={"does": take.does, "target_text": text})

    def _is_narrowed(self, fired: Reading) -> bool:
        """Whether only part is over: "I no longer run in winter"."""
        line, cues = fired.line, self._language.list("partial_cues")
        behind = range(fired.until, len(line.words))
        is_partial = not cues.isdisjoint(line.vocabulary)
        return is_partial and self._language.where("narrowing", line, behind) is not None

    def _meant(
        self, take: Take, text: str, fired: Reading, known: Sequence[Known]
    ) -> Sequence[Known]:
        if not take.listed:
            return self._about(text, known, take.what)
        made = [self._filled(one.text, fired) for one in fired.rule.takes if one.does == "assert"]
        new = {value.casefold() for value in (*fired.values.values(), *made)}
        entries = sorted(self._language.list(take.listed) - new)
        return [one for entry in entries for one in self._about(entry, known, take.what)]

    def _made(
        self, take: Take, text: str, person: Mapping[str, str], fired: Reading
    ) -> Candidate | None:
        rule, sure = fired.rule.entry, self._sure(fired)
        match take.kind:
            case "preference":
                said = fired.line.original(range(len(fired.line.tokens)))
                return PreferenceCandidate(
                    type=PreferenceType(take.what),
                    category=rule.category or self._categories.of(text, take.what, said),
                    description=text,
                    confidence=sure,
                    context=self._context(fired),
                    slot=rule.slot,
                )
            case "about":
                is_age = take.what == "custom.age" and _NUMBER.fullmatch(text)
                value: Any = person or (int(text) if is_age else text)
                return AboutCandidate(path=take.what, value=value, confidence=sure)
            case "skill" if level := level_of(text):
                domain = self._filled(take.what, fired).removeprefix("overall").lower()
                return SkillCandidate(domain=domain, level=level)
            case "workflow" if len(steps := stated_steps(text, self._language)) > 1:
                occasion = self._filled(take.what, fired)
                description = told_of(steps, self._language, occasion)
                return WorkflowCandidate(description=description, steps=steps)
            case _:
                return None

    def _filled(self, template: str, fired: Reading) -> str:
        return self._wording.filled(template, fired.values)

    def _sure(self, fired: Reading) -> float:
        sure = fired.rule.entry.sure
        return max(_LEAST, round(sure - _LESS_SURE, 2)) if fired.doubted else sure

    def _context(self, fired: Reading) -> str:
        if template := fired.rule.entry.context:
            return self._filled(template, fired)
        kept = [one for one in fired.rule.takes if (one.does, one.kind) == ("assert", "preference")]
        if sum(bool(self._filled(one.text, fired)) for one in kept) > 1:
            return ""  # What ends later would still stand in the sentence about both.
        return self._wording.told(fired.line)

    def _said(
        self, candidate: Candidate, fired: Reading, sentence: SentenceRead, prompt: PromptText
    ) -> Candidate:
        """Adds the quote, the message and the times."""
        rule = fired.rule.entry
        until = self._times.until(sentence.line, prompt.at) if rule.passing == "ends" else None
        since = self._times.since(fired.line, prompt.at)
        quote = sentence.quote(prompt.content, fired)
        update: dict[str, Any] = {"quote": quote, "prompt_id": prompt.id}
        if candidate.does in ("assert", "replace"):
            update |= {"valid_to": until, "valid_from": since}
        elif candidate.does == "end" and since is not None:
            update["valid_to"] = None
        return candidate.model_copy(update=update)


def _as_written(words: str, fired: Reading) -> str:
    """Returns words with a capital if the message writes them with one: "*Iraq"."""
    capital, line = words[:1].upper() + words[1:], fired.line
    starts = {token.start for token in line.tokens}
    return capital if line.text.find(capital) in starts else words
