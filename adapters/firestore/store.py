"""The database: all collections, transactions, and queries across users."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, TypeVar

from google.api_core.exceptions import NotFound
from google.cloud.firestore import Client, DocumentSnapshot, FieldFilter, Query, Transaction
from google.cloud.firestore_v1.bulk_batch import BulkWriteBatch
from google.cloud.firestore_v1.field_path import FieldPath
from google.rpc.code_pb2 import ALREADY_EXISTS, OK

from adapters.firestore.codec import uid_of
from adapters.firestore.collections import FirestoreCollection, FirestoreUsers, user_reference
from adapters.firestore.erasure import erase_user
from adapters.firestore.failures import run_transaction, unavailable_on_failure
from adapters.firestore.notes import FirestoreNotes, FirestorePages, Overviews
from adapters.firestore.spending import FirestoreSpending, Learners
from shared.base.errors import Unavailable
from shared.documents.changelog import ChangelogEntry
from shared.documents.learning import Batch, Prompt
from shared.documents.memory import MemoryDigest
from shared.documents.sessions import Session
from shared.documents.user import UserState
from shared.ports import Due, DueKind, Records

T = TypeVar("T")

_DUE: dict[DueKind, tuple[str, str]] = {
    "decay": ("users", "decayDueAt"),
    "batches": ("batches", "redriveAt"),
    "memory": ("memory", "expiresAt"),
    "embeddings": ("memory", "embedDueAt"),
    "changelog": ("changelog", "expiresAt"),
    "sessions": ("sessions", "expiresAt"),
}
"""The collection group and the field of each kind of due document."""


class FirestoreRecords:
    """All collections, in a transaction or outside one. Implements `shared.ports.Records`."""

    def __init__(self, client: Client, transaction: Transaction | None = None) -> None:
        self.users = FirestoreUsers(client, transaction)
        self.prompts = FirestoreCollection(client, "prompts", Prompt, transaction)
        self.batches = FirestoreCollection(client, "batches", Batch, transaction)
        self.changelog = FirestoreCollection(client, "changelog", ChangelogEntry, transaction)
        self.sessions = FirestoreCollection(client, "sessions", Session, transaction)
        self.memory = FirestoreNotes(client, transaction)
        self.pages = FirestorePages(client, transaction)
        self.digests = FirestoreCollection(client, "derived", MemoryDigest, transaction)
        self.spending = FirestoreSpending(client, transaction)
        self._overviews = Overviews(client, transaction)
        self._learners = Learners(client, transaction)

    def overview(self, uid: str) -> tuple[UserState, MemoryDigest]:
        return self._overviews.get(uid)

    def learner(self, uid: str, batch_id: str) -> tuple[UserState | None, Batch | None]:
        return self._learners.get(uid, batch_id)


class FirestoreStore(FirestoreRecords):
    """Implements `shared.ports.Store` with a Firestore client."""

    def __init__(self, client: Client) -> None:
        super().__init__(client)
        self._client = client

    def transact(self, work: Callable[[Records], T]) -> T:
        return run_transaction(
            self._client,
            lambda transaction: work(FirestoreRecords(self._client, transaction)),
        )

    def create_prompts(self, uid: str, prompts: Sequence[Prompt]) -> list[bool]:
        """Creates prompts, whose ids must differ. See `shared.ports.Store`."""
        batch = BulkWriteBatch(self._client)
        for prompt in prompts:
            batch.create(self.prompts.reference(uid, prompt.id), self.prompts.fields(prompt))
        with unavailable_on_failure():
            codes = [status.code for status in batch.commit().status]
        if any(code not in (OK, ALREADY_EXISTS) for code in codes):
            raise Unavailable(
                "The database did not store every prompt. Send the request again, with the same "
                "ids or Idempotency-Key, so that no prompt is stored twice.",
                [{"reason": "DATABASE_BUSY"}],
            )
        return [code == OK for code in codes]

    def mark_used(self, uid: str, preferences: Sequence[str], at: datetime) -> None:
        used = {FieldPath("used", id_).to_api_repr(): at for id_ in preferences}
        # An update needs an existing document, so it cannot bring back a user who was erased.
        with unavailable_on_failure(), suppress(NotFound):
            user_reference(self._client, uid).update(used)

    def erase(self, uid: str) -> dict[str, int]:
        return erase_user(self._client, uid)

    def due(self, what: DueKind, now: datetime, limit: int, after: Due | None) -> list[Due]:
        group, field = _DUE[what]
        query: Query = (
            self._client.collection_group(group)
            .where(filter=FieldFilter(field, "<=", now))
            .order_by(field)
            .order_by("__name__")
        )
        if after:
            last = user_reference(self._client, after.uid)
            if after.id:
                last = last.collection(group).document(after.id)
            query = query.start_after({field: after.at, "__name__": last})
        with unavailable_on_failure():
            return [
                _due(found, found.get(field))
                for found in query.select([field]).limit(limit).stream()
            ]


def _due(found: DocumentSnapshot[Any], at: datetime) -> Due:
    user = found.reference.parent.parent
    return Due(uid_of(found.id), "", at) if user is None else Due(uid_of(user.id), found.id, at)
