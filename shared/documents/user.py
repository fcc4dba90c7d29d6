"""A user's document, `users/{uid}`: the state that is read and written together."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from shared.base.fields import Count, Identifier, LeafPath
from shared.base.model import Model, Timestamp
from shared.documents.learning import LearningState
from shared.documents.lifetime import Ageing
from shared.documents.profile import Profile
from shared.documents.settings import MAX_AGEING, DecayRule, Settings

MAX_SNAPSHOTS = 200
"""More than the settings let a user keep; those beyond their number go with the next changes."""


MAX_PAST_RULES = 50
"""How many earlier decay rules are kept, the newest."""


class PastRules(Model):
    """The settings by which confidences faded until some time."""

    until: Timestamp
    preference_decay: DecayRule
    about_decay: DecayRule
    user_profile_confidence_decay_days: Annotated[int, Field(ge=1, le=3650)]
    ageing: Annotated[dict[LeafPath, Ageing], Field(max_length=MAX_AGEING)] = {}


MAX_REQUESTS = 50
"""How many keyed requests are remembered, the newest."""


MAX_INCOGNITO = 500
"""How many incognito sessions are known at once."""


MAX_WAITING_SESSIONS = 200
"""How many sessions may have something that waits; each expires in time."""


class KeyedRequest(Model):
    """A request with an idempotency key that changed the profile; see `shared.base.repeats`."""

    id: Identifier
    body: Identifier


class Intake(Model):
    """What decides about each message that comes in: a small part of a user's document.

    Attributes:
        created_at: when Rekindle first wrote for this user, or wrote again after an erasure.
            Stored as `knownSince`, since `createdAt` may be the app's own field.
        incognito: the sessions of which nothing is kept, by id, and until when this is known. It
            stands here because whoever records a message reads this document anyway.
    """

    settings: Settings = Field(default_factory=Settings)
    learning: LearningState = Field(default_factory=LearningState)
    created_at: Timestamp | None = Field(default=None, alias="knownSince")
    incognito: Annotated[dict[Identifier, Timestamp], Field(max_length=MAX_INCOGNITO)] = {}


class UserState(Intake):
    """Rekindle's fields of `users/{uid}`. Fields that an app keeps there are left alone.

    Attributes:
        decay_due_at: when decay next removes an item; maintenance finds due users by it.
        snapshots: the versions whose changelog entries hold a snapshot, oldest first; None if an
            earlier release wrote the document last.
        snapshot_times: when each of these versions was made, by version.
        past_rules: the earlier settings of decay, oldest first.
        requests: the last keyed requests that added preferences, oldest first.
        used: when each preference was last shown to an assistant, by id. It is written apart from
            the profile, without reading it, and shown as the preference's `lastUsed`.
        used_through: through which connection that was, by the same ids; those that the user's own
            app was shown have none.
        forgotten_pages: which pages hold the keys of deleted items that are too many for
            `profile.forgotten`, the oldest first.
        waiting_sessions: the sessions in which something waits for the user's word.
    """

    profile: Profile = Field(default_factory=Profile)
    decay_due_at: Timestamp | None = None
    snapshots: Annotated[list[Count], Field(max_length=MAX_SNAPSHOTS)] | None = None
    snapshot_times: dict[str, Timestamp] = {}
    past_rules: Annotated[list[PastRules], Field(max_length=MAX_PAST_RULES)] = []
    requests: Annotated[list[KeyedRequest], Field(max_length=MAX_REQUESTS)] = []
    used: dict[Identifier, Timestamp] = {}
    used_through: dict[Identifier, Identifier] = {}
    forgotten_pages: list[Count] = []
    waiting_sessions: Annotated[list[Identifier], Field(max_length=MAX_WAITING_SESSIONS)] = []

    @model_validator(mode="after")
    def _show_last_used(self) -> Self:
        for preference in self.profile.preferences:
            if preference.id in self.used:
                preference.last_used = self.used[preference.id]
                preference.last_used_through = self.used_through.get(preference.id)
        return self
