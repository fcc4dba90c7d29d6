"""Acknowledged writes survive a kill at any time, and no commit survives in part."""

import os
import random
import threading
from pathlib import Path
from typing import Any

import grpc
import pytest

from emulator.firestore.wire import protos
from tests.support.engines import needs_embedded
from tests.support.firestore_support import Raw, ServerProcess, ServerThread

KILLS = int(os.environ.get("REKINDLE_CRASH_KILLS", "5"))
WRITERS = 4
SEED = 20240229

pytestmark = needs_embedded("the test restarts the server on its files")


class Writer(threading.Thread):
    """Commits the same growing number to two documents at once until the server dies."""

    def __init__(self, address: str, number: int, start: int) -> None:
        super().__init__(daemon=True)
        self.raw = Raw(address, "crash")
        self.number = number
        self.acknowledged = start

    def run(self) -> None:
        try:
            while True:
                following = self.acknowledged + 1
                self.raw.commit(
                    self.raw.put(f"left/w{self.number}", n=following),
                    self.raw.put(f"right/w{self.number}", n=following),
                    self.raw.put(f"log/w{self.number}-{following}", n=following),
                )
                self.acknowledged = following
        except grpc.RpcError:
            self.raw.channel.close()


def number_of(raw: Raw, path: str) -> int:
    response = raw.get(path)
    return int(response.found.fields["n"].integer_value)


def check(raw: Raw, acknowledged: dict[int, int]) -> None:
    logged = raw.query(protos.StructuredQuery(from_=[{"collection_id": "log"}]))
    known = set(logged)
    for number, last in acknowledged.items():
        left, right = number_of(raw, f"left/w{number}"), number_of(raw, f"right/w{number}")
        assert left == right, "a commit survived in part"
        assert left >= last, "an acknowledged commit was lost"
        assert {f"log/w{number}-{n}" for n in range(1, left + 1)} <= known
        acknowledged[number] = left


def test_nothing_acknowledged_is_lost_and_no_commit_is_torn(tmp_path: Path) -> None:
    pauses = random.Random(SEED)
    acknowledged = dict.fromkeys(range(WRITERS), 0)
    for _ in range(KILLS):
        process = ServerProcess(tmp_path)
        if any(acknowledged.values()):
            raw = Raw(process.address, "crash")
            check(raw, acknowledged)
            raw.channel.close()
        writers = [Writer(process.address, n, start) for n, start in acknowledged.items()]
        killer = threading.Timer(pauses.uniform(0.01, 0.15), process.kill)
        for writer in writers:
            writer.start()
        killer.start()
        for writer in writers:
            writer.join()
        killer.join()
        acknowledged = {writer.number: writer.acknowledged for writer in writers}
    with ServerThread(tmp_path) as server:
        check(Raw(server.address, "crash"), acknowledged)
    assert all(acknowledged.values())


def test_documents_and_their_history_survive_a_restart(tmp_path: Path) -> None:
    with ServerThread(tmp_path) as server:
        raw = Raw(server.address, "p")
        first = raw.commit(raw.put("c/a", n=1)).commit_time
        raw.commit(raw.put("c/a", n=2))
    with ServerThread(tmp_path) as server:
        raw = Raw(server.address, "p")
        assert number_of(raw, "c/a") == 2
        assert raw.get("c/a", read_time=first).found.fields["n"].integer_value == 1
        later = raw.commit(raw.put("c/b", n=1)).commit_time
        assert (later.seconds, later.nanos) > (first.seconds, first.nanos)


def test_what_was_deleted_can_be_read_as_of_before_until_a_restart(tmp_path: Path) -> None:
    """Then a time before the deletion is refused rather than answered without the document."""
    with ServerThread(tmp_path) as server:
        raw = Raw(server.address, "p")
        first = raw.commit(raw.put("c/a", n=1), raw.put("c/gone", n=1)).commit_time
        after = raw.commit(protos.Write(delete=raw.name("c/gone"))).commit_time
        assert raw.get("c/gone", read_time=first).found.fields["n"].integer_value == 1
    with ServerThread(tmp_path) as server:
        raw = Raw(server.address, "p")
        assert raw.get("c/gone").missing
        assert raw.get("c/gone", read_time=after).missing
        with pytest.raises(grpc.RpcError) as refused:
            raw.get("c/a", read_time=first)
        assert refused.value.code() is grpc.StatusCode.FAILED_PRECONDITION


@pytest.mark.parametrize(
    ("collection", "write", "reset"),
    [("c", "delete", True), ("d", "delete", True), ("c", "put", False)],
)
def test_a_listener_that_missed_a_deletion_starts_over_after_a_restart(
    tmp_path: Path, collection: str, write: str, reset: bool
) -> None:
    """One in another collection, too: the file does not say where the document was."""

    def listen(raw: Raw, token: bytes) -> list[Any]:
        query = protos.StructuredQuery(from_=[{"collection_id": collection}])
        target = protos.Target(
            target_id=1, query={"parent": raw.root, "structured_query": query}, resume_token=token
        )
        request = protos.ListenRequest(database=raw.database, add_target=target)
        found = []
        for response in raw.bidirectional("Listen", iter([request]), protos.ListenResponse):
            found.append(response)
            if response.target_change.target_change_type == 3:
                return found
        return found

    with ServerThread(tmp_path) as server:
        raw = Raw(server.address, "p")
        raw.commit(raw.put("c/gone", n=1), raw.put("d/kept", n=1))
        token = listen(raw, b"")[-1].target_change.resume_token
        assert token
        delete = protos.Write(delete=raw.name("c/gone"))
        raw.commit(delete if write == "delete" else raw.put("c/gone", n=2))
    with ServerThread(tmp_path) as server:
        kinds = [
            response.target_change.target_change_type
            for response in listen(Raw(server.address, "p"), token)
        ]
        assert (4 in kinds) is reset
