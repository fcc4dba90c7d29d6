"""Behaviors of Firestore beyond the timed operations, each tried on both emulators.

The standard is the documented behavior of production. An emulator has it, differs, fails, does not
answer in time, or crashes. The embedded emulator is tested in the same way.
"""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

from google.api_core import exceptions
from google.cloud import firestore
from google.cloud.firestore_v1.base_query import FieldFilter

from bench.peers.emulators import Emulator
from bench.peers.operations import Mismatch, expect

PATIENCE = 15.0
"""Seconds an emulator gets for one behavior."""
_WRITERS, _INCREMENTS = 4, 5


def _refused(error: type[Exception], call: Callable[[], object]) -> None:
    try:
        call()
    except error:
        return
    raise Mismatch(f"accepted instead of {error.__name__}")


def _where(client: Any, name: str, operator: str, value: object) -> Any:
    return client.collection("people").where(filter=FieldFilter(name, operator, value))


def _people(client: Any) -> Any:
    people = client.collection("people")
    ages = {"ann": 30, "bob": 20, "cay": 40, "dan": None}
    for name, age in ages.items():
        known = {} if age is None else {"age": age}
        people.document(name).set({"tags": [name[0], "all"], "home": {"city": name}} | known)
    return people


def _ids(query: Any) -> list[str]:
    return [item.id for item in query.stream()]


def _create_twice(client: Any) -> None:
    client.document("c/once").create({"n": 1})
    _refused(exceptions.Conflict, lambda: client.document("c/once").create({"n": 2}))


def _update_of_nothing(client: Any) -> None:
    _refused(exceptions.NotFound, lambda: client.document("c/none").update({"n": 1}))


def _update_of_one(client: Any) -> None:
    document = client.document("c/updated")
    document.set({"a": 1, "b": 2})
    document.update({"a": 3})
    expect(document.get().to_dict(), {"a": 3, "b": 2})


def _field_removed(client: Any) -> None:
    document = client.document("c/shrinking")
    document.set({"a": 1, "b": 2})
    document.update({"a": firestore.DELETE_FIELD})
    expect(document.get().to_dict(), {"b": 2})


def _nested_update(client: Any) -> None:
    document = client.document("c/nested")
    document.set({"a": {"b": 1, "c": 2}})
    document.update({"a.b": 3})
    expect(document.get().to_dict(), {"a": {"b": 3, "c": 2}})


def _merge(client: Any) -> None:
    document = client.document("c/merged")
    document.set({"a": {"b": 1}, "d": 1})
    document.set({"a": {"c": 2}}, merge=True)
    expect(document.get().to_dict(), {"a": {"b": 1, "c": 2}, "d": 1})


def _precondition(client: Any) -> None:
    document = client.document("c/conditional")
    first = document.set({"n": 1}).update_time
    document.set({"n": 2})
    option = client.write_option(last_update_time=first)
    _refused(exceptions.FailedPrecondition, lambda: document.update({"n": 3}, option=option))


def _increment(client: Any) -> None:
    document = client.document("c/incremented")
    document.set({"n": 1, "m": 2})
    document.update({"n": firestore.Increment(2)})
    expect(document.get().to_dict(), {"n": 3, "m": 2})


def _array_union(client: Any) -> None:
    document = client.document("c/united")
    document.set({"list": [1]})
    document.update({"list": firestore.ArrayUnion([1, 2])})
    expect(document.get().to_dict(), {"list": [1, 2]})


def _server_time(client: Any) -> None:
    document = client.document("c/timed")
    document.set({"at": firestore.SERVER_TIMESTAMP})
    expect(isinstance(document.get().get("at"), datetime), True)


def _two_transforms(client: Any) -> None:
    document = client.document("c/transformed")
    document.set({"n": 1, "list": [1]})
    document.update({"list": firestore.ArrayUnion([2]), "n": firestore.Increment(2)})
    expect(document.get().to_dict(), {"n": 3, "list": [1, 2]})


def _comes_back(name: str, value: Callable[[Any], object]) -> Callable[[Any], None]:
    def behaviour(client: Any) -> None:
        document = client.document(f"values/{name}")
        written = {"value": value(client)}
        document.set(written)
        expect(document.get().to_dict(), written)

    return behaviour


_TIME = datetime(2026, 1, 2, 3, 4, 5, 678901, UTC)
_VALUES: dict[str, Callable[[Any], object]] = {
    "bytes": lambda _: b"\x00\xff",
    "a geo point": lambda _: firestore.GeoPoint(1.5, -2.5),
    "a timestamp with microseconds": lambda _: _TIME,
    "an integer beyond 2^53": lambda _: 2**62 + 1,
    "a reference": lambda client: client.document("c/else"),
    "nested maps and lists": lambda _: {"list": [{"a": None}, True]},
}


def _atomic_batch(client: Any) -> None:
    batch = client.batch()
    batch.set(client.document("atomic/written"), {"n": 1})
    batch.update(client.document("atomic/missing"), {"n": 1})
    _refused(exceptions.NotFound, batch.commit)
    if client.document("atomic/written").get().exists:
        raise Mismatch("half of a refused batch was written")


def _isolation(client: Any) -> None:
    counter = client.document("c/contended")
    counter.set({"n": 0})
    barrier = threading.Barrier(_WRITERS)

    @firestore.transactional
    def increment(transaction: Any) -> None:
        now = counter.get(transaction=transaction).get("n")
        transaction.update(counter, {"n": now + 1})

    def writer(_: int) -> None:
        barrier.wait(PATIENCE)
        for _ in range(_INCREMENTS):
            increment(client.transaction(max_attempts=50))

    with ThreadPoolExecutor(_WRITERS) as pool:
        list(pool.map(writer, range(_WRITERS)))
    expect(counter.get().get("n"), _WRITERS * _INCREMENTS)


def _order(client: Any) -> None:
    people = _people(client)
    expect(_ids(people.order_by("age")), ["bob", "ann", "cay"])


def _inequality(client: Any) -> None:
    _people(client)
    expect(_ids(_where(client, "age", ">", 20).order_by("age")), ["ann", "cay"])


def _nested_filter(client: Any) -> None:
    _people(client)
    expect(_ids(_where(client, "home.city", "==", "bob")), ["bob"])


def _array_contains(client: Any) -> None:
    _people(client)
    expect(_ids(_where(client, "tags", "array_contains", "c")), ["cay"])


def _is_in(client: Any) -> None:
    _people(client)
    expect(_ids(_where(client, "age", "in", [20, 40])), ["bob", "cay"])


def _cursor(client: Any) -> None:
    people = _people(client)
    expect(_ids(people.order_by("age").start_after({"age": 20}).limit(1)), ["ann"])


def _offset(client: Any) -> None:
    people = _people(client)
    expect(_ids(people.order_by("age").offset(1).limit(1)), ["ann"])


def _select(client: Any) -> None:
    people = _people(client)
    found = [item.to_dict() for item in people.order_by("age").select(["age"]).limit(1).stream()]
    expect(found, [{"age": 20}])


def _group(client: Any) -> None:
    client.document("u/a/items/x").set({"n": 1})
    client.document("u/b/items/y").set({"n": 2})
    expect(sorted(_ids(client.collection_group("items"))), ["x", "y"])


def _by_name(client: Any) -> None:
    for name in ("b", "c", "a"):
        client.document(f"named/{name}").set({"n": 1})
    expect(_ids(client.collection("named")), ["a", "b", "c"])


def _count(client: Any) -> None:
    people = _people(client)
    expect(people.count().get()[0][0].value, 4)


def _list_documents(client: Any) -> None:
    client.document("listed/one").set({"n": 1})
    expect([item.id for item in client.collection("listed").list_documents()], ["one"])


def _list_collections(client: Any) -> None:
    client.document("parent/one/child/two").set({"n": 1})
    expect([item.id for item in client.document("parent/one").collections()], ["child"])


def _bulk_writer(client: Any) -> None:
    writer = client.bulk_writer()
    for number in range(3):
        writer.set(client.document(f"bulk/{number}"), {"n": number})
    writer.close()
    expect(sorted(_ids(client.collection("bulk"))), ["0", "1", "2"])


def _leaves_a_query(client: Any) -> None:
    document = client.document("watched/one")
    document.set({"open": True})
    seen: list[list[str]] = []
    changed = threading.Condition()

    def heard(found: Any, _changes: Any, _time: Any) -> None:
        with changed:
            seen.append([item.id for item in found])
            changed.notify_all()

    query = client.collection("watched").where(filter=FieldFilter("open", "==", True))
    watch = query.on_snapshot(heard)
    try:
        with changed:
            if not changed.wait_for(lambda: seen and seen[-1] == ["one"], PATIENCE / 3):
                raise Mismatch("the listener does not get the existing document")
        document.update({"open": False})
        with changed:
            if not changed.wait_for(lambda: seen[-1] == [], PATIENCE / 3):
                raise Mismatch("the listener is not notified that a document left its query")
    finally:
        watch.unsubscribe()


def _past(client: Any) -> None:
    document = client.document("c/past")
    first = document.set({"n": 1}).update_time
    document.set({"n": 2})
    expect(document.get(read_time=first).get("n"), 1)


BEHAVIOURS: dict[str, Callable[[Any], None]] = {
    "create refuses an existing document": _create_twice,
    "update refuses a missing document": _update_of_nothing,
    "update keeps the other fields": _update_of_one,
    "update removes a field": _field_removed,
    "update of one map field": _nested_update,
    "set with merge": _merge,
    "precondition on the update time": _precondition,
    "increment": _increment,
    "array union": _array_union,
    "server timestamp": _server_time,
    "increment and array union in one update": _two_transforms,
    **{f"round trip of {name}": _comes_back(name, value) for name, value in _VALUES.items()},
    "a refused batch writes nothing": _atomic_batch,
    "contending transactions lose no increment": _isolation,
    "order by a field excludes documents without it": _order,
    "inequality": _inequality,
    "filter by a map field": _nested_filter,
    "array-contains": _array_contains,
    "in": _is_in,
    "cursor": _cursor,
    "offset": _offset,
    "projection": _select,
    "collection group": _group,
    "a collection is read in name order": _by_name,
    "count": _count,
    "list documents": _list_documents,
    "list collections": _list_collections,
    "bulk writer": _bulk_writer,
    "a listener is notified when a document leaves its query": _leaves_a_query,
    "read at a past time": _past,
}


def tried(emulator: Emulator, behaviour: Callable[[Any], None]) -> str:
    """The outcome on an emulator: `yes`, or what happened instead."""
    outcome: list[str] = []

    def attempt() -> None:
        try:
            behaviour(emulator.client)
        except Mismatch as mismatch:
            outcome.append(f"differs: {mismatch}")
        except Exception as error:  # a client may raise anything
            outcome.append(f"fails: {type(error).__name__}")
        else:
            outcome.append("yes")

    thread = threading.Thread(target=attempt, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    if emulator.conversation.process.poll() is not None:
        return "the server crashes"
    return outcome[0] if outcome else f"no answer within {PATIENCE:.0f} s"
