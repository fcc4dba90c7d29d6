"""Answer models: handlers return them, and the OpenAPI document is generated from them."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field, SerializerFunctionWrapHandler, field_serializer

from shared.base.errors import RekindleError
from shared.base.model import Confidence, Model, Timestamp
from shared.context.context_service import Context
from shared.documents.changelog import Action, ChangelogEntry, ChangeType, RemovedItem, Source
from shared.documents.decisions import Decision
from shared.documents.learning import (
    Batch,
    BatchError,
    BatchState,
    BatchUsage,
    DaySpent,
    LastBatch,
    Prompt,
    PromptState,
    Spent,
)
from shared.documents.memory import EntryBody
from shared.documents.profile import Preference, Profile
from shared.documents.sessions import Previous, Session
from shared.learning.reporting import PromptReport
from shared.memory.budget import Usage
from shared.memory.memory_service import Saved
from shared.memory.search.search_service import SearchResults, UsedMode

if TYPE_CHECKING:
    from shared.memory.repair import Findings


class ErrorBody(Model):
    """A google.rpc.Status as JSON."""

    code: int
    status: str
    message: str
    details: list[dict[str, Any]]


class Error(Model):
    """Why the request was refused, and what to do next."""

    error: ErrorBody


class RecordedPrompt(Model):
    """The outcome of recording one prompt."""

    id: str
    status: Literal["recorded", "duplicate", "skipped"]
    reason: str | None = None


class RecordedPrompts(Model):
    """The outcome for each prompt, in the order of the request."""

    prompts: list[RecordedPrompt]


class PromptAnswer(Prompt):
    """A prompt and its processing state."""

    state: PromptState
    batch_id: str | None = None
    preferences: list[str]

    @classmethod
    def of(cls, report: PromptReport) -> "PromptAnswer":
        """Returns the answer for a report on a prompt."""
        return cls(
            state=report.state,
            batch_id=report.batch_id,
            preferences=report.preferences,
            **dict(report.prompt),
        )


class BatchAnswer(Model):
    """An analysis: a batch without its internal leases and retries."""

    id: str
    state: BatchState
    trigger: Literal["interval", "refresh"]
    prompt_ids: list[str]
    created_at: Timestamp
    started_at: Timestamp | None = None
    finished_at: Timestamp | None = None
    attempts: int
    analyzer: str | None = None
    decisions: list[Decision]
    error: BatchError | None = None
    usage: BatchUsage | None = None
    version: int | None = None

    @classmethod
    def of(cls, batch: Batch) -> "BatchAnswer":
        """Returns the answer for a stored batch."""
        return cls.model_validate(dict(batch))


class BatchesAnswer(Model):
    """A page of analyses, newest first."""

    batches: list[BatchAnswer]
    next_page_token: str | None = None


class ProfileAnswer(Model):
    """The profile. `lastAnalyzed` is null before the first analysis."""

    profile: Profile

    @field_serializer("profile", mode="wrap")
    def _with_last_analyzed(
        self, profile: Profile, dump: SerializerFunctionWrapHandler
    ) -> dict[str, Any]:
        return {"lastAnalyzed": None, **dump(profile)}


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
    """The id of the analysis that was started; null if nothing is pending."""

    batch_id: str | None
    reason: Literal["nothing_pending"] | None = None


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

    preferences: list[Preference]


class DeletedAnswer(Model):
    """How many items were deleted."""

    deleted: int


class EntryAnswer(Model):
    """A note, and the usage of each tier."""

    entry: EntryBody
    usage: Usage


class SavedAnswer(EntryAnswer):
    """A note that was saved, or that was a duplicate of an existing one."""

    deduplicated: bool


class RefusedEntry(Model):
    """Why a note was refused."""

    status: str
    message: str
    details: list[dict[str, Any]]


class SavedEntry(Model):
    """The outcome of saving one note."""

    status: Literal["created", "deduplicated", "refused"]
    entry: EntryBody | None = None
    error: RefusedEntry | None = None

    @classmethod
    def of(cls, outcome: Saved | RekindleError) -> "SavedEntry":
        """Returns the answer for the outcome of saving a note."""
        if isinstance(outcome, RekindleError):
            error = RefusedEntry(
                status=outcome.status, message=outcome.message, details=outcome.details
            )
            return cls(status="refused", error=error)
        status: Literal["created", "deduplicated"] = (
            "deduplicated" if outcome.deduplicated else "created"
        )
        return cls(status=status, entry=EntryBody.of(outcome.entry))


class SavedEntries(Model):
    """The outcome for each note, in the order of the request."""

    results: list[SavedEntry]
    usage: Usage


class EntriesAnswer(Model):
    """A page of notes, newest first."""

    entries: list[EntryBody]
    usage: Usage
    next_page_token: str | None = None


class DeletedEntry(Model):
    """How many notes were deleted, and the usage of each tier."""

    deleted: int
    usage: Usage


class SearchResult(Model):
    """A note that was found, with its score and the parts of that score."""

    entry: EntryBody
    score: float
    scores: dict[str, float]


class SearchAnswer(Model):
    """The notes that were found, best match first, and the search mode used."""

    results: list[SearchResult]
    mode: UsedMode
    usage: Usage
    warnings: list[str] | None = None

    @classmethod
    def of(cls, found: SearchResults) -> "SearchAnswer":
        """Returns the answer for the results of a search."""
        results = [
            SearchResult(entry=EntryBody.of(item.entry), score=item.score, scores=item.scores)
            for item in found.results
        ]
        return cls(
            results=results, mode=found.mode, usage=found.usage, warnings=found.warnings or None
        )


class FindingsBody(Model):
    """Derived data that did not agree with the notes."""

    missing: int
    outdated: int
    surplus: int
    misplaced: int
    digest: list[str]


class RepairAnswer(Model):
    """The problems that were found, and whether they were fixed: `mended` is a wire name."""

    found: FindingsBody
    mended: bool

    @classmethod
    def of(cls, found: "Findings", *, mended: bool) -> "RepairAnswer":
        """Returns the answer for the findings of a check or repair."""
        return cls(found=FindingsBody(**asdict(found)), mended=mended)


class ToolFunction(Model):
    """A function in OpenAI's function calling format."""

    name: str
    description: str
    parameters: dict[str, Any]


class Tool(Model):
    """A tool in OpenAI's function calling format."""

    type: Literal["function"]
    function: ToolFunction


class ToolsAnswer(Model):
    """The tools, with instructions for when to use them."""

    instructions: str
    tools: list[Tool]


class ToolAnswer(Model):
    """The result for the model. It has an `error` if the tool refused."""

    result: dict[str, Any]


class SectionBody(Model):
    """A section of the context block, and its length in characters."""

    name: str
    chars: int


class OmittedBody(Model):
    """An item left out of the context block, and why. `label` is its text, cut if too long."""

    section: str
    id: str | None = None
    label: str
    why: str


class ContextAnswer(Model):
    """The context block, its sections, and what was left out."""

    text: str
    sections: list[SectionBody]
    omitted: list[OmittedBody]
    warnings: list[str]
    version: str

    @classmethod
    def of(cls, built: Context) -> "ContextAnswer":
        """Returns the answer for a context block."""
        return cls(
            text=built.text,
            sections=[SectionBody(name=item.name, chars=item.chars) for item in built.sections],
            omitted=[
                OmittedBody(
                    section=item.section, id=item.id or None, label=item.label, why=item.why
                )
                for item in built.omitted
            ],
            warnings=built.warnings,
            version=built.version,
        )


class SessionAnswer(Session):
    """A session. A new one comes with what the project's previous session left."""

    previous: Previous | None = None

    @classmethod
    def of(cls, session: Session, previous: Previous | None = None) -> "SessionAnswer":
        """Returns the answer for a stored session."""
        return cls(previous=previous, **dict(session))


class SessionsAnswer(Model):
    """A page of sessions, most recently active first."""

    sessions: list[Session]
    next_page_token: str | None = None


class TurnsAnswer(Model):
    """How many turns are processed in total, and the ids of the prompts just recorded."""

    processed_turns: int
    prompts: list[str]


class ChangesAnswer(Model):
    """A stamp for each part of the user's data, which changes whenever that part changes."""

    stamps: dict[str, str]
    profile_version: int
    memory_version: int
    pending: int
    now: Timestamp


class ErasedAnswer(Model):
    """How many documents were deleted, by collection."""

    deleted: dict[str, int]


class ExportAnswer(Model):
    """Everything stored about a user."""

    format: Literal["rekindle"]
    schema_version: Literal[1]
    exported_at: Timestamp
    settings: dict[str, Any]
    profile: dict[str, Any]
    state: dict[str, Any]
    changelog: list[dict[str, Any]]
    memory: list[dict[str, Any]]
    sessions: list[dict[str, Any]]
    batches: list[dict[str, Any]]
    prompts: list[dict[str, Any]]


class LegacyPreference(Model):
    """A preference in the form of `/api/chat/preferences` (F-19)."""

    id: str
    preference_type: str = Field(alias="preference_type")
    preference_value: str = Field(alias="preference_value")
    context: str
    confidence: Confidence
    created_at: str = Field(alias="created_at")
    updated_at: str = Field(alias="updated_at")
    last_used: str = Field(alias="last_used")
    source_session: Any = Field(alias="source_session")
    is_active: bool = Field(alias="is_active")
    metadata: dict[str, Any]

    @classmethod
    def of(cls, item: Preference) -> "LegacyPreference":
        """Returns the answer for a preference of the profile."""
        return cls(
            id=item.id,
            preference_type=item.type,
            preference_value=item.description,
            context=item.context,
            confidence=item.confidence,
            created_at=item.created_at.isoformat(),
            updated_at=item.last_updated.isoformat(),
            last_used=(item.last_used or item.last_updated).isoformat(),
            source_session=item.metadata.get("source_session"),
            is_active=item.active,
            metadata=item.metadata,
        )


class LegacyPreferences(Model):
    """Preferences in the form of `/api/chat/preferences` (F-19)."""

    preferences: list[LegacyPreference]
    count: int
    user_id: str = Field(alias="user_id")
