"""Marks the items of a profile with the connection through which they were written. Pure."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from shared.documents.lifetime import Lifetime
from shared.documents.profile import AboutMeta, Pattern, Preference, Profile, Workflow

I = TypeVar("I", Preference, Pattern, Workflow, AboutMeta)  # noqa: E741
ConnectionOf = Callable[[str], str | None]
"""Returns the connection through which the item of an id, or of a path, was written."""
_USE = {"last_used", "last_used_through"}
_SIDE_EFFECTS = {"active", "superseded_by", "superseded_at", "connection"} | _USE
"""What a change of another item may change."""


def marked(before: Profile, after: Profile, connection_of: ConnectionOf) -> Profile:
    """Returns `after` with new and rewritten items marked; the others keep their marks."""
    return after.model_copy(
        update={
            "preferences": _marked(before.preferences, after.preferences, connection_of),
            "patterns": _marked(before.patterns, after.patterns, connection_of),
            "workflows": _marked(before.workflows, after.workflows, connection_of),
            "about_meta": _marked(before.about_meta, after.about_meta, connection_of),
        }
    )


def _marked(before: Sequence[I], after: Sequence[I], connection_of: ConnectionOf) -> list[I]:
    known = {name_of(item): item for item in before}
    result: list[I] = []
    for item in after:
        name = name_of(item)
        old = known.get(name)
        connection = old.connection if old is not None else None
        if old is None or _said(old) != _said(item):
            connection = connection_of(name)
        result.append(
            item
            if item.connection == connection
            else item.model_copy(update={"connection": connection})
        )
    return result


def name_of(item: Preference | Pattern | Workflow | AboutMeta) -> str:
    """Returns what an item is known by: its id, or the path of a fact."""
    return item.path if isinstance(item, AboutMeta) else item.id


def _said(item: Lifetime) -> dict[str, object]:
    return item.model_dump(exclude=_SIDE_EFFECTS)
