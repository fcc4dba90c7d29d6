"""Finds the words of a message that its author says, and not only shows: pasted pages, mails, logs.

Only the user's own words are evidence. What a message shows is blanked in it: code, quotations and
letters (`prose`), markup, data, what stands in a frame, and a text that a task introduces or that
another message has announced. A doubtful passage counts as shown: what is not learned today can be
said again.
"""

import re
from collections.abc import Iterator, Sequence

from shared.base.safety.lookalikes import plain
from shared.base.safety.poison.labels import LONGEST_TITLE, asks_about, labels
from shared.base.safety.poison.prose import own_prose
from shared.base.safety.poison.shown import (
    ABOUT_MATERIAL,
    ANNOUNCED,
    HANDED,
    JUDGED,
    MEANT,
    OTHERS,
    PLAYED,
    SALUTATIONS,
    SIGN_OFFS,
    SPEAKERS,
    TASK,
    THIS,
    TOLD,
    WORDED,
)

_TAG = re.compile(r"<([a-zA-Z][\w:-]{0,20})(?:\s[^<>\n]{0,300})?>|<\|\w{1,20}\|>|\[INST\]")
_COMMENT = re.compile(r"<!--|\{\{!--|/\*|\[//\]:|\[comment\]:|\[\^\w{1,10}\]:")
_CLOSES = {"<!--": "-->", "{{!--": "--}}", "/*": "*/"}
_TITLED = re.compile(r"!?\[[^\]\n]{0,200}\]\([^)\n]{0,400}\)")
_JAPANESE_SPEECH = re.compile("[「『][^「」『』\n]{1,2000}[」』]")
_SPOKEN_JAPANESE = re.compile("私|僕|俺|です|ます|。")
_CURLY = re.compile(r"\{[^{}\n]{1,2000}\}")
_OF_DATA = re.compile('[:"]')
_DATA_LINE = re.compile(
    r"""^\s*(?:[{}\[\]],?\s*$|["'][\w -]{1,60}["']\s*:|\||[+-]{1,3}[\#\w"'(]|@@|[\w.-]{1,40}=\S
    |[\w-]{1,40}:\ ?[|>]?\s*$|(?-i:HTTP/\d|Content-\w|FAILED\ |PASSED\ )|commit\ [0-9a-f]{4}
    |\d{1,2}:\d\d(?::\d\d)?(?:[,.]\d+)?\ (?:-->|\w)|\[\d\d?:\d\d|level=|\d+,\S|\$\ |>>>?\s
    |\#{1,6}\ \S|(?-i:[A-Z][a-z]{2})\ +\d{1,2}\ \d\d:\d\d:\d\d
    |(?:user|assistant|system|human|customer|agent|bot|man|woman|stdout|stderr)\s?:)""",
    re.IGNORECASE | re.VERBOSE,
)
_PROMPT = re.compile(r"^\s*(?:[\w@~:/.-]{0,40}\$|PS>|C:\\>) \S")
_INDENTED = re.compile(r"^(?: {2,}|\t)\S")
_FRAME = re.compile(
    r"^\s*(?:-{3,}+|={3,}+|\*{3,}|_{3,}|~{3,}|#{3,})(?:[\w ]{0,40}(?:-{3,}+|={3,}+))?\s*$"
)
_FORWARDED = re.compile(
    r"(?<!-)-{3,}+ ?(?:forwarded|original|weitergeleitete|ursprüngliche|message)", re.I
)
_WRITTEN_ON = re.compile(
    r"^\s*(?:on|am|le|el)\b.{4,80}(?:wrote|schrieb \w+|a [eé]crit|escribi[oó]) ?:\s*$", re.I
)
_STREAM = re.compile(r"^\s*(?:stdout|stderr|output|result|response|logs?|error)s?:\s*$", re.I)
_COLON = re.compile(r"[:：]")
_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_FENCES = ("```", '"""', "~~~")
_WORD = re.compile(r"\w")
_RUN = re.compile(r"\w+")
_GREETING = re.compile(
    rf"(?:{'|'.join(sorted(SALUTATIONS - {'hey', 'salut'}))})\b[^.!?\n]{{0,40}}[,!:]", re.IGNORECASE
)
_SENTENCE_END = re.compile(r"[.?!:：？！。]\s*")
MOST_SHOWN = 1 / 3
"""Up to this share of a quote's characters may be shown and not said: the title of a book."""


def own_words(message: str, before: str | None = None) -> str:
    """Returns a message with everything blanked that its author only shows, at its full length.

    Args:
        message: the message.
        before: the user's message before it, which may have announced it.
    """
    if before is not None:
        ends = _goes_on_until(message, before)
        if ends:
            return _blank(message[:ends]) + own_words(message[ends:])
    text = own_prose(message, SPEAKERS, SALUTATIONS, SIGN_OFFS)
    for find in (_markup, _data, _framed, _introduced):
        for start, end in sorted(find(message)):
            text = text[:start] + _blank(message[start:end]) + text[end:]
    return text


def is_own(message: str, own: str, start: int, end: int) -> bool:
    """Returns whether a passage is mostly the author's own words.

    Args:
        message: the message.
        own: the same message as `own_words` returns it.
        start, end: the passage.
    """
    written = len(_WORD.findall(message, start, end))
    said = len(_WORD.findall(own, start, end))
    return written > 0 and said >= (1 - MOST_SHOWN) * written


def places_of(quote: str, message: str) -> Iterator[tuple[int, int]]:
    """Yields where a quote stands in a message; case, white space and signs may differ."""
    spoken = [match.group().casefold() for match in _RUN.finditer(quote)]
    found = [(match.group().casefold(), *match.span()) for match in _RUN.finditer(message)]
    joined = "\n".join(["", *(word for word, _, _ in found), ""])
    wanted = "\n".join(["", *spoken, ""])
    at = joined.find(wanted) if spoken else -1
    while at >= 0:
        first = joined.count("\n", 0, at)
        yield found[first][1], found[first + len(spoken) - 1][2]
        at = joined.find(wanted, at + 1)


def _blank(text: str) -> str:
    return "\n" * len(text)


def _goes_on_until(message: str, before: str) -> int:
    """Returns up to where a message is the continuation of a text that another one began."""
    for fence in _FENCES:
        if before.count(fence) % 2:
            at = message.find(fence)
            return len(message) if at < 0 else at + len(fence)
    looks = plain(before).text
    for tag in _TAG.finditer(before):
        name = tag.group(1)
        if name and f"</{name}>" not in before:
            at = message.find(f"</{name}>")
            return len(message) if at < 0 else at + len(name) + 3
    lines = looks.strip().splitlines()
    of_a_text = (TASK, ABOUT_MATERIAL, TOLD, OTHERS)
    announces = ANNOUNCED.search(looks) and any(one.search(looks) for one in of_a_text)
    if announces and (len(lines) < 2 or ANNOUNCED.search(lines[0])):
        return len(message)
    return 0


def _markup(message: str) -> Iterator[tuple[int, int]]:
    """Yields what stands between tags, in comments, and in the targets of links."""
    done = 0
    for opening in _TAG.finditer(message):
        if opening.start() < done:
            continue
        name = opening.group(1)
        closes = f"</{name}>" if name else opening.group()[-2:]
        closing = message.rfind(closes)
        done = len(message) if closing < opening.end() else closing + len(closes)
        yield opening.start(), done
    for opening in _COMMENT.finditer(message):
        mark = opening.group()
        closes = _CLOSES.get(mark, "\n")
        end = message.find(closes, opening.end())
        yield opening.start(), len(message) if end < 0 else end + len(closes)
    for match in _TITLED.finditer(message):
        yield match.span()
    for match in _JAPANESE_SPEECH.finditer(message):
        if _SPOKEN_JAPANESE.search(match.group()):
            yield match.span()


def _data(message: str) -> Iterator[tuple[int, int]]:
    """Yields the lines of data: JSON, tables, settings, logs, labelled speech, differences."""
    for match in _CURLY.finditer(message):
        if _OF_DATA.search(match.group()):
            yield match.span()
    is_data = in_terminal = False
    commas = 0
    for start, line in _lines(message):
        follows = is_data and (_INDENTED.match(line) or (commas and line.count(",") == commas))
        # What a command printed stands below it, up to an empty line.
        in_terminal = bool(line.strip()) and (in_terminal or _PROMPT.match(line) is not None)
        follows = follows or in_terminal
        if _DATA_LINE.match(line) or follows:
            is_data = True
            yield start, start + len(line)
        elif line.strip():
            is_data = False
        commas = line.count(",") if ", " not in line else 0
        is_data = is_data or (commas > 0 and not line.rstrip().endswith((".", "?", "!")))


def _framed(message: str) -> Iterator[tuple[int, int]]:
    """Yields what stands between two lines of a frame, or after the mark of a quoted mail."""
    frames = [(start, line) for start, line in _lines(message) if _FRAME.match(line)]
    for (first, _), (second, line) in zip(frames[::2], frames[1::2], strict=False):
        yield first, second + len(line)
    for start, line in _lines(message):
        if _STREAM.match(line):
            end = message.find("\n\n", start)
            yield start, len(message) if end < 0 else end
        if _FORWARDED.search(line) or _WRITTEN_ON.match(line):
            yield start, len(message)


def _introduced(message: str) -> Iterator[tuple[int, int]]:
    """Yields the texts that a task comes before or after, and what a role says."""
    looks = plain(message)
    parts = _paragraphs(message)
    played = PLAYED.search(looks.text[:400])
    if played:
        yield looks.span(*played.span())[1], len(message)
    handed = HANDED.search(looks.text)
    if handed:
        yield looks.span(*handed.span())[1], len(message)
    for start, line in _lines(message):
        colon = next((m for m in _COLON.finditer(line) if labels(line[: m.end()])), None)
        if colon:
            after = start + colon.end()
            if line[colon.end() :].strip():
                yield after, _end_of_shown(message, parts, after)
            else:
                yield start + len(line), _end_of_shown(message, parts, start + len(line))
    for start, end in _sentences(message):
        sentence = plain(message[start:end]).text
        of_others = THIS.search(sentence) or MEANT.search(sentence) or OTHERS.search(sentence)
        if (of_others and JUDGED.search(sentence)) or WORDED.search(sentence):
            yield end, _end_of_shown(message, parts, end)
    for start, end in parts[1:]:
        if _GREETING.match(message, start):
            yield start, _end_of_shown(message, parts, end)
    if len(parts) > 1:
        first, last = parts[0], parts[-1]
        if asks_about(message[slice(*first)]):
            yield first[1], _end_of_shown(message, parts, first[1])
        if asks_about(message[slice(*last)]):
            yield 0, last[0]
    elif "\n" in message.strip():
        (_, opening), *_, (start, line) = [each for each in _lines(message) if each[1].strip()]
        if asks_about(line):
            yield 0, start
        if len(opening) <= LONGEST_TITLE and MEANT.search(plain(opening).text):
            yield message.index(opening) + len(opening), len(message)


def _end_of_shown(message: str, parts: Sequence[tuple[int, int]], start: int) -> int:
    """Returns where a text that begins at a place ends: at the question after it, or nowhere."""
    last = parts[-1]
    if len(parts) > 1 and last[0] > start and asks_about(message[slice(*last)]):
        return last[0]
    return len(message)


def _paragraphs(message: str) -> list[tuple[int, int]]:
    found, start = [], 0
    for gap in _PARAGRAPH.finditer(message):
        found.append((start, gap.start()))
        start = gap.end()
    found.append((start, len(message)))
    return [(begin, end) for begin, end in found if message[begin:end].strip()]


def _sentences(message: str) -> Iterator[tuple[int, int]]:
    start = 0
    for end in _SENTENCE_END.finditer(message):
        yield start, end.end()
        start = end.end()


def _lines(message: str) -> Iterator[tuple[int, str]]:
    start = 0
    for line in message.split("\n"):
        yield start, line
        start += len(line) + 1
