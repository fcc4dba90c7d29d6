"""Change detection for open pages, which poll it every second."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from shared.base.clock import Clock
from shared.ports import Order, Store


@dataclass(frozen=True)
class Changes:
    """The current version of each part of a user's data.

    Attributes:
        stamps: an opaque string for each part, which changes whenever the part does.
        profile_version: the version of the profile.
        memory_version: the version of the notes.
        pending: how many prompts are waiting for analysis.
        now: the time of the answer.
    """

    stamps: Mapping[str, str]
    profile_version: int
    memory_version: int
    pending: int
    now: datetime

    @property
    def tag(self) -> str:
        """A stamp of all parts together."""
        return _stamp(self.stamps)


class ChangeReports:
    """Reports changes. It only reads, and may raise Unavailable."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def now(self, uid: str, *, sessions: bool = False) -> Changes:
        """Returns the stamps of all parts, from two reads, or three with the sessions.

        Confidence decays with time, so the day is a part of its own. Batches need no part: forming
        one takes prompts out of `pending`, and finishing one updates `last_batch`, so both change
        the stamp of learning.

        Args:
            uid: the user.
            sessions: whether to include the sessions, judged by the last active one.
        """
        now = self._clock()
        user, digest = self._store.overview(uid)
        known_since = user.created_at
        stamps = {
            "profile": _stamp(known_since, user.profile.version),
            "memory": _stamp(digest.version, digest.saved, digest.archived),
            "learning": _stamp(user.learning.model_dump_json()),
            "settings": _stamp(user.settings.model_dump_json(), user.settings.chosen()),
            "use": _stamp(sorted(user.used.items())),
            "day": now.date().isoformat(),
        }
        if sessions:
            order = Order("lastActiveAt", descending=True)
            newest = self._store.sessions.query(uid, order=order, limit=1)
            stamps["sessions"] = _stamp([item.model_dump_json() for item in newest])
        return Changes(
            stamps=stamps,
            profile_version=user.profile.version,
            memory_version=digest.version,
            pending=len(user.learning.pending),
            now=now,
        )


def _stamp(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
