"""What a sentence says of something known that it names: that it is over, or something else now.

Rules read sentences on their own. A sequel is a cue, such as "not any more" or "got stolen", that
says nothing without what it is about; together with a thing that the profile has, it ends that.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from adapters.reader import known as knowing
from adapters.reader.captures import Trimming
from adapters.reader.clauses import behind_opening
from adapters.reader.known import Known
from adapters.reader.languages import Language, ReadySequel
from adapters.reader.lines import Line
from adapters.reader.parts import Match
from adapters.reader.reader import Read, SentenceRead
from adapters.reader.wording import Wording
from shared.base.stemming import stem
from shared.base.text import stemming_once, stems
from shared.documents.lifetime import Does
from shared.learning.candidates import AboutCandidate, Candidate, PreferenceCandidate

_LEAST_NAMED = 0.33
"""The share of the words of a known item that have to be named."""
_NAMES = frozenset({"tool", "tools.editor", "tools.infra", "custom.location", "work.languages"})
"""Types and paths of what has a name."""
_RIVALS = ("rival_days", "rival_months", "numbers", "rival_times")
"""Lists of what only one can be true of: a lesson is on Tuesdays or on Fridays."""
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_MOST_JOINED, _LONGEST_LINK, _LONGEST_JOINED = 3, 2, 16
"""Clauses that are read as one, words that may link two of them, and words of them all."""
_LONGEST_LEAD = 3
"""Words before a thing that is the subject: "all of my"."""


@dataclass(frozen=True)
class Named:
    """A known item that a clause names.

    Attributes:
        item: the item.
        at: the tokens that name it.
        count: how many of its words they are.
    """

    item: Known
    at: frozenset[int]
    count: int


class Sequels:
    """Finds what sentences of one language say of what is known."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._trimming = Trimming(language)
        self._wording = Wording(language)
        shape = language.shape
        self._narrowing = shape.named("narrowing") if "narrowing" in shape.phrases else None
        self._joins = any(ready.sequel.whole for ready in language.sequels)
        self._beside = language.list("beside") | language.list("common")
        self._light = frozenset(map(knowing.plain, language.list("light")))

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
        if not self._language.sequels or not known or not self._has_a_cue(read):
            return []
        over = {_key_of(one) for one in said if one.does in ("end", "retract")}
        shortened = {_key_of(one) for one in said if one.does == "replace"}
        kept = [
            one
            for one in self._not_said_again(known, said)
            if (one.id or one.text, one.what) not in shortened
        ]
        gone = [one for one in known if (one.id or one.text, one.what) in over]
        found: list[tuple[Candidate, SentenceRead]] = []
        named: list[Known] = []
        for sentence in read.sentences:
            for clause in sentence.clauses:
                among = self._named(clause, kept)
                named += [one.item for one in among]
                narrowed = self._goes_on_narrower(sentence.line, clause)
                for one, does in self._over(clause, among, narrowed=narrowed):
                    gone.append(one.item)
                    found.append((self._over_in_whole_or_part(one, clause, does), sentence))
                found += [(one, sentence) for one in self._mended(clause, among, said)]
                found += [(one, sentence) for one in self._restated(clause, kept, said)]
            for line in _joined(sentence) if self._joins else ():
                for one, does in self._over(line, self._named(line, kept), joined=True):
                    gone.append(one.item)
                    found.append((self._over_in_whole_or_part(one, line, does), sentence))
        new = any(one.does in ("assert", "replace") for one in said)
        if not new and (gone or named):
            found += self._succeeded(read, gone, named)
        return found

    def _has_a_cue(self, read: Read) -> bool:
        """Whether a message may say anything of what is known."""
        henceforth = self._language.list("henceforth")
        return any(
            not henceforth.isdisjoint(clause.words)
            or any(
                each.can_stand_in(clause)
                for one in self._language.sequels
                for each in one.match.patterns
            )
            for sentence in read.sentences
            for clause in (*sentence.clauses, sentence.line)
        )

    def _not_said_again(self, known: Sequence[Known], said: Sequence[Candidate]) -> Sequence[Known]:
        """Returns what the same message neither says once more nor has changed already."""
        again = {knowing.text_of(one) for one in said if one.does in ("assert", "replace")}
        changed = {one.target for one in said if one.does == "replace" and one.target}
        return [one for one in known if one.text not in again and one.id not in changed]

    def _likely(self, clause: Line, *, replaces: bool) -> Iterator[tuple[ReadySequel, Match]]:
        """Yields the cues of a clause that nothing lifts, with where they stand."""
        for ready in self._language.sequels:
            if (ready.sequel.does == "replace") != replaces:
                continue
            match = ready.match.search(clause)
            if match and not ready.unless.search(clause) and not self._is_unreal(clause, match):
                yield ready, match

    def _goes_on_narrower(self, sentence: Line, clause: Line) -> bool:
        """Whether a clause that links to the one before narrows it: "before bed"."""
        ends = clause.tokens[-1].end
        behind = next((i for i, one in enumerate(sentence.tokens) if one.start >= ends), None)
        return (
            self._narrowing is not None
            and behind is not None
            and bool(self._narrowing.ends(sentence, behind))
        )

    def _over(
        self, clause: Line, named: Sequence[Named], *, narrowed: bool = False, joined: bool = False
    ) -> Iterator[tuple[Named, Does]]:
        """Yields what a clause ends or takes back of what it names."""
        done: set[int] = set()
        for ready, match in self._likely(clause, replaces=False) if named else ():
            if (narrowed and not ready.sequel.loose) or (joined and not ready.sequel.whole):
                continue
            of_kind = [one for one in named if ready.sequel.is_of(one.item.what)]
            most = max((one.count for one in of_kind), default=0)
            for one in of_kind:
                fits = one.count == most and id(one.item) not in done
                if fits and self._fits(ready, clause, match, one):
                    done.add(id(one.item))
                    yield one, ready.sequel.does

    def _over_in_whole_or_part(self, one: Named, clause: Line, does: Does) -> Candidate:
        """Returns the end of an item, or of a list what is left without the part that is named."""
        part = " ".join(clause.words[at] for at in sorted(one.at))
        is_stored = bool(one.item.id) and isinstance(one.item.like, PreferenceCandidate)
        links = self._language.list("sharing") | self._language.list("enumerating")
        left = knowing.without(one.item.text, part, links) if is_stored else ""
        if left:
            return next(replaced(one.item, left))
        return knowing.over(one.item, does)

    def _succeeded(
        self, read: Read, gone: Sequence[Known], named: Sequence[Known]
    ) -> Iterator[tuple[Candidate, SentenceRead]]:
        """Yields what comes in the place of something that a message ends, or at least names."""
        for sentence in read.sentences:
            for clause in sentence.clauses:
                for ready, match in self._likely(clause, replaces=True):
                    old = next(
                        (one for one in [*gone, *named] if ready.sequel.is_of(one.what)), None
                    )
                    if old is None:
                        continue
                    new = self._new(clause, match, old)
                    if new and not set(stems(new)) & set(stems(old.text)):
                        yield from ((one, sentence) for one in replaced(old, new))
                        return

    def _new(self, clause: Line, match: Match, old: Known) -> str:
        """Returns the new words; where the old ones are a name, only a name."""
        kind = "successor_name" if old.what in _NAMES else "successor"
        kept = self._trimming.trimmed(clause, match.taken["new"], kind)
        return self._wording.said(clause, kept, kind) if kept else ""

    def _restated(
        self, clause: Line, known: Sequence[Known], said: Sequence[Candidate]
    ) -> Iterator[Candidate]:
        """Yields the end of what a message says anew: "I live alone now", of "lives with Ed"."""
        henceforth = self._language.shape.entries("henceforth")
        if not any(henceforth.ends(clause, at) for at in range(len(clause.words))):
            return
        for one in said:
            text = knowing.plain(knowing.text_of(one))
            if one.does != "assert" or not isinstance(one, PreferenceCandidate):
                continue
            only = [way for way in self._language.list("one_way") if way in text]
            for item in known:
                if not isinstance(item.like, PreferenceCandidate):
                    continue
                if any(way in knowing.plain(item.text) for way in only) or (
                    item.what == str(one.type) and _is_much_the_same(text, knowing.plain(item.text))
                ):
                    yield knowing.over(item, "end")

    def _mended(
        self, clause: Line, named: Sequence[Named], said: Sequence[Candidate]
    ) -> Iterator[Candidate]:
        """Yields known items with another day or number: "My lessons are on Fridays now"."""
        henceforth = self._language.shape.entries("henceforth")
        if not named or not any(henceforth.ends(clause, at) for at in range(len(clause.words))):
            return
        for name in _RIVALS:
            rivals, figures = self._language.list(name), name == "numbers"
            written = {
                token.norm: clause.text[token.start : token.end].lower()
                for token in clause.tokens
                if _is_one_of(token.norm, rivals, figures=figures)
            }
            values = written.keys() - self._language.list("common")
            for one in named if len(values) == 1 else ():
                old = [
                    word
                    for word in _WORD.findall(one.item.text)
                    if _is_one_of(knowing.plain(word), rivals, figures=figures)
                ]
                value = next(iter(values))
                if len(old) != 1 or knowing.plain(old[0]).rstrip("s") == value.rstrip("s"):
                    continue
                again = [
                    each
                    for each in said
                    if value.rstrip("s") in knowing.plain(knowing.text_of(each))
                ]
                if again:
                    yield knowing.over(one.item, "end")
                    continue
                if old[0].endswith("s") and knowing.plain(old[0]).rstrip("s") in rivals:
                    written[value] = f"{written[value].rstrip('s')}s"
                mended = knowing.with_words(one.item, old[0], _as_before(written[value], old[0]))
                if mended is not None:
                    yield mended.model_copy(
                        update={
                            "does": "replace",
                            "target": one.item.id or None,
                            "target_text": one.item.text,
                        }
                    )

    def _named(self, clause: Line, known: Sequence[Known]) -> Sequence[Named]:
        """Returns the known items of which a clause names what tells them from others."""
        spoken = {
            at: self._stems(token.norm.removesuffix("'s"))
            for at, token in enumerate(clause.tokens)
            if token.is_word
        }
        found = self._naming(spoken, known, self._words, _is_a_form)
        if found:
            return found
        if self._language.about.joins_nouns:
            unnamed = [one for one in known if one.what not in _NAMES]
            found = self._naming(spoken, unnamed, self._words, knowing.joined)
            if found:
                return found if len({one.at for one in found}) == 1 == len(found) else []
        said = Counter(quote for one in known for quote in one.quotes)
        alone = [
            one
            for one in known
            if one.quotes and all(said[q] == 1 and self._is_one(q) for q in one.quotes)
        ]
        return self._naming(spoken, alone, self._words_said, _is_a_form)

    def _is_one(self, quote: str) -> bool:
        """Whether words say one thing, rather than several: "I jog and swim"."""
        links = self._language.list("joining") | self._language.list("enumerating")
        return links.isdisjoint(quote.lower().split()) and "," not in quote

    def _naming(
        self,
        spoken: Mapping[int, Sequence[str]],
        known: Sequence[Known],
        words_of: Callable[[Known], frozenset[str]],
        is_named: Callable[[str, str], bool],
    ) -> list[Named]:
        found = []
        for item in known:
            wanted = words_of(item)
            hits = {
                at: word
                for at, words in spoken.items()
                for word in wanted
                if any(is_named(word, one) for one in words)
            }
            count = len(set(hits.values()))
            if count and count >= _LEAST_NAMED * len(wanted):
                found.append(Named(item, frozenset(hits), count))
        return found

    def _words(self, item: Known) -> frozenset[str]:
        """Returns the stems of the words that tell an item, without such as "plays", "Sundays"."""
        every = knowing.words_of(item)
        telling = [word for word in every if word not in self._light]
        return frozenset(stem for word in telling or every for stem in self._stems(word))

    def _words_said(self, item: Known) -> frozenset[str]:
        """Returns the same of the words that said an item: "in a band", of "plays the drums"."""
        said = [word for quote in item.quotes for word in knowing.plain(quote).split()]
        every = [word.strip(".,;:!?()\"'") for word in said]
        telling = [word for word in every if word and word not in self._light]
        return frozenset(stem for word in telling for stem in self._stems(word))

    def _stems(self, text: str) -> Sequence[str]:
        """Returns the stems of words, by the stemmer of the language if it has one of its own."""
        stemmer = self._language.about.stemmer
        if stemmer in ("", "english"):
            return stems(text)
        return [stem(word, stemmer) for word in knowing.plain(text).split()]

    def _is_unreal(self, clause: Line, match: Match) -> bool:
        """Whether something before a cue says that it has not happened: "almost", "will"."""
        unreal = self._language.shape.entries("unreal")
        return any(
            end <= match.start for at in range(match.start) for end in unreal.ends(clause, at)
        )

    def _fits(self, ready: ReadySequel, clause: Line, match: Match, one: Named) -> bool:
        first = behind_opening(self._language, clause)
        sequel = ready.sequel
        if sequel.by == "thing":
            start = min(one.at)
            lead = clause.words[first:start]
            if start >= match.end or len(lead) > _LONGEST_LEAD:
                return False
            if not self._language.list("named_lead").issuperset(lead):
                return False
            between = clause.words[max(one.at) + 1 : match.start]
            if not all(word in self._beside for word in between):
                return False
        elif sequel.by == "author":
            subjects = self._language.list("subjects")
            before = clause.words[max(first, match.start - _LONGEST_LEAD) : match.start]
            own = clause.words[first] in subjects or not subjects.isdisjoint(before)
            if not (own or match.start <= first):
                return False
        return sequel.loose or not self._is_narrowed(clause, match, one)

    def _is_narrowed(self, clause: Line, match: Match, one: Named) -> bool:
        """Whether a clause says more, so that only part is over: "on weekdays", "for the web"."""
        own = frozenset(each for quote in one.item.quotes for each in self._stems(quote))
        own |= self._words(one.item)
        around = any(at in one.at for at in range(match.start, match.end))
        cue = range(match.start, match.start + 1 if around else match.end)
        grounds = self._language.shape.entries("grounds")
        ends = range(max(cue) + 1, len(clause.words))
        until = next((at for at in ends if grounds.ends(clause, at)), len(clause.words))
        for at, token in enumerate(clause.tokens[:until]):
            if (
                at <= max(cue) + 1
                or at in one.at
                or not token.is_word
                or token.norm in self._beside
            ):
                continue
            if not any(knowing.inflected(a, b) for a in self._stems(token.norm) for b in own):
                return True
        return False


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


def replaced(item: Known, new: str) -> Iterator[Candidate]:
    """Yields what says a new text in the place of a known item, which ends."""
    match item.like:
        case PreferenceCandidate():
            made: Candidate = item.like.model_copy(update={"description": new, "context": ""})
        case AboutCandidate(value=str()):
            made = item.like.model_copy(update={"value": new})
        case _:
            yield knowing.over(item, "end")
            return
    yield made.model_copy(
        update={"does": "replace", "target": item.id or None, "target_text": item.text}
    )


def _key_of(candidate: Candidate) -> tuple[str, str]:
    """Returns what a candidate ends: its target or text, and its type or path."""
    match candidate:
        case PreferenceCandidate():
            what = str(candidate.type)
        case AboutCandidate():
            what = candidate.path
        case _:
            what = candidate.kind
    return candidate.target or candidate.target_text, what


def _is_much_the_same(one: str, other: str) -> bool:
    """Whether two instructions differ in less than half of their words."""
    shared = frozenset(stems(one)) & frozenset(stems(other))
    return len(shared) > 1 and len(shared) >= _LEAST_NAMED * max(len(stems(one)), len(stems(other)))


def _is_a_form(word: str, one: str) -> bool:
    return word[0] == one[0] and knowing.inflected(word, one)


def _is_one_of(word: str, rivals: frozenset[str], *, figures: bool) -> bool:
    return word in rivals or (figures and word[:1].isdigit())


def _as_before(value: str, old: str) -> str:
    """Returns a word with a capital if the one in whose place it comes has one."""
    return value.capitalize() if old[:1].isupper() else value
