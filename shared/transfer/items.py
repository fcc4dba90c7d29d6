"""Checks the items of an import, and recomputes what belongs to the server.

What a user writes is refused if it contains a secret, as by the API. Records of the past keep their
place, with the secret masked.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from shared.base.acting import current_connection
from shared.base.deltas import as_text
from shared.base.errors import InvalidArgument
from shared.base.safety.invisible import visible
from shared.base.safety.secrets import redact, refuse_secrets
from shared.base.storable import problem_with_value
from shared.documents.changelog import ChangelogEntry, entry_id
from shared.documents.learning import Batch, Prompt, SkipReason
from shared.documents.memory import MemoryEntry
from shared.documents.sessions import MAX_AGE, MAX_SIZE, Session
from shared.learning.leases import MAX_ATTEMPTS
from shared.learning.recording import masked
from shared.memory.authorship import UNMARKED
from shared.memory.rules import checked_content
from shared.profile.changelog import RETENTION
from shared.sessions.progress import check_subtasks
from shared.transfer.checks import attributed, check_claims, check_size
from shared.transfer.profile_items import valid_profile
from shared.transfer.report import Report

_DEEPEST_DELTA = 60
"""Levels: a delta has two for each of the value's, which has at most 16 and the profile's own."""
MAX_DOCUMENT = 900_000
"""Bytes that a document may take in the database, which allows 1 MiB."""


def check_note(entry: MemoryEntry, now: datetime) -> MemoryEntry:
    """Returns a note as it will be stored, without its bookkeeping.

    Raises:
        InvalidArgument: it is empty, contains a secret, or claims to come from the future.
    """
    content = checked_content(entry.content)
    refuse_secrets(entry.id, "id")
    refuse_secrets(entry.tags, "tags")
    refuse_secrets(entry.thread_id or "", "threadId")
    refuse_secrets(entry.connection or "", "connection")
    refuse_secrets(entry.replaces or "", "replaces")
    refuse_secrets(entry.part.of if entry.part else "", "part.of")
    check_claims(entry, now)
    return attributed(entry).model_copy(
        update={
            "content": content,
            "position": 0,
            "page": None,
            "embed_due_at": None,
            "request": None,
            "made_at": now if current_connection() else None,
            **UNMARKED,
        }
    )


def check_prompt(prompt: Prompt, now: datetime) -> Prompt:
    """Returns a prompt as it would have been recorded.

    Raises:
        InvalidArgument: an id contains a secret, or it claims to come from the future.
    """
    refuse_secrets([prompt.id, prompt.session_id or "", prompt.connection or ""], "prompt")
    check_claims(prompt, now)
    internal: dict[str, Any] = {
        "request": None,
        "traceparent": None,
        "batch": None,
        "in_bulk": None,
        "made_at": now if current_connection() else None,
    }
    prompt = masked(attributed(prompt).model_copy(update=internal))
    if prompt.role != "user":
        return prompt.model_copy(update={"skipped": SkipReason.NOT_THE_USER})
    if not prompt.content.strip():
        return prompt.model_copy(update={"skipped": SkipReason.EMPTY})
    return prompt


def check_session(session: Session, now: datetime) -> Session:
    """Returns a session as it will be stored; it expires by when it was last active.

    Raises:
        InvalidArgument: it contains a secret, is too large, has tasks that do not form a tree, or
            claims to come from the future.
    """
    fields = session.model_dump(mode="json", by_alias=True)
    check_size(fields, MAX_SIZE, "session")
    refuse_secrets(fields, "session")
    check_subtasks(session.tasks)
    check_claims(session, now)
    expires = session.last_active_at + MAX_AGE
    waits = bool(session.waiting) or None
    return attributed(session).model_copy(
        update={"expires_at": expires, "request": None, "quarantined": waits}
    )


def check_batch(batch: Batch, now: datetime, newest: int) -> Batch:
    """Returns a finished batch as a record of the past, which nothing retries by itself.

    Raises:
        InvalidArgument: it has not finished, lists a prompt twice, names a version that the profile
            does not have, or claims to come from the future.
    """
    if not batch.state.ended:
        raise InvalidArgument.field(
            "state",
            "is not that of a finished analysis. Import the prompts: they are counted anew.",
            reason="NOT_FINISHED",
        )
    if len(set(batch.prompt_ids)) < len(batch.prompt_ids):
        raise InvalidArgument.field("promptIds", "must not list a prompt twice")
    if batch.version is not None and batch.version > newest:
        raise _unknown_version()
    masked = [
        decision.model_copy(
            update={
                "description": _masked(decision.description),
                "quote": _masked(decision.quote) if decision.quote else None,
            }
        )
        for decision in batch.decisions
    ]
    error = batch.error
    taken = batch.model_copy(
        update={
            "attempts": min(batch.attempts, MAX_ATTEMPTS),
            "drives": 0,
            "task": "",
            "execution": 0,
            "lease": None,
            "lease_until": None,
            "redrive_at": None,
            "waiting_since": None,
            "import_place": None,
            "calls": 0,
            "decisions": masked,
            "error": error and error.model_copy(update={"message": _masked(error.message)}),
        }
    )
    check_claims(taken, now)
    refuse_secrets(taken.model_dump(mode="json", by_alias=True, exclude_none=True), "batch")
    return taken


def check_change(
    entry: ChangelogEntry, now: datetime, newest: int, expires: datetime | None
) -> ChangelogEntry:
    """Returns a changelog entry as it will be stored.

    Args:
        entry: the entry.
        now: the time of the import.
        newest: the version of the profile.
        expires: when it expires; None while its snapshot is kept.

    Raises:
        InvalidArgument: its id is not that of its version, the profile has no such version, its
            snapshot is no profile of that version, it contains a secret, or is too large.
    """
    if entry.version > newest:
        raise _unknown_version()
    if entry.version and entry.id != entry_id(entry.version):
        raise InvalidArgument.field("id", "must be the version, with ten digits")
    if not entry.version and entry.id.isdigit():
        raise InvalidArgument.field("id", "must not be a number without a version")
    if expires and expires <= now:
        raise too_old()
    check_claims(entry, now)
    check_changes(entry.changes, entry.removed)
    snapshot = None
    if entry.snapshot is not None:
        checked = _snapshot(entry.snapshot, entry.version, now)
        snapshot = None if expires else checked
    undo = None if entry.undo is None else _delta(entry.undo)
    changed = attributed(entry).model_copy(
        update={
            "snapshot": snapshot,
            "expires_at": expires,
            "undo": as_text(undo) if undo is not None else None,
        }
    )
    fields = changed.model_dump(mode="json", by_alias=True, exclude_none=True)
    check_size(fields, MAX_DOCUMENT, "entry")
    refuse_secrets({**fields, "undo": undo}, "entry")
    return changed


def check_changes(changes: Mapping[str, Any], removed: list[str]) -> None:
    """Refuses changes that cannot be stored or contain a secret.

    Raises:
        InvalidArgument: says where.
    """
    check_size(dict(changes), MAX_DOCUMENT, "changes")
    problem = problem_with_value(dict(changes))
    if problem:
        raise InvalidArgument.field("changes", problem)
    refuse_secrets(dict(changes), "changes")
    refuse_secrets(list(removed), "removed")


def _snapshot(given: Mapping[str, Any], version: int, now: datetime) -> dict[str, Any]:
    found = Report()
    profile = valid_profile(given, found, now)
    if found.refused:
        raise InvalidArgument.field("snapshot", f"is not a profile: {found.refused[0].message}")
    if profile.version != version:
        raise InvalidArgument.field("snapshot", "must be the profile of this version")
    return profile.model_dump(mode="json", by_alias=True, exclude_none=True)


def _delta(given: str) -> dict[str, Any]:
    try:
        delta = json.loads(given)
    except (ValueError, RecursionError):
        delta = None
    if not isinstance(delta, dict) or _is_deeper(delta, _DEEPEST_DELTA):
        raise InvalidArgument.field("undo", "must be the JSON object of an export")
    problem = problem_with_value(as_text(delta))
    if problem:
        raise InvalidArgument.field("undo", problem)
    return delta


def _is_deeper(value: Any, levels: int) -> bool:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(levels == 0 or _is_deeper(part, levels - 1) for part in parts)


def too_old() -> InvalidArgument:
    """Returns the error for a change that is no longer kept."""
    return InvalidArgument(f"Entries are kept for {RETENTION.days} days.", [{"reason": "TOO_OLD"}])


def _unknown_version() -> InvalidArgument:
    return InvalidArgument.field(
        "version", "is not one of the profile's. Import the profile first.", "UNKNOWN_VERSION"
    )


def _masked(text: str) -> str:
    return redact(visible(text)).text
