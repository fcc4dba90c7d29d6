"""Reads the profile as it was known at an earlier time."""

from collections.abc import Iterator
from datetime import datetime

from shared.base.clock import Clock
from shared.base.errors import FailedPrecondition, InvalidArgument
from shared.documents.changelog import ChangelogEntry
from shared.documents.profile import Profile
from shared.documents.user import UserState
from shared.ports import Cursor, Order, Store
from shared.profile.as_of import NotRetained, profile_at

_FIRST_PAGE = 10
_PAGE = 100
"""Entries per read. Most questions are about the last few changes."""


class EarlierProfiles:
    """Earlier profiles. Every method may raise Unavailable."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def get(self, uid: str, user: UserState, at: datetime) -> Profile:
        """Returns the profile that was stored at a time; `settings_at` has the rules of its decay.

        It reads about as many changelog entries as there are newer than the time.

        Args:
            uid: the user.
            user: the user's document.
            at: the time. Before the first version, the profile is empty and has version 0.

        Raises:
            InvalidArgument: the time has not come yet.
            FailedPrecondition: the changelog does not reach back that far; says how far it does.
        """
        now = self._clock()
        if at > now:
            raise InvalidArgument.field("asOf", "must not be in the future")
        try:
            return profile_at(user.profile, entries_of(self._store, uid, now), at)
        except NotRetained as error:
            oldest = (error.oldest or now).isoformat().replace("+00:00", "Z")
            raise FailedPrecondition(
                f"The changelog does not reach back to this time. Ask for a time from {oldest} on.",
                [{"reason": "NOT_RETAINED", "oldest": oldest}],
            ) from error


def entries_of(store: Store, uid: str, now: datetime) -> Iterator[ChangelogEntry]:
    """Yields the entries that have not expired, newest first, and reads them in pages."""
    after, size = None, _FIRST_PAGE
    while True:
        newest = Order("version", descending=True)
        page = store.changelog.query(uid, order=newest, limit=size, after=after)
        for entry in page:
            if entry.expires_at and entry.expires_at <= now:
                return
            yield entry
        if len(page) < size:
            return
        after, size = Cursor(page[-1].version, page[-1].id), _PAGE
