"""Notes with their vectors, the pages that searches read, and the overview of a user."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any

from google.api_core.exceptions import FailedPrecondition, InvalidArgument
from google.cloud.firestore import (
    DELETE_FIELD,
    DocumentReference,
    DocumentSnapshot,
    Transaction,
)
from google.cloud.firestore_v1.field_path import FieldPath
from google.cloud.firestore_v1.vector import Vector as StoredVector

from adapters.firestore.client import GuardedClient
from adapters.firestore.codec import INTAKE_FIELDS, S, from_snapshot, state_of, stored_names
from adapters.firestore.collections import FirestoreCollection, user_reference, writer
from adapters.firestore.failures import unavailable_on_failure
from adapters.firestore.nearest import nearest
from shared.base.errors import Unavailable
from shared.base.ids import problem_with
from shared.documents.memory import DIGEST_ID, MemoryDigest, MemoryEntry, MemoryPage, Tier
from shared.documents.settings import Settings
from shared.documents.user import Intake, UserState
from shared.ports import Vector

_EMBEDDING = "embedding"
_PURGE_AT = "purgeAt"
PURGE_AFTER = timedelta(days=7)
"""How long after an entry's expiry Firestore's own time-to-live policy removes it.

Maintenance removes expired entries earlier, and from the digest and the pages too. The policy is
for deployments without maintenance.
"""
_FIELDS = stored_names(MemoryEntry)
_WITH_NOTES = sorted({*INTAKE_FIELDS, *stored_names(MemoryDigest), *_FIELDS})


class FirestoreNotes(FirestoreCollection[MemoryEntry]):
    """`users/{uid}/memory`. Implements `shared.ports.Notes`.

    Entries are read without their vectors, which are ten times as large.
    """

    def __init__(self, client: GuardedClient, transaction: Transaction | None) -> None:
        super().__init__(client, "memory", MemoryEntry, transaction, field_paths=_FIELDS)

    def write_entry(
        self, uid: str, entry: MemoryEntry, vector: Vector | None, *, keep_vector: bool
    ) -> None:
        reference = self.reference(uid, entry.id)
        fields = self.fields(entry)
        if vector is not None:
            fields[_EMBEDDING] = StoredVector(vector)
        if entry.expires_at is not None:
            fields[_PURGE_AT] = entry.expires_at + PURGE_AFTER
        if keep_vector:
            names = [*_FIELDS, _PURGE_AT]
            complete = {name: fields.get(name, DELETE_FIELD) for name in names}
            writer(self._transaction).set(reference, complete, merge=names)
        else:
            writer(self._transaction).set(reference, fields)

    def nearest_entries(
        self, uid: str, vector: Vector, limit: int, tier: Tier | None = None
    ) -> dict[str, float]:
        equal = {"tier": tier.value} if tier else {}
        wanted = _EMBEDDING, StoredVector(vector)
        user = user_reference(self._client, uid).path
        with unavailable_on_failure():
            try:
                found = nearest(self._client.calls, user, self._name, wanted, limit, equal)
                return {id_: 1.0 - distance for id_, distance in found.items()}
            except (FailedPrecondition, InvalidArgument) as error:
                raise Unavailable(
                    "The vector index does not match the embeddings model. Declare it with the "
                    "model's dimensions, REKINDLE_EMBEDDINGS_DIMENSIONS.",
                    [{"reason": "NO_VECTOR_INDEX"}],
                ) from error

    def vectors_of(self, uid: str, ids: Sequence[str]) -> dict[str, Vector]:
        references = [self.reference(uid, id_) for id_ in ids]
        with unavailable_on_failure():
            found = list(self._client.get_all(references, [_EMBEDDING]))
        stored = {item.id: (item.to_dict() or {}).get(_EMBEDDING) for item in found if item.exists}
        return {id_: list(vector) for id_, vector in stored.items() if vector is not None}


class FirestorePages(FirestoreCollection[MemoryPage]):
    """`users/{uid}/pages`. Implements `shared.ports.PageCollection`."""

    def __init__(self, client: GuardedClient, transaction: Transaction | None) -> None:
        super().__init__(client, "pages", MemoryPage, transaction)

    def stream(self, uid: str, ids: Sequence[str]) -> Iterator[MemoryPage]:
        """Yields pages as they arrive. The next one is received when it is asked for."""
        references = [self.reference(uid, id_) for id_ in ids]
        with unavailable_on_failure():
            for snapshot in self._client.get_all(references, transaction=self._transaction):
                if snapshot.exists:
                    yield from_snapshot(MemoryPage, snapshot)

    def set_lines(self, uid: str, page: str, lines: Mapping[str, str | None]) -> None:
        values = {id_: DELETE_FIELD if line is None else line for id_, line in lines.items()}
        paths = [FieldPath("entries", id_) for id_ in values]
        writer(self._transaction).set(self.reference(uid, page), {"entries": values}, merge=paths)


class Overviews:
    """Reads a user's document and digest together, and notes with them."""

    def __init__(
        self, client: GuardedClient, transaction: Transaction | None, defaults: Settings
    ) -> None:
        """`defaults` are the settings of users who set none."""
        self._client = client
        self._transaction = transaction
        self._defaults = defaults

    def get(self, uid: str) -> tuple[UserState, MemoryDigest]:
        """Returns what is stored of both."""
        user, digest = self._both(uid)
        found = self._read([user, digest], None)
        return self._state(UserState, user, digest, found), _digest(found[digest.path])

    def get_with(
        self, uid: str, notes: Sequence[str]
    ) -> tuple[Intake, MemoryDigest, dict[str, MemoryEntry]]:
        """Returns a part of the state and the digest, with those of the notes that exist.

        One call has one mask, which names the fields of all three.
        """
        user, digest = self._both(uid)
        entries = [
            user.collection("memory").document(id_) for id_ in notes if not problem_with(id_)
        ]
        found = self._read([user, digest, *entries], _WITH_NOTES)
        return (
            self._state(Intake, user, digest, found),
            _digest(found[digest.path]),
            {
                entry.id: from_snapshot(MemoryEntry, found[entry.path])
                for entry in entries
                if found[entry.path].exists
            },
        )

    def _both(self, uid: str) -> tuple[DocumentReference, DocumentReference]:
        user = user_reference(self._client, uid)
        return user, user.collection("derived").document(DIGEST_ID)

    def _read(
        self, wanted: Sequence[DocumentReference], fields: Sequence[str] | None
    ) -> dict[str, DocumentSnapshot[Any]]:
        with unavailable_on_failure():
            return {
                snapshot.reference.path: snapshot
                for snapshot in self._client.get_all(wanted, fields, self._transaction)
            }

    def _state(
        self,
        model: type[S],
        user: DocumentReference,
        digest: DocumentReference,
        found: Mapping[str, DocumentSnapshot[Any]],
    ) -> S:
        known = found[digest.path].exists
        return state_of(model, found[user.path], self._defaults, known=known) or model(
            settings=Settings().over(self._defaults)
        )


def _digest(stored: DocumentSnapshot[Any]) -> MemoryDigest:
    return from_snapshot(MemoryDigest, stored) if stored.exists else MemoryDigest()
