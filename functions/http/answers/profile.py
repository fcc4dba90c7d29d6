"""What `profile` answers: the profile, its status and its history."""

from typing import TYPE_CHECKING, Any, Literal

from pydantic import SerializerFunctionWrapHandler, field_serializer

from shared.base.model import Model, Timestamp
from shared.documents.changelog import Action, ChangelogEntry, ChangeType, RemovedItem, Source
from shared.documents.inbox import InboxItem
from shared.documents.learning import (
    BatchError,
    BatchState,
    DaySpent,
    LastBatch,
    Spent,
)
from shared.profile.shown import ShownPreference, ShownProfile

if TYPE_CHECKING:
    pass


class ProfileAnswer(Model):
    """The profile. `lastAnalyzed` is null before the first analysis.

    `asOf` and `validAt` are the times that were asked about. `complete` says of a purge whether
    nothing is left of what was cleared.
    """

    profile: ShownProfile
    as_of: Timestamp | None = None
    valid_at: Timestamp | None = None
    complete: bool | None = None

    @field_serializer("profile", mode="wrap")
    def _with_last_analyzed(
        self, profile: ShownProfile, dump: SerializerFunctionWrapHandler
    ) -> dict[str, Any]:
        return {"lastAnalyzed": None, **dump(profile)}


class RevertedAnswer(ProfileAnswer):
    """The profile without a change: so many facts, preferences and habits are as they were before.

    If all are 0, everything had been changed again since.
    """

    facts: int
    preferences: int
    habits: int


class LearningAnswer(Model):
    """The status of learning."""

    enabled: bool
    interval: int
    pending: int
    analyzer: str
    last_batch: LastBatch | None = None
    last_error: BatchError | None = None
    spent_today: DaySpent
    spent_total: Spent


class StatusAnswer(Model):
    """The status of learning, with reasons in plain language."""

    learning: LearningAnswer
    reasons: list[str]


class RefreshAnswer(Model):
    """The id of the analysis, or null if there is nothing to do; and its state for who waited."""

    batch_id: str | None
    state: BatchState | None = None
    reason: Literal["nothing_pending"] | None = None


class NothingPending(Model):
    """A `RefreshAnswer` that says that there is nothing to analyze."""

    batch_id: None = None
    reason: Literal["nothing_pending"] = "nothing_pending"


class ChangelogAnswer(Model):
    """A change to the profile. Lists omit the snapshot."""

    id: str
    version: int
    change_type: ChangeType
    action: Action
    source: Source
    change_summary: str
    changes: dict[str, Any]
    removed: list[str]
    removed_items: list[RemovedItem] = []
    batch_id: str | None = None
    session_id: str | None = None
    connection: str | None = None
    undoes: str | None = None
    created_at: Timestamp
    has_snapshot: bool
    snapshot: dict[str, Any] | None = None

    @classmethod
    def of(cls, entry: ChangelogEntry, *, with_snapshot: bool = False) -> "ChangelogAnswer":
        """Returns the answer for a changelog entry."""
        answer = cls(has_snapshot=entry.snapshot is not None, **dict(entry))
        return answer if with_snapshot else answer.model_copy(update={"snapshot": None})


class ChangelogPage(Model):
    """A page of changes, newest first."""

    entries: list[ChangelogAnswer]
    next_page_token: str | None = None


class PreferencesAnswer(Model):
    """Preferences, highest confidence first."""

    preferences: list[ShownPreference]


class InboxAnswer(Model):
    """What waits for the user's word, newest first."""

    items: list[InboxItem]


class ChangesAnswer(Model):
    """A stamp for each part of the user's data, which changes whenever that part changes."""

    stamps: dict[str, str]
    profile_version: int
    memory_version: int
    pending: int
    now: Timestamp
