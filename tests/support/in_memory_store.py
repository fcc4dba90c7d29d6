"""An in-memory store: the ports of `shared.ports` without a database.

It keeps documents as the Firestore adapter would store them (camelCase fields, absent where None)
and passes the same contract tests, so a domain rule can be tried in milliseconds.
"""

import math
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import islice
from operator import eq, ge, gt, le, lt
from typing import Any, TypeVar
from urllib.parse import quote

from pydantic import ValidationError

from shared.base.acting import confirm_connection
from shared.base.errors import BeingErased, InvalidArgument, Unavailable, Unreadable
from shared.base.ids import problem_with
from shared.base.model import Model
from shared.base.reading import readable
from shared.documents.changelog import ChangelogEntry
from shared.documents.forgotten import ForgottenPage
from shared.documents.imports import ImportRecord
from shared.documents.learning import Batch, Prompt
from shared.documents.memory import DIGEST_ID, MemoryDigest, MemoryEntry, MemoryPage, Tier
from shared.documents.purges import Purge
from shared.documents.sessions import Session
from shared.documents.setbacks import Setback
from shared.documents.settings import Settings
from shared.documents.user import Intake, UserState
from shared.ports import (
    Cursor,
    Due,
    DueKind,
    Erasure,
    FoundSetback,
    Order,
    Records,
    Vector,
    Where,
)

M = TypeVar("M", bound=Model)
T = TypeVar("T")

Key = tuple[str, str, str]
"""User, collection, id; collection and id are empty for the user's own document.

A document nested below others has their ids and collections in its own: `a/batches/b`.
"""
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
ERASE_PAGE = 3
"""Documents that an erasure deletes before it looks at the time."""
_ERASE_DUE_AT = "eraseDueAt"
_DUE: dict[DueKind, tuple[str, str]] = {
    "batches": ("batches", "redriveAt"),
    "erasures": ("users", _ERASE_DUE_AT),
    "decay": ("users", "decayDueAt"),
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
        self.spending: dict[str, tuple[float, datetime]] = {}

    def copy(self) -> "Documents":
        """A copy, to be changed independently: each write replaces a document as a whole."""
        copied = Documents()
        # Documents are replaced, never changed, so that both may hold the same ones.
        copied.fields, copied.vectors = dict(self.fields), dict(self.vectors)
        copied.spending = dict(self.spending)
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

    def __init__(self, access: Access, defaults: Settings) -> None:
        self._access = access
        self._defaults = defaults

    def new(self) -> UserState:
        return UserState(settings=Settings().over(self._defaults))

    def get_or_new(self, uid: str) -> UserState:
        return self.get(uid) or self.new()

    def intake(self, uid: str) -> Intake | None:
        return self.get(uid)

    def get(self, uid: str, *, known: bool = False) -> UserState | None:
        fields = self._access.read().fields.get((uid, "", ""))
        if fields is not None and _ERASE_DUE_AT in fields:
            raise BeingErased
        if fields is None and not known:
            confirm_connection()
        if fields is None:
            return None
        state = _validated(UserState, fields)
        return state.model_copy(update={"settings": state.settings.over(self._defaults)})

    def save_state(self, uid: str, state: UserState) -> None:
        documents = self._access.write().fields
        before = documents.get((uid, "", ""), {})
        settings = _app_fields(before.get("settings", {}), Settings) | state.settings.chosen()
        documents[uid, "", ""] = {
            **_app_fields(before, UserState),
            **_fields_of(state),
            "settings": settings,
        }

    def save_learning(self, uid: str, state: Intake) -> None:
        documents = self._access.write().fields
        kept = {"learning", "knownSince"}
        changed = {name: value for name, value in _fields_of(state).items() if name in kept}
        documents[uid, "", ""] = documents.get((uid, "", ""), {}) | changed


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

    def get_many(self, uid: str, ids: Sequence[str], *, lenient: bool = False) -> list[Any]:
        found = []
        for id_ in ids:
            try:
                item = self.get(uid, id_)
            except Unreadable:
                if not lenient:
                    raise
                continue
            if item is not None:
                found.append(item)
        return found

    def query(
        self,
        uid: str,
        *where: Where,
        order: Order | None = None,
        limit: int | None = None,
        after: Cursor | None = None,
        strict: bool = False,
    ) -> list[Any]:
        found = self._find(uid, where, order, after)
        if strict:
            return [self._read(id_, fields) for id_, fields in found[:limit]]
        readable_ones = (self._readable(id_, fields) for id_, fields in found)
        return list(islice((item for item in readable_ones if item is not None), limit))

    def cursors(
        self,
        uid: str,
        *where: Where,
        order: Order,
        limit: int | None = None,
        after: Cursor | None = None,
    ) -> list[Cursor]:
        found = self._find(uid, where, order, after)
        return [Cursor(fields[order.field], id_) for id_, fields in found[:limit]]

    def count(self, uid: str, *where: Where) -> int:
        return len(self._find(uid, where, None, None))

    def _find(
        self,
        uid: str,
        where: Sequence[Where],
        order: Order | None,
        after: Cursor | None,
    ) -> list[tuple[str, Fields]]:
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
        return found

    def create(self, uid: str, id_: str, item: Model) -> None:
        _check_id(id_)
        documents = self._access.write().fields
        if (uid, self._name, id_) in documents:
            raise _Taken
        documents[uid, self._name, id_] = _fields_of(item)

    def overwrite(self, uid: str, id_: str, item: Model) -> None:
        _check_id(id_)
        self._access.write().fields[uid, self._name, id_] = _fields_of(item)

    def update_fields(self, uid: str, id_: str, fields: Mapping[str, Any]) -> None:
        documents = self._access.write().fields
        document = {**documents.get((uid, self._name, id_), {}), **fields}
        documents[uid, self._name, id_] = {k: v for k, v in document.items() if v is not None}

    def delete(self, uid: str, id_: str) -> None:
        documents = self._access.write()
        documents.fields.pop((uid, self._name, id_), None)
        documents.vectors.pop((uid, self._name, id_), None)

    def _of(self, uid: str) -> Iterator[tuple[str, Fields]]:
        for (owner, name, id_), fields in self._access.read().fields.items():
            if (owner, name) == (uid, self._name) and "/" not in id_:
                yield id_, fields

    def _read(self, id_: str, fields: Fields) -> Any:
        if "id" in self._model.model_fields:
            fields = {**fields, "id": id_}
        return _validated(self._model, fields)

    def _readable(self, id_: str, fields: Fields) -> Any:
        with suppress(Unreadable):
            return self._read(id_, fields)
        return None


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
        document = documents.get((uid, self._name, page), {})
        held = {**document.get("entries", {}), **lines}
        kept = {id_: line for id_, line in held.items() if line is not None}
        documents[uid, self._name, page] = {**document, "entries": kept}


class InMemorySpending:
    """`spending`, which belongs to no user."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def get(self, key: str) -> float:
        return self._access.read().spending.get(key, (0.0, None))[0]

    def put(self, key: str, amount: float, expires_at: datetime) -> None:
        self._access.write().spending[key] = amount, expires_at


class InMemoryRecords:
    """All collections, inside or outside a transaction."""

    def __init__(self, access: Access, defaults: Settings) -> None:
        self.users = InMemoryUsers(access, defaults)
        self.prompts = InMemoryCollection(access, "prompts", Prompt)
        self.batches = InMemoryCollection(access, "batches", Batch)
        self.changelog = InMemoryCollection(access, "changelog", ChangelogEntry)
        self.sessions = InMemoryCollection(access, "sessions", Session)
        self.memory = InMemoryNotes(access)
        self.pages = InMemoryPages(access)
        self.digests = InMemoryCollection(access, "derived", MemoryDigest)
        self.forgotten = InMemoryCollection(access, "derived", ForgottenPage)
        self.purges = InMemoryCollection(access, "derived", Purge)
        self.imports = InMemoryCollection(access, "derived", ImportRecord)
        self.setbacks = InMemoryCollection(access, "setbacks", Setback)
        self.spending = InMemorySpending(access)
        self._reading = access

    def learner(self, uid: str, batch_id: str) -> tuple[UserState | None, Batch | None]:
        return self.users.get(uid), self.batches.get(uid, batch_id)

    def overview(self, uid: str) -> tuple[UserState, MemoryDigest]:
        digest = self.digests.get(uid, DIGEST_ID)
        known = digest is not None
        return self.users.get(uid, known=known) or self.users.new(), digest or MemoryDigest()

    def overview_with(
        self, uid: str, notes: Sequence[str]
    ) -> tuple[Intake, MemoryDigest, dict[str, MemoryEntry]]:
        found = {entry.id: entry for entry in self.memory.get_many(uid, notes)}
        return *self.overview(uid), found

    def due_time(self, what: DueKind, uid: str, id_: str) -> datetime | None:
        group, field = _DUE[what]
        times = [
            at
            for (owner, name, found), fields in self._reading.read().fields.items()
            if owner == uid
            and (name or "users") == group
            and "/" not in found
            and (what != "batches" or found == id_)
            and isinstance(at := fields.get(field), datetime)
        ]
        return min(times, default=None)


class InMemoryStore(InMemoryRecords):
    """The store of `shared.ports` in memory. Transactions run one after the other."""

    def __init__(self, defaults: Settings | None = None) -> None:
        self._held = [Documents()]
        self._lock = threading.RLock()
        self._defaults = defaults or Settings()
        super().__init__(_Current(self), self._defaults)

    def with_defaults(self, defaults: Settings) -> "InMemoryStore":
        """Returns a store of the same documents, as a deployment with other defaults has it."""
        other = InMemoryStore(defaults)
        other._held, other._lock = self._held, self._lock
        return other

    @property
    def _documents(self) -> Documents:
        return self._held[0]

    def transact(self, work: Callable[[Records], T]) -> T:
        with self._lock:
            copy = self._documents.copy()
            try:
                result = work(InMemoryRecords(Access(copy, writable=True), self._defaults))
            except _Taken:
                raise Unavailable("an id is taken: Firestore would lose this race again") from None
            self._held[0] = copy
            return result

    def create_prompts(
        self, uid: str, prompts: Sequence[Prompt], *, together: bool = False
    ) -> list[bool]:
        with self._lock:
            taken = self._documents.fields
            if together and any((uid, "prompts", prompt.id) in taken for prompt in prompts):
                return [False] * len(prompts)
            return [self._create_prompt(uid, prompt) for prompt in prompts]

    def _create_prompt(self, uid: str, prompt: Prompt) -> bool:
        _check_id(prompt.id)
        key = (uid, "prompts", prompt.id)
        if key in self._documents.fields:
            return False
        self._documents.fields[key] = _fields_of(prompt)
        return True

    def mark_used(
        self, uid: str, preferences: Sequence[str], at: datetime, connection: str | None
    ) -> None:
        with self._lock:
            user = self._documents.fields.get((uid, "", ""))
            if user is None:
                return
            through = {**user.get("usedThrough", {}), **dict.fromkeys(preferences, connection)}
            self._documents.fields[uid, "", ""] = {
                **user,
                "used": {**user.get("used", {}), **dict.fromkeys(preferences, at)},
                "usedThrough": {id_: by for id_, by in through.items() if by},
            }

    def erase(
        self,
        uid: str,
        resume_at: datetime,
        has_time: Callable[[], bool],
        *,
        only_begun: bool = False,
    ) -> Erasure:
        fields, own = self._documents.fields, (uid, "", "")
        removed: dict[str, int] = {}
        with self._lock:
            if only_begun and _ERASE_DUE_AT not in fields.get(own, {}):
                return Erasure(removed, complete=True)
            if any(key[0] == uid for key in fields):
                fields.setdefault(own, {})[_ERASE_DUE_AT] = resume_at
        while True:
            with self._lock:
                fields = self._documents.fields
                page = sorted(key for key in fields if key[0] == uid and key != own)[:ERASE_PAGE]
                if not page:
                    if fields.pop(own, {}).keys() - {_ERASE_DUE_AT}:
                        removed["profile"] = 1
                    return Erasure(removed, complete=True)
                for key in page:
                    removed[key[1]] = removed.get(key[1], 0) + 1
                    del fields[key]
                    self._documents.vectors.pop(key, None)
            if not has_time():
                return Erasure(removed, complete=False)

    def due(self, what: DueKind, now: datetime, limit: int, after: Due | None) -> list[Due]:
        group, field = _DUE[what]
        with self._lock:
            found = sorted(
                (at, path, key)
                for key, fields in self._documents.fields.items()
                if (path := _path(key))[-2] == group
                and isinstance(at := fields.get(field), datetime)
                and at <= now
            )
        if after:
            found = [each for each in found if each[:2] > (after.at, tuple(after.path.split("/")))]
        return [_due(at, path, key) for at, path, key in found[:limit]]

    def all_setbacks(self, limit: int, after: str | None) -> list[FoundSetback]:
        with self._lock:
            found = sorted(
                (path, key)
                for key in self._documents.fields
                if (path := _path(key))[-2] == "setbacks"
            )
        if after:
            found = [each for each in found if each[0] > tuple(after.split("/"))]
        return [self._found_setback(path, key) for path, key in found[:limit]]

    def _found_setback(self, path: tuple[str, ...], key: Key) -> FoundSetback:
        uid = key[0] if len(path) == 4 else ""
        try:
            setback = self.setbacks.get(uid, key[2])
        except Unreadable:
            setback = None
        return FoundSetback(uid, "/".join(path), setback)

    def read(self, uid: str) -> Fields:
        """Returns the user's document as it is stored."""
        return self._documents.fields[uid, "", ""]

    def write(self, uid: str, fields: Fields, *below: str) -> None:
        """Writes the user's document or one at a path below it, as an app does."""
        name, _, id_ = "/".join(below).partition("/")
        self._documents.fields[uid, name, id_] = fields

    def paths(self, uid: str) -> set[str]:
        """Returns the paths of all documents below the user's, nested ones included."""
        return {f"{key[1]}/{key[2]}" for key in self._documents.fields if key[0] == uid and key[1]}

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


def _path(key: Key) -> tuple[str, ...]:
    """The document's path. No id in it has a slash."""
    uid, name, id_ = key
    below = (name, *id_.split("/")) if name else ()
    return ("users", quote(uid, safe=""), *below)


def _due(at: datetime, path: tuple[str, ...], key: Key) -> Due:
    ours = len(path) == (2 if path[-2] == "users" else 4)
    return Due(key[0] if ours else "", key[2] if ours else "", at, "/".join(path))


def _validated(model: type[M], fields: Fields) -> M:
    try:
        return readable(model, fields)
    except ValidationError as error:
        raise Unreadable(f"a stored {model.__name__} is malformed") from error


def _check_id(id_: str) -> None:
    problem = problem_with(id_)
    if problem:
        raise InvalidArgument.field("id", problem)


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
