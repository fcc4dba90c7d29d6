"""What a typed line means: one of the commands, or something said."""

import re
from dataclasses import dataclass

DEFAULT_CONFIDENCE = 0.9
HELP = (
    ("preferences", "shows what you prefer, want and know"),
    ("add preference <type> <value> [confidence]", 'such as: add preference goal "Learn Go" 0.8'),
    ("delete preference <id>", "by its id, or its number in the list"),
    ("clear preferences", "deletes them all, after asking"),
    ("profile", "shows everything that is known of you"),
    ("context", "shows what a model is told of you"),
    ("search <words>", "looks in the notes"),
    ("status", "tells how learning stands"),
    ("refresh", "learns now from what you said"),
    ("say <text>", "says something that looks like a command"),
    ("help", "shows this"),
    ("quit", "ends the conversation, as Ctrl-D does"),
)
_ALONE = ("preferences", "profile", "context", "status", "refresh", "help")
_QUOTED_OR_WORD = re.compile(r'"(?P<quoted>[^"]*)"|(?P<word>\S+)')
_TWO_WORD_TYPE = ("learning", "interest")


@dataclass(frozen=True)
class Line:
    """A typed line.

    Attributes:
        command: its name; "say" for what is no command, "usage" for one that lacks something.
        text: what was said, searched or named.
    """

    command: str
    text: str = ""


@dataclass(frozen=True)
class NewPreference:
    """What `add preference` asks for."""

    type: str
    value: str
    confidence: float


def parse(typed: str) -> Line:
    """The meaning of a line. Commands may be in capitals, and begin with a slash."""
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
    """Type, value and confidence; None where type or value is missing.

    The value may stand in double quotes. A number from 0 to 1 behind it is the confidence.
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
