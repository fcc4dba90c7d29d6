"""How a sweep behaves on every store. A store's tests derive from `SweepContract`."""

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from shared.base.errors import Unavailable
from shared.base.fields import MAX_COUNT
from shared.documents.learning import Batch, BatchState
from shared.documents.user import UserState
from shared.maintenance.setbacks import MAX_TRIES
from shared.memory.rules import NewEntry
from tests.support.domain import Domain, Queue

LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)
PAGE = 200
"""As many documents as a sweep reads at a time."""


class RefusingQueue(Queue):
    """A queue that refuses the tasks of some users."""

    def __init__(self, *refused: str, error: type[Exception] = Unavailable) -> None:
        super().__init__()
        self.refused = set(refused)
        self.error = error
        self.asked: Counter[str] = Counter()

    def enqueue(self, function, name, body, *, at=None):
        self.asked[body["uid"]] += 1
        if body["uid"] in self.refused:
            raise self.error("refused")
        super().enqueue(function, name, body, at=at)


def batch(id_: str, at: datetime = LONG_AGO) -> Batch:
    return Batch(id=id_, prompt_ids=[], created_at=LONG_AGO, redrive_at=at)


class SweepContract:
    """Tests of `Maintenance` on a store; `store` and `raw` are fixtures, see `StoreContract`."""

    @pytest.fixture
    def domain(self, store) -> Domain:
        return Domain(store=store)

    @staticmethod
    def enqueued(domain: Domain) -> set[str]:
        return {body["uid"] for _, body in domain.queue.waiting.values()}

    @staticmethod
    def keep(domain: Domain, uid: str, *batches: Batch) -> None:
        def write(records):
            records.users.get(uid)
            for each in batches:
                records.batches.overwrite(uid, each.id, each)
            records.users.save_state(uid, UserState())

        domain.store.transact(write)

    def test_a_poisoned_page_does_not_keep_the_rest(self, domain, raw):
        for n in range(PAGE + 5):
            raw.write(f"bad-{n:03}", {"redriveAt": LONG_AGO, "promptIds": 7}, "batches", "b")
        self.keep(domain, "ada", batch("b", LONG_AGO + timedelta(days=1)))

        swept = domain.maintenance.sweep()
        assert swept.enqueued["batches"] == 1
        assert swept.failed == {"batches": PAGE + 5}
        assert swept.unfinished == []
        assert self.enqueued(domain) == {"ada"}

    def test_nested_documents_are_counted_and_skipped(self, domain, raw):
        for n in range(PAGE + 5):
            raw.write("eve", {"redriveAt": LONG_AGO}, "batches", "aaa", "batches", f"{n:04}")
        self.keep(domain, "ada", batch("b", LONG_AGO + timedelta(days=1)))

        swept = domain.maintenance.sweep()
        assert (swept.enqueued["batches"], swept.failed) == (1, {})
        assert swept.foreign == PAGE + 5
        assert self.enqueued(domain) == {"ada"}

    @pytest.mark.parametrize("error", [Unavailable, OverflowError, RuntimeError])
    def test_a_queue_that_refuses_one_users_task_keeps_nobody_elses(self, store, error):
        domain = Domain(store=store, queue=RefusingQueue("bad", error=error))
        self.keep(domain, "bad", batch("b"))
        domain.sessions.start("bad", "s", "/project")
        self.keep(domain, "ada", batch("b", LONG_AGO + timedelta(days=1)))
        domain.clock.advance(days=90)

        swept = domain.maintenance.sweep()
        assert swept.failed == {"batches": 1, "sessions": 1}
        assert swept.enqueued["batches"] == 1
        assert self.enqueued(domain) == {"ada"}

    def test_what_fails_is_tried_after_growing_pauses_and_parked_in_the_end(self, domain, raw):
        raw.write("bad", {"redriveAt": LONG_AGO, "promptIds": 7}, "batches", "b")
        tries, pauses = 0, []
        while not (swept := domain.maintenance.sweep()).parked:
            waited = 0
            while not swept.failed:
                assert swept.waiting == 1
                domain.clock.advance(hours=1)
                waited += 1
                swept = domain.maintenance.sweep()
            tries += 1
            pauses.append(waited)
            assert tries < 100
            if swept.parked:
                break
        assert tries == MAX_TRIES
        assert pauses == sorted(pauses)
        assert pauses[-1] > pauses[1]

        domain.clock.advance(days=400)
        swept = domain.maintenance.sweep()
        assert (swept.failed, swept.waiting, swept.parked) == ({}, 1, 1)
        (parked,) = domain.maintenance.parked()
        assert (parked["uid"], parked["kind"], parked["item"]) == ("bad", "batches", "b")
        assert (parked["tries"], parked["reason"]) == (MAX_TRIES, "Unreadable")

    def park(self, domain, raw):
        raw.write("bad", {"redriveAt": LONG_AGO, "promptIds": 7}, "batches", "b")
        for _ in range(MAX_TRIES):
            domain.maintenance.sweep()
            domain.clock.advance(days=2)
        assert domain.maintenance.sweep().waiting == 1

    def test_a_parked_item_is_tried_again_when_it_is_released(self, domain, raw):
        self.park(domain, raw)
        assert domain.maintenance.release() == 1
        assert domain.maintenance.parked() == []
        assert domain.maintenance.sweep().failed == {"batches": 1}

    def test_a_parked_item_is_tried_again_when_its_due_time_changes(self, domain, raw):
        self.park(domain, raw)
        self.keep(domain, "bad", batch("b", LONG_AGO + timedelta(hours=1)))
        swept = domain.maintenance.sweep()
        assert (swept.enqueued["batches"], swept.failed, swept.waiting) == (1, {}, 0)
        assert domain.store.setbacks.get("bad", "batches") is None
        assert domain.store.all_setbacks(10, None) == []

    def test_a_setback_goes_with_its_user_and_none_is_left_for_somebody_erased(self, domain, raw):
        raw.write("bad", {"redriveAt": LONG_AGO, "promptIds": 7}, "batches", "b")
        domain.maintenance.sweep()
        assert domain.accounts.erase("bad").deleted == {"batches": 1, "setbacks": 1}
        assert domain.maintenance.sweep().waiting == 0
        for job in ("decay", "memory", "embeddings", "changelog", "sessions", "erasures"):
            assert domain.maintenance.run(job, "bad", 3).changed == 0
        assert raw.paths("bad") == set()

    def test_a_user_whose_document_cannot_be_read_is_alone_with_it(self, domain, raw):
        raw.write("bad", {"profile": "garbage", "decayDueAt": LONG_AGO})
        domain.learn("ada", "I love hiking.")
        domain.clock.advance(days=200)
        for _ in range(3):
            domain.maintenance.sweep()
            domain.work()
            domain.clock.advance(hours=1)
        assert domain.store.users.get("ada").profile.preferences == []
        (setback,) = (each.setback for each in domain.store.all_setbacks(10, None))
        assert (setback.kind, setback.reason) == ("decay", "Unreadable")
        raw.write("bad", {"decayDueAt": LONG_AGO})
        domain.clock.advance(days=2)
        assert domain.maintenance.sweep().enqueued["decay"] == 1
        domain.work()
        assert domain.store.all_setbacks(10, None) == []

    def test_a_huge_count_is_bounded_when_it_is_written(self, domain):
        huge = batch("b").model_copy(update={"drives": 2**63 - 1, "attempts": 2**63 - 1})
        self.keep(domain, "ada", huge)
        assert domain.maintenance.sweep().enqueued["batches"] == 1
        assert domain.store.batches.get("ada", "b").drives <= MAX_COUNT
        domain.work()
        assert domain.store.batches.get("ada", "b").state.ended

    def test_a_sweep_without_time_goes_on_next_time(self, store):
        class SlowQueue(Queue):
            def enqueue(self, function, name, body, *, at=None):
                super().enqueue(function, name, body, at=at)
                slow.clock.advance(seconds=10)

        queue = SlowQueue()
        slow = Domain(store=store, queue=queue)
        for n in range(30):
            self.keep(slow, f"user-{n}", batch("b"))
        swept = slow.maintenance.sweep()
        assert "batches" in swept.unfinished
        assert 0 < swept.enqueued["batches"] < 30
        rounds = 1
        while "batches" in slow.maintenance.sweep().unfinished:
            rounds += 1
            assert rounds < 50
        assert len({body["uid"] for _, body in queue.waiting.values()}) == 30

    def test_entries_that_cannot_be_read_do_not_keep_a_users_others(self, domain, raw):
        expired = {"expiresAt": LONG_AGO}
        for n in range(PAGE + 5):
            raw.write("ada", expired, "memory", f"bad-{n:03}")
            raw.write("ada", expired, "sessions", f"bad-{n:03}")
            raw.write("ada", expired, "changelog", f"bad-{n:03}")
        domain.sessions.start("ada", "s", "/project")
        ends = domain.clock.now + timedelta(days=1)
        domain.memory.save("ada", NewEntry("Passing.", expires_at=ends))
        kept = domain.memory.save("ada", NewEntry("Lasting.")).entry
        domain.clock.advance(days=90)
        domain.maintenance.sweep()
        domain.work()
        left = {path.split("/")[0] for path in raw.paths("ada")}
        assert "sessions" not in left
        assert "changelog" not in left
        notes = {path for path in raw.paths("ada") if path.startswith("memory/")}
        assert notes == {f"memory/bad-{n:03}" for n in range(PAGE + 5)} | {f"memory/{kept.id}"}
        (setback,) = (each.setback for each in domain.store.all_setbacks(10, None))
        assert (setback.kind, setback.reason) == ("memory", "Unreadable")

    def test_an_erasure_that_stopped_is_continued(self, domain, raw):
        for n in range(PAGE * 5):
            raw.write("ada", {"content": "x"}, "memory", f"{n:04}", "parts", "p")
        first = domain.store.erase("ada", domain.clock.now + timedelta(minutes=10), lambda: False)
        assert not first.complete
        assert domain.maintenance.sweep().enqueued["erasures"] == 0
        domain.clock.advance(minutes=10)
        assert domain.maintenance.sweep().enqueued["erasures"] == 1
        domain.work()
        assert raw.paths("ada") == set()
        assert domain.store.users.get("ada") is None

    def test_a_late_task_does_not_erase_somebody_who_has_come_back(self, domain):
        domain.accounts.erase("ada")
        domain.learn("ada", "I love hiking.")
        assert domain.maintenance.run("erasures", "ada").changed == 0
        assert domain.store.users.get("ada").profile.preferences != []
        assert {each.state for each in domain.store.batches.query("ada")} == {BatchState.DONE}
