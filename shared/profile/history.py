"""Versions: every applied change is a new version with a changelog entry and a snapshot."""

from datetime import datetime

from shared.documents.changelog import MAX_ENTRIES, RETENTION, Action, ChangeType, Source, entry_id
from shared.documents.profile import Profile
from shared.documents.user import UserState
from shared.ports import Records
from shared.profile.changelog import describe_change
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
) -> UserState:
    """Writes `profile` as the version after `user`'s, in the caller's transaction.

    Four writes at most: the user, the entry, the snapshot that is no longer kept, and the entry
    that is one too many. Only an entry without a snapshot gets an end, so the versions that can be
    restored never expire, and the one that loses its snapshot here is sure to be there.

    Returns:
        The user as written.
    """
    version = user.profile.version + 1
    profile = profile.model_copy(
        update={"version": version, "created_at": profile.created_at or now}
    )
    entry = describe_change(
        user.profile,
        profile,
        change_type=change_type,
        action=action,
        source=source,
        now=now,
        batch_id=batch_id,
    )
    written = updated(user, now, profile=profile)
    records.users.put(uid, written)
    records.changelog.create(uid, entry.id, entry)
    outlived = version - user.settings.user_profile_changelog_retention_count
    if outlived > 0:
        ending = {"snapshot": None, "expiresAt": now + RETENTION}
        records.changelog.set_fields(uid, entry_id(outlived), ending)
    if version > MAX_ENTRIES:
        records.changelog.delete(uid, entry_id(version - MAX_ENTRIES))
    return written
