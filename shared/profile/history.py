"""Versions: every change creates a version with a changelog entry and a snapshot."""

from datetime import datetime

from shared.documents.changelog import Action, ChangeType, Source, entry_id
from shared.documents.profile import Profile
from shared.documents.user import UserState
from shared.ports import Records
from shared.profile.changelog import MAX_ENTRIES, RETENTION, describe_change
from shared.profile.forgotten_pages import Older, write_older
from shared.profile.user_state import updated


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

    It makes at most four writes: the user, the new entry, the entry that loses its snapshot, and
    the deletion of the oldest entry; further ones only if forgotten keys move between the profile
    and their pages. With `older`, the pages as read, `profile` holds their keys too. Only entries
    without a snapshot expire, so the versions that can be restored, and the entry that loses its
    snapshot here, always exist.

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
    written = updated(after, now)
    records.users.save_state(uid, written)
    records.changelog.create(uid, entry.id, entry)
    last_without_snapshot = version - user.settings.user_profile_changelog_retention_count
    if last_without_snapshot > 0:
        fields = {"snapshot": None, "expiresAt": now + RETENTION}
        records.changelog.update_fields(uid, entry_id(last_without_snapshot), fields)
    if version > MAX_ENTRIES:
        records.changelog.delete(uid, entry_id(version - MAX_ENTRIES))
    return written
