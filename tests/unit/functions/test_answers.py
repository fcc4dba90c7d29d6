"""Answers show every stored field but those that are named here."""

import ast

import pytest

from functions.http.answers.profile import ChangelogAnswer
from functions.http.answers.prompts import BatchAnswer, PromptAnswer
from functions.http.answers.sessions import SessionAnswer
from functions.http.openapi import routes
from shared.base.model import Model
from shared.documents.changelog import ChangelogEntry
from shared.documents.learning import Batch, Prompt
from shared.documents.memory import INTERNAL, EntryBody, MemoryEntry
from shared.documents.sessions import Session
from tests.support.source import modules, within


def fields(model: type[Model]) -> set[str]:
    return set(model.model_fields)


def test_a_note_shows_all_but_its_bookkeeping():
    assert fields(EntryBody) == fields(MemoryEntry) - INTERNAL - {"tier"} | {"target"}


def test_a_batch_shows_all_but_leases_and_retries():
    hidden = {"lease", "lease_until", "redrive_at", "execution", "drives", "waiting_since", "calls"}
    hidden |= {"task", "import_id", "import_place"}
    assert fields(BatchAnswer) == fields(Batch) - hidden


def test_a_change_shows_all_but_its_end():
    shown = fields(ChangelogEntry) - {"expires_at", "undo", "analyzed"} | {"has_snapshot"}
    assert fields(ChangelogAnswer) == shown


def test_prompts_and_sessions_show_all():
    assert fields(PromptAnswer) > fields(Prompt)
    assert fields(SessionAnswer) > fields(Session)


@pytest.mark.slow
def test_handlers_return_models_instead_of_json_by_hand():
    """Only legacy routes without a model build theirs; OpenAPI calls those answers objects."""
    by_hand = [
        f"{module}:{node.lineno}"
        for module, tree in modules().items()
        if within(module, "functions") and module != "functions.http.legacy_routes"
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") == "Answer"
        and any(isinstance(argument, ast.Dict) for argument in node.args)
    ]
    assert by_hand == []


def test_every_route_of_the_api_declares_its_answer():
    undeclared = {
        route.path
        for _, route in routes()
        if route.answers is None and not route.path.startswith("/api/")
    }
    assert undeclared == {"/openapi.json"}
