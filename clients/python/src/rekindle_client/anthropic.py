"""Claude's memory tool, on the user's notes: `tools=[MemoryTool(rekindle)]`."""

from rekindle_client._async.anthropic import AsyncMemoryTool
from rekindle_client._sync.anthropic import MemoryTool

__all__ = ["AsyncMemoryTool", "MemoryTool"]
