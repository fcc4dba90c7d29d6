"""Google's Agent Development Kit: a memory service whose agents know the user."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime

from google.adk.events.event import Event
from google.adk.memory.base_memory_service import BaseMemoryService, SearchMemoryResponse
from google.adk.memory.memory_entry import MemoryEntry
from google.adk.sessions.session import Session
from google.genai.types import Content, Part
from typing_extensions import override

from rekindle_client import _api as api
from rekindle_client._async.client import AsyncRekindle
from rekindle_client._patience import PATIENCE, begun, in_time
from rekindle_client.errors import (
    InvalidArgument,
    NotFound,
    RekindleError,
    Unavailable,
    Unreachable,
)
from rekindle_client.privacy import without_private

_LONGEST_QUERY = 2000
_FRAME = re.compile(r"<(?=\s*/?\s*PAST_CONVERSATIONS\b)", re.IGNORECASE)
"""What would end the frame in which ADK puts memories, if a note said it."""


class RekindleMemoryService(BaseMemoryService):
    """A memory service of ADK's, for all users of an application.

    What users say in a session is recorded, to learn from it. A search gives the context block, and
    the notes of the archive that fit. Should Rekindle be away, agents go on without it.

    Args:
        rekindle_of: gives the client of a user, by ADK's user ID.
        max_chars: the most characters of the context block.
        patience: seconds after which the model is asked without its memory, or an agent does not
            wait for a recording any longer.
        on_error: hears of what failed.
    """

    def __init__(
        self,
        rekindle_of: Callable[[str], AsyncRekindle],
        *,
        max_chars: int | None = None,
        patience: float = PATIENCE,
        on_error: Callable[[RekindleError], object] = lambda _: None,
    ) -> None:
        self._rekindle_of = rekindle_of
        self._max_chars = max_chars
        self._patience = patience
        self._on_error = on_error

    @override
    async def add_session_to_memory(self, session: Session) -> None:
        """Records what the user says in a session, and nothing of it twice."""
        await self._record(session.user_id, session.id, session.events)

    @override
    async def add_events_to_memory(
        self,
        *,
        app_name: str,
        user_id: str,
        events: Sequence[Event],
        session_id: str | None = None,
        custom_metadata: Mapping[str, object] | None = None,
    ) -> None:
        """Records what the user says in events, and nothing of it twice.

        Raises:
            ValueError: there is metadata, which Rekindle does not keep.
        """
        _refuse_metadata(custom_metadata)
        await self._record(user_id, session_id, events)

    @override
    async def add_memory(
        self,
        *,
        app_name: str,
        user_id: str,
        memories: Sequence[MemoryEntry],
        custom_metadata: Mapping[str, object] | None = None,
    ) -> None:
        """Saves notes in the archive; one that is there already is refreshed.

        Raises:
            ValueError: there is metadata, or something else than text.
            ApiError: a note is refused, such as one with a secret. The notes before it are saved.
        """
        _refuse_metadata(custom_metadata)
        notes = [_note(each) for each in memories]
        memory = self._rekindle_of(user_id).memory
        try:
            for text, said_at, id in notes:
                await memory.save(
                    text,
                    target="archive",
                    source="action",
                    created_at=said_at,
                    id=id,
                    split=True,
                )
        except (Unreachable, Unavailable) as error:
            self._on_error(error)

    @override
    async def search_memory(
        self, *, app_name: str, user_id: str, query: str
    ) -> SearchMemoryResponse:
        """The context block, and the notes of the archive that fit and are not in it."""
        hurried = self._rekindle_of(user_id).with_options(retries=0)
        block, notes = await asyncio.gather(self._block(hurried), self._found(hurried, query))
        known = [MemoryEntry(content=_content(block))] if block else []
        found = [_entry(note) for note in notes if note.content not in block]
        return SearchMemoryResponse(memories=[*known, *found])

    @override
    async def delete_memory(
        self, *, app_name: str, user_id: str, memory_id: str | None = None
    ) -> None:
        """Deletes a note. What was learned is deleted with the client: `rekindle.profile`."""
        if not memory_id:
            return
        try:
            await self._rekindle_of(user_id).memory.delete(memory_id)
        except NotFound:
            pass
        except (Unreachable, Unavailable) as error:
            self._on_error(error)

    async def _record(self, user_id: str, session_id: str | None, events: Sequence[Event]) -> None:
        prompts = [
            api.NewPrompt(
                id=event.id or _digest(event, text),
                content=text,
                session_id=session_id,
                created_at=datetime.fromtimestamp(event.timestamp, UTC),
            )
            for event in events
            if event.author == "user" and (text := _text(event.content))
        ]
        if prompts:
            recording = begun(self._record_all(self._rekindle_of(user_id), prompts))
            await in_time(recording, self._patience, self._on_error)

    async def _record_all(self, rekindle: AsyncRekindle, prompts: list[api.NewPrompt]) -> None:
        try:
            await rekindle.record_all(prompts)
        except InvalidArgument as error:
            if len(prompts) == 1:
                self._on_error(error)
                return
            # One of them is refused, which must not hold up the others.
            for each in prompts:
                await self._record_all(rekindle, [each])
        except RekindleError as error:
            self._on_error(error)

    async def _block(self, rekindle: AsyncRekindle) -> str:
        asked = rekindle.context(max_chars=self._max_chars)
        answer = await in_time(asked, self._patience, self._on_error)
        return answer.text if answer else ""

    async def _found(self, rekindle: AsyncRekindle, query: str) -> list[api.EntryBody]:
        if not query.strip():
            return []
        asked = rekindle.memory.search(query[:_LONGEST_QUERY], target="archive")
        answer = await in_time(asked, self._patience, self._on_error)
        return [result.entry for result in answer.results] if answer else []


def _refuse_metadata(metadata: Mapping[str, object] | None) -> None:
    if metadata:
        names = ", ".join(sorted(metadata))
        raise ValueError(f"Rekindle keeps no metadata; leave out {names}.")


def _note(memory: MemoryEntry) -> tuple[str, datetime | None, str | None]:
    """The text of a memory, when it was said, and its ID."""
    _refuse_metadata(memory.custom_metadata)
    text = _text(memory.content)
    if not text or any(not part.text for part in memory.content.parts or ()):
        raise ValueError("Rekindle keeps texts only; leave out memories with anything else.")
    said_at = datetime.fromisoformat(memory.timestamp) if memory.timestamp else None
    return text, said_at.astimezone(UTC) if said_at else None, memory.id


def _entry(note: api.EntryBody) -> MemoryEntry:
    return MemoryEntry(
        id=note.id,
        content=_content(note.content),
        author=note.role,
        timestamp=note.created_at.isoformat(),
    )


def _content(text: str) -> Content:
    return Content(role="user", parts=[Part(text=_FRAME.sub("‹", text))])


def _text(content: Content | None) -> str:
    """What is said in a content, without thoughts, files, and calls."""
    parts = (content.parts if content else None) or ()
    return "\n".join(part.text for part in parts if part.text and not part.thought)


def _digest(event: Event, text: str) -> str:
    return hashlib.sha256(f"{event.timestamp}:{without_private(text)}".encode()).hexdigest()[:32]
