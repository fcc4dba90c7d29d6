"""One conversation's progress (Data Schemas seed, "sessions/session-{id}.json")."""

from datetime import timedelta
from typing import Literal

from pydantic import Field

from shared.base.model import Model, Timestamp

MAX_AGE = timedelta(days=30)
"""A session ends this long after it was last active."""
MAX_DECISIONS = 50
MAX_NOTES = 20
MAX_TASKS = 100
MAX_SIZE = 500_000
"""Bytes of a session as JSON. It is one document, and Firestore's may have twice as many."""

TaskStatus = Literal["pending", "in_progress", "blocked", "completed"]


class Task(Model):
    """One thing to do. `blocked_by` says what is in the way, `children` names its subtasks."""

    id: str
    title: str
    status: TaskStatus = "pending"
    created_at: Timestamp
    updated_at: Timestamp
    notes: str | None = None
    blocked_by: str | None = None
    children: list[str] = []


class Decision(Model):
    """Something that was decided, why, and instead of what."""

    timestamp: Timestamp
    decision: str
    rationale: str | None = None
    alternatives: list[str] = []


class Session(Model):
    """The continuity of one conversation, `users/{uid}/sessions/{id}`.

    Attributes:
        project_path: where the work is; the next session of the same place is shown the summary.
        summary: what the next session is shown at its start.
        context: notes, the newest last.
        processed_turns: turns of the transcript that were taken, so that none is taken twice.
        expires_at: when it ends, if nothing more happens.
    """

    id: str
    project_path: str | None = None
    started_at: Timestamp
    last_active_at: Timestamp
    summary: str | None = None
    tasks: list[Task] = []
    decisions: list[Decision] = []
    context: list[str] = []
    processed_turns: int = Field(default=0, ge=0)
    expires_at: Timestamp


class Previous(Model):
    """What a session is told of the one before it."""

    id: str
    last_active_at: Timestamp
    summary: str | None = None
    open_tasks: list[Task] = []
