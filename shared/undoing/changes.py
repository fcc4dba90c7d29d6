"""Takes back one change of the profile and leaves what came after it."""

from dataclasses import dataclass

from shared.base.clock import Clock
from shared.base.errors import FailedPrecondition
from shared.documents.changelog import entry_id
from shared.documents.profile import Profile
from shared.ports import Store
from shared.profile.authorship.taking_back import counted, taken_back, written_in
from shared.profile.earlier import entries_of
from shared.profile.profile_service import ProfileService
from shared.profile.restoring import refreshed
from shared.profile.shown import ShownProfile
from shared.profile.withdrawing import without_withdrawn


@dataclass(frozen=True)
class Reverted:
    """The profile after a change was taken back, and what differs in it.

    Attributes:
        profile: the profile.
        facts, preferences, habits: how many of them were put back as they had been, or removed.
    """

    profile: ShownProfile
    facts: int
    preferences: int
    habits: int


class Reverting:
    """Takes back single changes. Every method may raise Unavailable."""

    def __init__(self, store: Store, clock: Clock, profiles: ProfileService) -> None:
        self._store = store
        self._clock = clock
        self._profiles = profiles

    def undo(self, uid: str, id_: str, if_match: int | None) -> Reverted:
        """Reverts what one change did, as a new version, unless it was changed again since.

        What faded out counts as mentioned now. What the user's words have taken back stays away. If
        nothing is left to revert, nothing is written.

        Args:
            uid: the user.
            id_: the id of the changelog entry.
            if_match: the version that the caller has read, if it matters.

        Raises:
            NotFound: there is no such entry.
            FailedPrecondition: what was there before is not known any more.
            Aborted: the current version is not `if_match`.
        """
        entry = self._profiles.changelog_entry(uid, id_)
        user = self._store.users.get_or_new(uid)
        now = self._clock()
        written = written_in(user.profile, entries_of(self._store, uid, now), entry.version)
        if not written.complete or id_ != entry_id(entry.version):
            raise FailedPrecondition(
                "What was there before this change is not known any more. Restore a version that "
                "is kept, or correct the profile by hand.",
                [{"reason": "CHANGE_NOT_KEPT"}],
            )
        counts = {"facts": 0, "preferences": 0, "habits": 0}

        def edit(profile: Profile) -> Profile:
            retracted = [item for item in profile.withdrawn if item.retracted]
            after = taken_back(profile, written)
            after = without_withdrawn(after, retracted, still=profile)
            after = refreshed(after, user.settings, now)
            counts.update(counted(profile, after, exactly=True))
            return after

        shown = self._profiles.change(uid, edit, if_match, "rollback")
        return Reverted(profile=shown, **counts)
