"""The memories under comparison, which save and find turns, behind one interface."""

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
"""A turn, as `bench.finding.turns.turns_of` makes it."""


@dataclass(frozen=True)
class Done:
    """The result of a call: the ids of the entries, in order, and the seconds it took."""

    ids: list[str]
    seconds: float


class Side(Protocol):
    """A memory for several users."""

    @property
    def name(self) -> str:
        """Its name in the report."""
        ...

    def add(self, user: str, entries: Sequence[Entry]) -> Done:
        """Saves turns of one session in one call."""
        ...

    def search(self, user: str, question: str, limit: int) -> Done:
        """Finds the entries that answer best."""
        ...


class RekindleSide:
    """Rekindle through its HTTP API, with the user's token.

    As with an app, each call passes the gateway, the function, and Firestore over gRPC.

    Args:
        name: its name in the report.
        stack: where it runs.
        mode: the mode of its searches.
        clients: closes the connections when it exits.
    """

    def __init__(self, name: str, stack: StackProcess, mode: str, clients: ExitStack) -> None:
        self.name = name
        self._stack = stack
        self._mode = mode
        self._exits = clients
        self._clients: dict[str, httpx.Client] = {}

    def add(self, user: str, entries: Sequence[Entry]) -> Done:
        """Saves one turn with `/v1/memory`, several with `/v1/memory/batch`."""
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
        """Finds the entries that answer best.

        Raises:
            RuntimeError: the server searched in another mode.
        """
        client = self._client(user)
        params = {"q": question, "limit": str(limit), "mode": self._mode}
        began = time.perf_counter()
        answer = client.get("/v1/memory/search", params=params).raise_for_status().json()
        seconds = time.perf_counter() - began
        if answer["mode"] != self._mode:
            raise RuntimeError(
                f"{self.name} searched in {answer['mode']} mode: {answer['warnings']}"
            )
        return Done([result["entry"]["id"] for result in answer["results"]], seconds)

    def _client(self, user: str) -> httpx.Client:
        if user not in self._clients:
            self._clients[user] = self._exits.enter_context(self._stack.user(user))
        return self._clients[user]


class Mem0Side:
    """mem0 in its own process, called without a network.

    Attributes:
        conversation: the process.
    """

    name = "mem0"

    def __init__(self, conversation: Conversation) -> None:
        self.conversation = conversation

    def add(self, user: str, entries: Sequence[Entry]) -> Done:
        """Saves turns with the time and session of the first: mem0 takes one of each per call."""
        first = entries[0]
        metadata = {"session": first["threadId"], "created_at": first["createdAt"]}
        return self._done(
            call="add",
            user=user,
            contents=[entry["content"] for entry in entries],
            metadata=metadata,
        )

    def search(self, user: str, question: str, limit: int) -> Done:
        """Finds the entries that answer best."""
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
