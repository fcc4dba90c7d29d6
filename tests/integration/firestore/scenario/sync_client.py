"""The scenario with the synchronous Python client; prints one line of JSON for each step."""

import json
import sys
from datetime import UTC, datetime
from typing import Any

from google.api_core.exceptions import GoogleAPICallError
from google.cloud import firestore
from google.cloud.firestore_v1.base_query import FieldFilter, Or

client = firestore.Client(project=sys.argv[1])


def show(step: str, result: Any) -> None:
    line = json.dumps([step, result], sort_keys=True, separators=(",", ":"))
    sys.stdout.write(line + "\n")


def code_of(call: Any) -> str:
    try:
        call()
    except GoogleAPICallError as error:
        return error.grpc_status_code.name
    return "OK"


def ids(query: Any) -> list[str]:
    return [snapshot.id for snapshot in query.get()]


def where(query: Any, field: str, operator: str, operand: Any) -> Any:
    return query.where(filter=FieldFilter(field, operator, operand))


cities = client.collection("cities")
first = cities.document("oslo")
first.set(
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
data = first.get().to_dict()
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

show("create twice", code_of(lambda: first.create({})))
show("update missing", code_of(lambda: cities.document("none").update({"a": 1})))
show("reserved id", code_of(lambda: cities.document("__x__").set({})))

first.update(
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
first.set({"map": {"m": 1}}, merge=True)
show("updated", first.get().to_dict())

batch = client.batch()
for number, name in enumerate(["rome", "bern", "lyon", "york"]):
    batch.set(cities.document(name), {"name": name, "size": number, "even": number % 2 == 0})
batch.set(cities.document("rome").collection("parks").document("p1"), {"trees": 10})
batch.set(first.collection("parks").document("p2"), {"trees": 2.5})
batch.commit()

by_size = cities.order_by("size")
show("order", ids(by_size))
show("less", ids(where(cities, "size", "<", 3)))
show("not equal", ids(where(cities, "even", "!=", True)))
show("in", ids(where(cities, "size", "in", [1, 10, 99])))
show("contains", ids(where(cities, "tags", "array_contains", "fjord")))
either = Or([FieldFilter("size", "==", 2), FieldFilter("name", "==", "york")])
show("or", ids(cities.where(filter=either)))
show("cursor", ids(by_size.start_after({"size": 1}).end_at({"size": 3})))
show("page", ids(by_size.offset(1).limit(2)))
show("last", ids(by_size.limit_to_last(2)))
show(
    "select",
    [snapshot.to_dict() for snapshot in cities.order_by("size").select(["size"]).limit(2).get()],
)
show("group", [snapshot.reference.path for snapshot in client.collection_group("parks").get()])
show("count", client.collection_group("parks").count().get()[0][0].value)
show("sum", client.collection_group("parks").sum("trees").get()[0][0].value)
show("average", cities.avg("size").get()[0][0].value)
show("collections", sorted(item.id for item in first.collections()))
show("documents", sorted(item.id for item in cities.list_documents()))


@firestore.transactional
def grow(transaction: Any) -> int:
    size = first.get(transaction=transaction).get("size")
    transaction.update(first, {"size": size + 1})
    return int(size)


show("transaction", [grow(client.transaction()), grow(client.transaction())])
show("after", first.get().get("size"))
found = {item.id: item.exists for item in client.get_all([first, cities.document("none")])}
show("all", found)
first.delete()
show("deleted", first.get().exists)
