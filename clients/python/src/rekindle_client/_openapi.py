"""The types of the API, made from its OpenAPI document by `make python-client`."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal, TypeAlias

from pydantic import Field

from rekindle_client._model import Model


class About(Model):
    """Facts about the user. Every leaf is optional."""

    name: str | None = None
    bio: str | None = None
    timezone: str | None = None
    contacts: list[Contact] | None = None
    notes: str | None = None
    work: Work = Field(
        {"role": None, "org": None, "focusAreas": None, "languages": None},
        validate_default=True,
    )
    code_preferences: CodePreferences = Field(
        {"tone": None, "detailLevel": None, "avoidExamples": None, "preferredStacks": None},
        validate_default=True,
    )
    tools: Tools = Field({"editor": None, "infra": None}, validate_default=True)
    interests: list[str] | None = None
    custom: dict[str, Any] = {}


Ageing: TypeAlias = Literal["lasting", "usual", "passing"]


class AgentSettings(Model):
    """What one agent may do (T-12): a tier that is off is neither read nor written by it."""

    memory_enabled: bool
    user_profile_enabled: bool
    archive_enabled: bool


class AnswerIn(Model):
    """The user's answer. With `correct`, `correction` is a text, or the value of a fact."""

    answer: Literal["accept", "reject", "correct"]
    correction: Any = None


class AnthropicPart(Model):
    """A block of the `system` parameter of Anthropic's Messages API."""

    type: Literal["text"]
    text: str
    cache_control: CacheControl | None = None


class AnthropicParts(Model):
    """What goes into a request to Anthropic's Messages API."""

    system: list[AnthropicPart]


class ArchiveUsage(Model):
    """
    How many entries the archive holds, and the bytes that all notes take as search stores them.

    The archive has no budget, but the deployment grants a quota of both.
    """

    entries: int
    entries_limit: int
    bytes: int
    bytes_limit: int


class AskingClient(Model):
    """
    Who asks for access.

    `host` is there only if the client's identity was checked. `redirectHost` is where the browser
    goes with the answer: a host, or the scheme of an app.
    """

    name: str
    host: str | None = None
    redirect_host: str


class AuthorizationAnswer(Model):
    """Where the browser goes with the user's answer."""

    redirect_to: str


class AuthorizationIn(Model):
    """The user's answer to a client's request for access, and what they allow."""

    request: dict[str, str]
    decision: Literal["allow", "deny"]
    scopes: list[Scope] = []


class BatchAnswer(Model):
    """An analysis: a batch without its internal leases and retries."""

    id: str
    state: BatchState
    trigger: Literal["interval", "refresh", "import"]
    prompt_ids: list[str]
    created_at: datetime
    started_at: datetime | None = None
    finished_at: datetime | None = None
    attempts: int
    analyzer: str | None = None
    decisions: list[Decision]
    error: BatchError | None = None
    usage: BatchUsage | None = None
    version: int | None = None


class BatchError(Model):
    """
    Why a batch failed or has to wait.

    `detail` says where and how a model's answer was invalid. The next attempt tells the model.
    """

    reason: str
    message: str
    detail: str | None = None


class BatchFigures(Model):
    """How many of a user's batches have a task, wait in line, and failed last."""

    in_flight: int
    waiting: int
    failed: int


BatchState: TypeAlias = Literal["queued", "running", "done", "failed"]


class BatchUsage(Model):
    """What the analysis of one batch used, failed attempts included."""

    prompt_tokens: int
    completion_tokens: int
    cost: float


class BatchesAnswer(Model):
    """A page of analyses, newest first."""

    batches: list[BatchAnswer]
    next_page_token: str | None = None


class CacheControl(Model):
    """Anthropic's mark of the end of what is to be cached."""

    type: Literal["ephemeral"]


class ChangelogAnswer(Model):
    """A change to the profile. Lists omit the snapshot."""

    id: str
    version: int
    change_type: Literal["create", "update", "decay", "remove", "clear", "rollback"]
    action: Literal["extract", "update", "clear", "remove", "decay"]
    source: Source
    change_summary: str
    changes: dict[str, Any]
    removed: list[str]
    removed_items: list[RemovedItem]
    batch_id: str | None = None
    session_id: str | None = None
    connection: str | None = None
    undoes: str | None = None
    created_at: datetime
    has_snapshot: bool
    snapshot: dict[str, Any] | None = None


class ChangelogPage(Model):
    """A page of changes, newest first."""

    entries: list[ChangelogAnswer]
    next_page_token: str | None = None


class ChangesAnswer(Model):
    """A stamp for each part of the user's data, which changes whenever that part changes."""

    stamps: dict[str, str]
    profile_version: int
    memory_version: int
    pending: int
    now: datetime


class CodePreferences(Model):
    """How the user wants code and explanations to be written."""

    tone: Literal["direct", "neutral", "friendly"] | None = None
    detail_level: Literal["high", "medium", "low"] | None = None
    avoid_examples: list[str] | None = None
    preferred_stacks: list[str] | None = None


class ConfigurationAnswer(Model):
    """
    The version, and the variables as they are in effect. Secrets are `set` or `not set`.

    `build` is the hash of the archive that is deployed, `revision` that of this function in Cloud
    Run; both are empty elsewhere. `defaults` are the settings of users who set none.
    """

    version: str
    build: str
    revision: str
    variables: dict[str, str]
    defaults: Settings


class ConnectionView(Model):
    """
    A connection as its user sees it: without hashes.

    `writes` counts the notes, messages, sessions and changes of the profile that came through it
    and are still there; it is absent where they were not counted.
    """

    id: str
    name: str
    kind: Literal["key", "oauth"]
    scopes: list[Scope]
    created_at: datetime
    last_used_at: datetime | None = None
    expires_at: datetime | None = None
    reads: int
    writes: int | None = None


class ConnectionsAnswer(Model):
    """The user's connections, newest first."""

    connections: list[ConnectionView]


class Contact(Model):
    """Somebody who matters to the user."""

    name: str
    relation: str | None = None
    email: str | None = None
    phone: str | None = None
    note: str | None = None


class ContextAnswer(Model):
    """
    The context block, its sections, and what was left out.

    The first `stablePrefixLength` characters (Unicode code points) do not depend on the query, and
    change only when something in them does; `stablePrefixHash` tells whether they have. A preview
    has `items`, which tell what each line of the text is about.
    """

    text: str
    sections: list[SectionBody]
    omitted: list[OmittedBody]
    warnings: list[str]
    version: str
    stable_prefix_length: int
    stable_prefix_hash: str
    items: list[ItemBody] | None = None


class DaySpent(Model):
    """What a user's analyses used on one day (UTC)."""

    prompt_tokens: int
    completion_tokens: int
    cost: float
    day: str


class Decision(Model):
    """
    What happened to one candidate, and why.

    Attributes:
        kind: the kind of item; `message` for a message that was left out of the analysis.
        outcome: what happened to it.
        reason: why it was rejected, if it was.
        item_id: the profile item: an id, an `about` path, or the domain of a skill.
        type: the preference's type.
        description: the item in words.
        quote: the user's own words behind it; absent if they are missing or unsafe.
        prompt_id: the prompt that contains the quote.
        confidence: the proposed confidence, before merging.
    """

    kind: Literal["preference", "pattern", "workflow", "skill", "about"] | Literal["message"]
    outcome: Outcome
    reason: Reason | None = None
    item_id: str | None = None
    type: PreferenceType | None = None
    description: str
    quote: str | None = None
    prompt_id: str | None = None
    confidence: float | None = None


class DecisionIn(Model):
    """A decision to add."""

    decision: str
    rationale: str | None = None
    alternatives: list[str] = []
    timestamp: datetime | None = None


class DeletedAnswer(Model):
    """How many items were deleted; of a purge, also whether nothing is left of them."""

    deleted: int
    complete: bool | None = None


class DeletedEntry(Model):
    """
    How many notes were deleted, and the usage of each tier.

    Of a purge, also whether nothing is left of them.
    """

    deleted: int
    complete: bool | None = None
    usage: Usage


class Doubt(Model):
    """
    Why something may no longer hold: it mentions what has changed or ended.

    Attributes:
        because: the reason, for a person who reads English.
        changed: the id or path of what changed.
        at: when it changed.
        was: what it mentions, which no longer holds.
        now: what holds instead, if anything.
        quote: the user's words that changed it.
    """

    because: str
    changed: str
    at: datetime
    was: str
    now: str | None = None
    quote: str | None = None


EndedBy: TypeAlias = Literal["said", "replaced", "user", "passed"]


class Ending(Model):
    """
    How an item ended.

    Attributes:
        at: the time of the words that ended it, or of the act.
        by: what ended it.
        quote, prompt_id: the user's words, if words ended it.
        replaced_by: the id, or the path, of what holds instead.
    """

    at: datetime
    by: EndedBy | None = None
    quote: str | None = None
    prompt_id: str | None = None
    replaced_by: str | None = None


class EntriesAnswer(Model):
    """A page of notes, newest first."""

    entries: list[ShownEntry]
    usage: Usage
    next_page_token: str | None = None


class EntriesIn(Model):
    """Notes to save. Each is accepted or refused on its own."""

    entries: list[EntryIn]


class EntryAnswer(Model):
    """A note, and the usage of each tier."""

    entry: EntryBody
    usage: Usage


class EntryBody(Model):
    """An entry as clients and models see it; they call its tier `target`."""

    id: str
    target: Tier
    content: str
    source: Literal["conversation", "action", "system", "explicit"]
    thread_id: str | None = None
    role: Literal["user", "assistant"] | None = None
    part: Part | None = None
    tags: list[str]
    confidence: Literal["high", "medium"]
    created_at: datetime
    updated_at: datetime
    expires_at: datetime | None = None
    connection: str | None = None
    quarantined: bool | None = None
    replaces: str | None = None


class EntryIn(Model):
    """A note to save. `scope`, the deprecated form of `target`, is refused with a hint."""

    id: str | None = None
    content: str
    target: Tier = "memory"
    scope: str | None = None
    source: Literal["conversation", "action", "system", "explicit"] = "explicit"
    thread_id: str | None = None
    role: Literal["user", "assistant"] | None = None
    tags: list[str] = []
    confidence: Literal["high", "medium"] = "high"
    created_at: datetime | None = None
    expires_at: datetime | None = None


class EntryPatch(Model):
    """The fields of a note to replace. A null `expiresAt` or `threadId` removes the field."""

    content: str | None = None
    target: Tier | None = None
    source: Literal["conversation", "action", "system", "explicit"] | None = None
    thread_id: str | None = None
    tags: list[str] | None = None
    confidence: Literal["high", "medium"] | None = None
    expires_at: datetime | None = None


class ErasedAnswer(Model):
    """
    How many documents were deleted, by collection.

    `complete` is absent when nothing is left. If it is false, the rest is deleted by the next call,
    or by maintenance within the hour; until then, every other call answers BEING_ERASED.
    """

    deleted: dict[str, int]
    complete: Literal[False] | None = None


class Evidence(Model):
    """The user's own words behind an item, and the prompt that contains them."""

    quote: str
    prompt_id: str
    at: datetime


class ExportAnswer(Model):
    """Everything stored about a user."""

    format: Literal["rekindle"]
    schema_version: Literal[1]
    exported_at: datetime
    settings: dict[str, Any]
    profile: dict[str, Any]
    state: dict[str, Any]
    forgotten: list[str] | None = None
    changelog: list[dict[str, Any]]
    memory: list[dict[str, Any]]
    sessions: list[dict[str, Any]]
    batches: list[dict[str, Any]]
    prompts: list[dict[str, Any]]
    connections: list[ConnectionView]
    looks: list[LookAtUser]


class FailedBatchView(Model):
    """A failed batch. `retryAt` is absent if only a retry by hand is left."""

    id: str
    user: str
    reason: str | None = None
    trigger: str | None = None
    prompts: int
    attempts: int
    drives: int
    created_at: datetime | None = None
    failed_at: datetime
    retry_at: datetime | None = None


class FailedBatchesAnswer(Model):
    """A page of failed batches, the last to fail first."""

    batches: list[FailedBatchView]
    next_page_token: str | None = None


class FindingsBody(Model):
    """Derived data that did not agree with the notes."""

    missing: int
    outdated: int
    surplus: int
    misplaced: int
    digest: list[str]


Format: TypeAlias = Literal[
    "rekindle",
    "profile",
    "profile-meta",
    "changelog",
    "session",
    "processed-turns",
    "memories",
    "chatgpt",
    "claude",
    "mem0",
    "saved-memories",
    "preferences",
    "user-memories",
]


class HeldBack(Model):
    """
    A part of a session that waits, because it gives an assistant orders.

    Attributes:
        part: which part it is.
        text: what it says.
        value: what was reported.
        connection: through which connection.
        at: when.
    """

    id: str
    part: Literal["summary", "task", "decision", "context"]
    text: str
    value: dict[str, Any]
    connection: str
    at: datetime


class HighlightBody(Model):
    """A word that the question names, and its place in the content, in characters."""

    text: str
    start: int
    end: int


class ImportAnswer(Model):
    """
    How far an import has come.

    `total` is the sum of `taken`, `merged` and `refused`, which has numbers by reason. `waiting` is
    how many messages are still to be learned from.
    """

    id: str
    source: str
    state: Literal["learning", "done"]
    imported_at: datetime
    updated_at: datetime
    position: int = Field(
        ..., description="How many messages of the file have arrived; go on there."
    )
    total: int
    taken: int
    merged: int
    refused: dict[str, int]
    waiting: int


class ImportIn(Model):
    """Data to import. `data` must have the shape that `format` prescribes."""

    format: Format = Field(
        "rekindle",
        description="rekindle: an export of Rekindle; profile: facts about the user; profile-meta: confidence and age of each fact; changelog: changes of the profile, one per line; session: sessions with their tasks, decisions and notes; processed-turns: processed turns of each session; memories: user-scoped memories, static and dynamic facts; chatgpt: conversations of ChatGPT's data export; claude: conversations of Claude's data export; mem0: what get_all of mem0 returns; saved-memories: a pasted list of what another assistant remembers; preferences: rows of the table user_preferences; user-memories: rows of the table user_memories",
    )
    data: Any


class ImportsAnswer(Model):
    """The user's imports, the newest first."""

    imports: list[ImportAnswer]


class InboxAnswer(Model):
    """What waits for the user's word, newest first."""

    items: list[InboxItem]


class InboxItem(Model):
    """
    Something that waits for the user's word.

    Attributes:
        id: the same as long as the question is the same.
        kind: why it waits.
        item: what is known, if there is something: what `proposal` contests, or what is in doubt.
        proposal: what would hold instead, or in addition.
        quote: the user's words behind it.
        because: the question, for a person. To accept says that what is proposed holds, or that
            what is in doubt still does; to reject says that it does not.
        doubt: what has changed, if that is why it waits.
        at: since when it waits.
        connection: through which connection it came, if it is quarantined.
    """

    id: str
    kind: InboxKind
    item: dict[str, Any] | None = None
    proposal: dict[str, Any] | None = None
    quote: str | None = None
    because: str
    doubt: Doubt | None = None
    at: datetime
    connection: str | None = None


InboxKind: TypeAlias = Literal[
    "contradiction", "proposal", "outdated", "fading", "evicted", "quarantined", "approval"
]


class ItemBody(Model):
    """An item in the text, and where it stands there, in characters. `id` may be a fact's path."""

    section: str
    id: str
    start: int
    end: int


class LastBatch(Model):
    """
    The batch that finished last, for the status.

    Attributes:
        accepted: how many of its candidates became part of the profile.
        low_confidence: how many were rejected for low confidence.
        not_read: how many of its messages are in a language that the analyzer does not read.
    """

    id: str
    state: BatchState
    finished_at: datetime
    accepted: int
    low_confidence: int
    not_read: int


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


Level: TypeAlias = Literal["beginner", "intermediate", "advanced"]


class LongEntryIn(Model):
    """A note to save, which `split` keeps in linked parts if it is too long for one."""

    id: str | None = None
    content: str
    target: Tier = "memory"
    scope: str | None = None
    source: Literal["conversation", "action", "system", "explicit"] = "explicit"
    thread_id: str | None = None
    role: Literal["user", "assistant"] | None = None
    tags: list[str] = []
    confidence: Literal["high", "medium"] = "high"
    created_at: datetime | None = None
    expires_at: datetime | None = None
    split: bool = False


class LookAtUser(Model):
    """When an operator's request showed figures of the user, and which route it was."""

    at: datetime
    route: str


class LookView(Model):
    """Who asked for which route, when, which user it named, and how many users it showed."""

    at: datetime
    operator: str
    route: str
    user: str | None = None
    users: int


class LooksAnswer(Model):
    """A page of looks, the newest first."""

    looks: list[LookView]
    next_page_token: str | None = None


class LooksAtUserAnswer(Model):
    """A page of the looks at a user, the newest first."""

    looks: list[LookAtUser]
    next_page_token: str | None = None


class MessagesAnswer(Model):
    """The context block as parts of a provider's request, with the cache point."""

    anthropic: AnthropicParts
    openai: OpenAIParts
    warnings: list[str]
    version: str


class NewConnectionAnswer(Model):
    """A new connection. The key is shown only once: a repeated request does not get it again."""

    id: str
    name: str
    kind: Literal["key", "oauth"]
    scopes: list[Scope]
    created_at: datetime
    last_used_at: datetime | None = None
    expires_at: datetime | None = None
    reads: int
    writes: int | None = None
    key: str | None = None


class NewConnectionIn(Model):
    """An access key to make."""

    name: str
    scopes: list[Scope]
    expires_at: datetime | None = None


class NoteFigures(Model):
    """How many notes a user's archive holds, and how many bytes all their notes take."""

    archived: int
    bytes: int


class OmittedBody(Model):
    """An item left out of the context block, and why. `label` is its text, cut if too long."""

    section: str
    id: str | None = None
    label: str
    why: str


class OpenAIMessage(Model):
    """A message of OpenAI's chat completions API, which caches equal beginnings by itself."""

    role: Literal["system"]
    content: str


class OpenAIParts(Model):
    """What goes first into the messages of a request to OpenAI's chat completions API."""

    messages: list[OpenAIMessage]


Outcome: TypeAlias = Literal[
    "added",
    "reinforced",
    "merged",
    "superseded",
    "evicted",
    "ended",
    "replaced",
    "retracted",
    "rejected",
]


class PageIn(Model):
    """Where to go on, if there is more than one request tries again."""

    page_token: str | None = None


class ParkedAnswer(Model):
    """A page of parked work, the longest parked first."""

    parked: list[ParkedView]
    next_page_token: str | None = None


class ParkedView(Model):
    """Work that failed so often that maintenance leaves it alone."""

    id: str
    user: str
    kind: str
    reason: str
    tries: int
    due_at: datetime
    parked_at: datetime | None = None


class Part(Model):
    """
    Which part of a long note an entry is.

    Attributes:
        of: the id of the first part, by which the note goes.
        number: its place among the parts, from 1.
        count: how many parts there are.
    """

    of: str
    number: int
    count: int


class Past(Model):
    """What was true once: history that is never included and never learned from older words."""

    preferences: list[Preference]
    patterns: list[Pattern]
    workflows: list[Workflow]
    facts: list[PastFact]


class PastFact(Model):
    """A value of `about`, or a skill level (`skillLevel.<domain>`), that no longer holds."""

    path: str
    value: Any
    source: Literal["declared", "learned"]
    stated_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    ended: Ending


class Pattern(Model):
    """A recurring topic, ranked by frequency; manual if the user has reworded it."""

    stated_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    ageing: Ageing | None = None
    confirmed_at: datetime | None = None
    connection: str | None = None
    id: str
    category: str
    description: str
    frequency: int
    last_seen: datetime
    evidence: list[Evidence]
    source: Literal["learned", "manual"]
    ended: Ending | None = None


class PatternPatch(Model):
    """The fields of a pattern to correct. Its frequency is counted."""

    description: str | None = None
    category: str | None = None


class PieceAnswer(Model):
    """
    What became of a piece: how much of it was new, there already, or refused.

    `progress` is about the whole import.
    """

    taken: int
    merged: int
    refused: list[RefusedMessage]
    progress: ImportAnswer


class PieceIn(Model):
    """A piece of an import. A message that is invalid is refused, and the others are taken."""

    source: str
    messages: list[dict[str, Any]] = Field(
        ...,
        description="Oldest first: {id, threadId, role, createdAt, content, private}.",
    )
    position: int | None = Field(
        None,
        description="How many messages of the file come before; a piece that arrives again is then counted once.",
    )
    left_out: dict[str, int] = Field(
        {},
        description="How many messages of the file were left out around these, by reason.",
    )


class Preference(Model):
    """
    Something the user likes, knows, wants or is, with confidence and evidence.

    `base_confidence` is the confidence at `last_updated`. `confidence` is the decayed value at the
    time when the profile was read or last written. `last_used_through` is the connection through
    which it was last shown to an assistant; None if that was the user's own app. `slot` is what it
    holds the value of, where the analyzer has named it. `superseded_at` is the time of newer words
    that superseded it; without them, it lost by its confidence. `ended` is set on those of `past`
    only.
    """

    stated_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    ageing: Ageing | None = None
    confirmed_at: datetime | None = None
    connection: str | None = None
    id: str
    type: PreferenceType
    category: str
    description: str
    confidence: float
    base_confidence: float
    evidence: list[Evidence]
    context: str
    source: Literal["learned", "manual"]
    active: bool
    superseded_by: str | None = None
    superseded_at: datetime | None = None
    created_at: datetime
    last_updated: datetime
    last_used: datetime | None = None
    last_used_through: str | None = None
    metadata: dict[str, Any]
    slot: Slot | None = None
    ended: Ending | None = None


class PreferenceIn(Model):
    """A preference stated by the user."""

    id: str | None = None
    type: PreferenceType
    description: str
    category: str = ""
    context: str = ""
    confidence: float = 0.9
    metadata: dict[str, Any] = {}


class PreferencePatch(Model):
    """The fields of a preference to correct."""

    type: PreferenceType | None = None
    description: str | None = None
    category: str | None = None
    context: str | None = None
    confidence: float | None = None
    metadata: dict[str, Any] | None = None
    active: bool | None = None


PreferenceType: TypeAlias = Literal[
    "like",
    "dislike",
    "expertise",
    "experience",
    "goal",
    "challenge",
    "tool",
    "learning_interest",
    "trait",
    "preference",
]


class PreferencesAnswer(Model):
    """Preferences, highest confidence first."""

    preferences: list[ShownPreference]


class PreviewAnswer(Model):
    """What a client asks for; or, with `redirectTo` alone, where to tell it what is wrong."""

    client: AskingClient | None = None
    scopes: list[Scope] | None = None
    redirect_to: str | None = None


class PreviewIn(Model):
    """A client's request for access."""

    request: dict[str, str]


class Previous(Model):
    """What a new session is shown of the previous one."""

    id: str
    last_active_at: datetime
    summary: str | None = None
    open_tasks: list[Task]


class ProfileAnswer(Model):
    """
    The profile. `lastAnalyzed` is null before the first analysis.

    `asOf` and `validAt` are the times that were asked about. `complete` says of a purge whether
    nothing is left of what was cleared.
    """

    profile: ShownProfile
    as_of: datetime | None = None
    valid_at: datetime | None = None
    complete: bool | None = None


class PromptAnswer(Model):
    """A prompt and its processing state."""

    id: str
    content: str
    role: Literal["user", "assistant", "system", "tool"]
    session_id: str | None = None
    created_at: datetime
    recorded_at: datetime
    skipped: SkipReason | None = None
    connection: str | None = None
    batch: str | None = None
    state: PromptState
    batch_id: str | None = None
    preferences: list[str]


class PromptBody(Model):
    """A prompt in a list: what was said, by whom, and when."""

    id: str
    content: str
    role: Literal["user", "assistant", "system", "tool"]
    session_id: str | None = None
    created_at: datetime
    connection: str | None = None


class PromptFigures(Model):
    """How many of a user's prompts were analyzed, and how many wait for their batch."""

    analyzed: int
    pending: int


class PromptIn(Model):
    """A message to record. Nothing is stored of a private one, or of `<private>…</private>`."""

    id: str | None = None
    content: str
    role: Literal["user", "assistant", "system", "tool"] = "user"
    session_id: str | None = None
    created_at: datetime | None = None
    private: bool = False


PromptState: TypeAlias = Literal["pending", "batched", "analyzed", "skipped", "failed"]


class PromptsAnswer(Model):
    """A page of prompts, newest first."""

    prompts: list[PromptBody]
    next_page_token: str | None = None


class PromptsIn(Model):
    """Messages to record, oldest first."""

    prompts: list[PromptIn]


class Proposed(Model):
    """
    What waits for the user's word.

    Attributes:
        id: derived from what is proposed, so that proposing it again changes nothing.
        why: `proposal` contests what the user declared, `contradiction` contests what was learned
            without being sure enough to decide it, `approval` is anything learned while the
            user approves everything, `evicted` made room at a limit, `quarantined` gives an
            assistant orders.
        preference, pattern, workflow: the proposed item, of one kind;
        path, value: or the proposed fact, or skill level.
        valid_from, valid_to, ageing: of a proposed fact, as in `Lifetime`.
        contests: the id, or the path, of the item that it would replace or end.
        contested_value: the element that it contests, if `contests` is the path of a list.
        ends: whether it only ends what it contests.
        at: when it was proposed.
        connection: through which connection it came, if it is quarantined.
    """

    id: str
    why: Literal["proposal", "contradiction", "approval", "evicted", "quarantined"]
    preference: Preference | None = None
    pattern: Pattern | None = None
    workflow: Workflow | None = None
    path: str | None = None
    value: Any = None
    confidence: float
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    ageing: Ageing | None = None
    contests: str | None = None
    contested_value: Any = None
    ends: bool
    evidence: Evidence | None = None
    at: datetime
    connection: str | None = None


Reason: TypeAlias = Literal[
    "no_evidence",
    "low_confidence",
    "forgotten",
    "duplicate",
    "unsafe",
    "pasted",
    "limit",
    "declared",
    "invalid",
    "no_target",
    "outdated",
    "proposed",
    "refused",
    "too_long",
    "language_not_read",
    "crashed",
]


class RecordedPrompt(Model):
    """The outcome of recording one prompt."""

    id: str
    status: Literal["recorded", "duplicate", "skipped"]
    reason: str | None = None


class RecordedPrompts(Model):
    """The outcome for each prompt, in the order of the request."""

    prompts: list[RecordedPrompt]


class RefreshAnswer(Model):
    """The id of the analysis, or null if there is nothing to do; and its state for who waited."""

    batch_id: str | None
    state: BatchState | None = None
    reason: Literal["nothing_pending"] | None = None


class Refused(Model):
    """An item that was refused: its section, its index, and why."""

    section: str
    index: int
    reason: str
    message: str


class RefusedEntry(Model):
    """Why a note was refused."""

    status: str
    message: str
    details: list[dict[str, Any]]


class RefusedMessage(Model):
    """A message that was not imported: its place in the request, and why."""

    index: int
    reason: str
    message: str


class ReleasedAnswer(Model):
    """How much work the next sweep tries again. With a `nextPageToken` there is more."""

    released: int
    next_page_token: str | None = None


class RemovedItem(Model):
    """An item that a change removed, described in words that outlive the snapshots."""

    path: str
    description: str


class RepairAnswer(Model):
    """The problems that were found, and whether they were fixed: `mended` is a wire name."""

    found: FindingsBody
    mended: bool


class RepairIn(Model):
    """Options of a repair. `dryRun` reports problems without fixing them."""

    dry_run: bool = False


class Report(Model):
    """
    The result of an import. Each item is either taken, merged or refused.

    Attributes:
        taken: how many items were new.
        merged: how many items existed already, or duplicated existing ones.
        refused: the items that could not be imported, and why.
        total: how many items were given.
    """

    taken: int
    merged: int
    refused: list[Refused]
    total: int


class RetriedAnswer(Model):
    """
    How many failed batches were queued again, and how many were not, by the reason.

    With a `nextPageToken` there are more: send it in the next request.
    """

    retried: int
    left: dict[str, int]
    next_page_token: str | None = None


class RevertedAnswer(Model):
    """
    The profile without a change: so many facts, preferences and habits are as they were before.

    If all are 0, everything had been changed again since.
    """

    profile: ShownProfile
    as_of: datetime | None = None
    valid_at: datetime | None = None
    complete: bool | None = None
    facts: int
    preferences: int
    habits: int


class RollbackIn(Model):
    """The version to restore."""

    version: int


class RunView(Model):
    """
    A run of maintenance: what it handed out and what failed, by kind.

    `complete` is false if something was left for the next run, which `unfinished` names.
    """

    at: datetime
    finished_at: datetime
    enqueued: dict[str, int]
    failed: dict[str, int]
    waiting: int
    parked: int
    unfinished: list[str]
    complete: bool
    reason: str | None = None


class RunsAnswer(Model):
    """A page of maintenance's runs, the newest first."""

    runs: list[RunView]
    next_page_token: str | None = None


class SavedAnswer(Model):
    """
    A note that was saved, or that was a duplicate of an existing one.

    If it was split, `entry` is its first part, and `parts` has all of them.
    """

    entry: EntryBody
    usage: Usage
    deduplicated: bool
    parts: list[EntryBody] | None = None


class SavedEntries(Model):
    """The outcome for each note, in the order of the request."""

    results: list[SavedEntry]
    usage: Usage


class SavedEntry(Model):
    """The outcome of saving one note."""

    status: Literal["created", "deduplicated", "refused"]
    entry: EntryBody | None = None
    error: RefusedEntry | None = None


Scope: TypeAlias = Literal["read", "write", "record", "admin"]


class SearchAnswer(Model):
    """
    A page of the notes that were found, best match first, and the search mode used.

    `total` counts all of them.
    """

    results: list[SearchResult]
    total: int
    next_page_token: str | None = None
    mode: Literal["text", "semantic", "hybrid"]
    usage: Usage
    warnings: list[str] | None = None


class SearchResult(Model):
    """
    A note that was found, with its score, what that rests on, and the words that match.

    `snippet` is the text around them, the whole content if that is short. `superseded_by` is the id
    of a newer note that states another value of the same thing.
    """

    entry: EntryBody
    score: float
    scores: dict[str, float]
    highlights: list[HighlightBody]
    snippet: str
    may_be_outdated: Doubt | None = None
    superseded_by: str | None = None


class SectionBody(Model):
    """A section of the context block, and its length in characters."""

    name: str
    chars: int


class SessionAnswer(Model):
    """A session. A new one comes with what the project's previous session left."""

    id: str
    project_path: str | None = None
    started_at: datetime
    last_active_at: datetime
    summary: str | None = None
    tasks: list[Task]
    decisions: list[SessionDecision]
    context: list[str]
    processed_turns: int
    expires_at: datetime
    incognito: bool
    connection: str | None = None
    quarantined: bool | None = None
    previous: Previous | None = None


class SessionBody(Model):
    """A session as clients see it; the inbox has what waits for the user's word."""

    id: str
    project_path: str | None = None
    started_at: datetime
    last_active_at: datetime
    summary: str | None = None
    tasks: list[Task]
    decisions: list[SessionDecision]
    context: list[str]
    processed_turns: int
    expires_at: datetime
    incognito: bool
    connection: str | None = None
    quarantined: bool | None = None


class SessionDecision(Model):
    """A decision, with its rationale and the alternatives."""

    timestamp: datetime
    decision: str
    rationale: str | None = None
    alternatives: list[str]


class SessionIn(Model):
    """A session to start. Of an incognito one nothing but its id is kept."""

    id: str | None = None
    project_path: str | None = None
    incognito: bool = False


class SessionPatch(Model):
    """Progress. Tasks are merged by id, decisions and context appended; null clears a part."""

    summary: str | None = None
    tasks: list[TaskIn] | None = None
    remove_tasks: list[str] = []
    decisions: list[DecisionIn] | None = None
    context: list[str] | None = None


class SessionsAnswer(Model):
    """A page of sessions, most recently active first."""

    sessions: list[SessionBody]
    next_page_token: str | None = None


class Settings(Model):
    """
    One user's settings, `users/{uid}.settings`, of which only what was set is stored.

    The others have the deployment's defaults, or those below. `model_fields_set` names what was
    set, also where that is the same as a default.

    Attributes:
        learning_enabled: if false, prompts that arrive are never analyzed.
        user_memory_analysis_interval: prompts per batch; 1 analyzes each message, 0 turns learning
            off (P-7, P-8, F-4).
        inject_profile: whether the context block includes the profile.
        memory_enabled, user_profile_enabled: the two tiers (T-12); a tier that is off is
            neither written nor shown.
        memory_char_limit, user_char_limit: the budgets of the tiers, in characters.
        retention_days: days after which an archive entry expires; None keeps it.
        preference_decay, about_decay: the decay rules for learned preferences and facts that age as
            usual.
        ageing: how items age, by the path of a fact (`custom.location`) or the type of a preference
            (`goal`), for a user who wants it otherwise than `shared.profile.ageing` has it.
        agents: which tiers are off for single agents, by name.
        approval: with `everything`, nothing that is learned counts until the user accepts it.
    """

    learning_enabled: bool
    user_memory_analysis_interval: int
    user_profile_max_preferences: int
    user_profile_max_patterns: int
    user_profile_max_workflows: int
    user_profile_confidence_decay_days: int
    user_profile_changelog_retention_count: int
    inject_profile: bool
    memory_enabled: bool
    user_profile_enabled: bool
    memory_char_limit: int
    user_char_limit: int
    retention_days: int | None = None
    preference_decay: Literal["stepped", "halfLife", "none"]
    about_decay: Literal["stepped", "halfLife", "none"]
    ageing: dict[str, Ageing]
    approval: Literal["automatic", "everything"]
    agents: dict[str, AgentSettings]


class SettingsAnswer(Model):
    """A user's settings in force, and where each value comes from, by the setting's name."""

    learning_enabled: bool
    user_memory_analysis_interval: int
    user_profile_max_preferences: int
    user_profile_max_patterns: int
    user_profile_max_workflows: int
    user_profile_confidence_decay_days: int
    user_profile_changelog_retention_count: int
    inject_profile: bool
    memory_enabled: bool
    user_profile_enabled: bool
    memory_char_limit: int
    user_char_limit: int
    retention_days: int | None = None
    preference_decay: Literal["stepped", "halfLife", "none"]
    about_decay: Literal["stepped", "halfLife", "none"]
    ageing: dict[str, Ageing]
    approval: Literal["automatic", "everything"]
    agents: dict[str, AgentSettings]
    sources: dict[str, Literal["user", "deployment", "default"]]


class ShownEntry(Model):
    """A note, with the reason why it may be outdated, if what it rests on has changed."""

    id: str
    target: Tier
    content: str
    source: Literal["conversation", "action", "system", "explicit"]
    thread_id: str | None = None
    role: Literal["user", "assistant"] | None = None
    part: Part | None = None
    tags: list[str]
    confidence: Literal["high", "medium"]
    created_at: datetime
    updated_at: datetime
    expires_at: datetime | None = None
    connection: str | None = None
    quarantined: bool | None = None
    replaces: str | None = None
    may_be_outdated: Doubt | None = None


class ShownEntryAnswer(Model):
    """A note, and the usage of each tier."""

    entry: ShownEntry
    usage: Usage


class ShownMeta(Model):
    """Metadata of a fact, with how sure and how fresh it is."""

    sure: float
    fresh: float
    may_be_outdated: Doubt | None = None
    stated_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    ageing: Ageing | None = None
    confirmed_at: datetime | None = None
    connection: str | None = None
    path: str
    first_seen: datetime
    last_seen: datetime
    confidence: float
    seen_count: int
    source: Literal["declared", "learned"]
    inferred: bool


class ShownPattern(Model):
    """A pattern; `confidence` does not apply to it."""

    sure: float
    fresh: float
    may_be_outdated: Doubt | None = None
    quarantined: bool | None = None
    stated_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    ageing: Ageing | None = None
    confirmed_at: datetime | None = None
    connection: str | None = None
    id: str
    category: str
    description: str
    frequency: int
    last_seen: datetime
    evidence: list[Evidence]
    source: Literal["learned", "manual"]
    ended: Ending | None = None


class ShownPreference(Model):
    """A preference, with how sure and how fresh it is."""

    sure: float
    fresh: float
    may_be_outdated: Doubt | None = None
    quarantined: bool | None = None
    stated_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    ageing: Ageing | None = None
    confirmed_at: datetime | None = None
    connection: str | None = None
    id: str
    type: PreferenceType
    category: str
    description: str
    confidence: float
    base_confidence: float
    evidence: list[Evidence]
    context: str
    source: Literal["learned", "manual"]
    active: bool
    superseded_by: str | None = None
    superseded_at: datetime | None = None
    created_at: datetime
    last_updated: datetime
    last_used: datetime | None = None
    last_used_through: str | None = None
    metadata: dict[str, Any]
    slot: Slot | None = None
    ended: Ending | None = None


class ShownProfile(Model):
    """
    A profile with derived values.

    Attributes:
        ended: the facts that no longer hold, if asked for.
        quarantined: true in the answer to a write of which something waits for the user's word.
    """

    schema_version: Literal[1]
    version: int
    created_at: datetime | None = None
    last_analyzed: datetime | None = None
    last_decay: datetime | None = None
    total_prompts_analyzed: int
    about: About
    about_meta: list[ShownMeta]
    preferences: list[ShownPreference]
    patterns: list[ShownPattern]
    workflows: list[ShownWorkflow]
    skill_level: SkillLevel
    forgotten: list[str]
    ended: list[PastFact] | None = None
    quarantined: bool | None = None


class ShownWorkflow(Model):
    """A workflow; `confidence` does not apply to it."""

    sure: float
    fresh: float
    may_be_outdated: Doubt | None = None
    quarantined: bool | None = None
    stated_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    ageing: Ageing | None = None
    confirmed_at: datetime | None = None
    connection: str | None = None
    id: str
    description: str
    steps: list[str]
    frequency: int
    last_seen: datetime
    evidence: list[Evidence]
    source: Literal["learned", "manual"]
    ended: Ending | None = None


class SkillLevel(Model):
    """
    The overall level and the level in each domain.

    `declared` names the domains, or `OVERALL`, whose level the user has set by hand; None if there
    are none.
    """

    overall: Level | None = None
    domains: dict[str, Level]
    declared: list[str] | None = None


class SkillsPatch(Model):
    """Skill levels to set, overall and by domain. Null removes one."""

    overall: Level | None = None
    domains: dict[str, Level | None] = {}


SkipReason: TypeAlias = Literal["learning_off", "not_the_user", "empty"]


class SkippedTurn(Model):
    """A turn of the user's of which nothing is kept: its index in the transcript, and why."""

    index: int
    reason: str


Slot: TypeAlias = Literal[
    "name",
    "residence",
    "employer",
    "role",
    "editor",
    "detail",
    "tone",
    "diet",
    "theme",
    "units",
    "timezone",
    "native_language",
    "relationship",
    "contact",
    "custom",
    "comparison",
    "liking",
]


Source: TypeAlias = Literal["minimal/hook", "mcp/hook", "mcp/tool", "system"]


class SpenderView(Model):
    """What a user has spent today."""

    user: str
    spent: SpendingFigures


class SpendersAnswer(Model):
    """A page of the users with an analysis today; who spent most comes first."""

    users: list[SpenderView]
    user_budget: float | None = None
    next_page_token: str | None = None


class SpendingAnswer(Model):
    """Spending by day, today first. A budget is absent where there is none."""

    days: list[SpendingDay]
    deployment_budget: float | None = None
    user_budget: float | None = None


class SpendingDay(Model):
    """US dollars that the analyses of one day (UTC) set aside."""

    day: str
    amount: float


class SpendingFigures(Model):
    """
    US dollars of the last day with an analysis (UTC), and of all days.

    `reserved` is set aside for calls of that day whose cost is not known yet.
    """

    day: str | None = None
    amount: float
    reserved: float
    total: float


class Spent(Model):
    """Tokens used by analyses, and their cost in US dollars."""

    prompt_tokens: int
    completion_tokens: int
    cost: float


class StatusAnswer(Model):
    """The status of learning, with reasons in plain language."""

    learning: LearningAnswer
    reasons: list[str]


class Task(Model):
    """A task. `blocked_by` says what blocks it, `children` holds the ids of its subtasks."""

    id: str
    title: str
    status: Literal["pending", "in_progress", "blocked", "completed"]
    created_at: datetime
    updated_at: datetime
    notes: str | None = None
    blocked_by: str | None = None
    children: list[str]


class TaskIn(Model):
    """A task to add, or the fields of one to change. The server sets `updatedAt`."""

    id: str
    title: str | None = None
    status: Literal["pending", "in_progress", "blocked", "completed"] | None = None
    notes: str | None = None
    blocked_by: str | None = None
    children: list[str] | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None


Tier: TypeAlias = Literal["memory", "user", "archive"]


class TierUsage(Model):
    """How full a tier is, in characters of content."""

    chars: int
    limit: int
    percent: int
    entries: int


class Tool(Model):
    """A tool in OpenAI's function calling format."""

    type: Literal["function"]
    function: ToolFunction


class ToolAnswer(Model):
    """The result for the model. It has an `error` if the tool refused."""

    result: dict[str, Any]


class ToolFunction(Model):
    """A function in OpenAI's function calling format."""

    name: str
    description: str
    parameters: dict[str, Any]


class Tools(Model):
    """What the user works with."""

    editor: str | None = None
    infra: list[str] | None = None


class ToolsAnswer(Model):
    """The tools, with instructions for when to use them."""

    instructions: str
    tools: list[Tool]


class TurnIn(Model):
    """One turn of a transcript."""

    role: Literal["user", "assistant", "system", "tool"]
    content: str


class TurnsAnswer(Model):
    """
    How many turns are processed in total, and what became of the user's new ones.

    `prompts` has the ids of those just recorded, `skipped` those that the user wants not kept.
    """

    processed_turns: int
    prompts: list[str]
    skipped: list[SkippedTurn] | None = None


class TurnsIn(Model):
    """Consecutive turns of a transcript, the first of them at the zero-based `offset`."""

    offset: int
    turns: list[TurnIn]


class UidIn(Model):
    """The uid of a user, as the app and the Firebase console have it."""

    uid: str


class UndoIn(Model):
    """How far back to undo; without `since`, from the beginning."""

    since: datetime | None = None


class UndoneAnswer(Model):
    """
    What was taken back: messages and sessions deleted; notes deleted or put back, as facts are.

    `left` tells what could not be: of `profile`, the changelog does not reach back as far as was
    asked; of `notes`, some that it had not made were deleted, or it is not known what they were; of
    `sessions`, some that it had not made were changed. `complete` is true if there is none.
    """

    messages: int
    notes: int
    sessions: int
    facts: int
    preferences: int
    habits: int
    version: int
    complete: bool
    left: list[Literal["notes", "sessions", "profile"]]


class Usage(Model):
    """The usage of all tiers, which every memory response includes (T-9)."""

    memory: TierUsage
    user: TierUsage
    archive: ArchiveUsage


class UserFigures(Model):
    """
    A user as an operator sees them.

    `since` is absent if Rekindle has stored nothing about them yet. `lastActivity` is when their
    profile, what waits to be learned, or their notes last changed, by a request of theirs or by
    maintenance.
    """

    id: str
    since: datetime | None = None
    last_activity: datetime | None = None
    profile_version: int
    prompts: PromptFigures
    batches: BatchFigures
    notes: NoteFigures
    spent: SpendingFigures
    erasing: Literal[True] | None = None


class UsersAnswer(Model):
    """A page of users."""

    users: list[UserFigures]
    next_page_token: str | None = None


class Withdrawn(Model):
    """
    What the user has ended or retracted, so that no older words bring it back.

    Attributes:
        kind: the kind of item.
        scope: the preference's type, or the path; empty for every one.
        text: what it said.
        at: the time of the words that withdrew it.
        retracted: whether it was never so; then a rollback leaves it out, too.
    """

    kind: Literal["preference", "pattern", "workflow", "skill", "about"]
    scope: str
    text: str
    at: datetime
    retracted: bool


class Work(Model):
    """What the user does for a living."""

    role: str | None = None
    org: str | None = None
    focus_areas: list[str] | None = None
    languages: list[str] | None = None


class Workflow(Model):
    """A recurring sequence of steps, ranked by frequency; manual if the user has changed it."""

    stated_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    ageing: Ageing | None = None
    confirmed_at: datetime | None = None
    connection: str | None = None
    id: str
    description: str
    steps: list[str]
    frequency: int
    last_seen: datetime
    evidence: list[Evidence]
    source: Literal["learned", "manual"]
    ended: Ending | None = None


class WorkflowPatch(Model):
    """The fields of a workflow to correct. Its frequency is counted."""

    description: str | None = None
    steps: list[str] | None = None
