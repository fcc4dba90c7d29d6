"""The shared request counters, `rates/{key}`: one document for each user who sends many."""

from datetime import timedelta

from google.cloud.firestore import Client, Transaction

from adapters.firestore.failures import run_transaction
from shared.account.rate_limits import window_end
from shared.base.clock import Clock

_RETENTION = timedelta(days=1)


class FirestoreRates:
    """Counts requests in Firestore, for `shared.account.rate_limits`."""

    def __init__(self, client: Client, clock: Clock) -> None:
        self._client = client
        self._clock = clock

    def take_share(self, key: str, window: int, count: int, limit: int) -> bool:
        """Adds `count` requests to a key's window; returns False if that would exceed the limit.

        Raises:
            Unavailable: the database did not answer.
        """
        reference = self._client.collection("rates").document(key)

        def take(transaction: Transaction) -> bool:
            stored = reference.get(transaction=transaction).to_dict() or {}
            taken = stored.get("count", 0) if stored.get("window") == window else 0
            if taken + count > limit:
                return False
            expires_at = window_end(window, self._clock()) + _RETENTION
            fields = {"window": window, "count": taken + count, "expiresAt": expires_at}
            transaction.set(reference, fields)
            return True

        return run_transaction(self._client, take)
