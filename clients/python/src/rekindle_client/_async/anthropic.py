"""Anthropic's memory tool, on the user's notes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from anthropic.lib.tools import BetaAsyncAbstractMemoryTool, ToolError
from anthropic.types.beta import (
    BetaMemoryTool20250818CreateCommand,
    BetaMemoryTool20250818DeleteCommand,
    BetaMemoryTool20250818InsertCommand,
    BetaMemoryTool20250818RenameCommand,
    BetaMemoryTool20250818StrReplaceCommand,
    BetaMemoryTool20250818ViewCommand,
)

from rekindle_client import _api as api
from rekindle_client import _memory_files as files
from rekindle_client._async.client import AsyncRekindle
from rekindle_client.errors import ApiError

_TAG = "memory file"
"""Marks the notes that are files; another tag of theirs is the path."""


class AsyncMemoryTool(BetaAsyncAbstractMemoryTool):
    """Claude's memory tool. Each file is a note in the user's archive, of at most 2,000 characters.

    Args:
        rekindle: the user's client.
    """

    def __init__(self, rekindle: AsyncRekindle) -> None:
        super().__init__()
        self._memory = rekindle.memory

    async def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        """Shows a file's lines, or a directory."""
        async with _told():
            path = files.checked(command.path)
            notes = await self._notes()
            if path in notes:
                return files.numbered(path, notes[path].content, command.view_range)
            shown = files.below(path, [*notes])
            if not shown and path != files.ROOT:
                raise files.missing(path)
            return files.listed(path, {each: len(notes[each].content) for each in shown})

    async def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        """Saves a file that is not there yet."""
        async with _told():
            path = files.changeable(command.path)
            if files.below(path, [*await self._notes()]):
                raise files.Refused(f"File {path} already exists")
            saved = await self._memory.save(
                command.file_text, target="archive", tags=[_TAG, path], source="action"
            )
            if saved.deduplicated:
                await self._memory.change(
                    saved.entry.id, {"tags": _without(path, saved.entry.tags)}
                )
                raise files.Refused(f"The user's notes have this already: {saved.entry.content}")
            return f"File created successfully at: {path}"

    async def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        """Replaces the one occurrence of a text."""
        async with _told():
            path, note = await self._note(command.path)
            new = command.new_str or ""
            text, answer = files.replaced(path, note.content, command.old_str, new)
            await self._memory.change(note.id, {"content": text})
            return answer

    async def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        """Inserts lines after one."""
        async with _told():
            path, note = await self._note(command.path)
            text = files.inserted(note.content, command.insert_line, command.insert_text)
            await self._memory.change(note.id, {"content": text})
            return f"The file {path} has been edited."

    async def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        """Deletes a file, or a directory with all that is in it."""
        async with _told():
            path = files.changeable(command.path)
            for note in (await self._below(path)).values():
                await self._memory.delete(note.id)
            return f"Successfully deleted {path}"

    async def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        """Moves a file or a directory to where nothing is yet."""
        async with _told():
            old, new = files.changeable(command.old_path), files.changeable(command.new_path)
            moved = await self._below(old)
            if files.below(new, [*await self._notes()]) or new.startswith(f"{old}/"):
                raise files.Refused(f"The destination {new} already exists")
            for path, note in moved.items():
                tags = [new + path.removeprefix(old) if tag == path else tag for tag in note.tags]
                await self._memory.change(note.id, {"tags": tags})
            return f"Successfully renamed {old} to {new}"

    async def clear_all_memory(self) -> str:
        """Deletes all files; the user's other notes stay."""
        async with _told():
            for note in (await self._notes()).values():
                await self._memory.delete(note.id)
            return "All memory cleared"

    async def _notes(self) -> dict[str, api.ShownEntry]:
        """The files by their paths."""
        return {
            tag: note
            async for note in self._memory.all(target="archive", tag=_TAG)
            for tag in note.tags
            if tag.startswith(f"{files.ROOT}/")
        }

    async def _note(self, path: str) -> tuple[str, api.ShownEntry]:
        found = files.changeable(path)
        note = (await self._notes()).get(found)
        if note is None:
            raise files.missing(found)
        return found, note

    async def _below(self, path: str) -> dict[str, api.ShownEntry]:
        notes = await self._notes()
        found = files.below(path, [*notes])
        if not found:
            raise files.missing(path)
        return {each: notes[each] for each in found}


def _without(path: str, tags: list[str]) -> list[str]:
    """The tags of a note that is not this file, and perhaps no file at all."""
    kept = [tag for tag in tags if tag != path]
    if any(tag.startswith(f"{files.ROOT}/") for tag in kept):
        return kept
    return [tag for tag in kept if tag != _TAG]


@asynccontextmanager
async def _told() -> AsyncIterator[None]:
    """Tells the model of what was refused, so that it can do otherwise."""
    try:
        yield
    except files.Refused as refused:
        raise ToolError(str(refused)) from refused
    except ApiError as refused:
        raise ToolError(refused.message) from refused
