"""What words are: the lists in `kinds/<language>.toml`, and the longer ones of the rules."""

import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

from adapters.reader.languages import Language
from adapters.reader.lines import Line

KINDS = Path(__file__).parent / "kinds"
KIND = "kind_"
"""How the name of a list begins that is no list of the rules."""
_LONG = 40
"""Entries."""
_LONGEST_ENTRY = 8
"""Tokens that are looked at together."""


class Lists:
    """The lists that tell what words of a language are: towns, jobs, illnesses."""

    def __init__(self, language: Language) -> None:
        spaced = language.about.spaced
        self._names: dict[str, list[str]] = {}
        self._longest: dict[str, int] = {}
        """The most tokens of an entry, by the first one."""
        for name, entry in _entries(language):
            self._names.setdefault(entry, []).append(name)
            tokens = entry.split(" ") if spaced else entry
            size = min(len(tokens), _LONGEST_ENTRY)
            self._longest[tokens[0]] = max(size, self._longest.get(tokens[0], 0))

    def of(self, text: str) -> Sequence[str]:
        """Returns the names of the lists that have an entry."""
        return self._names.get(text, ())

    def of_tokens(self, line: Line) -> Sequence[Sequence[str]]:
        """Returns for each token the names of the lists that have an entry of which it is part."""
        found: list[list[str]] = [[] for _ in line.words]
        for start, word in enumerate(line.words):
            most = self._longest.get(word, 0)
            for end in range(start + 1, min(start + most, len(line.words)) + 1):
                names = self._names.get(line.normalized(range(start, end)), ())
                for at in range(start, end) if names else ():
                    found[at] += names
        return found


def _entries(language: Language) -> Iterator[tuple[str, str]]:
    """Yields the name of each longer list with each of its entries, as lines have them."""
    path = KINDS / f"{language.about.code}.toml"
    kinds = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    spelled = {
        f"{KIND}{name}": dict.fromkeys(map(language.spelling.entry, entries))
        for name, entries in kinds.items()
    }
    for name, entries in {**language.shape.lists, **spelled}.items():
        yield from ((name, entry) for entry in entries if len(entries) >= _LONG)
