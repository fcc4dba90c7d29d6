"""Exports everything that is stored about a user, as one JSON document."""

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from shared.base.model import Model
from shared.documents.memory import INTERNAL
from shared.documents.user import UserState
from shared.ports import Collection, Cursor, Order, Store
from shared.profile.forgotten_pages import read_older

FORMAT = "rekindle"
SCHEMA_VERSION = 1
PAGE = 200
"""Documents per read."""
_OF_A_WORKER = {"lease", "lease_until", "redrive_at", "waiting_since", "calls"}
"""Fields of a batch that only its processing needs."""


def export_parts(store: Store, uid: str, now: datetime) -> Iterator[tuple[str, Any]]:
    """Yields the parts of the export, in the order in which they are imported.

    Lists are iterators that read one page at a time, so memory use stays constant.
    """
    user = store.users.get(uid) or UserState()
    line = {"learning": {"in_flight", "waiting"}}
    state = user.model_dump(mode="json", by_alias=True, exclude_none=True, exclude=line)
    yield "format", FORMAT
    yield "schemaVersion", SCHEMA_VERSION
    yield "exportedAt", now.isoformat().replace("+00:00", "Z")
    yield "settings", state.pop("settings")
    yield "profile", state.pop("profile")
    yield "state", {key: state[key] for key in ("learning", "knownSince", "used") if key in state}
    if user.forgotten_pages:
        yield "forgotten", iter(read_older(store, uid, user).keys)
    yield "changelog", _all(store.changelog, uid, "version")
    yield "memory", _all(store.memory, uid, "position", INTERNAL)
    yield "sessions", _all(store.sessions, uid, "lastActiveAt")
    yield "batches", _all(store.batches, uid, "createdAt", _OF_A_WORKER)
    yield "prompts", _all(store.prompts, uid, "createdAt")


def as_json(parts: Iterator[tuple[str, Any]]) -> Iterator[str]:
    """Yields the JSON document in pieces."""
    opening = "{"
    for name, value in parts:
        yield f"{opening}{json.dumps(name)}:"
        opening = ","
        if isinstance(value, Iterator):
            separator = "["
            for item in value:
                yield f"{separator}{_text(item)}"
                separator = ","
            yield "]" if separator == "," else "[]"
        else:
            yield _text(value)
    yield "}"


def _all(
    collection: Collection[Any], uid: str, order: str, without: set[str] | frozenset[str] = INTERNAL
) -> Iterator[dict[str, Any]]:
    after: Cursor | None = None
    while True:
        page = collection.query(uid, order=Order(order), limit=PAGE, after=after)
        for item in page:
            yield item.model_dump(
                mode="json", by_alias=True, exclude_none=True, exclude=set(without)
            )
        if len(page) < PAGE:
            return
        after = Cursor(_value(page[-1], order), page[-1].id)


def _value(item: Model, field: str) -> Any:
    names = {info.alias or name: name for name, info in type(item).model_fields.items()}
    return getattr(item, names[field])


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
