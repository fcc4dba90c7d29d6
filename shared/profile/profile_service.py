"""Reading, correcting and restoring the profile, on behalf of its user."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from shared.base.acting import current_connection
from shared.base.clock import Clock
from shared.base.errors import Aborted, FailedPrecondition, NotFound
from shared.base.repeats import Keyed
from shared.documents.changelog import Action, ChangelogEntry, ChangeType, Source, entry_id
from shared.documents.profile import Preference, PreferenceType, Profile
from shared.documents.user import MAX_REQUESTS, KeyedRequest, UserState
from shared.ports import Cursor, Order, Records, Store
from shared.profile import edits
from shared.profile.authorship.marking import marked
from shared.profile.authorship.quarantine import newly_waiting, quarantined, without_waiting
from shared.profile.changelog import content_of, is_snapshot_kept
from shared.profile.decay import without_faded
from shared.profile.earlier import EarlierProfiles
from shared.profile.forgotten_pages import read_older
from shared.profile.history import commit_version, held_snapshots
from shared.profile.past_rules import settings_at
from shared.profile.preferences import matching
from shared.profile.restoring import restored
from shared.profile.shown import ShownPreference, ShownProfile, shown
from shared.profile.valid_at import valid_at as true_at

Edit = Callable[[Profile], Profile]


@dataclass(frozen=True)
class NewPreference:
    """A preference stated by the user, or by an agent for the user."""

    type: PreferenceType
    description: str
    category: str
    context: str
    confidence: float
    metadata: dict[str, Any]
    session_id: str | None = None


class ProfileService:
    """Reads and changes one user's profile. Every method may raise Unavailable."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._earlier = EarlierProfiles(store, clock)

    def get(
        self,
        uid: str,
        as_of: datetime | None = None,
        *,
        valid_at: datetime | None = None,
        with_ended: bool = False,
    ) -> ShownProfile:
        """Returns the profile as of now, or as it was known at a time, with decay applied.

        Args:
            uid: the user.
            as_of: the time, if it is not now.
            valid_at: keeps only what was true at this time, by what was known.
            with_ended: whether to include what no longer holds.

        Raises:
            InvalidArgument: the time has not come yet.
            FailedPrecondition: the changelog does not reach back to the time.
        """
        user = self._store.users.get_or_new(uid)
        profile, settings, now = user.profile, user.settings, self._clock()
        if as_of:
            profile = self._earlier.get(uid, user, as_of)
            settings, now = settings_at(user, as_of), as_of
        if valid_at:
            return true_at(shown(profile, settings, now, with_ended=True), valid_at)
        return shown(profile, settings, now, with_ended=with_ended)

    def patch_about(self, uid: str, patch: Mapping[str, Any], if_match: int | None) -> ShownProfile:
        """Applies a JSON merge patch to `about`.

        Raises:
            InvalidArgument: the result would not be a valid `about`.
            Aborted: the current version is not `if_match`.
        """
        return self.change(uid, self.about_edit(patch), if_match)

    def about_edit(self, patch: Mapping[str, Any]) -> Edit:
        """Returns what `patch_about` does to a profile."""
        return lambda profile: edits.patch_about(profile, patch, self._clock())

    def clear(self, uid: str, if_match: int | None) -> ShownProfile:
        """Empties the profile, as a new version that a rollback can undo.

        Raises:
            Aborted: the current version is not `if_match`.
        """
        return self.change(uid, edits.cleared, if_match, "clear", "clear")

    def add_preference(
        self,
        uid: str,
        item_id: str,
        new: NewPreference,
        if_match: int | None,
        keyed: Keyed | None = None,
    ) -> Preference:
        """Adds a preference, or merges it into the one with the same meaning (F-12).

        Args:
            uid: the user.
            item_id: the id for a new preference; repeating it changes nothing.
            new: the preference.
            if_match: the version that the caller has read, if it matters.
            keyed: the request, if it has an idempotency key: repeating it changes nothing.

        Returns:
            The preference as stored in the profile.

        Raises:
            KeyReused: the key belongs to a request that said something else.
            InvalidArgument: the user's own preferences fill the limit.
            Aborted: the current version is not `if_match`.
        """
        now = self._clock()
        item = Preference(
            id=item_id,
            type=new.type,
            category=new.category,
            description=new.description,
            confidence=new.confidence,
            base_confidence=new.confidence,
            context=new.context,
            source="manual",
            created_at=now,
            last_updated=now,
            metadata=new.metadata,
        )

        profile = self.change(
            uid,
            lambda profile: edits.add_preference(profile, item),
            if_match,
            keep_limits=True,
            session_id=new.session_id,
            keyed=keyed,
            unless=lambda profile: any(known.id == item_id for known in profile.preferences),
        )
        if profile.quarantined:
            held = item.model_copy(update={"active": False})
            return ShownPreference.model_construct(None, **dict(held), quarantined=True)
        by_id = next((known for known in profile.preferences if known.id == item_id), None)
        return by_id or matching(profile.preferences, new.type, new.description) or item

    def change_preference(
        self, uid: str, item_id: str, changes: Mapping[str, Any], if_match: int | None
    ) -> Preference:
        """Corrects a preference.

        Raises:
            NotFound: there is none with this id.
            Aborted: the current version is not `if_match`.
        """
        now = self._clock()
        profile = self.change(
            uid,
            lambda profile: edits.change_preference(
                profile, item_id, {**changes, "last_updated": now}
            ),
            if_match,
        )
        found = edits.get_preference(profile, item_id)
        return found.model_copy(update={"quarantined": True}) if profile.quarantined else found

    def set_active(
        self, uid: str, item_id: str, *, active: bool, if_match: int | None
    ) -> Preference:
        """Activates or deactivates a preference; does nothing if it is in that state already.

        Raises:
            NotFound: there is none with this id.
            Aborted: the current version is not `if_match`.
        """
        profile = self.change(
            uid, lambda profile: edits.set_active(profile, item_id, active=active), if_match
        )
        return edits.get_preference(profile, item_id)

    def delete_preference(self, uid: str, item_id: str, if_match: int | None) -> None:
        """Deletes a preference and keeps it from being learned again.

        Raises:
            NotFound: there is none with this id.
            Aborted: the current version is not `if_match`.
        """
        self.change(
            uid,
            lambda profile: edits.delete_preference(profile, item_id),
            if_match,
            "remove",
            "remove",
        )

    def delete_all_preferences(self, uid: str, if_match: int | None) -> int:
        """Deletes all preferences, keeps them from being learned again, and returns the count.

        Raises:
            Aborted: the current version is not `if_match`.
        """
        count = 0

        def edit(profile: Profile) -> Profile:
            nonlocal count
            count = len(profile.preferences)
            return edits.delete_all_preferences(profile)

        self.change(uid, edit, if_match, "remove", "remove")
        return count

    def preference(self, uid: str, item_id: str) -> Preference:
        """Returns a preference, with decay applied.

        Raises:
            NotFound: there is none with this id.
        """
        return edits.get_preference(self.get(uid, with_ended=True), item_id)

    def changelog(
        self, uid: str, limit: int, after: Cursor | None
    ) -> tuple[list[ChangelogEntry], Cursor | None]:
        """Returns a page of entries, newest first, and the cursor of the next page."""
        user = self._store.users.get_or_new(uid)
        found = self._store.changelog.query(
            uid, order=Order("version", descending=True), limit=limit + 1, after=after
        )
        count = user.settings.user_profile_changelog_retention_count
        now = self._clock()
        page = [_with_kept_snapshot(e, user.profile.version, count) for e in found[:limit]]
        following = Cursor(page[-1].version, page[-1].id) if len(found) > limit else None
        # Entries after an expired one are older, so they have expired too.
        lasting = [entry for entry in page if not entry.expires_at or entry.expires_at > now]
        return lasting, following if len(lasting) == len(page) else None

    def changelog_entry(self, uid: str, id_: str) -> ChangelogEntry:
        """Returns an entry, with its snapshot if that is kept.

        Raises:
            NotFound: there is none with this id.
        """
        user = self._store.users.get_or_new(uid)
        entry = self._store.changelog.get(uid, id_) if user.profile.version else None
        if entry is None:
            raise NotFound(
                "There is no changelog entry with this id. GET /v1/profile/changelog lists all "
                "entries.",
                [{"reason": "NO_SUCH_ENTRY"}],
            )
        count = user.settings.user_profile_changelog_retention_count
        return _with_kept_snapshot(entry, user.profile.version, count)

    def rollback(self, uid: str, version: int, if_match: int | None) -> ShownProfile:
        """Restores the content of an earlier version, as a new version.

        Raises:
            NotFound: there was never such a version.
            FailedPrecondition: its snapshot is no longer kept.
            Aborted: the current version is not `if_match`.
        """

        def roll(records: Records) -> UserState:
            user = records.users.get_or_new(uid)
            _check_version(user, if_match)
            if not 1 <= version <= user.profile.version:
                raise NotFound(
                    f"There is no version {version}; the newest is {user.profile.version}.",
                    [{"reason": "NO_SUCH_VERSION", "newest": user.profile.version}],
                )
            count = user.settings.user_profile_changelog_retention_count
            entry = records.changelog.get(uid, entry_id(version))
            older = read_older(records, uid, user)
            before = older.joined(user.profile)
            kept = is_snapshot_kept(version, user.profile.version, count)
            if not kept or entry is None or entry.snapshot is None:
                oldest = max([*held_snapshots(user)[:1], user.profile.version - count + 1])
                raise FailedPrecondition(
                    f"The snapshot of version {version} is no longer kept. "
                    f"Versions {oldest} to {user.profile.version} can be restored.",
                    [{"reason": "SNAPSHOT_NOT_KEPT", "oldest": oldest}],
                )
            return commit_version(
                records,
                uid,
                user,
                quarantined(
                    before,
                    restored(before, entry.snapshot, user.settings, self._clock()),
                    current_connection(),
                    self._clock(),
                ),
                change_type="rollback",
                action="update",
                source=Source.USER,
                now=self._clock(),
                connection=current_connection(),
                older=older,
            )

        return self._view(self._store.transact(roll))

    def change(
        self,
        uid: str,
        edit: Edit,
        if_match: int | None,
        change_type: ChangeType = "update",
        action: Action = "update",
        *,
        keep_limits: bool = False,
        session_id: str | None = None,
        keyed: Keyed | None = None,
        undoes: str | None = None,
        unless: Callable[[Profile], bool] = lambda _: False,
    ) -> ShownProfile:
        """Applies a pure edit in a transaction; an edit that changes nothing writes nothing.

        Args:
            uid: the user.
            edit: the edit. It is given the profile without what has faded out.
            if_match: the version that the caller has read, if it matters.
            change_type, action: what the changelog calls the change.
            keep_limits: whether the limits of the settings apply to the result.
            undoes: the connection whose changes it takes back, if it does so.
            unless: recognizes a repeated request, which succeeds whatever version it expects.

        Raises:
            Aborted: the current version is not `if_match`.
        """
        held: list[bool] = []

        def apply(records: Records) -> UserState:
            user = records.users.get_or_new(uid)
            held.clear()
            if keyed and _is_repeated(user, keyed):
                return user
            if unless(user.profile):
                return user
            _check_version(user, if_match)
            now = self._clock()
            older = read_older(records, uid, user)
            before = older.joined(user.profile)
            edited = edit(without_faded(before, user.settings, now))
            edited = quarantined(before, edited, current_connection(), now)
            profile = marked(before, edited, lambda _: current_connection())
            held.append(newly_waiting(before, profile))
            if keep_limits:
                edits.check_room(profile, user.settings.user_profile_max_preferences)
                profile = edits.limited(profile, user.settings)
            if content_of(profile) == content_of(before):
                return user
            first = user.profile.version == 0
            if keyed:
                request = KeyedRequest(id=keyed.id, body=keyed.body)
                requests = [*user.requests, request][-MAX_REQUESTS:]
                user = user.model_copy(update={"requests": requests})
            return commit_version(
                records,
                uid,
                user,
                profile,
                change_type="create" if first else change_type,
                action=action,
                source=Source.USER,
                now=now,
                session_id=session_id,
                connection=current_connection(),
                undoes=undoes,
                older=older,
            )

        changed = self._view(self._store.transact(apply))
        return changed.model_copy(update={"quarantined": True}) if any(held) else changed

    def check_version(self, uid: str, if_match: int | None) -> None:
        """Refuses a request that expects another version of the profile, without changing it.

        Raises:
            Aborted: the current version is not `if_match`.
        """
        if if_match is not None:
            _check_version(self._store.users.get_or_new(uid), if_match)

    def _view(self, user: UserState) -> ShownProfile:
        return shown(user.profile, user.settings, self._clock())


def _check_version(user: UserState, if_match: int | None) -> None:
    if if_match is not None and if_match != user.profile.version:
        raise Aborted(
            f"The profile is at version {user.profile.version}, not {if_match}. "
            "Read it again and reapply the change.",
            [{"reason": "VERSION_MOVED", "version": user.profile.version}],
        )


def _is_repeated(user: UserState, keyed: Keyed) -> bool:
    earlier = next((request for request in user.requests if request.id == keyed.id), None)
    return earlier is not None and keyed.is_repeated(earlier.body)


def _with_kept_snapshot(entry: ChangelogEntry, current: int, count: int) -> ChangelogEntry:
    if is_snapshot_kept(entry.version, current, count):
        if entry.snapshot and current_connection():
            return entry.model_copy(update={"snapshot": without_waiting(entry.snapshot)})
        return entry
    return entry.model_copy(update={"snapshot": None})
