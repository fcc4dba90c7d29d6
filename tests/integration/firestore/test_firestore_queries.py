"""Queries: filters, order, cursors, limits, groups, aggregations, vectors, plans."""

from typing import Any

import grpc
import pytest
from google.api_core import exceptions
from google.cloud import firestore
from google.cloud.firestore_v1.base_query import And, FieldFilter, Or
from google.cloud.firestore_v1.base_vector_query import DistanceMeasure
from google.cloud.firestore_v1.field_path import FieldPath
from google.cloud.firestore_v1.query_profile import ExplainOptions
from google.cloud.firestore_v1.vector import Vector

from emulator.firestore.wire import protos
from tests.support.engines import NAMED, needs_embedded
from tests.support.firestore_support import Raw, value

PEOPLE: dict[str, dict[str, Any]] = {
    "ada": {"age": 36, "city": "London", "tags": ["math", "code"], "score": 1.5},
    "bob": {"age": 20, "city": "Paris", "tags": ["code"], "score": None},
    "cat": {"age": 36.0, "city": "Paris", "tags": [], "score": float("nan")},
    "dan": {"age": "old", "city": "Oslo", "tags": ["art", 5]},
    "eve": {"age": 51, "city": "Oslo", "tags": "code", "score": 3},
}


@pytest.fixture
def people(client: firestore.Client) -> Any:
    batch = client.batch()
    for name, data in PEOPLE.items():
        batch.set(client.document(f"people/{name}"), data)
    batch.commit()
    return client.collection("people")


def ids(query: Any) -> list[str]:
    return [snapshot.id for snapshot in query.stream()]


def where(query: Any, field: str, operator: str, operand: Any) -> Any:
    return query.where(filter=FieldFilter(field, operator, operand))


@pytest.mark.parametrize(
    ("field", "operator", "operand", "expected"),
    [
        ("age", "==", 36, ["ada", "cat"]),
        ("age", "<", 36, ["bob"]),
        ("age", "<=", 36, ["bob", "ada", "cat"]),
        ("age", ">", 20, ["ada", "cat", "eve"]),
        ("age", ">", "a", ["dan"]),
        ("age", "!=", 36, ["bob", "eve", "dan"]),
        ("age", "in", [20, "old", 99], ["bob", "dan"]),
        ("age", "not-in", [20, 36], ["eve", "dan"]),
        ("city", ">=", "P", ["bob", "cat"]),
        ("tags", "array_contains", "code", ["ada", "bob"]),
        ("tags", "array_contains_any", ["math", 5.0], ["ada", "dan"]),
        ("score", "==", None, ["bob"]),
        ("score", "!=", None, ["cat", "ada", "eve"]),
        ("score", "==", float("nan"), ["cat"]),
        ("score", "!=", float("nan"), ["ada", "eve"]),
        ("score", "not-in", [3, None], []),
        ("tags", "==", [], ["cat"]),
        ("missing", "==", None, []),
    ],
)
def test_filters(people: Any, field: str, operator: str, operand: Any, expected: list[str]) -> None:
    assert ids(where(people, field, operator, operand)) == expected


def test_composite_filters(people: Any) -> None:
    paris, oslo = FieldFilter("city", "==", "Paris"), FieldFilter("city", "==", "Oslo")
    old = FieldFilter("age", ">", 30)
    assert ids(people.where(filter=And([paris, old]))) == ["cat"]
    assert ids(people.where(filter=Or([paris, oslo]))) == ["bob", "cat", "dan", "eve"]
    either = people.where(filter=Or([And([oslo, old]), FieldFilter("tags", "array_contains", 5)]))
    assert ids(either) == ["eve", "dan"]


def test_order_puts_types_first_and_needs_the_field(people: Any) -> None:
    assert ids(people.order_by("age")) == ["bob", "ada", "cat", "eve", "dan"]
    assert ids(people.order_by("age", direction="DESCENDING")) == [
        "dan",
        "eve",
        "cat",
        "ada",
        "bob",
    ]
    assert ids(people.order_by("score")) == ["bob", "cat", "ada", "eve"]
    assert ids(people.order_by("city").order_by("age", direction="DESCENDING")) == [
        "ada",
        "dan",
        "eve",
        "cat",
        "bob",
    ]


def test_cursors_limits_and_offsets(people: Any) -> None:
    by_age = people.order_by("age")
    assert ids(by_age.start_at({"age": 36})) == ["ada", "cat", "eve", "dan"]
    assert ids(by_age.start_after({"age": 36})) == ["eve", "dan"]
    assert ids(by_age.end_at({"age": 36})) == ["bob", "ada", "cat"]
    assert ids(by_age.end_before({"age": 36})) == ["bob"]
    assert ids(by_age.start_after(people.document("ada").get())) == ["cat", "eve", "dan"]
    assert ids(by_age.offset(1).limit(2)) == ["ada", "cat"]
    assert [s.id for s in by_age.limit_to_last(2).get()] == ["eve", "dan"]
    down = people.order_by("age", direction="DESCENDING")
    assert ids(down.start_at({"age": 36}).limit(2)) == ["cat", "ada"]


@needs_embedded("hidane refuses descending orders of the key as lacking an index")
def test_names_in_filters_and_order(people: Any) -> None:
    name = FieldPath.document_id()
    assert ids(where(people, name, ">", people.document("cat"))) == ["dan", "eve"]
    assert ids(where(people, name, "in", [people.document("eve"), people.document("ada")])) == [
        "ada",
        "eve",
    ]
    assert ids(people.order_by(name, direction="DESCENDING").limit(2)) == ["eve", "dan"]


def test_projection(people: Any) -> None:
    found = list(people.select(["city", "nothing"]).limit(1).stream())
    assert found[0].to_dict() == {"city": "London"}
    assert [s.to_dict() for s in people.select([]).limit(1).stream()] == [{}]


def test_groups_and_nesting(client: firestore.Client) -> None:
    for path in ("notes/a", "users/u/notes/b", "users/u/notes/b/notes/c", "users/u/other/d"):
        client.document(path).set({"n": 1})
    assert ids(client.collection("notes")) == ["a"]
    assert ids(client.collection_group("notes")) == ["a", "b", "c"]
    assert ids(where(client.collection_group("notes"), "n", "==", 1)) == ["a", "b", "c"]
    assert ids(client.collection("users")) == []
    assert [c.id for c in client.document("users/u").collections()] == ["notes", "other"]
    assert [c.id for c in client.collections()] == ["notes", "users"]


def test_lists_show_missing_documents_and_turn_pages(client: firestore.Client) -> None:
    for path in ("c/a", "c/b/s/x", "c/d", "c/e/s/y/t/z"):
        client.document(path).set({"n": 1})
    found = client.collection("c").list_documents(page_size=3)
    assert [reference.id for reference in found] == ["a", "b", "d", "e"]


def test_list_pages_by_other_orders(raw: Raw) -> None:
    raw.commit(*(raw.put(f"c/d{n}", n=n % 3) for n in range(7)))
    request = protos.ListDocumentsRequest(
        parent=raw.root, collection_id="c", page_size=3, order_by="n desc"
    )
    seen: list[int] = []
    while True:
        page = raw.unary("ListDocuments", request, protos.ListDocumentsResponse)
        seen.extend(document.fields["n"].integer_value for document in page.documents)
        if not page.next_page_token:
            break
        request.page_token = page.next_page_token
    assert seen == [2, 2, 1, 1, 0, 0, 0]


def test_aggregations(people: Any) -> None:
    def first(query: Any) -> Any:
        return query.get()[0][0].value

    assert first(people.count()) == 5
    assert first(where(people, "city", "==", "Oslo").count()) == 2
    assert first(people.limit(3).count()) == 3
    assert first(people.sum("age")) == 143.0
    assert first(people.avg("age")) == pytest.approx(143 / 4)
    assert first(people.sum("missing")) == 0
    combined = people.count(alias="all").sum("score", alias="total").get()[0]
    assert {item.alias: item.value for item in combined}["all"] == 4


def test_sums_of_integers_stay_integers_until_they_overflow(raw: Raw) -> None:
    raw.commit(raw.put("c/a", n=2**63 - 1), raw.put("c/b", n=1), raw.put("d/a", n=5))

    def total(collection: str, operator: str = "sum") -> Any:
        request = protos.RunAggregationQueryRequest(parent=raw.root)
        query = request.structured_aggregation_query
        query.structured_query.from_.add(collection_id=collection)
        getattr(query.aggregations.add(alias="s"), operator).field.field_path = "n"
        responses = raw.stream("RunAggregationQuery", request, protos.RunAggregationQueryResponse)
        return responses[0].result.aggregate_fields["s"]

    assert total("d") == value(5)
    assert total("c") == value(float(2**63))
    assert total("nothing") == value(0)
    assert total("nothing", "avg") == value(None)


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        (DistanceMeasure.EUCLIDEAN, [("near", 1.0), ("far", 3.0)]),
        (DistanceMeasure.COSINE, [("far", 0.0), ("near", 1 - 2**-0.5)]),
        (DistanceMeasure.DOT_PRODUCT, [("far", 4.0), ("near", 1.0)]),
    ],
)
def test_nearest_neighbors(client: firestore.Client, measure: Any, expected: Any) -> None:
    points = client.collection("points")
    points.document("near").set({"v": Vector([1.0, 1.0])})
    points.document("far").set({"v": Vector([4.0, 0.0])})
    points.document("flat").set({"v": Vector([1.0])})
    points.document("none").set({"v": [1.0, 0.0]})
    found = points.find_nearest(
        vector_field="v",
        query_vector=Vector([1.0, 0.0]),
        distance_measure=measure,
        limit=5,
        distance_result_field="d",
    ).get()
    results = [(item.id, item.get("d")) for item in found]
    assert results == [(name, pytest.approx(distance)) for name, distance in expected]


def test_nearest_neighbors_within_a_threshold(client: firestore.Client) -> None:
    points = client.collection("points")
    for number in range(4):
        points.document(str(number)).set({"v": Vector([float(number)]), "odd": number % 2})
    near = points.find_nearest(
        vector_field="v",
        query_vector=Vector([0.0]),
        distance_measure=DistanceMeasure.EUCLIDEAN,
        limit=9,
        distance_threshold=2.0,
    )
    assert [item.id for item in near.get()] == ["0", "1", "2"]
    odd = where(points, "odd", "==", 1)
    filtered = odd.find_nearest(
        vector_field="v",
        query_vector=Vector([0.0]),
        distance_measure=DistanceMeasure.EUCLIDEAN,
        limit=1,
    )
    assert [item.id for item in filtered.get()] == ["1"]


@needs_embedded("hidane does not partition queries")
def test_partitions_cover_the_group(client: firestore.Client) -> None:
    batch = client.batch()
    for number in range(40):
        batch.set(client.document(f"u/{number}/items/i"), {"n": number})
    batch.commit()
    parts = list(client.collection_group("items").get_partitions(4))
    found = [snapshot.get("n") for part in parts for snapshot in part.query().stream()]
    assert sorted(found) == list(range(40))
    assert len(parts) == 5


@needs_embedded("hidane explains no queries")
def test_explain(people: Any) -> None:
    query = where(people, "city", "==", "Oslo").order_by("age")
    plan = query.get(explain_options=ExplainOptions(analyze=False)).get_explain_metrics()
    assert plan.plan_summary.indexes_used == [
        {"query_scope": "Collection", "properties": "(city ASC, age ASC, __name__ ASC)"}
    ]
    analyzed = query.get(explain_options=ExplainOptions(analyze=True))
    assert len(list(analyzed)) == 2
    statistics = analyzed.get_explain_metrics().execution_stats
    assert (statistics.results_returned, statistics.read_operations) == (2, 2)


def test_reading_the_past(client: firestore.Client) -> None:
    document = client.document("c/d")
    first = document.set({"n": 1}).update_time
    second = document.set({"n": 2}).update_time
    document.delete()
    collection = client.collection("c")
    for moment, expected in ((first, [1]), (second, [2]), (None, [])):
        assert [s.get("n") for s in collection.stream(read_time=moment)] == expected
    assert document.get(read_time=first).get("n") == 1
    with pytest.raises(exceptions.FailedPrecondition):
        document.get(read_time=first.replace(year=first.year - 1))
    with pytest.raises(exceptions.InvalidArgument):
        document.get(read_time=first.replace(year=first.year + 1))


def field_filter(field: str, operator: int, operand: Any) -> dict[str, Any]:
    return {"field": {"field_path": field}, "op": operator, "value": value(operand)}


def composite(operator: int, *filters: dict[str, Any]) -> dict[str, Any]:
    return {"op": operator, "filters": [{"field_filter": item} for item in filters]}


REFUSED: list[Any] = [
    ({"where": {"field_filter": field_filter("a", 8, list(range(31)))}}, "'IN' supports up to 30"),
    ({"where": {"field_filter": field_filter("a", 10, list(range(11)))}}, "'NOT_IN' supports up"),
    ({"where": {"field_filter": field_filter("a", 9, list(range(31)))}}, "ARRAY_CONTAINS_ANY"),
    ({"where": {"field_filter": field_filter("a", 8, [])}}, "non-empty ArrayValue"),
    ({"where": {"field_filter": field_filter("a", 8, 1)}}, "non-empty ArrayValue"),
    ({"where": {"field_filter": field_filter("a", 0, 1)}}, "operator"),
    ({"where": {"field_filter": field_filter("__name__", 5, "x")}}, "__key__ filter value"),
    (
        {
            "where": {
                "composite_filter": composite(
                    1,
                    field_filter("a", 8, [1, 2, 3, 4, 5, 6]),
                    field_filter("b", 8, list("abcdef")),
                )
            }
        },
        "30 disjunctions",
    ),
    pytest.param(
        {
            "where": {
                "composite_filter": composite(
                    1, field_filter("a", 7, 1), field_filter("b", 9, [1, 2])
                )
            }
        },
        "A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction.",
        marks=needs_embedded("hidane refuses a second array-contains as a failed precondition"),
    ),
    (
        {
            "where": {
                "composite_filter": composite(1, field_filter("a", 6, 1), field_filter("b", 6, 2))
            }
        },
        "Only a single 'NOT_EQUAL'",
    ),
    (
        {
            "where": {
                "composite_filter": composite(
                    1, field_filter("a", 10, [1]), field_filter("b", 8, [1, 2])
                )
            }
        },
        "'NOT_IN' cannot be used",
    ),
    pytest.param(
        {"where": {"composite_filter": {"op": 1}}},
        "at least one",
        marks=needs_embedded("hidane takes an empty conjunction"),
    ),
    ({"limit": {"value": -1}}, "imit"),
    ({"offset": -1}, "ffset"),
    ({"from_": [{"collection_id": "a"}, {"collection_id": "b"}]}, "more than one"),
    ({"from_": [{"collection_id": "a/b"}]}, "collection id"),
    ({"start_at": {"values": [value(1), value(2)]}}, "Cursor"),
    ({"order_by": [{"field": {"field_path": "a b"}}]}, "property path"),
    (
        {"order_by": [{"field": {"field_path": "a"}}, {"field": {"field_path": "a"}}]},
        "duplicate fields a",
    ),
    ({"find_nearest": {"vector_field": {"field_path": "v"}, "query_vector": value(1)}}, "vector"),
]


@pytest.mark.parametrize(("query", "message"), REFUSED)
def test_queries_that_are_refused(raw: Raw, query: dict[str, Any], message: str) -> None:
    full = {"from_": [{"collection_id": "c"}]} | query
    with pytest.raises(grpc.RpcError) as error:
        raw.query(protos.StructuredQuery(**full))
    assert error.value.code().name == "INVALID_ARGUMENT"
    if NAMED is None:  # other emulators word it differently
        assert message in error.value.details()


@needs_embedded("hidane answers collection groups below a document")
def test_what_has_no_index_below_a_document_is_refused(raw: Raw) -> None:
    raw.commit(raw.put("u/a/c/x", n=1), raw.put("u/a/d/y", n=2), raw.put("u/b/c/z", n=3))

    def run(**query: Any) -> Any:
        request = protos.RunQueryRequest(
            parent=raw.name("u/a"), structured_query=protos.StructuredQuery(**query)
        )
        responses = raw.stream("RunQuery", request, protos.RunQueryResponse)
        return [item.document.name.rsplit("/", 1)[1] for item in responses if item.document.name]

    assert run(from_=[{"all_descendants": True}]) == ["x", "y"]
    assert run(from_=[{"collection_id": "c", "all_descendants": True}]) == ["x"]
    with pytest.raises(grpc.RpcError) as error:
        run(
            from_=[{"collection_id": "c", "all_descendants": True}],
            order_by=[{"field": {"field_path": "__name__"}, "direction": 2}],
        )
    assert error.value.code().name == "FAILED_PRECONDITION"
    with pytest.raises(grpc.RpcError) as error:
        run(
            from_=[{"collection_id": "c", "all_descendants": True}],
            order_by=[{"field": {"field_path": "n"}}],
        )
    assert error.value.code().name == "INVALID_ARGUMENT"
