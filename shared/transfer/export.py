"""Exports everything that is stored about a user, as one JSON document."""

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from shared.base.model import Model
from shared.documents.access import ConnectionView
from shared.documents.memory import INTERNAL
from shared.documents.operating import Look
from shared.memory.digest import is_expired
from shared.ports import Collection, Cursor, Order, Store
from shared.profile.forgotten_pages import read_older

FORMAT = "rekindle"
SCHEMA_VERSION = 1
PAGE = 200
"""Documents per read."""
_LEARNING = ("enabledSince", "lastBatch", "lastError")
"""What is exported of the state of learning. The rest belongs to the server: which prompts wait and
which batches failed follows from those, and what was spent belongs to the deployment."""
_STATE = ("learning", "knownSince", "used", "usedThrough", "pastRules", "incognito")
_OF_THE_SERVER = {
    "lease",
    "lease_until",
    "redrive_at",
    "drives",
    "task",
    "execution",
    "waiting_since",
    "import_place",
    "calls",
}
"""Fields of a batch with which the server drives it."""


def export_parts(
    store: Store,
    uid: str,
    now: datetime,
    connections: Sequence[ConnectionView],
    looks: Iterator[Look],
) -> Iterator[tuple[str, Any]]:
    """Yields the parts of the export, in the order in which they are imported.

    Connections and looks come last. They are only told, never imported: the keys of connections are
    not known here, and looks belong to the deployment.

    Lists are iterators that read one page at a time, so memory use stays constant.
    """
    user = store.users.get_or_new(uid)
    without = {"settings"}
    state = user.model_dump(mode="json", by_alias=True, exclude_none=True, exclude=without)
    yield "format", FORMAT
    yield "schemaVersion", SCHEMA_VERSION
    yield "exportedAt", now.isoformat().replace("+00:00", "Z")
    yield "settings", user.settings.chosen()
    yield "profile", state.pop("profile")
    state["learning"] = _picked(state["learning"], _LEARNING)
    yield "state", _picked(state, _STATE)
    if user.forgotten_pages:
        yield "forgotten", iter(read_older(store, uid, user).keys)
    yield "changelog", _all(store.changelog, uid, "version", {"expires_at"}, now)
    yield "memory", _all(store.memory, uid, "position", INTERNAL)
    yield "sessions", _all(store.sessions, uid, "lastActiveAt")
    yield "batches", _all(store.batches, uid, "createdAt", _OF_THE_SERVER)
    yield (
        "prompts",
        _all(store.prompts, uid, "createdAt", {*INTERNAL, "batch", "in_bulk", "traceparent"}),
    )
    yield (
        "connections",
        [item.model_dump(mode="json", by_alias=True, exclude_none=True) for item in connections],
    )
    yield "looks", (look.model_dump(mode="json", include={"at", "route"}) for look in looks)


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
    collection: Collection[Any],
    uid: str,
    order: str,
    without: set[str] | frozenset[str] = INTERNAL,
    lasting_at: datetime | None = None,
) -> Iterator[dict[str, Any]]:
    """Yields the items without some fields; with a time, only those that have not expired then."""
    after: Cursor | None = None
    while True:
        page = collection.query(uid, order=Order(order), limit=PAGE, after=after)
        for item in page:
            if lasting_at and is_expired(item.expires_at, lasting_at):
                continue
            yield item.model_dump(
                mode="json", by_alias=True, exclude_none=True, exclude=set(without)
            )
        if len(page) < PAGE:
            return
        after = Cursor(_value(page[-1], order), page[-1].id)


def _picked(fields: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: fields[name] for name in names if name in fields}


def _value(item: Model, field: str) -> Any:
    names = {info.alias or name: name for name, info in type(item).model_fields.items()}
    return getattr(item, names[field])


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
