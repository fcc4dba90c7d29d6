"""Where writes and transactions disagreed with production.

emulator/firestore/README.md lists the sources.
"""

from typing import Any

import grpc
import pytest
from google.protobuf.empty_pb2 import Empty

from emulator.firestore.wire import protos
from tests.integration.firestore.test_conformance_queries import refused
from tests.support.engines import needs_embedded
from tests.support.firestore_support import Raw, ServerThread, value

MAX_VALUE = 1_048_487


def verify(raw: Raw, path: str, **condition: Any) -> Any:
    return protos.Write(verify=raw.name(path), current_document=condition)


def stored_time(raw: Raw, path: str) -> Any:
    return raw.get(path).found.update_time


def test_a_transaction_of_a_web_client_commits(raw: Raw) -> None:
    """It reads without locks, and verifies what it read and did not write."""
    raw.commit(raw.put("c/read", n=1))
    read_at = stored_time(raw, "c/read")
    answer = raw.commit(
        raw.put("c/written", n=2),
        verify(raw, "c/read", update_time=read_at),
        verify(raw, "c/missing", exists=False),
    )
    written, unchanged, missing = answer.write_results
    assert written.update_time == answer.commit_time
    assert unchanged.update_time == read_at
    assert missing.update_time == answer.commit_time
    assert stored_time(raw, "c/read") == read_at
    assert raw.get("c/missing").HasField("missing") or not raw.get("c/missing").HasField("found")


@needs_embedded("hidane gives no update time to what the same commit deletes later")
def test_a_write_has_an_update_time_though_the_document_is_deleted_next(raw: Raw) -> None:
    """The time is that of the document after the write, not that of its last deletion."""
    deleted = protos.Write(delete=raw.name("c/gone"))
    raw.commit(raw.put("c/gone"))
    raw.commit(deleted)
    for path in ("c/gone", "c/never"):
        deleted.delete = raw.name(path)
        answer = raw.commit(raw.put(path), deleted)
        created, gone = answer.write_results
        assert created.update_time == answer.commit_time
        assert not gone.HasField("update_time")


@pytest.mark.parametrize(
    ("path", "condition", "code"),
    [
        ("c/changed", "update_time", "FAILED_PRECONDITION"),
        ("c/changed", {"exists": False}, "ALREADY_EXISTS"),
        ("c/missing", {"exists": True}, "NOT_FOUND"),
        ("c/missing", "update_time", "FAILED_PRECONDITION"),
    ],
)
def test_a_verify_that_fails_refuses_the_commit(
    raw: Raw, path: str, condition: Any, code: str
) -> None:
    raw.commit(raw.put("c/changed", n=1))
    if condition == "update_time":
        condition = {"update_time": stored_time(raw, "c/changed")}
    raw.commit(raw.put("c/changed", n=2))
    with pytest.raises(grpc.RpcError) as error:
        raw.commit(raw.put("c/written", n=1), verify(raw, path, **condition))
    assert error.value.code().name == code
    assert not raw.get("c/written").HasField("found")


def test_verifies_that_are_malformed(raw: Raw) -> None:
    raw.commit(raw.put("c/d", n=1))
    here = {"exists": True}
    for writes, message in (
        ([protos.Write(verify=raw.name("c/d"))], "a verify must contain a precondition"),
        ([verify(raw, "c", **here)], "invalid number of segments"),
        ([verify(raw, "c/d", **here)] * 2, "verified more than once"),
        ([verify(raw, "c/d", **here), raw.put("c/d", n=2)], "verified and then written"),
        ([raw.put("c/d", n=2), verify(raw, "c/d", **here)], "written and then verified"),
    ):
        refused(lambda w=writes: raw.commit(*w), message)
    masked = verify(raw, "c/d", **here)
    masked.update_mask.field_paths.append("n")
    refused(lambda: raw.commit(masked), "a verify must not specify a document mask")


@needs_embedded("in hidane, a verification waits for the locks of readers")
def test_a_verify_waits_for_nobody(raw: Raw) -> None:
    raw.commit(raw.put("c/d", n=1))
    reader = raw.begin(read_write={})
    raw.get("c/d", transaction=reader)
    raw.commit(verify(raw, "c/d", exists=True))
    raw.rollback(reader)


@pytest.mark.parametrize("kind", ["text", "raw"])
@pytest.mark.parametrize("nested", [False, True])
def test_values_have_a_limit(raw: Raw, kind: str, nested: bool) -> None:
    def of(size: int) -> Any:
        plain = "x" * size if kind == "text" else b"x" * size
        return {"m": {"a": [plain]}} if nested else {"v": plain}

    refused(lambda: raw.commit(raw.put("c/d", **of(MAX_VALUE + 1))), "is longer than 1048487 bytes")
    if not nested:
        raw.commit(raw.put("c/d", **of(MAX_VALUE)))


@needs_embedded("hidane takes some field paths of over 1,500 bytes")
def test_paths_of_fields_have_a_limit(raw: Raw) -> None:
    """The names on the way to a nested field count together, with the dots between them."""
    half = "h" * 750
    raw.commit(raw.put("c/d", **{half: {"s" * 749: 1}}))
    for fields in (
        {half: {"s" * 750: 1}},
        {half: {"m": {"s" * 748: 1}}},
        {half: [{"s" * 750: 1}]},
        {"n" * 1501: 1},
    ):
        refused(lambda f=fields: raw.commit(raw.put("c/d", **f)), "longer than 1500 bytes")
    merged = raw.put("c/d", **{half: {"s" * 750: 1}})
    merged.update_mask.field_paths.append(f"{half}.{'s' * 750}")
    refused(lambda: raw.commit(merged), "longer than 1500 bytes")
    stamped = protos.Write(transform={"document": raw.name("c/d")})
    transform = stamped.transform.field_transforms.add(set_to_server_value=1)
    transform.field_path = f"{half}.{'s' * 750}"
    refused(lambda: raw.commit(stamped), "longer than 1500 bytes")


def invalid_writes(raw: Raw) -> list[Any]:
    untyped = raw.put("c/d", n=1)
    untyped.update.fields["n"].Clear()
    reserved = raw.put("c/d", **{"__x__": 1})
    masked = raw.put("c/d", n=1)
    masked.update_mask.field_paths.append("a..b")
    untransformed = protos.Write(transform={"document": raw.name("c/d")})
    operand = protos.Write(transform={"document": raw.name("c/d")})
    operand.transform.field_transforms.add(field_path="n", increment=value("one"))
    deleted = protos.Write(delete=raw.name("c/d"))
    deleted.update_mask.field_paths.append("n")
    return [untyped, reserved, masked, untransformed, operand, deleted, protos.Write()]


def test_an_invalid_write_is_refused_before_it_waits(raw: Raw) -> None:
    raw.commit(raw.put("c/d", n=1))
    reader = raw.begin(read_write={})
    raw.get("c/d", transaction=reader)
    for write in invalid_writes(raw):
        request = protos.CommitRequest(database=raw.database, writes=[write])
        with pytest.raises(grpc.RpcError) as error:
            raw.unary("Commit", request, protos.CommitResponse, timeout=5)
        assert error.value.code().name == "INVALID_ARGUMENT", write
    raw.rollback(reader)


def test_an_invalid_write_leaves_its_transaction_open(raw: Raw) -> None:
    raw.commit(raw.put("c/d", n=1))
    transaction = raw.begin(read_write={})
    raw.get("c/d", transaction=transaction)
    for write in invalid_writes(raw):
        with pytest.raises(grpc.RpcError) as error:
            raw.commit(write, transaction=transaction)
        assert error.value.code().name == "INVALID_ARGUMENT", write
    assert raw.get("c/d", transaction=transaction).found.fields["n"] == value(1)
    raw.commit(raw.put("c/d", n=2), transaction=transaction)
    assert raw.get("c/d").found.fields["n"] == value(2)


def too_large(raw: Raw) -> Any:
    return raw.put("c/d", a="x" * 600_000, b="x" * 600_000)


@needs_embedded("hidane answers transactions that have ended with ABORTED")
@pytest.mark.parametrize("outcome", ["commit", "rollback", "missing", "too large"])
def test_a_transaction_that_has_ended_can_be_rolled_back_and_nothing_else(
    raw: Raw, outcome: str
) -> None:
    """Whether its commit succeeded or was refused for what is stored."""
    transaction = raw.begin(read_write={})
    if outcome == "commit":
        raw.commit(raw.put("c/d", n=1), transaction=transaction)
    elif outcome == "rollback":
        raw.rollback(transaction)
    else:
        missing = protos.Write(update={"name": raw.name("c/no")}, current_document={"exists": True})
        write = missing if outcome == "missing" else too_large(raw)
        with pytest.raises(grpc.RpcError):
            raw.commit(write, transaction=transaction)
    raw.rollback(transaction)
    ended = "has expired or is no longer valid"
    refused(lambda: raw.commit(raw.put("c/e", n=1), transaction=transaction), ended)
    refused(lambda: raw.get("c/d", transaction=transaction), ended)


@needs_embedded("the test makes a transaction of the embedded server expire")
def test_an_expired_transaction_cannot_be_rolled_back(project: str) -> None:
    with ServerThread() as server:
        raw = Raw(server.address, project)
        transaction = raw.begin(read_write={})
        server.abandon_transactions()
        refused(lambda: raw.rollback(transaction), "has expired or is no longer valid")


@pytest.mark.parametrize("earlier", [b"x", b"\x0a" + bytes(15), b"\x0b" + bytes(16), bytes(40)])
def test_a_retry_names_a_transaction(raw: Raw, earlier: bytes) -> None:
    retry = {"read_write": {"retry_transaction": earlier}}
    refused(lambda: raw.begin(**retry), "Invalid transaction")
    refused(lambda: raw.get("c/d", new_transaction=retry), "Invalid transaction")


@needs_embedded("a well-formed id of another one looks different")
def test_a_retry_may_name_a_transaction_that_a_restart_forgot(raw: Raw) -> None:
    """Its well-formed id says nothing that is wrong."""
    transaction = raw.begin(read_write={"retry_transaction": b"\x0a" + bytes(16)})
    request = protos.RollbackRequest(database=raw.database, transaction=transaction)
    assert raw.unary("Rollback", request, Empty) == Empty()
