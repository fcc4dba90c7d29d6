"""The comparisons with peers, at a small size; the peers themselves only if installed."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from bench.peers.emulators import OURS, Emulator, embedded, peer
from bench.peers.firestore import behaviours, memory, start_up, timed_operations
from bench.peers.measures import add_by_session, add_one_by_one, ask, found_at_once, still_found
from bench.peers.operations import LISTEN, OPERATIONS
from bench.peers.processes import PeerMissing, embeddings_server
from bench.peers.sides import Done, RekindleSide, Side, mem0_side
from emulator.client import StackProcess
from tests.support.embeddings_server import EmbeddingsServer

TURNS = [
    "The doctor is at the hospital.",
    "We bought bread from the baker.",
    "My car has a new engine.",
    "The waves of the ocean were high.",
]
CONVERSATION = {
    "sessions": [
        {
            "session": number,
            "date_time": f"1:56 pm on {number} May, 2023",
            "turns": [
                {"dia_id": f"D{number}:{place}", "speaker": "Ann", "text": text}
                for place, text in enumerate(TURNS[2 * number - 2 : 2 * number])
            ],
        }
        for number in (1, 2)
    ],
    "qa": [
        {"question": "Where is the doctor?", "evidence": ["D1:0"], "category": 4},
        {"question": "What of bread and car?", "evidence": ["D1:1", "D2:0"], "category": 1},
        {"question": "Who never spoke?", "evidence": [], "category": 5},
    ],
}


class Forgetful:
    """A memory that finds nothing."""

    name = "forgetful"

    def add(self, _user: str, entries: Sequence[Any]) -> Done:
        return Done([entry["content"] for entry in entries], 0.5)

    def search(self, _user: str, _question: str, _limit: int) -> Done:
        return Done([], 0.25)


@pytest.fixture
def rekindle(stack: StackProcess) -> Iterator[RekindleSide]:
    with ExitStack() as exits:
        yield RekindleSide("Rekindle text", stack, "text", exits)


def check(side: Side, user: str, sought: Any = CONVERSATION["qa"]) -> None:
    """Checks the measures on a side that finds what it was given."""
    sides = [side, Forgetful()]
    conversation = CONVERSATION | {"qa": sought}
    conversations = {user: conversation}
    before: list[str] = []
    added, entries = add_one_by_one(sides, conversations, None, lambda: before.append("call"))
    assert (added[side.name]["calls"], added["forgetful"]["medianMs"]) == (4, 500)
    assert len(before) == 8
    assert set(entries[side.name, user]) == {"D1:0", "D1:1", "D2:0", "D2:1"}
    asked, recall = ask(sides, conversations, entries, None)
    assert asked[side.name]["calls"] == 2  # the third has no evidence
    assert recall[side.name]["all"] == 1
    assert recall["forgetful"]["all"] == 0
    by_session = add_by_session(sides, {f"{user}-sessions": conversation}, None)
    assert (by_session[side.name]["calls"], by_session[side.name]["items"]) == (2, 4)
    assert by_session["forgetful"]["perSecond"] == 4
    turns: list[Any] = [
        {"content": f"Ann: {text}", "threadId": "s", "createdAt": "2023-05-08T13:56:00Z"}
        for text in TURNS
    ]
    assert found_at_once(side, f"{user}-probe", turns) == 4
    assert found_at_once(Forgetful(), f"{user}-probe", turns) == 0
    again = [side.add(f"{user}-again", [turn]).ids[0] for turn in turns]
    assert still_found(side, f"{user}-again", turns, again) == 4


def test_rekindle_is_measured(rekindle: RekindleSide, uid: str) -> None:
    check(rekindle, uid)


def test_a_search_in_another_mode_is_not_measured(
    stack: StackProcess, rekindle: RekindleSide, uid: str
) -> None:
    with ExitStack() as exits:
        side = RekindleSide("Rekindle hybrid", stack, "hybrid", exits)
        with pytest.raises(RuntimeError, match="searched in text mode"):
            side.search(uid, "anything", 10)


def test_mem0_is_measured(tmp_path: Path) -> None:
    try:
        with EmbeddingsServer() as server, mem0_side(tmp_path, server.url, 5) as side:
            check(side, "ann")
            assert side.about()["mem0ai"]
    except PeerMissing as missing:
        pytest.skip(str(missing))


def test_the_model_of_embeddings_computes_what_was_published() -> None:
    try:
        with embeddings_server() as url:  # it checks itself before it serves
            assert url.startswith("http://127.0.0.1:")
    except PeerMissing as missing:
        pytest.skip(str(missing))


def check_emulator(emulator: Emulator) -> None:
    """Checks that every operation works and is timed."""
    times = timed_operations([emulator], 1)
    assert set(times) == {operation.name for operation in OPERATIONS} | {LISTEN}
    assert all(min(each[emulator.name]) > 0 for each in times.values())


def test_the_embedded_firestore_is_measured() -> None:
    with embedded() as emulator:
        check_emulator(emulator)
    assert len(start_up({OURS: embedded}, 1)[OURS]) == 1
    held = memory(embedded, 1000)
    assert held["full"] > held["empty"] > 0


def test_the_embedded_firestore_behaves_as_it_is_measured_by() -> None:
    assert set(behaviours(embedded).values()) == {"yes"}


def test_the_other_emulator_is_measured() -> None:
    try:
        with peer() as emulator:
            check_emulator(emulator)
            assert emulator.resident_bytes() > 0
    except PeerMissing as missing:
        pytest.skip(str(missing))
