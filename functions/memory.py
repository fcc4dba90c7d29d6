"""`memory`: notes and their tiers."""

from typing import Annotated, Literal

import functions_framework
from flask import Request, Response
from pydantic import Field, StringConstraints

from functions.http.access.scopes import scope_of_tool
from functions.http.answers.memory import (
    DeletedEntry,
    EntriesAnswer,
    EntryAnswer,
    RepairAnswer,
    SavedAnswer,
    SavedEntries,
    SavedEntry,
    SearchAnswer,
    ShownEntryAnswer,
    ToolAnswer,
    ToolsAnswer,
    shown,
)
from functions.http.deadlines import Limit
from functions.http.fields import JsonObject, PurgeQuery
from functions.http.paging import PageQuery, offset_of, offset_token, page_token
from functions.http.routing import Answer, Api, Call, to_json
from shared.base.errors import InvalidArgument
from shared.base.fields import Identifier, Label, Tags
from shared.base.model import RequestModel, Timestamp
from shared.documents.memory import EntryBody, Origin, Role, Tier
from shared.memory.memory_service import Filter
from shared.memory.rules import NewEntry
from shared.memory.search.search_service import Mode, Precision, SearchQuery
from shared.tools.catalog import (
    COMPACT,
    COMPACT_INSTRUCTIONS,
    INSTRUCTIONS,
    TOOLS,
    function_tools,
)

# A loose bound. The domain enforces the real limit, with an error that states the length.
_Content = Annotated[str, StringConstraints(max_length=100_000)]

api = Api()


class EntryIn(RequestModel):
    """A note to save. `scope`, the deprecated form of `target`, is refused with a hint."""

    id: Identifier | None = None
    content: _Content
    target: Tier = Tier.MEMORY
    scope: str | None = None
    source: Origin = "explicit"
    thread_id: Identifier | None = None
    role: Role | None = None
    tags: Tags = []
    confidence: Literal["high", "medium"] = "high"
    created_at: Timestamp | None = None
    expires_at: Timestamp | None = None


class LongEntryIn(EntryIn):
    """A note to save, which `split` keeps in linked parts if it is too long for one."""

    split: bool = False


class EntriesIn(RequestModel):
    """Notes to save. Each is accepted or refused on its own."""

    entries: Annotated[list[EntryIn], Field(min_length=1, max_length=100)]


class EntryPatch(RequestModel):
    """The fields of a note to replace. A null `expiresAt` or `threadId` removes the field."""

    content: _Content | None = None
    target: Tier | None = None
    source: Origin | None = None
    thread_id: Identifier | None = None
    tags: Tags | None = None
    confidence: Literal["high", "medium"] | None = None
    expires_at: Timestamp | None = None


class EntryQuery(PageQuery):
    """Filters for listing notes, and which come first."""

    target: Tier | None = None
    source: Origin | None = None
    tag: Label | None = None
    order: Literal["newest", "oldest"] = "newest"


class RepairIn(RequestModel):
    """Options of a repair. `dryRun` reports problems without fixing them."""

    dry_run: bool = False


class SearchParameters(RequestModel):
    """A search query and its filters. `since` is inclusive, `until` is exclusive.

    `limit` is how many results a page has; `pageToken` asks for the next one.
    """

    q: Annotated[str, StringConstraints(min_length=1, max_length=2000)]
    limit: Annotated[int, Field(ge=1, le=100)] = 10
    page_token: str | None = None
    mode: Mode = "auto"
    target: Tier | None = None
    source: Origin | None = None
    tag: Label | None = None
    thread_id: Identifier | None = None
    role: Role | None = None
    since: Timestamp | None = None
    until: Timestamp | None = None
    precision: Precision = "broad"
    include_superseded: bool = False


@api.route("POST", "/v1/memory", body=LongEntryIn, answers=SavedAnswer, statuses=(200, 201))
def save(call: Call) -> Answer:
    """Saves a note, or refreshes its existing duplicate."""
    body = call.body(LongEntryIn)
    memory = call.services.memory
    saved = (memory.save_split if body.split else memory.save)(call.uid, _new_entry(call, body, 0))
    answer = SavedAnswer(
        entry=EntryBody.of(saved.entry),
        usage=saved.usage,
        deduplicated=saved.deduplicated,
        parts=[EntryBody.of(part) for part in saved.parts] or None,
    )
    return Answer(answer, status=200 if saved.deduplicated else 201)


@api.route("POST", "/v1/memory/batch", body=EntriesIn, answers=SavedEntries)
def save_many(call: Call) -> Answer:
    """Saves several notes. A refused note does not affect the others."""
    bodies = call.body(EntriesIn).entries
    entries = [_new_entry(call, body, index) for index, body in enumerate(bodies)]
    outcomes, usage = call.services.memory.save_many(call.uid, entries)
    results = [SavedEntry.of(outcome) for outcome in outcomes]
    return Answer(SavedEntries(results=results, usage=usage))


@api.route("GET", "/v1/memory", query=EntryQuery, answers=EntriesAnswer)
def list_entries(call: Call) -> Answer:
    """Lists notes, the newest or the oldest first."""
    query = call.query(EntryQuery)
    wanted = Filter(
        target=query.target,
        source=query.source,
        tag=query.tag,
        oldest_first=query.order == "oldest",
    )
    page = call.services.memory.page(call.uid, wanted, query.page_size, query.after())
    token = page_token(page.following)
    return Answer(EntriesAnswer(entries=shown(page), usage=page.usage, next_page_token=token))


@api.route("GET", "/v1/memory/search", query=SearchParameters, answers=SearchAnswer)
def search(call: Call) -> Answer:
    """Searches all of the user's notes, best match first."""
    query = call.query(SearchParameters)
    offset = offset_of(query.page_token)
    found = call.services.search.search(
        call.uid,
        SearchQuery(
            text=query.q,
            limit=query.limit,
            offset=offset,
            mode=query.mode,
            target=query.target,
            source=query.source,
            tag=query.tag,
            thread_id=query.thread_id,
            role=query.role,
            since=query.since,
            until=query.until,
            precision=query.precision,
            include_superseded=query.include_superseded,
        ),
    )
    following = offset + query.limit
    token = offset_token(following) if following < found.total else None
    return Answer(SearchAnswer.of(found, query.q, token))


@api.route("POST", "/v1/memory/repair", body=RepairIn, answers=RepairAnswer, limit=Limit.REPAIR)
def repair(call: Call) -> Answer:
    """Checks the data derived from the notes, and repairs it."""
    dry_run = call.body(RepairIn).dry_run
    service = call.services.repair
    found = service.check(call.uid) if dry_run else service.repair(call.uid)
    return Answer(RepairAnswer.of(found, mended=bool(found) and not dry_run))


class ToolsQuery(RequestModel):
    """Which tools: the full set, or a few whose names speak for themselves."""

    set: Literal["full", "compact"] = "full"


@api.route("GET", "/v1/tools", query=ToolsQuery, answers=ToolsAnswer)
def list_tools(call: Call) -> Answer:
    """Lists the tools for a model in OpenAI's function calling format, with instructions."""
    if call.query(ToolsQuery).set == "compact":
        return Answer(ToolsAnswer(instructions=COMPACT_INSTRUCTIONS, tools=function_tools(COMPACT)))
    return Answer(ToolsAnswer(instructions=INSTRUCTIONS, tools=function_tools(TOOLS)))


@api.route("POST", "/v1/tools/<name>", body=JsonObject, answers=ToolAnswer)
def call_tool(call: Call) -> Answer:
    """Runs a tool with a model's arguments. A refusal is a result for the model to read."""
    arguments = call.body(JsonObject).fields
    call.check(scope_of_tool(call.path["name"], arguments))
    result = call.services.tools.run(call.uid, call.path["name"], arguments)
    return Answer(ToolAnswer(result=to_json(result)))


@api.route("GET", "/v1/memory/<id>", answers=ShownEntryAnswer)
def get_entry(call: Call) -> Answer:
    """Gets a note."""
    page = call.services.memory.look_at(call.uid, call.path["id"])
    (entry,) = shown(page)
    return Answer(ShownEntryAnswer(entry=entry, usage=page.usage))


@api.route("PATCH", "/v1/memory/<id>", body=EntryPatch, answers=EntryAnswer)
def change_entry(call: Call) -> Answer:
    """Updates fields of a note."""
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
    return Answer(EntryAnswer(entry=EntryBody.of(saved.entry), usage=saved.usage))


@api.route("DELETE", "/v1/memory/<id>", query=PurgeQuery, answers=DeletedEntry)
def delete_entry(call: Call) -> Answer:
    """Deletes a note permanently."""
    memory, id_ = call.services.memory, call.path["id"]
    if not call.query(PurgeQuery).purge:
        return Answer(DeletedEntry(deleted=1, usage=memory.delete(call.uid, id_)))
    purged = call.services.purges.note(call.uid, id_, lambda: memory.delete(call.uid, id_))
    deleted, usage = (1, purged.result) if purged.result else (0, memory.usage(call.uid))
    return Answer(DeletedEntry(deleted=deleted, usage=usage, complete=purged.complete))


@functions_framework.http
def memory(request: Request) -> Response:
    """HTTP entry point."""
    return api.handle(request)


def _new_entry(call: Call, body: EntryIn, index: int) -> NewEntry:
    keyed = None if body.id else call.keyed("memory", body, index)
    return NewEntry(
        content=body.content,
        target=body.target,
        id=body.id or (keyed.id if keyed else None),
        keyed=keyed,
        source=body.source,
        thread_id=body.thread_id,
        role=body.role,
        tags=body.tags,
        confidence=body.confidence,
        created_at=body.created_at,
        expires_at=body.expires_at,
        scope=body.scope,
    )
