"""Versions: every change creates a version with a changelog entry and a snapshot."""

from datetime import datetime

from shared.documents.changelog import Action, ChangeType, Source, entry_id
from shared.documents.profile import Profile
from shared.documents.user import UserState
from shared.ports import Records
from shared.profile.changelog import MAX_ENTRIES, RETENTION, describe_change
from shared.profile.forgotten_pages import Older, write_older
from shared.profile.user_state import updated

MAX_LOST = 2
"""How many entries lose their snapshots with one change."""


def held_snapshots(user: UserState) -> list[int]:
    """Returns the versions whose entries hold a snapshot, oldest first."""
    if user.snapshots is not None:
        return user.snapshots
    newest = user.profile.version
    kept = user.settings.user_profile_changelog_retention_count
    return list(range(max(1, newest - kept + 1), newest + 1))


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
    older: Older | None = None,
) -> UserState:
    """Writes `profile` as the user's next version, in the caller's transaction.

    It makes at most five writes: the user, the new entry, the entries that lose their snapshots,
    and the deletion of the oldest entry; further ones only if forgotten keys move between the
    profile and their pages. With `older`, the pages as read, `profile` holds their keys too. Two
    entries may lose their snapshots, so that fewer are kept soon after the user has lowered their
    number. Only entries that hold a snapshot are touched, and only entries without one expire, so
    those always exist.

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
    )
    held = [*held_snapshots(user), version]
    kept = user.settings.user_profile_changelog_retention_count
    lost = [old for old in held if old <= version - kept][:MAX_LOST]
    written = updated(after, now).model_copy(
        update={"snapshots": [old for old in held if old not in lost]}
    )
    records.users.save_state(uid, written)
    records.changelog.create(uid, entry.id, entry)
    for old in lost:
        fields = {"snapshot": None, "expiresAt": now + RETENTION}
        records.changelog.update_fields(uid, entry_id(old), fields)
    if version > MAX_ENTRIES:
        records.changelog.delete(uid, entry_id(version - MAX_ENTRIES))
    return written
