"""Fault plans: their syntax, and that they are repeatable."""

import asyncio

import pytest
from google.cloud.firestore_v1 import types
from hypothesis import given
from hypothesis import strategies as st

from emulator.faults import FaultPlan, FaultPlanError, Faults, parse_plan
from emulator.faults.dice import Dice
from emulator.faults.lateness import Lateness
from emulator.faults.plan import POINTS, read_plan
from emulator.faults.steps import paths_of, step_of
from emulator.firestore.wire.errors import FirestoreError

Write = types.Write.pb()
DOCUMENTS = "projects/p/databases/(default)/documents"


class Killed:
    """Counts what was killed."""

    def __init__(self):
        self.workers = 0
        self.stacks = 0
        self.cut = False

    def kill_worker(self):
        self.workers += 1

    def kill_stack(self):
        self.stacks += 1

    async def cut_database(self):
        self.cut = True

    async def restore_database(self):
        self.cut = False


async def following(**fields):
    killed = Killed()
    made = Faults(killed)
    await made.follow(read_plan({name.replace("_", "-"): value for name, value in fields.items()}))
    return made, killed


def faults(**fields):
    return asyncio.run(following(**fields))


def write(path, state=None, *, is_new=False):
    made = Write()
    made.update.name = f"{DOCUMENTS}/{path}"
    if state:
        made.update.fields["state"].string_value = state
    if is_new:
        made.current_document.exists = False
    return made


def test_a_line_of_text_is_a_plan():
    plan = parse_plan("seed=7 duplicate=0.05 kill-at=before-claim,after-merge crash-at=after-batch")
    assert plan == FaultPlan.model_validate(
        {
            "seed": 7,
            "duplicate": 0.05,
            "kill-at": {"before-claim", "after-merge"},
            "crash-at": "after-batch",
        }
    )


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("duplicate=2", "duplicate"),
        ("duplicate", "duplicate"),
        ("duplicates=0.1", "duplicates"),
        ("kill-at=before-lunch", "before-lunch"),
        ("crash-at=claim", "before-claim"),
        ("longest=-1", "longest"),
        ("late=2", "late"),
        ("database-away=601", "database-away"),
        ("queue-after=-1", "queue-after"),
    ],
)
def test_what_cannot_be_followed_is_refused_with_what_is_wrong(text, word):
    with pytest.raises(FaultPlanError, match=word):
        parse_plan(text)


@given(st.integers(), st.text(), st.integers())
def test_dice_say_the_same_of_the_same(seed, name, time):
    assert Dice(seed).roll("drop", name, time) == Dice(seed).roll("drop", name, time)
    assert 0 <= Dice(seed).roll(name) < 1


def test_dice_are_fair():
    rolls = [Dice(1).roll("duplicate", number) for number in range(10_000)]
    assert 450 < sum(roll < 0.05 for roll in rolls) < 550


@pytest.mark.parametrize(
    ("writes", "step"),
    [
        ([write("users/u/prompts/p")], "record"),
        ([write("users/u")], "count"),
        ([write("users/u"), write("users/u/batches/b", "queued", is_new=True)], "batch"),
        ([write("users/u/batches/b", "queued")], "drive"),
        ([write("users/u/batches/b", "running")], "claim"),
        (
            [
                write("users/u"),
                write("users/u/changelog/1"),
                write("users/u/batches/b", "done"),
            ],
            "merge",
        ),
        ([write("users/u"), write("users/u/batches/b", "failed")], "merge"),
        ([write("users/u/memory/m"), write("users/u/derived/memory")], "other"),
        ([Write(delete=f"{DOCUMENTS}/users/u/batches/b")], "other"),
    ],
)
def test_a_step_is_told_by_its_writes(writes, step):
    assert step_of(writes) == step
    assert f"before-{step}" in POINTS
    assert "users/u" in paths_of(writes)


def statuses(made, attempts, answer=200):
    """The results of that many deliveries, and the deliveries that were made."""
    sent = []

    async def run():
        told = []
        for number in range(attempts):

            async def send(number=number):
                sent.append(number)
                return answer

            told.append(await made.deliver("event", f"e{number}", 0, send))
        return told

    return asyncio.run(run()), sent


def test_without_a_plan_everything_is_delivered_once():
    told, sent = statuses(Faults(Killed()), 20)
    assert (told, sent) == ([200] * 20, list(range(20)))


def test_a_dropped_delivery_looks_lost_and_may_have_arrived():
    made, _ = faults(drop=1)
    told, sent = statuses(made, 40)
    assert told == [None] * 40
    assert 0 < len(sent) < 40
    assert made.injected["drop"] == 40


def test_a_duplicate_arrives_twice():
    made, _ = faults(duplicate=1, longest=0)
    told, sent = statuses(made, 10)
    assert told == [200] * 10
    assert sorted(sent) == sorted([*range(10), *range(10)])


def test_the_same_seed_does_the_same_in_any_order():
    one, _ = faults(seed=3, drop=0.3)
    other, _ = faults(seed=3, drop=0.3)
    another, _ = faults(seed=4, drop=0.3)
    assert statuses(one, 100) == statuses(other, 100)
    assert statuses(one, 100) != statuses(another, 100)


def commit(made, *writes):
    async def run():
        told = await made.before_commit(writes)
        await made.after_commit(told)

    asyncio.run(run())


def test_a_point_kills_once():
    made, killed = faults(kill_at=["after-claim"])
    commit(made, write("users/u/batches/b", "queued", is_new=True))
    assert killed.workers == 0
    with pytest.raises(FirestoreError):
        commit(made, write("users/u/batches/b", "running"))
    commit(made, write("users/u/batches/b", "running"))
    assert (killed.workers, killed.stacks) == (1, 0)


def test_the_stack_is_killed_where_it_is_to_crash():
    made, killed = faults(crash_at="before-record")
    commit(made, write("users/u/prompts/p"))
    assert (killed.workers, killed.stacks) == (0, 1)


@pytest.mark.parametrize(("fault", "code"), [("abort", "ABORTED"), ("lose", "UNAVAILABLE")])
def test_a_commit_is_refused_or_its_answer_lost(fault, code):
    made, _ = faults(**{fault: 1})
    with pytest.raises(FirestoreError) as raised:
        commit(made, write("users/u"))
    assert raised.value.code.name == code
    asyncio.run(made.follow(FaultPlan()))
    commit(made, write("users/u"))


def test_the_database_is_away_until_the_plan_ends():
    async def run():
        made, killed = await following(database_away=600)
        assert killed.cut
        await made.follow(FaultPlan())
        assert not killed.cut
        assert made.injected["database-away"] == 0

    asyncio.run(run())


def test_calls_of_a_database_that_hangs_are_lost_when_it_is_back():
    async def run():
        made, killed = await following(database_away=0.01)
        await made.follow(read_plan({"database-hangs": 600}))
        waiting = [
            asyncio.create_task(made.before_call("BatchGetDocuments")),
            asyncio.create_task(made.before_commit([write("users/u")])),
        ]
        done, _ = await asyncio.wait(waiting, timeout=0.01)
        assert not done
        assert made.injected["database-hangs"] == 2
        await made.outages.end()
        for call in waiting:
            with pytest.raises(FirestoreError):
                await call
        assert not killed.cut

    asyncio.run(run())


def test_an_outage_ends_by_itself():
    async def run():
        made, killed = await following(database_away=0.01)
        while killed.cut:
            await asyncio.sleep(0.001)
        await made.before_call("BatchGetDocuments")

    asyncio.run(run())


def test_the_queue_takes_some_tasks_and_then_none_until_it_is_back():
    made, _ = faults(queue_away=600, queue_after=3)
    assert [made.outages.queue_is_away() for _ in range(6)] == [False] * 3 + [True] * 3
    assert made.injected["queue-away"] == 3
    made, _ = faults(queue_away=0.001, queue_after=1)
    made.outages.queue_is_away()
    while made.outages.queue_is_away():
        pass
    assert not made.outages.queue_is_away()


def test_a_share_of_the_gateways_answers_is_late(tmp_path):
    stack, gateway = Lateness(tmp_path / "late"), Lateness(tmp_path / "late")
    assert gateway.delay("GET", "/v1/context") == 0
    stack.follow(read_plan({"late": 0.3, "longest": 2}))
    delays = [gateway.delay("GET", "/v1/context") for _ in range(1000)]
    late = [delay for delay in delays if delay]
    assert 200 < len(late) < 400
    assert 1 < max(late) <= 2
    assert stack.injected == len(late)
    stack.follow(FaultPlan())
    assert gateway.delay("GET", "/v1/context") == 0
    assert stack.injected == 0


def test_a_plan_that_is_repeated_makes_the_same_answers_late(tmp_path):
    stack, gateway = Lateness(tmp_path / "late"), Lateness(tmp_path / "late")

    def delays():
        stack.follow(read_plan({"late": 0.3}))
        return [gateway.delay("GET", "/v1/context") for _ in range(50)]

    assert delays() == delays()
