# Made from _async/anthropic.py by `make python-client`.
"""Anthropic's memory tool, on the user's notes."""

from __future__ import annotations

from anthropic.lib.tools import BetaAbstractMemoryTool, ToolError
from anthropic.types.beta import (
    BetaMemoryTool20250818CreateCommand,
    BetaMemoryTool20250818DeleteCommand,
    BetaMemoryTool20250818InsertCommand,
    BetaMemoryTool20250818RenameCommand,
    BetaMemoryTool20250818StrReplaceCommand,
    BetaMemoryTool20250818ViewCommand,
)
from pydantic import BaseModel

from rekindle_client._sync.client import Rekindle
from rekindle_client.errors import ApiError

_TAG = "memory file"
"""Marks the notes that are files."""


class MemoryTool(BetaAbstractMemoryTool):
    """Claude's memory tool. Each file is a note in the user's archive.

    Args:
        rekindle: the user's client.
    """

    def __init__(self, rekindle: Rekindle) -> None:
        super().__init__()
        self._rekindle = rekindle

    def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        """Shows a file's lines, or a directory."""
        return self._run(command)

    def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        """Saves a file that is not there yet."""
        return self._run(command)

    def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        """Replaces the one occurrence of a text."""
        return self._run(command)

    def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        """Inserts lines after one."""
        return self._run(command)

    def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        """Deletes a file, or a directory with all that is in it."""
        return self._run(command)

    def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        """Moves a file or a directory to where nothing is yet."""
        return self._run(command)

    def clear_all_memory(self) -> str:
        """Deletes all files; the user's other notes stay."""
        notes = self._rekindle.memory.all(target="archive", tag=_TAG)
        # Deleting the first part of a long file deletes the others.
        for file in [each for each in notes if each.part is None or each.part.number == 1]:
            self._rekindle.memory.delete(file.id)
        return "All memory cleared"

    def _run(self, command: BaseModel) -> str:
        """Runs a command. A refusal becomes an error that the model reads and can act on."""
        arguments = command.model_dump(mode="json", exclude_none=True)
        try:
            result = self._rekindle.tools.call("anthropic_memory", arguments)
        except ApiError as refused:
            raise ToolError(refused.message) from refused
        if not result["success"]:
            raise ToolError(str(result["error"]))
        return str(result["content"])
