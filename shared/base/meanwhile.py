"""Work that goes on beside a request and has ended when its answer is sent.

An answer need not wait for a write that it does not depend on until everything else is done. But
where the process only runs while it answers, nothing may be left for afterwards.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from threading import Thread

log = logging.getLogger(__name__)

Work = Callable[[], None]

_started: ContextVar[list[Thread] | None] = ContextVar("meanwhile", default=None)


@contextmanager
def ends_with() -> Iterator[None]:
    """Waits at the end for all work that was started inside; a deadline of its own limits it."""
    threads: list[Thread] = []
    token = _started.set(threads)
    try:
        yield
    finally:
        _started.reset(token)
        for thread in threads:
            thread.join()


def meanwhile(work: Work) -> None:
    """Starts work beside the current request, in its context; without a request, does it at once.

    A failure is logged, and none of the request's concern.
    """
    threads = _started.get()
    if threads is None:
        _done(work)
        return
    thread = Thread(target=copy_context().run, args=(_done, work), daemon=True)
    threads.append(thread)
    thread.start()


def _done(work: Work) -> None:
    try:
        work()
    except Exception as error:
        log.warning("work beside a request failed: %s", type(error).__name__)
