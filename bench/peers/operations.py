"""The operations that both emulators have, as work that is timed and whose result is checked."""

from collections.abc import Callable
from dataclasses import dataclass
from queue import Queue
from typing import Any

from google.cloud import firestore
from google.cloud.firestore_v1.base_query import FieldFilter

TEXT = "x" * 900
"""What makes a document about 1 KB."""
QUERIED, MATCHING, LIMIT = 1000, 10, 20
"""Documents of the collection that is queried; every tenth matches; how many are asked for."""
BATCH = 500
_PATIENCE = 20.0


def fields(number: int) -> dict[str, Any]:
    """The fields of a document of about 1 KB."""
    return {"n": number, "tag": f"t{number % MATCHING}", "text": TEXT}


@dataclass(frozen=True)
class Operation:
    """Something to time.

    Attributes:
        name: what the report calls it.
        work: does it once and checks what came of it; gets the client and a number that is new.
        times: how often in one turn.
        documents: how many documents each call is about.
    """

    name: str
    work: Callable[[Any, int], None]
    times: int
    documents: int = 1


class Mismatch(Exception):
    """An emulator answered something else than Firestore would."""


def expect(found: object, wanted: object) -> None:
    """Compares.

    Raises:
        Mismatch: they differ.
    """
    if found != wanted:
        raise Mismatch(f"{found!r} where Firestore gives {wanted!r}")


def prepare(client: Any) -> None:
    """Writes what the operations find."""
    fill(client, "queried", QUERIED)
    client.document("one/document").set(fields(1))
    client.document("one/updated").set(fields(1))
    client.document("one/counter").set({"n": 0})


def fill(client: Any, collection: str, count: int) -> None:
    """Writes documents, in batches."""
    for first in range(0, count, BATCH):
        batch = client.batch()
        for number in range(first, min(first + BATCH, count)):
            batch.set(client.document(f"{collection}/d{number:06}"), fields(number))
        batch.commit()


def _set(client: Any, number: int) -> None:
    client.document(f"written/s{number}").set(fields(number))


def _get(client: Any, _: int) -> None:
    expect(client.document("one/document").get().to_dict(), fields(1))


def _update(client: Any, number: int) -> None:
    client.document("one/updated").update({"n": number})


def _transaction(client: Any, _: int) -> None:
    reference = client.document("one/counter")

    @firestore.transactional
    def increment(transaction: Any) -> None:
        now = reference.get(transaction=transaction).get("n")
        transaction.update(reference, {"n": now + 1})

    increment(client.transaction())


def _query(client: Any, number: int) -> None:
    tag = f"t{number % MATCHING}"
    query = client.collection("queried").where(filter=FieldFilter("tag", "==", tag)).limit(LIMIT)
    found = [item.get("n") for item in query.stream()]
    expect(found, [number % MATCHING + MATCHING * place for place in range(LIMIT)])


def _batch(client: Any, number: int) -> None:
    batch = client.batch()
    for place in range(BATCH):
        batch.set(client.document(f"batched/b{place}"), fields(number))
    expect(len(batch.commit()), BATCH)


class Listener:
    """A listener of one document, and the work of waiting until it has heard of a change."""

    def __init__(self, client: Any) -> None:
        self._reference = client.document("one/heard")
        self._reference.set({"n": -1})
        self._heard: Queue[Any] = Queue()
        self._watch = self._reference.on_snapshot(
            lambda found, _changes, _time: [self._heard.put(item.get("n")) for item in found]
        )
        self._until(-1)

    def work(self, _: Any, number: int) -> None:
        """Writes, and returns when the listener has been called with what was written."""
        self._reference.set({"n": number})
        self._until(number)

    def close(self) -> None:
        """Ends it."""
        self._watch.unsubscribe()

    def _until(self, number: int) -> None:
        while self._heard.get(timeout=_PATIENCE) != number:
            pass


OPERATIONS = [
    Operation("set", _set, 60),
    Operation("get", _get, 60),
    Operation("update", _update, 60),
    Operation("transaction of a read and a write", _transaction, 30),
    Operation(f"query of {LIMIT} documents among {QUERIED:,}", _query, 15, LIMIT),
    Operation(f"batch of {BATCH}", _batch, 2, BATCH),
]
LISTEN = "a listener hears of a write"
LISTENED = 30
