"""LangGraph's stores: what they do is what the framework's own one does."""

import asyncio
import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from typing import Any, TypedDict

import httpx
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from langgraph.store.base import (
    BaseStore,
    GetOp,
    InvalidNamespaceError,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    SearchOp,
)
from langgraph.store.memory import InMemoryStore

from rekindle_client import AsyncRekindle, InvalidArgument, Rekindle, RekindleError, Unreachable
from rekindle_client.langgraph import AsyncRekindleStore, RekindleStore

URL, TOKEN = os.environ["REKINDLE"], os.environ["TOKEN"]
NAMESPACES = [("users", "ann"), ("users", "ann", "notes"), ("users", "bob", "notes"), ("shop",)]


def some_op(random: Random) -> Op:
    namespace = random.choice(NAMESPACES)
    key = random.choice(["note", "notes", "1", "2", "Zoë"])
    match random.randrange(6):
        case 0:
            return GetOp(namespace, key)
        case 1:
            return PutOp(namespace, key, None)
        case 2:
            prefix = namespace[: random.randrange(3)]
            condition = random.choice([None, {"n": 1}, {"n": {"$gte": 1}}, {"at": {"x": [1]}}])
            return SearchOp(prefix, condition, limit=99)
        case 3:
            conditions = random.choice(
                [
                    (),
                    (MatchCondition("prefix", ("users", "*")),),
                    (MatchCondition("suffix", ("notes",)),),
                ]
            )
            return ListNamespacesOp(conditions, random.choice([None, 1, 2]), limit=3)
        case _:
            text = random.choice(["Ann likes tea.", "  \u200bhi \U0001f469\u200d\U0001f4bb\n", ""])
            value = {"text": text, "n": random.randrange(3), "at": {"x": [1], "y": None}}
            return PutOp(namespace, key, value)


def shown(result: Any) -> Any:
    """A result without its times, and without an order where there is none."""
    if isinstance(result, Item):
        return (result.namespace, result.key, repr(result.value))
    if isinstance(result, list):
        return sorted(map(shown, result))
    return result


def does_what_the_frameworks_own_store_does(store: BaseStore) -> None:
    random = Random(7)
    own = InMemoryStore()
    for number in range(60):
        # It also lists namespaces in which there is nothing, even if they have only been read.
        for empty in [each for each, items in own._data.items() if not items]:
            del own._data[empty]
        ops = [some_op(random) for _ in range(random.randrange(1, 5))]
        ops.sort(key=lambda op: not isinstance(op, ListNamespacesOp))
        results = shown_all(store.batch(ops)), shown_all(own.batch(ops))
        assert results[0] == results[1], (number, ops, results)


def shown_all(results: list[Any]) -> list[Any]:
    return [
        [each for each in shown(result) if each] if isinstance(result, list) else shown(result)
        for result in results
    ]


def reads_finds_and_pages(store: BaseStore, rekindle: Rekindle) -> None:
    prefix = ("people", "ann")
    store.put(prefix, "tea", {"text": "Ann drinks green tea", "kind": "drink"})
    first = store.get(prefix, "tea")
    assert first is not None
    for number, text in enumerate(
        ["The port is 4747", "The tests need Docker", "Lunch is at noon"]
    ):
        store.put((*prefix, "work"), str(number), {"text": text, "number": number})
    store.put(prefix, "tea", {"text": "Ann drinks black tea", "kind": "drink"})
    again = store.get(prefix, "tea")
    assert again is not None
    assert again.value["text"] == "Ann drinks black tea"
    assert again.created_at == first.created_at
    assert again.updated_at > first.updated_at
    hit, *_ = store.search(("people",), query="What do the tests need?")
    assert (hit.key, hit.value["number"]) == ("1", 1)
    assert hit.score
    assert [each.key for each in store.search(prefix, query="tea", filter={"kind": "drink"})] == [
        "tea"
    ]
    assert store.search(("people", "bob"), query="Docker") == []
    pages = [store.search(prefix, limit=2, offset=offset) for offset in (0, 2, 4)]
    assert [len(page) for page in pages] == [2, 2, 0]
    assert {each.key for page in pages for each in page} == {"tea", "0", "1", "2"}
    assert store.search(prefix, limit=0) == []
    rekindle.memory.save("A note that is no item.", target="archive", tags=["langgraph"])
    assert len(store.search((), filter={"kind": "drink"})) == 1
    store.delete(prefix, "tea")
    store.delete(prefix, "tea")
    assert store.get(prefix, "tea") is None


def ends_when_it_should(store: BaseStore, rekindle: Rekindle) -> None:
    store.put(("ends",), "soon", {"x": 1}, ttl=5)
    (note,) = rekindle.memory.list(tag="langgraph:ends").entries
    assert note.expires_at is not None
    assert note.expires_at - datetime.now(UTC) < timedelta(minutes=5)
    store.get(("ends",), "soon", refresh_ttl=False)
    assert rekindle.memory.get(note.id).expires_at == note.expires_at
    store.search(("ends",))
    renewed = rekindle.memory.get(note.id).expires_at
    assert renewed is not None
    assert renewed > note.expires_at
    store.put(("ends",), "soon", {"x": 2})
    assert rekindle.memory.get(note.id).expires_at is None


def refuses_what_does_not_fit(store: BaseStore) -> None:
    fine = PutOp(("fine",), "k", {"x": 1})
    secret = "my key is sk-proj-" + "Ab3" * 20
    refused: list[tuple[type[Exception], str, PutOp]] = [
        (ValueError, "a note holds 2,000", PutOp(("ann",), "k", {"text": "x" * 2000})),
        (NotImplementedError, "index", PutOp(("ann",), "k", {"text": "x"}, index=False)),
        (InvalidNamespaceError, "period", PutOp(("a.b",), "k", {"text": "x"})),
        (InvalidArgument, "secret", PutOp(("ann",), "k", {"text": secret})),
    ]
    for kind, words, put in refused:
        assert words in str(refusal(kind, partial(store.batch, [put, fine])))
        assert store.get(("fine",), "k") is None


def refusal(kind: type[Exception], call: Callable[[], object]) -> Exception:
    try:
        call()
    except kind as error:
        return error
    raise AssertionError(f"there was no {kind.__name__}")


def stores_what_somebody_deletes_meanwhile(rekindle: Rekindle) -> None:
    def deletes(request: httpx.Request) -> None:
        if request.method == "PATCH":
            rekindle.memory.delete(request.url.path.rpartition("/")[2])

    connections = httpx.Client(event_hooks={"request": [deletes]})
    with connections, Rekindle(URL, TOKEN, http_client=connections) as disturbed:
        store = RekindleStore(disturbed)
        store.put(("race",), "k", {"x": 1})
        store.put(("race",), "k", {"x": 2})
        found = store.get(("race",), "k")
        assert found is not None
        assert found.value == {"x": 2}


class State(TypedDict):
    said: str
    known: list[str]


async def serves_a_graph(store: BaseStore, namespace: tuple[str, ...]) -> None:
    async def remember(state: State, runtime: Runtime[None]) -> State:
        assert runtime.store is not None
        found = await runtime.store.asearch(namespace, query=state["said"])
        await runtime.store.aput(namespace, state["said"], {"text": state["said"]})
        return {"said": state["said"], "known": [each.value["text"] for each in found]}

    builder = StateGraph(State)
    builder.add_node("remember", remember)
    builder.add_edge(START, "remember")
    builder.add_edge("remember", END)
    graph = builder.compile(store=store)
    await graph.ainvoke({"said": "The parrot is called Coco.", "known": []})
    answer = await graph.ainvoke({"said": "What is the parrot called?", "known": []})
    assert answer["known"] == ["The parrot is called Coco."]


def goes_on_without_rekindle_if_it_is_to() -> None:
    errors: list[RekindleError] = []
    with Rekindle("http://127.0.0.1:9", TOKEN, retries=0) as nowhere:
        refusal(Unreachable, lambda: RekindleStore(nowhere).get(("ann",), "k"))
        store = RekindleStore(nowhere, on_error=errors.append)
        assert store.get(("ann",), "k") is None
        assert store.search(("ann",), query="tea") == []
        assert store.list_namespaces() == []
        store.put(("ann",), "k", {"x": 1})
        store.delete(("ann",), "k")
    assert len(errors) == 5


async def main() -> None:
    with Rekindle(URL, TOKEN) as rekindle:
        store = RekindleStore(rekindle)
        does_what_the_frameworks_own_store_does(store)
        reads_finds_and_pages(store, rekindle)
        ends_when_it_should(store, rekindle)
        refuses_what_does_not_fit(store)
        stores_what_somebody_deletes_meanwhile(rekindle)
        await serves_a_graph(store, ("threads",))
    async with AsyncRekindle(URL, TOKEN) as rekindle_in_tasks:
        await serves_a_graph(AsyncRekindleStore(rekindle_in_tasks), ("tasks",))
    goes_on_without_rekindle_if_it_is_to()


if __name__ == "__main__":
    asyncio.run(main())
