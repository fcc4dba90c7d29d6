"""The profile as it was known at an earlier time, rebuilt from the changelog.

Each entry holds the delta that turns its version's content back into that of the version before.
From the current profile, or from the newest snapshot behind a gap, the deltas lead back to the
version that was current at the time.
"""

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from shared.base.deltas import Misfit, applied, as_text, difference
from shared.base.errors import Unreadable
from shared.base.reading import readable
from shared.base.storable import stored_size
from shared.documents.changelog import MAX_UNDO, Analyzed, ChangelogEntry
from shared.documents.profile import Profile
from shared.profile.changelog import content_of

MAX_ENTRY = 950_000
"""Bytes that an entry may take in the database, which allows 1 MiB; above that, the delta goes."""


class NotRetained(Exception):
    """The changelog does not reach back to the time.

    Attributes:
        oldest: the earliest time that it reaches; None if it reaches none.
    """

    def __init__(self, oldest: datetime | None) -> None:
        super().__init__()
        self.oldest = oldest


def with_undo(entry: ChangelogEntry, before: Profile, after: Profile) -> ChangelogEntry:
    """Returns the entry of a change with what rebuilding `before` takes.

    Only if the entry would be too large for a document, it stays without: what was before can then
    not be asked for.
    """
    delta = difference(content_of(after), content_of(before)) or {}
    undo = as_text(delta)
    analyzed = Analyzed.model_validate(after.model_dump(include=set(Analyzed.model_fields)))
    entry = entry.model_copy(update={"analyzed": analyzed})
    size = stored_size(undo) + stored_size(entry.snapshot or {}) + stored_size(entry.changes)
    if len(undo) > MAX_UNDO or size > MAX_ENTRY:
        return entry
    return entry.model_copy(update={"undo": undo})


def profile_at(current: Profile, entries: Iterable[ChangelogEntry], at: datetime) -> Profile:
    """Returns the profile as it was at a time, with the confidences that its items were given.

    What the profile counts is as of the version, and when preferences were last used is unknown.

    Args:
        current: the profile as stored.
        entries: the entries, newest first; it reads them only as far back as it has to.
        at: the time.

    Raises:
        NotRetained: the entries do not reach back to the time.
        Unreadable: what was rebuilt is no profile.
    """
    if current.created_at is None or at < current.created_at:
        return Profile()
    content: dict[str, Any] | None = content_of(current)
    version, oldest = current.version, None
    for entry in entries:
        if entry.version > version:
            continue  # written since the profile was read
        if entry.version < version:
            break
        if content is None:
            content = _of_snapshot(entry)
        if content is None:
            break
        oldest = entry.created_at
        if entry.created_at <= at:
            return _profile(content, entry, current.created_at)
        content = undone(content, entry.undo)
        version -= 1
    if version == 0:
        return Profile()
    raise NotRetained(oldest)


def undone(content: Any, undo: str | None) -> dict[str, Any] | None:
    """Returns the content of the version before; None if the delta is missing or does not fit."""
    if undo is None:
        return None
    try:
        before = applied(content, json.loads(undo))
    except (Misfit, ValueError, RecursionError):
        return None
    return before if isinstance(before, dict) else None


def _of_snapshot(entry: ChangelogEntry) -> dict[str, Any] | None:
    if entry.snapshot is None:
        return None
    try:
        return content_of(readable(Profile, entry.snapshot))
    except ValidationError:
        return None


def _profile(content: dict[str, Any], entry: ChangelogEntry, created_at: datetime) -> Profile:
    snapshot = entry.snapshot or {}
    counted = {name: snapshot[name] for name in _COUNTED if name in snapshot}
    if entry.analyzed:
        counted = entry.analyzed.model_dump(by_alias=True, exclude_none=True)
    try:
        preferences = [
            {**item, "confidence": item["baseConfidence"]} for item in content["preferences"]
        ]
        fields = {**content, **counted, "version": entry.version, "createdAt": created_at}
        return readable(Profile, {**fields, "preferences": preferences})
    except (ValidationError, KeyError, TypeError) as error:
        raise Unreadable(
            "The changelog does not give a profile for this time. Ask for another one.",
            [{"reason": "UNREADABLE"}],
        ) from error


_COUNTED = [str(field.alias) for field in Analyzed.model_fields.values()]
