"""Creates established users through the API, with facts, preferences and notes."""

from concurrent.futures import ThreadPoolExecutor
from itertools import islice

from bench.workload import first_notes, name_of, prompts, uid_of
from emulator.client import StackProcess

_AT_ONCE = 4
_PROMPTS = 10


def settle(stack: StackProcess, users: int, seed: int) -> None:
    """Creates users 0 to `users - 1` and waits until everything they said is learned.

    Raises:
        httpx.HTTPStatusError: the stack refused a request.
    """
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        list(pool.map(lambda user: _settle_one(stack, user, seed), range(users)))
    stack.idle()


def _settle_one(stack: StackProcess, user: int, seed: int) -> None:
    notes = first_notes(user, seed)
    entries = [{"content": note, "target": "archive"} for note in notes]
    entries += [
        {"content": f"The tests of {name_of(user)} need Docker.", "target": "memory"},
        {"content": f"{name_of(user)} prefers mornings.", "target": "user"},
    ]
    said = [{"content": text} for text in islice(prompts(seed + user), _PROMPTS)]
    with stack.user(uid_of(user)) as client:
        for method, path, body in (
            ("PATCH", "/v1/profile/about", {"name": name_of(user), "timezone": "Europe/Zurich"}),
            ("POST", "/v1/memory/batch", {"entries": entries}),
            ("POST", "/v1/prompts", {"prompts": said}),
        ):
            client.request(method, path, json=body).raise_for_status()
