"""What every store of operators' figures does; see `shared.operating.ports.OperatorStore`."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from shared.documents.learning import Batch, BatchError, BatchState, DayBooked, LearningState, Spent
from shared.documents.memory import DIGEST_ID, MemoryDigest, PageFill
from shared.documents.operating import Erased, Look, Run, erased_mark, mark_of
from shared.documents.profile import Profile
from shared.documents.sessions import Session
from shared.documents.setbacks import Setback
from shared.documents.user import UserState

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def pages(ask: Any, limit: int) -> list[Any]:
    """Returns all items of a list, asked for page by page."""
    found, after = [], None
    while True:
        page = ask(limit, after)
        assert len(page.items) <= limit
        found += page.items
        after = page.after
        if after is None:
            return found


def a_user(day: str = "", cost: float = 0.0, **learning: Any) -> UserState:
    spent = DayBooked(day=day, cost=cost, reserved=0.5) if day else None
    return UserState(
        profile=Profile(version=3, total_prompts_analyzed=40),
        learning=LearningState(spent=spent, spent_total=Spent(cost=9.0), **learning),
        created_at=NOW,
    )


def a_batch(id_: str, at: datetime, state: BatchState = BatchState.FAILED) -> Batch:
    return Batch(
        id=id_,
        state=state,
        prompt_ids=["a", "b"],
        created_at=NOW,
        finished_at=at,
        attempts=5,
        drives=2,
        error=BatchError(reason="CRASHED", message="what somebody said"),
    )


def a_session() -> Session:
    return Session(id="s", started_at=NOW, last_active_at=NOW, expires_at=NOW + HOUR)


class OperatorContract:
    """A subclass has the fixtures `store`, the users' store, and `figures`."""

    def test_users_come_page_by_page_with_the_size_of_their_data(
        self, store: Any, figures: Any
    ) -> None:
        uids = ["ada", "bob/slash", "eve", "zoë"]

        def write(records: Any) -> None:
            for uid in uids:
                records.users.save_state(uid, a_user(pending=["p"], failed=["f"], in_flight=["i"]))
            fill = [PageFill(number=1, entries=2, size=70), PageFill(number=2, entries=1, size=7)]
            records.digests.overwrite("eve", DIGEST_ID, MemoryDigest(archived=3, pages=fill))

        store.transact(write)
        for limit in (1, 2, 4, 9):
            found = pages(figures.accounts, limit)
            assert sorted(account.uid for account in found) == uids
        eve = next(account for account in found if account.uid == "eve")
        assert eve == figures.account("eve")
        assert (eve.archived, eve.size, eve.version, eve.analyzed) == (3, 77, 3, 40)
        assert (eve.pending, eve.in_flight, eve.waiting, eve.failed) == (1, 1, 0, 1)
        assert eve.since == NOW
        assert eve.written_at is not None
        assert not eve.erasing

    def test_who_keeps_notes_alone_is_a_user(self, store: Any, figures: Any) -> None:
        def write(records: Any) -> None:
            records.digests.overwrite("noter", DIGEST_ID, MemoryDigest(archived=2))
            records.sessions.create("visitor", "s", a_session())
            records.users.save_state("zoë", UserState(created_at=NOW))

        store.transact(write)
        for limit in (1, 2, 9):
            found = pages(figures.accounts, limit)
            assert [account.uid for account in found] == ["noter", "visitor", "zoë"]
            assert pages(figures.uids, limit) == ["noter", "visitor", "zoë"]
        noter = found[0]
        assert noter == figures.account("noter")
        assert (noter.archived, noter.version) == (2, 0)
        assert noter.since is not None
        assert noter.written_at is not None
        assert figures.account("visitor") == found[1]

    def test_nobody_is_no_user(self, figures: Any) -> None:
        assert figures.account("nobody") is None
        assert figures.accounts(5, None).items == []

    def test_a_user_of_the_app_alone_and_one_being_erased_are_users(
        self, raw: Any, figures: Any
    ) -> None:
        raw.write("app", {"profile": "theirs", "learning": [1], "theme": "dark"})
        raw.write("gone", {"eraseDueAt": NOW})
        app, gone = figures.account("app"), figures.account("gone")
        assert (app.since, app.version, app.analyzed, app.spent_on) == (None, 0, 0, "")
        assert (app.erasing, gone.erasing) == (False, True)

    def test_who_spent_most_that_day_comes_first(self, store: Any, figures: Any) -> None:
        costs = {"a": 0.1, "b": 0.3, "c": 0.3, "d": 0.2}

        def write(records: Any) -> None:
            for uid, cost in costs.items():
                records.users.save_state(uid, a_user("2026-03-01", cost))
            records.users.save_state("old", a_user("2026-02-28", 5.0))

        store.transact(write)
        for limit in (1, 2, 9):
            found = pages(lambda n, after: figures.spenders("2026-03-01", n, after), limit)
            assert [account.uid for account in found] == ["c", "b", "d", "a"]
        assert (found[0].spent, found[0].reserved, found[0].spent_total) == (0.3, 0.5, 9.0)

    def test_amounts_that_are_not_stored_are_absent(self, store: Any, figures: Any) -> None:
        store.transact(lambda records: records.spending.put("a", 1.5, NOW))
        assert figures.amounts(["a", "b"]) == {"a": 1.5}

    def test_failed_batches_come_without_what_was_in_them(self, store: Any, figures: Any) -> None:
        def write(records: Any) -> None:
            records.batches.create("ada", "1", a_batch("1", NOW))
            records.batches.create("bob", "2", a_batch("2", NOW + HOUR))
            records.batches.create("bob", "3", a_batch("3", NOW - HOUR))
            records.batches.create("bob", "4", a_batch("4", NOW, BatchState.DONE))

        store.transact(write)
        for limit in (1, 2, 9):
            found = pages(figures.failed_batches, limit)
            assert [(batch.uid, batch.id) for batch in found] == [
                ("bob", "2"),
                ("ada", "1"),
                ("bob", "3"),
            ]
        assert (found[0].reason, found[0].prompts, found[0].attempts) == ("CRASHED", 2, 5)
        assert "somebody" not in repr(found)

    @pytest.mark.parametrize("reason", ["I love cats", "ä", 7, "x" * 99, "lower_case"])
    def test_a_reason_that_is_no_name_is_not_shown(
        self, raw: Any, figures: Any, reason: Any
    ) -> None:
        fields = {"state": "failed", "finishedAt": NOW, "error": {"reason": reason}}
        raw.write("ada", fields, "batches", "b")
        assert figures.failed_batches(5, None).items[0].reason == ""

    def test_parked_work_comes_the_longest_parked_first(self, store: Any, figures: Any) -> None:
        def setback(id_: str, parked_at: datetime | None) -> Setback:
            times = {"due_at": NOW, "retry_at": NOW, "parked_at": parked_at}
            return Setback(id=id_, kind="decay", reason="Unreadable", **times)

        def write(records: Any) -> None:
            records.setbacks.create("ada", "a", setback("a", NOW + HOUR))
            records.setbacks.create("bob", "b", setback("b", NOW))
            records.setbacks.create("eve", "c", setback("c", None))

        store.transact(write)
        for limit in (1, 2, 9):
            found = pages(figures.parked, limit)
            assert [(each.uid, each.setback.id) for each in found] == [("bob", "b"), ("ada", "a")]

    def test_looks_are_found_by_all_and_by_whom_they_are_at(self, figures: Any) -> None:
        def look(id_: str, at: datetime, *uids: str) -> Look:
            marks = [mark_of(uid) for uid in uids]
            expires = at + HOUR
            return Look(
                id=id_, at=at, operator="op", route="GET /", users=marks, expires_at=expires
            )

        figures.add_look(look("1", NOW, "ada", "bob"))
        figures.add_look(look("2", NOW, "bob"))
        figures.add_look(look("3", NOW + HOUR))
        for limit in (1, 2, 9):
            assert [each.id for each in pages(figures.looks, limit)] == ["3", "2", "1"]
            mine = pages(lambda n, after: figures.looks(n, after, mark_of("bob")), limit)
            assert [each.id for each in mine] == ["2", "1"]
        assert mine[1] == look("1", NOW, "ada", "bob")

    def test_erasures_since_a_time_come_the_newest_first(self, figures: Any) -> None:
        def erased(id_: str, at: datetime) -> Erased:
            return Erased(id=id_, at=at, user=erased_mark(id_), expires_at=at + HOUR)

        for number in range(4):
            figures.add_erased(erased(str(number), NOW + number * HOUR))
        for limit in (1, 2, 9):
            found = pages(lambda n, after: figures.erased(NOW + HOUR, n, after), limit)
            assert [each.id for each in found] == ["3", "2", "1"]
        assert found[0] == erased("3", NOW + 3 * HOUR)

    def test_runs_come_the_newest_first(self, figures: Any) -> None:
        def run(id_: str, at: datetime) -> Run:
            return Run(id=id_, at=at, finished_at=at, enqueued={"decay": 2}, expires_at=at)

        figures.add_run(run("1", NOW))
        figures.add_run(run("2", NOW + HOUR))
        for limit in (1, 9):
            assert pages(figures.runs, limit) == [run("2", NOW + HOUR), run("1", NOW)]
