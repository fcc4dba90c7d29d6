"""What every store must do. A store's tests derive from `StoreContract` and provide the store."""

from datetime import UTC, datetime, timedelta

import pytest

from shared.base.errors import BeingErased, InvalidArgument, Unavailable, Unreadable
from shared.documents.changelog import ChangelogEntry, Source
from shared.documents.learning import Batch, LearningState, Prompt
from shared.documents.memory import DIGEST_ID, MemoryDigest, MemoryEntry, Tier
from shared.documents.profile import Preference, PreferenceType, Profile
from shared.documents.sessions import Session
from shared.documents.setbacks import Setback
from shared.documents.settings import Settings
from shared.documents.user import Intake, UserState
from shared.ports import Cursor, Due, Erasure, Order, Where

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def entry(id_: str, hours: int = 0, tier: Tier = Tier.ARCHIVE, **more) -> MemoryEntry:
    at = NOW + hours * HOUR
    return MemoryEntry(
        id=id_, tier=tier, content=f"Note {id_}", created_at=at, updated_at=at, **more
    )


def prompt(id_: str) -> Prompt:
    return Prompt(id=id_, content=f"Prompt {id_}", created_at=NOW, recorded_at=NOW)


def write(store, work):
    """Runs `work` on the records of one transaction."""
    return store.transact(work)


def erase(store, uid: str) -> dict[str, int]:
    """Erases a user completely; returns what went."""
    erasure = store.erase(uid, NOW, lambda: True)
    assert erasure.complete
    return erasure.deleted


def save(store, uid: str, *entries: MemoryEntry, vector=None) -> None:
    def work(records):
        for each in entries:
            records.memory.write_entry(uid, each, vector, keep_vector=False)

    store.transact(work)


class StoreContract:
    """Tests of `shared.ports.Store`; `store`, `store_with`, `uid` and `raw` are fixtures.

    `store_with(settings)` makes another store of the same documents, with these as the settings of
    users who set none.

    `raw` reads and writes documents as an app or an operator would: `read(uid)`,
    `write(uid, fields, *path below the user)`, and `paths(uid)` of all that is below the user.
    """

    def test_documents_are_counted_by_conditions(self, store, uid):
        def save(records):
            for number, connection in enumerate(("claude", "claude", None)):
                note = entry(f"n{number}", connection=connection)
                records.memory.write_entry(uid, note, None, keep_vector=False)

        write(store, save)
        assert store.memory.count(uid) == 3
        assert store.memory.count(uid, Where("connection", "==", "claude")) == 2
        assert store.memory.count(uid, Where("connection", "==", "cursor")) == 0

    def test_an_unknown_user_has_no_state_and_an_empty_overview(self, store, uid):
        assert store.users.get(uid) is None
        assert store.overview(uid) == (UserState(), MemoryDigest())

    def test_a_state_comes_back_as_it_was_saved(self, store, uid):
        item = Preference(
            id="p1",
            type=PreferenceType.LIKE,
            description="tea",
            confidence=0.9,
            base_confidence=0.9,
            created_at=NOW,
            last_updated=NOW,
        )
        state = UserState(
            profile=Profile(version=3, preferences=[item]),
            settings=Settings(retention_days=30),
            created_at=NOW,
            decay_due_at=NOW,
        )
        write(store, lambda records: records.users.save_state(uid, state))
        assert store.users.get(uid) == state
        assert store.overview(uid)[0] == state

    def test_a_later_state_removes_what_it_does_not_have(self, store, uid):
        state = UserState(settings=Settings(retention_days=30), decay_due_at=NOW)
        write(store, lambda records: records.users.save_state(uid, state))
        write(store, lambda records: records.users.save_state(uid, UserState()))
        assert store.users.get(uid) == UserState()

    def test_an_apps_own_fields_stay(self, store, raw, uid):
        mine = {"displayName": "Ada", "settings": {"theme": "dark"}}
        raw.write(uid, mine)
        state = UserState(settings=Settings(retention_days=30), created_at=NOW)
        write(store, lambda records: records.users.save_state(uid, state))
        write(store, lambda records: records.users.save_state(uid, UserState(created_at=NOW)))
        assert store.users.get(uid) == UserState(created_at=NOW)
        stored = raw.read(uid)
        assert stored["displayName"] == "Ada"
        assert stored["settings"] == {"theme": "dark"}

    def test_the_learning_state_is_read_and_saved_without_the_rest(self, store, raw, uid):
        raw.write(uid, {"displayName": "Ada", "settings": {"theme": "dark"}})
        state = UserState(
            profile=Profile(version=3),
            settings=Settings(retention_days=30),
            learning=LearningState(pending=["p1", "p2"], failed=["b"]),
            created_at=NOW,
            decay_due_at=NOW + HOUR,
            incognito={"s": NOW + HOUR},
        )
        write(store, lambda records: records.users.save_state(uid, state))
        intake = store.users.intake(uid)
        for name in Intake.model_fields:
            assert getattr(intake, name) == getattr(state, name)
        learning = LearningState(pending=["p3"])
        changed = intake.model_copy(update={"learning": learning, "incognito": {}})
        write(store, lambda records: records.users.save_learning(uid, changed))
        assert store.users.get(uid) == state.model_copy(update={"learning": learning})
        assert raw.read(uid)["displayName"] == "Ada"

    def test_the_learning_state_may_be_all_that_is_stored(self, store, uid):
        assert store.users.intake(uid) is None
        known = Intake(learning=LearningState(pending=["p"]), created_at=NOW)
        write(store, lambda records: records.users.save_learning(uid, known))
        assert store.users.get(uid) == UserState(**dict(known))

    def test_only_settings_that_were_changed_are_stored(self, store, raw, uid):
        state = UserState(settings=Settings(retention_days=30))
        write(store, lambda records: records.users.save_state(uid, state))
        assert raw.read(uid)["settings"] == {"retentionDays": 30}

    def test_settings_are_stored_as_set_also_where_they_equal_a_default(self, store, raw, uid):
        state = UserState(settings=Settings(memory_char_limit=2200, retention_days=None))
        write(store, lambda records: records.users.save_state(uid, state))
        assert raw.read(uid)["settings"] == {"memoryCharLimit": 2200}

    def test_settings_that_were_not_set_are_the_stores(self, store, store_with, raw, uid):
        raw.write(uid, {"settings": {"memoryCharLimit": 2200}})
        other = store_with(Settings(memory_char_limit=500, user_char_limit=600))
        states = (
            other.users.get(uid),
            other.users.get_or_new(uid),
            other.users.intake(uid),
            other.overview(uid)[0],
            other.learner(uid, "b")[0],
            other.transact(lambda records: records.users.get(uid)),
        )
        for state in states:
            assert (state.settings.memory_char_limit, state.settings.user_char_limit) == (2200, 600)
        unknown = (
            other.users.new(),
            other.users.get_or_new(f"{uid}-b"),
            other.overview(f"{uid}-b")[0],
        )
        for state in unknown:
            assert (state.settings.memory_char_limit, state.settings.user_char_limit) == (500, 600)
        write(other, lambda records: records.users.save_state(uid, states[0]))
        assert raw.read(uid)["settings"] == {"memoryCharLimit": 2200}
        assert store.users.get(uid).settings.user_char_limit == Settings().user_char_limit

    def test_documents_are_read_by_id_in_the_order_asked_for(self, store, uid):
        save(store, uid, entry("a"), entry("b"), entry("c"))
        assert store.memory.get(uid, "b") == entry("b")
        assert store.memory.get(uid, "missing") is None
        assert store.memory.get(uid, "no/document/id") is None
        found = store.memory.get_many(uid, ["c", "missing", "a"])
        assert [each.id for each in found] == ["c", "a"]

    def test_users_do_not_see_each_other(self, store, uid):
        save(store, uid, entry("a"))
        assert store.memory.get(f"{uid}-other", "a") is None
        assert store.memory.query(f"{uid}-other") == []

    def test_a_uid_may_hold_a_slash(self, store, uid):
        save(store, f"{uid}/x", entry("a"))
        assert store.memory.get(f"{uid}/x", "a") == entry("a")
        assert store.memory.query(uid) == []

    @pytest.mark.parametrize(
        ("where", "found"),
        [
            ([Where("tier", "==", "user")], "b"),
            ([Where("tags", "array_contains", "x")], "ac"),
            ([Where("createdAt", "<=", NOW + HOUR)], "ab"),
            ([Where("createdAt", "<", NOW + HOUR)], "a"),
            ([Where("createdAt", ">", NOW + HOUR)], "c"),
            ([Where("createdAt", ">=", NOW + HOUR)], "bc"),
            ([Where("tier", "in", ["user", "memory"])], "bc"),
            ([Where("expiresAt", "<=", NOW + 9 * HOUR)], "c"),
        ],
    )
    def test_conditions(self, store, uid, where, found):
        save(
            store,
            uid,
            entry("a", 0, tags=["x"]),
            entry("b", 1, Tier.USER),
            entry("c", 2, Tier.MEMORY, tags=["y", "x"], expires_at=NOW + 5 * HOUR),
        )
        assert "".join(sorted(each.id for each in store.memory.query(uid, *where))) == found

    @pytest.mark.parametrize("descending", [False, True])
    def test_pages_in_an_order_hold_each_document_once(self, store, uid, descending):
        hours = {"a": 1, "b": 0, "c": 1, "d": 2, "e": 1}
        save(store, uid, *(entry(id_, each) for id_, each in hours.items()))
        order = Order("createdAt", descending=descending)
        found, after = [], None
        while page := store.memory.query(uid, order=order, limit=2, after=after):
            found += page
            after = Cursor(page[-1].created_at, page[-1].id)
        expected = sorted(hours, key=lambda id_: (hours[id_], id_), reverse=descending)
        assert [each.id for each in found] == expected

    def test_an_order_leaves_out_documents_without_the_field(self, store, uid):
        save(store, uid, entry("a"), entry("b", expires_at=NOW))
        found = store.memory.query(uid, order=Order("expiresAt"))
        assert [each.id for each in found] == ["b"]

    def test_fields_are_set_and_removed_without_touching_the_others(self, store, uid):
        change = ChangelogEntry(
            id="0000000001",
            version=1,
            change_type="create",
            action="extract",
            source=Source.RULES,
            change_summary="+1 preference",
            snapshot={"version": 1},
            created_at=NOW,
        )
        write(store, lambda records: records.changelog.create(uid, change.id, change))
        ending = {"snapshot": None, "expiresAt": NOW}
        write(store, lambda records: records.changelog.update_fields(uid, change.id, ending))
        expected = change.model_copy(update={"snapshot": None, "expires_at": NOW})
        assert store.changelog.get(uid, change.id) == expected

    def test_overwriting_leaves_nothing_of_the_document_before(self, store, uid):
        batch = Batch(id="b", prompt_ids=["1"], created_at=NOW, lease="x", lease_until=NOW)
        write(store, lambda records: records.batches.create(uid, "b", batch))
        without = batch.model_copy(update={"lease": None, "lease_until": None})
        write(store, lambda records: records.batches.overwrite(uid, "b", without))
        assert store.batches.get(uid, "b") == without

    def test_deleting_is_done_once_or_twice(self, store, uid):
        save(store, uid, entry("a"))
        for _ in range(2):
            write(store, lambda records: records.memory.delete(uid, "a"))
        assert store.memory.get(uid, "a") is None

    def test_a_transaction_that_raises_changes_nothing(self, store, uid):
        def work(records):
            records.memory.write_entry(uid, entry("a"), None, keep_vector=False)
            raise LookupError

        with pytest.raises(LookupError):
            store.transact(work)
        assert store.memory.get(uid, "a") is None

    def test_a_transaction_gives_its_result(self, store, uid):
        save(store, uid, entry("a"))
        assert store.transact(lambda records: records.memory.get(uid, "a")) == entry("a")

    def test_a_transaction_reads_before_it_writes(self, store, uid):
        def work(records):
            records.memory.delete(uid, "a")
            records.memory.get(uid, "a")

        with pytest.raises(Exception, match=r"(?i)read"):
            store.transact(work)

    def test_a_user_and_a_batch_are_read_together(self, store, uid):
        batch = Batch(id="b", prompt_ids=["1"], created_at=NOW)
        assert store.learner(uid, "b") == (None, None)
        write(store, lambda records: records.batches.create(uid, "b", batch))
        assert store.learner(uid, "b") == (None, batch)
        write(store, lambda records: records.users.save_state(uid, UserState()))
        assert store.learner(uid, "b") == (UserState(), batch)
        assert store.learner(uid, "other") == (UserState(), None)
        assert store.learner(uid, "a/b")[1] is None

    def test_spending_outlives_the_user(self, store, uid):
        key = f"spent-{uid}"
        assert store.spending.get(key) == 0
        write(store, lambda records: records.users.save_state(uid, UserState()))
        write(store, lambda records: records.spending.put(key, 0.25, NOW))
        store.erase(uid, NOW, lambda: True)
        assert store.spending.get(key) == 0.25
        assert store.transact(lambda records: records.spending.get(key)) == 0.25

    def test_batches_in_line_come_in_order(self, store, uid):
        def work(records):
            for n, since in enumerate([2, None, 1, 3]):
                at = None if since is None else NOW + since * HOUR
                batch = Batch(id=f"b{n}", prompt_ids=[], created_at=NOW, waiting_since=at)
                records.batches.overwrite(uid, batch.id, batch)

        store.transact(work)
        found = store.transact(
            lambda records: records.batches.query(uid, order=Order("waitingSince"), limit=2)
        )
        assert [batch.id for batch in found] == ["b2", "b0"]

    def test_a_taken_id_is_not_created_again(self, store, uid):
        batch = Batch(id="b", prompt_ids=["1"], created_at=NOW)
        write(store, lambda records: records.batches.create(uid, "b", batch))
        other = batch.model_copy(update={"prompt_ids": ["2"]})
        with pytest.raises(Unavailable):
            write(store, lambda records: records.batches.create(uid, "b", other))
        assert store.batches.get(uid, "b") == batch

    def test_nothing_is_written_outside_of_a_transaction(self, store, uid):
        with pytest.raises(Exception, match=r"(?i)transaction"):
            store.memory.delete(uid, "a")

    def test_prompts_are_created_once_each(self, store, uid):
        assert store.create_prompts(uid, [prompt("1"), prompt("2")]) == [True, True]
        changed = prompt("2").model_copy(update={"content": "something else"})
        assert store.create_prompts(uid, [changed, prompt("3")]) == [False, True]
        assert store.prompts.get(uid, "2") == prompt("2")

    def test_prompts_are_created_together_or_not_at_all(self, store, uid):
        assert store.create_prompts(uid, [prompt("1"), prompt("2")], together=True) == [True, True]
        again = [prompt("2"), prompt("3")]
        assert store.create_prompts(uid, again, together=True) == [False, False]
        assert store.prompts.get(uid, "3") is None

    def test_uses_are_noted_for_known_users_only(self, store, uid):
        store.mark_used(uid, ["p.1"], NOW, "c")
        assert store.users.get(uid) is None
        write(store, lambda records: records.users.save_state(uid, UserState()))
        store.mark_used(uid, ["p.1", "p-2"], NOW, "c")
        store.mark_used(uid, ["p-2"], NOW + HOUR, None)
        user = store.users.get(uid)
        assert user.used == {"p.1": NOW, "p-2": NOW + HOUR}
        assert user.used_through == {"p.1": "c"}

    def test_lines_of_a_page_are_set_one_by_one(self, store, uid):
        for lines in ({"a": "1", "b.c": "2"}, {"a": None, "d": "4"}):
            write(store, lambda records, lines=lines: records.pages.set_lines(uid, "0", lines))
        (page,) = store.pages.get_many(uid, ["0", "1"])
        assert page.entries == {"b.c": "2", "d": "4"}

    def test_the_digest_is_part_of_the_overview(self, store, uid):
        digest = MemoryDigest(version=4, archived=2, tail={"0": {"a": "line"}})
        write(store, lambda records: records.digests.overwrite(uid, DIGEST_ID, digest))
        assert store.overview(uid) == (UserState(), digest)

    def test_vectors_stay_until_they_are_replaced_or_dropped(self, store, uid):
        save(store, uid, entry("a"), vector=[1.0, 0.0])

        def rewrite(vector, keep):
            write(
                store,
                lambda records: records.memory.write_entry(
                    uid, entry("a", 1), vector, keep_vector=keep
                ),
            )
            return {id_: list(v) for id_, v in store.memory.vectors_of(uid, ["a", "b"]).items()}

        assert rewrite(None, keep=True) == {"a": [1.0, 0.0]}
        assert store.memory.get(uid, "a") == entry("a", 1)
        assert rewrite([0.0, 1.0], keep=False) == {"a": [0.0, 1.0]}
        assert rewrite(None, keep=False) == {}

    def test_the_nearest_entries_by_cosine_similarity(self, store, uid):
        save(store, uid, entry("far"), vector=[0.0, 1.0])
        save(store, uid, entry("near"), vector=[2.0, 0.1])
        save(store, uid, entry("user", tier=Tier.USER), vector=[1.0, 0.0])
        save(store, uid, entry("none"))
        found = store.memory.nearest_entries(uid, [1.0, 0.0], 2)
        assert list(found) == ["user", "near"]
        assert found["user"] == pytest.approx(1.0)
        assert found["near"] == pytest.approx(0.99875, abs=1e-4)
        of_archive = store.memory.nearest_entries(uid, [1.0, 0.0], 9, Tier.ARCHIVE)
        assert list(of_archive) == ["near", "far"]

    def test_vectors_of_another_length_are_never_near(self, store, uid):
        save(store, uid, entry("old"), vector=[1.0, 0.0, 0.0])
        save(store, uid, entry("new"), vector=[0.5, 1.0])
        assert list(store.memory.nearest_entries(uid, [1.0, 0.0], 9)) == ["new"]

    def test_erasing_leaves_nothing_and_counts_by_collection(self, store, uid):
        save(store, uid, entry("a"), entry("b"))
        store.create_prompts(uid, [prompt("1")])
        write(store, lambda records: records.users.save_state(uid, UserState()))
        save(store, f"{uid}-other", entry("a"))
        assert erase(store, uid) == {"memory": 2, "prompts": 1, "profile": 1}
        assert store.users.get(uid) is None
        assert store.memory.query(uid) == store.prompts.query(uid) == []
        assert store.memory.get(f"{uid}-other", "a") is not None
        assert erase(store, uid) == {}

    def test_erasing_removes_documents_nested_below_others(self, store, raw, uid):
        nested = ["sessions/a/b/c", "batches/x/batches/0", "memory/n/deep/er/and/deeper"]
        for path in nested:
            raw.write(uid, {"content": "canary"}, *path.split("/"))
        save(store, uid, entry("n"))
        assert erase(store, uid) == {"sessions": 1, "batches": 1, "memory": 2}
        assert raw.paths(uid) == set()
        assert erase(store, uid) == {}

    def test_an_erasure_without_time_goes_on_where_it_stopped(self, store, raw, uid):
        write(store, lambda records: records.users.save_state(uid, UserState()))
        count = 0
        for path in range(1000):
            raw.write(uid, {"content": "x"}, "memory", f"{path:03}", "parts", "p")
        deleted: dict[str, int] = {}
        while True:
            erasure = store.erase(uid, NOW, lambda: False)
            for name, number in erasure.deleted.items():
                deleted[name] = deleted.get(name, 0) + number
            count += 1
            if erasure.complete:
                break
            with pytest.raises(BeingErased):
                store.users.get(uid)
            with pytest.raises(BeingErased):
                store.overview(uid)
            with pytest.raises(BeingErased):
                store.learner(uid, "b")
        assert deleted == {"memory": 1000, "profile": 1}
        assert count > 2
        assert store.users.get(uid) is None
        assert raw.paths(uid) == set()

    def test_nothing_is_written_by_what_reads_a_user_who_is_being_erased(self, store, raw, uid):
        write(store, lambda records: records.users.save_state(uid, UserState()))
        raw.write(uid, {"content": "x"}, "sessions", "a")
        assert not store.erase(uid, NOW, lambda: False).complete

        for read in ("get", "intake"):

            def work(records, read=read):
                getattr(records.users, read)(uid)
                records.memory.write_entry(uid, entry("late"), None, keep_vector=False)

            with pytest.raises(BeingErased):
                store.transact(work)
        assert raw.paths(uid) == set()
        assert Due(uid, "", NOW, "") in store.due("erasures", NOW, 1000, None)
        assert store.erase(uid, NOW, lambda: True, only_begun=True).complete
        assert store.users.get(uid) is None

    def test_an_erasure_that_never_began_is_not_resumed(self, store, uid):
        save(store, uid, entry("new"))
        erasure = store.erase(uid, NOW, lambda: True, only_begun=True)
        assert erasure == Erasure({}, complete=True)
        assert store.memory.get(uid, "new") == entry("new")

    def test_cursors_of_documents_that_cannot_be_read(self, store, raw, uid):
        raw.write(uid, {"expiresAt": NOW, "content": 7}, "sessions", "bad")
        raw.write(uid, {"expiresAt": NOW + HOUR}, "sessions", "later")
        raw.write(uid, {"expiresAt": NOW}, "sessions", "bad", "sessions", "nested")
        with pytest.raises(Unreadable):
            store.sessions.get(uid, "bad")
        assert [session.id for session in store.sessions.query(uid)] == []
        with pytest.raises(Unreadable):
            store.sessions.get_many(uid, ["none", "bad"])
        assert store.sessions.get_many(uid, ["none", "bad"], lenient=True) == []
        with pytest.raises(Unreadable):
            store.sessions.query(uid, strict=True)
        due, order = Where("expiresAt", "<=", NOW), Order("expiresAt")
        (cursor,) = store.sessions.cursors(uid, due, order=order, limit=5)
        assert cursor == Cursor(NOW, "bad")
        assert store.sessions.cursors(uid, due, order=order, after=cursor) == []
        assert store.due_time("sessions", uid, "") == NOW
        assert store.due_time("memory", uid, "") is None

    def test_when_a_document_is_due_is_read_whatever_else_is_in_it(self, store, raw, uid):
        assert store.due_time("decay", uid, "") is store.due_time("batches", uid, "b") is None
        raw.write(uid, {"profile": "garbage", "decayDueAt": NOW})
        raw.write(uid, {"promptIds": 7, "redriveAt": NOW + HOUR}, "batches", "b")
        raw.write(uid, {"redriveAt": "someday"}, "batches", "c")
        assert store.due_time("decay", uid, "") == NOW
        assert store.due_time("batches", uid, "b") == NOW + HOUR
        assert store.due_time("batches", uid, "c") is None
        with pytest.raises(Unreadable):
            store.learner(uid, "b")

    def test_setbacks_of_all_users_come_in_pages(self, store, raw, uid):
        def setback(id_):
            return Setback(id=id_, kind="decay", due_at=NOW, retry_at=NOW)

        for owner in (f"{uid}-1", f"{uid}-2"):
            for id_ in ("a", "b"):
                write(
                    store,
                    lambda records, owner=owner, id_=id_: records.setbacks.overwrite(
                        owner, id_, setback(id_)
                    ),
                )
        raw.write(f"{uid}-3", {"kind": 7}, "setbacks", "unreadable")
        raw.write(f"{uid}-3", {"kind": "decay"}, "setbacks", "unreadable", "setbacks", "nested")
        found, after = [], None
        while page := store.all_setbacks(3, after):
            found += [each for each in page if each.path.startswith(f"users/{uid}-")]
            after = page[-1].path
        assert [(each.uid, each.setback and each.setback.id) for each in found] == [
            (f"{uid}-1", "a"),
            (f"{uid}-1", "b"),
            (f"{uid}-2", "a"),
            (f"{uid}-2", "b"),
            (f"{uid}-3", None),
            ("", None),
        ]

    @pytest.mark.parametrize("limit", [1, 2, 100])
    def test_nested_documents_are_due_to_nobody_and_each_page_is_behind_the_last(
        self, store, raw, uid, limit
    ):
        long_ago = datetime(1996, 1, 1, tzinfo=UTC)
        for n in range(5):
            raw.write(uid, {"redriveAt": long_ago}, "batches", "aaa", "batches", f"{n:04}")
            raw.write(uid, {"redriveAt": long_ago}, "batches", f"b{n}")
        raw.write(uid, {"decayDueAt": long_ago}, "users", "nested")
        found: list[Due] = []
        page = store.due("batches", long_ago, limit, None)
        while page:
            found += page
            assert len(found) < 1000
            page = store.due("batches", long_ago, limit, page[-1])
        ours = [each for each in found if f"/{uid}/" in each.path]
        assert [(each.uid, each.id) for each in ours] == [
            *[("", "")] * 5,
            *[(uid, f"b{n}") for n in range(5)],
        ]
        (user,) = [each for each in store.due("decay", long_ago, 100, None) if uid in each.path]
        assert user.uid == ""

    def test_due_documents_of_all_users_come_in_pages_oldest_first(self, store, uid):
        long_ago = datetime(1999, 1, 1, tzinfo=UTC)
        owners = [f"{uid}-{n}" for n in range(3)]
        for n, owner in enumerate(owners):
            session = Session(
                id="s",
                started_at=long_ago,
                last_active_at=long_ago,
                expires_at=long_ago + (n // 2) * HOUR,
            )
            write(
                store,
                lambda records, owner=owner, session=session: records.sessions.overwrite(
                    owner, "s", session
                ),
            )
        found: list[Due] = []
        page = store.due("sessions", long_ago + HOUR, 2, None)
        while page:
            found += [each for each in page if each.uid in owners]
            page = store.due("sessions", long_ago + HOUR, 2, page[-1])
        assert found == [
            Due(owners[0], "s", long_ago, ""),
            Due(owners[1], "s", long_ago, ""),
            Due(owners[2], "s", long_ago + HOUR, ""),
        ]
        assert not [
            each for each in store.due("sessions", long_ago - HOUR, 10, None) if each.uid in owners
        ]

    @pytest.mark.parametrize("kind", ["batches", "memory", "embeddings", "changelog"])
    def test_each_kind_is_due_by_a_field_of_its_own(self, store, uid, kind):
        long_ago = datetime(1997, 1, 1, tzinfo=UTC)

        def work(records):
            if kind == "batches":
                batch = Batch(id="d", prompt_ids=[], created_at=NOW, redrive_at=long_ago)
                records.batches.overwrite(uid, "d", batch)
            elif kind == "changelog":
                change = ChangelogEntry(
                    id="d",
                    version=0,
                    change_type="update",
                    action="update",
                    source=Source.USER,
                    change_summary="",
                    created_at=NOW,
                    expires_at=long_ago,
                )
                records.changelog.overwrite(uid, "d", change)
            else:
                field = "expires_at" if kind == "memory" else "embed_due_at"
                records.memory.write_entry(
                    uid, entry("d", **{field: long_ago}), None, keep_vector=False
                )

        store.transact(work)
        due = Due(uid, "d", long_ago, "")
        assert due in store.due(kind, long_ago, 100, None)
        others = {"batches", "memory", "embeddings", "changelog", "sessions", "decay"} - {kind}
        assert not [other for other in others if due in store.due(other, long_ago, 100, None)]

    @pytest.mark.parametrize("id_", ["", ".", "__x__", "a/b/c", "aaa/memory/0000", "x" * 1600])
    def test_nothing_is_written_under_an_id_that_leads_out_of_its_collection(self, store, uid, id_):
        prompt = Prompt(id="p", content="", created_at=NOW, recorded_at=NOW)
        odd = prompt.model_copy(update={"id": id_})
        with pytest.raises(InvalidArgument):
            write(store, lambda records: records.prompts.overwrite(uid, id_, odd))
        with pytest.raises(InvalidArgument):
            write(store, lambda records: records.prompts.create(uid, id_, odd))
        with pytest.raises(InvalidArgument):
            store.create_prompts(uid, [odd])
        assert store.prompts.get(uid, id_) is None
        assert store.prompts.get_many(uid, [id_]) == []

    def test_a_user_is_due_by_the_next_decay(self, store, uid):
        long_ago = datetime(1998, 1, 1, tzinfo=UTC)
        state = UserState(decay_due_at=long_ago)
        write(store, lambda records: records.users.save_state(uid, state))
        assert Due(uid, "", long_ago, "") in store.due("decay", long_ago, 100, None)
