"""Pages across all users, and `looks`, `runs` and `erasures`, which no rule opens."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from google.cloud.firestore import Client, DocumentSnapshot, FieldFilter, Query
from google.cloud.firestore_v1._helpers import decode_dict

from adapters.firestore.codec import from_snapshot, owner_of, to_fields, uid_of
from adapters.firestore.collections import descendants, user_reference
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
from shared.documents.operating import Erased, Look, Run
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
        page = self._listed(limit, after, USER_FIELDS)
        return Page(self._with_notes(page.items), page.after)

    def uids(self, limit: int, after: Cursor | None) -> Page[str]:
        page = self._listed(limit, after, ("__name__",))
        return Page([uid_of(user.id) for user in page.items], page.after)

    def _listed(self, limit: int, after: Cursor | None, fields: Sequence[str]) -> Page["_User"]:
        # A listing, because a query would leave out users who have notes but no document.
        request = {
            "parent": f"{self._client._database_string}/documents",
            "collection_id": "users",
            "page_size": limit,
            "page_token": after.id if after else "",
            "mask": {"field_paths": list(fields)},
            "show_missing": True,
        }
        with unavailable_on_failure():
            listed = self._client._firestore_api.list_documents(
                request=request, metadata=self._client._rpc_metadata
            )
            page = next(listed.pages)
        users = [
            _User(
                each.name.rpartition("/")[2],
                _map(decode_dict(each.fields, self._client)),
                each.update_time,
            )
            for each in page.documents
        ]
        token = page.next_page_token
        return Page(users, Cursor("", token) if token else None)

    def account(self, uid: str) -> Account | None:
        reference = user_reference(self._client, uid)
        with unavailable_on_failure():
            found = reference.get(list(USER_FIELDS))
            if not found.exists and not list(descendants(reference).limit(1).stream()):
                return None
        user = _User(found.id, found.to_dict() or {}, found.update_time)
        return self._with_notes([user])[0]

    def spenders(self, day: str, limit: int, after: Cursor | None) -> Page[Account]:
        cost = "learning.spent.cost"
        query: Any = self._client.collection("users")
        query = query.where(filter=FieldFilter("learning.spent.day", "==", day))
        query = _ordered(query, cost, after and user_reference(self._client, after.id), after)
        users = _found(query.select(list(USER_FIELDS)).limit(limit))
        accounts = [
            account_of(uid_of(user.id), user.to_dict() or {}, {}, user.update_time)
            for user in users
        ]
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

    def add_erased(self, erased: Erased) -> None:
        self._add("erasures", erased.id, erased)

    def erased(self, since: datetime, limit: int, after: Cursor | None) -> Page[Erased]:
        query = self._client.collection("erasures").where(filter=FieldFilter("at", ">=", since))
        return self._newest(query, "erasures", Erased, limit, after)

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

    def _with_notes(self, users: Sequence["_User"]) -> list[Account]:
        """Returns the accounts with the counts of their digests, read in one round trip."""
        references = {
            user.id: self._client.document(f"users/{user.id}/derived/{DIGEST_ID}") for user in users
        }
        digests: dict[str, Snapshot] = {}
        if references:
            with unavailable_on_failure():
                for found in self._client.get_all(list(references.values()), list(DIGEST_FIELDS)):
                    digests[found.reference.path] = found
        return [_account(user, digests[references[user.id].path]) for user in users]


@dataclass(frozen=True)
class _User:
    """The document of a user, by its id; without fields and time if there is none."""

    id: str
    fields: Mapping[str, Any]
    written_at: datetime | None


def _map(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


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


def _account(user: _User, digest: Snapshot) -> Account:
    """Returns an account. Saving a note writes the digest, not the user's own document."""
    times = [time for time in (user.written_at, digest.update_time) if time is not None]
    return account_of(
        uid_of(user.id),
        user.fields,
        digest.to_dict() or {},
        max(times, default=None),
        notes_since=digest.create_time,
    )


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
