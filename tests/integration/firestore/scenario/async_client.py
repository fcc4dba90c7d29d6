"""The scenario with the asynchronous Python client; prints one line of JSON for each step."""

import asyncio
import json
import sys
from datetime import UTC, datetime
from typing import Any

from google.api_core.exceptions import GoogleAPICallError
from google.cloud import firestore
from google.cloud.firestore_v1.base_query import FieldFilter, Or

client = firestore.AsyncClient(project=sys.argv[1])


def show(step: str, result: Any) -> None:
    line = json.dumps([step, result], sort_keys=True, separators=(",", ":"))
    sys.stdout.write(line + "\n")


async def code_of(call: Any) -> str:
    try:
        await call()
    except GoogleAPICallError as error:
        return error.grpc_status_code.name
    return "OK"


async def ids(query: Any) -> list[str]:
    return [snapshot.id for snapshot in await query.get()]


def where(query: Any, field: str, operator: str, operand: Any) -> Any:
    return query.where(filter=FieldFilter(field, operator, operand))


async def main() -> None:
    cities = client.collection("cities")
    first = cities.document("oslo")
    await first.set(
        {
            "name": "Oslo",
            "size": 7,
            "at": datetime(2024, 2, 29, 12, 30, 15, 250000, UTC),
            "raw": b"\x00\xff",
            "place": firestore.GeoPoint(59.9, 10.7),
            "twin": cities.document("rome"),
            "tags": ["north", {"deep": [1, None, True]}],
            "map": {"a.b": {"`": "é"}},
        }
    )
    data = (await first.get()).to_dict()
    show(
        "types",
        {
            **data,
            "at": int(data["at"].timestamp() * 1000),
            "raw": data["raw"].hex(),
            "place": [data["place"].latitude, data["place"].longitude],
            "twin": data["twin"].path,
        },
    )

    show("create twice", await code_of(lambda: first.create({})))
    show("update missing", await code_of(lambda: cities.document("none").update({"a": 1})))
    show("reserved id", await code_of(lambda: cities.document("__x__").set({})))

    await first.update(
        {
            "size": firestore.Increment(3),
            "tags": firestore.ArrayUnion(["north", "fjord"]),
            "map.n": 5,
            "twin": firestore.DELETE_FIELD,
            "at": firestore.DELETE_FIELD,
            "raw": firestore.DELETE_FIELD,
            "place": firestore.DELETE_FIELD,
        }
    )
    await first.set({"map": {"m": 1}}, merge=True)
    show("updated", (await first.get()).to_dict())

    batch = client.batch()
    for number, name in enumerate(["rome", "bern", "lyon", "york"]):
        batch.set(cities.document(name), {"name": name, "size": number, "even": number % 2 == 0})
    batch.set(cities.document("rome").collection("parks").document("p1"), {"trees": 10})
    batch.set(first.collection("parks").document("p2"), {"trees": 2.5})
    await batch.commit()

    by_size = cities.order_by("size")
    show("order", await ids(by_size))
    show("less", await ids(where(cities, "size", "<", 3)))
    show("not equal", await ids(where(cities, "even", "!=", True)))
    show("in", await ids(where(cities, "size", "in", [1, 10, 99])))
    show("contains", await ids(where(cities, "tags", "array_contains", "fjord")))
    either = Or([FieldFilter("size", "==", 2), FieldFilter("name", "==", "york")])
    show("or", await ids(cities.where(filter=either)))
    show("cursor", await ids(by_size.start_after({"size": 1}).end_at({"size": 3})))
    show("page", await ids(by_size.offset(1).limit(2)))
    show("last", await ids(by_size.limit_to_last(2)))
    show(
        "select",
        [
            snapshot.to_dict()
            for snapshot in await cities.order_by("size").select(["size"]).limit(2).get()
        ],
    )
    show(
        "group",
        [snapshot.reference.path for snapshot in await client.collection_group("parks").get()],
    )
    show("count", (await client.collection_group("parks").count().get())[0][0].value)
    show("sum", (await client.collection_group("parks").sum("trees").get())[0][0].value)
    show("average", (await cities.avg("size").get())[0][0].value)
    show("collections", sorted([item.id async for item in first.collections()]))
    show("documents", sorted([item.id async for item in cities.list_documents()]))

    @firestore.async_transactional
    async def grow(transaction: Any) -> int:
        size = (await first.get(transaction=transaction)).get("size")
        transaction.update(first, {"size": size + 1})
        return int(size)

    show("transaction", [await grow(client.transaction()), await grow(client.transaction())])
    show("after", (await first.get()).get("size"))
    everyone = client.get_all([first, cities.document("none")])
    found = {item.id: item.exists async for item in everyone}
    show("all", found)
    await first.delete()
    show("deleted", (await first.get()).exists)


asyncio.run(main())
