# Made from _async/inbox.py by `make python-client`.
"""What waits for the user's word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from rekindle_client import _api as api
from rekindle_client._calls import Call, fields, segment
from rekindle_client._sync.transport import Transport


class Inbox:
    """Questions to the user."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self) -> _Items:
        """The open questions, newest first."""
        return (self._transport.ask(Call("GET", "/v1/inbox"), api.InboxAnswer)).items

    def answer(
        self,
        id: str,
        answer: Literal["accept", "reject", "correct"],
        *,
        correction: Any = None,
        version: int | None = None,
    ) -> api.ShownProfile:
        """Answers a question; returns the profile that follows.

        Args:
            id: the question's.
            answer: what the user says to it.
            correction: with `correct`, a text, or the value of a fact.
            version: of the profile that the answer is meant for.
        """
        body = fields(answer=answer, correction=correction)
        call = Call("POST", f"/v1/inbox/{segment(id)}", body=body, version=version)
        return (self._transport.ask(call, api.ProfileAnswer)).profile


if TYPE_CHECKING:
    _Items = list[api.InboxItem]
