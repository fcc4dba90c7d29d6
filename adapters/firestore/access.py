"""Access in Firestore: `connections`, `codes` and `clients`, which no client's rules open."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Generic, TypeVar

from google.api_core.exceptions import NotFound
from google.cloud.firestore import Client as FirestoreClient
from google.cloud.firestore import DocumentReference, FieldFilter, Increment, Transaction

from adapters.firestore.codec import from_fields, to_fields
from adapters.firestore.collections import writer
from adapters.firestore.failures import run_transaction, unavailable_on_failure
from shared.access.ports import AccessRecords
from shared.base.errors import Unreadable
from shared.base.model import Model
from shared.documents.access import Client, Code, Connection

M = TypeVar("M", bound=Model)
T = TypeVar("T")


class FirestoreTable(Generic[M]):
    """A collection of documents by key. Implements `shared.access.ports.Table`."""

    def __init__(
        self,
        client: FirestoreClient,
        name: str,
        model: type[M],
        transaction: Transaction | None,
    ) -> None:
        self._name = name
        self._collection = client.collection(self._name)
        self._model = model
        self._transaction = transaction

    def get(self, key: str) -> M | None:
        with unavailable_on_failure():
            snapshot = self._reference(key).get(transaction=self._transaction)
        return from_fields(self._model, snapshot.to_dict() or {}) if snapshot.exists else None

    def of(self, uid: str) -> dict[str, M]:
        query = self._collection.where(filter=FieldFilter("uid", "==", uid))
        found: dict[str, M] = {}
        with unavailable_on_failure():
            snapshots = list(query.stream(transaction=self._transaction))
        for snapshot in snapshots:
            with suppress(Unreadable):
                found[snapshot.id] = from_fields(self._model, snapshot.to_dict() or {})
        return found

    def owners(self, limit: int, after: str | None) -> list[tuple[str, str]]:
        query = self._collection.order_by("__name__").select(["uid"])
        if after is not None:
            query = query.start_after({"__name__": self._reference(after)})
        with unavailable_on_failure():
            found = list(query.limit(limit).stream(transaction=self._transaction))
        return [(each.id, str((each.to_dict() or {}).get("uid", ""))) for each in found]

    def save(self, key: str, item: M) -> None:
        writer(self._transaction).set(self._reference(key), to_fields(item))

    def delete(self, key: str) -> None:
        writer(self._transaction).delete(self._reference(key))

    def _reference(self, key: str) -> DocumentReference:
        reference: DocumentReference = self._collection.document(key)
        return reference


class FirestoreAccessRecords:
    """The three collections. Implements `shared.access.ports.AccessRecords`."""

    def __init__(self, client: FirestoreClient, transaction: Transaction | None = None) -> None:
        self.connections = FirestoreTable(client, "connections", Connection, transaction)
        self.codes = FirestoreTable(client, "codes", Code, transaction)
        self.clients = FirestoreTable(client, "clients", Client, transaction)


class FirestoreAccess(FirestoreAccessRecords):
    """Implements `shared.access.ports.AccessStore`."""

    def __init__(self, client: FirestoreClient) -> None:
        super().__init__(client)
        self._client = client

    def transact(self, work: Callable[[AccessRecords], T]) -> T:
        return run_transaction(
            self._client,
            lambda transaction: work(FirestoreAccessRecords(self._client, transaction)),
        )

    def count_use(self, key: str, reads: int, at: datetime) -> None:
        reference = self._client.collection("connections").document(key)
        # An update needs an existing document, so it cannot bring back what was cut off.
        with unavailable_on_failure(), suppress(NotFound):
            reference.update({"lastUsedAt": at, "reads": Increment(reads)})
