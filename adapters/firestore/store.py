"""The database: all collections, transactions, and queries across users."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, TypeVar

from google.api_core.exceptions import NotFound
from google.cloud.firestore import DELETE_FIELD, DocumentSnapshot, FieldFilter, Query, Transaction
from google.cloud.firestore_v1.field_path import FieldPath
from google.rpc.code_pb2 import ALREADY_EXISTS, OK

from adapters.firestore.client import GuardedClient
from adapters.firestore.codec import ERASE_DUE_AT, from_snapshot, owner_of, state_of
from adapters.firestore.collections import FirestoreCollection, FirestoreUsers, user_reference
from adapters.firestore.erasure import erase_user
from adapters.firestore.failures import refuse_failed, run_transaction, unavailable_on_failure
from adapters.firestore.notes import FirestoreNotes, FirestorePages, Overviews
from adapters.firestore.spending import FirestoreSpending
from shared.base.errors import AlreadyExists, Unreadable
from shared.base.ids import problem_with
from shared.documents.changelog import ChangelogEntry
from shared.documents.forgotten import ForgottenPage
from shared.documents.imports import ImportRecord
from shared.documents.learning import Batch, Prompt
from shared.documents.memory import MemoryDigest, MemoryEntry
from shared.documents.purges import Purge
from shared.documents.sessions import Session
from shared.documents.setbacks import Setback
from shared.documents.settings import Settings
from shared.documents.user import Intake, UserState
from shared.ports import Due, DueKind, Erasure, FoundSetback, Records

T = TypeVar("T")

_DUE: dict[DueKind, tuple[str, str]] = {
    "batches": ("batches", "redriveAt"),
    "erasures": ("users", ERASE_DUE_AT),
    "decay": ("users", "decayDueAt"),
    "memory": ("memory", "expiresAt"),
    "embeddings": ("memory", "embedDueAt"),
    "changelog": ("changelog", "expiresAt"),
    "sessions": ("sessions", "expiresAt"),
}
"""The collection group and the field of each kind of due document."""


class FirestoreRecords:
    """All collections, in a transaction or outside one. Implements `shared.ports.Records`."""

    def __init__(
        self, client: GuardedClient, defaults: Settings, transaction: Transaction | None = None
    ) -> None:
        self.users = FirestoreUsers(client, transaction, defaults)
        self.prompts = FirestoreCollection(client, "prompts", Prompt, transaction)
        self.batches = FirestoreCollection(client, "batches", Batch, transaction)
        self.changelog = FirestoreCollection(client, "changelog", ChangelogEntry, transaction)
        self.sessions = FirestoreCollection(client, "sessions", Session, transaction)
        self.memory = FirestoreNotes(client, transaction)
        self.pages = FirestorePages(client, transaction)
        self.digests = FirestoreCollection(client, "derived", MemoryDigest, transaction)
        self.forgotten = FirestoreCollection(client, "derived", ForgottenPage, transaction)
        self.purges = FirestoreCollection(client, "derived", Purge, transaction)
        self.imports = FirestoreCollection(client, "derived", ImportRecord, transaction)
        self.setbacks = FirestoreCollection(client, "setbacks", Setback, transaction)
        self.spending = FirestoreSpending(client, transaction)
        self._reading = client, transaction
        self._defaults = defaults
        self._overviews = Overviews(client, transaction, defaults)

    def overview(self, uid: str) -> tuple[UserState, MemoryDigest]:
        return self._overviews.get(uid)

    def overview_with(
        self, uid: str, notes: Sequence[str]
    ) -> tuple[Intake, MemoryDigest, dict[str, MemoryEntry]]:
        return self._overviews.get_with(uid, notes)

    def learner(self, uid: str, batch_id: str) -> tuple[UserState | None, Batch | None]:
        if problem_with(batch_id):
            return None, None  # no document can have such an id
        client, transaction = self._reading
        user, batch = user_reference(client, uid), self.batches.reference(uid, batch_id)
        with unavailable_on_failure():
            found = {
                snapshot.reference.path: snapshot
                for snapshot in client.get_all([user, batch], transaction=transaction)
            }
        state = state_of(UserState, found[user.path], self._defaults)
        stored = found[batch.path]
        return state, (from_snapshot(Batch, stored) if stored.exists else None)

    def due_time(self, what: DueKind, uid: str, id_: str) -> datetime | None:
        client, transaction = self._reading
        group, field = _DUE[what]
        user = user_reference(client, uid)
        with unavailable_on_failure():
            if group == "users":
                found = [user.get([field], transaction=transaction)]
            elif what == "batches":
                found = [user.collection(group).document(id_).get([field], transaction=transaction)]
            else:
                query = user.collection(group).order_by(field).select([field]).limit(1)
                found = list(query.stream(transaction=transaction))
        at = (found[0].to_dict() or {}).get(field) if found else None
        return at if isinstance(at, datetime) else None


class FirestoreStore(FirestoreRecords):
    """Implements `shared.ports.Store` with a Firestore client."""

    def __init__(self, client: GuardedClient, defaults: Settings | None = None) -> None:
        """`defaults` are the deployment's, for settings that a user did not set."""
        super().__init__(client, defaults or Settings())
        self._client = client

    def transact(self, work: Callable[[Records], T]) -> T:
        return run_transaction(
            self._client,
            lambda transaction: work(FirestoreRecords(self._client, self._defaults, transaction)),
        )

    def create_prompts(
        self, uid: str, prompts: Sequence[Prompt], *, together: bool = False
    ) -> list[bool]:
        """Creates prompts, whose ids must differ. See `shared.ports.Store`."""
        if together:
            return [self._create_all(uid, prompts)] * len(prompts)
        calls = self._client.calls
        writes = [
            calls.replacing(
                self.prompts.reference(uid, prompt.id).path,
                self.prompts.fields(prompt),
                create=True,
            )
            for prompt in prompts
        ]
        with unavailable_on_failure():
            statuses = calls.write_each(writes)
        refuse_failed(
            [status for status in statuses if status.code not in (OK, ALREADY_EXISTS)],
            "The database did not store every prompt. Send the request again, with the same ids or "
            "Idempotency-Key, so that no prompt is stored twice.",
        )
        return [status.code == OK for status in statuses]

    def _create_all(self, uid: str, prompts: Sequence[Prompt]) -> bool:
        batch = self._client.batch()
        for prompt in prompts:
            batch.create(self.prompts.reference(uid, prompt.id), self.prompts.fields(prompt))
        try:
            with unavailable_on_failure():
                batch.commit()
        except AlreadyExists:
            return False
        return True

    def mark_used(
        self, uid: str, preferences: Sequence[str], at: datetime, connection: str | None
    ) -> None:
        through = connection or DELETE_FIELD
        used = {
            FieldPath(name, id_).to_api_repr(): value
            for id_ in preferences
            for name, value in (("used", at), ("usedThrough", through))
        }
        # An update needs an existing document, so it cannot bring back a user who was erased.
        with unavailable_on_failure(), suppress(NotFound):
            user_reference(self._client, uid).update(used)

    def erase(
        self,
        uid: str,
        resume_at: datetime,
        has_time: Callable[[], bool],
        *,
        only_begun: bool = False,
    ) -> Erasure:
        return erase_user(self._client, uid, resume_at, has_time, only_begun=only_begun)

    def due(self, what: DueKind, now: datetime, limit: int, after: Due | None) -> list[Due]:
        group, field = _DUE[what]
        query: Query = (
            self._client.collection_group(group)
            .where(filter=FieldFilter(field, "<=", now))
            .order_by(field)
            .order_by("__name__")
        )
        if after:
            last = self._client.document(after.path)
            query = query.start_after({field: after.at, "__name__": last})
        with unavailable_on_failure():
            found = list(query.select([field]).limit(limit).stream())
        return [_due(group, snapshot, snapshot.get(field)) for snapshot in found]

    def all_setbacks(self, limit: int, after: str | None) -> list[FoundSetback]:
        query: Query = self._client.collection_group("setbacks").order_by("__name__")
        if after:
            query = query.start_after({"__name__": self._client.document(after)})
        with unavailable_on_failure():
            found = list(query.limit(limit).stream())
        return [_found_setback(snapshot) for snapshot in found]


def _due(group: str, found: DocumentSnapshot[Any], at: datetime) -> Due:
    uid = owner_of(group, found)
    id_ = "" if group == "users" or not uid else found.id
    return Due(uid, id_, at, found.reference.path)


def _found_setback(found: DocumentSnapshot[Any]) -> FoundSetback:
    uid = owner_of("setbacks", found)
    try:
        setback = from_snapshot(Setback, found) if uid else None
    except Unreadable:
        setback = None
    return FoundSetback(uid, found.reference.path, setback)
