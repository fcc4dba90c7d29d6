"""The operations that both emulators support, to be timed with their results checked."""

from collections.abc import Callable
from dataclasses import dataclass
from queue import Queue
from typing import Any

from google.cloud import firestore
from google.cloud.firestore_v1.base_query import FieldFilter

TEXT = "x" * 900
"""Makes a document about 1 KB."""
QUERIED, MATCHING, LIMIT = 1000, 10, 20
"""Documents in the queried collection; one in how many matches; the limit of the query."""
BATCH = 500
_PATIENCE = 20.0


def fields(number: int) -> dict[str, Any]:
    """The fields of a document of about 1 KB."""
    return {"n": number, "tag": f"t{number % MATCHING}", "text": TEXT}


@dataclass(frozen=True)
class Operation:
    """An operation to time.

    Attributes:
        name: its name in the report.
        work: does it once and checks the result; gets the client and a fresh number.
        times: calls per turn.
        documents: documents per call.
    """

    name: str
    work: Callable[[Any, int], None]
    times: int
    documents: int = 1


class Mismatch(Exception):
    """An emulator answered differently from Firestore."""


def expect(found: object, wanted: object) -> None:
    """Compares a result with Firestore's.

    Raises:
        Mismatch: they differ.
    """
    if found != wanted:
        raise Mismatch(f"{found!r} instead of {wanted!r}")


def prepare(client: Any) -> None:
    """Writes the documents that the operations need."""
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
    """A listener on one document, and the work of writing until it hears of the change."""

    def __init__(self, client: Any) -> None:
        self._reference = client.document("one/heard")
        self._reference.set({"n": -1})
        self._heard: Queue[Any] = Queue()
        self._watch = self._reference.on_snapshot(
            lambda found, _changes, _time: [self._heard.put(item.get("n")) for item in found]
        )
        self._until(-1)

    def work(self, _: Any, number: int) -> None:
        """Writes, and returns once the listener has received the write."""
        self._reference.set({"n": number})
        self._until(number)

    def close(self) -> None:
        """Stops listening."""
        self._watch.unsubscribe()

    def _until(self, number: int) -> None:
        while self._heard.get(timeout=_PATIENCE) != number:
            pass


OPERATIONS = [
    Operation("set", _set, 60),
    Operation("get", _get, 60),
    Operation("update", _update, 60),
    Operation("read-write transaction", _transaction, 30),
    Operation(f"query of {LIMIT} documents among {QUERIED:,}", _query, 15, LIMIT),
    Operation(f"batch of {BATCH}", _batch, 2, BATCH),
]
LISTEN = "write until a listener hears of it"
LISTENED = 30
