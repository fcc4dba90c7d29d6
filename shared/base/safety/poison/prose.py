"""The author's own prose in a message: code, logs, quotations and letters blanked out.

Blanking keeps every offset: what is not the author's own words becomes line ends, which no sentence
crosses, so that quotes can be cut from the message itself. What a language's own words show, such
as "translate this:", the offline reader's rules and `pasted` say.
"""

import re
from collections.abc import Sequence, Set

_FENCE = re.compile(r"^[ \t]{0,3}(```|~~~)", re.M)
_INLINE = re.compile(r"`[^`\n]{1,400}`")
_TRIPLE_QUOTED = re.compile(r'"""|\'\'\'')
_QUOTED = re.compile(
    r'"[^"\n]{1,2000}"|\u201c[^\u201d\n]{1,2000}\u201d|\u201e[^\u201c\u201d\n]{1,2000}[\u201c\u201d]'
    r"|\u00ab[^\u00bb\n]{1,2000}\u00bb|\u00bb[^\u00ab\n]{1,2000}\u00ab"
    r"|\u300c[^\u300d\n]{1,2000}\u300d|\u300e[^\u300f\n]{1,2000}\u300f"
    r"|(?<!\w)'[A-Z](?:[^'\n]|(?<=\w)'(?=\w)){12,400}'(?!\w)"
)
_WORD = re.compile(r"\w+(?:'\w+)?")
_WHOLLY_QUOTED = re.compile(r"\s*[\"\u201c](?P<said>[^\"\u201c\u201d]+)[\"\u201d]\s*")
_LONGEST_TITLE = 60
_ENDS = re.compile(r"[.!?].$|[\u3002\uff01\uff1f]")

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
        |\w*(?:Error|Exception):\s
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
    r"\s*(?:\[[^\]\n]{1,40}\]\s*)?(?:[^\W\d_][\w.'-]*(?: [A-Z0-9][\w.'-]*){0,2})"
    r"(?: \([^)\n]{1,20}\))?\s*: ?\S"
)
_MAIL_LINE = re.compile(
    r"\s*(?:subject|from|to|cc|sent|re|fwd|betreff|von|an|objet|asunto)\s*:", re.I
)


def own_prose(message: str, speakers: Set[str], salutations: Set[str], sign_offs: Set[str]) -> str:
    """Returns a message with everything blanked that is not its author's own prose.

    Args:
        message: the message.
        speakers: the words with which people speak of themselves.
        salutations: what letters begin with.
        sign_offs: what they end with.
    """
    whole = _WHOLLY_QUOTED.fullmatch(message)
    if whole:
        start, end = whole.span("said")
        message = "\n" * start + message[start:end] + "\n" * (len(message) - end)
    masked = _without_fences(message)
    masked = _INLINE.sub(lambda match: _without_statements(match, speakers), masked)
    masked = _without_triple_quotes(masked)
    masked = _QUOTED.sub(lambda match: _without_statements(match, speakers), masked)
    return _without_pasted_lines(masked, salutations, sign_offs)


def _without_statements(match: re.Match[str], speakers: Set[str]) -> str:
    """Blanks what somebody says in quotation marks; a short title may stay an object."""
    inner = match.group()
    words = {word.lower() for word in _WORD.findall(inner)}
    if len(inner) <= _LONGEST_TITLE and not words & speakers and not _ENDS.search(inner):
        return inner
    return " " * len(inner)


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
    """Returns the text with line ends for the regions, which are in order and apart."""
    pieces: list[str] = []
    done = 0
    for start, end in regions:
        pieces.append(text[done:start])
        pieces.append("\n" * (end - start))
        done = end
    return "".join(pieces) + text[done:]


def _without_pasted_lines(text: str, salutations: Set[str], sign_offs: Set[str]) -> str:
    lines = text.split("\n")
    keep = _own_lines(lines, salutations, sign_offs)
    return "\n".join(
        line if own else "\n" * len(line) for line, own in zip(lines, keep, strict=True)
    )


def _own_lines(lines: list[str], salutations: Set[str], sign_offs: Set[str]) -> list[bool]:
    """Returns for each line whether it is the author's own prose."""
    keep = [True] * len(lines)
    filled = [i for i, line in enumerate(lines) if line.strip()]
    code = {i for i in filled if _is_code(lines[i])}
    for before, here, after in zip([-1, *filled], filled, [*filled[1:], -1], strict=False):
        comment = _COMMENT_LINE.match(lines[here]) and (before in code or after in code)
        keep[here] = here not in code and not comment
    speakers = [i for i in filled if _SPEAKER_LINE.match(lines[i])]
    for i in filled:
        if _QUOTED_LINE.match(lines[i]) or (len(speakers) > 1 and i in speakers):
            keep[i] = False
    start = _letter_from(lines, filled, salutations, sign_offs)
    return keep if start is None else keep[:start] + [False] * (len(lines) - start)


def _is_code(line: str) -> bool:
    if _CODE_LINE.search(line[:400]):
        return True
    return len(line) > 12 and len(_SYMBOLS.findall(line)) > 0.15 * len(line) and line.isascii()


def _letter_from(
    lines: list[str], filled: list[int], salutations: Set[str], sign_offs: Set[str]
) -> int | None:
    """Returns the line with which a pasted letter begins: its headers, or its salutation."""
    headed = next((i for i in filled if _MAIL_LINE.match(lines[i])), None)
    signed = any(_opens_with(lines[i], sign_offs) and len(lines[i]) < 40 for i in filled[1:])
    greeted = next(
        (
            i
            for i in filled
            if _opens_with(lines[i], salutations)
            and len(lines[i]) < 60
            and lines[i].rstrip().endswith((",", ":", "!"))
        ),
        None,
    )
    if greeted is not None and (signed or greeted != filled[0]):
        return greeted if headed is None else min(headed, greeted)
    return headed


def _opens_with(line: str, entries: Set[str]) -> bool:
    words = " ".join(_WORD.findall(line.lower())[:3]) + " "
    return any(words.startswith(f"{entry} ") for entry in entries)
