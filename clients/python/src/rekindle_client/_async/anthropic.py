"""Anthropic's memory tool, on the user's notes."""

from __future__ import annotations

from anthropic.lib.tools import BetaAsyncAbstractMemoryTool, ToolError
from anthropic.types.beta import (
    BetaMemoryTool20250818CreateCommand,
    BetaMemoryTool20250818DeleteCommand,
    BetaMemoryTool20250818InsertCommand,
    BetaMemoryTool20250818RenameCommand,
    BetaMemoryTool20250818StrReplaceCommand,
    BetaMemoryTool20250818ViewCommand,
)
from pydantic import BaseModel

from rekindle_client._async.client import AsyncRekindle
from rekindle_client.errors import ApiError

_TAG = "memory file"
"""Marks the notes that are files."""


class AsyncMemoryTool(BetaAsyncAbstractMemoryTool):
    """Claude's memory tool. Each file is a note in the user's archive.

    Args:
        rekindle: the user's client.
    """

    def __init__(self, rekindle: AsyncRekindle) -> None:
        super().__init__()
        self._rekindle = rekindle

    async def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        """Shows a file's lines, or a directory."""
        return await self._run(command)

    async def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        """Saves a file that is not there yet."""
        return await self._run(command)

    async def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        """Replaces the one occurrence of a text."""
        return await self._run(command)

    async def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        """Inserts lines after one."""
        return await self._run(command)

    async def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        """Deletes a file, or a directory with all that is in it."""
        return await self._run(command)

    async def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        """Moves a file or a directory to where nothing is yet."""
        return await self._run(command)

    async def clear_all_memory(self) -> str:
        """Deletes all files; the user's other notes stay."""
        notes = self._rekindle.memory.all(target="archive", tag=_TAG)
        # Deleting the first part of a long file deletes the others.
        for file in [each async for each in notes if each.part is None or each.part.number == 1]:
            await self._rekindle.memory.delete(file.id)
        return "All memory cleared"

    async def _run(self, command: BaseModel) -> str:
        """Runs a command. A refusal becomes an error that the model reads and can act on."""
        arguments = command.model_dump(mode="json", exclude_none=True)
        try:
            result = await self._rekindle.tools.call("anthropic_memory", arguments)
        except ApiError as refused:
            raise ToolError(refused.message) from refused
        if not result["success"]:
            raise ToolError(str(result["error"]))
        return str(result["content"])
