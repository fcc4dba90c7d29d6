"""Answers show every stored field but those that are named here."""

from functions.http.answers.profile import ChangelogAnswer
from functions.http.answers.prompts import BatchAnswer, PromptAnswer
from functions.http.answers.sessions import SessionAnswer
from shared.base.model import Model
from shared.documents.changelog import ChangelogEntry
from shared.documents.learning import Batch, Prompt
from shared.documents.memory import INTERNAL, EntryBody, MemoryEntry
from shared.documents.sessions import Session


def fields(model: type[Model]) -> set[str]:
    return set(model.model_fields)


def test_a_note_shows_all_but_its_bookkeeping():
    assert fields(EntryBody) == fields(MemoryEntry) - INTERNAL - {"tier"} | {"target"}


def test_a_batch_shows_all_but_leases_and_retries():
    hidden = {"lease", "lease_until", "redrive_at", "execution", "drives"}
    assert fields(BatchAnswer) == fields(Batch) - hidden


def test_a_change_shows_all_but_its_end():
    shown = fields(ChangelogEntry) - {"expires_at"} | {"has_snapshot"}
    assert fields(ChangelogAnswer) == shown


def test_prompts_and_sessions_show_all():
    assert fields(PromptAnswer) > fields(Prompt)
    assert fields(SessionAnswer) > fields(Session)
