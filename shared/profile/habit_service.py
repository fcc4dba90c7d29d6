"""Correcting habits and skill levels, on behalf of the user.

Each is one transaction, so that a change is there as a whole or not at all.
"""

from collections.abc import Mapping
from typing import Any

from shared.base.clock import Clock
from shared.documents.profile import Level
from shared.profile.habits.editing import Habit, Kind, change_habit, delete_habit, get_habit
from shared.profile.habits.skills import patch_skills
from shared.profile.profile_service import Edit, ProfileService
from shared.profile.shown import ShownProfile


class HabitService:
    """Changes one user's habits and skill levels. Every method may raise Unavailable."""

    def __init__(self, profiles: ProfileService, clock: Clock) -> None:
        self._profiles = profiles
        self._clock = clock

    def change(
        self, uid: str, kind: Kind, item_id: str, changes: Mapping[str, Any], if_match: int | None
    ) -> Habit:
        """Corrects a pattern or workflow, and returns it.

        Raises:
            NotFound: there is none with this id.
            InvalidArgument: a field contains a secret.
            Aborted: the current version is not `if_match`.
        """
        profile = self._profiles.change(
            uid,
            lambda before: change_habit(before, kind, item_id, changes, self._clock()),
            if_match,
        )
        found = get_habit(profile, kind, item_id)
        return found.model_copy(update={"quarantined": True}) if profile.quarantined else found

    def delete(self, uid: str, kind: Kind, item_id: str, if_match: int | None) -> None:
        """Deletes a pattern or workflow and keeps it from being learned again.

        Raises:
            NotFound: there is none with this id.
            Aborted: the current version is not `if_match`.
        """
        self._profiles.change(
            uid, lambda before: delete_habit(before, kind, item_id), if_match, "remove", "remove"
        )

    def patch_skills(
        self, uid: str, patch: Mapping[str, Level | None], if_match: int | None
    ) -> ShownProfile:
        """Sets skill levels, by domain or `OVERALL`; None removes one.

        Raises:
            InvalidArgument: a domain has no name or contains a secret, or there are too many.
            Aborted: the current version is not `if_match`.
        """
        return self._profiles.change(uid, self.skills_edit(patch), if_match)

    def skills_edit(self, patch: Mapping[str, Level | None]) -> Edit:
        """Returns what `patch_skills` does to a profile."""
        return lambda before: patch_skills(before, patch, self._clock())
