"""Takes back what a connection has done to a user's notes."""

from collections.abc import Callable, Sequence
from datetime import datetime

from shared.base.clock import Clock
from shared.base.errors import FailedPrecondition, InvalidArgument, ResourceExhausted
from shared.documents.memory import MemoryEntry
from shared.memory.authorship import as_before, is_touched_since
from shared.memory.embeddings import Embedder
from shared.memory.notebook import Notebook
from shared.memory.notebooks import Notebooks
from shared.memory.quota import Quota
from shared.ports import Store, Where

_AT_ONCE = 100
"""How many notes change in one transaction."""


class NotesTakenBack:
    """Takes back what connections made of notes. Every method may raise Unavailable."""

    def __init__(
        self, store: Store, clock: Clock, embedder: Embedder | None, quota: Quota | None = None
    ) -> None:
        self._store = store
        self._clock = clock
        self._embedder = embedder
        self._notebooks = Notebooks(store, quota or Quota())

    def is_known(self, uid: str, connection: str) -> bool:
        """Returns whether a connection has changed or deleted notes that it had not made."""
        edited = self._store.memory.count(uid, Where("editedBy", "==", connection))
        return edited > 0 or connection in self._store.overview(uid)[1].touched

    def take_back(self, uid: str, connection: str, since: datetime) -> tuple[int, bool]:
        """Removes the notes that a connection has made since a time, and restores those it changed.

        It goes page by page. If it stops, repeating it does the rest.

        Returns:
            How many notes were removed or restored, and whether that was all.
        """
        touched = self._store.overview(uid)[1].touched.get(connection)
        removed = self._remove(uid, connection, since)
        edited = self._store.memory.query(uid, Where("editedBy", "==", connection))
        ids = [entry.id for entry in edited if is_touched_since(entry, since)]
        restored = 0
        for first in range(0, len(ids), _AT_ONCE):
            part = ids[first : first + _AT_ONCE]
            restored += self._change(
                uid, part, lambda notebook, found: self._restore(notebook, found, connection, since)
            )
        all_done = restored == len(ids) and (touched is None or touched < since)
        return removed + restored, all_done

    def _remove(self, uid: str, connection: str, since: datetime) -> int:
        made = self._store.memory.query(uid, Where("connection", "==", connection))
        ids = [entry.id for entry in made if (entry.made_at or entry.created_at) >= since]

        def remove(notebook: Notebook, entries: Sequence[MemoryEntry]) -> int:
            theirs = [entry for entry in entries if entry.connection == connection]
            notebook.remove(theirs)
            return len(theirs)

        return sum(
            self._change(uid, ids[first : first + _AT_ONCE], remove)
            for first in range(0, len(ids), _AT_ONCE)
        )

    def _restore(
        self,
        notebook: Notebook,
        entries: Sequence[MemoryEntry],
        connection: str,
        since: datetime,
    ) -> int:
        restored = 0
        for entry in entries:
            before = as_before(entry, since) if entry.edited_by == connection else None
            if before is None:
                continue
            if before.content != entry.content and self._embedder:
                before = before.model_copy(update={"embed_due_at": notebook.now})
            try:
                notebook.replace(entry, before)
            except (FailedPrecondition, ResourceExhausted, InvalidArgument):
                continue  # there is no room for what it was
            restored += 1
        return restored

    def _change(
        self,
        uid: str,
        ids: Sequence[str],
        work: Callable[[Notebook, Sequence[MemoryEntry]], int],
    ) -> int:
        def change(notebook: Notebook) -> int:
            notebook.load(ids)
            return work(notebook, [entry for each in ids if (entry := notebook.get(each))])

        return self._notebooks.change(uid, self._clock(), change, ids)
