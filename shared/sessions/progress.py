"""Applies progress reports to a session. Pure functions.

Tasks are merged by id. Decisions and notes are appended without duplicates, and the oldest are
dropped beyond the limit. So an assistant reports only what is new, and two concurrent reports lose
nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from graphlib import CycleError, TopologicalSorter
from typing import Any

from shared.base.errors import InvalidArgument
from shared.documents.sessions import (
    MAX_AGE,
    MAX_DECISIONS,
    MAX_NOTES,
    MAX_SIZE,
    MAX_TASKS,
    Session,
    SessionDecision,
    Task,
)

TaskChanges = Mapping[str, Any]


@dataclass(frozen=True)
class Progress:
    """A progress report. Parts that are None or empty stay as they are; `cleared` empties parts.

    Attributes:
        summary: the new summary.
        tasks: the fields to set, with the `id` of each task; a new task needs a `title`.
        removed_tasks: ids of tasks to remove.
        decisions, notes: what to append; a decision without a timestamp was made now.
        cleared: any of summary, tasks, decisions and context.
    """

    summary: str | None = None
    tasks: Sequence[TaskChanges] = ()
    removed_tasks: Sequence[str] = ()
    decisions: Sequence[Mapping[str, Any]] = ()
    notes: Sequence[str] = ()
    cleared: frozenset[str] = field(default_factory=frozenset)


def with_progress(session: Session, progress: Progress, now: datetime) -> Session:
    """Returns the session with a report applied; an incognito one takes nothing up.

    Raises:
        InvalidArgument: a task has no title or an invalid child, or the session is too large.
    """
    if session.incognito:
        return marked_active(session, now)
    cleared = progress.cleared
    tasks = _tasks([] if "tasks" in cleared else session.tasks, progress, now)
    decisions = _decisions([] if "decisions" in cleared else session.decisions, progress, now)
    notes = dict.fromkeys([] if "context" in cleared else session.context)
    notes |= dict.fromkeys(progress.notes)
    kept = None if "summary" in cleared else session.summary
    changed = marked_active(session, now).model_copy(
        update={
            "summary": progress.summary or kept,
            "tasks": tasks,
            "decisions": decisions,
            "context": list(notes)[-MAX_NOTES:],
        }
    )
    if len(changed.model_dump_json().encode()) > MAX_SIZE:
        raise InvalidArgument(
            f"The session would exceed {MAX_SIZE:,} bytes. Remove completed tasks, or shorten "
            "their notes. Nothing was changed.",
            [{"reason": "SESSION_TOO_LARGE"}],
        )
    return changed


def marked_active(session: Session, now: datetime) -> Session:
    """Returns the session as active now, with its expiry extended."""
    return session.model_copy(update={"last_active_at": now, "expires_at": now + MAX_AGE})


def _tasks(present: Sequence[Task], progress: Progress, now: datetime) -> list[Task]:
    tasks = {task.id: task for task in present}
    for changes in progress.tasks:
        old = tasks.get(changes["id"])
        tasks[changes["id"]] = _changed_task(old, changes, now) if old else _new_task(changes, now)
    for id_ in progress.removed_tasks:
        tasks.pop(id_, None)
    removed = set(progress.removed_tasks)
    listed = [
        task.model_copy(update={"children": [c for c in task.children if c not in removed]})
        for task in tasks.values()
    ]
    if len(listed) > MAX_TASKS:
        raise InvalidArgument.field(
            "tasks",
            f"would be {len(listed)}, but a session holds at most {MAX_TASKS}. Remove completed "
            "ones with removeTasks.",
            reason="TOO_MANY_TASKS",
        )
    check_subtasks(listed)
    return listed


def _new_task(changes: TaskChanges, now: datetime) -> Task:
    if not changes.get("title"):
        raise InvalidArgument.field("tasks.title", "is required for a new task")
    given = changes.get("created_at")
    created = min(given, now) if given else now
    task = Task.model_validate({**changes, "created_at": created, "updated_at": now})
    return _unblocked(task)


def _changed_task(old: Task, changes: TaskChanges, now: datetime) -> Task:
    update = {key: value for key, value in changes.items() if key != "created_at"}
    new = _unblocked(old.model_copy(update=update))
    return old if new == old else new.model_copy(update={"updated_at": now})


def _unblocked(task: Task) -> Task:
    """Returns the task, with `blocked_by` only if it is blocked."""
    if task.status == "blocked" or task.blocked_by is None:
        return task
    return task.model_copy(update={"blocked_by": None})


def check_subtasks(tasks: Sequence[Task]) -> None:
    """Refuses tasks whose subtasks do not form a tree.

    Raises:
        InvalidArgument: two tasks have the same id, or a subtask does not exist or is above itself.
    """
    if len({task.id for task in tasks}) < len(tasks):
        raise InvalidArgument.field("tasks.id", "must be different for each task")
    children = {task.id: task.children for task in tasks}
    for task in tasks:
        for child in task.children:
            if child not in children:
                raise InvalidArgument.field(
                    "tasks.children", f"names a task that does not exist: {child}"
                )
    try:
        TopologicalSorter(children).prepare()
    except CycleError as error:
        raise InvalidArgument.field(
            "tasks.children", f"would make a task its own subtask: {error.args[1][0]}"
        ) from error


def _decisions(
    present: Sequence[SessionDecision], progress: Progress, now: datetime
) -> list[SessionDecision]:
    decisions = list(present)
    for given in progress.decisions:
        known = any(
            old.decision == given["decision"] and given.get("timestamp") in (None, old.timestamp)
            for old in decisions
        )
        if not known:
            timestamp = min(given.get("timestamp") or now, now)
            decisions.append(SessionDecision.model_validate({**given, "timestamp": timestamp}))
    decisions.sort(key=lambda decision: decision.timestamp)
    return decisions[-MAX_DECISIONS:]
