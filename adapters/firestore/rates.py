"""The shared count of requests, `rates/{key}`: one document per user who sends many."""

from datetime import timedelta

from google.cloud.firestore import Client, Transaction

from adapters.firestore.failures import run_transaction
from shared.account.rate_limits import window_end
from shared.base.clock import Clock

KEPT = timedelta(days=1)


class FirestoreRates:
    """See `shared.account.rate_limits.TakeShare`."""

    def __init__(self, client: Client, clock: Clock) -> None:
        self._client = client
        self._clock = clock

    def take_share(self, key: str, window: int, count: int, limit: int) -> bool:
        """Counts `count` requests of a key in a window, unless that passes the limit.

        Raises:
            Unavailable: the database did not answer.
        """
        reference = self._client.collection("rates").document(key)

        def take(transaction: Transaction) -> bool:
            stored = reference.get(transaction=transaction).to_dict() or {}
            taken = stored.get("count", 0) if stored.get("window") == window else 0
            if taken + count > limit:
                return False
            ends = window_end(window, self._clock()) + KEPT
            fields = {"window": window, "count": taken + count, "expiresAt": ends}
            transaction.set(reference, fields)
            return True

        return run_transaction(self._client, take)
