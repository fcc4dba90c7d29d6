"""Texts that a model edits as files: what the commands of Anthropic's memory tool do and answer.

The answers are those that the tool's documentation prescribes.
"""

from collections.abc import Mapping, Sequence
from posixpath import normpath

ROOT = "/memories"
_DEPTH = 2
"""How many levels of a directory are shown."""


class Refused(Exception):
    """The command cannot be carried out. The message is for the model."""


def checked(path: str) -> str:
    """The path without detours.

    Raises:
        Refused: it leads out of the root.
    """
    found = normpath(path)
    if found != ROOT and not found.startswith(f"{ROOT}/"):
        raise Refused(f"The path {path} is not in {ROOT}.")
    return found


def changeable(path: str) -> str:
    """The path without detours, of something that may be written, moved, or deleted.

    Raises:
        Refused: it is the root itself, or leads out of it.
    """
    found = checked(path)
    if found == ROOT:
        raise Refused(f"{ROOT} itself cannot be changed.")
    return found


def missing(path: str) -> Refused:
    """The refusal of what is not there."""
    return Refused(f"The path {path} does not exist. Please provide a valid path.")


def below(path: str, paths: Sequence[str]) -> list[str]:
    """The files of a directory, at any depth; a file is its own only one."""
    return [each for each in paths if each == path or each.startswith(f"{path}/")]


def listed(path: str, sizes: Mapping[str, int]) -> str:
    """A directory, two levels deep, with the characters of each file and of all in a directory."""
    shown: dict[str, int] = {path: 0}
    for file, size in sorted(sizes.items()):
        steps = file.removeprefix(f"{path}/").split("/")
        shown[path] += size
        for depth in range(1, min(len(steps), _DEPTH) + 1):
            name = f"{path}/{'/'.join(steps[:depth])}" + ("/" if depth < len(steps) else "")
            shown[name] = shown.get(name, 0) + size
    lines = [f"{size}\t{name}" for name, size in shown.items()]
    head = f"Here're the files and directories up to {_DEPTH} levels deep in {path}"
    return "\n".join([f"{head}, excluding hidden items:", *lines])


def numbered(path: str, text: str, view_range: Sequence[int] | None) -> str:
    """A file's lines with their numbers, all or from the first to the last of the range."""
    lines = text.split("\n")
    first, last = view_range if view_range and len(view_range) == 2 else (1, -1)
    first, last = max(first, 1), len(lines) if last == -1 else last
    shown = _numbered(lines, first, last)
    return "\n".join([f"Here's the content of {path} with line numbers:", *shown])


def replaced(path: str, text: str, old: str, new: str) -> tuple[str, str]:
    """The file with its one occurrence of a text replaced, and the answer.

    Raises:
        Refused: the text occurs never or more than once.
    """
    count = text.count(old) if old else 0
    if count == 0:
        raise Refused(
            f"No replacement was performed, old_str `{old}` did not appear verbatim in {path}."
        )
    starts = [place for place in range(len(text)) if text.startswith(old, place)]
    if len(starts) > 1:
        lines = ", ".join(str(text.count("\n", 0, place) + 1) for place in starts)
        raise Refused(
            f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: "
            f"{lines}. Please ensure it is unique"
        )
    changed = text.replace(old, new)
    line = text.count("\n", 0, starts[0]) + 1
    snippet = _numbered(changed.split("\n"), max(line - 2, 1), line + 2)
    return changed, "\n".join(["The memory file has been edited.", *snippet])


def inserted(text: str, line: int, new: str) -> str:
    """The file with lines inserted after one; 0 is its beginning.

    Raises:
        Refused: it has no such line.
    """
    lines = text.split("\n")
    if not 0 <= line <= len(lines):
        raise Refused(
            f"Invalid `insert_line` parameter: {line}. It should be within the range of lines of "
            f"the file: [0, {len(lines)}]"
        )
    return "\n".join([*lines[:line], new.rstrip("\n"), *lines[line:]])


def _numbered(lines: Sequence[str], first: int, last: int) -> list[str]:
    return [
        f"{number:>6}\t{line}" for number, line in enumerate(lines, 1) if first <= number <= last
    ]
