# Made from _async/sessions.py by `make python-client`.
"""Conversations: what is open, what was decided, and their transcripts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rekindle_client import _api as api
from rekindle_client._calls import Call, fields, segment
from rekindle_client._sync.pages import every_item
from rekindle_client._sync.transport import Transport
from rekindle_client.privacy import without_private


class Sessions:
    """What one conversation leaves for the next."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def start(
        self,
        *,
        id: str | None = None,
        project_path: str | None = None,
        incognito: bool | None = None,
    ) -> api.SessionAnswer:
        """Starts a session, or finds it by its ID; tells what the previous one left open.

        Args:
            id: of the session.
            project_path: where the work is.
            incognito: whether nothing but its ID is kept. A session can become incognito, but not
                stop being it.
        """
        body = fields(id=id, projectPath=project_path, incognito=incognito)
        return self._transport.ask(Call("POST", "/v1/sessions", body=body), api.SessionAnswer)

    def list(
        self,
        *,
        project_path: str | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
    ) -> api.SessionsAnswer:
        """A page of sessions, most recently active first."""
        query = {"projectPath": project_path, "pageSize": page_size, "pageToken": page_token}
        return self._transport.ask(Call("GET", "/v1/sessions", query), api.SessionsAnswer)

    def all(self, *, project_path: str | None = None) -> Iterator[api.SessionBody]:
        """All sessions, most recently active first."""
        return every_item(
            lambda token: self.list(project_path=project_path, page_size=100, page_token=token),
            lambda page: page.sessions,
        )

    def get(self, id: str) -> api.SessionAnswer:
        """One session."""
        return self._transport.ask(Call("GET", _path(id)), api.SessionAnswer)

    def report(
        self,
        id: str,
        *,
        summary: str | None = None,
        tasks: Sequence[api.TaskIn] | None = None,
        remove_tasks: Sequence[str] | None = None,
        decisions: Sequence[api.DecisionIn] | None = None,
        context: Sequence[str] | None = None,
    ) -> api.SessionAnswer:
        """Reports progress. Tasks are merged by ID; decisions and notes are appended."""
        body = fields(
            summary=summary,
            tasks=None if tasks is None else [each.wire() for each in tasks],
            removeTasks=None if remove_tasks is None else [*remove_tasks],
            decisions=None if decisions is None else [each.wire() for each in decisions],
            context=None if context is None else [*context],
        )
        return self._transport.ask(Call("PATCH", _path(id), body=body), api.SessionAnswer)

    def delete(self, id: str) -> api.DeletedAnswer:
        """Deletes a session; what was learned from it stays."""
        return self._transport.ask(Call("DELETE", _path(id)), api.DeletedAnswer)

    def take_turns(self, id: str, offset: int, turns: Sequence[api.TurnIn]) -> api.TurnsAnswer:
        """Takes turns of the transcript, of which the first has this place in it.

        Turns that were taken before are ignored.

        Raises:
            Aborted: some are missing; it says from where on to send.
        """
        shown = [{**turn.wire(), "content": without_private(turn.content)} for turn in turns]
        call = Call("POST", f"{_path(id)}/turns", body={"offset": offset, "turns": shown})
        return self._transport.ask(call, api.TurnsAnswer)


def _path(id: str) -> str:
    return f"/v1/sessions/{segment(id)}"
