"""The changelog: its lines and summaries."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.documents.changelog import entry_id
from shared.documents.profile import Pattern, Preference, PreferenceType, Profile
from shared.documents.settings import Settings
from shared.profile import edits
from shared.profile.changelog import RETENTION, content_of, describe_change, is_snapshot_kept
from shared.profile.restoring import restored
from tests.support.strategies import START, batches, merged


def entry(before, after, **fields):
    known = {"change_type": "update", "action": "update", "source": "mcp/tool", "now": START}
    after = after.model_copy(update={"version": before.version + 1})
    return describe_change(before, after, **(known | fields))


def preferences(*names):
    return [
        Preference(
            id=name,
            type=PreferenceType.LIKE,
            description=name,
            confidence=0.9,
            base_confidence=0.9,
            created_at=START,
            last_updated=START,
        )
        for name in names
    ]


def patterns(*names):
    return [Pattern(id=name, description=name, last_seen=START) for name in names]


def test_the_summary_counts_what_was_added():
    after = Profile(preferences=preferences("a", "b", "c"), patterns=patterns("d", "e"))
    assert entry(Profile(), after).change_summary == "+3 preferences, +2 patterns"


def test_changed_and_removed_are_told_apart():
    before = Profile(preferences=preferences("a", "b"), patterns=patterns("d"))
    changed = before.preferences[0].model_copy(update={"base_confidence": 0.5})
    after = Profile(preferences=[changed])
    made = entry(before, after)
    assert made.change_summary == "~1 preference, -1 preference, -1 pattern"
    assert made.removed == ["preferences.b", "patterns.d"]
    assert [item.description for item in made.removed_items] == ["like b", "d"]
    assert [item["id"] for item in made.changes["preferences"]] == ["a"]


def test_changes_and_removals_of_facts():
    """`{"changes": {"tools": {"editor": "neovim"}}}` and `"removed": ["tools.infra"]`."""
    first = edits.patch_about(Profile(), {"tools": {"editor": "neovim", "infra": ["k8s"]}}, START)
    made = entry(Profile(), first)
    assert made.changes == {"tools": {"editor": "neovim", "infra": ["k8s"]}}
    second = edits.patch_about(first, {"tools": {"infra": None}}, START)
    made = entry(first, second, change_type="remove", action="remove")
    assert (made.changes, made.removed) == ({}, ["tools.infra"])


def test_an_entry_is_named_by_its_version_and_lasts_while_it_has_a_snapshot():
    made = entry(Profile(version=41), Profile())
    assert (made.id, made.version) == ("0000000042", 42)
    assert made.snapshot["version"] == 42
    assert made.expires_at is None
    assert timedelta(days=90) == RETENTION
    assert entry_id(9) < entry_id(10)


@pytest.mark.parametrize(
    ("version", "kept"), [(0, False), (4, False), (5, False), (6, True), (10, True), (11, False)]
)
def test_the_last_five_snapshots_are_kept(version, kept):
    assert is_snapshot_kept(version, 10, 5) is kept


@given(st.lists(batches, min_size=2, max_size=4))
def test_rolling_back_twice_gives_the_profile_back(rounds):
    versions = [Profile()]
    for n, candidates in enumerate(rounds):
        profile = merged(versions[-1], *candidates, batch=f"b{n}").profile
        versions.append(profile.model_copy(update={"version": n + 1}))
    snapshots = [version.model_dump(mode="json", by_alias=True) for version in versions]
    present = versions[-1]
    rolled = restored(present, snapshots[0], Settings(), START)
    assert content_of(rolled) == content_of(versions[0])
    assert content_of(restored(rolled, snapshots[-1], Settings(), START)) == content_of(present)


@given(batches)
def test_a_snapshot_holds_the_whole_profile(candidates):
    profile = merged(Profile(), *candidates).profile
    made = entry(Profile(), profile)
    assert content_of(Profile.model_validate(made.snapshot)) == content_of(profile)
