"""What users spent on a day, `spending/{key}`: outside their own data, so that it outlives that."""

from datetime import datetime

from google.cloud.firestore import Client, DocumentReference, Transaction

from adapters.firestore.collections import writer
from adapters.firestore.failures import unavailable_on_failure


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
