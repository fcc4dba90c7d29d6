"""The keys of what a user deleted long ago, on pages beside the user's document.

A user without such pages pays nothing for them: the user's document says which there are.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from shared.documents.forgotten import ForgottenPage, page_id
from shared.documents.profile import Profile
from shared.documents.user import UserState
from shared.ports import Records

MAX_NEWEST = 300
"""How many keys the profile holds: far more than it can hold items."""
MAX_NEWEST_BYTES = 60_000
KEPT = 2 / 3
"""The share of them that stays when the others move to a page, which then happens seldom."""
PAGE_BYTES = 300_000
"""How full a page gets. It has one key at least."""
MAX_PAGES = 10
"""Above this, the oldest page goes: tens of thousands of deletions later."""

Pages = Mapping[int, Sequence[str]]
"""The keys of each page, by its number; the oldest come first."""


@dataclass(frozen=True)
class Older:
    """The pages that a transaction has read.

    Attributes:
        pages: their keys.
    """

    pages: Pages

    @property
    def keys(self) -> list[str]:
        """All keys, the oldest first."""
        return [key for keys in self.pages.values() for key in keys]

    def joined(self, profile: Profile) -> Profile:
        """Returns the profile with all keys, as if it held them."""
        if not self.pages:
            return profile
        keys = list(dict.fromkeys([*self.keys, *profile.forgotten]))
        return profile.model_copy(update={"forgotten": keys})


def read_older(records: Records, uid: str, user: UserState) -> Older:
    """Reads a user's pages, in one round trip; none if there are none."""
    if not user.forgotten_pages:
        return Older({})
    found = {
        page.id: page.keys
        for page in records.forgotten.get_many(uid, [page_id(n) for n in user.forgotten_pages])
    }
    return Older({number: found.get(page_id(number), []) for number in user.forgotten_pages})


def write_older(
    records: Records, uid: str, user: UserState, profile: Profile, older: Older | None
) -> UserState:
    """Moves keys that the profile cannot hold to pages, in the caller's transaction.

    Args:
        records: the records of the transaction.
        uid: the user.
        user: the user as stored.
        profile: the new profile, with all keys if `older` was read.
        older: the pages as stored; None if they were not read, and `profile` has only the newest.

    Returns:
        The user with the profile to be stored, which holds the newest keys.
    """
    if older is None:
        # Without having read a page, keys can still go to a new one.
        before: Pages = dict.fromkeys(user.forgotten_pages, ())
        newest, after = split(profile.forgotten, {})
        first = max(user.forgotten_pages, default=-1) + 1
        pages: Pages = {**before, **{first + number: keys for number, keys in after.items()}}
    else:
        before = older.pages
        newest, pages = split(profile.forgotten, before)
    return _write(records, uid, user, profile, newest, before, pages)


def add_older(
    records: Records, uid: str, user: UserState, older: Older, keys: Sequence[str]
) -> UserState:
    """Adds keys from an export to the pages, in the caller's transaction; returns the new user."""
    newest = user.profile.forgotten
    return _write(records, uid, user, user.profile, newest, older.pages, _added(older.pages, keys))


def split(keys: Sequence[str], pages: Pages) -> tuple[list[str], Pages]:
    """Divides keys between the profile and the pages.

    Args:
        keys: all keys, the oldest first.
        pages: the pages as stored. A key that is on one stays there.

    Returns:
        The keys for the profile, and all pages.
    """
    wanted = set(keys)
    kept = {number: [key for key in page if key in wanted] for number, page in pages.items()}
    on_pages = {key for page in kept.values() for key in page}
    newest = [key for key in keys if key not in on_pages]
    if len(newest) <= MAX_NEWEST and _size(newest) <= MAX_NEWEST_BYTES:
        return newest, {number: page for number, page in kept.items() if page}
    place, room = len(newest), KEPT * MAX_NEWEST_BYTES
    while place and len(newest) - place < KEPT * MAX_NEWEST:
        room -= _size([newest[place - 1]])
        if room < 0:
            break
        place -= 1
    return newest[place:], _added(kept, newest[:place])


def _added(pages: Pages, keys: Sequence[str]) -> Pages:
    """Returns the pages with keys added to the last one, and to new ones when it is full."""
    after = {number: list(page) for number, page in pages.items() if page}
    last = max(pages, default=-1)
    room = PAGE_BYTES - _size(after[last]) if last in after else 0
    for key in keys:
        room -= _size([key])
        if room < 0:
            last += 1
            room = PAGE_BYTES - _size([key])
        after.setdefault(last, []).append(key)
    return {number: after[number] for number in sorted(after)[-MAX_PAGES:]}


def _size(keys: Sequence[str]) -> int:
    """Returns the bytes that Firestore counts for the keys."""
    return sum(len(key.encode()) + 1 for key in keys)


def _write(
    records: Records,
    uid: str,
    user: UserState,
    profile: Profile,
    newest: Sequence[str],
    before: Pages,
    after: Pages,
) -> UserState:
    for number in _changed(before, after):
        id_ = page_id(number)
        if number in after:
            page = ForgottenPage(id=id_, keys=list(after[number]))
            records.forgotten.overwrite(uid, id_, page)
        else:
            records.forgotten.delete(uid, id_)
    return user.model_copy(
        update={
            "profile": profile.model_copy(update={"forgotten": list(newest)}),
            "forgotten_pages": list(after),
        }
    )


def _changed(before: Pages, after: Pages) -> Iterator[int]:
    for number in sorted({*before, *after}):
        if list(before.get(number, ())) != list(after.get(number, ())):
            yield number
