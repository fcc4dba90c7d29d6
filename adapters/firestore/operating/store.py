"""Pages across all users, and the collections `looks` and `runs`, which no rule opens."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from google.cloud.firestore import Client, DocumentSnapshot, FieldFilter, Query

from adapters.firestore.codec import from_snapshot, owner_of, to_fields, uid_of
from adapters.firestore.collections import user_reference
from adapters.firestore.failures import unavailable_on_failure
from adapters.firestore.operating.figures import (
    BATCH_FIELDS,
    DIGEST_FIELDS,
    USER_FIELDS,
    account_of,
    failed_batch_of,
)
from shared.base.errors import Unreadable
from shared.base.model import Model
from shared.documents.learning import BatchState
from shared.documents.memory import DIGEST_ID
from shared.documents.operating import Look, Run
from shared.documents.setbacks import Setback
from shared.operating.ports import Account, FailedBatch, Page, Parked
from shared.ports import Cursor

M = TypeVar("M", bound=Model)
T = TypeVar("T")
Snapshot = DocumentSnapshot[Any]


class FirestoreOperatorStore:
    """Implements `shared.operating.ports.OperatorStore`."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def accounts(self, limit: int, after: Cursor | None) -> Page[Account]:
        query: Any = self._client.collection("users").order_by("__name__")
        if after:
            query = query.start_after({"__name__": user_reference(self._client, after.id)})
        users = _found(query.select(list(USER_FIELDS)).limit(limit))
        accounts = self._with_notes(users)
        last = Cursor("", accounts[-1].uid) if len(users) == limit else None
        return Page(accounts, last)

    def account(self, uid: str) -> Account | None:
        with unavailable_on_failure():
            found = user_reference(self._client, uid).get(list(USER_FIELDS))
        return self._with_notes([found])[0] if found.exists else None

    def spenders(self, day: str, limit: int, after: Cursor | None) -> Page[Account]:
        cost = "learning.spent.cost"
        query: Any = self._client.collection("users")
        query = query.where(filter=FieldFilter("learning.spent.day", "==", day))
        query = _ordered(query, cost, after and user_reference(self._client, after.id), after)
        users = _found(query.select(list(USER_FIELDS)).limit(limit))
        accounts = [_account(user, {}) for user in users]
        last = Cursor(users[-1].get(cost), accounts[-1].uid) if len(users) == limit else None
        return Page(accounts, last)

    def amounts(self, keys: Sequence[str]) -> dict[str, float]:
        references = [self._client.collection("spending").document(key) for key in keys]
        with unavailable_on_failure():
            found = [each for each in self._client.get_all(references) if each.exists]
        return {each.id: float((each.to_dict() or {}).get("amount", 0.0)) for each in found}

    def failed_batches(self, limit: int, after: Cursor | None) -> Page[FailedBatch]:
        query: Any = self._client.collection_group("batches")
        query = query.where(filter=FieldFilter("state", "==", BatchState.FAILED.value))
        query = _ordered(query, "finishedAt", after and self._client.document(after.id), after)
        found = _found(query.select(list(BATCH_FIELDS)).limit(limit))
        return _page(found, _failed, "finishedAt", limit)

    def parked(self, limit: int, after: Cursor | None) -> Page[Parked]:
        query: Any = self._client.collection_group("setbacks")
        last = after and self._client.document(after.id)
        query = _ordered(query, "parkedAt", last, after, direction=Query.ASCENDING)
        return _page(_found(query.limit(limit)), _parked, "parkedAt", limit)

    def add_look(self, look: Look) -> None:
        self._add("looks", look.id, look)

    def looks(self, limit: int, after: Cursor | None, mark: str | None = None) -> Page[Look]:
        query: Any = self._client.collection("looks")
        if mark is not None:
            query = query.where(filter=FieldFilter("users", "array_contains", mark))
        return self._newest(query, "looks", Look, limit, after)

    def add_run(self, run: Run) -> None:
        self._add("runs", run.id, run)

    def runs(self, limit: int, after: Cursor | None) -> Page[Run]:
        return self._newest(self._client.collection("runs"), "runs", Run, limit, after)

    def _add(self, name: str, id_: str, item: Model) -> None:
        with unavailable_on_failure():
            self._client.document(f"{name}/{id_}").set(to_fields(item))

    def _newest(
        self, query: Any, name: str, model: type[M], limit: int, after: Cursor | None
    ) -> Page[M]:
        last = after and self._client.document(f"{name}/{after.id}")
        found = _found(_ordered(query, "at", last, after).limit(limit))
        page = _page(found, lambda each: _read(model, each), "at", limit)
        return Page(page.items, page.after and Cursor(page.after.value, found[-1].id))

    def _with_notes(self, users: Sequence[Snapshot]) -> list[Account]:
        """Returns the accounts with the counts of their digests, read in one round trip."""
        digests = [user.reference.collection("derived").document(DIGEST_ID) for user in users]
        counts: dict[str, dict[str, Any]] = {}
        if digests:
            with unavailable_on_failure():
                for found in self._client.get_all(digests, list(DIGEST_FIELDS)):
                    counts[found.reference.path] = found.to_dict() or {}
        return [
            _account(user, counts.get(digest.path, {}))
            for user, digest in zip(users, digests, strict=True)
        ]


def _ordered(
    query: Any,
    field: str,
    last: Any,
    after: Cursor | None,
    *,
    direction: str = Query.DESCENDING,
) -> Any:
    """Returns the query in the order of a field and the path, behind a cursor if there is one."""
    query = query.order_by(field, direction=direction).order_by("__name__", direction=direction)
    return query.start_after({field: after.value, "__name__": last}) if after else query


def _found(query: Any) -> list[Snapshot]:
    with unavailable_on_failure():
        return list(query.stream())


def _page(
    found: list[Snapshot], read: Callable[[Snapshot], T | None], field: str, limit: int
) -> Page[T]:
    """Returns what can be read of a page. A page is the last if it is not full."""
    items = [item for each in found if (item := read(each)) is not None]
    if len(found) < limit:
        return Page(items)
    return Page(items, Cursor(found[-1].get(field), found[-1].reference.path))


def _account(user: Snapshot, digest: dict[str, Any]) -> Account:
    return account_of(uid_of(user.id), user.to_dict() or {}, digest, user.update_time)


def _failed(found: Snapshot) -> FailedBatch | None:
    uid = owner_of("batches", found)
    return failed_batch_of(uid, found.id, found.to_dict() or {}) if uid else None


def _parked(found: Snapshot) -> Parked | None:
    uid, setback = owner_of("setbacks", found), _read(Setback, found)
    return Parked(uid, setback) if uid and setback else None


def _read(model: type[M], found: Snapshot) -> M | None:
    try:
        return from_snapshot(model, found)
    except Unreadable:
        return None
