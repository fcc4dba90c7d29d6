"""Connections whose request is not complete yet: how many there may be, and for how long."""

from typing import Generic, TypeVar

_Key = TypeVar("_Key")


class WaitingRoom(Generic[_Key]):
    """Holds connections while their request arrives, so that slow ones cannot crowd out others.

    Args:
        limit: how many may wait; one more turns the oldest away.
        seconds: how long one may wait.
    """

    def __init__(self, limit: int, seconds: float) -> None:
        self._limit = limit
        self._seconds = seconds
        self._entered: dict[_Key, float] = {}

    def __len__(self) -> int:
        """The number of connections that wait."""
        return len(self._entered)

    def __contains__(self, key: _Key) -> bool:
        """Whether a connection waits."""
        return key in self._entered

    def enter(self, key: _Key, now: float) -> _Key | None:
        """Adds a connection; returns the oldest one, removed, if there are too many.

        Args:
            key: the connection.
            now: monotonic time in seconds, never less than before.
        """
        self._entered[key] = now
        return self.turn_away() if len(self._entered) > self._limit else None

    def leave(self, key: _Key) -> None:
        """Removes a connection whose request is complete or that is gone."""
        self._entered.pop(key, None)

    def turn_away(self) -> _Key | None:
        """Removes and returns the oldest connection; None if there is none."""
        oldest = next(iter(self._entered), None)
        if oldest is not None:
            del self._entered[oldest]
        return oldest

    def late(self, now: float) -> list[_Key]:
        """Removes and returns the connections that have waited too long, the oldest first."""
        found = []
        for key, entered in self._entered.items():
            if now - entered < self._seconds:
                break
            found.append(key)
        for key in found:
            del self._entered[key]
        return found
