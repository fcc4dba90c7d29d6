"""What the hooks of one Claude Code session tell one another."""

from __future__ import annotations

import os
import zlib

from rekindle_capture.files import make_folder, read_json, remove, write_json

TYPE_CHECKING = False  # typing takes a hook longer to import than all that it does
if TYPE_CHECKING:
    from typing import Any


class Marks:
    """The marks of a session, in a file of its own.

    `incognito`: nothing of it is recorded. `private`: the user said something private, which the
    assistant's words might repeat. `since`: when it began, until the newest context block has been
    shown. `shown`: which block that was.

    That something is not to be saved has a file of its own, since the sender learns of it while a
    hook may be writing the marks.
    """

    def __init__(self, folder: str, session: str) -> None:
        self._folder = os.path.join(folder, "sessions")
        self.path = os.path.join(self._folder, f"{_safe(session)}.json")
        self.previous = os.path.join(self._folder, f"{_safe(session)}.previous")
        self._withheld = os.path.join(self._folder, f"{_safe(session)}.withheld")
        self.values: dict[str, Any] = read_json(self.path)

    def set(self, **values: Any) -> None:
        """Changes marks.

        If that fails, the file is gone and the session counts as one that says nothing of itself.

        Raises:
            OSError: the disk is full or read-only.
        """
        self.values.update(values)
        try:
            make_folder(self._folder)
            write_json(self.path, self.values)
        except OSError:
            remove(self.path)
            raise

    def may_summarize(self) -> bool:
        """Whether the assistant's words may be sent: if it is known that nothing was private."""
        return bool(self.values) and not self.values.get("private") and not self.is_withheld()

    def withhold(self) -> None:
        """Notes that the user asked not to have something saved, which a summary might repeat.

        Raises:
            OSError: the disk is full or read-only.
        """
        make_folder(self._folder)
        write_json(self._withheld, {})

    def is_withheld(self) -> bool:
        """Whether the user asked not to have something of the session saved."""
        return os.path.exists(self._withheld)

    def forget(self) -> None:
        """Forgets the session, except that it is incognito or that something in it was private."""
        remove(self.previous)
        if not self.values.get("incognito") and not self.values.get("private"):
            remove(self.path)


def _safe(session: str) -> str:
    plain = session.replace("-", "").replace("_", "")
    if plain.isascii() and plain.isalnum() and len(session) <= 64:
        return session
    return f"{zlib.crc32(session.encode('utf-8', 'replace')):08x}"
