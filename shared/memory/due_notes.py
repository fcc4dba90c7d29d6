"""Notes that maintenance looks after: those that have expired, and those not embedded yet."""

from collections.abc import Sequence
from datetime import timedelta

from shared.base.clock import Clock
from shared.base.deadline import time_left, within
from shared.documents.memory import MemoryEntry
from shared.memory.digest import is_expired
from shared.memory.embeddings import Embedder, UnusableEmbeddings, vectors_of
from shared.memory.expiring import handle_due
from shared.memory.notebook import Notebook
from shared.memory.notebooks import Notebooks
from shared.memory.quota import Quota
from shared.ports import Cursor, Order, Records, Step, Store, Vector, Where

EXPIRED_PAGE = 200
"""Expired entries removed per transaction."""
EMBEDDED_PAGE = 100
"""Entries embedded per call."""
FIRST_RETRY = timedelta(hours=1)
LONGEST_RETRY = timedelta(days=7)
"""When an entry that the model has no usable vector for is due again: at twice its age, within
these bounds, so that a wrong configuration costs less and less."""


class DueNotes:
    """A user's due notes, a page at a time. Every method may raise Unavailable."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        embedder: Embedder | None = None,
        quota: Quota | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._embedder = embedder
        self._notebooks = Notebooks(store, quota or Quota())

    def expire(self, uid: str, after: Cursor | None = None) -> Step:
        """Removes one page of expired entries, and leaves those that cannot be read."""
        now = self._clock()

        def remove(records: Records, found: Sequence[MemoryEntry]) -> Sequence[MemoryEntry]:
            expired = [entry for entry in found if is_expired(entry.expires_at, now)]
            if expired:
                notebook = self._notebooks.open(records, uid, now)
                notebook.remove(expired)
                notebook.write_changes()
            return found

        def together(due: Where, order: Order) -> Sequence[MemoryEntry]:
            return self._store.transact(
                lambda records: remove(
                    records,
                    records.memory.query(
                        uid, due, order=order, limit=EXPIRED_PAGE, after=after, strict=True
                    ),
                )
            )

        def alone(id_: str) -> None:
            self._store.transact(
                lambda records: remove(records, records.memory.get_many(uid, [id_]))
            )

        due = Where("expiresAt", "<=", now)
        step = handle_due(self._store, uid, due, EXPIRED_PAGE, after, together, alone)
        if step.done:
            self._notebooks.merge_pages(uid, self._clock)
        return step

    def embed(self, uid: str, after: Cursor | None = None) -> Step:
        """Retries embedding one page of the entries for which it failed.

        If the model's answer cannot be used, each is tried alone, since one odd text may be why.
        Those for which it still cannot are due again later.

        Raises:
            Unavailable: the model still does not answer; the entries stay due.
        """
        now = self._clock()

        def handle(found: Sequence[MemoryEntry], *, alone: bool) -> Sequence[MemoryEntry]:
            texts = list(dict.fromkeys(entry.content for entry in found))
            usable, vectors = True, list[Vector]()
            try:
                with within(time_left() / 2):
                    vectors = vectors_of(texts, self._embedder) if self._embedder and texts else []
            except UnusableEmbeddings:
                if not alone:
                    raise
                usable = False
            known = dict(zip(texts, vectors, strict=False))

            def write(notebook: Notebook) -> None:
                notebook.load(entry.id for entry in found)
                for entry in found:
                    stored = notebook.get(entry.id)
                    if stored and stored.content == entry.content:
                        at = None if usable else now + _retry_after(now - stored.updated_at)
                        changed = stored.model_copy(update={"embed_due_at": at})
                        notebook.replace(stored, changed, known.get(entry.content))

            if found:
                self._notebooks.change(uid, now, write)
            return found

        def together(due: Where, order: Order) -> Sequence[MemoryEntry]:
            memory = self._store.memory
            found = memory.query(
                uid, due, order=order, limit=EMBEDDED_PAGE, after=after, strict=True
            )
            return handle(found, alone=len(found) == 1)

        def alone(id_: str) -> None:
            handle(self._store.memory.get_many(uid, [id_]), alone=True)

        due = Where("embedDueAt", "<=", now)
        return handle_due(
            self._store,
            uid,
            due,
            EMBEDDED_PAGE,
            after,
            together,
            alone,
            divided_by=UnusableEmbeddings,
        )


def _retry_after(age: timedelta) -> timedelta:
    return min(LONGEST_RETRY, max(FIRST_RETRY, age))
