"""The quota of the archive holds whichever way notes come in."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.base.errors import ResourceExhausted
from shared.documents.memory import Tier
from shared.memory.rules import NewEntry
from shared.transfer.formats import Format
from tests.support.domain import Domain
from tests.support.strategies import examples

NOTES = ["Ann plays chess", "Bob flies kites", "Cleo bakes bread", "Dan paints walls"]


def archived(content: str, **more) -> NewEntry:
    return NewEntry(content, target=Tier.ARCHIVE, **more)


@pytest.fixture
def full() -> Domain:
    """A domain whose only user has used up a quota of two notes."""
    domain = Domain(REKINDLE_MAX_NOTES="2")
    for number, note in enumerate(NOTES[:2]):
        domain.memory.save("ada", archived(note, id=f"n{number}"))
    return domain


def refused(action) -> dict:
    with pytest.raises(ResourceExhausted) as raised:
        action()
    assert raised.value.retry_after is None
    return raised.value.details[0]


def exported(*contents: str) -> list[dict]:
    return [
        {
            "id": f"x{number}",
            "tier": "archive",
            "content": content,
            "createdAt": "2026-01-01T00:00:00Z",
            "updatedAt": "2026-01-01T00:00:00Z",
        }
        for number, content in enumerate(contents)
    ]


def test_a_note_too_many_is_refused_with_usage_and_limit(full):
    detail = refused(lambda: full.memory.save("ada", archived(NOTES[2])))
    assert detail["reason"] == "QUOTA_EXCEEDED"
    assert detail["usage"]["entries"] == detail["limit"]["entries"] == 2
    assert full.memory.usage("ada").archive.entries == 2


def test_each_note_of_a_batch_is_judged_on_its_own(full):
    outcomes, usage = full.memory.save_many(
        "ada", [archived(NOTES[2]), archived(NOTES[0]), NewEntry(NOTES[3])]
    )
    assert isinstance(outcomes[0], ResourceExhausted)
    assert outcomes[1].deduplicated
    assert outcomes[2].entry.tier is Tier.MEMORY
    assert (usage.archive.entries, usage.archive.entries_limit) == (2, 2)


def test_moving_a_note_into_the_archive_counts(full):
    saved = full.memory.save("ada", NewEntry(NOTES[2]))
    refused(lambda: full.memory.change("ada", saved.entry.id, {"tier": Tier.ARCHIVE}))
    assert full.memory.get("ada", saved.entry.id).tier is Tier.MEMORY


def test_a_model_is_told_so_in_the_result_of_its_tool(full):
    result = full.tools.run("ada", "save_memory", {"content": NOTES[2]})
    assert not result["success"]
    assert "QUOTA_EXCEEDED" in json.dumps(result, default=str)


@pytest.mark.parametrize(
    ("form", "data"),
    [
        (Format.REKINDLE, {"memory": exported(*NOTES[2:])}),
        (Format.MEMORIES, [{"content": note, "tags": []} for note in NOTES[2:]]),
    ],
    ids=lambda value: value.value if isinstance(value, Format) else "",
)
def test_an_import_takes_what_fits_and_reports_the_rest(form, data):
    domain = Domain(REKINDLE_MAX_NOTES="1")
    report = domain.transfers.import_("ada", form, data)
    assert domain.memory.usage("ada").archive.entries == 1
    assert [refusal.reason for refusal in report.refused] == ["QUOTA_EXCEEDED"]


def test_room_comes_back_with_what_is_deleted(full):
    full.memory.delete("ada", "n0")
    assert not full.memory.save("ada", archived(NOTES[2])).deduplicated


def test_a_smaller_quota_leaves_what_is_there_and_lets_it_shrink():
    domain = Domain()
    domain.memory.save("ada", archived("a long note about chess and kites", id="n"))
    small = Domain(REKINDLE_MAX_NOTES="1", REKINDLE_MAX_NOTE_BYTES="10", store=domain.store)
    assert small.memory.change("ada", "n", {"content": "chess"}).entry.content == "chess"
    refused(lambda: small.memory.change("ada", "n", {"content": "chess, and kites too"}))
    refused(lambda: small.memory.change("ada", "n", {"tags": ["t" * 100]}))


changes = st.lists(
    st.tuples(
        st.sampled_from(["save", "change", "delete"]), st.integers(0, 9), st.text(max_size=40)
    ),
    max_size=25,
)


@given(changes)
@settings(max_examples=examples(40), deadline=None)
def test_the_bytes_are_those_of_the_lines_and_never_more_than_the_quota(steps):
    domain = Domain(REKINDLE_MAX_NOTE_BYTES="2000")
    for what, number, text in steps:
        id_ = f"n{number}"
        known = domain.store.memory.get("ada", id_) is not None
        content = f"{number} x{text}x"
        try:
            if what == "delete" and known:
                domain.memory.delete("ada", id_)
            elif known:
                domain.memory.change("ada", id_, {"content": content})
            elif what == "save":
                domain.memory.save("ada", archived(content, id=id_))
        except ResourceExhausted:
            pass
        assert domain.memory.usage("ada").archive.bytes <= 2000
    assert not domain.repair.check("ada")
