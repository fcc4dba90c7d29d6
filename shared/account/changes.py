"""What a page that is looked at asks every second: has anything changed?"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from shared.base.clock import Clock
from shared.ports import Order, Store


@dataclass(frozen=True)
class Changes:
    """Where each part of a user's data stands.

    Attributes:
        stamps: for each part an opaque text that differs once the part does.
        profile_version: the profile's version.
        memory_version: the version of the notes.
        pending: prompts that wait for analysis.
        now: the time of the answer.
    """

    stamps: Mapping[str, str]
    profile_version: int
    memory_version: int
    pending: int
    now: datetime

    @property
    def tag(self) -> str:
        """Differs once any part does."""
        return _stamp(self.stamps)


class ChangeReports:
    """Reads, and only reads. May raise Unavailable."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def now(self, uid: str, *, sessions: bool = False) -> Changes:
        """The stamps of all parts, from two reads; those of the sessions cost one more.

        Confidence fades with time alone, so the day is a part as well. A batch that is formed
        takes prompts out of those that wait, and one that ends is noted as the last: both change
        the stamp of learning.

        Args:
            uid: the user.
            sessions: whether to tell of the sessions: of the one that was active last.
        """
        now = self._clock()
        user, digest = self._store.overview(uid)
        known_since = user.created_at
        stamps = {
            "profile": _stamp(known_since, user.profile.version),
            "memory": _stamp(digest.version, digest.saved, digest.archived),
            "learning": _stamp(user.learning.model_dump_json()),
            "settings": _stamp(user.settings.model_dump_json()),
            "use": _stamp(sorted(user.used.items())),
            "day": now.date().isoformat(),
        }
        if sessions:
            order = Order("lastActiveAt", descending=True)
            newest = self._store.sessions.find(uid, order=order, limit=1)
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
