"""Users of an application that keeps failing: they retry until they get an answer."""

import hashlib
import random
import time
import uuid
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import httpx

from emulator.client import StackProcess

T = TypeVar("T")

PATIENCE = 400
"""Attempts after which a user gives up, and the test fails: about three minutes."""
PAUSE = 0.005
LONGEST_PAUSE = 0.5
"""Seconds between attempts: the first is made at once, and the pause grows with each."""
AT_ONCE = 16


class NeverAnswered(AssertionError):
    """A user got no answer within the allowed attempts."""


class Person:
    """A user, and what the application has acknowledged.

    Attributes:
        sent: the texts of the acknowledged prompts, by id.
        erased: whether the user's data was erased.
    """

    def __init__(
        self,
        stack: StackProcess,
        uid: str,
        chance: random.Random,
        patience: float | None = None,
    ) -> None:
        self.uid = uid
        self.stack = stack
        self.chance = chance
        self.sent: dict[str, str] = {}
        self.erased = False
        self._client = stack.user(uid)
        if patience:
            self._client.timeout = httpx.Timeout(patience)

    def close(self) -> None:
        """Closes the connections."""
        self._client.close()

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        """Sends a request until something other than a failure answers."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        for attempt in range(PATIENCE):
            time.sleep(min(LONGEST_PAUSE, PAUSE * attempt))
            try:
                answer = self._client.request(method, path, json=body, headers=named)
            except httpx.TransportError:
                continue
            if answer.status_code != 503:
                return answer
        raise NeverAnswered(f"{method} {path}")

    def must(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Sends a request that must succeed eventually; returns its JSON."""
        answer = self.ask(method, path, body, **headers)
        assert answer.status_code < 300, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json()

    def once(self, method: str, path: str, body: Any = None) -> httpx.Response | None:
        """Sends a request once, whatever happens; returns None if no answer comes."""
        try:
            return self._client.request(method, path, json=body)
        except httpx.TransportError:
            return None

    def say(self, text: str) -> None:
        """Records a prompt, with an id of the client's or with an idempotency key."""
        number = len(self.sent)
        prompt = {"content": text}
        if number % 2:
            told = self.must("POST", "/v1/prompts", {"prompts": [{**prompt, "id": f"p{number}"}]})
        else:
            key = f"key-{number}"
            told = self.must("POST", "/v1/prompts", {"prompts": [prompt]}, Idempotency_Key=key)
        (recorded,) = told["prompts"]
        assert recorded["status"] in ("recorded", "duplicate")
        self.sent[recorded["id"]] = text

    def say_things(self, count: int) -> None:
        """Records `count` prompts that each state a preference."""
        for _ in range(count):
            self.say(f"I love {thing(self.uid, len(self.sent))}.")

    def leave(self) -> None:
        """Erases the user's data for good."""
        self.must("DELETE", "/v1/account")
        self.erased = True


def thing(uid: str, number: int) -> str:
    """A made-up thing to love, unlike any other."""
    letters = hashlib.sha256(f"{uid} {number}".encode()).hexdigest()[:14]
    return letters.translate(str.maketrans("0123456789", "ghijklmnop"))


def people(
    stack: StackProcess, seed: int, count: int, story: str, patience: float | None = None
) -> list[Person]:
    """New users; with the same seed they have the same names and do the same.

    `patience` is how many seconds they wait for an answer before they ask again.
    """
    chance = random.Random(f"{story} {seed}")
    return [
        Person(
            stack,
            f"{story}-{seed}-{uuid.UUID(int=chance.getrandbits(128)).hex[:8]}",
            chance,
            patience,
        )
        for _ in range(count)
    ]


def all_at_once(work: Callable[[Any], T], of: Iterable[Any]) -> Sequence[T]:
    """Does the work for each, several at a time; raises the first error."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(work, of))
