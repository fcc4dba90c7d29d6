"""Takes what gives an assistant orders out of what a connection writes into a session. Pure.

The next session's assistant is shown the summary and the open tasks, so an order there would reach
it. What is taken out waits with the session until its user accepts it, and what stood there before
stays.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from shared.base.errors import ResourceExhausted
from shared.base.ids import derived_id
from shared.base.safety.poison import gives_orders
from shared.documents.sessions import HeldBack, HeldPart, Session, SessionDecision, Task
from shared.documents.user import MAX_WAITING_SESSIONS, UserState
from shared.sessions.progress import Progress, with_progress

MAX_WAITING = 20
"""How many parts of a session may wait."""


def quarantined(
    before: Session | None, after: Session, connection: str | None, now: datetime
) -> Session:
    """Returns `after` without the orders in what is new in it, which wait there.

    Args:
        before: the session before a change, if there was one.
        after: the session after it.
        connection: through which connection it came; None if it is the user's own change.
        now: the time of the change.

    Raises:
        ResourceExhausted: too many parts wait already.
    """
    if connection is None:
        return after
    nothing: dict[str, Any] = {"summary": None, "tasks": [], "decisions": [], "context": []}
    known = before or after.model_copy(update=nothing)
    held: list[HeldBack] = []

    def hold(part: HeldPart, text: str, value: Mapping[str, Any]) -> None:
        id_ = derived_id("held", after.id, part, repr(sorted(value.items())))
        held.append(
            HeldBack(id=id_, part=part, text=text, value=dict(value), connection=connection, at=now)
        )

    summary = after.summary
    if summary and summary != known.summary and gives_orders(summary):
        hold("summary", summary, {"summary": summary})
        summary = known.summary
    tasks = {task.id: task for task in known.tasks}
    kept = []
    for task in after.tasks:
        old = tasks.get(task.id)
        if not gives_orders(*_new(_texts_of_task(task), _texts_of_task(old) if old else [])):
            kept.append(task)
            continue
        value = task.model_dump(include={"id", "title", "status", "notes", "blocked_by"})
        hold("task", task.title, {key: each for key, each in value.items() if each is not None})
        kept += [old] if old else []
    ids = {task.id for task in kept}
    kept = [
        task.model_copy(update={"children": [each for each in task.children if each in ids]})
        for task in kept
    ]
    decisions = []
    for decision in after.decisions:
        if decision in known.decisions or not gives_orders(*_texts_of_decision(decision)):
            decisions.append(decision)
        else:
            hold("decision", decision.decision, decision.model_dump(exclude={"timestamp"}))
    context = []
    for note in after.context:
        if note in known.context or not gives_orders(note):
            context.append(note)
        else:
            hold("context", note, {"note": note})
    if not held:
        return after
    waiting = {item.id: item for item in (*after.waiting, *held)}
    if len(waiting) > MAX_WAITING:
        raise ResourceExhausted(
            f"{MAX_WAITING} parts of this session already wait in the inbox because they give "
            "orders to an assistant. Ask the user to accept or reject some of them, then retry.",
            [{"reason": "QUARANTINE_FULL", "limit": MAX_WAITING}],
        )
    parts = {"summary": summary, "tasks": kept, "decisions": decisions, "context": context}
    return after.model_copy(
        update={**parts, "waiting": list(waiting.values()), "quarantined": True}
    )


def answered(session: Session, id_: str, now: datetime, *, accept: bool) -> Session:
    """Returns the session after its user's answer about a part that waits.

    Raises:
        InvalidArgument: see `with_progress`; it still waits.
    """
    item = next(item for item in session.waiting if item.id == id_)
    waiting = [each for each in session.waiting if each.id != id_]
    session = session.model_copy(update={"waiting": waiting, "quarantined": bool(waiting) or None})
    return with_progress(session, _progress(item), now) if accept else session


def with_waiting_sessions(user: UserState, sessions: Sequence[Session]) -> UserState:
    """Returns the user's state with the sessions noted in which something waits.

    So the inbox finds them without a query. Of too many, the oldest go.
    """
    waiting = [session.id for session in sessions if session.waiting]
    ids = list(dict.fromkeys([*user.waiting_sessions, *waiting]))[-MAX_WAITING_SESSIONS:]
    if ids == user.waiting_sessions:
        return user
    return user.model_copy(update={"waiting_sessions": ids})


def _progress(item: HeldBack) -> Progress:
    match item.part:
        case "summary":
            return Progress(summary=item.value["summary"])
        case "task":
            return Progress(tasks=[item.value])
        case "decision":
            return Progress(decisions=[item.value])
        case "context":
            return Progress(notes=[item.value["note"]])


def _new(texts: list[str], known: list[str]) -> list[str]:
    return [text for text in texts if text not in known]


def _texts_of_task(task: Task) -> list[str]:
    return [text for text in (task.id, task.title, task.notes, task.blocked_by) if text]


def _texts_of_decision(item: SessionDecision) -> list[str]:
    return [item.decision, item.rationale or "", *item.alternatives]
