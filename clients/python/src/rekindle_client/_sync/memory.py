# Made from _async/memory.py by `make python-client`.
"""Notes, and their search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

from rekindle_client import _api as api
from rekindle_client._calls import Call, fields, segment
from rekindle_client._sync.pages import every_item
from rekindle_client._sync.transport import Transport

Source = Literal["conversation", "action", "system", "explicit"]
NoteOrder = Literal["newest", "oldest"]


class Memory:
    """The user's notes."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def save(
        self,
        content: str,
        *,
        target: api.Tier | None = None,
        tags: Sequence[str] | None = None,
        source: Source | None = None,
        thread_id: str | None = None,
        role: Literal["user", "assistant"] | None = None,
        confidence: Literal["high", "medium"] | None = None,
        created_at: datetime | None = None,
        expires_at: datetime | None = None,
        split: bool | None = None,
        id: str | None = None,
    ) -> api.SavedAnswer:
        """Saves a note; a duplicate refreshes the existing one.

        Raises:
            FailedPrecondition: it does not fit the budget of its tier.
        """
        body = fields(
            content=content,
            target=target,
            tags=None if tags is None else [*tags],
            source=source,
            threadId=thread_id,
            role=role,
            confidence=confidence,
            createdAt=created_at,
            expiresAt=expires_at,
            split=split,
            id=id,
        )
        return self._transport.ask(Call("POST", "/v1/memory", body=body), api.SavedAnswer)

    def save_all(self, notes: Sequence[api.EntryIn]) -> api.SavedEntries:
        """Saves up to 100 notes; a refused one does not hold up the others."""
        body = {"entries": [note.wire() for note in notes]}
        call = Call("POST", "/v1/memory/batch", body=body)
        return self._transport.ask(call, api.SavedEntries)

    def list(
        self,
        *,
        target: api.Tier | None = None,
        source: Source | None = None,
        tag: str | None = None,
        order: NoteOrder | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
    ) -> api.EntriesAnswer:
        """A page of notes in an order, newest first by default, and how full the tiers are."""
        query = {
            "target": target,
            "source": source,
            "tag": tag,
            "order": order,
            "pageSize": page_size,
            "pageToken": page_token,
        }
        return self._transport.ask(Call("GET", "/v1/memory", query), api.EntriesAnswer)

    def all(
        self,
        *,
        target: api.Tier | None = None,
        source: Source | None = None,
        tag: str | None = None,
        order: NoteOrder | None = None,
    ) -> Iterator[api.ShownEntry]:
        """All notes, newest first unless `order` says otherwise."""
        return every_item(
            lambda token: self.list(
                target=target,
                source=source,
                tag=tag,
                order=order,
                page_size=100,
                page_token=token,
            ),
            lambda page: page.entries,
        )

    def get(self, id: str) -> api.ShownEntry:
        """One note."""
        return (self._transport.ask(Call("GET", _path(id)), api.ShownEntryAnswer)).entry

    def change(self, id: str, patch: api.EntryPatch | Mapping[str, Any]) -> api.EntryAnswer:
        """Replaces fields of a note; None removes `expires_at` or `thread_id`."""
        call = Call("PATCH", _path(id), body=api.EntryPatch.model_validate(patch))
        return self._transport.ask(call, api.EntryAnswer)

    def delete(self, id: str, *, purge: bool | None = None) -> api.DeletedEntry:
        """Deletes a note; with `purge`, also where history keeps its words."""
        call = Call("DELETE", _path(id), {"purge": purge})
        return self._transport.ask(call, api.DeletedEntry)

    def search(
        self,
        q: str,
        *,
        limit: int | None = None,
        mode: Literal["auto", "text", "semantic", "hybrid"] | None = None,
        target: api.Tier | None = None,
        source: Source | None = None,
        tag: str | None = None,
        thread_id: str | None = None,
        role: Literal["user", "assistant"] | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        precision: Literal["broad", "precise"] | None = None,
        include_superseded: bool | None = None,
        page_token: str | None = None,
    ) -> api.SearchAnswer:
        """The notes that fit the words best."""
        query = {
            "q": q,
            "limit": limit,
            "mode": mode,
            "target": target,
            "source": source,
            "tag": tag,
            "threadId": thread_id,
            "role": role,
            "since": since,
            "until": until,
            "precision": precision,
            "includeSuperseded": include_superseded,
            "pageToken": page_token,
        }
        return self._transport.ask(Call("GET", "/v1/memory/search", query), api.SearchAnswer)


def _path(id: str) -> str:
    return f"/v1/memory/{segment(id)}"
