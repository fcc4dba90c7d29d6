"""Notes that wait for the user's word because they give an assistant orders.

Only what comes through a connection is judged: what users write in their own app is theirs. A note
that waits is stored, but in no tier, digest or page, so that no context, search or list for an
assistant has it.
"""

from collections.abc import Sequence

from shared.base.acting import current_connection
from shared.base.errors import ResourceExhausted
from shared.base.safety.poison import gives_orders
from shared.documents.memory import MemoryEntry

MAX_WAITING = 100
"""How many notes of a user may wait."""


def is_suspect(content: str, tags: Sequence[str] = (), thread_id: str | None = None) -> bool:
    """Returns whether a note that is being written has to wait for the user's word.

    Every text of it is judged, since a model is shown them all.
    """
    return current_connection() is not None and gives_orders(content, *tags, thread_id or "")


def is_hidden(entry: MemoryEntry) -> bool:
    """Returns whether a note is not for the eyes of whoever asks: a connection, while it waits."""
    return bool(entry.quarantined) and current_connection() is not None


def check_room(waiting: int) -> None:
    """Refuses a further note when too many wait.

    Raises:
        ResourceExhausted: the user has to answer some first; nothing was changed.
    """
    if waiting >= MAX_WAITING:
        raise ResourceExhausted(
            f"{MAX_WAITING} notes already wait in the inbox because they give orders to an "
            "assistant. Ask the user to accept or reject some of them, then retry.",
            [{"reason": "QUARANTINE_FULL", "limit": MAX_WAITING}],
        )
