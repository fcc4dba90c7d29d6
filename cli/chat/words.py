"""Parses a line typed in the chat: a command, or a message."""

import re
from dataclasses import dataclass

DEFAULT_CONFIDENCE = 0.9
HELP = (
    ("preferences", "list your preferences"),
    (
        "add preference <type> <value> [confidence]",
        'for example: add preference goal "Learn Go" 0.8',
    ),
    ("delete preference <id>", "delete one, by its ID or its number in the list"),
    ("clear preferences", "delete all preferences, after asking"),
    ("profile", "show everything that is known about you"),
    ("context", "show the context block that a model gets"),
    ("search <words>", "search your notes"),
    ("status", "show the state of learning"),
    ("refresh", "learn from your messages now"),
    ("say <text>", "send a message that looks like a command"),
    ("help", "show this help"),
    ("quit", "end the conversation (or press Ctrl-D)"),
)
_ALONE = ("preferences", "profile", "context", "status", "refresh", "help")
_QUOTED_OR_WORD = re.compile(r'"(?P<quoted>[^"]*)"|(?P<word>\S+)')
_TWO_WORD_TYPE = ("learning", "interest")


@dataclass(frozen=True)
class Line:
    """A typed line.

    Attributes:
        command: its name; "say" for a message, "usage" for an incomplete or unknown command.
        text: the message, the search words or the argument.
    """

    command: str
    text: str = ""


@dataclass(frozen=True)
class NewPreference:
    """The arguments of `add preference`."""

    type: str
    value: str
    confidence: float


def parse(typed: str) -> Line:
    """Parses a line. Commands ignore case and may start with a slash."""
    text = typed.strip()
    words = text.removeprefix("/").split(maxsplit=2)
    first = words[0].lower() if words else ""
    second = words[1].lower() if len(words) > 1 else ""
    after_two = words[2] if len(words) > 2 else ""
    if len(words) == 1 and first in _ALONE:
        return Line(first)
    if len(words) == 1 and first in ("quit", "exit", "bye"):
        return Line("quit")
    if (first, second) == ("clear", "preferences") and not after_two:
        return Line("clear")
    if first in ("add", "delete") and second == "preference":
        return Line(first, after_two) if after_two else Line("usage", f"{first} preference")
    if first in ("search", "say") and len(words) > 1:
        return Line(first, text.removeprefix("/")[len(first) :].strip())
    if text.startswith("/"):
        return Line("usage", text)
    return Line("say", text)


def new_preference(text: str) -> NewPreference | None:
    """Parses type, value and confidence; None if the type or the value is missing.

    The value may be in double quotes. A number from 0 to 1 after it is the confidence.
    """
    found = list(_QUOTED_OR_WORD.finditer(text))
    words = [match["word"] if match["word"] is not None else match["quoted"] for match in found]
    taken = 2 if tuple(word.lower() for word in words[:2]) == _TWO_WORD_TYPE else 1
    type_, values = " ".join(words[:taken]), words[taken:]
    confidence = DEFAULT_CONFIDENCE
    if len(values) > 1 and found[-1]["word"] is not None:
        number = _confidence(values[-1])
        if number is not None:
            confidence = number
            values = values[:-1]
    value = " ".join(values).strip()
    return NewPreference(type_, value, confidence) if type_ and value else None


def _confidence(word: str) -> float | None:
    try:
        number = float(word)
    except ValueError:
        return None
    return number if 0 <= number <= 1 else None
