"""What the routes answer, for the documentation. Tests hold every answer against these."""

from typing import Any, Literal

from pydantic import Field
from shared.documents.changelog import Action, ChangeType, RemovedItem, Source

from shared.base.model import Confidence, Model, Timestamp
from shared.documents.learning import (
    BatchError,
    BatchState,
    BatchUsage,
    DaySpent,
    LastBatch,
    Prompt,
    PromptState,
    Spent,
)
from shared.documents.memory import Origin, Tier
from shared.documents.profile import Preference, Profile
from shared.documents.sessions import Previous, Session
from shared.memory.budget import Usage


class ErrorBody(Model):
    """google.rpc.Status as JSON."""

    code: int
    status: str
    message: str
    details: list[dict[str, Any]]


class Error(Model):
    """Why the request was refused, and what to do next."""

    error: ErrorBody


class RecordedPrompt(Model):
    """What became of one prompt."""

    id: str
    status: Literal["recorded", "duplicate", "skipped"]
    reason: str | None = None


class RecordedPrompts(Model):
    """What became of each prompt, in their order."""

    prompts: list[RecordedPrompt]


class PromptAnswer(Prompt):
    """One prompt and where it is on its way."""

    state: PromptState
    batch_id: str | None = None
    preferences: list[str]


class DecisionAnswer(Model):
    """What was decided about one candidate, and why."""

    kind: str
    outcome: str
    reason: str | None = None
    item_id: str | None = None
    description: str
    quote: str | None = None


class BatchAnswer(Model):
    """One analysis."""

    id: str
    state: BatchState
    prompt_ids: list[str]
    decisions: list[DecisionAnswer]
    error: BatchError | None = None
    usage: BatchUsage | None = None


class BatchesAnswer(Model):
    """A page of analyses, the newest first."""

    batches: list[BatchAnswer]
    next_page_token: str | None = None


class ProfileAnswer(Model):
    """The profile as it stands now."""

    profile: Profile


class LearningAnswer(Model):
    """How learning stands."""

    enabled: bool
    interval: int
    pending: int
    analyzer: str
    last_batch: LastBatch | None = None
    last_error: BatchError | None = None
    spent_today: DaySpent
    spent_total: Spent


class StatusAnswer(Model):
    """How learning stands, with reasons a person can read."""

    learning: LearningAnswer
    reasons: list[str]


class RefreshAnswer(Model):
    """The analysis that was started; null where nothing waits."""

    batch_id: str | None
    reason: Literal["nothing_pending"] | None = None


class ChangelogAnswer(Model):
    """One change of the profile."""

    id: str
    version: int
    change_type: ChangeType
    action: Action
    source: Source
    change_summary: str
    changes: dict[str, Any]
    removed: list[str]
    removed_items: list[RemovedItem] = []
    created_at: Timestamp
    has_snapshot: bool
    snapshot: dict[str, Any] | None = None


class ChangelogPage(Model):
    """A page of changes, the newest first."""

    entries: list[ChangelogAnswer]
    next_page_token: str | None = None


class PreferencesAnswer(Model):
    """Preferences, the surest first."""

    preferences: list[Preference]


class DeletedAnswer(Model):
    """How many went."""

    deleted: int


class EntryBody(Model):
    """A note."""

    id: str
    target: Tier
    content: str
    source: Origin
    thread_id: str | None = None
    tags: list[str]
    confidence: Literal["high", "medium"]
    created_at: Timestamp
    updated_at: Timestamp
    expires_at: Timestamp | None = None


class EntryAnswer(Model):
    """A note, and how full the tiers are."""

    entry: EntryBody
    usage: Usage


class SavedAnswer(EntryAnswer):
    """A note that was saved, or was there already."""

    deduplicated: bool


class RefusedEntry(Model):
    """Why a note was refused."""

    status: str
    message: str
    details: list[dict[str, Any]]


class SavedEntry(Model):
    """What became of one note."""

    status: Literal["created", "deduplicated", "refused"]
    entry: EntryBody | None = None
    error: RefusedEntry | None = None


class SavedEntries(Model):
    """What became of each note, in their order."""

    results: list[SavedEntry]
    usage: Usage


class EntriesAnswer(Model):
    """A page of notes, the newest first."""

    entries: list[EntryBody]
    usage: Usage
    next_page_token: str | None = None


class DeletedEntry(Model):
    """How many notes went, and how full the tiers are."""

    deleted: int
    usage: Usage


class SearchResult(Model):
    """A note that was found, with its score and what it is made of."""

    entry: EntryBody
    score: float
    scores: dict[str, float]


class SearchAnswer(Model):
    """What was found, the best first, and how it was searched."""

    results: list[SearchResult]
    mode: Literal["text", "semantic", "hybrid"]
    usage: Usage
    warnings: list[str] = []


class FindingsBody(Model):
    """What did not agree with the notes."""

    missing: int
    outdated: int
    surplus: int
    misplaced: int
    digest: list[str]


class RepairAnswer(Model):
    """What did not agree, and whether it does now."""

    found: FindingsBody
    mended: bool


class ToolFunction(Model):
    """A function as OpenAI's function calling describes it."""

    name: str
    description: str
    parameters: dict[str, Any]


class Tool(Model):
    """A tool as OpenAI's function calling describes it."""

    type: Literal["function"]
    function: ToolFunction


class ToolsAnswer(Model):
    """The tools, and when to use them."""

    instructions: str
    tools: list[Tool]


class ToolAnswer(Model):
    """The result for the model; `error` in it where the tool refused."""

    result: dict[str, Any]


class SectionBody(Model):
    """A part of the context block, and its size in characters."""

    name: str
    chars: int


class OmittedBody(Model):
    """What is not in the context block, and why. `label` is its text, cut where it is long."""

    section: str
    id: str | None = None
    label: str
    why: str


class ContextAnswer(Model):
    """The context block and the account of it."""

    text: str
    sections: list[SectionBody]
    omitted: list[OmittedBody]
    warnings: list[str]
    version: str


class SessionAnswer(Session):
    """A session; when it starts, with what the one before it left."""

    previous: Previous | None = None


class SessionsAnswer(Model):
    """A page of sessions, the last active first."""

    sessions: list[Session]
    next_page_token: str | None = None


class TurnsAnswer(Model):
    """How many turns are processed in all, and the prompts that the new ones became."""

    processed_turns: int
    prompts: list[str]


class ChangesAnswer(Model):
    """Where each part of the user's data stands; a stamp changes when its part does."""

    stamps: dict[str, str]
    profile_version: int
    memory_version: int
    pending: int
    now: Timestamp


class ErasedAnswer(Model):
    """How many documents went, by collection."""

    deleted: dict[str, int]


class ExportAnswer(Model):
    """Everything that is stored of a user."""

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


class OlderPreferenceBody(Model):
    """A preference as the Preference seed shapes it."""

    id: str
    preference_type: str = Field(alias="preference_type")
    preference_value: str = Field(alias="preference_value")
    context: str
    confidence: Confidence
    created_at: str = Field(alias="created_at")
    updated_at: str = Field(alias="updated_at")
    last_used: str = Field(alias="last_used")
    source_session: str | None = Field(alias="source_session")
    is_active: bool = Field(alias="is_active")
    metadata: dict[str, Any]


class OlderPreferences(Model):
    """Preferences as the Preference seed shapes them."""

    preferences: list[OlderPreferenceBody]
    count: int
    user_id: str = Field(alias="user_id")


class OlderAnswer(Model):
    """An answer in the shape of an older system."""
