"""Access to a subcollection and to the users' own documents, in a transaction or outside one."""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from google.cloud.firestore import (
    DELETE_FIELD,
    Client,
    CollectionReference,
    DocumentReference,
    FieldFilter,
    Query,
    Transaction,
)

from adapters.firestore.client import GuardedClient
from adapters.firestore.codec import (
    INTAKE_FIELDS,
    from_snapshot,
    readable_ones,
    state_of,
    stored_names,
    to_fields,
    user_document_id,
)
from adapters.firestore.failures import unavailable_on_failure
from shared.base.errors import InvalidArgument, RekindleError
from shared.base.ids import problem_with
from shared.base.model import Model
from shared.documents.settings import Settings
from shared.documents.user import Intake, UserState
from shared.ports import Cursor, Order, Where

M = TypeVar("M", bound=Model)


class _OutsideTransaction(RekindleError):
    """A write was attempted outside a transaction."""


class FirestoreUsers:
    """`users/{uid}`. Implements `shared.ports.Users`."""

    def __init__(self, client: Client, transaction: Transaction | None, defaults: Settings) -> None:
        """`defaults` are the settings of users who set none."""
        self._client = client
        self._transaction = transaction
        self._defaults = defaults

    def new(self) -> UserState:
        return UserState(settings=Settings().over(self._defaults))

    def get(self, uid: str) -> UserState | None:
        with unavailable_on_failure():
            snapshot = user_reference(self._client, uid).get(transaction=self._transaction)
        return state_of(UserState, snapshot, self._defaults)

    def intake(self, uid: str) -> Intake | None:
        reference = user_reference(self._client, uid)
        with unavailable_on_failure():
            snapshot = reference.get(INTAKE_FIELDS, transaction=self._transaction)
        return state_of(Intake, snapshot, self._defaults)

    def get_or_new(self, uid: str) -> UserState:
        return self.get(uid) or self.new()

    def save_state(self, uid: str, state: UserState) -> None:
        fields = to_fields(state, without={"settings"})
        names = stored_names(UserState)
        complete: dict[str, Any] = {
            name: fields.get(name, DELETE_FIELD) for name in names if name != "settings"
        }
        chosen = state.settings.chosen()
        switches = stored_names(Settings)
        complete["settings"] = {name: chosen.get(name, DELETE_FIELD) for name in switches}
        paths = [*(complete.keys() - {"settings"}), *(f"settings.{name}" for name in switches)]
        writer(self._transaction).set(user_reference(self._client, uid), complete, merge=paths)

    def save_learning(self, uid: str, state: Intake) -> None:
        fields = to_fields(state, without=set(Intake.model_fields) - {"learning", "created_at"})
        writer(self._transaction).set(user_reference(self._client, uid), fields, merge=list(fields))


class FirestoreCollection(Generic[M]):
    """`users/{uid}/{name}`. Implements `shared.ports.Collection`."""

    def __init__(
        self,
        client: GuardedClient,
        name: str,
        model: type[M],
        transaction: Transaction | None,
        field_paths: Sequence[str] | None = None,
    ) -> None:
        """`field_paths` are the fields to read, if documents have more fields than the model."""
        self._client = client
        self._name = name
        self._model = model
        self._transaction = transaction
        self._field_paths = field_paths

    def get(self, uid: str, id_: str) -> M | None:
        if problem_with(id_):
            return None  # no document can have such an id
        with unavailable_on_failure():
            snapshot = self.reference(uid, id_).get(
                self._field_paths, transaction=self._transaction
            )
        return from_snapshot(self._model, snapshot) if snapshot.exists else None

    def get_many(self, uid: str, ids: Sequence[str], *, lenient: bool = False) -> list[M]:
        references = [self.reference(uid, id_) for id_ in ids if not problem_with(id_)]
        if not references:
            return []
        with unavailable_on_failure():
            snapshots = list(
                self._client.get_all(references, self._field_paths, transaction=self._transaction)
            )
        found: dict[str, M] = {}
        for snapshot in snapshots:
            if snapshot.exists:
                items = (
                    readable_ones(self._model, [snapshot])
                    if lenient
                    else [from_snapshot(self._model, snapshot)]
                )
                found.update((snapshot.id, item) for item in items)
        return [found[id_] for id_ in ids if id_ in found]

    def query(
        self,
        uid: str,
        *where: Where,
        order: Order | None = None,
        limit: int | None = None,
        after: Cursor | None = None,
        strict: bool = False,
    ) -> list[M]:
        if after and problem_with(after.id):
            return []
        query = self._query(uid, where, order, after)
        if self._field_paths is not None:
            query = query.select(self._field_paths)
        found: list[M] = []
        while True:
            wanted = None if limit is None else limit - len(found)
            page = query if wanted is None else query.limit(wanted)
            with unavailable_on_failure():
                user = user_reference(self._client, uid)
                snapshots = list(self._client.find(user, page, self._transaction))
            if strict:
                return [from_snapshot(self._model, snapshot) for snapshot in snapshots]
            found += readable_ones(self._model, snapshots)
            # A page is short only at the end of the list, also if something in it is malformed.
            if wanted is None or len(snapshots) < wanted or len(found) == limit:
                return found
            query = query.start_after(snapshots[-1])

    def cursors(
        self,
        uid: str,
        *where: Where,
        order: Order,
        limit: int | None = None,
        after: Cursor | None = None,
    ) -> list[Cursor]:
        query = self._query(uid, where, order, after).select([order.field])
        if limit is not None:
            query = query.limit(limit)
        with unavailable_on_failure():
            return [
                Cursor(snapshot.get(order.field), snapshot.id)
                for snapshot in query.stream(transaction=self._transaction)
            ]

    def count(self, uid: str, *where: Where) -> int:
        with unavailable_on_failure():
            ((found,),) = self._query(uid, where, None, None).count().get()
        return int(found.value)

    def _query(
        self,
        uid: str,
        where: Sequence[Where],
        order: Order | None,
        after: Cursor | None,
    ) -> Any:
        query: Any = Query(user_reference(self._client, uid).collection(self._name))
        for condition in where:
            query = query.where(filter=FieldFilter(condition.field, condition.op, condition.value))
        if order:
            direction = Query.DESCENDING if order.descending else Query.ASCENDING
            query = query.order_by(order.field, direction=direction)
            query = query.order_by("__name__", direction=direction)
            if after:
                reference = self.reference(uid, after.id)
                query = query.start_after({order.field: after.value, "__name__": reference})
        return query

    def create(self, uid: str, id_: str, item: M) -> None:
        writer(self._transaction).create(self.reference(uid, id_), self.fields(item))

    def overwrite(self, uid: str, id_: str, item: M) -> None:
        writer(self._transaction).set(self.reference(uid, id_), self.fields(item))

    def update_fields(self, uid: str, id_: str, fields: Mapping[str, Any]) -> None:
        values = {name: DELETE_FIELD if value is None else value for name, value in fields.items()}
        writer(self._transaction).set(self.reference(uid, id_), values, merge=list(values))

    def delete(self, uid: str, id_: str) -> None:
        writer(self._transaction).delete(self.reference(uid, id_))

    def reference(self, uid: str, id_: str) -> DocumentReference:
        """Returns the reference of a document.

        Raises:
            InvalidArgument: the id would lead out of the collection, or cannot be one.
        """
        problem = problem_with(id_)
        if problem:
            raise InvalidArgument.field("id", problem)
        reference: DocumentReference = (
            user_reference(self._client, uid).collection(self._name).document(id_)
        )
        return reference

    @staticmethod
    def fields(item: Model) -> dict[str, Any]:
        """Returns a document's fields. They repeat the path's id, so that it can be queried."""
        return to_fields(item)


def descendants(user: DocumentReference) -> Any:
    """Returns a query for all documents below the user's, at any depth.

    A collection without a name stands for all of them. Documents are also found below a path at
    which there is no document.
    """
    everything = CollectionReference(*user.path.split("/"), "", client=user._client)
    return everything.recursive().select([])


def user_reference(client: Client, uid: str) -> DocumentReference:
    """Returns the reference of a user's own document."""
    reference: DocumentReference = client.collection("users").document(user_document_id(uid))
    return reference


def writer(transaction: Transaction | None) -> Transaction:
    """Returns the transaction to write in. Outside a transaction, records are read-only."""
    if transaction is None:
        raise _OutsideTransaction("Writes need a transaction. Use Store.transact.")
    return transaction
