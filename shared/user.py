"""One user's document, `users/{uid}`: what must be read and written together."""

from datetime import datetime
from typing import Self

from pydantic import Field, model_validator

from shared.learning.model import LearningState
from shared.model import Model, Timestamp
from shared.profile.decay import next_end
from shared.profile.model import Profile
from shared.settings import Settings


class UserState(Model):
    """The fields of `users/{uid}` that are Rekindle's. Others that an app keeps there stay.

    Attributes:
        created_at: when Rekindle first wrote for this user; for one who was erased and came back,
            the moment of the return. Stored as `knownSince`, for `createdAt` may be the app's own.
        decay_due_at: when decay next ends an item; maintenance finds due users by it.
        used: when each preference was last told to an assistant, by id. It is written apart from
            the profile, blindly, and shown as `lastUsed` of the preference.
    """

    profile: Profile = Profile()
    settings: Settings = Settings()
    learning: LearningState = LearningState()
    created_at: Timestamp | None = Field(default=None, alias="knownSince")
    decay_due_at: Timestamp | None = None
    used: dict[str, Timestamp] = {}

    @model_validator(mode="after")
    def _show_use(self) -> Self:
        for preference in self.profile.preferences:
            preference.last_used = self.used.get(preference.id, preference.last_used)
        return self

    def changed(
        self,
        now: datetime,
        *,
        profile: Profile | None = None,
        settings: Settings | None = None,
        learning: LearningState | None = None,
    ) -> Self:
        """A copy with the given parts, and with what follows from them brought up to date."""
        profile = profile or self.profile
        settings = settings or self.settings
        return self.model_copy(
            update={
                "profile": profile,
                "settings": settings,
                "learning": learning or self.learning,
                "created_at": self.created_at or now,
                "decay_due_at": next_end(profile, settings, now),
                "used": {
                    item.id: self.used[item.id]
                    for item in profile.preferences
                    if item.id in self.used
                },
            }
        )
