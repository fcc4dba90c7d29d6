"""Carrying out what a model calls. A refusal is a result that the model can read and act on."""

from collections.abc import Callable, Mapping
from typing import Any

from shared.base.errors import (
    AlreadyExists,
    FailedPrecondition,
    InvalidArgument,
    NotFound,
    RekindleError,
)
from shared.base.validation import validated
from shared.documents.memory import INTERNAL, MemoryEntry, Tier
from shared.memory.memory_service import Filter, MemoryService
from shared.memory.rules import NewEntry
from shared.memory.search.search_service import MemorySearch, Wanted
from shared.profile.profile_service import ProfileService
from shared.tools import arguments
from shared.tools.catalog import HELP, TOOLS

Result = dict[str, Any]
_REFUSALS = (InvalidArgument, FailedPrecondition, NotFound, AlreadyExists)


class ToolExecutor:
    """Runs tools for one user at a time."""

    def __init__(
        self, memory: MemoryService, search: MemorySearch, profiles: ProfileService
    ) -> None:
        self._memory = memory
        self._search = search
        self._profiles = profiles
        self._runs: dict[str, Callable[[str, Any], Result]] = {
            "save_memory": self._save,
            "search_memory": self._search_all,
            "add_memory": self._add,
            "update_memory": self._update,
            "delete_memory": self._delete,
            "search_memories": self._search_tier,
            "get_memories": self._list,
            "memory": self._any,
        }

    def run(self, uid: str, name: str, given: Mapping[str, Any]) -> Result:
        """The result of calling a tool with a model's arguments.

        Raises:
            NotFound: there is no such tool.
            Unavailable: the database did not answer; nothing was changed.
        """
        if name not in TOOLS:
            raise NotFound(
                f"There is no such tool. There are: {', '.join(TOOLS)}.",
                [{"reason": "NO_SUCH_TOOL"}],
            )
        try:
            # What models send as null, they leave out.
            said = {key: value for key, value in given.items() if value is not None}
            return {"success": True, **self._runs[name](uid, validated(TOOLS[name], said))}
        except _REFUSALS as error:
            return {**_refusal(error), "usage": self._memory.usage(uid)}

    def _save(self, uid: str, said: arguments.SaveMemory) -> Result:
        return self._saved(
            uid,
            NewEntry(
                content=said.content,
                target=Tier.ARCHIVE,
                source=said.source,
                tags=said.tags,
                confidence=said.confidence,
                thread_id=said.thread_id,
            ),
        )

    def _add(self, uid: str, said: arguments.AddMemory) -> Result:
        new = NewEntry(said.content, target=said.target, tags=said.tags, source="conversation")
        return self._saved(uid, new)

    def _saved(self, uid: str, new: NewEntry) -> Result:
        saved = self._memory.save(uid, new)
        return {
            "entry": _shown(saved.entry),
            "deduplicated": saved.deduplicated,
            "usage": saved.usage,
        }

    def _update(self, uid: str, said: arguments.UpdateMemory) -> Result:
        self._check_target(uid, said.id, said.target)
        saved = self._memory.change(uid, said.id, {"content": said.content})
        return {"entry": _shown(saved.entry), "usage": saved.usage}

    def _delete(self, uid: str, said: arguments.DeleteMemory) -> Result:
        self._check_target(uid, said.id, said.target)
        return {"deleted": said.id, "usage": self._memory.delete(uid, said.id)}

    def _search_all(self, uid: str, said: arguments.SearchMemory) -> Result:
        return self._found(uid, Wanted(said.query, limit=said.limit))

    def _search_tier(self, uid: str, said: arguments.SearchMemories) -> Result:
        return self._found(uid, Wanted(said.query, limit=said.limit, target=said.target))

    def _found(self, uid: str, wanted: Wanted) -> Result:
        found = self._search.search(uid, wanted)
        results = [{**_shown(item.entry), "score": round(item.score, 3)} for item in found.results]
        return {"results": results, "usage": found.usage}

    def _list(self, uid: str, said: arguments.GetMemories) -> Result:
        return self._listed(uid, said.target, said.limit)

    def _listed(self, uid: str, target: Tier | None, limit: int) -> Result:
        entries, usage, _ = self._memory.page(uid, Filter(target=target), limit, None)
        return {"entries": [_shown(entry) for entry in entries], "usage": usage}

    def _any(self, uid: str, said: arguments.Memory) -> Result:
        match said.mode:
            case "add":
                content = _needed(said.content, "content", "add")
                target = said.target or Tier.MEMORY
                return self._saved(
                    uid,
                    NewEntry(
                        content,
                        target=target,
                        tags=said.tags,
                        source="conversation",
                        scope=said.scope,
                    ),
                )
            case "search":
                query = _needed(said.query, "query", "search")
                return self._found(uid, Wanted(query, limit=said.limit, target=said.target))
            case "list":
                return self._listed(uid, said.target, said.limit)
            case "profile":
                profile = self._profiles.get(uid)
                shown = profile.model_dump(mode="json", by_alias=True, exclude_none=True)
                return {"profile": shown, "usage": self._memory.usage(uid)}
            case "forget":
                return self._forget(uid, said)
            case "help":
                return {"modes": HELP, "usage": self._memory.usage(uid)}

    def _forget(self, uid: str, said: arguments.Memory) -> Result:
        if said.memory_id:
            self._check_target(uid, said.memory_id, said.target)
            return {"deleted": said.memory_id, "usage": self._memory.delete(uid, said.memory_id)}
        query = _needed(said.query, "memoryId", "forget")
        found = self._found(uid, Wanted(query, limit=5, target=said.target))
        message = "Call forget again with the memoryId of one of these notes."
        return {"deleted": None, "message": message, **found}

    def _check_target(self, uid: str, id_: str, target: Tier | None) -> None:
        if target and self._memory.get(uid, id_).tier is not target:
            raise NotFound(
                f"There is no note with this id in the {target} tier. get_memories and "
                "search_memory tell where each note is.",
                [{"reason": "NO_SUCH_ENTRY", "target": target}],
            )


def _needed(value: str | None, field: str, mode: str) -> str:
    if not value:
        raise InvalidArgument.field(field, f"is needed for mode {mode}")
    return value


def _refusal(error: RekindleError) -> Result:
    return {"success": False, "error": error.message, "details": error.details}


def _shown(entry: MemoryEntry) -> Result:
    shown = entry.model_dump(mode="json", by_alias=True, exclude_none=True, exclude=set(INTERNAL))
    return {"id": shown.pop("id"), "target": shown.pop("tier"), **shown}
