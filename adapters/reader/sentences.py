"""The sentences of a message, and where clauses may begin in them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from adapters.reader.languages import OPENERS, Language
from adapters.reader.lines import Line, Token, is_picture

LONGEST = 700
"""Characters. What runs on for longer without an end is not a sentence that somebody typed."""
_WRAPPED = 60
"""Characters of a line that may have been wrapped."""
_BREAK = re.compile(
    # Only from the start of a run: trying each of its places would be quadratic.
    r"(?<![.!?\u2026])[.!?\u2026]++[\"'\u201d\u2019)\u00bb]*+(?=\s|$)"
    r"|(?<=[a-z]{2})[.!?](?=[A-Z][a-z])|[\u3002\uff01\uff1f]+\u300d?"
    r"|(?<![!?])[!?]++(?=[\u3041-\u9fff])|\n"
)
_ABBREVIATION = re.compile(r"(?<!\w)(?:(?:[^\W\d_]\.){0,4}[^\W\d_]|\d{1,2}|[A-Za-z]{1,5})\.$")
_BULLET = re.compile(r"\s{0,100}+(?:[-*\u2022+]|\d{1,2}[.)])\s+")

_LONGEST_ADVERBIAL = 8
"""Words."""
LONGEST_PARTNER = 2
"""Words of who is named before "and I"."""
MARKS = frozenset([*",;:-()!*/.\u2014\u2013\u2026\u3001\uff0c", "--", "..", "..."])
_WAVES = frozenset("~\u301c")
"""What draws out a word in chat, and ends what is said."""


@dataclass(frozen=True)
class Sentence:
    """A sentence.

    Attributes:
        start, end: where it stands in the message.
        asked: whether it ends in a question mark.
    """

    start: int
    end: int
    asked: bool


def sentences(prose: str, abbreviations: frozenset[str] = frozenset()) -> Iterator[Sentence]:
    """Yields the sentences of a message's prose, in order. Over-long runs of text are left out."""
    start = 0
    for match in _BREAK.finditer(prose):
        if match.group() == "\n":
            # A soft-wrapped line goes on: a long one, and the next begins in lower case.
            if match.start() - start > _WRAPPED and prose[match.end() : match.end() + 1].islower():
                continue
            end = match.start()
        else:
            tail = _ABBREVIATION.search(prose, max(start, match.end() - 12), match.end())
            if match.group() == "." and tail and _is_short(tail.group(), abbreviations):
                continue
            end = match.end()
        yield from _sentence(prose, start, end)
        start = match.end()
    yield from _sentence(prose, start, len(prose))


def _is_short(word: str, abbreviations: frozenset[str]) -> bool:
    bare = word[:-1].lower()
    return (len(bare) == 1 and bare.isalpha()) or "." in bare or bare in abbreviations


def _sentence(prose: str, start: int, end: int) -> Iterator[Sentence]:
    bullet = _BULLET.match(prose, start, end)
    start = bullet.end() if bullet else start
    start = end - len(prose[start:end].lstrip())
    end = start + len(prose[start:end].rstrip())
    if end - start > LONGEST:
        # Only the beginning of a text without an end: nobody types on like that by hand.
        cut = prose.rfind(" ", start, start + LONGEST)
        if cut > start and "," in prose[start:cut]:
            yield Sentence(start, cut, asked=False)
    elif end - start > 1:
        tail = prose[max(start, end - 4) : end]
        yield Sentence(start, end, asked="?" in tail or "\uff1f" in tail)


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
        self._links = language.list("links")
        self._joins = language.list("sharing") - MARKS | {";"}
        self._endings = sorted(self._links, key=len, reverse=True)
        self._leading = tuple(language.list("leading"))

    def of(self, line: Line) -> Sequence[Start]:
        """Returns where clauses may begin: at the start, and behind each mark or linking word."""
        found = [self._start(line, 0, 0, "")]
        for at in range(1, len(line.words)):
            linked = self._linked(line, at) if line.spaced else self._linked_unspaced(line, at)
            if linked is None and self._restarts(line, found[-1].at, at):
                linked = at, ","
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
        links, before, word = self._links, line.words[at - 1], line.words[at]
        picture = not before[:1].isascii() and is_picture(before)
        if word in MARKS or not (picture or before in MARKS or before in links):
            return None
        shows = at == 1 or line.words[at - 2] in self._language.list("ahead_of_things")
        if shows and before in self._language.list("demonstrative"):
            return None
        # "; which of them …" asks, where ", which …" hangs on what is before it.
        # So does "so which of them …".
        asks = before in self._joins and word in self._language.list("asks_nothing")
        if word in links and not asks:
            return None
        link = at - 1
        while link > 1 and line.words[link - 1] in links:
            link -= 1
        return link, "" if picture else before

    def _restarts(self, line: Line, start: int, at: int) -> bool:
        """Whether a subject stands once more where no mark parts clauses: "je pars je reviens"."""
        word, before = line.words[at], line.words[start : at - 1]
        return (
            word in self._language.list("restarts")
            and line.words[at - 1] not in self._links
            and word in before
        )

    def _linked_unspaced(self, line: Line, at: int) -> tuple[int, str] | None:
        """Returns the same where no spaces part words: a clause is linked by how it ends."""
        before = line.words[at - 1]
        by = next((one for one in self._endings if line.norm.endswith(one, 0, at)), "")
        if before in MARKS or before in _WAVES or is_picture(before):
            by = before
        if not by or line.words[at] in MARKS or line.norm.endswith(self._leading, 0, at):
            return None
        return at - len(by), by

    def _start(self, line: Line, link: int, at: int, by: str) -> Start:
        language = self._language
        whole = dict.fromkeys((at, _behind(language, OPENERS, line, at)))
        return Start(link, _behind(language, "opening", line, at), by, whole=tuple(whole))

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
                partner = max(start.at + 1, at - (1 if named else LONGEST_PARTNER))
                link = min(start.link, start.at)
                return replace(start, link=link, at=at + 1, lead=start.at, partner=partner)
            if (word in MARKS and word != ",") or word in stopping:
                break
        return start


def _behind(language: Language, opening: str, line: Line, at: int) -> int:
    """Skips what only opens a clause: "well, honestly", "last week"."""
    end = next(iter(language.shape.entries(opening).ends(line, at)), at)
    return end if end < len(line.words) else at
