"""Sessions: the progress of a conversation (S-12 to S-17)."""

from datetime import timedelta
from typing import Annotated, Any, Literal

from pydantic import Field

from shared.base.fields import Count, Identifier, ProjectPath, Sentence, Text
from shared.base.model import Model, Timestamp

MAX_AGE = timedelta(days=30)
"""A session expires this long after it was last active."""
MAX_DECISIONS = 50
MAX_NOTES = 20
MAX_TASKS = 100
MAX_ALTERNATIVES = 20
MAX_CHANGED_BY = 20
MAX_SIZE = 500_000
"""Maximum size of a session as JSON, in bytes: half of what a Firestore document may have."""

TaskStatus = Literal["pending", "in_progress", "blocked", "completed"]


class Task(Model):
    """A task. `blocked_by` says what blocks it, `children` holds the ids of its subtasks."""

    id: Identifier
    title: Sentence
    status: TaskStatus = "pending"
    created_at: Timestamp
    updated_at: Timestamp
    notes: Text | None = None
    blocked_by: Sentence | None = None
    children: Annotated[list[Identifier], Field(max_length=MAX_TASKS)] = []


class SessionDecision(Model):
    """A decision, with its rationale and the alternatives."""

    timestamp: Timestamp
    decision: Sentence
    rationale: Text | None = None
    alternatives: Annotated[list[Sentence], Field(max_length=MAX_ALTERNATIVES)] = []


HeldPart = Literal["summary", "task", "decision", "context"]
"""The parts of a session that may have to wait for its user's word."""


class HeldBack(Model):
    """A part of a session that waits, because it gives an assistant orders.

    Attributes:
        part: which part it is.
        text: what it says.
        value: what was reported.
        connection: through which connection.
        at: when.
    """

    id: Identifier
    part: HeldPart
    text: Text
    value: dict[str, Any]
    connection: Identifier
    at: Timestamp


class Session(Model):
    """What one conversation hands on to the next, `users/{uid}/sessions/{id}`.

    Attributes:
        project_path: the project worked on; its next session is shown the summary.
        summary: what the next session is shown when it starts.
        context: notes, newest last.
        processed_turns: how many turns of the transcript have been recorded.
        expires_at: when the session expires, unless it becomes active again.
        incognito: whether nothing is kept of it: no message, no progress.
        request: the digest of the keyed request that started it; see `shared.base.repeats`.
        connection: the id of the connection that started it; None if it was the user's own app.
        changed_by: ids of other connections that have changed it since, the last one last.
        waiting: what waits for its user's word; no assistant sees it.
        quarantined: true if something waits.
    """

    id: Identifier
    project_path: ProjectPath | None = None
    started_at: Timestamp
    last_active_at: Timestamp
    summary: Text | None = None
    tasks: Annotated[list[Task], Field(max_length=MAX_TASKS)] = []
    decisions: Annotated[list[SessionDecision], Field(max_length=MAX_DECISIONS)] = []
    context: Annotated[list[Text], Field(max_length=MAX_NOTES)] = []
    processed_turns: Count = 0
    expires_at: Timestamp
    incognito: bool = False
    request: Identifier | None = None
    connection: Identifier | None = None
    changed_by: Annotated[list[Identifier], Field(max_length=MAX_CHANGED_BY)] = []
    waiting: Annotated[list[HeldBack], Field(max_length=MAX_TASKS)] = []
    quarantined: bool | None = None


class Previous(Model):
    """What a new session is shown of the previous one."""

    id: str
    last_active_at: Timestamp
    summary: str | None = None
    open_tasks: list[Task] = []
