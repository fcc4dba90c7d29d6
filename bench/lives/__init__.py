"""People of whom several things are known, and what they write later, which mostly changes nothing.

`<language>.txt` has a paragraph for each: items, a type or path and a text a line, and then
messages. Each message is judged on its own, against all items. What it changes stands behind it,
with the number of the item; a new value is in square brackets:

    like | drawing birds
    custom.pets | two ferrets
    - drawing calms me down, did a huge owl last night
    - We lost one of the ferrets, so it's [just Biscuit] now | 2 replace

They were written by people who had seen neither the rules nor the messages that the network learns
from, and nothing was taught with them. How sure a change has to be was chosen with them, so what
they show flatters the reader a little. `python -m bench.lives` measures them. Those in `unread/`
were only measured: `python -m bench.lives bench/lives/unread`. There, what is replaced is marked
as `end`, without its new value.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
_SAYS = "- "
_WAYS = frozenset({"end", "retract", "replace"})
_VALUE = re.compile(r"\[(.+?)\]")


@dataclass(frozen=True)
class Message:
    """A message, and what it does.

    Attributes:
        text: what it says.
        does: what becomes of items, by their places: `end`, `retract` or `replace`; others stay.
        value: what takes the place of the one that is replaced, or "".
    """

    text: str
    does: Mapping[int, str]
    value: str


@dataclass(frozen=True)
class Life:
    """A person.

    Attributes:
        items: the type or path of each thing that is known, and its text.
        messages: what they write later.
    """

    items: Sequence[tuple[str, str]]
    messages: Sequence[Message]


def lives(code: str, folder: Path = FOLDER) -> Iterator[Life]:
    """Yields the people who write in a language.

    Raises:
        ValueError: a line is not in the form.
    """
    path = folder / f"{code}.txt"
    items, messages = list[tuple[str, str]](), list[Message]()
    for number, line in enumerate([*path.read_text(encoding="utf-8").splitlines(), ""], 1):
        try:
            if line.startswith(_SAYS):
                messages.append(_message(line.removeprefix(_SAYS), len(items)))
            elif line:
                what, text = line.split(" | ")
                items.append((what, text))
            elif items:
                yield Life(items, messages)
                items, messages = [], []
        except ValueError as error:
            raise ValueError(f"{path}:{number}: {error}") from error


def _message(said: str, size: int) -> Message:
    text, _, changes = said.partition(" | ")
    does = dict[int, str]()
    for number, way in (one.split() for one in changes.split(",") if one):
        if way not in _WAYS:
            raise ValueError(f"{way!r} is none of {', '.join(sorted(_WAYS))}")
        if not 0 < int(number) <= size:
            raise ValueError(f"there are only {size} items")
        does[int(number) - 1] = way
    found = _VALUE.search(text)
    if (found is not None) != ("replace" in does.values()):
        raise ValueError("what replaces an item has to stand in square brackets")
    return Message(text.replace("[", "").replace("]", ""), does, found[1] if found else "")
