"""Records messages, and follows what is learned from them."""

import time
from dataclasses import dataclass
from typing import Any

from cli.api import Api
from cli.commands.learning import FINAL, finished
from cli.errors import Failed

_POLL = 0.15
_UNTIL_COUNTED = 3.0
"""Seconds to wait for a message to be counted: the trigger runs after the request."""
_UNTIL_ANALYZED = 8.0
"""Seconds to wait for a running analysis; a later result is shown later."""
_UNTIL_LEARNED = 120.0
"""Seconds that a refresh waits for its analysis."""


@dataclass(frozen=True)
class News:
    """What happened since the last check.

    Attributes:
        batches: the finished analyses, oldest first.
        counted: whether the last message is counted as pending.
        pending: the number of pending messages.
        interval: the number of messages that start an analysis.
        enabled: whether learning is on.
    """

    batches: list[dict[str, Any]]
    counted: bool
    pending: int
    interval: int
    enabled: bool


class Learning:
    """Records the messages of one session, and reports finished analyses."""

    def __init__(self, api: Api, session: str) -> None:
        self._api = api
        self._session = session
        self._shown = {batch["id"] for batch in self._ended()}
        self._pending: int = self._status()["pending"]

    def record(self, text: str) -> dict[str, Any]:
        """Records a message and returns its status."""
        body = {"prompts": [{"content": text, "sessionId": self._session}]}
        recorded: dict[str, Any] = self._api.post("prompts", body=body)["prompts"][0]
        return recorded

    def news(self, *, wait: bool = True) -> News:
        """Returns what was learned since the last call.

        Args:
            wait: whether to wait a few seconds for the trigger and a running analysis.
        """
        start = time.monotonic()
        while True:
            status = self._status()
            batches = [batch for batch in self._ended() if batch["id"] not in self._shown]
            pending = status["pending"]
            begun = pending < self._pending or status["interval"] == 1
            patience = _UNTIL_ANALYZED if begun else _UNTIL_COUNTED
            counted = pending > self._pending
            late = time.monotonic() - start + _POLL > patience
            if batches or counted or late or not wait or not status["enabled"]:
                break
            time.sleep(_POLL)
        self._pending = pending
        self._shown.update(batch["id"] for batch in batches)
        return News(batches[::-1], counted, pending, status["interval"], status["enabled"])

    def refresh(self) -> dict[str, Any] | None:
        """Analyzes what was recorded. Returns the batch, or None if there is nothing to analyze.

        Raises:
            Failed: the analysis is not done in time.
        """
        id_ = self._api.post("profile", "refresh")["batchId"]
        if id_ is None:
            return None
        batch = finished(self._api, id_, _UNTIL_LEARNED)
        if batch is None:
            raise Failed(
                "The analysis is taking longer than usual.",
                "Its result is shown after one of your next messages.",
            )
        self._shown.add(id_)
        return batch

    def _status(self) -> dict[str, Any]:
        learning: dict[str, Any] = self._api.get("profile", "status")["learning"]
        return learning

    def _ended(self) -> list[dict[str, Any]]:
        batches = self._api.get("batches", pageSize=5)["batches"]
        return [batch for batch in batches if batch["state"] in FINAL]
