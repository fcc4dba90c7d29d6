"""What a message does to known items, judged by a network that was taught with examples.

Rules read what they have words for; people end, change and take back things in more ways than
anybody lists.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence, Set
from datetime import UTC, datetime
from typing import NamedTuple

from adapters.reader import mending
from adapters.reader.captures import Trimming
from adapters.reader.judging.network import MOST_ITEMS, Place, Seen, network
from adapters.reader.known import (
    WORD,
    Known,
    is_single,
    newest,
    of_candidate,
    said_in,
    text_of,
)
from adapters.reader.languages import Language
from adapters.reader.lines import Line
from adapters.reader.naming import Naming
from adapters.reader.reader import Read, SentenceRead
from adapters.reader.rulebook import Reading
from adapters.reader.wording import Wording
from shared.base.text import stems
from shared.documents.lifetime import Does
from shared.learning.candidates import Candidate

JUST_SAID, NAMED_AGAIN, SAME_WORDS, SURE, LIKELY, SURER = 0.2, 0.4, 0.42, 0.6, 0.65, 0.85
"""The least probability of a change:

    JUST_SAID: what the message before said was never true, or is over and few words say so ("Gave
        that up.").
    NAMED_AGAIN: what the message before said has changed, and this one names it.
    SAME_WORDS: the words that told a tool now tell another one ("I drive a Dacia now").
    SURE: what the message names has changed, or what the message before said is over and many
        words say so.
    LIKELY: the newest items have changed; so has what the message before said, if rules read
        something new ("I love Rust" may say nothing about Python) or if it only asks for something
        ("Now test it").
    SURER: any other item has changed, or what people rarely give up is over.
"""
UNSURE = 0.3
"""Below this probability of a change, what names an item says that it stays."""
_LASTING = frozenset(
    {
        "name",
        "custom.allergies",
        "custom.anniversary",
        "custom.birthday",
        "custom.birthplace",
        "custom.birthYear",
        "custom.hometown",
        "custom.nationality",
        "custom.nativeLanguage",
        "custom.origin",
        "custom.spokenLanguages",
    }
)
"""Paths of what lasts so long that it only changes where a message names it, or corrects it."""
_SLOW = frozenset({"like", "interests", "dislike", "expertise", "skill", "trait"})
"""What people mention far more often than they give it up: "drawing calms me down"."""
_RARELY_OVER = frozenset({*_SLOW, "custom.relationship", "custom.children", "custom.siblings"})
"""What is rarely over where a message names it: "my husband is cooking tonight"."""
_NAMED_OR_NEW = frozenset({*_SLOW, "custom.location", "preference", "learning_interest"})
"""What only changes while it is new, or where a message names it. Another town in a message is
rarely where its author lives now, and "I cook properly now" says nothing of "grams, please"."""
_OF_EACH = frozenset(
    {"work.org", "work.role", "custom.location", "custom.education", "custom.studies", "custom.age"}
)
"""What everybody has of their own: "my brother is with Bosch now" says nothing of it. But "my
sister got the piano" may be the end of a possession."""
_SHORT = 4
"""Tokens that tell too little of what a message is about: "I quit."."""
_LONG_AGO = datetime.min.replace(tzinfo=UTC)
SURE_OF_VALUE = 0.1
"""The least product of the probability of a change and how sure a value is, for which the value
takes the place of an item."""


class _Least(NamedTuple):
    """The least probability of a change.

    Attributes:
        untrue: that an item was never true.
        over: that it is true no longer.
    """

    untrue: float
    over: float


class About(NamedTuple):
    """An item that a message may be about.

    Attributes:
        item: the item.
        at: for each sentence, the tokens that name it.
        least: the least probability of a change.
        own: the parts of the message that speak of it, if others speak of something else.
    """

    item: Known
    at: Sequence[frozenset[int]]
    least: _Least
    own: tuple[range, ...] = ()

    @property
    def is_guessed(self) -> bool:
        """Whether the message does not name it."""
        return not any(self.at)


class Judging:
    """Judges messages of one language."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._naming = Naming(language)
        self._trimming = Trimming(language)
        self._wording = Wording(language)

    def about(
        self,
        read: Read,
        known: Sequence[Known],
        said: Sequence[Candidate],
        before: str | None,
        kept: Sequence[Known] = (),
    ) -> Sequence[About]:
        """Returns the items that a message may be about, and of which the rules say nothing.

        They are what it names; and, unless it only adds something ("I also use Figma"), others: if
        it names nothing, what the message before said. If it says enough ("I quit." does not) and
        does more than ask for something, they are also whatever may change, the newest first; but
        none of the newest if rules read the end of a part of what was said.

        Args:
            read: the message.
            known: what the profile has.
            said: what the rules read in it.
            before: the message before; None if it is not known.
            kept: what the rules read as staying.
        """
        meant = [one for one in read.sentences if not _is_unmeant(one)]
        if not meant:
            return []
        done = {one.target or one.target_text for one in said}
        new = [one for one in said if one.does in ("assert", "replace")]
        done |= {text_of(one) for one in new}
        taken = {of_candidate(one).what for one in new}
        # Of what there is only one, a new one that the rules read takes the place by itself.
        left = [
            one
            for one in known
            if done.isdisjoint((one.id or one.text, one.text))
            and not (is_single(one) and one.what in taken)
            and not any(_restates(each, one) for each in new)
        ]
        is_left = {*map(id, left)}
        others = self._naming.among([one for one in known if id(one) not in is_left])
        names = self._naming.among(left)
        every_named = [names.named(sentence.line) for sentence in read.sentences]
        parts, of_any = self._parts(read), set[int]()
        for sentence, some in zip(read.sentences, every_named, strict=True):
            every = (*some, *others.named(sentence.line))
            of_any |= _parts_of(parts, sentence, (i for one in every for i in one.at))
        named = [
            () if _is_unmeant(sentence) else some
            for sentence, some in zip(read.sentences, every_named, strict=True)
        ]
        recent = newest(left)
        last = said_in(before, recent) if before else ()
        besides = self._language.list("besides")
        adds = any(not besides.isdisjoint(one.line.vocabulary) for one in meant)
        # Rules that end or take back a part of what was said before have read which part is meant.
        in_part = any(one.does in ("end", "retract") for one in said)
        alone = not (any(named) or adds or in_part)
        asks = all(map(_only_asks, meant))
        is_short = sum(map(_length, read.sentences)) <= _SHORT
        is_open = not (adds or asks or is_short)
        of_others = any(self._is_of_a_relative(one.line) for one in meant)
        # Where no spaces part words, 手話の教科書 that is sold names 手話, which goes on.
        ends = filter(_is_end, (one for each in read.sentences for one in each.fired))
        over = [said for one in ends if not one.line.spaced for said in one.values.values()]
        likely, surer = _Least(LIKELY, LIKELY), _Least(SURER, SURER)
        just_said = _Least(JUST_SAID, JUST_SAID if is_short else SURE)
        found = []
        for item in left:
            at = [next((one.at for one in each if one.item is item), None) for each in named]
            is_new, is_last = (any(item is one for one in some) for some in (recent, last))
            may_change = item.what not in _LASTING and (is_new or item.what not in _NAMED_OR_NEW)
            if any(item is one for one in kept):
                continue
            if of_others and item.what in _OF_EACH and not any(at):
                continue
            if any(item.text in one and item.text != one for one in over):
                continue
            if any(one and self._is_listed(read, number, one) for number, one in enumerate(at)):
                least = _Least(0.0, 0.0)
            elif any(at):
                rarely = item.what in _RARELY_OVER and not is_last
                # Whoever is named once more is rarely gone: "Sorry, Liam is 8".
                sure = NAMED_AGAIN if is_last and item.what != "contacts" else SURE
                least = _Least(sure, SURER if rarely else sure)
            elif any(self._says_otherwise(each, item) for each in new):
                least = _Least(SAME_WORDS, SAME_WORDS)
            elif alone and is_last and (read.corrects or item.what not in _LASTING):
                least = likely if said or asks else just_said
            elif is_open and may_change and not (in_part and is_new):
                is_likely = is_new and item.what not in _SLOW and not (said or any(named))
                least = likely if is_likely else surer
            else:
                continue
            places = [one or frozenset() for one in at]
            found.append(About(item, places, least, _own(read, parts, places, of_any)))
        found.sort(key=lambda one: one.item.at or _LONG_AGO, reverse=True)
        found.sort(key=lambda one: one.least)
        return found[:MOST_ITEMS]

    def _parts(self, read: Read) -> Sequence[range]:
        """Returns the parts of a message that may each speak of something else.

        They are its sentences, apart from those that may say what the one before says ("And the
        bike.", "The bike, too.", "Coffee? Not for me."), and clauses with a verb of their own.
        """
        of = self._language.list

        def stands_alone(clause: Line) -> bool:
            return self._says_that_something_stays(clause) or bool(of("finite") & clause.vocabulary)

        parts, asked = list[range](), False
        for sentence in read.sentences:
            line = sentence.line
            begins = [
                sentence.start,
                *(each.tokens[0].start for each in sentence.clauses[1:] if stands_alone(each)),
            ]
            first, *rest = map(range, begins, [*begins[1:], sentence.end])
            goes_on = of("joining") & {*line.words[:1]} or of("besides") & line.vocabulary
            begins_at = parts.pop().start if parts and (asked or goes_on) else first.start
            parts += [range(begins_at, first.stop), *rest]
            asked = sentence.asks
        return parts

    def _says_that_something_stays(self, line: Line) -> bool:
        staying = self._language.shape.entries("staying")
        return any(staying.ends(line, at) for at in range(len(line.words)))

    def _says_otherwise(self, new: Candidate, item: Known) -> bool:
        """Whether the words that told an item now tell something else: "I drive a Dacia now"."""
        by_now, words = self._language.list("by_now"), {*_words_of(new.quote)}
        rest = words - {*_words_of(text_of(new))} - by_now
        told = ({*_words_of(one)} - {*_words_of(item.text)} for one in item.quotes)
        is_tool = item.what == of_candidate(new).what == "tool"
        return is_tool and not words.isdisjoint(by_now) and len(rest) > 1 and rest in told

    def _is_listed(self, read: Read, number: int, at: frozenset[int]) -> bool:
        """Whether tokens go on with what rules read as over: "I sold the boat and the piano".

        Args:
            read: the message.
            number: the sentence of the tokens; "And the piano." goes on with the one before.
            at: the tokens.
        """
        of, sentence = self._language.list, read.sentences[number]
        joins = of("joining") | of("enumerating")
        light = joins | of("determiners") | {","}
        tokens, first, last = sentence.line.tokens, min(at), max(at) + 1

        def says_no_more(i: int) -> bool:
            return i in at or tokens[i].norm in light or not tokens[i].is_word

        if number and sentence.line.words[0] in joins and not sentence.asks:
            says_the_same = all(map(says_no_more, range(len(tokens))))
            return says_the_same and any(map(_is_end, read.sentences[number - 1].fired))
        begin = first
        while begin and says_no_more(begin - 1):
            begin -= 1
        goes_on = not all(map(says_no_more, range(first, min(last + 1, len(tokens)))))
        if goes_on or begin in (0, first):
            return False
        between = range(tokens[begin - 1].end, tokens[first - 1].start + 1)
        ends = (one.line.tokens[one.until - 1].end for one in sentence.fired if _is_end(one))
        return any(end in between for end in ends)

    def _is_of_a_relative(self, line: Line) -> bool:
        """Whether a sentence speaks of a relative and not of its author: "my sister moved"."""
        of = self._language.list
        pairs = zip(line.words, line.words[1:], strict=False)
        is_about_them = any(own in of("own") and one in of("relation") for own, one in pairs)
        return is_about_them and of("subjects").isdisjoint(line.vocabulary)

    def seen(self, read: Read, about: Sequence[About]) -> Seen:
        """Returns what the network makes of a message and the items that it may be about."""
        code, items = self._language.about.code, [(one.item.what, one.item.text) for one in about]
        seen = network().of(read.text, code, items)
        does, values = [*seen.does], [*seen.values]
        for own in {one.own for one in about if one.own}:
            those = [at for at, one in enumerate(about) if one.own == own]
            text = _only(read.text, own)
            alone = network().of(text, code, [items[at] for at in those])
            for at, shares, place in zip(those, alone.does, alone.values, strict=True):
                least = about[at].least.untrue or SURE
                if 1 - does[at][0] >= least and not UNSURE < 1 - shares[0] < SURE:
                    said = text[place.start : place.end]
                    start = place.end - len(said.lstrip())
                    does[at], values[at] = shares, place._replace(start=start)
        return Seen(seen.pieces, does, values)

    def share_of_change(self, read: Read, about: Sequence[About], seen: Seen, item: Known) -> float:
        """Returns how probable it is that a message changes an item, from 0 to 1.

        Args:
            read: the message.
            about: the items that it may be about.
            seen: what the network makes of the message and them.
            item: the item, which may be another one.
        """
        pairs = zip(about, seen.does, strict=True)
        known = next((shares for one, shares in pairs if one.item is item), None)
        code, asked = self._language.about.code, [(item.what, item.text)]
        return 1 - (known or network().of(read.text, code, asked).does[0])[0]

    def of(
        self, read: Read, about: Sequence[About], seen: Seen, said: Sequence[Candidate]
    ) -> Iterator[tuple[Candidate, SentenceRead]]:
        """Yields what becomes of items: first of those that the message names, the surest first.

        Args:
            read: the message.
            about: the items that it may be about.
            seen: what the network makes of the message and them.
            said: what was taken from it.
        """
        new = [one for one in said if one.does in ("assert", "replace")]
        words = {stem for one in new for stem in stems(text_of(one))}
        taken = {of_candidate(one).what for one in new}
        judged, guessed = list[_Judged](), list[_Judged]()
        for each, shares, place in zip(about, seen.does, seen.values, strict=True):
            found = self._judged(read, each, shares, place)
            if found:
                (guessed if each.is_guessed else judged).append(found)
        judged.sort(key=lambda one: -one.sure)
        # Of what it does not name, a message changes no more than one, and ends nothing if it
        # changes what it names: "Ravi and I are done" says nothing of the choir. It may still take
        # it back: whoever never had the house was never in that town either.
        surest = sorted(guessed, key=lambda one: -one.sure)[:1]
        staying = " ".join(
            one.line.text for one in read.sentences if self._says_that_something_stays(one.line)
        )
        changes = any(one.does != "assert" and one.target for one in said)
        for one in (*judged, *surest):
            change = one.over if one.value is None or one.item.what in taken else None
            if change is None and one.value is not None:
                change = self._successor(one, one.value, words, staying)
            if change is None or (changes and one in surest and change.does == "end"):
                continue
            # "Sorry, Otto is 5" corrects his age, and names him again.
            is_again = {*stems(one.item.text)} <= words
            if one.item.what == "contacts" and is_again and change.does != "replace":
                continue
            changes = True
            yield change, one.sentence
            if change.does == "replace":
                words |= {*stems(text_of(change))}
                taken.add(one.item.what)

    def _judged(
        self, read: Read, about: About, shares: Sequence[float], place: Place
    ) -> "_Judged | None":
        keeps, ends, retracts, replaces = shares
        item, sure, most = about.item, 1 - keeps, max(ends, retracts, replaces)
        is_untrue = retracts > ends + replaces
        if sure < (about.least.untrue if is_untrue else about.least.over):
            return None
        value = _value_at(read, about, place) if replaces == most else None
        if value and sure * place.sure >= SURE_OF_VALUE:
            return _Judged(item, sure, value.sentence, mending.over(item, "end"), value)
        named = (each for each in zip(about.at, read.sentences, strict=True) if each[0])
        meant = next(one for one in read.sentences if not _is_unmeant(one))
        at, sentence = next(named, (frozenset[int](), meant))
        words = " ".join(sentence.line.words[i] for i in sorted(at))
        does: Does = "retract" if retracts == most else "end"
        over = mending.over_in_part(item, words, does, self._language)
        return _Judged(item, sure, sentence, over)

    def _successor(
        self, judged: "_Judged", value: "_Value", taken: Set[str], staying: str
    ) -> Candidate | None:
        """Returns what says a new value in the place of an item; None if it does not fit there.

        Args:
            judged: what becomes of the item.
            value: its new value.
            taken: the stems of what is said anew besides.
            staying: the sentences that say that something stays.
        """
        item = judged.item
        # A "gas stove" is a tool without a name.
        is_name = item.text[:1].isupper() or (item.is_name and " " not in item.text)
        kind = "successor_name" if is_name else "successor"
        line = value.sentence.line
        kept = self._trimming.trimmed(line, value.tokens, kind)
        new = self._wording.said(line, kept, kind) if kept else ""
        rivals = mending.rivals_in(line.original(value.tokens), self._language)
        if rivals and (rivals.size > 1 or rivals.words[:1].isdigit()):
            new = rivals.words  # "Tuesdays and Fridays" is all of these, and "8." is a number.
        if not new or {*stems(new)}.issubset(stems(item.text)):
            return None
        if not taken.isdisjoint(stems(new)):
            return judged.over  # It was taken as another kind: "now its jersey city for us".
        return mending.succeeded(item, new, self._language, staying)


class _Value(NamedTuple):
    """Tokens of a sentence that say the new value of an item."""

    sentence: SentenceRead
    tokens: range


def _value_at(read: Read, about: About, place: Place) -> _Value | None:
    """Returns the words at a place, unless they name the item itself."""
    for sentence, named in zip(read.sentences, about.at, strict=True):
        at = [
            index
            for index, token in enumerate(sentence.line.tokens)
            if token.start < place.end and token.end > place.start
        ]
        if at and not named.issuperset(at) and not _is_unmeant(sentence):
            return _Value(sentence, range(at[0], at[-1] + 1))
    return None


class _Judged(NamedTuple):
    """What a message does to an item.

    Attributes:
        item: the item.
        sure: how probable it is that it changes, from 0 to 1.
        sentence: the sentence that says so.
        over: its end, or what takes it back.
        value: what takes its place; None if the message does not say it.
    """

    item: Known
    sure: float
    sentence: SentenceRead
    over: Candidate
    value: _Value | None = None


def _own(
    read: Read, parts: Sequence[range], at: Sequence[frozenset[int]], of_any: Set[int]
) -> tuple[range, ...]:
    """Returns the parts of a message that speak of an item; nothing if all of them do.

    They are those that name it, with what follows until another item is named: in "Nuts are fine
    again. Pork I still avoid", the second says nothing of nuts. What the message begins with
    speaks of all items.

    Args:
        read: the message.
        parts: its parts.
        at: for each sentence, the tokens that name the item.
        of_any: the numbers of the parts that name any item.
    """
    of_it = set[int]()
    for sentence, some in zip(read.sentences, at, strict=True):
        of_it |= _parts_of(parts, sentence, some)
    own, is_own = list[range](), True
    for number, part in enumerate(parts):
        is_own = number in of_it or (is_own and number not in of_any)
        own += [part] if is_own else []
    return tuple(own) if of_it and len(own) < len(parts) else ()


def _parts_of(parts: Sequence[range], sentence: SentenceRead, at: Iterable[int]) -> Set[int]:
    """Returns the numbers of the parts of a message in which some tokens stand."""
    starts = (sentence.line.tokens[i].start for i in at)
    return {bisect_right(parts, start, key=lambda part: part.start) - 1 for start in starts}


def _only(text: str, parts: Sequence[range]) -> str:
    """Returns a text with blanks in the place of all but some of its parts."""
    only = [" "] * len(text)
    for one in parts:
        only[one.start : one.stop] = text[one.start : one.stop]
    return "".join(only)


def _length(sentence: SentenceRead) -> int:
    return len(sentence.line.words)


def _only_asks(sentence: SentenceRead) -> bool:
    """Whether a sentence says nothing before it asks: "they laid us off, how do I file for aid"."""
    return sentence.asks and (sentence.asks_from or 0) <= _SHORT


def _words_of(text: str) -> list[str]:
    return WORD.findall(text.lower())


def _is_end(reading: Reading) -> bool:
    """Whether it only says that something is over: "switched from Jira to Linear" says more."""
    return all(take.does in ("end", "retract") for take in reading.rule.takes)


def _is_unmeant(sentence: SentenceRead) -> bool:
    """Whether its author does not say some of it as their own."""
    return any(reason != "unsaid" for reason in sentence.stopped)


def _restates(new: Candidate, item: Known) -> bool:
    """Whether a new statement says an item again, or part of it: it is not over then."""
    said = stems(text_of(new))
    return bool(said) and of_candidate(new).what == item.what and {*said} <= {*stems(item.text)}
