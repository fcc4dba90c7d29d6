"""Due notes, a page at a time: one that cannot be handled does not keep the others."""

from collections.abc import Callable, Sequence

from shared.base.errors import Unavailable
from shared.documents.memory import MemoryEntry
from shared.ports import Cursor, Order, Step, Store, Where


def handle_due(
    store: Store,
    uid: str,
    due: Where,
    limit: int,
    after: Cursor | None,
    together: Callable[[Where, Order], Sequence[MemoryEntry]],
    alone: Callable[[str], None],
    *,
    divided_by: type[Unavailable] | tuple[()] = (),
) -> Step:
    """Handles one page of the notes that are `due`: together if that works, or one by one.

    Notes that cannot be read or handled stay, and are counted as failed. The next page begins
    behind them.

    Args:
        store: the store.
        uid: the user.
        due: which notes are due: an upper limit for a time.
        limit: how many notes are a page.
        after: the last note of the page before.
        together: reads and handles a page, all of it or nothing, and returns its notes.
        alone: reads and handles one note.
        divided_by: the kind of Unavailable that may be one note's fault.

    Raises:
        Unavailable: the database or the model did not answer; run it again.
    """
    order = Order(due.field)
    try:
        handled = together(due, order)
    except Unavailable as error:
        if not isinstance(error, divided_by):
            raise
        cursors = store.memory.cursors(uid, due, order=order, limit=limit, after=after)
    except Exception:
        cursors = store.memory.cursors(uid, due, order=order, limit=limit, after=after)
    else:
        full = len(handled) == limit
        time = {"expiresAt": "expires_at", "embedDueAt": "embed_due_at"}[due.field]
        last = Cursor(getattr(handled[-1], time), handled[-1].id) if full else None
        return Step(len(handled), after=last)
    failed, reason = 0, ""
    for cursor in cursors:
        try:
            alone(cursor.id)
        except Unavailable:
            raise
        except Exception as error:  # any error is that note's alone
            failed, reason = failed + 1, type(error).__name__
    last = cursors[-1] if len(cursors) == limit else None
    return Step(len(cursors) - failed, failed, reason, last)
