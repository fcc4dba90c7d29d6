"""What the commands of Anthropic's memory tool do with texts, and what they answer.

The answers are those that the documentation of `memory_20250818` prescribes. They are pure.
"""

from collections.abc import Iterable, Mapping, Sequence
from posixpath import normpath

from shared.base.errors import AlreadyExists, InvalidArgument, NotFound
from shared.documents.memory import MAX_CONTENT
from shared.memory.splitting import LONGEST_NOTE, cut_at

ROOT = "/memories"
LONGEST_PATH = 200
"""Characters of a path, since it is a tag."""
_DEPTH = 2
"""How many levels of a directory are shown."""
_SHOWN_AROUND = 2
"""How many lines before and after an edit are shown."""


def checked_path(path: str) -> str:
    """Returns the path without detours.

    Raises:
        InvalidArgument: it leads out of the root, is too long, or has characters for control.
    """
    found = normpath(path)
    if found != ROOT and not found.startswith(f"{ROOT}/"):
        raise InvalidArgument.field("path", f"{path} is not in {ROOT}")
    if len(found) > LONGEST_PATH:
        raise InvalidArgument.field("path", f"must have at most {LONGEST_PATH} characters")
    if not found.isprintable():
        raise InvalidArgument.field("path", "must be printable")
    return found


def changeable(path: str) -> str:
    """Returns the path without detours, of something that may be written, moved or deleted.

    Raises:
        InvalidArgument: it is the root itself, or not valid.
    """
    found = checked_path(path)
    if found == ROOT:
        raise InvalidArgument.field("path", f"{ROOT} itself cannot be changed")
    return found


def missing(path: str) -> NotFound:
    """Returns the refusal of a path at which nothing is."""
    return NotFound(
        f"The path {path} does not exist. Please provide a valid path.",
        [{"reason": "NO_SUCH_ENTRY"}],
    )


def taken(message: str) -> AlreadyExists:
    """Returns the refusal of a path at which something is already."""
    return AlreadyExists(message, [{"reason": "ID_TAKEN", "field": "path"}])


def below(path: str, paths: Iterable[str]) -> list[str]:
    """Returns the files in a directory, at any depth; of a file, the file itself."""
    return [each for each in paths if each == path or each.startswith(f"{path}/")]


def cut(text: str) -> list[str]:
    """Returns a file in the parts that it is kept in. Joined, they are the same text again.

    Raises:
        InvalidArgument: the file is empty or too long.
    """
    if not text.strip():
        raise InvalidArgument.field("file_text", "must not be empty")
    if len(text) > LONGEST_NOTE:
        raise InvalidArgument.field(
            "file_text",
            f"would make a file of {len(text):,} characters; the limit is {LONGEST_NOTE:,}. "
            "Shorten it, or keep it in several files.",
        )
    parts = []
    while len(text) > MAX_CONTENT:
        at = cut_at(text)
        parts.append(text[:at])
        text = text[at:]
    return [*parts, text]


def listed(path: str, sizes: Mapping[str, int]) -> str:
    """Describes a directory, two levels deep.

    Args:
        path: the directory.
        sizes: the characters of each file in it, by path.
    """
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
    """Shows a file's lines with their numbers.

    Args:
        path: the file.
        text: what is in it.
        view_range: the first and the last line to show; -1 is the end. None shows all.
    """
    lines = _lines(text)
    first, last = view_range if view_range else (1, -1)
    first, last = max(first, 1), len(lines) if last == -1 else last
    shown = _numbered(lines, first, last)
    return "\n".join([f"Here's the content of {path} with line numbers:", *shown])


def replaced(path: str, text: str, old: str, new: str) -> tuple[str, str]:
    """Replaces the one occurrence of a text; returns the file, and the answer.

    Raises:
        InvalidArgument: the text occurs never, or more than once.
    """
    starts = [at for at in range(len(text)) if text.startswith(old, at)] if old else []
    if not starts:
        raise InvalidArgument(
            f"No replacement was performed, old_str `{old}` did not appear verbatim in {path}.",
            [{"reason": "INVALID_FIELD", "field": "old_str"}],
        )
    if len(starts) > 1:
        lines = ", ".join(str(text.count("\n", 0, at) + 1) for at in starts)
        raise InvalidArgument(
            f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: "
            f"{lines}. Please ensure it is unique",
            [{"reason": "INVALID_FIELD", "field": "old_str"}],
        )
    changed = text.replace(old, new)
    line = text.count("\n", 0, starts[0]) + 1
    first, last = max(line - _SHOWN_AROUND, 1), line + new.count("\n") + _SHOWN_AROUND
    snippet = _numbered(_lines(changed), first, last)
    return changed, "\n".join(["The memory file has been edited.", *snippet])


def inserted(text: str, line: int, new: str) -> str:
    """Inserts lines after one; 0 is the beginning.

    Raises:
        InvalidArgument: there is no such line.
    """
    lines = _lines(text)
    if not 0 <= line <= len(lines):
        raise InvalidArgument(
            f"Invalid `insert_line` parameter: {line}. It should be within the range of lines of "
            f"the file: [0, {len(lines)}]",
            [{"reason": "INVALID_FIELD", "field": "insert_line"}],
        )
    changed = "\n".join([*lines[:line], new.removesuffix("\n"), *lines[line:]])
    return changed + "\n" if text.endswith("\n") else changed


def _lines(text: str) -> list[str]:
    """The lines of a file; a line break at its end begins no further one."""
    return text.removesuffix("\n").split("\n")


def _numbered(lines: Sequence[str], first: int, last: int) -> list[str]:
    return [
        f"{number:>6}\t{line}" for number, line in enumerate(lines, 1) if first <= number <= last
    ]
