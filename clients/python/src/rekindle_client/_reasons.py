"""The reasons for which the API refuses requests, and what it says beside some of them."""

from typing import Literal, NotRequired, TypedDict


class InvalidField(TypedDict):
    """A field of the request is invalid. `cutAt` says where a text would have to end."""

    reason: Literal["INVALID_FIELD"]
    field: str
    message: str
    cutAt: NotRequired[int]


class UsageOfBudget(TypedDict):
    """How full a tier is."""

    chars: int
    limit: int
    percent: int


class NoteOfBudget(TypedDict):
    """A note that takes part of the budget."""

    id: str
    content: str
    chars: int


class BudgetExceeded(TypedDict):
    """The note does not fit its tier. `required` is how many characters must go."""

    reason: Literal["BUDGET_EXCEEDED"]
    target: Literal["memory", "user"]
    usage: UsageOfBudget
    required: int
    entries: list[NoteOfBudget]


class NotRetained(TypedDict):
    """What was known then is no longer kept. `oldest` is the earliest time that is."""

    reason: Literal["NOT_RETAINED"]
    oldest: str


class InsufficientScope(TypedDict):
    """The connection lacks a scope."""

    reason: Literal["INSUFFICIENT_SCOPE"]
    scope: NotRequired[Literal["read", "write", "record", "admin"]]


class VersionMoved(TypedDict):
    """The profile has changed. `version` is the one that it has now."""

    reason: Literal["VERSION_MOVED"]
    version: int


class TurnsMissing(TypedDict):
    """Turns before these are missing. `processedTurns` is how many were taken."""

    reason: Literal["TURNS_MISSING"]
    processedTurns: int


class IdTaken(TypedDict):
    """The ID belongs to something else."""

    reason: Literal["ID_TAKEN"]
    field: NotRequired[str]


Reason = Literal[
    "BAD_APP_CHECK",
    "BAD_AUTHORIZATION_REQUEST",
    "BAD_CLIENT_DOCUMENT",
    "BAD_ON_BEHALF_OF",
    "BAD_TOKEN",
    "BEING_ERASED",
    "BODY_TOO_LARGE",
    "BODY_TOO_SLOW",
    "BUDGET_EXCEEDED",
    "CHANGE_NOT_KEPT",
    "DATABASE_BUSY",
    "DATABASE_REFUSED",
    "DOCUMENT_TOO_LARGE",
    "ID_TAKEN",
    "INSUFFICIENT_SCOPE",
    "INVALID_BODY",
    "INVALID_FIELD",
    "INVALID_JSON",
    "KEYS_UNAVAILABLE",
    "KEY_REUSED",
    "LIMIT_REACHED",
    "METHOD_NOT_ALLOWED",
    "NOTE_TOO_LARGE",
    "NOT_JSON",
    "NOT_RETAINED",
    "NOT_STORABLE",
    "NOT_TRUSTED",
    "NO_APP_CHECK",
    "NO_BODY",
    "NO_CHANGE",
    "NO_SUCH_BATCH",
    "NO_SUCH_HABIT",
    "NO_SUCH_IMPORT",
    "NO_SUCH_CONNECTION",
    "NO_SUCH_USER",
    "NO_SUCH_WORK",
    "NO_SUCH_ENTRY",
    "NO_SUCH_MCP_PROMPT",
    "NO_SUCH_PATH",
    "NO_SUCH_PREFERENCE",
    "NO_SUCH_PROMPT",
    "NO_SUCH_QUESTION",
    "NO_SUCH_RESOURCE",
    "NO_SUCH_SESSION",
    "NO_SUCH_TOOL",
    "NO_SUCH_VERSION",
    "NO_TOKEN",
    "OAUTH_OFF",
    "OPERATORS_OFF",
    "ORIGIN_NOT_ALLOWED",
    "OTHER_USER",
    "QUARANTINE_FULL",
    "QUEUE_BUSY",
    "QUEUE_REFUSED",
    "QUOTA_EXCEEDED",
    "RATE_LIMITED",
    "REVOCATION_UNKNOWN",
    "SCOPE_DEPRECATED",
    "SEARCH_BUSY",
    "SESSION_TOO_LARGE",
    "SNAPSHOT_NOT_KEPT",
    "TIER_DISABLED",
    "TOO_LARGE",
    "TOO_MANY_CONNECTIONS",
    "TOO_MANY_INCOGNITO",
    "TOO_MANY_IMPORTS",
    "LEARNING_OFF",
    "INCOGNITO",
    "TOO_MANY_ITEMS",
    "TOO_MANY_TASKS",
    "TURNS_MISSING",
    "UNREADABLE",
    "UNSAFE_CONTENT",
    "USER_ONLY",
    "OPERATOR_ONLY",
    "VERSION_MOVED",
]
"""Every reason in the API's documentation."""
