"""An in-memory store: the ports of `shared.ports` without a database.

It keeps documents as the Firestore adapter would store them (camelCase fields, absent where None)
and passes the same contract tests, so a domain rule can be tried in milliseconds.
"""

import math
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from datetime import datetime
from operator import eq, ge, gt, le, lt
from typing import Any, TypeVar

from shared.base.errors import Unavailable
from shared.base.ids import problem_with
from shared.base.model import Model
from shared.documents.changelog import ChangelogEntry
from shared.documents.learning import Batch, Prompt
from shared.documents.memory import DIGEST_ID, MemoryDigest, MemoryEntry, MemoryPage, Tier
from shared.documents.sessions import Session
from shared.documents.settings import Settings
from shared.documents.user import UserState
from shared.ports import Cursor, Due, DueKind, Order, Records, Vector, Where

M = TypeVar("M", bound=Model)
T = TypeVar("T")

Key = tuple[str, str, str]
"""User, collection, id; collection and id are empty for the user's own document."""
Fields = dict[str, Any]

_OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "==": eq,
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
    "array_contains": lambda held, wanted: wanted in held,
    "in": lambda held, wanted: held in wanted,
}
_DUE: dict[DueKind, tuple[str, str]] = {
    "decay": ("", "decayDueAt"),
    "batches": ("batches", "redriveAt"),
    "memory": ("memory", "expiresAt"),
    "embeddings": ("memory", "embedDueAt"),
    "changelog": ("changelog", "expiresAt"),
    "sessions": ("sessions", "expiresAt"),
}


class Documents:
    """All documents and vectors. Nothing here knows what they mean."""

    def __init__(self) -> None:
        self.fields: dict[Key, Fields] = {}
        self.vectors: dict[Key, Vector] = {}

    def copy(self) -> "Documents":
        """A copy of the documents, to be changed independently."""
        copied = Documents()
        copied.fields, copied.vectors = deepcopy(self.fields), dict(self.vectors)
        return copied


class Access:
    """Access to the documents: read-only, or a transaction whose reads precede its writes."""

    def __init__(self, documents: Documents, *, writable: bool) -> None:
        self._documents = documents
        self._writable = writable
        self._has_written = False

    def read(self) -> Documents:
        """The documents as they were when the transaction began.

        Raises:
            RuntimeError: the transaction has written already, which Firestore forbids.
        """
        if self._has_written:
            raise RuntimeError("a transaction reads before it writes")
        return self._documents

    def write(self) -> Documents:
        """The documents to change.

        Raises:
            RuntimeError: this is not a transaction.
        """
        if not self._writable:
            raise RuntimeError("writes belong in a transaction")
        self._has_written = True
        return self._documents


class InMemoryUsers:
    """`users/{uid}`."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def get(self, uid: str) -> UserState | None:
        fields = self._access.read().fields.get((uid, "", ""))
        return UserState.model_validate(fields) if fields is not None else None

    def save_state(self, uid: str, state: UserState) -> None:
        documents = self._access.write().fields
        before = documents.get((uid, "", ""), {})
        chosen = state.settings.model_dump(by_alias=True, exclude_defaults=True)
        settings = _app_fields(before.get("settings", {}), Settings) | chosen
        documents[uid, "", ""] = {
            **_app_fields(before, UserState),
            **_fields_of(state),
            "settings": settings,
        }


class InMemoryCollection:
    """`users/{uid}/{name}`."""

    def __init__(self, access: Access, name: str, model: type[M]) -> None:
        self._access = access
        self._name = name
        self._model = model

    def get(self, uid: str, id_: str) -> Any:
        if problem_with(id_):
            return None
        fields = self._access.read().fields.get((uid, self._name, id_))
        return self._read(id_, fields) if fields is not None else None

    def get_many(self, uid: str, ids: Sequence[str]) -> list[Any]:
        return [item for id_ in ids if (item := self.get(uid, id_)) is not None]

    def query(
        self,
        uid: str,
        *where: Where,
        order: Order | None = None,
        limit: int | None = None,
        after: Cursor | None = None,
    ) -> list[Any]:
        found = [
            (id_, fields) for id_, fields in self._of(uid) if all(_meets(fields, c) for c in where)
        ]
        if order is None:
            found.sort(key=lambda pair: pair[0])
        else:
            found = [(id_, fields) for id_, fields in found if order.field in fields]
            found.sort(key=lambda pair: (pair[1][order.field], pair[0]), reverse=order.descending)
            if after:
                last = (after.value, after.id)
                passed = lt if order.descending else gt
                found = [(i, f) for i, f in found if passed((f[order.field], i), last)]
        return [self._read(id_, fields) for id_, fields in found[:limit]]

    def create(self, uid: str, id_: str, item: Model) -> None:
        documents = self._access.write().fields
        if (uid, self._name, id_) in documents:
            raise _Taken
        documents[uid, self._name, id_] = _fields_of(item)

    def overwrite(self, uid: str, id_: str, item: Model) -> None:
        self._access.write().fields[uid, self._name, id_] = _fields_of(item)

    def update_fields(self, uid: str, id_: str, fields: Mapping[str, Any]) -> None:
        document = self._access.write().fields.setdefault((uid, self._name, id_), {})
        for name, value in fields.items():
            document[name] = value
            if value is None:
                del document[name]

    def delete(self, uid: str, id_: str) -> None:
        documents = self._access.write()
        documents.fields.pop((uid, self._name, id_), None)
        documents.vectors.pop((uid, self._name, id_), None)

    def _of(self, uid: str) -> Iterator[tuple[str, Fields]]:
        for (owner, name, id_), fields in self._access.read().fields.items():
            if (owner, name) == (uid, self._name):
                yield id_, fields

    def _read(self, id_: str, fields: Fields) -> Any:
        return self._model.model_validate({**deepcopy(fields), "id": id_})


class InMemoryNotes(InMemoryCollection):
    """`users/{uid}/memory`, with the vectors of the entries."""

    def __init__(self, access: Access) -> None:
        super().__init__(access, "memory", MemoryEntry)

    def write_entry(
        self, uid: str, entry: MemoryEntry, vector: Vector | None, *, keep_vector: bool
    ) -> None:
        self.overwrite(uid, entry.id, entry)
        vectors, key = self._access.write().vectors, (uid, self._name, entry.id)
        if vector is not None:
            vectors[key] = list(vector)
        elif not keep_vector:
            vectors.pop(key, None)

    def nearest_entries(
        self, uid: str, vector: Vector, limit: int, tier: Tier | None = None
    ) -> dict[str, float]:
        vectors = self._access.read().vectors
        similar = {
            id_: _cosine(vector, vectors[uid, self._name, id_])
            for id_, fields in self._of(uid)
            if len(vectors.get((uid, self._name, id_), ())) == len(vector)
            and tier in (None, fields["tier"])
        }
        return dict(sorted(similar.items(), key=lambda pair: -pair[1])[:limit])

    def vectors_of(self, uid: str, ids: Sequence[str]) -> dict[str, Vector]:
        vectors = self._access.read().vectors
        return {id_: v for id_ in ids if (v := vectors.get((uid, self._name, id_))) is not None}


class InMemoryPages(InMemoryCollection):
    """`users/{uid}/pages`."""

    def __init__(self, access: Access) -> None:
        super().__init__(access, "pages", MemoryPage)

    def stream(self, uid: str, ids: Sequence[str]) -> Iterator[Any]:
        return iter(self.get_many(uid, ids))

    def set_lines(self, uid: str, page: str, lines: Mapping[str, str | None]) -> None:
        documents = self._access.write().fields
        held = documents.setdefault((uid, self._name, page), {}).setdefault("entries", {})
        for id_, line in lines.items():
            held[id_] = line
            if line is None:
                del held[id_]


class InMemoryRecords:
    """All collections, inside or outside a transaction."""

    def __init__(self, access: Access) -> None:
        self.users = InMemoryUsers(access)
        self.prompts = InMemoryCollection(access, "prompts", Prompt)
        self.batches = InMemoryCollection(access, "batches", Batch)
        self.changelog = InMemoryCollection(access, "changelog", ChangelogEntry)
        self.sessions = InMemoryCollection(access, "sessions", Session)
        self.memory = InMemoryNotes(access)
        self.pages = InMemoryPages(access)
        self.digests = InMemoryCollection(access, "derived", MemoryDigest)

    def overview(self, uid: str) -> tuple[UserState, MemoryDigest]:
        digest = self.digests.get(uid, DIGEST_ID)
        return self.users.get(uid) or UserState(), digest or MemoryDigest()


class InMemoryStore(InMemoryRecords):
    """The store of `shared.ports` in memory. Transactions run one after the other."""

    def __init__(self) -> None:
        self._documents = Documents()
        self._lock = threading.RLock()
        super().__init__(_Current(self))

    def transact(self, work: Callable[[Records], T]) -> T:
        with self._lock:
            copy = self._documents.copy()
            try:
                result = work(InMemoryRecords(Access(copy, writable=True)))
            except _Taken:
                raise Unavailable("an id is taken: Firestore would lose this race again") from None
            self._documents = copy
            return result

    def create_prompts(self, uid: str, prompts: Sequence[Prompt]) -> list[bool]:
        with self._lock:
            return [self._create_prompt(uid, prompt) for prompt in prompts]

    def _create_prompt(self, uid: str, prompt: Prompt) -> bool:
        key = (uid, "prompts", prompt.id)
        if key in self._documents.fields:
            return False
        self._documents.fields[key] = _fields_of(prompt)
        return True

    def mark_used(self, uid: str, preferences: Sequence[str], at: datetime) -> None:
        with self._lock:
            user = self._documents.fields.get((uid, "", ""))
            if user is not None:
                user.setdefault("used", {}).update(dict.fromkeys(preferences, at))

    def erase(self, uid: str) -> dict[str, int]:
        with self._lock:
            removed: dict[str, int] = {}
            for key in [key for key in self._documents.fields if key[0] == uid]:
                removed[key[1] or "profile"] = removed.get(key[1] or "profile", 0) + 1
                del self._documents.fields[key]
                self._documents.vectors.pop(key, None)
            return removed

    def due(self, what: DueKind, now: datetime, limit: int, after: Due | None) -> list[Due]:
        name, field = _DUE[what]
        with self._lock:
            found = sorted(
                (fields[field], uid, id_)
                for (uid, collection, id_), fields in self._documents.fields.items()
                if collection == name and field in fields and fields[field] <= now
            )
        if after:
            found = [each for each in found if each > (after.at, after.uid, after.id)]
        return [Due(uid, id_, at) for at, uid, id_ in found[:limit]]

    def read(self, uid: str) -> Fields:
        """Returns the user's document as it is stored."""
        return self._documents.fields[uid, "", ""]

    def write(self, uid: str, fields: Fields) -> None:
        """Writes the user's document, as an app does."""
        self._documents.fields[uid, "", ""] = fields

    @property
    def documents(self) -> Documents:
        """Everything stored, for tests to inspect."""
        return self._documents


class _Current(Access):
    """Reads outside a transaction, always of the current documents."""

    def __init__(self, store: InMemoryStore) -> None:
        super().__init__(Documents(), writable=False)
        self._store = store

    def read(self) -> Documents:
        return self._store.documents


class _Taken(Exception):
    """A document could not be created because its id is taken."""


def _app_fields(stored: Fields, model: type[Model]) -> Fields:
    """The fields that are not Rekindle's, which an app may keep in the same document."""
    own = {info.alias or name for name, info in model.model_fields.items()}
    return {name: value for name, value in stored.items() if name not in own}


def _fields_of(item: Model) -> Fields:
    return item.model_dump(by_alias=True, exclude_none=True)


def _meets(fields: Fields, condition: Where) -> bool:
    return condition.field in fields and _OPERATORS[condition.op](
        fields[condition.field], condition.value
    )


def _cosine(one: Vector, other: Vector) -> float:
    dot = sum(a * b for a, b in zip(one, other, strict=True))
    return dot / (math.hypot(*one) * math.hypot(*other))
