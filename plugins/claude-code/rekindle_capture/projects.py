"""Which projects are left out: nothing is recorded there, and no context block is added."""

from __future__ import annotations

import os

from rekindle_capture.files import make_folder, read_json, write_json

TYPE_CHECKING = False  # typing takes a hook longer to import than all that it does
if TYPE_CHECKING:
    from collections.abc import Iterable

IGNORE_FILE = ".rekindle-ignore"
"""In a project's folder or above it, it leaves the project out."""


def is_left_out(state: str, folders: Iterable[str]) -> bool:
    """Whether a folder, or one above it, is left out, by a file or by `/rekindle:off`."""
    off = set(_listed(state))
    return any(
        above in off or os.path.exists(os.path.join(above, IGNORE_FILE))
        for folder in folders
        for above in _upwards(folder)
    )


def leave_out(state: str, folder: str) -> None:
    """Leaves a project out."""
    make_folder(state)
    folders = [*_listed(state), os.path.realpath(folder)]
    write_json(_file(state), {"folders": sorted(set(folders))})


def take_in(state: str, folder: str) -> bool:
    """Takes a project in again; returns whether it is in now, which a folder above may prevent."""
    here = os.path.realpath(folder)
    folders = [each for each in _listed(state) if each != here]
    if folders != _listed(state):
        write_json(_file(state), {"folders": folders})
    return not is_left_out(state, [folder])


def _listed(state: str) -> list[str]:
    found = read_json(_file(state)).get("folders")
    return [each for each in found if isinstance(each, str)] if isinstance(found, list) else []


def _file(state: str) -> str:
    return os.path.join(state, "left-out.json")


def _upwards(folder: str) -> Iterable[str]:
    here = os.path.realpath(folder)
    while True:
        yield here
        above = os.path.dirname(here)
        if above == here:
            return
        here = above
