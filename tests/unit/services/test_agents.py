"""Tiers that are off for one agent, on an in-memory store."""

import pytest

from shared.base.acting import through
from shared.base.errors import FailedPrecondition, InvalidArgument
from shared.documents.memory import Tier
from shared.documents.settings import MAX_AGENTS
from shared.memory.memory_service import Filter
from shared.memory.rules import NewEntry
from shared.memory.search.search_service import SearchQuery

SWITCHES = {
    Tier.MEMORY: "memoryEnabled",
    Tier.USER: "userProfileEnabled",
    Tier.ARCHIVE: "archiveEnabled",
}
NOTES = {
    Tier.MEMORY: "The oak table needs Docker.",
    Tier.USER: "Ada likes the oak best.",
    Tier.ARCHIVE: "Ann planted an oak in Rome.",
}


def acting(*names):
    return through(None, None, names)


@pytest.fixture(params=Tier)
def closed(request, domain):
    """A user with a note in each tier, one of which is off for the agent `coder`."""
    for tier, content in NOTES.items():
        domain.memory.save("ada", NewEntry(content, target=tier, id=f"in-{tier}"))
    domain.accounts.patch_settings("ada", {"agents": {"coder": {SWITCHES[request.param]: False}}})
    return request.param


def told(domain, **query):
    found = domain.search.search("ada", SearchQuery("oak", **query))
    return {each.entry.tier for each in found.results}


def listed(domain, target=None):
    page = domain.memory.page("ada", Filter(target=target), 10, None)
    return {entry.tier for entry in page.entries}


def test_an_agent_sees_nothing_of_a_tier_that_is_off_for_it(domain, closed):
    others = set(Tier) - {closed}
    with acting("coder"):
        text = domain.contexts.build("ada", "oak").text
        assert {tier for tier in Tier if NOTES[tier] in text} == others
        assert told(domain) == listed(domain) == others
        asked = (
            lambda: told(domain, target=closed),
            lambda: listed(domain, closed),
            lambda: domain.memory.get("ada", f"in-{closed}"),
            lambda: domain.memory.look_at("ada", f"in-{closed}"),
        )
        for ask in asked:
            with pytest.raises(FailedPrecondition, match=f"The {closed} tier is switched off for"):
                ask()


def test_an_agent_changes_nothing_in_a_tier_that_is_off_for_it(domain, closed):
    other = next(tier for tier in Tier if tier is not closed)
    before = domain.store.documents.copy().fields
    writes = (
        lambda: domain.memory.save("ada", NewEntry("Something else.", target=closed)),
        lambda: domain.memory.change("ada", f"in-{closed}", {"content": "Something else."}),
        lambda: domain.memory.change("ada", f"in-{closed}", {"tier": other}),
        lambda: domain.memory.change("ada", f"in-{other}", {"tier": closed}),
        lambda: domain.memory.delete("ada", f"in-{closed}"),
    )
    with acting("coder"):
        for write in writes:
            with pytest.raises(FailedPrecondition, match="nothing was read or changed"):
                write()
    assert domain.store.documents.fields == before


def test_everybody_else_still_has_the_tier(domain, closed):
    for names in ((), ("writer",), ("coder2",)):
        with acting(*names):
            assert told(domain) == listed(domain) == set(Tier)
            assert NOTES[closed] in domain.contexts.build("ada", "oak").text
            domain.memory.change("ada", f"in-{closed}", {"tags": ["kept"]})


def test_names_are_compared_without_regard_to_case_and_each_of_them_counts(domain, closed):
    for names in (("CODER",), (" coder",), ("writer", "coder")):
        with acting(*names):
            assert listed(domain) == set(Tier) - {closed}


def test_an_agents_settings_never_widen_the_users(domain):
    off = {"memoryEnabled": False, "agents": {"coder": {"memoryEnabled": True}}}
    domain.accounts.patch_settings("ada", off)
    with acting("coder"), pytest.raises(FailedPrecondition, match="The memory tier is switched"):
        domain.memory.save("ada", NewEntry("A note."))


def test_a_tool_tells_the_model_which_tiers_are_left(domain):
    domain.accounts.patch_settings("ada", {"agents": {"coder": {"userProfileEnabled": False}}})
    with acting("coder"):
        result = domain.tools.run("ada", "add_memory", {"content": "Ada is tall", "target": "user"})
    assert result["success"] is False
    assert result["details"] == [{"reason": "TIER_DISABLED", "target": "user"}]
    assert "Use another tier (memory, archive)" in result["error"]
    assert "usage" in result


def test_files_of_a_model_are_off_with_the_archive(domain):
    create = {"command": "create", "path": "/memories/a.md", "file_text": "Oak"}
    view = {"command": "view", "path": "/memories"}
    assert domain.tools.run("ada", "anthropic_memory", create)["success"]
    domain.accounts.patch_settings("ada", {"agents": {"coder": {"archiveEnabled": False}}})
    with acting("coder"):
        for command in (view, create, {"command": "delete", "path": "/memories/a.md"}):
            refused = domain.tools.run("ada", "anthropic_memory", command)
            assert refused["details"][0]["reason"] == "TIER_DISABLED"
    assert "a.md" in domain.tools.run("ada", "anthropic_memory", view)["content"]


def test_agents_are_patched_one_by_one(domain):
    patch = domain.accounts.patch_settings
    patch("ada", {"agents": {"coder": {"memoryEnabled": False}, "writer": {}}})
    patch("ada", {"agents": {"coder": {"archiveEnabled": False}, "writer": None}})
    stored = domain.store.read("ada")["settings"]["agents"]
    assert stored == {"coder": {"memoryEnabled": False, "archiveEnabled": False}}
    patch("ada", {"agents": {"coder": {"memoryEnabled": None}}})
    assert domain.accounts.settings("ada").agents["coder"].memory_enabled
    assert patch("ada", {"agents": None}).agents == {}


@pytest.mark.parametrize(
    "agents",
    [
        {"coder": {"memory": False}},
        {"coder": {"memoryEnabled": "no"}},
        {"coder": False},
        {"": {}},
        {"__coder__": {}},
        {"x" * 201: {}},
        {"key sk-abcdefghijklmnopqrstuvwx1234": {}},
        {f"agent {n}": {} for n in range(MAX_AGENTS + 1)},
    ],
)
def test_agents_that_make_no_sense_are_refused(domain, agents):
    with pytest.raises(InvalidArgument):
        domain.accounts.patch_settings("ada", {"agents": agents})
    assert domain.store.users.get("ada") is None
