"""What is compared: memories that save turns and find them again, behind one shape."""

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import httpx

from bench.peers.processes import Conversation, peer_module
from emulator.client import StackProcess

DIMENSIONS = 384
Entry = dict[str, str]
"""A turn, as `bench.eval_search.turns_of` makes it."""


@dataclass(frozen=True)
class Done:
    """What a call gave: the ids of the entries, in order, and the seconds it took."""

    ids: list[str]
    seconds: float


class Side(Protocol):
    """A memory of several users."""

    @property
    def name(self) -> str:
        """What the report calls it."""
        ...

    def add(self, user: str, entries: Sequence[Entry]) -> Done:
        """Saves turns of one session in one call."""
        ...

    def search(self, user: str, question: str, limit: int) -> Done:
        """The entries that answer best."""
        ...


class RekindleSide:
    """Rekindle through its HTTP API, with the user's token: each call passes the gateway, the
    function, and Firestore over gRPC, as an app's would.

    Args:
        name: what the report calls it.
        stack: where it runs.
        mode: how it searches.
        clients: closes the connections in the end.
    """

    def __init__(self, name: str, stack: StackProcess, mode: str, clients: ExitStack) -> None:
        self.name = name
        self._stack = stack
        self._mode = mode
        self._exits = clients
        self._clients: dict[str, httpx.Client] = {}

    def add(self, user: str, entries: Sequence[Entry]) -> Done:
        """See `Side`. One turn goes to `/v1/memory`, several to `/v1/memory/batch`."""
        client = self._client(user)
        began = time.perf_counter()
        if len(entries) == 1:
            answers = [client.post("/v1/memory", json=entries[0]).raise_for_status().json()]
        else:
            body = {"entries": list(entries)}
            answer = client.post("/v1/memory/batch", json=body).raise_for_status().json()
            answers = answer["results"]
        seconds = time.perf_counter() - began
        return Done([item["entry"]["id"] for item in answers], seconds)

    def search(self, user: str, question: str, limit: int) -> Done:
        """See `Side`.

        Raises:
            RuntimeError: it searched in another way than it was asked to.
        """
        client = self._client(user)
        params = {"q": question, "limit": str(limit), "mode": self._mode}
        began = time.perf_counter()
        answer = client.get("/v1/memory/search", params=params).raise_for_status().json()
        seconds = time.perf_counter() - began
        if answer["mode"] != self._mode:
            raise RuntimeError(f"{self.name} searched by {answer['mode']}: {answer['warnings']}")
        return Done([result["entry"]["id"] for result in answer["results"]], seconds)

    def _client(self, user: str) -> httpx.Client:
        if user not in self._clients:
            self._clients[user] = self._exits.enter_context(self._stack.user(user))
        return self._clients[user]


class Mem0Side:
    """mem0 in a process of its own, called without a network.

    Attributes:
        conversation: the process.
    """

    name = "mem0"

    def __init__(self, conversation: Conversation) -> None:
        self.conversation = conversation

    def add(self, user: str, entries: Sequence[Entry]) -> Done:
        """See `Side`. mem0 takes one time and one session for a call."""
        first = entries[0]
        metadata = {"session": first["threadId"], "created_at": first["createdAt"]}
        return self._done(
            call="add",
            user=user,
            contents=[entry["content"] for entry in entries],
            metadata=metadata,
        )

    def search(self, user: str, question: str, limit: int) -> Done:
        """See `Side`."""
        return self._done(call="search", user=user, question=question, limit=limit)

    def about(self) -> dict[str, Any]:
        """The versions of its packages."""
        answer: dict[str, Any] = self.conversation.ask(call="about")
        return answer

    def _done(self, **request: Any) -> Done:
        answer = self.conversation.ask(**request)
        return Done(answer["ids"], answer["seconds"])


@contextmanager
def mem0_side(folder: Path, embeddings: str, dimensions: int = DIMENSIONS) -> Iterator[Mem0Side]:
    """Starts mem0 on a folder.

    Raises:
        PeerMissing: it is not installed.
    """
    arguments = (str(folder), embeddings, str(dimensions))
    with peer_module("mem0_worker", *arguments, home=folder) as conversation:
        yield Mem0Side(conversation)
