"""Settings, erasure, export, import and maintenance, on an in-memory store."""

import json

import pytest

from shared.base.errors import FailedPrecondition, InvalidArgument
from shared.documents.learning import BatchState
from shared.documents.memory import Tier
from shared.learning.line import REDRIVE_AFTER
from shared.memory.rules import NewEntry
from shared.transfer.formats import Format


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


def test_lowering_the_interval_starts_the_analysis_of_what_waits(domain):
    ids = domain.say("ada", *(f"I love subject number {n}." for n in range(5)))
    domain.accounts.patch_settings("ada", {"userMemoryAnalysisInterval": 3}, domain.counter.enqueue)
    assert domain.reports.status("ada").pending == 0
    domain.work()
    (batch,), _ = domain.reports.batches("ada", 10, None)
    assert (batch.state, batch.prompt_ids) == (BatchState.DONE, ids)


def test_a_batch_that_lowering_the_interval_formed_is_enqueued_by_maintenance(domain):
    domain.say("ada", *(f"I love subject number {n}." for n in range(5)))
    domain.accounts.patch_settings("ada", {"userMemoryAnalysisInterval": 5})
    assert not domain.queue.waiting
    domain.clock.now += REDRIVE_AFTER
    domain.maintenance.sweep()
    domain.work()
    assert domain.profiles.get("ada").version == 1


OLD_PROFILE = {
    "userId": "cameron",
    "schemaVersion": 1,
    "lastUpdated": "2025-01-15T10:30:00.000Z",
    "work": {"role": "backend engineer", "languages": ["TypeScript", "Python"]},
    "codePreferences": {"tone": "direct", "preferredStacks": ["Bun", "FastAPI"]},
    "tools": {"editor": "neovim"},
}
OLD_META = {
    "userId": "cameron",
    "schemaVersion": 1,
    "lastDecay": "2025-01-15T08:00:00.000Z",
    "preferences": [
        {
            "path": "codePreferences.preferredStacks",
            "firstSeen": "2025-01-01T10:00:00.000Z",
            "lastSeen": "2025-01-14T15:30:00.000Z",
            "confidence": 0.85,
            "seenCount": 5,
        },
        {
            "path": "tools.editor",
            "firstSeen": "2025-01-02T09:00:00.000Z",
            "lastSeen": "2025-01-02T09:00:00.000Z",
            "confidence": 0.45,
            "seenCount": 1,
        },
    ],
}


def test_an_old_profile_with_its_metadata_loses_nothing(domain):
    domain.transfers.import_("ada", Format.PROFILE, OLD_PROFILE)
    domain.transfers.import_("ada", Format.PROFILE_META, OLD_META)
    profile = domain.profiles.get("ada")
    assert profile.about.tools.editor == "neovim"
    assert profile.about.code_preferences.preferred_stacks == ["Bun", "FastAPI"]
    metas = {meta.path: meta for meta in profile.about_meta}
    assert (metas["tools.editor"].confidence, metas["tools.editor"].seen_count) == (0.45, 1)
    assert metas["tools.editor"].first_seen.year == 2025
    domain.clock.advance(days=70)
    assert domain.profiles.get("ada").about.tools.editor is None, "it fades from now on"


@pytest.mark.parametrize("as_list", [False, True])
def test_processed_turns_go_on_where_they_were(domain, as_list):
    domain.sessions.start("ada", "abc123", "/project")
    text = "abc123:45\ndef456:128\nnonsense\n"
    data = text.splitlines() if as_list else text
    report = domain.transfers.import_("ada", Format.PROCESSED_TURNS, data)
    assert (report.taken, report.total) == (2, 3)
    assert [(r.section, r.index, r.reason) for r in report.refused] == [
        ("lines", 2, "INVALID_FIELD")
    ]
    assert domain.sessions.get("ada", "abc123").processed_turns == 45
    assert domain.sessions.get("ada", "abc123").project_path == "/project"
    assert domain.sessions.get("ada", "def456").processed_turns == 128
    again = domain.transfers.import_("ada", Format.PROCESSED_TURNS, "abc123:40\ndef456:128")
    assert (again.taken, again.merged) == (0, 2)
    assert domain.sessions.get("ada", "abc123").processed_turns == 45
