"""Neutralizes forged delimiters, so that stored text cannot break out of the context block.

Text that looks like one of the block's delimiters, or like a role or instruction marker of a chat
format, is changed just enough that neither a program nor a model mistakes it for one. What it looks
like counts, not how it is written: see `lookalikes`.
"""

import re
from collections.abc import Iterator

from shared.base.safety.invisible import visible
from shared.base.safety.lookalikes import Plain, plain

_SUSPECT = re.compile(r"[^\x20-\x7e]|[\[<(:#]|[=_*~-]{4}")
"""What a text needs to hold anything that is changed here."""
_BRACKETED = re.compile(
    r"\[(?=\s?/?\s?(?:END|ABOUT|SYSTEM|SYS|INST|INSTRUCTIONS?|ASSISTANT|USER|TOOL|HUMAN|DEVELOPER"
    r"|(?:AVAILABLE|SYSTEM|TOOL|USER|MODEL)[_ ](?:TOOLS?|PROMPT|CALLS?|RESULTS?|CONTENT|SETTINGS)"
    r"|gMASK|BOS|EOS)\b)",
    re.IGNORECASE,
)
_TAGS = (
    r"system(?:[_ -]?(?:prompt|message|reminder|instructions?))?"
    r"|user(?:[_ -]?(?:message|input|query|prompt|profile))?|assistant|human|developer"
    r"|tools?(?:[_ -]?(?:calls?|results?|responses?|use|outputs?|code))?"
    r"|functions?(?:[_ -]?(?:calls?|results?|responses?))?|invoke|parameter|antml:[a-z_]{1,30}"
    r"|think(?:ing)?|thoughts?|reasoning|reflection|scratchpad|instructions?|inst|sys"
    r"|im[_ -](?:start|end|sep)|(?:start|end)[_ -]of[_ -](?:turn|text|sentence|image)"
    r"|(?:start|end)[_ -]header[_ -]id|begin[_ -]of[_ -](?:text|sentence)|eot[_ -]id|endoftext"
    r"|about[_ -]the[_ -]user"
)
_TAG = re.compile(
    rf"<(?=<?/?(?P<tag>{_TAGS})(?![\w.(\[-])"
    rf"|\s?<?\s?/?\s?(?:{_TAGS}|s|bos|eos|pad|unk|sop|eop)\s?/?\s?>"
    r"|\s?\|(?:[\w/]|\s?/?\s?\w{1,40}(?:[ -]\w{1,40}){0,4}\s?\|\s?>))",
    re.IGNORECASE,
)
_RULE = re.compile(r"[=_*#~-]{4,}")
_TIER_HEADING = re.compile(r"\b(?:MEMORY|USER[ \n]?PROFILE)(?=\s?\()")
_ROLE = re.compile(
    r"^[^\w\n]*(?:system|assistant|developer|user|human|ai(?: assistant)?|bot)"
    r"(?P<colon>[\s*_'\">\])]{0,4}:)",
    re.IGNORECASE | re.MULTILINE,
)
_INSTRUCTION = re.compile(
    r"^[^\w\n#]*(?P<marks>#{1,3})\s?"
    r"(?:instructions?|response|input|output|system|user|human|assistant|question|answer)"
    r"\s?(?::|$)",
    re.IGNORECASE | re.MULTILINE,
)
_SECTION_MARK = "§"
_Edit = tuple[int, int, str]


def one_line(text: str, headings: re.Pattern[str] | None = None) -> str:
    """Returns `text` on a single line, safe inside the block's lists. See `safe`."""
    text = visible(text)
    # What stood at the start of a line is a marker to a reader even when the lines are joined.
    lines = safe(text, headings) if "\n" in text else text
    return safe(" ".join(lines.split()), headings)


def safe(text: str, headings: re.Pattern[str] | None = None) -> str:
    """Returns `text` with every forged delimiter neutralized; line breaks are kept.

    Args:
        text: the text.
        headings: matches lines that it may not have; the colons in its group `colon` go.
    """
    text = visible(text)
    # A heading, too, has a colon, which makes a text suspect.
    if not _SUSPECT.search(text):
        return text
    seen = plain(text)
    parts: list[str] = []
    done = 0
    for start, end, replacement in sorted(_edits(seen, headings)):
        start, end = seen.span(start, end)
        if start >= done:
            parts += [text[done:start], replacement]
            done = end
    return "".join([*parts, text[done:]]).replace(_SECTION_MARK, "¶")


def _edits(seen: Plain, headings: re.Pattern[str] | None) -> Iterator[_Edit]:
    """Yields what to replace, as spans of the text as it looks."""
    text = seen.text
    for match in _BRACKETED.finditer(text):
        yield *match.span(), "("
    for match in _TAG.finditer(text):
        if not _is_type_argument(text, match):
            yield *match.span(), "‹"
    for match in _RULE.finditer(text):
        yield *match.span(), "…"
    for match in _TIER_HEADING.finditer(text):
        yield *match.span(), " ".join(match.group().split()).capitalize()
    for match in _ROLE.finditer(text):
        yield *match.span("colon"), " -"
    for match in _INSTRUCTION.finditer(text):
        yield *match.span("marks"), "·"
    if headings:
        for match in headings.finditer(text):
            yield *match.span("colon"), " -"


def _is_type_argument(text: str, match: re.Match[str]) -> bool:
    """Returns whether the tag is a type in code, such as `List<User>`."""
    tag = match["tag"] or ""
    before = text[match.start() - 1 : match.start()] if match.start() else ""
    return bool(before.isalnum() and tag[:1].isupper() and tag[1:].islower())
