"""Executes tool calls. A refusal is returned as a result that the model can read and act on."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from shared.base.errors import (
    AlreadyExists,
    FailedPrecondition,
    InvalidArgument,
    NotFound,
    RekindleError,
    ResourceExhausted,
)
from shared.base.ids import IdSource
from shared.base.model import Model
from shared.base.validation import validated
from shared.context.context_service import ContextService
from shared.documents.lifetime import Doubt
from shared.documents.memory import EntryBody, MemoryEntry, Tier
from shared.inbox.inbox_service import InboxService
from shared.memory.files.service import MemoryFiles
from shared.memory.memory_service import Filter, MemoryService
from shared.memory.rules import NewEntry
from shared.memory.search.search_service import MemorySearch, SearchQuery
from shared.profile.profile_service import NewPreference, ProfileService
from shared.tools import arguments
from shared.tools.catalog import ALL, ANTHROPIC_MEMORY, HELP

Result = dict[str, Any]
STATED = 0.9
"""The confidence of a preference that the user has stated outright (F-13)."""
HELD: Result = {
    "quarantined": True,
    "message": "This gives an assistant orders, so it is not saved to memory: it waits in the "
    "inbox, and no assistant sees it until the user accepts it there.",
}
"""The result of a write that waits for the user's word."""
_REFUSALS = (InvalidArgument, FailedPrecondition, NotFound, AlreadyExists, ResourceExhausted)


class ToolExecutor:
    """Executes the tool calls of models."""

    def __init__(
        self,
        memory: MemoryService,
        files: MemoryFiles,
        search: MemorySearch,
        profiles: ProfileService,
        inbox: InboxService,
        contexts: ContextService,
        new_id: IdSource,
    ) -> None:
        self._memory = memory
        self._files = files
        self._search = search
        self._profiles = profiles
        self._inbox = inbox
        self._contexts = contexts
        self._new_id = new_id
        self._runs: dict[str, Callable[[str, Any], Result]] = {
            "save_memory": self._save,
            "search_memory": self._search_all,
            "add_memory": self._add,
            "update_memory": self._update,
            "delete_memory": self._delete,
            "search_memories": self._search_tier,
            "get_memories": self._list,
            "memory": self._run_mode,
            "review_inbox": self._review,
            "remember": self._remember,
            "recall": self._recall,
            "forget": self._forget_one,
            "update_profile": self._update_profile,
            "get_context": self._get_context,
            ANTHROPIC_MEMORY: self._run_command,
        }

    def run(self, uid: str, name: str, given: Mapping[str, Any]) -> Result:
        """Runs a tool with a model's arguments and returns the result.

        Raises:
            NotFound: there is no such tool.
            Unavailable: the database did not answer; nothing was changed.
        """
        if name not in ALL:
            raise NotFound(
                f"There is no tool {name!r}. The tools are: {', '.join(ALL)}.",
                [{"reason": "NO_SUCH_TOOL"}],
            )
        try:
            # Models send null for arguments that they mean to leave out.
            args = {key: value for key, value in given.items() if value is not None}
            return {"success": True, **self._runs[name](uid, validated(ALL[name], args))}
        except _REFUSALS as error:
            return {**_refusal(error), "usage": self._memory.usage(uid)}

    def _save(self, uid: str, args: arguments.SaveMemory) -> Result:
        return self._saved(
            uid,
            NewEntry(
                content=args.content,
                target=Tier.ARCHIVE,
                source=args.source,
                tags=args.tags,
                confidence=args.confidence,
                thread_id=args.thread_id,
            ),
        )

    def _add(self, uid: str, args: arguments.AddMemory) -> Result:
        new = NewEntry(args.content, target=args.target, tags=args.tags, source="conversation")
        return self._saved(uid, new)

    def _saved(self, uid: str, new: NewEntry) -> Result:
        saved = self._memory.save(uid, new)
        return {
            "entry": _shown(saved.entry),
            "deduplicated": saved.deduplicated,
            "usage": saved.usage,
            **(HELD if saved.entry.quarantined else {}),
        }

    def _update(self, uid: str, args: arguments.UpdateMemory) -> Result:
        self._check_target(uid, args.id, args.target)
        saved = self._memory.change(uid, args.id, {"content": args.content})
        held = HELD if saved.entry.quarantined else {}
        return {"entry": _shown(saved.entry), "usage": saved.usage, **held}

    def _delete(self, uid: str, args: arguments.DeleteMemory) -> Result:
        self._check_target(uid, args.id, args.target)
        return {"deleted": args.id, "usage": self._memory.delete(uid, args.id)}

    def _search_all(self, uid: str, args: arguments.SearchMemory) -> Result:
        return self._found(uid, SearchQuery(args.query, limit=args.limit))

    def _search_tier(self, uid: str, args: arguments.SearchMemories) -> Result:
        return self._found(uid, SearchQuery(args.query, limit=args.limit, target=args.target))

    def _found(self, uid: str, query: SearchQuery) -> Result:
        found = self._search.search(uid, query)
        results = [
            {**_shown(item.entry, item.doubt), "score": round(item.score, 3)}
            for item in found.results
        ]
        return {"results": results, "usage": found.usage}

    def _list(self, uid: str, args: arguments.GetMemories) -> Result:
        return self._listed(uid, args.target, args.limit)

    def _listed(self, uid: str, target: Tier | None, limit: int) -> Result:
        page = self._memory.page(uid, Filter(target=target), limit, None)
        shown = [_shown(entry, page.doubts.get(entry.id)) for entry in page.entries]
        return {"entries": shown, "usage": page.usage}

    def _run_mode(self, uid: str, args: arguments.Memory) -> Result:
        match args.mode:
            case "add":
                content = _required(args.content, "content", "add")
                target = args.target or Tier.MEMORY
                return self._saved(
                    uid,
                    NewEntry(
                        content,
                        target=target,
                        tags=args.tags,
                        source="conversation",
                        scope=args.scope,
                    ),
                )
            case "search":
                query = _required(args.query, "query", "search")
                return self._found(uid, SearchQuery(query, limit=args.limit, target=args.target))
            case "list":
                return self._listed(uid, args.target, args.limit)
            case "profile":
                profile = self._profiles.get(uid).without_inferred()
                shown = profile.model_dump(mode="json", by_alias=True, exclude_none=True)
                return {"profile": shown, "usage": self._memory.usage(uid)}
            case "forget":
                return self._forget(uid, args)
            case "help":
                return {"modes": HELP, "usage": self._memory.usage(uid)}

    def _forget(self, uid: str, args: arguments.Memory) -> Result:
        if args.memory_id:
            self._check_target(uid, args.memory_id, args.target)
            return {"deleted": args.memory_id, "usage": self._memory.delete(uid, args.memory_id)}
        query = _required(args.query, "memoryId", "forget")
        found = self._found(uid, SearchQuery(query, limit=5, target=args.target))
        message = "Call forget again with the memoryId of one of these notes."
        return {"deleted": None, "message": message, **found}

    def _review(self, uid: str, args: arguments.ReviewInbox) -> Result:
        if args.id is None and args.answer is None:
            return {"items": [_json(item) for item in self._inbox.items(uid)]}
        if args.id is None or args.answer is None:
            missing = "id" if args.id is None else "answer"
            raise InvalidArgument.field(missing, "is required to answer a question")
        self._inbox.answer(uid, args.id, args.answer, args.correction, None)
        return {"answered": args.id}

    def _remember(self, uid: str, args: arguments.Remember) -> Result:
        target = Tier.MEMORY if args.always else Tier.ARCHIVE
        new = NewEntry(args.content, target=target, tags=args.tags, source="conversation")
        return self._saved(uid, new)

    def _recall(self, uid: str, args: arguments.Recall) -> Result:
        return self._found(uid, SearchQuery(args.query, limit=args.limit))

    def _forget_one(self, uid: str, args: arguments.Forget) -> Result:
        if args.id:
            return {"deleted": args.id, "usage": self._memory.delete(uid, args.id)}
        if not args.query:
            raise InvalidArgument.field("id", "or a query is required")
        found = self._found(uid, SearchQuery(args.query, limit=5))
        message = "Call forget again with the id of one of these notes."
        return {"deleted": None, "message": message, **found}

    def _update_profile(self, uid: str, args: arguments.UpdateProfile) -> Result:
        if args.about is None and args.preference is None:
            raise InvalidArgument.field("about", "or a preference is required")
        result: Result = {}
        if args.about is not None:
            changed = self._profiles.patch_about(uid, args.about, None)
            result |= {"version": changed.version, **(HELD if changed.quarantined else {})}
        if args.preference is not None:
            new = NewPreference(
                type=args.type,
                description=args.preference,
                category="",
                context="",
                confidence=STATED,
                metadata={},
            )
            added = self._profiles.add_preference(uid, self._new_id(), new, None)
            result |= {"preference": _json(added)}
            if getattr(added, "quarantined", None):
                result |= HELD
        return result

    def _get_context(self, uid: str, args: arguments.GetContext) -> Result:
        built = self._contexts.build(uid, args.query)
        return {"text": built.text, **({"warnings": built.warnings} if built.warnings else {})}

    def _run_command(self, uid: str, args: arguments.AnthropicMemory) -> Result:
        given = partial(_given, args)
        match args.command:
            case "view":
                return {"content": self._files.view(uid, given("path"), args.view_range)}
            case "delete":
                return {"content": self._files.delete(uid, given("path"))}
            case "rename":
                paths = given("old_path"), given("new_path")
                return {"content": self._files.rename(uid, *paths)}
            case "create":
                done = self._files.create(uid, given("path"), given("file_text"))
            case "str_replace":
                done = self._files.replace(uid, given("path"), given("old_str"), args.new_str)
            case "insert":
                line, new = given("insert_line"), given("insert_text")
                done = self._files.insert(uid, given("path"), line, new)
        return (
            {**HELD, "content": HELD["message"]} if done.quarantined else {"content": done.content}
        )

    def _check_target(self, uid: str, id_: str, target: Tier | None) -> None:
        if target and self._memory.get(uid, id_).tier is not target:
            raise NotFound(
                f"There is no note with this id in the {target} tier. Use get_memories or "
                "search_memory to find its tier.",
                [{"reason": "NO_SUCH_ENTRY", "target": target}],
            )


def _given(args: arguments.AnthropicMemory, field: str) -> Any:
    value = getattr(args, field)
    if value is None:
        raise InvalidArgument.field(field, f"is required for the command {args.command}")
    return value


def _required(value: str | None, field: str, mode: str) -> str:
    if not value:
        raise InvalidArgument.field(field, f"is required for mode {mode}")
    return value


def _refusal(error: RekindleError) -> Result:
    return {"success": False, "error": error.message, "details": error.details}


def _shown(entry: MemoryEntry, doubt: Doubt | None = None) -> Result:
    shown = _json(EntryBody.of(entry))
    return {**shown, "mayBeOutdated": _json(doubt)} if doubt else shown


def _json(model: Model) -> Result:
    return model.model_dump(mode="json", by_alias=True, exclude_none=True)
