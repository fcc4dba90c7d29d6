"""A user of the stack in a drill, who says what can be found again."""

from types import TracebackType
from typing import Any

from emulator.client import StackProcess

PER_BATCH = 2
"""Messages per analysis, so that a few of them make several batches."""


class Person:
    """Somebody who says what they love.

    Args:
        stack: the running stack.
        uid: the user.
    """

    def __init__(self, stack: StackProcess, uid: str) -> None:
        self._stack = stack
        self._client = stack.user(uid)
        self.call("PATCH", "/v1/settings", {"userMemoryAnalysisInterval": PER_BATCH})

    def __enter__(self) -> "Person":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._client.close()

    def call(self, method: str, path: str, body: object = None) -> Any:
        """Makes a request that must succeed; returns its JSON.

        Raises:
            httpx.HTTPStatusError: it was refused.
        """
        answer = self._client.request(method, path, json=body)
        answer.raise_for_status()
        return answer.json()

    def love(self, *things: str) -> None:
        """Records a message for each thing, one after the other."""
        for thing in things:
            self.call("POST", "/v1/prompts", {"prompts": [{"content": f"I love {thing}."}]})

    @property
    def loves(self) -> list[str]:
        """What was learned, in alphabetical order."""
        found = self.call("GET", "/v1/preferences")["preferences"]
        return sorted(preference["description"] for preference in found)

    @property
    def analyzed(self) -> int:
        """How many messages count as analyzed."""
        count: int = self.call("GET", "/v1/profile")["profile"]["totalPromptsAnalyzed"]
        return count

    @property
    def batches(self) -> list[dict[str, Any]]:
        """The analyses, newest first."""
        found: list[dict[str, Any]] = self.call("GET", "/v1/batches")["batches"]
        return found

    @property
    def states(self) -> set[str]:
        """The states that the analyses are in."""
        return {batch["state"] for batch in self.batches}
