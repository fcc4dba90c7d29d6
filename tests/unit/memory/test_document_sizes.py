"""No document of the notes can grow beyond what Firestore stores, whatever they hold."""

from contextlib import suppress
from datetime import timedelta

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from shared.base.errors import FailedPrecondition, InvalidArgument
from shared.base.ids import MAX_LENGTH
from shared.documents.memory import (
    DIGEST_ID,
    MAX_CONTENT,
    RECENT,
    DigestedEntry,
    MemoryDigest,
    MemoryEntry,
    PageFill,
    Tier,
)
from shared.documents.settings import Settings
from shared.documents.user import UserState
from shared.memory.budget import TIER_BYTES, digest_size
from shared.memory.notebook import Notebook
from shared.memory.packing import line_size, pack
from shared.memory.pages import LARGEST_LINE, LIMITS
from shared.memory.quota import LARGEST_BYTES, LARGEST_NOTES, Quota
from tests.support.document_size import LARGEST, document_size
from tests.support.in_memory_store import InMemoryStore
from tests.support.strategies import START

UID = "u" * 1500
LETTERS = "aé字𝄞ﷺ"
"""One to four bytes long; the last becomes eighteen letters when it is folded for search."""
ROOMY = UserState(settings=Settings(memory_char_limit=20_000, user_char_limit=20_000))


@st.composite
def kinds(draw):
    """A kind of note, and how many of it."""
    letter = draw(st.sampled_from(LETTERS))
    return (
        draw(st.sampled_from(Tier)),
        draw(st.sampled_from([6, 128, 512])),
        letter,
        letter * draw(st.sampled_from([1, 30, MAX_CONTENT])),
        [letter * 200] * draw(st.sampled_from([0, 20])),
        draw(st.sampled_from([None, letter * 128])),
        draw(st.sampled_from([1, 30, 300])),
    )


def id_of(number: int, size: int, letter: str) -> str:
    start = f"{number:06}"
    return (start + letter * ((size - len(start)) // len(letter.encode())))[:MAX_LENGTH]


@pytest.mark.slow
@given(st.lists(kinds(), min_size=1, max_size=5))
@example([(Tier.MEMORY, 512, "𝄞", "a", [], None, 800)])
@settings(max_examples=15, deadline=None)
def test_documents_stay_below_the_limit_whatever_ids_and_contents_hold(given_kinds):
    store = InMemoryStore()
    store.transact(lambda records: records.users.save_state(UID, ROOMY))

    def write(records):
        notebook = Notebook(records, UID, START, Quota())
        number = 0
        for tier, id_size, letter, content, tags, thread, count in given_kinds:
            for _ in range(count if len(content) < MAX_CONTENT else min(count, 30)):
                number += 1
                entry = MemoryEntry(
                    id=id_of(number, id_size, letter),
                    tier=tier,
                    content=content,
                    tags=tags,
                    thread_id=thread,
                    created_at=START + timedelta(seconds=number),
                    updated_at=START,
                    expires_at=START + timedelta(days=1),
                )
                with suppress(FailedPrecondition, InvalidArgument):
                    notebook.add(entry, None)
        notebook.write_changes()

    store.transact(write)
    for (_, collection, id_), fields in store.documents.fields.items():
        path = ("users", UID, collection, id_) if collection else ("users", UID)
        assert document_size(path, fields) < LARGEST, (collection, id_)


def test_the_largest_digest_that_there_can_be_is_below_the_limit():
    entry = DigestedEntry(
        id="𝄞" * MAX_LENGTH, content="𝄞" * MAX_CONTENT, created_at=START, expires_at=START
    )
    tier = [entry] * (TIER_BYTES // digest_size(entry))
    line = {"i" * 1500: "l" * (LIMITS.tail_size - 1502)}
    # Pages that fit into one are merged, so of any two at least one is half full.
    pages = 2 * (LARGEST_BYTES // LIMITS.size + LARGEST_NOTES // LIMITS.entries + 1)
    fill = PageFill(number=1, entries=1, size=1)
    digest = MemoryDigest(
        memory=tier, user=tier, recent=[entry] * RECENT, tail={"0": line}, pages=[fill] * pages
    )
    fields = digest.model_dump(by_alias=True)
    assert document_size(("users", UID, "derived", DIGEST_ID), fields) < 0.9 * LARGEST


def test_a_page_at_its_largest_is_below_the_limit():
    lines = {"i" * 1500: "l" * (LIMITS.largest - 1502)}
    size = document_size(("users", UID, "pages", "1000"), {"entries": lines})
    assert LIMITS.largest < size < 0.98 * LARGEST


def test_a_note_within_the_limits_of_the_api_is_never_too_large():
    note = MemoryEntry(
        id="𝄞" * 128,
        tier=Tier.ARCHIVE,
        content="ﷺ" * MAX_CONTENT,
        tags=["𝄞" * 200] * 20,
        thread_id="𝄞" * 128,
        created_at=START,
        updated_at=START,
    )
    assert line_size(note.id, pack(note)) < 0.5 * LARGEST_LINE
