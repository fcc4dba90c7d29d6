"""One user's document, `users/{uid}`: what must be read and written together."""

from typing import Self

from pydantic import Field, model_validator

from shared.base.model import Model, Timestamp
from shared.documents.learning import LearningState
from shared.documents.profile import Profile
from shared.documents.settings import Settings


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
