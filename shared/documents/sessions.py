"""Sessions: the progress of a conversation (S-12 to S-17)."""

from datetime import timedelta
from typing import Literal

from pydantic import Field

from shared.base.model import Model, Timestamp

MAX_AGE = timedelta(days=30)
"""A session expires this long after it was last active."""
MAX_DECISIONS = 50
MAX_NOTES = 20
MAX_TASKS = 100
MAX_SIZE = 500_000
"""Maximum size of a session as JSON, in bytes: half of what a Firestore document may have."""

TaskStatus = Literal["pending", "in_progress", "blocked", "completed"]


class Task(Model):
    """A task. `blocked_by` says what blocks it, `children` holds the ids of its subtasks."""

    id: str
    title: str
    status: TaskStatus = "pending"
    created_at: Timestamp
    updated_at: Timestamp
    notes: str | None = None
    blocked_by: str | None = None
    children: list[str] = []


class SessionDecision(Model):
    """A decision, with its rationale and the alternatives."""

    timestamp: Timestamp
    decision: str
    rationale: str | None = None
    alternatives: list[str] = []


class Session(Model):
    """What one conversation hands on to the next, `users/{uid}/sessions/{id}`.

    Attributes:
        project_path: the project worked on; its next session is shown the summary.
        summary: what the next session is shown when it starts.
        context: notes, newest last.
        processed_turns: how many turns of the transcript have been recorded.
        expires_at: when the session expires, unless it becomes active again.
    """

    id: str
    project_path: str | None = None
    started_at: Timestamp
    last_active_at: Timestamp
    summary: str | None = None
    tasks: list[Task] = []
    decisions: list[SessionDecision] = []
    context: list[str] = []
    processed_turns: int = Field(default=0, ge=0)
    expires_at: Timestamp


class Previous(Model):
    """What a new session is shown of the previous one."""

    id: str
    last_active_at: Timestamp
    summary: str | None = None
    open_tasks: list[Task] = []
