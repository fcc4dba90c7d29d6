"""The inbox as a service, on a store in memory."""

import pytest

from shared.base.errors import Aborted, NotFound
from shared.inbox.listing import NOTE
from shared.memory.rules import NewEntry
from tests.support.domain import Domain


def test_an_answer_about_a_note_expects_the_version_that_was_read():
    domain = Domain()
    domain.profiles.patch_about("ann", {"work": {"org": "Siemens"}}, None)
    note = domain.memory.save("ann", NewEntry(content="Takes the bus to Siemens")).entry
    domain.profiles.patch_about("ann", {"work": {"org": "Bosch"}}, None)
    for answer in ("accept", "reject", "correct"):
        correction = "Walks" if answer == "correct" else None
        with pytest.raises(Aborted):
            domain.inbox.answer("ann", f"{NOTE}{note.id}", answer, correction, 7)
    assert domain.memory.get("ann", note.id) == note
    domain.inbox.answer("ann", f"{NOTE}{note.id}", "correct", "Walks to work " * 40, 2)
    assert domain.memory.get("ann", note.id).content.startswith("Walks to work")


def test_a_note_with_the_longest_id_can_be_asked_about():
    domain = Domain()
    note = domain.memory.save("ann", NewEntry(content="Takes the bus to Siemens", id="n" * 128))
    domain.clock.advance(days=1)
    domain.profiles.patch_about("ann", {"work": {"org": "Siemens"}}, None)
    domain.profiles.patch_about("ann", {"work": {"org": "Bosch"}}, None)
    (asked,) = domain.inbox.items("ann")
    domain.inbox.answer("ann", asked.id, "reject", None, 2)
    with pytest.raises(NotFound):
        domain.memory.get("ann", note.entry.id)
