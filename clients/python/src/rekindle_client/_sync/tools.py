# Made from _async/tools.py by `make python-client`.
"""Tools for a model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from rekindle_client import _api as api
from rekindle_client._calls import Call, segment
from rekindle_client._sync.transport import Transport


class Tools:
    """Tools by which a model saves and searches notes."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, *, set: Literal["full", "compact"] | None = None) -> api.ToolsAnswer:
        """The tools, in the form of OpenAI's function calling, with instructions for the model."""
        return self._transport.ask(Call("GET", "/v1/tools", {"set": set}), api.ToolsAnswer)

    def call(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Runs a tool with the model's arguments. A refusal is a result that the model can read."""
        call = Call("POST", f"/v1/tools/{segment(name)}", body=arguments)
        return (self._transport.ask(call, api.ToolAnswer)).result
