"""The port of the operator's API without a database; see `in_memory_store`."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from adapters.firestore.operating.figures import account_of, failed_batch_of
from shared.base.reading import readable
from shared.documents.memory import DIGEST_ID
from shared.documents.operating import Erased, Look, Run
from shared.documents.setbacks import Setback
from shared.operating.ports import Account, FailedBatch, Page, Parked
from shared.ports import Cursor
from tests.support.in_memory_store import InMemoryStore

WRITTEN = datetime(2026, 3, 1, tzinfo=UTC)
"""When every document was last written, as far as this knows."""


class InMemoryOperatorStore:
    """Implements `shared.operating.ports.OperatorStore` on the documents of a store."""

    def __init__(self, store: InMemoryStore) -> None:
        self._store = store
        self._looks: dict[str, Look] = {}
        self._runs: dict[str, Run] = {}
        self._erased: dict[str, Erased] = {}

    def accounts(self, limit: int, after: Cursor | None) -> Page[Account]:
        uids = sorted({key[0] for key in self._fields()})
        behind = [uid for uid in uids if after is None or uid > after.id]
        last = Cursor("", behind[limit - 1]) if len(behind) > limit else None
        behind = behind[:limit]
        return Page([self._account(uid) for uid in behind], last)

    def uids(self, limit: int, after: Cursor | None) -> Page[str]:
        page = self.accounts(limit, after)
        return Page([account.uid for account in page.items], page.after)

    def account(self, uid: str) -> Account | None:
        return self._account(uid) if any(key[0] == uid for key in self._fields()) else None

    def spenders(self, day: str, limit: int, after: Cursor | None) -> Page[Account]:
        all_ = [
            account_of(uid, fields, {}, WRITTEN)
            for (uid, name, _), fields in self._fields().items()
            if not name
        ]
        found = [account for account in all_ if account.spent_on == day]
        return _paged(found, lambda each: Cursor(each.spent, each.uid), limit, after)

    def amounts(self, keys: Sequence[str]) -> dict[str, float]:
        stored = self._store.documents.spending
        return {key: stored[key][0] for key in keys if key in stored}

    def failed_batches(self, limit: int, after: Cursor | None) -> Page[FailedBatch]:
        found = [
            batch
            for (uid, name, id_), fields in self._fields().items()
            if name == "batches" and "/" not in id_ and fields.get("state") == "failed"
            if (batch := failed_batch_of(uid, id_, fields)) is not None
        ]
        return _paged(
            found,
            lambda each: Cursor(each.finished_at, f"users/{each.uid}/batches/{each.id}"),
            limit,
            after,
        )

    def parked(self, limit: int, after: Cursor | None) -> Page[Parked]:
        found = [
            Parked(uid, readable(Setback, {**fields, "id": id_}))
            for (uid, name, id_), fields in self._fields().items()
            if name == "setbacks" and "/" not in id_ and fields.get("parkedAt")
        ]
        return _paged(
            found,
            lambda each: Cursor(
                each.setback.parked_at, f"users/{each.uid}/setbacks/{each.setback.id}"
            ),
            limit,
            after,
            newest_first=False,
        )

    def add_look(self, look: Look) -> None:
        self._looks[look.id] = look

    def looks(self, limit: int, after: Cursor | None, mark: str | None = None) -> Page[Look]:
        found = [look for look in self._looks.values() if mark is None or mark in look.users]
        return _paged(found, lambda each: Cursor(each.at, each.id), limit, after)

    def add_erased(self, erased: Erased) -> None:
        self._erased[erased.id] = erased

    def erased(self, since: datetime, limit: int, after: Cursor | None) -> Page[Erased]:
        found = [each for each in self._erased.values() if each.at >= since]
        return _paged(found, lambda each: Cursor(each.at, each.id), limit, after)

    def add_run(self, run: Run) -> None:
        self._runs[run.id] = run

    def runs(self, limit: int, after: Cursor | None) -> Page[Run]:
        found = list(self._runs.values())
        return _paged(found, lambda each: Cursor(each.at, each.id), limit, after)

    def _fields(self) -> dict[tuple[str, str, str], dict[str, Any]]:
        return self._store.documents.fields

    def _account(self, uid: str) -> Account:
        fields = self._fields()
        own, digest = fields.get((uid, "", "")), fields.get((uid, "derived", DIGEST_ID))
        at = WRITTEN if own is not None or digest is not None else None
        since = WRITTEN if digest is not None else None
        return account_of(uid, own or {}, digest or {}, at, notes_since=since)


def _paged(
    items: list[Any],
    place: Callable[[Any], Cursor],
    limit: int,
    after: Cursor | None,
    *,
    newest_first: bool = True,
) -> Page[Any]:
    def key(cursor: Cursor) -> tuple[Any, str]:
        return cursor.value, cursor.id

    ordered = sorted(items, key=lambda each: key(place(each)), reverse=newest_first)
    if after is not None:
        last = key(after)
        ordered = [
            each
            for each in ordered
            if (key(place(each)) < last if newest_first else key(place(each)) > last)
        ]
    page = ordered[:limit]
    return Page(page, place(page[-1]) if len(page) == limit else None)
