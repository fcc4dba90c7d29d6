"""Budgets, duplicates and the digest, as pure rules."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.base.errors import FailedPrecondition
from shared.documents.memory import RECENT, DigestedEntry, MemoryDigest, MemoryEntry, Tier
from shared.memory.budget import check_budget, tier_usage
from shared.memory.dedupe import find_duplicate
from shared.memory.digest import entries_of, live, with_entry, without_entries
from tests.support.strategies import START


def digested(content, id_="e", **fields):
    return DigestedEntry(id=id_, content=content, created_at=START, **fields)


def entry(number, tier=Tier.ARCHIVE, content=None):
    at = START + timedelta(minutes=number)
    return MemoryEntry(
        id=f"e{number:04}",
        tier=tier,
        content=content or f"note {number}",
        created_at=at,
        updated_at=at,
    )


def test_percentages_of_the_budget():
    assert tier_usage([digested("x" * 924)], 2200).percent == 42
    assert tier_usage([digested("x" * 427)], 1375).percent == 31


@given(st.lists(st.integers(1, 50), max_size=6), st.integers(0, 300), st.integers(1, 100))
def test_a_budget_is_never_passed(sizes, limit, required):
    entries = [digested("x" * size, str(n)) for n, size in enumerate(sizes)]
    fits = sum(sizes) + required <= limit
    if fits:
        check_budget(Tier.MEMORY, entries, limit, digested("y" * required), None)
    else:
        with pytest.raises(FailedPrecondition) as refused:
            check_budget(Tier.MEMORY, entries, limit, digested("y" * required), None)
        detail = refused.value.details[0]
        assert detail["usage"]["chars"] == sum(sizes)
        assert len(detail["entries"]) == len(sizes)


def test_a_duplicate_is_found_among_others():
    entries = [digested("Likes jazz", "1"), digested("Uses vim at work", "2")]
    assert find_duplicate("uses VIM at work.", entries).id == "2"
    assert find_duplicate("Uses emacs at work", entries) is None
    assert find_duplicate("…", [digested("!!!")]) is None


@given(st.lists(st.tuples(st.integers(0, 60), st.booleans()), max_size=80))
def test_the_digest_agrees_with_the_entries(steps):
    """After any saves and deletions, the digest equals what a scan of all entries gives."""
    stored: dict[str, MemoryEntry] = {}
    digest = MemoryDigest()
    for number, delete in steps:
        item = entry(number, Tier.ARCHIVE if number % 2 else Tier.MEMORY)
        if delete and item.id in stored:
            del stored[item.id]
            newest = sorted(
                (other for other in stored.values() if other.tier is Tier.ARCHIVE),
                key=lambda other: other.created_at,
                reverse=True,
            )
            archived = 1 if item.tier is Tier.ARCHIVE else 0
            digest = without_entries(digest, {item.id}, archived, newest[: RECENT + 1])
        elif not delete:
            digest = with_entry(digest, item, stored.get(item.id))
            stored[item.id] = item
    for tier in (Tier.MEMORY, Tier.ARCHIVE):
        expected = sorted(
            (other for other in stored.values() if other.tier is tier),
            key=lambda other: other.created_at,
            reverse=True,
        )
        if tier is Tier.ARCHIVE:
            assert digest.archived == len(expected)
            expected = expected[:RECENT]
        assert [item.id for item in entries_of(digest, tier)] == [item.id for item in expected]


def test_only_what_is_live_is_shown():
    past, future = START - timedelta(seconds=1), START + timedelta(seconds=1)
    digest = MemoryDigest(
        memory=[digested("a", expires_at=past), digested("b", expires_at=future), digested("c")]
    )
    assert [item.content for item in live(digest, START).memory] == ["b", "c"]
