"""The user's own prose in a prompt: code, logs, quotations and pasted or invented text blanked out.

Blanking keeps every offset: what is not the user's own words becomes line ends (which no sentence
crosses), so that quotes can be cut from the prompt itself.
"""

import re
from collections.abc import Sequence

from shared.base.safety.injection import reads_like_injection

_FENCE = re.compile(r"^[ \t]{0,3}(```|~~~)", re.M)
_TRIPLE_QUOTED = re.compile(r'"""|\'\'\'')
_QUOTED = re.compile(r'"[^"\n]{1,2000}"|\u201c[^\u201d\n]{1,2000}\u201d')
_FIRST_PERSON = re.compile(r"\b(?:I|[Mm]y|[Mm]e|[Ww]e|[Oo]ur|[Ii]'m|[Ii]'ve)\b")
_WHOLLY_QUOTED = re.compile(r"\s*[\"\u201c](?P<said>[^\"\u201c\u201d]+)[\"\u201d]\s*")
_LONGEST_TITLE = 60

_CODE_LINE = re.compile(
    r"""^\s*(?:
        (?:def|class|import|from\s+[\w.]+\s+import|const|let|var|function|public|private|static
          |return|elif|else\s*:|try\s*:|except|finally\s*:|async|await|print\s*\(|echo|export
          |package|using|namespace|struct|fn|func|module|require|include)\b[^.!?]*[(){}:;=\[\]<>]
        |\#include|\#!|<\?|</?\w+[^<>]*>\s*$|@\w+\s*$|@\w+\(
        |(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP)\s
        |(?:\$|>>>|PS>|C:\\>)\s
        |(?:npm|pip3?|git|docker|kubectl|sudo|curl|apt|brew|cargo|yarn)\s+[\w-]+(?:\s+[\w./:@-]+)*\s*$
        |\d{4}-\d\d-\d\d[T\ ]\d\d:\d\d|\[\d\d?[:/]|\d\d:\d\d:\d\d
        |(?:Traceback|Exception|Caused\ by|ERROR|WARN|WARNING|INFO|DEBUG|FATAL)\b
        |at\s+[\w.$<>]+\(|File\s"
        |[\w.\[\]"']+\s*(?:=|:=|\+=)\s*\S
        |//|/\*|\*/|--\s
    )|[{};]\s*$|=>|\(\)[;.:{]|===|!==|&&|\|\|""",
    re.X,
)
_COMMENT_LINE = re.compile(r"\s*(?:#|//|--|\*)")
_SYMBOLS = re.compile(r"[^\w\s.,;:!?'\"()\u2019\u2013\u2014-]")
_QUOTED_LINE = re.compile(r"\s*>")
_SPEAKER_LINE = re.compile(
    r"\s*(?:\[[^\]\n]{1,40}\]\s*)?(?:[A-Z][\w.'-]*(?: [A-Z0-9][\w.'-]*){0,2}|user|assistant|system)"
    r"(?: \([^)\n]{1,20}\))?\s*: ?\S"
)
_MAIL_LINE = re.compile(r"\s*(?:subject|from|to|cc|sent|date|re|fwd)\s*:", re.I)
_SALUTATION = re.compile(r"\s*(?:dear|hi|hello|hey)\b[^.!?\n]{0,40},\s*$", re.I)
_SIGN_OFF = re.compile(
    r"\s*(?:(?:kind|best|warm|many|with)\s+)?(?:regards|wishes|sincerely|yours\b.{0,12}|cheers"
    r"|respectfully|best|love|thanks|thank you)\s*(?:[,!.]\s*)?$",
    re.I,
)

_POLITE = (
    r"\s*(?:[-*\u2022]\s*)?(?:(?:please|now|ok|okay|hi|hello|hey|so|also|and|then|next)\b[,!]?\s*)*"
    r"(?:(?:can|could|would|will) you\s+(?:please\s+)?|help me(?: to)?\s+|i (?:need|"
    r"want|would like) you to\s+"
    r"|i(?:'d| would) like you to\s+|please\s+|i need to\s+|i want to\s+)?"
)
_ON_A_TEXT = re.compile(
    _POLITE + r"(?:translate|re-?write|re-?word|re-?phrase|paraphrase|proof-?read|correct|"
    r"edit|polish|improve"
    r"|summari[sz]e|tl;?dr|shorten|condense|expand|classify|extract|annotate|format|"
    r"convert|complete"
    r"|continue|respond to|reply to|answer|fix|check|review|analy[sz]e|explain|"
    r"grade|critique|evaluate"
    r"|what is the (?:sentiment|tone|meaning) of|turn|make (?:this|it|the following)|grammar)\b",
    re.I,
)
_POINTS_AT_TEXT = re.compile(
    r"\b(?:following|below|above|this|these|text|passage|paragraph|sentences?|essay|"
    r"e-?mails?|letter"
    r"|story|article|poem|lyrics|message|review|draft|speech|abstract|transcript|"
    r"notes|it|post|bio)\b",
    re.I,
)
_HERE_IS = re.compile(
    r"\s*(?:(?:ok|okay|so|well|hi|hello)[,!.]?\s+)?(?:here(?:'s|\u2019s| is| are)|"
    r"below (?:is|are)|this is|these are|see|given|consider"
    r"|read|context|text|input|story|article|essay|e-?mail|passage|paragraph|"
    r"transcript|lyrics|example"
    r"|output|error|message|question|statement|prompt|document|quote)\b"
    r"(?=[^.!?\n]{0,120}:|[^.!?\n]{0,80}\b(?:text|e-?mail|essay|letter|story|"
    r"article|paragraph|transcript|logs?|error|output"
    r"|code|snippet|message|review|lyrics|poem|conversation|chat|draft|resume|cv|"
    r"passage|file|document|report|abstract)\b\s*[.:]?\s*$)",
    re.I,
)
_INVENT = re.compile(
    _POLITE
    + r"(?:write|compose|draft|create|generate|make up|come up with|produce|tell)\b[^:\n]{0,200}?:",
    re.I,
)
_ROLE_PLAY = re.compile(
    r"\b(?:act (?:as|like)|pretend(?:ing)? (?:to be|that|you|i)|role-?\s?play|i "
    r"want you to (?:be|play|act)"
    r"|(?:let's|let us) (?:play|role|pretend)|imagine (?:that )?(?:you|i|we)\b|you "
    r"will (?:be|play|act)"
    r"|your name is|you are (?:now|going to be|playing)|stay in character|from now on you are"
    r"|simulate|in the voice of|speak(?:ing)? as|from the perspective of|in the style of)\b"
    r"|^[ \t]*you are (?:an? |the )",
    re.I | re.M,
)


def own_prose(prompt: str) -> str:
    """The prompt with everything that is not the user's own prose blanked, offsets kept."""
    if reads_like_injection(prompt) or _ROLE_PLAY.search(prompt):
        return "\n" * len(prompt)
    whole = _WHOLLY_QUOTED.fullmatch(prompt)
    if whole:
        start, end = whole.span("said")
        prompt = "\n" * start + prompt[start:end] + "\n" * (len(prompt) - end)
    masked = _without_fences(prompt)
    masked = _without_triple_quotes(masked)
    masked = _without_quotations(masked)
    return _without_pasted_lines(masked)


def _without_fences(text: str) -> str:
    marks = [match.start() for match in _FENCE.finditer(text)]
    regions: list[tuple[int, int]] = []
    for opening, closing in zip(marks[::2], [*marks[1::2], len(text)], strict=False):
        line_end = text.find("\n", closing)
        regions.append((opening, len(text) if line_end < 0 else line_end))
    return _blanked(text, regions)


def _without_triple_quotes(text: str) -> str:
    marks = [match.start() for match in _TRIPLE_QUOTED.finditer(text)]
    ends = [closing + 3 for closing in marks[1::2]]
    return _blanked(text, list(zip(marks[::2], [*ends, len(text)], strict=False)))


def _blanked(text: str, regions: Sequence[tuple[int, int]]) -> str:
    """The text with line ends for the regions, which are in order and apart."""
    pieces: list[str] = []
    done = 0
    for start, end in regions:
        pieces.append(text[done:start])
        pieces.append("\n" * (end - start))
        done = end
    return "".join(pieces) + text[done:]


def _without_quotations(text: str) -> str:
    """Blanks what somebody says in quotation marks; a short title may stay an object."""

    def replacement(match: re.Match[str]) -> str:
        inner = match.group()
        if len(inner) <= _LONGEST_TITLE and not _FIRST_PERSON.search(inner):
            return inner
        return " " * len(inner)

    return _QUOTED.sub(replacement, text)


def _without_pasted_lines(text: str) -> str:
    lines = text.split("\n")
    keep = _own_lines(lines)
    kept: list[str] = []
    for line, upto in zip(lines, keep, strict=True):
        kept.append(line[:upto] + "\n" * (len(line) - upto))
    return "\n".join(kept)


def _own_lines(lines: list[str]) -> list[int]:
    """For each line, how many of its characters from the left are the user's own prose."""
    keep = [len(line) for line in lines]
    filled = [i for i, line in enumerate(lines) if line.strip()]
    code = {i for i in filled if _is_code(lines[i])}
    for before, here, after in zip([-1, *filled], filled, [*filled[1:], -1], strict=False):
        if here in code or (_COMMENT_LINE.match(lines[here]) and (before in code or after in code)):
            keep[here] = 0
    speakers = [i for i in filled if _SPEAKER_LINE.match(lines[i])]
    for i in filled:
        if _QUOTED_LINE.match(lines[i]) or (len(speakers) > 1 and i in speakers):
            keep[i] = 0
    _drop_mail(lines, filled, keep)
    _drop_material(lines, filled, keep)
    return keep


def _is_code(line: str) -> bool:
    if _CODE_LINE.search(line[:400]):
        return True
    return len(line) > 12 and len(_SYMBOLS.findall(line)) > 0.15 * len(line) and line.isascii()


def _drop_mail(lines: list[str], filled: list[int], keep: list[int]) -> None:
    """Drops a pasted mail: from its salutation or headers to the end of the prompt."""
    headed = next((i for i in filled if _MAIL_LINE.match(lines[i])), None)
    signed = any(_SIGN_OFF.match(lines[i]) for i in filled[1:])
    greeted = next((i for i in filled if _SALUTATION.match(lines[i])), None)
    start = headed
    if greeted is not None and (signed or greeted != filled[0]):
        start = greeted if start is None else min(start, greeted)
    if start is not None:
        keep[start:] = [0] * (len(lines) - start)


def _drop_material(lines: list[str], filled: list[int], keep: list[int]) -> None:
    """Drops the text that a request works on, wherever the request stands."""
    for place, i in enumerate(filled):
        line = lines[i][:600]
        is_last = place == len(filled) - 1
        on_a_text = _ON_A_TEXT.match(line)
        given = on_a_text or _HERE_IS.match(line)
        if given is None:
            invented = _INVENT.match(line)
            if invented:
                keep[i] = min(keep[i], invented.end())
                keep[i + 1 :] = [0] * (len(lines) - i - 1)
                return
            continue
        colon = line.find(":", given.end() - 1)
        if colon >= 0:
            keep[i] = min(keep[i], colon)
        if colon >= 0 or (not is_last and (not on_a_text or _POINTS_AT_TEXT.search(line))):
            keep[i + 1 :] = [0] * (len(lines) - i - 1)
            return
        if is_last and on_a_text and place and _POINTS_AT_TEXT.search(line):
            keep[:i] = [0] * i
