"""`memory`: the notes and their tiers."""

from dataclasses import asdict
from typing import Annotated, Any, Literal

import functions_framework
from flask import Request, Response
from pydantic import Field, StringConstraints

from functions.http.answers import (
    DeletedEntry,
    EntriesAnswer,
    EntryAnswer,
    RepairAnswer,
    SavedAnswer,
    SavedEntries,
    SearchAnswer,
    ToolAnswer,
    ToolsAnswer,
)
from functions.http.fields import Identifier, JsonObject, Label, Tags
from functions.http.paging import PageQuery, next_page
from functions.http.routing import Answer, Api, Call
from shared.base.errors import InvalidArgument, RekindleError
from shared.base.model import RequestModel, Timestamp
from shared.documents.memory import INTERNAL, MemoryEntry, Origin, Tier
from shared.memory.memory_service import Filter, Saved
from shared.memory.rules import NewEntry
from shared.memory.search.search_service import Mode, Wanted
from shared.tools.catalog import INSTRUCTIONS, described

# Longer content is refused by the domain, which can say how long it was.
_Content = Annotated[str, StringConstraints(max_length=100_000)]

api = Api()


class EntryIn(RequestModel):
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


class EntriesIn(RequestModel):
    """Notes to save, each on its own."""

    entries: Annotated[list[EntryIn], Field(min_length=1, max_length=100)]


class EntryPatch(RequestModel):
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


class RepairIn(RequestModel):
    """`dryRun` only looks."""

    dry_run: bool = False


class SearchQuery(RequestModel):
    """What to look for. `since` is included, `until` is not."""

    q: Annotated[str, StringConstraints(min_length=1, max_length=2000)]
    limit: Annotated[int, Field(ge=1, le=100)] = 10
    mode: Mode = "auto"
    target: Tier | None = None
    source: Origin | None = None
    tag: Label | None = None
    thread_id: Identifier | None = None
    since: Timestamp | None = None
    until: Timestamp | None = None


@api.route("POST", "/v1/memory", body=EntryIn, answers=SavedAnswer, statuses=(200, 201))
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


@api.route("POST", "/v1/memory/batch", body=EntriesIn, answers=SavedEntries)
def save_many(call: Call) -> Answer:
    """Saves notes; what is refused does not keep the others back."""
    entries = [_new(call, entry, index) for index, entry in enumerate(call.body(EntriesIn).entries)]
    outcomes, usage = call.services.memory.save_many(call.uid, entries)
    return Answer({"results": [_result(outcome) for outcome in outcomes], "usage": usage})


@api.route("GET", "/v1/memory", query=EntryQuery, answers=EntriesAnswer)
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


@api.route("GET", "/v1/memory/search", query=SearchQuery, answers=SearchAnswer)
def search(call: Call) -> Answer:
    """The notes that answer a question best, of the user's whole memory."""
    query = call.query(SearchQuery)
    found = call.services.search.search(
        call.uid,
        Wanted(
            text=query.q,
            limit=query.limit,
            mode=query.mode,
            target=query.target,
            source=query.source,
            tag=query.tag,
            thread_id=query.thread_id,
            since=query.since,
            until=query.until,
        ),
    )
    results = [
        {"entry": entry_json(item.entry), "score": item.score, "scores": item.scores}
        for item in found.results
    ]
    warnings = {"warnings": found.warnings} if found.warnings else {}
    return Answer({"results": results, "mode": found.mode, "usage": found.usage, **warnings})


@api.route("POST", "/v1/memory/repair", body=RepairIn, answers=RepairAnswer)
def repair(call: Call) -> Answer:
    """Checks that everything derived from the notes agrees with them, and mends it."""
    dry = call.body(RepairIn).dry_run
    service = call.services.repair
    found = service.check(call.uid) if dry else service.mend(call.uid)
    return Answer({"found": asdict(found), "mended": bool(found) and not dry})


@api.route("GET", "/v1/tools", answers=ToolsAnswer)
def list_tools(_: Call) -> Answer:
    """The tools for a model, as OpenAI's function calling describes them, and when to use them."""
    return Answer({"instructions": INSTRUCTIONS, "tools": described()})


@api.route("POST", "/v1/tools/<name>", body=JsonObject, answers=ToolAnswer)
def call_tool(call: Call) -> Answer:
    """Runs a tool with a model's arguments. What it refuses is a result for the model to read."""
    given = call.body(JsonObject).fields
    return Answer({"result": call.services.tools.run(call.uid, call.path["name"], given)})


@api.route("GET", "/v1/memory/<id>", answers=EntryAnswer)
def get_entry(call: Call) -> Answer:
    """One note."""
    entry = call.services.memory.get(call.uid, call.path["id"])
    return Answer({"entry": entry_json(entry), "usage": call.services.memory.usage(call.uid)})


@api.route("PATCH", "/v1/memory/<id>", body=EntryPatch, answers=EntryAnswer)
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


@api.route("DELETE", "/v1/memory/<id>", answers=DeletedEntry)
def delete_entry(call: Call) -> Answer:
    """Removes a note for good."""
    return Answer({"deleted": 1, "usage": call.services.memory.delete(call.uid, call.path["id"])})


@functions_framework.http
def memory(request: Request) -> Response:
    """The deployed function."""
    return api.handle(request)


def entry_json(entry: MemoryEntry) -> dict[str, Any]:
    """A note on the wire, where the tier is called `target`."""
    shown = entry.model_dump(mode="json", by_alias=True, exclude_none=True, exclude=set(INTERNAL))
    return {"target": shown.pop("tier"), **shown}


def _new(call: Call, body: EntryIn, index: int) -> NewEntry:
    return NewEntry(
        content=body.content,
        target=body.target,
        id=body.id or call.id_of_key("memory", index),
        source=body.source,
        thread_id=body.thread_id,
        tags=body.tags,
        confidence=body.confidence,
        created_at=body.created_at,
        expires_at=body.expires_at,
        scope=body.scope,
    )


def _result(outcome: Saved | RekindleError) -> dict[str, Any]:
    if isinstance(outcome, RekindleError):
        error = {"status": outcome.status, "message": outcome.message, "details": outcome.details}
        return {"status": "refused", "error": error}
    status = "deduplicated" if outcome.deduplicated else "created"
    return {"status": status, "entry": entry_json(outcome.entry)}
