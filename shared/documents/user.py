"""A user's document, `users/{uid}`: the state that is read and written together."""

from typing import Self

from pydantic import Field, model_validator

from shared.base.fields import Identifier
from shared.base.model import Model, Timestamp
from shared.documents.learning import LearningState
from shared.documents.profile import Profile
from shared.documents.settings import Settings


class UserState(Model):
    """Rekindle's fields of `users/{uid}`. Fields that an app keeps there are left alone.

    Attributes:
        created_at: when Rekindle first wrote for this user, or wrote again after an erasure.
            Stored as `knownSince`, since `createdAt` may be the app's own field.
        decay_due_at: when decay next removes an item; maintenance finds due users by it.
        used: when each preference was last shown to an assistant, by id. It is written apart from
            the profile, without reading it, and shown as the preference's `lastUsed`.
    """

    profile: Profile = Profile()
    settings: Settings = Settings()
    learning: LearningState = LearningState()
    created_at: Timestamp | None = Field(default=None, alias="knownSince")
    decay_due_at: Timestamp | None = None
    used: dict[Identifier, Timestamp] = {}

    @model_validator(mode="after")
    def _show_last_used(self) -> Self:
        for preference in self.profile.preferences:
            preference.last_used = self.used.get(preference.id, preference.last_used)
        return self
