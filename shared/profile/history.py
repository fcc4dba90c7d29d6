"""Versions: every change creates a version with a changelog entry and a snapshot."""

from collections.abc import Sequence
from datetime import datetime

from shared.documents.changelog import Action, ChangeType, Source, entry_id
from shared.documents.profile import Profile
from shared.documents.user import UserState
from shared.ports import Records
from shared.profile.as_of import with_undo
from shared.profile.changelog import MAX_ENTRIES, RETENTION, describe_change
from shared.profile.forgotten_pages import Older, write_older
from shared.profile.user_state import updated

MAX_LOST = 2
"""How many entries lose their snapshots with one change: one, and one that an earlier release left.
"""


def held_snapshots(user: UserState) -> list[int]:
    """Returns the versions whose entries hold a snapshot, oldest first."""
    if user.snapshots is not None:
        return user.snapshots
    newest = user.profile.version
    kept = user.settings.user_profile_changelog_retention_count
    return list(range(max(1, newest - kept + 1), newest + 1))


def without_snapshots(
    records: Records, uid: str, user: UserState, lost: Sequence[int], now: datetime
) -> UserState:
    """Removes the snapshots of versions, in the caller's transaction; returns the new user.

    Their entries then expire, 90 days after they were made (S-11), which may be at once. Documents
    of earlier releases do not say when that was: then the days count from now.
    """
    for version in lost:
        made = user.snapshot_times.get(str(version), now)
        fields = {"snapshot": None, "expiresAt": made + RETENTION}
        records.changelog.update_fields(uid, entry_id(version), fields)
    held = [version for version in held_snapshots(user) if version not in lost]
    return user.model_copy(update={"snapshots": held, "snapshot_times": _times(user, held)})


def beyond(user: UserState, count: int) -> list[int]:
    """Returns the versions with a snapshot that are not among the user's last `count` versions."""
    oldest = user.profile.version - count
    return [version for version in held_snapshots(user) if version <= oldest]


def _times(user: UserState, held: Sequence[int]) -> dict[str, datetime]:
    known = user.snapshot_times
    return {str(version): known[str(version)] for version in held if str(version) in known}


def commit_version(
    records: Records,
    uid: str,
    user: UserState,
    profile: Profile,
    *,
    change_type: ChangeType,
    action: Action,
    source: Source,
    now: datetime,
    batch_id: str | None = None,
    session_id: str | None = None,
    connection: str | None = None,
    undoes: str | None = None,
    older: Older | None = None,
) -> UserState:
    """Writes `profile` as the user's next version, in the caller's transaction.

    It makes at most five writes: the user, the new entry, the entries that lose their snapshots,
    and the deletion of the oldest entry; further ones only if forgotten keys move between the
    profile and their pages. With `older`, the pages as read, `profile` holds their keys too. Only
    entries that hold a snapshot are touched, and only entries without one expire, so those always
    exist.

    Returns:
        The user as written.
    """
    version = user.profile.version + 1
    profile = profile.model_copy(
        update={"version": version, "created_at": profile.created_at or now}
    )
    after = write_older(records, uid, user, profile, older)
    profile = after.profile
    entry = describe_change(
        user.profile,
        profile,
        change_type=change_type,
        action=action,
        source=source,
        now=now,
        batch_id=batch_id,
        session_id=session_id,
        connection=connection,
        undoes=undoes,
    )
    entry = with_undo(entry, user.profile, profile)
    times = {**user.snapshot_times, str(version): now}
    held = {"snapshots": [*held_snapshots(user), version], "snapshot_times": times}
    written = updated(after, now).model_copy(update=held)
    lost = beyond(written, user.settings.user_profile_changelog_retention_count)[:MAX_LOST]
    written = without_snapshots(records, uid, written, lost, now)
    records.users.save_state(uid, written)
    records.changelog.create(uid, entry.id, entry)
    if version > MAX_ENTRIES:
        records.changelog.delete(uid, entry_id(version - MAX_ENTRIES))
    return written
