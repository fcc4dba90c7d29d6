"""Which queries need which indexes, and that the code's indexes are declared."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from google.api_core import exceptions
from google.auth.credentials import AnonymousCredentials
from google.cloud.firestore import Client
from google.cloud.firestore_v1.base_query import FieldFilter, Or
from google.cloud.firestore_v1.base_vector_query import DistanceMeasure
from google.cloud.firestore_v1.vector import Vector

from emulator.firestore import IndexFileError, read_index_file
from emulator.firestore.data.database import Clock, Database
from emulator.firestore.query.aggregation import prepare_aggregation
from emulator.firestore.query.planning import make_plan
from emulator.firestore.query.plans import Plan
from emulator.firestore.query.required_indexes import require_index
from emulator.firestore.wire import protos
from emulator.firestore.wire.errors import FirestoreError
from emulator.gateway.paths import INDEXES
from tests.support.engines import needs_embedded
from tests.support.firestore_support import make_client

CLIENT = Client(project="p", credentials=AnonymousCredentials())
NOTES = CLIENT.collection("users/ada/notes")
GROUP = CLIENT.collection_group("notes")
NAME = "__name__"


def index(*fields: str, group: bool = False, vector: int = 0) -> dict[str, Any]:
    """An index: "a" ascends, "-a" descends, "a[]" is array-contains; a vector is on "v"."""
    parts: list[dict[str, Any]] = []
    for field in fields:
        if field.endswith("[]"):
            parts.append({"fieldPath": field[:-2], "arrayConfig": "CONTAINS"})
        else:
            order = "DESCENDING" if field.startswith("-") else "ASCENDING"
            parts.append({"fieldPath": field.lstrip("-"), "order": order})
    if vector:
        parts.append({"fieldPath": "v", "vectorConfig": {"dimension": vector, "flat": {}}})
    scope = "COLLECTION_GROUP" if group else "COLLECTION"
    return {"collectionGroup": "notes", "queryScope": scope, "fields": parts}


def override(field: str, *indexes: str, group: bool = False) -> dict[str, Any]:
    listed = [index(item, group=group) for item in indexes]
    modes = [{**item["fields"][0], "queryScope": item["queryScope"]} for item in listed]
    return {"collectionGroup": "notes", "fieldPath": field, "indexes": modes}


def where(query: Any, *conditions: tuple[str, str, Any]) -> Any:
    for condition in conditions:
        query = query.where(filter=FieldFilter(*condition))
    return query


def nearest(query: Any, dimension: int = 3) -> Any:
    vector = Vector([1.0] * dimension)
    return query.find_nearest("v", vector, limit=5, distance_measure=DistanceMeasure.COSINE)


A, B, TAG = ("a", "==", 1), ("b", "==", 2), ("t", "array_contains", "x")
DOWN = {"direction": "DESCENDING"}

SERVED: dict[str, tuple[Any, list[dict[str, Any]]]] = {
    "the whole collection": (NOTES, []),
    "the whole group": (GROUP, []),
    "one equality": (where(NOTES, A), []),
    "equalities alone merge": (where(NOTES, A, B, TAG), []),
    "array-contains": (where(NOTES, TAG), []),
    "one field's order": (NOTES.order_by("c", **DOWN), []),
    "a range ordered by its field": (where(NOTES, ("c", ">", 1)).order_by("c"), []),
    "an order and the name, the same way": (NOTES.order_by("c", **DOWN).order_by(NAME, **DOWN), []),
    "in": (where(NOTES, ("a", "in", [1, 2])), []),
    "an equality with an order by its own field": (where(NOTES, A).order_by("a"), []),
    "a field of a map": (NOTES.order_by("m.deep"), []),
    "equality and order": (where(NOTES, A).order_by("c"), [index("a", "c")]),
    "whatever way the equality's field goes": (where(NOTES, A).order_by("c"), [index("-a", "c")]),
    "an element and an order": (where(NOTES, TAG).order_by("c"), [index("t[]", "c")]),
    "equalities in any order": (where(NOTES, A, B).order_by("c"), [index("b", "a", "c")]),
    "indexes that end alike merge": (
        where(NOTES, A, B).order_by("c", **DOWN),
        [index("a", "-c"), index("b", "-c")],
    ),
    "with array-contains too": (
        where(NOTES, A, TAG).order_by("c"),
        [index("a", "c"), index("t[]", "c")],
    ),
    "two orders": (NOTES.order_by("c").order_by("d", **DOWN), [index("c", "-d")]),
    "the name against the order": (
        NOTES.order_by("c", **DOWN).order_by(NAME),
        [index("-c", NAME)],
    ),
    "names descending": (NOTES.order_by(NAME, **DOWN), [index("-" + NAME)]),
    "a group's field with an override": (
        where(GROUP, ("c", "<=", 1)).order_by("c"),
        [override("c", "c", group=True)],
    ),
    "a group's equality and order": (
        where(GROUP, A).order_by("c"),
        [index("a", "c", group=True)],
    ),
    "nearest": (nearest(NOTES), [index(vector=3)]),
    "nearest of some": (nearest(where(NOTES, A)), [index("a", vector=3)]),
}

REFUSED: dict[str, tuple[Any, list[dict[str, Any]]]] = {
    "equality and another field's order": (where(NOTES, A).order_by("c"), []),
    "equality and another field's range": (where(NOTES, A, ("c", ">", 1)), []),
    "an element and an order": (where(NOTES, TAG).order_by("c"), [index("t", "c")]),
    "the wrong direction": (where(NOTES, A).order_by("c", **DOWN), [index("a", "c")]),
    "the order before the equality": (where(NOTES, A).order_by("c"), [index("c", "a")]),
    "an index with more than is asked": (where(NOTES, A).order_by("c"), [index("a", "b", "c")]),
    "an index with less than is asked": (where(NOTES, A, B).order_by("c"), [index("a", "c")]),
    "two orders": (NOTES.order_by("c").order_by("d"), []),
    "the name against the order": (NOTES.order_by("c", **DOWN).order_by(NAME), []),
    "names descending": (NOTES.order_by(NAME, **DOWN), []),
    "a group's field": (where(GROUP, ("c", "<=", 1)).order_by("c"), []),
    "a group's equality": (where(GROUP, A), []),
    "a group, with the collection's index": (where(GROUP, A).order_by("c"), [index("a", "c")]),
    "a collection, with the group's index": (
        where(NOTES, A).order_by("c"),
        [index("a", "c", group=True)],
    ),
    "a collection's field, kept for the group": (
        NOTES.order_by("c"),
        [override("c", "c", group=True)],
    ),
    "an exempted field": (where(NOTES, A), [override("a")]),
    "an exempted map's field": (NOTES.order_by("m.deep"), [override("m")]),
    "one of several disjuncts": (
        NOTES.where(filter=Or([FieldFilter(*A), FieldFilter("b", ">", 1)])),
        [],
    ),
    "nearest": (nearest(NOTES), []),
    "nearest in another dimension": (nearest(NOTES, 4), [index(vector=3)]),
    "nearest of some": (nearest(where(NOTES, A)), [index(vector=3)]),
    "nearest of all, with a filtered index": (nearest(NOTES), [index("a", vector=3)]),
}


def plan_of(query: Any) -> Plan:
    database = Database("projects/p/databases/(default)", Clock(lambda: 1))
    message = (query if hasattr(query, "_to_protobuf") else query._query())._to_protobuf()
    parsed = protos.StructuredQuery.FromString(type(message).serialize(message))
    below = "" if parsed.from_[0].all_descendants else "/users/ada"
    return make_plan(database, f"{database.name}/documents{below}", parsed)


@pytest.fixture
def declare(tmp_path: Path) -> Callable[..., Any]:
    def write(items: list[dict[str, Any]]) -> Any:
        file = tmp_path / "indexes.json"
        content = {
            "indexes": [item for item in items if "fields" in item],
            "fieldOverrides": [item for item in items if "fields" not in item],
        }
        file.write_text(json.dumps(content))
        return read_index_file(file)

    return write


@pytest.mark.parametrize("case", SERVED)
def test_serves(case: str, declare: Callable[..., Any]) -> None:
    query, items = SERVED[case]
    require_index(declare(items), plan_of(query))


@pytest.mark.parametrize("case", REFUSED)
def test_refuses(case: str, declare: Callable[..., Any]) -> None:
    query, items = REFUSED[case]
    with pytest.raises(FirestoreError, match="requires an index") as refused:
        require_index(declare(items), plan_of(query))
    named = json.loads(refused.value.message.partition(": ")[2])
    single = len(named["fields"]) == 1 and NAME not in json.dumps(named)
    if single and "vectorConfig" not in named["fields"][0]:
        item = override(named["fields"][0]["fieldPath"])
        item["indexes"] = [{**named["fields"][0], "queryScope": named["queryScope"]}]
        named = item
    require_index(declare([named]), plan_of(query))


def test_asks_for_nothing_without_a_file() -> None:
    require_index(None, plan_of(where(NOTES, A).order_by("c")))


def test_sums_need_the_summed_field_in_the_index(declare: Callable[..., Any]) -> None:
    plan = plan_of(where(NOTES, A))
    request = protos.RunAggregationQueryRequest()
    aggregations = request.structured_aggregation_query.aggregations
    aggregations.add().sum.field.field_path = "n"
    prepare_aggregation(plan, aggregations)
    require_index(declare([index("a", "n")]), plan)
    with pytest.raises(FirestoreError, match="requires an index"):
        require_index(declare([]), plan)


@pytest.mark.parametrize(
    "content",
    ["", "[]", '{"indexes": [{"collectionGroup": "x", "fields": [{"fieldPath": "a"}]}]}'],
)
def test_says_what_is_wrong_with_a_file(content: str, tmp_path: Path) -> None:
    file = tmp_path / "indexes.json"
    file.write_text(content)
    with pytest.raises(IndexFileError, match="is not an index file"):
        read_index_file(file)


def test_another_model_has_another_dimension() -> None:
    usual = {index.vector[1] for index in read_index_file(INDEXES).composites if index.vector}
    other = {index.vector[1] for index in read_index_file(INDEXES, 256).composites if index.vector}
    assert (usual, other) == ({1536}, {256})


@needs_embedded("another one reads no index file")
def test_the_stack_refuses_what_production_would(stack: Any) -> None:
    """So every other test on the stack shows that its queries have their indexes."""
    client = make_client(stack.firestore, stack.project)
    memory = client.collection("users/nobody/memory")
    assert not list(where(memory, ("tier", "==", "archive")).order_by("createdAt", **DOWN).stream())
    with pytest.raises(exceptions.FailedPrecondition, match="requires an index"):
        list(where(memory, ("tier", "==", "archive")).order_by("expiresAt").stream())
    with pytest.raises(exceptions.FailedPrecondition, match="requires an index"):
        list(memory.order_by("content").stream())
