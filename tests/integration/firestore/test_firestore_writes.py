"""Writes: values, masks, transforms, preconditions, no-op writes, limits."""

import datetime
import math
from typing import Any

import grpc
import pytest
from google.api_core import exceptions
from google.cloud import firestore
from google.cloud.firestore_v1.vector import Vector

from emulator.firestore.wire import protos
from tests.support.engines import NAMED, needs_embedded
from tests.support.firestore_support import Raw, value, values

MIB = 1_048_576

TAKES_MORE = needs_embedded("hidane accepts this value or name")


def refused(call: Any, *arguments: Any) -> tuple[str, str]:
    with pytest.raises(grpc.RpcError) as error:
        call(*arguments)
    return error.value.code().name, error.value.details()


def test_every_type_comes_back_as_it_went(client: firestore.Client) -> None:
    reference = client.document("c/other")
    data = {
        "null": None,
        "true": True,
        "int": 2**63 - 1,
        "double": 0.1,
        "inf": math.inf,
        "text": "é\0`.",
        "bytes": b"\x00\xff",
        "time": datetime.datetime(2024, 2, 29, 1, 2, 3, 456789, datetime.UTC),
        "reference": reference,
        "point": firestore.GeoPoint(-12.5, 180),
        "array": [1, {"a": []}, "x"],
        "map": {"a": {"b": {}}},
        "vector": Vector([1.0, -2.5]),
    }
    document = client.document("c/d")
    document.set(data)
    assert document.get().to_dict() == data


def test_times_of_a_document(client: firestore.Client) -> None:
    document = client.document("c/d")
    created = document.set({"n": 1}).update_time
    updated = document.set({"n": 2}).update_time
    snapshot = document.get()
    assert (snapshot.create_time, snapshot.update_time) == (created, updated)
    assert updated > created
    document.delete()
    assert not document.get().exists
    again = document.set({"n": 1}).update_time
    assert document.get().create_time == again


def test_a_write_that_changes_nothing_keeps_the_update_time(client: firestore.Client) -> None:
    document = client.document("c/d")
    first = document.set({"a": 1, "b": {"c": [1]}}).update_time
    assert document.set({"b": {"c": [1]}, "a": 1}).update_time == first
    assert document.update({"b.c": firestore.ArrayUnion([1])}).update_time == first
    assert document.update({"a": 1.0}).update_time > first


def test_create_refuses_what_exists(client: firestore.Client) -> None:
    document = client.document("c/d")
    document.create({})
    with pytest.raises(exceptions.AlreadyExists, match="Document already exists: projects/"):
        document.create({})


def test_update_refuses_what_does_not_exist(client: firestore.Client) -> None:
    with pytest.raises(exceptions.NotFound, match="No document to update: projects/"):
        client.document("c/d").update({"a": 1})


def test_merge_and_update_touch_only_what_they_name(client: firestore.Client) -> None:
    document = client.document("c/d")
    document.set({"a": {"x": 1, "y": 2}, "b": 1, "odd.name": {"`": 1}})
    document.set({"a": {"x": 9}}, merge=True)
    assert document.get().to_dict() == {"a": {"x": 9, "y": 2}, "b": 1, "odd.name": {"`": 1}}
    document.set({"a": {"z": 3}, "b": 2}, merge=["a"])
    assert document.get().to_dict() == {"a": {"z": 3}, "b": 1, "odd.name": {"`": 1}}
    document.update({"a.z": firestore.DELETE_FIELD, "`odd.name`.`\\``": 2, "b": {"n": 1}})
    assert document.get().to_dict() == {"a": {}, "b": {"n": 1}, "odd.name": {"`": 2}}


def test_update_time_preconditions(client: firestore.Client) -> None:
    document = client.document("c/d")
    first = document.set({"n": 1}).update_time
    document.set({"n": 2})
    stale = client.write_option(last_update_time=first)
    with pytest.raises(exceptions.FailedPrecondition, match="does not match the required base"):
        document.update({"n": 3}, option=stale)
    with pytest.raises(exceptions.FailedPrecondition):
        document.delete(option=stale)
    current = client.write_option(last_update_time=document.get().update_time)
    document.delete(option=current)
    assert not document.get().exists


def test_version_zero_means_missing(raw: Raw) -> None:
    write = raw.put("c/d", n=1)
    write.current_document.update_time.seconds = 5
    assert refused(raw.commit, write)[0] == "FAILED_PRECONDITION"
    write.current_document.update_time.seconds = 0
    write.current_document.update_time.SetInParent()
    raw.commit(write)
    assert refused(raw.commit, write)[0] == "FAILED_PRECONDITION"


def test_exists_preconditions_of_deletes(raw: Raw) -> None:
    missing = protos.Write(delete=raw.name("c/d"), current_document={"exists": True})
    assert refused(raw.commit, missing)[0] == "NOT_FOUND"
    raw.commit(protos.Write(delete=raw.name("c/d")))
    raw.commit(raw.put("c/d"))
    raw.commit(missing)
    assert raw.get("c/d").missing


def transform(raw: Raw, *transforms: dict[str, Any]) -> list[Any]:
    write = raw.put("c/d")
    write.update_mask.SetInParent()
    for item in transforms:
        write.update_transforms.add(**item)
    return list(raw.commit(write).write_results[0].transform_results)


def stored(raw: Raw) -> dict[str, Any]:
    return dict(raw.get("c/d").found.fields)


@pytest.mark.parametrize(
    ("kind", "before", "operand", "after"),
    [
        ("increment", 1, 2, 3),
        ("increment", 1, 0.5, 1.5),
        ("increment", 2**63 - 1, 1, 2**63 - 1),
        ("increment", -(2**63), -1, -(2**63)),
        ("increment", "text", 4, 4),
        ("increment", None, 4, 4),
        ("maximum", 1, 1.0, 1),
        ("maximum", 1.0, 2, 2),
        ("maximum", 3, 2.5, 3),
        ("minimum", 3, 2.5, 2.5),
        ("minimum", "text", 2, 2),
        ("minimum", -1, -1.0, -1),
    ],
)
def test_numeric_transforms(raw: Raw, kind: str, before: Any, operand: Any, after: Any) -> None:
    raw.commit(raw.put("c/d", n=before))
    result = transform(raw, {"field_path": "n", kind: value(operand)})
    assert result == [value(after)]
    assert stored(raw)["n"] == value(after)


def test_array_transforms_compare_by_value(raw: Raw) -> None:
    raw.commit(raw.put("c/d", a=[1, {"x": 1}, 1], b="no array"))
    results = transform(
        raw,
        {"field_path": "a", "append_missing_elements": {"values": [value(1.0), value(2)]}},
        {"field_path": "b", "append_missing_elements": {"values": [value(3), value(3)]}},
        {"field_path": "new.c", "remove_all_from_array": {"values": [value(1)]}},
    )
    assert results == [value(None)] * 3
    assert stored(raw) == values({"a": [1, {"x": 1}, 1, 2], "b": [3], "new": {"c": []}})
    transform(raw, {"field_path": "a", "remove_all_from_array": {"values": [value(1.0)]}})
    assert stored(raw)["a"] == value([{"x": 1}, 2])


def test_server_time_is_the_commit_time_in_milliseconds(raw: Raw) -> None:
    write = raw.put("c/d")
    for path in ("at", "deep.at"):
        write.update_transforms.add(field_path=path, set_to_server_value=1)
    response = raw.commit(write)
    fields = stored(raw)
    millis = response.commit_time.ToMilliseconds()
    assert fields["at"].timestamp_value.ToMicroseconds() == 1000 * millis
    assert fields["deep"].map_value.fields["at"] == fields["at"]
    assert len(response.write_results[0].transform_results) == 2
    assert response.commit_time.nanos % 1000 == 0


def test_a_transform_write_makes_a_missing_document(raw: Raw) -> None:
    write = protos.Write()
    write.transform.document = raw.name("c/d")
    write.transform.field_transforms.add(field_path="n", increment=value(5))
    assert raw.commit(write).write_results[0].transform_results[0] == value(5)
    assert stored(raw) == values({"n": 5})


def test_timestamps_lose_what_is_below_microseconds(raw: Raw) -> None:
    stamp = protos.Value(timestamp_value={"seconds": 1, "nanos": 123_456_789})
    raw.commit(protos.Write(update=protos.Document(name=raw.name("c/d"), fields={"t": stamp})))
    assert stored(raw)["t"].timestamp_value.nanos == 123_456_000


def test_a_commit_is_all_or_nothing(raw: Raw) -> None:
    bad = protos.Write(update={"name": raw.name("c/b")}, current_document={"exists": True})
    assert refused(raw.commit, raw.put("c/a", n=1), bad)[0] == "NOT_FOUND"
    assert raw.get("c/a").missing


def test_writes_of_one_commit_see_each_other(raw: Raw) -> None:
    raw.commit(raw.put("c/d", n=1))
    bump = protos.Write(update={"name": raw.name("c/d")}, current_document={"exists": True})
    bump.update_mask.SetInParent()
    bump.update_transforms.add(field_path="n", increment=value(1))
    results = raw.commit(bump, protos.Write(delete=raw.name("c/d")), raw.put("c/d", n=7), bump)
    counts = [list(item.transform_results) for item in results.write_results]
    assert counts == [[value(2)], [], [], [value(8)]]
    assert stored(raw) == values({"n": 8})


def test_batch_writes_stand_alone(raw: Raw) -> None:
    request = protos.BatchWriteRequest(
        database=raw.database,
        writes=[
            raw.put("c/a", n=1),
            protos.Write(update={"name": raw.name("c/b")}, current_document={"exists": True}),
            raw.put("c/c", n=1),
        ],
    )
    response = raw.unary("BatchWrite", request, protos.BatchWriteResponse)
    assert [status.code for status in response.status] == [0, 5, 0]
    assert raw.get("c/c").HasField("found")
    request.writes.append(raw.put("c/a"))
    assert refused(raw.unary, "BatchWrite", request, protos.BatchWriteResponse)[0] == (
        "INVALID_ARGUMENT"
    )


def nested(depth: int) -> dict[str, Any]:
    return {"a": nested(depth - 1)} if depth else {}


def test_limits_of_documents(raw: Raw) -> None:
    raw.commit(raw.put("c/d", a="x" * (MIB - 200)))
    raw.commit(raw.put("c/d", **nested(20)))
    many = protos.Value(array_value={"values": [value(None)] * 300_000})
    raw.commit(protos.Write(update={"name": raw.name("c/d"), "fields": {"a": many}}))
    code, message = refused(raw.commit, raw.put("c/d", a="x" * 600_000, b="x" * 600_000))
    assert code == "INVALID_ARGUMENT"
    assert NAMED is not None or "exceeds the maximum allowed size of 1,048,576 bytes" in message


@pytest.mark.parametrize(
    "fields",
    [
        {"a": [[1]]},
        {"": 1},
        {"__a__": 1},
        {"a": {"__b__": 1}},
        {"x" * 1501: 1},
        nested(21),
        {"v": {"__type__": "__vector__", "value": []}},
        {"v": {"__type__": "__vector__", "value": ["x"]}},
        {"v": {"__type__": "__vector__", "value": [1.0] * 2049}},
        {"v": {"__type__": "other"}},
    ],
)
def test_what_cannot_be_stored(raw: Raw, fields: dict[str, Any]) -> None:
    write = protos.Write(update={"name": raw.name("c/d"), "fields": values(fields)})
    assert refused(raw.commit, write)[0] == "INVALID_ARGUMENT"


@pytest.mark.parametrize(
    "bad",
    [
        protos.Value(),
        pytest.param(protos.Value(timestamp_value={"seconds": 1 << 40}), marks=TAKES_MORE),
        pytest.param(protos.Value(timestamp_value={"nanos": -1}), marks=TAKES_MORE),
        protos.Value(geo_point_value={"latitude": 91}),
        protos.Value(reference_value="nonsense"),
        pytest.param(protos.Value(field_reference_value="a"), marks=TAKES_MORE),
    ],
)
def test_values_out_of_range(raw: Raw, bad: Any) -> None:
    write = protos.Write(update={"name": raw.name("c/d"), "fields": {"a": bad}})
    assert refused(raw.commit, write)[0] == "INVALID_ARGUMENT"


@pytest.mark.parametrize(
    "path",
    [
        "",
        "c",
        "c/d/e",
        "c/..",
        "c/.",
        "c//d/e",
        "c/__x__",
        "__x__/d",
        pytest.param("c/" + "x" * 1501, marks=TAKES_MORE),
        pytest.param("c/d" + "/c/d" * 100, marks=TAKES_MORE),
    ],
)
def test_names_of_no_document(raw: Raw, path: str) -> None:
    assert refused(raw.commit, raw.put(path))[0] == "INVALID_ARGUMENT"
    assert refused(raw.get, path)[0] == "INVALID_ARGUMENT"


def test_names_of_other_databases_and_malformed_writes(raw: Raw) -> None:
    other = protos.Write(delete="projects/other/databases/(default)/documents/c/d")
    assert refused(raw.commit, other)[0] == "INVALID_ARGUMENT"
    assert refused(raw.commit, protos.Write())[0] == "INVALID_ARGUMENT"
    no_operand = raw.put("c/d")
    no_operand.update_transforms.add(field_path="n", increment=value("1"))
    assert refused(raw.commit, no_operand)[0] == "INVALID_ARGUMENT"


@needs_embedded("hidane takes masks with a field and a part of it")
def test_masks_that_contradict_themselves(raw: Raw) -> None:
    overlapping = raw.put("c/d", a={"b": 1})
    overlapping.update_mask.field_paths.extend(["a", "a.b"])
    assert refused(raw.commit, overlapping)[0] == "INVALID_ARGUMENT"


def test_the_calls_for_single_documents(raw: Raw) -> None:
    document = protos.Document(fields=values({"a": 1, "b": 2}))
    create = protos.CreateDocumentRequest(
        parent=raw.root, collection_id="c", document_id="d", document=document
    )
    made = raw.unary("CreateDocument", create, protos.Document)
    assert (made.name, made.fields["a"]) == (raw.name("c/d"), value(1))
    assert refused(raw.unary, "CreateDocument", create, protos.Document)[0] == "ALREADY_EXISTS"
    create.document_id = ""
    named = raw.unary("CreateDocument", create, protos.Document)
    assert len(named.name.rsplit("/", 1)[1]) == 20
    update = protos.UpdateDocumentRequest(
        document={"name": raw.name("c/d"), "fields": values({"a": 5, "b": 6})},
        update_mask={"field_paths": ["a"]},
        mask={"field_paths": ["b"]},
    )
    assert raw.unary("UpdateDocument", update, protos.Document).fields == values({"b": 2})
    get = protos.GetDocumentRequest(name=raw.name("c/d"), mask={"field_paths": ["a"]})
    assert raw.unary("GetDocument", get, protos.Document).fields == values({"a": 5})
    delete = protos.DeleteDocumentRequest(name=raw.name("c/d"))
    raw.unary("DeleteDocument", delete, protos.Document)
    assert refused(raw.unary, "GetDocument", get, protos.Document)[0] == "NOT_FOUND"


def test_databases_are_apart(server: Any, project: str, raw: Raw) -> None:
    raw.commit(raw.put("c/d", n=1))
    other = Raw(server.address, project + "-other")
    assert other.get("c/d").missing
    other.channel.close()


def test_an_update_time_has_microseconds_at_most(raw: Raw) -> None:
    write = raw.put("c/d", n=1)
    write.current_document.update_time.seconds = 1
    write.current_document.update_time.nanos = 1_500
    with pytest.raises(grpc.RpcError) as error:
        raw.commit(write)
    assert error.value.code().name == "INVALID_ARGUMENT"
