"""The deployment's defaults, on an in-memory store: whoever set something keeps it."""

import json

import pytest

from functions.http.answers.account import SettingsAnswer
from shared.base.errors import FailedPrecondition
from shared.documents.settings import Settings
from shared.learning.recording import Message
from shared.memory.rules import NewEntry
from shared.memory.search.search_service import SearchQuery
from tests.support.domain import Domain


def deployed(store=None, **defaults):
    return Domain(store=store, REKINDLE_DEFAULTS=json.dumps(defaults))


def later(domain, **defaults):
    """The same users after the deployment's defaults have changed."""
    changed = Domain(REKINDLE_DEFAULTS=json.dumps(defaults)).config.defaults
    return deployed(domain.store.with_defaults(changed), **defaults)


def sources(domain, uid):
    settings = domain.accounts.settings(uid)
    found = SettingsAnswer.of(settings, domain.config.defaults).sources
    return {name: source for name, source in found.items() if source != "default"}


def test_somebody_new_has_the_deployments_defaults():
    domain = deployed(userMemoryAnalysisInterval=3, approval="everything")
    settings = domain.accounts.settings("ada")
    assert (settings.user_memory_analysis_interval, settings.approval) == (3, "everything")
    assert settings.memory_char_limit == Settings().memory_char_limit
    domain.say("ada", "I love hiking.", "I love sailing.", "I love jazz.")
    assert len(domain.queue.waiting) == 1


def test_what_a_user_set_goes_before_the_default_and_null_takes_it_back():
    domain = deployed(memoryCharLimit=500, retentionDays=30)
    domain.accounts.patch_settings("ada", {"memoryCharLimit": 900, "retentionDays": 36500})
    settings = domain.accounts.settings("ada")
    assert (settings.memory_char_limit, settings.retention_days) == (900, 36500)
    back = domain.accounts.patch_settings("ada", {"memoryCharLimit": None, "retentionDays": None})
    assert (back.memory_char_limit, back.retention_days) == (500, 30)
    assert domain.store.read("ada")["settings"] == {}


@pytest.mark.parametrize("before", [{}, {"userMemoryAnalysisInterval": 10}])
def test_a_value_that_equals_the_default_stays_when_the_default_changes(before):
    domain = deployed(**before)
    domain.accounts.patch_settings("ada", {"userMemoryAnalysisInterval": 10})
    domain.accounts.patch_settings("bob", {"memoryCharLimit": 300})
    domain = later(domain, userMemoryAnalysisInterval=20)
    assert domain.accounts.settings("ada").user_memory_analysis_interval == 10
    assert domain.accounts.settings("bob").user_memory_analysis_interval == 20


def test_other_changes_to_a_user_write_no_default_into_their_document():
    domain = deployed(userMemoryAnalysisInterval=3, ageing={"goal": "lasting"})
    domain.learn("ada", "I love hiking.")
    domain.memory.save("ada", NewEntry("The tests need Docker."))
    domain.accounts.patch_settings("ada", {"injectProfile": True})
    assert domain.store.read("ada")["settings"] == {"injectProfile": True}


def test_where_each_value_comes_from():
    domain = deployed(memoryCharLimit=500, approval="automatic")
    domain.accounts.patch_settings("ada", {"memoryCharLimit": 500})
    assert sources(domain, "ada") == {"memoryCharLimit": "user", "approval": "deployment"}
    assert sources(domain, "bob") == {"memoryCharLimit": "deployment", "approval": "deployment"}


def test_setting_the_value_of_the_default_is_a_change_that_open_pages_see():
    domain = deployed()
    before = domain.changes.now("ada").stamps["settings"]
    domain.accounts.patch_settings("ada", {"memoryCharLimit": 2200})
    assert domain.changes.now("ada").stamps["settings"] != before


def test_changed_budgets_take_effect_without_a_write():
    domain = deployed()
    domain.memory.save("ada", NewEntry("The tests need Docker."))
    domain = later(domain, memoryCharLimit=20)
    written = dict(domain.store.documents.fields)
    assert domain.memory.usage("ada").memory.limit == 20
    assert domain.search.search("ada", SearchQuery(text="Docker")).usage.memory.limit == 20
    assert "/20 chars]" in domain.contexts.build("ada").text
    with pytest.raises(FailedPrecondition, match="of 20 characters"):
        domain.memory.save("ada", NewEntry("Another note."))
    assert domain.store.documents.fields == written


def test_patching_a_map_changes_the_one_in_force():
    domain = deployed(ageing={"goal": "lasting", "tool": "passing"})
    patched = domain.accounts.patch_settings("ada", {"ageing": {"goal": None, "trait": "lasting"}})
    assert patched.ageing == {"tool": "passing", "trait": "lasting"}
    domain = later(domain, ageing={"goal": "passing"})
    assert domain.accounts.settings("ada").ageing == {"tool": "passing", "trait": "lasting"}
    assert domain.accounts.patch_settings("ada", {"ageing": None}).ageing == {"goal": "passing"}


def exported(domain, uid):
    return json.loads("".join(domain.transfers.export(uid)))


def test_an_export_holds_what_was_set_and_an_import_sets_that_alone():
    domain = deployed(memoryCharLimit=500)
    domain.accounts.patch_settings("ada", {"userCharLimit": 1375})
    data = exported(domain, "ada")
    assert data["settings"] == {"userCharLimit": 1375}
    report = domain.transfers.import_("bob", "rekindle", data)
    assert (report.taken, report.refused) == (1, [])
    assert sources(domain, "bob") == {"memoryCharLimit": "deployment", "userCharLimit": "user"}
    again = domain.transfers.import_("bob", "rekindle", data)
    assert again.taken == 0


def test_an_export_of_an_earlier_release_sets_only_what_differs_from_its_defaults():
    domain = deployed(memoryCharLimit=500)
    every = Settings(user_char_limit=900).model_dump(mode="json", by_alias=True, exclude_none=True)
    domain.transfers.import_("ada", "rekindle", {"settings": every})
    assert sources(domain, "ada") == {"memoryCharLimit": "deployment", "userCharLimit": "user"}
    assert domain.accounts.settings("ada").memory_char_limit == 500


def test_what_arrives_while_learning_is_off_by_default_is_never_analyzed():
    domain = deployed(learningEnabled=False)
    domain.recorder.record("ada", [Message(id="early", content="I love hiking.")])
    domain.deliver("ada", "early")
    domain = later(domain)
    domain.learn("ada", "I love sailing.")
    assert [item.description for item in domain.profiles.get("ada").preferences] == ["sailing"]


def test_a_changed_rule_of_decay_holds_at_once():
    domain = deployed()
    domain.learn("ada", "I love hiking.")
    moved = later(domain, userProfileConfidenceDecayDays=1)
    moved.clock.advance(days=20)
    assert moved.profiles.get("ada").preferences == []
