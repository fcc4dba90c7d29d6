"""`memory`: the notes and their tiers."""

from typing import Annotated, Any, Literal

import functions_framework
from flask import Request as HttpRequest
from flask import Response
from pydantic import Field, StringConstraints

from functions.fields import Identifier, Label, Tags
from functions.paging import PageQuery, next_page
from functions.routing import Answer, Api, Call, to_json
from shared.errors import AlreadyExists, FailedPrecondition, InvalidArgument, RekindleError
from shared.ids import derived_id
from shared.memory.model import MemoryEntry, Origin, Tier
from shared.memory.rules import NewEntry
from shared.memory.service import Filter, Saved
from shared.model import Request, Timestamp

# Longer content is refused by the domain, which can say how long it was.
_Content = Annotated[str, StringConstraints(max_length=100_000)]

api = Api()


class EntryIn(Request):
    """A note to save. `scope` is the older form of `target`, and tells so."""

    id: Identifier | None = None
    content: _Content
    target: Tier = Tier.MEMORY
    scope: str | None = None
    source: Origin = "explicit"
    thread_id: Identifier | None = None
    tags: Tags = []
    confidence: Literal["high", "medium"] = "high"
    created_at: Timestamp | None = None
    expires_at: Timestamp | None = None


class EntriesIn(Request):
    """Notes to save, each on its own."""

    entries: Annotated[list[EntryIn], Field(min_length=1, max_length=100)]


class EntryPatch(Request):
    """The fields of a note to replace; a null `expiresAt` or `threadId` removes it."""

    content: _Content | None = None
    target: Tier | None = None
    source: Origin | None = None
    thread_id: Identifier | None = None
    tags: Tags | None = None
    confidence: Literal["high", "medium"] | None = None
    expires_at: Timestamp | None = None


class EntryQuery(PageQuery):
    """Which notes to list."""

    target: Tier | None = None
    source: Origin | None = None
    tag: Label | None = None


@api.route("POST", "/v1/memory", body=EntryIn)
def save(call: Call) -> Answer:
    """Saves a note, or refreshes the one that says the same."""
    saved = call.services.memory.save(call.uid, _new(call, call.body(EntryIn), 0))
    return Answer(
        {
            "entry": entry_json(saved.entry),
            "usage": saved.usage,
            "deduplicated": saved.deduplicated,
        },
        status=200 if saved.deduplicated else 201,
    )


@api.route("POST", "/v1/memory/batch", body=EntriesIn)
def save_many(call: Call) -> Answer:
    """Saves notes; what is refused does not keep the others back."""
    results: list[dict[str, Any]] = []
    for index, entry in enumerate(call.body(EntriesIn).entries):
        try:
            saved = call.services.memory.save(call.uid, _new(call, entry, index))
        except (InvalidArgument, FailedPrecondition, AlreadyExists) as error:
            results.append({"status": "refused", "error": _error(error)})
        else:
            results.append(_result(saved))
    usage = call.services.memory.usage(call.uid)
    return Answer({"results": results, "usage": usage})


@api.route("GET", "/v1/memory", query=EntryQuery)
def list_entries(call: Call) -> Answer:
    """The notes, newest first."""
    query = call.query(EntryQuery)
    wanted = Filter(target=query.target, source=query.source, tag=query.tag)
    entries, usage, following = call.services.memory.page(
        call.uid, wanted, query.page_size, query.after()
    )
    return Answer(
        {
            "entries": [entry_json(entry) for entry in entries],
            "usage": usage,
            **next_page(following),
        }
    )


@api.route("GET", "/v1/memory/<id>")
def get_entry(call: Call) -> Answer:
    """One note."""
    entry = call.services.memory.get(call.uid, call.path["id"])
    return Answer({"entry": entry_json(entry), "usage": call.services.memory.usage(call.uid)})


@api.route("PATCH", "/v1/memory/<id>", body=EntryPatch)
def change_entry(call: Call) -> Answer:
    """Replaces fields of a note."""
    body = call.body(EntryPatch)
    nullable = {"expires_at", "thread_id"}
    changes = {
        "tier" if name == "target" else name: value
        for name in body.model_fields_set
        if (value := getattr(body, name)) is not None or name in nullable
    }
    if not changes:
        raise InvalidArgument("Name at least one field to change.", [{"reason": "NO_CHANGE"}])
    saved = call.services.memory.change(call.uid, call.path["id"], changes)
    return Answer({"entry": entry_json(saved.entry), "usage": saved.usage})


@api.route("DELETE", "/v1/memory/<id>")
def delete_entry(call: Call) -> Answer:
    """Removes a note for good."""
    return Answer({"deleted": 1, "usage": call.services.memory.delete(call.uid, call.path["id"])})


@functions_framework.http
def memory(request: HttpRequest) -> Response:
    """The deployed function."""
    return api.handle(request)


def entry_json(entry: MemoryEntry) -> dict[str, Any]:
    """A note on the wire, where the tier is called `target`."""
    shown: dict[str, Any] = to_json(entry)
    return {"target": shown.pop("tier"), **shown}


def _new(call: Call, body: EntryIn, index: int) -> NewEntry:
    if body.scope is not None:
        raise InvalidArgument(
            "User-scoped memories are deprecated. Use target: memory, user or archive; what a "
            "user is like is learned into the profile.",
            [{"reason": "SCOPE_DEPRECATED", "field": "scope"}],
        )
    key = call.idempotency_key
    fallback = derived_id("memory", call.uid, key, str(index)) if key else None
    return NewEntry(
        content=body.content,
        target=body.target,
        id=body.id or fallback,
        source=body.source,
        thread_id=body.thread_id,
        tags=body.tags,
        confidence=body.confidence,
        created_at=body.created_at,
        expires_at=body.expires_at,
    )


def _result(saved: Saved) -> dict[str, Any]:
    status = "deduplicated" if saved.deduplicated else "created"
    return {"status": status, "entry": entry_json(saved.entry)}


def _error(error: RekindleError) -> dict[str, Any]:
    return {"status": error.status, "message": error.message, "details": error.details}
