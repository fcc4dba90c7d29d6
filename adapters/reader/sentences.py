"""Sentences of a message, and the places in them where something may begin to be said."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from adapters.reader.languages import Language, Matcher
from adapters.reader.lines import Line, is_picture

LONGEST = 700
"""Characters. What runs on for longer without an end is not a sentence that somebody typed."""
_LONGEST_ADVERBIAL = 8
"""Words."""
_BREAK = re.compile(
    # Only from the start of a run: trying each of its places would be quadratic.
    r"(?<![.!?\u2026])[.!?\u2026]++[\"'\u201d\u2019)\u00bb]*+(?=\s|$)"
    r"|(?<=[a-z]{2})[.!?](?=[A-Z][a-z])|[\u3002\uff01\uff1f]+\u300d?|\n"
)
_ABBREVIATION = re.compile(r"(?<!\w)(?:(?:[^\W\d_]\.){0,4}[^\W\d_]|\d{1,2}|[A-Za-z]{1,5})\.$")
_BULLET = re.compile(r"\s*(?:[-*\u2022+]|\d{1,2}[.)])\s+")
_MARKS = frozenset(
    [",", ";", ":", "-", "--", "\u2014", "\u2013", "(", ")", "...", "..", ".", "!", "*", "\u2026",
     "\u3001", "\uff0c", "/"]
)  # fmt: skip

_WAVES = frozenset(["~", "\u301c"])
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


@dataclass(frozen=True)
class Start:
    """A place where a clause may begin.

    Attributes:
        link: the first token of the words that link it to what is before.
        at: its first own token, behind such words and openers.
        by: the word that links it, or the mark; "" at the start of a sentence.
        lead: the first token of what is skipped before its subject: "On Sundays, I bake".
        whole: where rules begin that read a whole sentence: with the first word, and behind
            openers, but with its adverbs and adverbials: "always", "when I cook".
    """

    link: int
    at: int
    by: str
    lead: int | None = None
    whole: tuple[int, ...] = (0,)


def sentences(prose: str, abbreviations: frozenset[str] = frozenset()) -> Iterator[Sentence]:
    """Yields the sentences of a message's prose, in order. Over-long runs of text are left out."""
    start = 0
    for match in _BREAK.finditer(prose):
        if match.group() == "\n":
            if _goes_on(prose, start, match.start()):
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


def _goes_on(prose: str, start: int, newline: int) -> bool:
    """Whether a soft-wrapped line goes on: a long one, and the next begins in lower case."""
    return newline - start > 60 and prose[newline + 1 : newline + 2].islower()


def _sentence(prose: str, start: int, end: int) -> Iterator[Sentence]:
    bullet = _BULLET.match(prose, start, end)
    start = bullet.end() if bullet else start
    while start < end and prose[start].isspace():
        start += 1
    while end > start and prose[end - 1].isspace():
        end -= 1
    if end - start < 2:
        return
    if end - start > LONGEST:
        yield from _piece(prose, start)
        return
    tail = prose[max(start, end - 4) : end]
    yield Sentence(start, end, asked="?" in tail or "\uff1f" in tail)


def _piece(prose: str, start: int) -> Iterator[Sentence]:
    """Yields the beginning of a text without an end: nobody types on like that by hand."""
    cut = prose.rfind(" ", start, start + LONGEST)
    if cut > start and "," in prose[start:cut]:
        yield Sentence(start, cut, asked=False)


def starts(line: Line, language: Language) -> Sequence[Start]:
    """Returns where clauses may begin: at the start, and behind each mark or linking word."""
    if not line.spaced:
        return _unspaced_starts(line, language)
    links = language.list("links")
    found = [_start(line, 0, 0, "", language)]
    for at in range(1, len(line.tokens)):
        before = line.tokens[at - 1].norm
        picture = is_picture(before)
        if not picture and before not in _MARKS and before not in links:
            continue
        if line.tokens[at].norm in _MARKS or line.tokens[at].norm in links:
            continue
        link = at - 1
        while link - 1 > 0 and line.tokens[link - 1].norm in links:
            link -= 1
        start = _start(line, link, at, "" if picture else before, language)
        if start.at > found[-1].at:
            found.append(start)
    every = {start.at: start for start in found}
    for start in found:
        behind = _behind_adverbial(line, start, language)
        if behind.lead is not None:
            every[behind.at] = behind
    return sorted(every.values(), key=lambda start: start.at)


def _unspaced_starts(line: Line, language: Language) -> Sequence[Start]:
    """Returns where clauses may begin: behind marks, and behind what ends the one before."""
    endings = sorted(language.list("links"), key=len, reverse=True)
    leading = tuple(language.list("leading"))
    found = [_start(line, 0, 0, "", language)]
    for at in range(1, len(line.tokens)):
        offset = line.offset(at)
        by = next((one for one in endings if line.norm.endswith(one, 0, offset)), "")
        before = line.tokens[at - 1].norm
        if before in _MARKS or is_picture(before) or before in _WAVES:
            by = before
        if line.tokens[at].norm in _MARKS:
            continue
        if by and not line.norm.endswith(leading, 0, offset):
            start = _start(line, line.index(offset - len(by)), at, by, language)
            if start.at > found[-1].at:
                found.append(start)
    return found


def _behind_adverbial(line: Line, start: Start, language: Language) -> Start:
    """Skips what may only say when it is: "After twelve years I left"."""
    if line.tokens[start.at].norm not in language.list("adverbials"):
        return start
    subjects = language.list("subjects")
    for at in range(start.at + 2, min(start.at + _LONGEST_ADVERBIAL, len(line.tokens))):
        norm = line.tokens[at].norm
        if norm in subjects:
            return replace(start, link=min(start.link, start.at), at=at, lead=start.at)
        if (norm in _MARKS and norm != ",") or norm in language.list("links"):
            break
    return start


def _start(line: Line, link: int, at: int, by: str, language: Language) -> Start:
    own = _behind(language.opening, line, at)
    whole = dict.fromkeys((at, _behind(language.openers, line, at)))
    return Start(link, own, by, whole=tuple(whole))


def _behind(opening: Matcher, line: Line, at: int) -> int:
    """Skips what only opens a clause: "well, honestly", "last week"."""
    match = opening.starts_at(line.norm, line.offset(at))
    return line.index(match) if match is not None and match < len(line.norm) else at
