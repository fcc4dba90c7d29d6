"""How a session changes. Pure rules.

Tasks are merged by their id. Decisions and notes are added to those there are, each once, and the
oldest give way: an assistant reports what is new and need not repeat the rest, and two that report
at once lose nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from shared.base.errors import InvalidArgument
from shared.documents.sessions import (
    MAX_AGE,
    MAX_DECISIONS,
    MAX_NOTES,
    MAX_SIZE,
    MAX_TASKS,
    Decision,
    Session,
    Task,
)

TaskChanges = Mapping[str, Any]


@dataclass(frozen=True)
class Progress:
    """What is reported of a session. None leaves a part as it is; `cleared` empties parts.

    Attributes:
        summary: replaces the one there is.
        tasks: fields by task, each with its `id`; a new one needs a `title`.
        removed_tasks: ids of tasks to take out.
        decisions, notes: to add; a decision without a time was made now.
        cleared: any of summary, tasks, decisions and context.
    """

    summary: str | None = None
    tasks: Sequence[TaskChanges] = ()
    removed_tasks: Sequence[str] = ()
    decisions: Sequence[Mapping[str, Any]] = ()
    notes: Sequence[str] = ()
    cleared: frozenset[str] = field(default_factory=frozenset)


def advanced(session: Session, progress: Progress, now: datetime) -> Session:
    """The session after a report.

    Raises:
        InvalidArgument: a task has no title or an impossible child, or the session grows too large.
    """
    cleared = progress.cleared
    tasks = _tasks([] if "tasks" in cleared else session.tasks, progress, now)
    decisions = _decisions([] if "decisions" in cleared else session.decisions, progress, now)
    notes = dict.fromkeys([] if "context" in cleared else session.context)
    notes |= dict.fromkeys(progress.notes)
    kept = None if "summary" in cleared else session.summary
    changed = active(session, now).model_copy(
        update={
            "summary": progress.summary or kept,
            "tasks": tasks,
            "decisions": decisions,
            "context": list(notes)[-MAX_NOTES:],
        }
    )
    if len(changed.model_dump_json().encode()) > MAX_SIZE:
        raise InvalidArgument(
            f"The session would have more than {MAX_SIZE:,} bytes. Remove completed tasks, or "
            "shorten their notes. Nothing was changed.",
            [{"reason": "SESSION_TOO_LARGE"}],
        )
    return changed


def active(session: Session, now: datetime) -> Session:
    """The session, active now."""
    return session.model_copy(update={"last_active_at": now, "expires_at": now + MAX_AGE})


def _tasks(present: Sequence[Task], progress: Progress, now: datetime) -> list[Task]:
    tasks = {task.id: task for task in present}
    for changes in progress.tasks:
        old = tasks.get(changes["id"])
        tasks[changes["id"]] = _changed_task(old, changes, now) if old else _new_task(changes, now)
    for id_ in progress.removed_tasks:
        tasks.pop(id_, None)
    gone = set(progress.removed_tasks)
    listed = [
        task.model_copy(update={"children": [c for c in task.children if c not in gone]})
        for task in tasks.values()
    ]
    if len(listed) > MAX_TASKS:
        raise InvalidArgument.field(
            "tasks",
            f"would be {len(listed)}; a session holds {MAX_TASKS}. Remove completed ones with "
            "removeTasks.",
            reason="TOO_MANY_TASKS",
        )
    _check_family(listed)
    return listed


def _new_task(changes: TaskChanges, now: datetime) -> Task:
    if not changes.get("title"):
        raise InvalidArgument.field("tasks.title", "is needed for a task that is not there yet")
    given = changes.get("created_at")
    created = min(given, now) if given else now
    task = Task.model_validate({**changes, "created_at": created, "updated_at": now})
    return _unblocked(task)


def _changed_task(old: Task, changes: TaskChanges, now: datetime) -> Task:
    update = {key: value for key, value in changes.items() if key != "created_at"}
    new = _unblocked(old.model_copy(update=update))
    return old if new == old else new.model_copy(update={"updated_at": now})


def _unblocked(task: Task) -> Task:
    """What was in the way is told only while it is."""
    if task.status == "blocked" or task.blocked_by is None:
        return task
    return task.model_copy(update={"blocked_by": None})


def _check_family(tasks: Sequence[Task]) -> None:
    children = {task.id: task.children for task in tasks}
    for task in tasks:
        for child in task.children:
            if child not in children:
                raise InvalidArgument.field(
                    "tasks.children", f"names a task that is not there: {child}"
                )
        below, waiting = set[str](), list(task.children)
        while waiting:
            child = waiting.pop()
            if child == task.id:
                raise InvalidArgument.field(
                    "tasks.children", f"would make a task its own subtask: {child}"
                )
            if child not in below:
                below.add(child)
                waiting += children[child]


def _decisions(present: Sequence[Decision], progress: Progress, now: datetime) -> list[Decision]:
    decisions = list(present)
    for given in progress.decisions:
        known = any(
            old.decision == given["decision"] and given.get("timestamp") in (None, old.timestamp)
            for old in decisions
        )
        if not known:
            moment = min(given.get("timestamp") or now, now)
            decisions.append(Decision.model_validate({**given, "timestamp": moment}))
    decisions.sort(key=lambda decision: decision.timestamp)
    return decisions[-MAX_DECISIONS:]
