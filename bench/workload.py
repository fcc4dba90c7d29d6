"""The mixed workload: what users' assistants request in what proportion, and the right answers.

An answer counts only if its content is right: a search finds the note it looks for, a context block
names its user. Everything is drawn from a seed.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from bench.texts import question_about, sentences, talk

Kind = Literal["record", "context", "search", "save", "profile"]

SHARES: dict[Kind, int] = {"record": 35, "context": 35, "search": 10, "save": 10, "profile": 10}
"""Percentages. An assistant asks for the context and records the prompt in every turn; every third
or fourth turn it also searches, saves a note, or shows the profile."""
NOTES_AT_FIRST = 40
"""Archive entries of each user before the load."""


@dataclass(frozen=True)
class Arrival:
    """A request to send `at` seconds after the start, no matter what is in flight then."""

    at: float
    kind: Kind
    user: int


@dataclass(frozen=True)
class Call:
    """An HTTP request."""

    method: str
    path: str
    params: dict[str, str] | None = None
    body: Any = None


def arrivals(rate: float, seconds: float, users: int, seed: int) -> list[Arrival]:
    """Poisson arrivals: gaps of `1 / rate` seconds on average, exponentially distributed."""
    chance = random.Random(seed)
    kinds, shares = list(SHARES), list(SHARES.values())
    found: list[Arrival] = []
    at = chance.expovariate(rate)
    while at < seconds:
        found.append(Arrival(at, chance.choices(kinds, shares)[0], chance.randrange(users)))
        at += chance.expovariate(rate)
    return found


def first_notes(user: int, seed: int) -> list[str]:
    """A user's archive before the load."""
    return sentences(NOTES_AT_FIRST, seed * 100_003 + user)


def prompts(seed: int) -> Iterator[str]:
    """Endless prompts: about one in five states a preference, the others are small talk."""
    chance = random.Random(seed)
    things = [word for line in sentences(50, seed) for word in line.split() if len(word) > 5]
    for said in talk(seed):
        yield f"I love {chance.choice(things)}." if chance.random() < 0.2 else said[len("Ann: ") :]


class Session:
    """Makes the requests and checks the answers, keeping track of the notes saved."""

    def __init__(self, users: int, seed: int, seed_of_notes: int) -> None:
        """`seed_of_notes` is the seed of the users' first notes."""
        self._chance = random.Random(seed)
        self._prompts = prompts(seed)
        self._new_notes = talk(seed)
        self._notes = [first_notes(user, seed_of_notes) for user in range(users)]

    def call(self, arrival: Arrival) -> tuple[Call, str]:
        """The request for an arrival, and the note it saves or looks for."""
        match arrival.kind:
            case "record":
                content = next(self._prompts)
                return Call("POST", "/v1/prompts", body={"prompts": [{"content": content}]}), ""
            case "context":
                return Call("GET", "/v1/context"), ""
            case "search":
                note = self._chance.choice(self._notes[arrival.user][-NOTES_AT_FIRST:])
                question = question_about(note, self._chance)
                return Call("GET", "/v1/memory/search", params={"q": question}), note
            case "save":
                note = next(self._new_notes)
                return Call("POST", "/v1/memory", body={"content": note, "target": "archive"}), note
            case "profile":
                return Call("GET", "/v1/profile"), ""

    def problem(self, arrival: Arrival, note: str, status: int, answer: Any) -> str | None:
        """What is wrong with an answer, or None. Saved notes may be searched for from then on."""
        wanted = {"record": 202, "save": 201}.get(arrival.kind, 200)
        if status != wanted:
            return f"{arrival.kind}: HTTP {status}"
        try:
            good = self._is_right(arrival, note, answer)
        except (KeyError, IndexError, TypeError):
            good = False
        return None if good else f"{arrival.kind}: wrong content"

    def _is_right(self, arrival: Arrival, note: str, answer: Any) -> bool:
        match arrival.kind:
            case "record":
                return bool(answer["prompts"][0]["status"] == "recorded")
            case "context":
                return f"Name: {name_of(arrival.user)}\n" in answer["text"]
            case "search":
                return note in [result["entry"]["content"] for result in answer["results"]]
            case "save":
                self._notes[arrival.user].append(note)
                return bool(answer["entry"]["content"] == note and not answer["deduplicated"])
            case "profile":
                return bool(answer["profile"]["about"]["name"] == name_of(arrival.user))


def uid_of(user: int) -> str:
    """The user's id."""
    return f"user-{user}"


def name_of(user: int) -> str:
    """The user's name in the profile and in the context block."""
    return f"Person {user:04}"
