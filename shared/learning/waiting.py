"""Waits for an analysis to end, for as long as the request may take."""

from collections.abc import Callable
from threading import BoundedSemaphore

from shared.base.backoff import pauses
from shared.base.deadline import time_left
from shared.documents.learning import Batch
from shared.ports import Store

AT_ONCE = 4
"""How many requests of a process may wait. One more is answered at once, so that waiting never
takes the threads that others need."""
_FIRST_PAUSE = 0.3
_LONGEST_PAUSE = 3.0
"""Seconds between looks, each of which is a read; see `shared.base.backoff`."""
_TO_ANSWER = 2.0
"""Seconds of the request that are kept for its last look and its answer."""

Sleep = Callable[[float], None]
"""Pauses for a number of seconds."""


class Waiter:
    """Waits for analyses. Thread-safe."""

    def __init__(self, store: Store, sleep: Sleep) -> None:
        self._store = store
        self._sleep = sleep
        self._places = BoundedSemaphore(AT_ONCE)

    def until_ended(self, uid: str, batch: Batch) -> Batch:
        """Returns the batch once its analysis has ended, or as it is when there is no time left.

        An analysis that failed and is to be tried again later is not waited for.

        Raises:
            Unavailable: the database did not answer.
        """
        if not self._places.acquire(blocking=False):
            return batch
        try:
            for pause in pauses(_FIRST_PAUSE, _LONGEST_PAUSE):
                left = time_left() - _TO_ANSWER
                if batch.state.ended or left <= 0:
                    break
                self._sleep(min(pause, left))
                before, batch = batch, self._store.batches.get(uid, batch.id) or batch
                if batch.error not in (None, before.error):
                    break
            return batch
        finally:
            self._places.release()
