"""Where queries disagreed with production; emulator/firestore/README.md lists the sources."""

import re
from typing import Any

import grpc
import pytest

from emulator.firestore.wire import protos
from tests.support.engines import NAMED, needs_embedded
from tests.support.firestore_support import Raw, value

NAN = float("nan")
LESS, EQUAL, NOT_EQUAL, CONTAINS, IN, CONTAINS_ANY, NOT_IN = 1, 5, 6, 7, 8, 9, 10
AT_LEAST = 4
IS_NAN, IS_NULL = 2, 3
ASCENDING, DESCENDING = 1, 2


def field(path: str, operator: int, operand: Any) -> dict[str, Any]:
    given = operand if isinstance(operand, protos.Value) else value(operand)
    return {"field_filter": {"field": {"field_path": path}, "op": operator, "value": given}}


def both(*filters: dict[str, Any]) -> dict[str, Any]:
    return {"composite_filter": {"op": 1, "filters": list(filters)}}


def either(*filters: dict[str, Any]) -> dict[str, Any]:
    return {"composite_filter": {"op": 2, "filters": list(filters)}}


def order(path: str, direction: int = ASCENDING) -> dict[str, Any]:
    return {"field": {"field_path": path}, "direction": direction}


def run(raw: Raw, collection: str = "c", **query: Any) -> list[str]:
    return raw.query(protos.StructuredQuery(from_=[{"collection_id": collection}], **query))


def name(raw: Raw, path: str) -> Any:
    return protos.Value(reference_value=raw.name(path))


def refused(call: Any, message: str, code: str = "INVALID_ARGUMENT") -> None:
    with pytest.raises(grpc.RpcError) as error:
        call()
    assert error.value.code().name == code
    if NAMED is None:  # other emulators word it differently
        assert re.search(message, error.value.details()), error.value.details()


@pytest.fixture
def odd(raw: Raw) -> Raw:
    """One document for each kind of value, as `q` and within the array `a`."""
    raw.commit(
        *(
            raw.put(f"c/{key}", q=plain, a=[plain, "x"])
            for key, plain in (("nan", NAN), ("null", None), ("one", 1), ("two", 2))
        )
    )
    return raw


@pytest.mark.parametrize(
    ("operator", "operand", "expected"),
    [
        (IN, [None], []),
        (IN, [NAN], []),
        (IN, [None, NAN, 1], ["one"]),
        (NOT_IN, [None], []),
        (NOT_IN, [None, 1], []),
        (NOT_IN, [NAN], ["nan", "one", "two"]),
        (NOT_IN, [NAN, 1], ["nan", "two"]),
        (EQUAL, None, []),
        (EQUAL, NAN, []),
        (NOT_EQUAL, None, []),
        (NOT_EQUAL, NAN, ["nan", "one", "two"]),
        (AT_LEAST, None, []),
        (AT_LEAST, NAN, []),
    ],
)
def test_null_and_nan_equal_nothing(
    odd: Raw, operator: int, operand: Any, expected: list[str]
) -> None:
    """Clients send the unary filters to find them, which still do."""
    assert run(odd, where=field("q", operator, operand)) == [f"c/{key}" for key in expected]


@pytest.mark.parametrize(
    ("operator", "operand", "expected"),
    [
        (CONTAINS, None, []),
        (CONTAINS, NAN, []),
        (CONTAINS_ANY, [None], []),
        (CONTAINS_ANY, [NAN, 2], ["two"]),
    ],
)
def test_no_array_contains_null_or_nan(
    odd: Raw, operator: int, operand: Any, expected: list[str]
) -> None:
    assert run(odd, where=field("a", operator, operand)) == [f"c/{key}" for key in expected]


@pytest.mark.parametrize(("operator", "found"), [(IS_NAN, "nan"), (IS_NULL, "null")])
def test_unary_filters_find_null_and_nan(odd: Raw, operator: int, found: str) -> None:
    where = {"unary_filter": {"op": operator, "field": {"field_path": "q"}}}
    assert run(odd, where=where) == [f"c/{found}"]


def test_in_with_null_finds_nothing_in_a_large_collection_either(raw: Raw) -> None:
    """Collections of more than 24 documents are searched by index."""
    raw.commit(*(raw.put(f"c/d{n:02}", q=None, a=[None]) for n in range(40)), raw.put("c/e", q=1))
    assert run(raw, where=field("q", IN, [None, 1])) == ["c/e"]
    assert run(raw, where=field("a", CONTAINS, None)) == []


@pytest.mark.parametrize(
    "query",
    [
        {"order_by": [order("__name__"), order("q")]},
        {"order_by": [order("q"), order("__name__"), order("a")]},
        {"order_by": [order("__name__")], "where": field("q", LESS, 5)},
        {"order_by": [order("__name__"), order("__name__")]},
    ],
)
def test_no_order_follows_the_key(odd: Raw, query: dict[str, Any]) -> None:
    message = "order by clause cannot contain more fields after the key"
    refused(lambda: run(odd, **query), message)


def test_a_filter_that_finds_nothing_adds_no_order(odd: Raw) -> None:
    assert run(odd, order_by=[order("__name__")], where=field("q", LESS, None)) == []


def test_no_field_is_ordered_by_twice(odd: Raw) -> None:
    query = {"order_by": [order("q"), order("q", DESCENDING)]}
    refused(lambda: run(odd, **query), "order by clause cannot contain duplicate fields q")


def test_the_key_equals_nothing_beside_an_inequality_on_another_field(odd: Raw) -> None:
    one = name(odd, "c/one")
    message = "Equality on key is not allowed if there are other inequality fields"
    same, among = field("__name__", EQUAL, one), field("__name__", IN, protos.Value())
    among["field_filter"]["value"].array_value.values.append(one)
    for equality in (same, among):
        refused(lambda e=equality: run(odd, where=both(e, field("q", LESS, 5))), message)
    bounded = both(same, field("q", LESS, 5), field("__name__", AT_LEAST, one))
    assert run(odd, where=bounded) == ["c/one"]
    assert run(odd, where=both(same, field("q", EQUAL, 1))) == ["c/one"]


@pytest.mark.parametrize(
    "where",
    [
        both(field("q", NOT_IN, [1]), field("a", IN, [2])),
        both(field("q", NOT_IN, [1]), field("a", CONTAINS_ANY, [2])),
        both(field("q", NOT_IN, [1]), either(field("a", EQUAL, 2))),
    ],
)
def test_not_in_stands_beside_no_disjunction_of_even_one_value(
    odd: Raw, where: dict[str, Any]
) -> None:
    refused(lambda: run(odd, where=where), "'NOT_IN' cannot be used in the same query with")


def test_no_cursor_is_longer_than_the_stated_order(odd: Raw) -> None:
    """The order that the server adds does not count."""
    for side in ("start_at", "end_at"):
        position = {"values": [value(1), name(odd, "c/one")]}
        query = {"order_by": [order("q")], side: position}
        refused(lambda q=query: run(odd, **q), "Cursor has too many values")
        bare = {side: {"values": [name(odd, "c/one")]}}
        refused(lambda q=bare: run(odd, **q), "Cursor has too many values")
    both_orders = [order("q"), order("__name__")]
    position = {"values": [value(1), name(odd, "c/one")], "before": True}
    assert run(odd, order_by=both_orders, start_at=position) == ["c/one", "c/two"]


@pytest.mark.parametrize("operator", [CONTAINS, CONTAINS_ANY])
def test_the_key_is_no_array(odd: Raw, operator: int) -> None:
    operand = name(odd, "c/one")
    if operator == CONTAINS_ANY:
        operand = protos.Value(array_value={"values": [operand]})
    where = field("__name__", operator, operand)
    refused(lambda: run(odd, where=where), "the name __key__ is reserved")


@needs_embedded("hidane refuses descending orders of the key as lacking an index")
def test_fields_are_filtered_and_ordered_by_in_a_named_collection_only(odd: Raw) -> None:
    """An empty collection id stands for all collections of the parent."""
    refused(lambda: run(odd, "", where=field("q", EQUAL, 1)), "kind is required for filter: q")
    unordered = "kind is required for all orders except __key__ ascending"
    for clause in (order("q"), order("__name__", DESCENDING)):
        refused(lambda c=clause: run(odd, "", order_by=[c]), unordered)
    everything = ["c/nan", "c/null", "c/one", "c/two"]
    assert run(odd, "") == run(odd, "", order_by=[order("__name__")]) == everything
    assert run(odd, "", where=field("__name__", AT_LEAST, name(odd, "c/one"))) == everything[2:]


def aggregate(
    raw: Raw, *aggregations: dict[str, Any], parent: str = "", group: bool = False, **parts: Any
) -> dict[str, Any]:
    request = protos.RunAggregationQueryRequest(parent=raw.name(parent) if parent else raw.root)
    query = request.structured_aggregation_query
    source = {"collection_id": "c", "all_descendants": group}
    query.structured_query.MergeFrom(protos.StructuredQuery(from_=[source], **parts))
    query.aggregations.extend(
        protos.RunAggregationQueryRequest(
            structured_aggregation_query={"aggregations": aggregations}
        ).structured_aggregation_query.aggregations
    )
    answer = raw.stream("RunAggregationQuery", request, protos.RunAggregationQueryResponse)[0]
    return {key: one.integer_value for key, one in answer.result.aggregate_fields.items()}


@pytest.mark.parametrize(
    ("aliases", "message"),
    [
        (["n", "n"], "Aggregation aliases contain duplicate alias: n"),
        (["field_1", ""], "Aggregation aliases contain duplicate alias: field_1"),
        (["__n__"], 'The property name "__n__" is reserved'),
        pytest.param(
            ["n" * 1501],
            "longer than 1500 bytes",
            marks=needs_embedded("hidane takes aliases of any length"),
        ),
    ],
)
def test_aliases_are_unique_names_of_fields(odd: Raw, aliases: list[str], message: str) -> None:
    counts = [{"count": {}, "alias": alias} for alias in aliases]
    refused(lambda: aggregate(odd, *counts), message)


SUM = {"sum": {"field": {"field_path": "q"}}}


@pytest.mark.parametrize(
    "query",
    [
        {"order_by": [order("__name__")]},
        {"order_by": [order("a"), order("__name__")]},
        {"where": both(field("q", EQUAL, 1)), "order_by": [order("__name__")]},
        {"where": "the key"},
        pytest.param(
            {"parent": "c/one", "group": True},
            marks=needs_embedded("hidane answers collection groups below a document"),
        ),
    ],
)
def test_no_index_has_a_sum_after_the_key(odd: Raw, query: dict[str, Any]) -> None:
    if query.get("where") == "the key":
        query = {"where": field("__name__", AT_LEAST, name(odd, "c/one"))}
    message = r"requires an index with fields \[q\] after __name__"
    refused(lambda: aggregate(odd, SUM, **query), message)
    refused(lambda: aggregate(odd, {"avg": SUM["sum"]}, **query), message)
    assert aggregate(odd, {"count": {}}, **query)


def test_a_sum_of_a_field_that_is_ordered_by_comes_before_the_key(odd: Raw) -> None:
    by_field = [order("q"), order("__name__")]
    positive = field("q", AT_LEAST, 1)
    assert aggregate(odd, SUM, where=positive, order_by=by_field[:1]) == {"field_1": 3}
    assert aggregate(odd, SUM, where=positive) == {"field_1": 3}
    assert aggregate(odd, SUM, where=field("q", LESS, 2), order_by=by_field) == {"field_1": 1}


def test_unnamed_aggregations_are_numbered(odd: Raw) -> None:
    counts = [{"count": {}, "alias": alias} for alias in ("", "n", "")]
    assert aggregate(odd, *counts) == {"field_1": 4, "n": 4, "field_2": 4}


def listed(raw: Raw, **options: Any) -> list[str]:
    request = protos.ListDocumentsRequest(parent=raw.root, **options)
    response = raw.unary("ListDocuments", request, protos.ListDocumentsResponse)
    return [one.name.removeprefix(raw.root + "/") for one in response.documents]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"collection_id": "c", "page_size": -1}, "Page size must be nonnegative"),
        ({"show_missing": True}, "collection id must be set when show_missing is true"),
        (
            {"collection_id": "c", "show_missing": True, "order_by": "__name__"},
            "cannot specify an order when show_missing is true",
        ),
        ({"order_by": "q"}, "kind is required for all orders except __key__ ascending"),
        pytest.param(
            {"order_by": "__name__ desc"},
            "kind is required for all orders except __key__ ascending",
            marks=needs_embedded("hidane refuses descending orders of the key as lacking an index"),
        ),
        (
            {"collection_id": "c", "order_by": "__name__, q"},
            "order by clause cannot contain more fields after the key",
        ),
    ],
)
def test_listings_that_are_refused(odd: Raw, options: dict[str, Any], message: str) -> None:
    refused(lambda: listed(odd, **options), message)


def test_a_listing_without_a_collection_has_all_of_them(odd: Raw) -> None:
    odd.commit(odd.put("b/first", n=1), odd.put("c/one/below/it", n=1))
    everything = ["b/first", "c/nan", "c/null", "c/one", "c/two"]
    assert listed(odd) == listed(odd, order_by="__name__") == everything
    assert listed(odd, collection_id="c", order_by="q desc") == [
        "c/two",
        "c/one",
        "c/nan",
        "c/null",
    ]


def test_collections_are_not_listed_in_negative_pages(raw: Raw) -> None:
    request = protos.ListCollectionIdsRequest(parent=raw.root, page_size=-1)
    refused(
        lambda: raw.unary("ListCollectionIds", request, protos.ListCollectionIdsResponse),
        "page_size must be greater than or equal to zero",
    )
