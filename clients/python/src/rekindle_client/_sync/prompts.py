# Made from _async/prompts.py by `make python-client`.
"""What became of recorded messages."""

from __future__ import annotations

from collections.abc import Iterator

from rekindle_client import _api as api
from rekindle_client._calls import Call, segment
from rekindle_client._sync.pages import every_item
from rekindle_client._sync.transport import Transport


class Prompts:
    """Recorded messages."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        session_id: str | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
    ) -> api.PromptsAnswer:
        """A page of what the user said, newest first; only the signed-in user may ask for it."""
        query = {"sessionId": session_id, "pageSize": page_size, "pageToken": page_token}
        return self._transport.ask(Call("GET", "/v1/prompts", query), api.PromptsAnswer)

    def delete(self, id: str) -> api.DeletedAnswer:
        """Deletes a message; what was learned from it stays."""
        return self._transport.ask(Call("DELETE", f"/v1/prompts/{segment(id)}"), api.DeletedAnswer)

    def get(self, id: str) -> api.PromptAnswer:
        """A message, how far its analysis is, and what was learned from it."""
        return self._transport.ask(Call("GET", f"/v1/prompts/{segment(id)}"), api.PromptAnswer)


class Batches:
    """Analyses, each with a decision for every candidate."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self, *, page_size: int | None = None, page_token: str | None = None
    ) -> api.BatchesAnswer:
        """A page of analyses, newest first."""
        query = {"pageSize": page_size, "pageToken": page_token}
        return self._transport.ask(Call("GET", "/v1/batches", query), api.BatchesAnswer)

    def all(self) -> Iterator[api.BatchAnswer]:
        """All analyses, newest first."""
        return every_item(
            lambda token: self.list(page_size=100, page_token=token), lambda page: page.batches
        )

    def get(self, id: str) -> api.BatchAnswer:
        """One analysis."""
        return self._transport.ask(Call("GET", f"/v1/batches/{segment(id)}"), api.BatchAnswer)
