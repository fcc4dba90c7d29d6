"""Finds every regular expression of the code, and texts on which a bad one takes too long."""

import ast
import importlib
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, is_dataclass
from functools import cache
from pathlib import Path
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

ROOT = Path(__file__).parents[3]
PACKAGES = ("shared", "adapters", "functions", "cli")
_SMALL, _LARGE = 500, 5000
_LADDER = (10, 13, 16, 19, 22, 60, 120)
"""Lengths that are tried first, since exponential time would never end at larger ones."""
_LONG = 5e-3
"""Seconds that no linear run over a ladder's text comes near."""
_SUSPECT = 25.0
"""Growth of the time from small to large texts; 10 is linear, 100 quadratic."""
_FLOOR = 2e-5
_TOO_FAST = 3.0
"""Growth of the time for twice the text; 2 is linear, 4 quadratic."""
GENERIC = (
    *("a", " ", "\n", "1", "-", ".", '"', "(", "[", "<", ":", "#", "=", "?", "\u00e9", "\u4e2d"),
    *("a ", "a.", "a-", "a:", "1 ", "1.", " \n", "\t ", "A. ", "://", "a@", "a, ", "i am ", "'s "),
)


@dataclass(frozen=True)
class Found:
    """A compiled pattern, and the module and the variable that hold it."""

    module: str
    variable: str
    pattern: re.Pattern[str]

    @property
    def where(self) -> str:
        """Where it stands."""
        return f"{self.module}.{self.variable}"

    @property
    def anchored(self) -> bool:
        """Whether the code only matches it at one place."""
        used = _methods().get(self.variable, set())
        return bool(used) and used <= {"match", "fullmatch", "pattern"}

    def run(self, text: str) -> None:
        """Uses the pattern on the whole text, as the code does."""
        if self.anchored:
            self.pattern.match(text)
            self.pattern.fullmatch(text)
        else:
            for _ in self.pattern.finditer(text):
                pass


def files() -> dict[str, Path]:
    """The file of each module, by its name."""
    found = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def modules() -> dict[str, ast.Module]:
    """The syntax tree of each module, by its name."""
    return {name: ast.parse(path.read_text()) for name, path in files().items()}


def calls_of_re(tree: ast.AST) -> Iterator[tuple[int, str, bool]]:
    """Yields the line, the name and whether it is in a function, for each call of `re`."""
    inside = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for node in ast.walk(function)
        if node is not function
    }
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "re"
        ):
            yield node.lineno, node.func.attr, id(node) in inside


def patterns() -> list[Found]:
    """Returns every pattern that a module holds, in whatever container."""
    found = {}
    for name in files():
        for variable, value in vars(importlib.import_module(name)).items():
            for pattern in _patterns_in(value):
                found.setdefault(id(pattern), Found(name, variable, pattern))
    return list(found.values())


def held_by(name: str) -> int:
    """Returns how many patterns a module holds, those that it imports included."""
    values = vars(importlib.import_module(name)).values()
    return len({id(pattern) for value in values for pattern in _patterns_in(value)})


@cache
def _methods() -> dict[str, set[str]]:
    """Returns the attributes that are used of each name, in all modules."""
    used: dict[str, set[str]] = {}
    for tree in modules().values():
        attributes = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                used.setdefault(node.value.id, set()).add(node.attr)
            elif (
                isinstance(node, ast.Name)
                and isinstance(node.ctx, ast.Load)
                and id(node) not in attributes
            ):
                used.setdefault(node.id, set()).add("passed on")
    return used


def _patterns_in(value: Any, depth: int = 4) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern):
        yield value
    elif depth and isinstance(value, dict):
        for item in (*value, *value.values()):
            yield from _patterns_in(item, depth - 1)
    elif depth and isinstance(value, list | tuple | set | frozenset):
        for item in value:
            yield from _patterns_in(item, depth - 1)
    elif depth and is_dataclass(type(value)):
        for name in type(value).__dataclass_fields__:
            yield from _patterns_in(getattr(value, name, None), depth - 1)


def pumps(pattern: re.Pattern[str]) -> list[str]:
    """Returns pieces that, repeated, keep the pattern busy: its repeats, and what leads there."""
    found: dict[str, None] = {}
    tree = parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
    for variant in (0, 1):
        whole = _sample(tree, variant)
        found |= dict.fromkeys((whole, whole[:-1], whole + " "))
        for before, body in _repeats(tree, "", variant):
            found |= dict.fromkeys((body, before + body))
    return [text for text in found if text][:16]


def _repeats(tree: Any, before: str, variant: int) -> Iterator[tuple[str, str]]:
    """Yields what a long repeat repeats, with a text that leads to it."""
    for code, argument in tree:
        if code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            _, most, body = argument
            if most >= 8:
                yield before, _sample(body, variant) or "a"
            yield from _repeats(body, before, variant)
        elif code is codes.SUBPATTERN:
            yield from _repeats(argument[3], before, variant)
        elif code is codes.BRANCH:
            for branch in argument[1][:12]:
                yield from _repeats(branch, before, variant)
        elif code in (codes.ASSERT, codes.ATOMIC_GROUP):
            yield from _repeats(argument[1] if code is codes.ASSERT else argument, before, variant)
        before += _sample([(code, argument)], variant)


def _sample(tree: Any, variant: int) -> str:
    """Returns a text that the pattern matches, but for lookarounds."""
    parts = []
    for code, argument in tree:
        if code is codes.LITERAL:
            parts.append(chr(argument))
        elif code in (codes.NOT_LITERAL, codes.ANY):
            parts.append("a" if argument != ord("a") else "b")
        elif code is codes.IN:
            parts.append(_member(argument, variant))
        elif code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            least, most, body = argument
            parts.append(_sample(body, variant) * min(most, max(least, 1 - variant)))
        elif code is codes.SUBPATTERN:
            parts.append(_sample(argument[3], variant))
        elif code is codes.ATOMIC_GROUP:
            parts.append(_sample(argument, variant))
        elif code is codes.BRANCH:
            parts.append(_sample(argument[1][-1 if variant else 0], variant))
    return "".join(parts)


_CATEGORIES = {
    codes.CATEGORY_DIGIT: "1",
    codes.CATEGORY_NOT_DIGIT: "a",
    codes.CATEGORY_SPACE: " ",
    codes.CATEGORY_NOT_SPACE: "a",
    codes.CATEGORY_WORD: "a",
    codes.CATEGORY_NOT_WORD: "-",
}


def _member(items: Any, variant: int) -> str:
    if items[0][0] is codes.NEGATE:
        shut = re.compile("[" + "".join(_class_of(item) for item in items[1:]) + "]")
        return next((char for char in "a1 -.\n\u00e9\u4e2d" if not shut.match(char)), "\U0001f600")
    code, argument = items[-1 if variant else 0]
    if code is codes.LITERAL:
        return chr(argument)
    if code is codes.RANGE:
        return chr(argument[1 if variant else 0])
    return _CATEGORIES.get(argument, "a")


def _class_of(item: Any) -> str:
    code, argument = item
    if code is codes.LITERAL:
        return re.escape(chr(argument))
    if code is codes.RANGE:
        return f"{re.escape(chr(argument[0]))}-{re.escape(chr(argument[1]))}"
    names = {"1": r"\d", " ": r"\s", "-": r"\W"}
    name = names.get(_CATEGORIES.get(argument, ""), r"\w")
    return {
        codes.CATEGORY_NOT_DIGIT: r"\D",
        codes.CATEGORY_NOT_SPACE: r"\S",
    }.get(argument, name)


def texts(pump: str) -> Iterator[Callable[[int], str]]:
    """Yields ways to make a text of a given length of a pump."""
    for end in ("", "\0"):
        yield lambda length, end=end: (pump * (length // len(pump) + 1))[:length] + end


def superlinear(
    run: Callable[[str], object], pump: str, ladder: Sequence[int] = _LADDER
) -> float | None:
    """Returns how much longer twice the text takes if that is too much, else None.

    It counts CPU time, looks closer only at what is suspect, and takes the best of several runs, so
    that a busy machine fails nothing. One of these has a longer text: what repeats up to a limit
    takes linear time only well beyond that.
    """
    for text in texts(pump):
        for size in ladder:
            if _time(run, text(size)) > _LONG and _time(run, text(size)) > _LONG:
                return float("inf")
        if ladder and _time(run, text(_SMALL)) > 4 * _LONG:
            return float("inf")
        small = max(_time(run, text(_SMALL)), _FLOOR)
        if _time(run, text(_LARGE)) > _SUSPECT * small:
            growth = min(_growth(run, text, size) for size in (_LARGE, _LARGE, 2 * _LARGE))
            if growth > _TOO_FAST:
                return growth
    return None


def _growth(run: Callable[[str], object], text: Callable[[int], str], size: int) -> float:
    half = min(_time(run, text(size // 2)) for _ in range(2))
    return min(_time(run, text(size)) for _ in range(2)) / max(half, _FLOOR)


def _time(run: Callable[[str], object], text: str) -> float:
    start = time.thread_time()
    run(text)
    return time.thread_time() - start
