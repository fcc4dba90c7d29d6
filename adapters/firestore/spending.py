"""What an analysis needs besides collections: its user and batch in one read, and spending."""

from datetime import datetime

from google.cloud.firestore import Client, DocumentReference, Transaction

from adapters.firestore.codec import from_snapshot
from adapters.firestore.collections import user_reference, writer
from adapters.firestore.failures import unavailable_on_failure
from shared.base.ids import problem_with
from shared.documents.learning import Batch
from shared.documents.user import UserState


class FirestoreSpending:
    """`spending/{key}`. Implements `shared.ports.Spending`."""

    def __init__(self, client: Client, transaction: Transaction | None) -> None:
        self._client = client
        self._transaction = transaction

    def get(self, key: str) -> float:
        with unavailable_on_failure():
            snapshot = self._reference(key).get(transaction=self._transaction)
        return float((snapshot.to_dict() or {}).get("amount", 0.0))

    def put(self, key: str, amount: float, expires_at: datetime) -> None:
        fields = {"amount": amount, "expiresAt": expires_at}
        writer(self._transaction).set(self._reference(key), fields)

    def _reference(self, key: str) -> DocumentReference:
        reference: DocumentReference = self._client.collection("spending").document(key)
        return reference


class Learners:
    """Reads a user's document and a batch together."""

    def __init__(self, client: Client, transaction: Transaction | None) -> None:
        self._client = client
        self._transaction = transaction

    def get(self, uid: str, batch_id: str) -> tuple[UserState | None, Batch | None]:
        if problem_with(batch_id):
            return None, None  # no document can have such an id
        user = user_reference(self._client, uid)
        batch = user.collection("batches").document(batch_id)
        with unavailable_on_failure():
            found = {
                snapshot.reference.path: snapshot
                for snapshot in self._client.get_all([user, batch], transaction=self._transaction)
                if snapshot.exists
            }
        return (
            from_snapshot(UserState, found[user.path]) if user.path in found else None,
            from_snapshot(Batch, found[batch.path]) if batch.path in found else None,
        )
