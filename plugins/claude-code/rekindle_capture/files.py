"""Where state is kept, and writing files there that are either whole or absent."""

from __future__ import annotations

import json
import os

TYPE_CHECKING = False  # typing takes a hook longer to import than all that it does
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

WANTED = "wanted"
"""The file by which a hook asks the sender for a new context block."""


def state_folder(env: Mapping[str, str]) -> str:
    """The folder for all state of the plugin, outside every project."""
    base = env.get("XDG_STATE_HOME") or os.path.join(os.path.expanduser("~"), ".local", "state")
    return os.path.join(base, "rekindle", "claude-code")


def make_folder(path: str) -> None:
    """Makes a folder that only its owner can enter."""
    os.makedirs(path, mode=0o700, exist_ok=True)


def write(path: str, data: bytes) -> None:
    """Writes a file that only its owner can read, all at once.

    A process that stops on the way leaves at most a hidden file, which nobody reads.

    Raises:
        OSError: the disk is full or read-only.
    """
    folder, name = os.path.split(path)
    temporary = os.path.join(folder, f".{name}.{os.getpid()}")
    opened = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        try:
            while data:
                data = data[os.write(opened, data) :]
        finally:
            os.close(opened)
        os.rename(temporary, path)
    except OSError:
        remove(temporary)
        raise


def write_json(path: str, value: Any) -> None:
    """Writes a value as JSON, all at once."""
    write(path, json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))


def read_json(path: str) -> dict[str, Any]:
    """The object in a file; empty if there is none."""
    try:
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def remove(path: str) -> None:
    """Removes a file, if it is there."""
    try:
        os.unlink(path)
    except OSError:
        return
