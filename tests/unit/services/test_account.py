"""Settings, erasure, export, import and maintenance, on an in-memory store."""

import json

import pytest

from shared.base.errors import FailedPrecondition, InvalidArgument
from shared.documents.learning import BatchState
from shared.documents.memory import Tier
from shared.learning.line import REDRIVE_AFTER
from shared.memory.rules import NewEntry


def exported(domain, uid):
    return json.loads("".join(domain.transfers.export(uid)))


def lived(domain, uid):
    domain.learn(uid, "I love hiking.", "Please keep answers short.")
    domain.memory.save(uid, NewEntry("The tests need Docker."))
    domain.memory.save(uid, NewEntry("Met Ann.", target=Tier.ARCHIVE, tags=["people"]))
    domain.sessions.start(uid, "s", "/project")
    domain.say(uid, "I hate waiting.")


def test_an_unknown_setting_and_one_out_of_range_change_nothing(domain):
    for patch in ({"shoeSize": 40}, {"retentionDays": 0}):
        with pytest.raises(InvalidArgument):
            domain.accounts.patch_settings("ada", patch)
    assert domain.store.users.get("ada") is None


def test_null_sets_a_setting_back(domain):
    domain.accounts.patch_settings("ada", {"retentionDays": 30})
    assert domain.accounts.patch_settings("ada", {"retentionDays": None}).retention_days is None


def test_erasing_removes_every_document_and_nobody_elses(domain):
    lived(domain, "ada")
    lived(domain, "bob")
    erasure = domain.accounts.erase("ada")
    assert erasure.complete
    assert erasure.deleted["profile"] == 1
    assert {uid for uid, _, _ in domain.store.documents.fields} == {"bob"}


def test_an_export_imported_elsewhere_is_the_same_export(domain):
    lived(domain, "ada")
    first = exported(domain, "ada")
    report = domain.transfers.import_("bob", "rekindle", first)
    assert report.refused == []
    second = exported(domain, "bob")
    assert {**second, "exportedAt": ""} == {**first, "exportedAt": ""}


def test_an_import_repeated_takes_nothing_twice(domain):
    lived(domain, "ada")
    data = exported(domain, "ada")
    domain.transfers.import_("bob", "rekindle", data)
    again = domain.transfers.import_("bob", "rekindle", data)
    assert (again.taken, again.refused) == (0, [])
    assert again.merged == again.total


def test_maintenance_finds_nothing_where_nothing_is_due(domain):
    lived(domain, "ada")
    assert set(domain.maintenance.sweep().enqueued.values()) == {0}


def test_decay_ends_what_was_not_said_again_as_a_new_version(domain):
    domain.learn("ada", "I love hiking.")
    domain.clock.advance(days=200)
    assert domain.maintenance.sweep().enqueued["decay"] == 1
    domain.work()
    stored = domain.store.users.get("ada")
    assert stored.profile.preferences == []
    entries, _ = domain.profiles.changelog("ada", 1, None)
    assert entries[0].change_type == "decay"
    assert [item.description for item in entries[0].removed_items] == ["like hiking"]


def test_a_batch_whose_task_was_lost_is_enqueued_again(domain):
    domain.say("ada", *(f"Message {n}" for n in range(10)))
    domain.queue.waiting.clear()
    domain.clock.now += REDRIVE_AFTER
    assert domain.maintenance.sweep().enqueued["batches"] == 1
    domain.work()
    assert {batch.state for batch in domain.store.batches.query("ada")} == {BatchState.DONE}


def test_entries_of_the_changelog_end_after_ninety_days_but_for_kept_snapshots(domain):
    for n in range(7):
        domain.profiles.patch_about("ada", {"name": f"Ada {n}"}, None)
    domain.clock.advance(days=91)
    assert domain.maintenance.sweep().enqueued["changelog"] == 1
    domain.work()
    assert [e.version for e in domain.store.changelog.query("ada")] == [3, 4, 5, 6, 7]


def held(domain):
    """The versions whose entries hold a snapshot, in the database."""
    return [e.version for e in domain.store.changelog.query("ada") if e.snapshot is not None]


def test_keeping_fewer_snapshots_removes_the_others_and_keeping_more_brings_none_back(domain):
    domain.accounts.patch_settings("ada", {"userProfileChangelogRetentionCount": 10})
    for n in range(10):
        domain.profiles.patch_about("ada", {"name": f"Ada {n}"}, None)
    domain.accounts.patch_settings("ada", {"userProfileChangelogRetentionCount": 2})
    assert held(domain) == [9, 10]
    domain.accounts.patch_settings("ada", {"userProfileChangelogRetentionCount": 10})
    assert held(domain) == [9, 10]
    with pytest.raises(FailedPrecondition, match="Versions 9 to 10"):
        domain.profiles.rollback("ada", 8, None)
    domain.profiles.patch_about("ada", {"name": "Augusta"}, None)
    assert held(domain) == [9, 10, 11]


def test_an_entry_ends_ninety_days_after_it_was_made_or_with_its_snapshot(domain):
    domain.profiles.patch_about("ada", {"name": "Ada"}, None)
    domain.clock.advance(days=50)
    for n in range(5):
        domain.profiles.patch_about("ada", {"name": f"Ada {n}"}, None)
    domain.clock.advance(days=41)
    domain.maintenance.sweep()
    domain.work()
    assert [e.version for e in domain.store.changelog.query("ada")] == [2, 3, 4, 5, 6]
