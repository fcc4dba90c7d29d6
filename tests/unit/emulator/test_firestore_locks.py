"""Who waits, who wins and who loses: the rules of document locks."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulator.firestore.locking.lock_parties import Party
from emulator.firestore.locking.locks import LockTable
from emulator.firestore.wire.errors import FirestoreError
from tests.support.strategies import examples

Scenario = Callable[[LockTable], Awaitable[None]]


def play(scenario: Scenario) -> None:
    asyncio.run(asyncio.wait_for(_play(scenario), 10))


async def _play(scenario: Scenario) -> None:
    await scenario(LockTable(lambda: 1))


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def nothing() -> list[tuple[str, bytes | None, bytes | None]]:
    return []


async def commit(locks: LockTable, party: Party, *paths: str) -> None:
    try:
        await locks.write(party, paths, nothing)
        locks.overtake(party, [(path, b"old", b"new") for path in paths], 2)
    finally:
        locks.release(party)


def test_readers_share() -> None:
    async def scenario(locks: LockTable) -> None:
        for number in range(3):
            await locks.read(Party(number), "a")

    play(scenario)


def test_a_write_from_outside_waits_for_all_readers() -> None:
    async def scenario(locks: LockTable) -> None:
        readers = [Party(1), Party(2)]
        for reader in readers:
            await locks.read(reader, "a")
        writing = asyncio.create_task(commit(locks, Party(3), "a"))
        await settle()
        locks.release(readers[0])
        await settle()
        assert not writing.done()
        locks.release(readers[1])
        await writing

    play(scenario)


def test_the_first_reader_wins_and_later_ones_lose() -> None:
    async def scenario(locks: LockTable) -> None:
        first, second = Party(1), Party(2)
        await locks.read(first, "a")
        await locks.read(second, "a")
        losing = asyncio.create_task(commit(locks, second, "a"))
        await settle()
        assert not losing.done()
        await commit(locks, first, "a")
        with pytest.raises(FirestoreError) as refused:
            await losing
        assert refused.value.code.name == "ABORTED"

    play(scenario)


def test_a_later_reader_goes_on_when_the_first_did_not_write() -> None:
    async def scenario(locks: LockTable) -> None:
        first, second = Party(1), Party(2)
        await locks.read(first, "a")
        await locks.read(second, "a")
        writing = asyncio.create_task(commit(locks, second, "a"))
        await settle()
        locks.release(first)
        await writing

    play(scenario)


def test_new_readers_queue_behind_a_waiting_write() -> None:
    async def scenario(locks: LockTable) -> None:
        first, late = Party(1), Party(3)
        await locks.read(first, "a")
        writing = asyncio.create_task(commit(locks, Party(2), "a"))
        await settle()
        reading = asyncio.create_task(locks.read(late, "a"))
        await settle()
        assert not reading.done()
        assert not locks.can_read(late, "a")
        locks.release(first)
        await writing
        await reading

    play(scenario)


def test_a_commit_waiting_elsewhere_does_not_keep_readers_away() -> None:
    async def scenario(locks: LockTable) -> None:
        holder, writer = Party(1), Party(2)
        await locks.read(holder, "a")
        await locks.read(writer, "b")
        writing = asyncio.create_task(commit(locks, writer, "a", "b"))
        await settle()
        await locks.read(Party(3), "b")
        locks.release(holder)
        await writing

    play(scenario)


def test_the_younger_of_two_in_a_deadlock_loses() -> None:
    async def scenario(locks: LockTable) -> None:
        older, younger = Party(1), Party(2)
        await locks.read(older, "a")
        await locks.read(younger, "b")
        await locks.read(older, "b")
        await locks.read(younger, "a")
        tasks = [
            asyncio.create_task(commit(locks, younger, "a", "b")),
            asyncio.create_task(commit(locks, older, "a", "b")),
        ]
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert isinstance(results[0], FirestoreError)
        assert results[1] is None

    play(scenario)


def test_many_waiting_writers_are_no_burden() -> None:
    async def scenario(locks: LockTable) -> None:
        first, *others = [Party(number) for number in range(60)]
        for party in (first, *others):
            await locks.read(party, "a")
        waiting = [asyncio.create_task(commit(locks, party, "a")) for party in others]
        await settle()
        await commit(locks, first, "a")
        results = await asyncio.gather(*waiting, return_exceptions=True)
        assert all(isinstance(result, FirestoreError) for result in results)

    play(scenario)


def test_a_retry_takes_what_it_lost_for_itself() -> None:
    async def scenario(locks: LockTable) -> None:
        reader, retry, late = Party(1), Party(2, frozenset({"a"})), Party(3)
        await locks.read(reader, "a")
        turn = asyncio.create_task(locks.read(retry, "a"))
        await settle()
        assert not turn.done()
        locks.release(reader)
        await turn
        reading = asyncio.create_task(locks.read(late, "a"))
        await settle()
        assert not reading.done()
        await commit(locks, retry, "a")
        await reading

    play(scenario)


def test_a_range_read_holds_off_what_would_enter_it() -> None:
    async def scenario(locks: LockTable) -> None:
        reader = Party(1)
        locks.read_range(reader, lambda _path, fields: fields == b"in")

        async def insert(fields: bytes) -> None:
            writer = Party(2)
            effects = [("a", None, fields)]
            await locks.write(writer, ["a"], lambda: effects)
            locks.overtake(writer, effects, 2)

        await insert(b"out")
        entering = asyncio.create_task(insert(b"in"))
        await settle()
        assert not entering.done()
        locks.release(reader)
        await settle()
        assert entering.done()

    play(scenario)


def test_giving_up_a_wait_leaves_no_trace() -> None:
    async def scenario(locks: LockTable) -> None:
        reader = Party(1)
        await locks.read(reader, "a")
        waiting = asyncio.create_task(commit(locks, Party(2), "a"))
        await settle()
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        await locks.read(Party(3), "a")
        locks.release(reader)

    play(scenario)


steps = st.lists(st.tuples(st.sampled_from("abc"), st.booleans()), min_size=1, max_size=4)


@settings(deadline=None, max_examples=examples(200))
@given(st.lists(steps, min_size=2, max_size=6))
def test_everyone_ends_and_no_update_is_lost(plans: list[list[tuple[str, bool]]]) -> None:
    """Transactions that read, then write some of what they read, behave as if run in sequence."""

    async def scenario(locks: LockTable) -> None:
        store = dict.fromkeys("abc", 0)
        done = dict.fromkeys("abc", 0)

        async def run(number: int, plan: list[tuple[str, bool]]) -> None:
            wanted: frozenset[str] = frozenset()
            while True:
                party = Party(number, wanted)
                seen = {}
                for path, _ in plan:
                    await locks.read(party, path)
                    await asyncio.sleep(0)
                    seen[path] = store[path]
                written = sorted({path for path, writes in plan if writes})
                try:
                    await locks.write(party, written, nothing)
                except FirestoreError:
                    wanted = frozenset(written)
                    continue
                finally:
                    if party.doomed_at is not None:
                        locks.release(party)
                for path in written:
                    store[path] = seen[path] + 1
                    done[path] += 1
                locks.overtake(party, [(path, b"", b"x") for path in written], 2)
                locks.release(party)
                return

        await asyncio.gather(*(run(number, plan) for number, plan in enumerate(plans)))
        assert store == done

    play(scenario)
