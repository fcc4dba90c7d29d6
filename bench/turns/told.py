"""Messages in which whoever wrote them marked what they tell: `hey its [Marguerite]{name} again`.

`told/<language>.txt` has one a line. The marks are the types of preferences and the paths of facts,
and four more: `person` and `relation` ("my [sister]{relation} [Anna]{person}"), `instruction`, for
how the assistant is to answer, and `step`, for a step of what the author always does in order.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from shared.documents.about import LIST_PATHS, SCALAR_PATHS
from shared.documents.profile import PreferenceType

FOLDER = Path(__file__).parent / "told"
_MARK = re.compile(r"\[([^\[\]]+)\]\{([\w.]+)\}")
_KINDS = frozenset({*map(str, PreferenceType), *LIST_PATHS, *SCALAR_PATHS, "person", "relation",
                    "instruction", "step"})  # fmt: skip


class Mark(NamedTuple):
    """What a message tells: from where, to where, and as what."""

    start: int
    end: int
    what: str


def messages(code: str, folder: Path = FOLDER) -> Sequence[str]:
    """Returns the marked messages of a language.

    Raises:
        ValueError: a mark is not of a kind that there is.
    """
    path = folder / f"{code}.txt"
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        for _, kind in _MARK.findall(line):
            if kind not in _KINDS and not kind.startswith("custom."):
                raise ValueError(f"{path}:{number}: no kind is called {kind!r}")
    return lines


def unmarked(line: str) -> tuple[str, Sequence[Mark]]:
    """Returns a message without marks, and what is marked."""
    plain, places, done = "", [], 0
    for match in _MARK.finditer(line):
        plain += line[done : match.start()]
        places.append(Mark(len(plain), len(plain) + len(match[1]), match[2]))
        plain += match[1]
        done = match.end()
    return plain + line[done:], places
