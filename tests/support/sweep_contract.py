"""How a sweep behaves on every store. A store's tests derive from `SweepContract`."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from threading import Event

import pytest

from shared.base.errors import PermanentFailure, Unavailable
from shared.base.fields import MAX_COUNT
from shared.documents.learning import Batch, BatchState
from shared.documents.user import UserState
from shared.maintenance.maintenance import opaque
from shared.maintenance.passes import STOP_AFTER
from shared.maintenance.setbacks import MAX_TRIES, Known, Setbacks, setback_id
from shared.maintenance.sweep import AT_ONCE
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
        others = {f"user-{n:02}" for n in range(2 * AT_ONCE)}
        for n, uid in enumerate(("bad", *sorted(others))):
            self.keep(domain, uid, batch("b", LONG_AGO + timedelta(hours=n)))
            domain.sessions.start(uid, "s", "/project")
            domain.clock.advance(seconds=1)
        domain.clock.advance(days=90)

        swept = domain.maintenance.sweep()
        assert swept.failed == {"batches": 1, "sessions": 1}
        assert swept.enqueued["batches"] == swept.enqueued["sessions"] == len(others)
        assert self.enqueued(domain) == others

    @pytest.mark.parametrize("error", [Unavailable, PermanentFailure])
    def test_an_outage_of_the_queue_is_charged_to_nobody(self, store, error):
        class AwayQueue(Queue):
            def enqueue(self, function, name, body, *, at=None):
                if is_away.is_set():
                    asked.append(body["uid"])
                    raise error("away")
                super().enqueue(function, name, body, at=at)
                if begins.is_set() and len(self.waiting) >= 7:
                    is_away.set()

        begins, is_away, asked = Event(), Event(), []
        begins.set()
        domain = Domain(store=store, queue=AwayQueue())
        for n in range(60):
            domain.sessions.start(f"user-{n:02}", "s", "/project")
        domain.clock.advance(days=90)
        for _ in range(MAX_TRIES + 1):
            with pytest.raises(Unavailable, match="could not finish: sessions"):
                domain.maintenance.sweep()
            domain.clock.advance(hours=25)
        assert len(asked) <= (MAX_TRIES + 1) * (STOP_AFTER + 2 * AT_ONCE)
        assert domain.store.all_setbacks(100, None) == []

        begins.clear()
        is_away.clear()
        swept = domain.maintenance.sweep()
        assert (swept.enqueued["sessions"], swept.waiting, swept.unfinished) == (60, 0, [])

    def test_a_kind_that_cannot_be_listed_keeps_no_other_and_is_told(self, store):
        class HalfStore:
            def __getattr__(self, name):
                return getattr(store, name)

            def due(self, what, *rest):
                if what == "batches":
                    raise PermanentFailure("no index", [{"reason": "DATABASE_REFUSED"}])
                return store.due(what, *rest)

            def all_setbacks(self, limit, after):
                raise PermanentFailure("no index", [{"reason": "DATABASE_REFUSED"}])

        domain = Domain(store=HalfStore())
        domain.sessions.start("ada", "s", "/project")
        domain.clock.advance(days=90)
        with pytest.raises(Unavailable, match="could not finish: batches") as caught:
            domain.maintenance.sweep()
        assert caught.value.details == [{"reason": "DATABASE_REFUSED"}]
        assert self.enqueued(domain) == {"ada"}

    def test_a_task_that_the_queue_gave_up_comes_again_in_an_hour(self, domain):
        domain.sessions.start("ada", "s", "/project")
        domain.clock.advance(days=90)
        for _ in range(2):
            domain.maintenance.sweep()
            assert len(domain.queue.waiting) == 1
        domain.queue.waiting.clear()
        domain.clock.advance(hours=1)
        domain.maintenance.sweep()
        assert len(domain.queue.waiting) == 1

    def test_what_failed_once_is_tried_by_the_next_sweep_even_if_it_comes_early(self, domain, raw):
        raw.write("bad", {"redriveAt": LONG_AGO, "promptIds": 7}, "batches", "b")
        domain.maintenance.sweep()
        domain.clock.advance(minutes=56)
        assert domain.maintenance.sweep().failed == {"batches": 1}

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
        for n in range(60):
            self.keep(slow, f"user-{n}", batch("b"))
        swept = slow.maintenance.sweep()
        assert "batches" in swept.unfinished
        assert 0 < swept.enqueued["batches"] < 60
        rounds = 1
        while "batches" in slow.maintenance.sweep().unfinished:
            rounds += 1
            assert rounds < 50
        assert len({body["uid"] for _, body in queue.waiting.values()}) == 60

    def test_batches_get_half_of_the_time(self, store):
        class SlowQueue(Queue):
            def enqueue(self, function, name, body, *, at=None):
                super().enqueue(function, name, body, at=at)
                slow.clock.advance(seconds=10)

        slow = Domain(store=store, queue=SlowQueue())
        for n in range(60):
            self.keep(slow, f"user-{n:02}", batch("b"))
        # Work under way when the time ends is finished.
        assert 24 <= slow.maintenance.sweep().enqueued["batches"] <= 24 + AT_ONCE

    def test_setbacks_beyond_those_read_ahead_are_read_when_due(self, domain, raw):
        for n in range(5):
            raw.write(f"bad-{n}", {"redriveAt": LONG_AGO, "promptIds": 7}, "batches", "b")
        assert domain.maintenance.sweep().failed == {"batches": 5}
        setbacks = Setbacks(domain.store, domain.clock)
        known = Known(setbacks, most=2)
        known.read(domain.clock, domain.clock.now + timedelta(minutes=1))
        items = [("batches", f"bad-{n}", "b") for n in range(5)]
        assert [known.of(item).tries for item in items] == [1] * 5
        assert known.of(("batches", "ada", "b")) is None
        raw.write("bad-4", {"tries": "many"}, "setbacks", setback_id(items[4]))
        assert known.of(items[4]) is None

    def test_what_is_parked_is_logged_without_names(self, domain, raw, caplog):
        self.park(domain, raw)
        caplog.clear()
        domain.maintenance.sweep()
        assert "maintenance items parked: 1 (1 x batches Unreadable)" in caplog.text
        caplog.clear()
        assert len(domain.maintenance.parked()) == 1
        (line,) = caplog.messages
        assert line.startswith(f"parked: batches of {opaque('bad')} since ")
        assert line.endswith("(Unreadable)")
        assert "bad" not in line.replace(opaque("bad"), "")

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
