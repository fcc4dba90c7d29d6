"""Makes candidates of what the rules read."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adapters.reader import known as knowing
from adapters.reader.known import Known
from adapters.reader.languages import Language
from adapters.reader.lines import without_accents
from adapters.reader.reader import SentenceRead
from adapters.reader.rulebook import Reading
from adapters.reader.steps import stated_steps, told_of
from adapters.reader.takes import Take, fill, level_of
from adapters.reader.times import Times
from adapters.reader.wording import Wording
from shared.base.stemming import stem
from shared.documents.about import name_of
from shared.documents.profile import PreferenceType
from shared.learning.analyzer import PromptText
from shared.learning.candidates import (
    AboutCandidate,
    Candidate,
    PreferenceCandidate,
    SkillCandidate,
    WorkflowCandidate,
)
from shared.learning.evidence import MIN_WORDS

OTHER = "Other"
_BY_TYPE = {
    "goal": "Goals",
    "challenge": "Challenges",
    "tool": "Tools",
    "learning_interest": "Learning",
}
LONGEST_QUOTE = 300
"""Characters."""
_LESS_SURE = 0.12
"""What a doubt ("I think") takes from the confidence."""
_LEAST = 0.65
_PERSON = ("name", "relation", "email")
_BETWEEN_PARTS = re.compile(r" ?\| ")
_WORD = re.compile(r"[\w+#-]+")
_NUMBER = re.compile(r"\d{1,3}")


class Categories:
    """How what was read is filed: by its words, else by its type."""

    def __init__(self, language: Language) -> None:
        self._spaced = language.about.spaced
        self._fold = language.about.fold_accents
        self._stemmer = language.about.stemmer
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
        folded = without_accents(word) if self._fold else word
        return stem(folded, self._stemmer) if self._stemmer else folded

    def _voted(self, text: str) -> str | None:
        votes: dict[str, int] = {}
        for word in self._in(text.lower()):
            category = self._stems.get(word)
            if category:
                votes[category] = votes.get(category, 0) + 1
        return max(votes, key=lambda category: votes[category]) if votes else None

    def _in(self, text: str) -> Sequence[str]:
        if self._spaced:
            return [self._stem(word) for word in _WORD.findall(text)]
        return [word for word in self._stems if word in text]


class Making:
    """Makes candidates in one language."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._categories = Categories(language)
        self._times = Times(language)
        self._wording = Wording(language)
        shape = language.shape
        self._narrowing = shape.named("narrowing") if "narrowing" in shape.phrases else None

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

    def _of(
        self, take: Take, fired: Reading, known: Sequence[Known], before: str | None
    ) -> Iterator[Candidate]:
        if take.does == "retract" and take.kind == "last":
            newest = knowing.newest(known)
            for one in newest if before is None else knowing.said_in(before, newest):
                yield knowing.over(one, "retract")
            return
        values = fired.values
        if take.does == "replace" and take.kind in ("any", "last"):
            yield from self._corrected(take, fired, known, before)
            return
        if take.kind == "about" and take.what == "contacts":
            yield from self._person(take, fired, values, known)
            return
        text = fill(take.text, values, self._wording.formed)
        if not text:
            return
        if take.does in ("end", "retract"):
            yield from self._over(take, text, fired, known)
            return
        old = fill(take.old, values, self._wording.formed) if take.old else ""
        if old is None:
            return
        made = self._made(take, text, fired)
        if made is not None and take.does == "replace":
            meant = knowing.about(old, known, take.what)
            if not meant and (meant := knowing.called(old, known)):
                made = knowing.of_the_kind(meant[0], text, made)
            if take.known and not meant:
                return
            target = meant[0].id or None if meant else None
            target_text = meant[0].text if meant else old
            made = made.model_copy(
                update={"does": "replace", "target": target, "target_text": target_text}
            )
        if made is not None:
            yield made

    def _corrected(
        self, take: Take, fired: Reading, known: Sequence[Known], before: str | None
    ) -> Iterator[Candidate]:
        new = fill(take.text, fired.values, self._wording.formed) or ""
        old = fill(take.old, fired.values, self._wording.formed) if take.old else ""
        if not new or old is None:
            return
        numbers = self._language.list("numbers")
        for one in knowing.about(old, known) if old else knowing.newest(known):
            wrong = old or knowing.much_like(new, one.text, numbers)
            if not wrong and before is not None and new[:1].isupper():
                wrong = one.text if one is knowing.only_said_in(before, known) else ""
            mended = knowing.with_words(one, wrong, new) if wrong else None
            if mended is not None:
                yield knowing.over(one, "retract")
                yield mended.model_copy(update={"confidence": self._sure(fired)})

    def _over(
        self, take: Take, text: str, fired: Reading, known: Sequence[Known]
    ) -> Iterator[Candidate]:
        meant = self._meant(take, text, fired, known)
        if meant and take.does == "end" and self._is_narrowed(fired):
            return
        for one in meant:
            yield self._rest(one, text, fired) or knowing.over(one, take.does)
        if meant or text == "*" or take.known or take.listed:
            return
        made = self._made(take, text, fired) or PreferenceCandidate(
            type=PreferenceType.PREFERENCE,
            category=OTHER,
            description=text,
            confidence=fired.rule.rule.sure,
        )
        yield made.model_copy(update={"does": take.does, "target_text": text})

    def _is_narrowed(self, fired: Reading) -> bool:
        """Whether only part is over: "I no longer run in winter"."""
        line, narrowing = fired.line, self._narrowing
        return (
            narrowing is not None
            and not self._language.list("partial_cues").isdisjoint(line.vocabulary)
            and any(narrowing.ends(line, at) for at in range(fired.until, len(line.words)))
        )

    def _rest(self, one: Known, text: str, fired: Reading) -> Candidate | None:
        """Returns what still holds of a list of which one part is over; None if it is no list."""
        links = self._language.list("sharing") | self._language.list("enumerating")
        left = knowing.without(one.text, text, links) if one.id else ""
        if not left or not isinstance(one.like, PreferenceCandidate):
            return None
        return one.like.model_copy(
            update={
                "does": "replace",
                "description": left,
                "confidence": fired.rule.rule.sure,
                "target": one.id,
                "target_text": one.text,
            }
        )

    def _meant(
        self, take: Take, text: str, fired: Reading, known: Sequence[Known]
    ) -> Sequence[Known]:
        if not take.listed:
            return knowing.about(text, known, take.what)
        new = {value.casefold() for value in fired.values.values()} | {
            (fill(one.text, fired.values, self._wording.formed) or "").casefold()
            for one in fired.rule.takes
            if one.does == "assert"
        }
        return [
            one
            for entry in sorted(self._language.list(take.listed) - new)
            for one in knowing.about(entry, known, take.what)
        ]

    def _person(
        self, take: Take, fired: Reading, values: Mapping[str, str], known: Sequence[Known]
    ) -> Iterator[Candidate]:
        parts = [
            fill(part, values, self._wording.formed) for part in _BETWEEN_PARTS.split(take.text)
        ]
        value = {name: part for name, part in zip(_PERSON, parts, strict=False) if part}
        if not value:
            return
        made = AboutCandidate(path="contacts", value=value, confidence=fired.rule.rule.sure)
        if take.does in ("end", "retract"):
            text = name_of("contacts", value) if "name" in value else value.get("relation", "")
            meant = knowing.about(text, known, "contacts")
            for one in meant:
                yield knowing.over(one, take.does)
            if not meant and not take.known:
                yield made.model_copy(update={"does": take.does, "target_text": text})
        elif "name" in value:
            yield made

    def _made(self, take: Take, text: str, fired: Reading) -> Candidate | None:
        rule = fired.rule.rule
        sure = self._sure(fired)
        match take.kind:
            case "preference":
                kind = PreferenceType(take.what)
                return PreferenceCandidate(
                    type=kind,
                    category=rule.category
                    or self._categories.of(
                        text, take.what, fired.line.original(range(len(fired.line.tokens)))
                    ),
                    description=text,
                    confidence=sure,
                    context=self._context(fired),
                    slot=rule.slot,
                )
            case "about":
                value: Any = (
                    int(text) if take.what == "custom.age" and _NUMBER.fullmatch(text) else text
                )
                return AboutCandidate(path=take.what, value=value, confidence=sure)
            case "skill":
                domain = fill(take.what, fired.values, self._wording.formed)
                level = level_of(text)
                return (
                    SkillCandidate(
                        domain=(domain or "").removeprefix("overall").lower(), level=level
                    )
                    if level
                    else None
                )
            case "workflow":
                steps = stated_steps(text, self._language)
                if len(steps) < 2:
                    return None
                occasion = fill(take.what, fired.values, self._wording.formed) or ""
                description = told_of(steps, self._language, occasion)
                return WorkflowCandidate(description=description, steps=steps)
            case _:
                return None

    def _sure(self, fired: Reading) -> float:
        sure = fired.rule.rule.sure
        return max(_LEAST, round(sure - _LESS_SURE, 2)) if fired.doubted else sure

    def _context(self, fired: Reading) -> str:
        template = fired.rule.rule.context
        if template:
            return fill(template, fired.values, self._wording.formed) or ""
        kept = [one for one in fired.rule.takes if (one.does, one.kind) == ("assert", "preference")]
        if sum(fill(one.text, fired.values, self._wording.formed) is not None for one in kept) > 1:
            return ""  # What ends later would still stand in the sentence about both.
        return self._wording.told(fired.line)

    def _said(
        self, candidate: Candidate, fired: Reading, sentence: SentenceRead, prompt: PromptText
    ) -> Candidate:
        """Adds the quote, the message and the times."""
        rule = fired.rule.rule
        until = self._times.until(sentence.line, prompt.at) if rule.passing == "ends" else None
        since = self._times.since(fired.line, prompt.at)
        update: dict[str, Any] = {
            "quote": _quote(fired, sentence, prompt.content),
            "prompt_id": prompt.id,
        }
        if candidate.does in ("assert", "replace"):
            update |= {"valid_to": until, "valid_from": since, "ageing": rule.ageing}
        elif candidate.does == "end" and since is not None:
            update["valid_to"] = None
        return candidate.model_copy(update=update)


def _quote(fired: Reading, sentence: SentenceRead, text: str) -> str:
    """Returns the sentence; the clause if that is too long, or the message if it is too short."""
    start, end = sentence.start, sentence.end
    if end - start > LONGEST_QUOTE:
        start, end = fired.start, min(fired.end, fired.start + LONGEST_QUOTE)
    if len(text[start:end].split()) < MIN_WORDS and len(text) <= LONGEST_QUOTE:
        return text
    return text[start:end].rstrip()
