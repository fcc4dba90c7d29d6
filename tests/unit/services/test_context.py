"""The context block and the stamps of changes, on an in-memory store."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.base.acting import through
from shared.base.deadline import time_left, within
from shared.base.errors import Unavailable
from shared.context.block import STEP, shown_confidence
from shared.context.context_service import EMBEDDING_PATIENCE, ContextService
from shared.documents.memory import RECENT, Tier
from shared.documents.profile import Preference
from shared.memory.rules import NewEntry
from shared.memory.search.search_service import SearchQuery
from tests.support.domain import START, Domain

HOBBIES = "sailing,chess,jazz,opera,hiking,pottery,rowing,sushi,knitting,fencing".split(",")


def test_an_unknown_user_has_an_empty_block(domain):
    built = domain.contexts.build("ada")
    assert built.text == ""
    assert built.sections == built.omitted == built.warnings == []


def test_the_block_holds_profile_notes_and_tiers(domain):
    domain.learn("ada", "I love hiking.")
    domain.memory.save("ada", NewEntry("The tests need Docker."))
    domain.memory.save("ada", NewEntry("Met Ann in Rome.", target=Tier.ARCHIVE))
    text = domain.contexts.build("ada").text
    for line in ("- hiking (confidence:", "The tests need Docker.", "- Met Ann in Rome."):
        assert line in text


def test_it_is_byte_stable_while_nothing_changes(domain):
    domain.learn("ada", "I love hiking.")
    assert domain.contexts.build("ada") == domain.contexts.build("ada")


def test_preferences_that_were_included_are_marked_used_once_a_day(domain):
    domain.learn("ada", "I love hiking.")
    domain.contexts.build("ada", preview=True)
    assert domain.store.users.get("ada").used == {}
    domain.contexts.build("ada")
    used = domain.store.users.get("ada").used
    assert list(used.values()) == [domain.clock.now]
    domain.clock.advance(hours=3)
    domain.contexts.build("ada")
    assert domain.store.users.get("ada").used == used


def test_the_connection_that_was_last_shown_a_preference_is_named(domain):
    domain.learn("ada", "I love hiking.")

    def shown():
        known = domain.profiles.get("ada").preferences
        return next(it.last_used_through for it in known if it.description == "hiking")

    assert shown() is None
    with through("claude"):
        domain.contexts.build("ada")
    assert shown() == "claude"
    domain.clock.advance(days=1)
    domain.learn("ada", "I love Python.")
    assert shown() == "claude"
    domain.contexts.build("ada")
    assert shown() is None


@pytest.fixture
def archive(domain):
    """A user with more notes than the newest ones; the oldest is about a passport."""
    for n in range(30):
        note = f"Fact {n}" if n else "The passport is in the drawer"
        domain.memory.save("ada", NewEntry(note, target=Tier.ARCHIVE))
        domain.clock.advance(minutes=1)
    return domain


def test_a_preview_tells_what_stands_where(archive):
    archive.learn("ada", "I love hiking. 🥾")
    archive.memory.save("ada", NewEntry("Fact 7\n\nFact 8"))
    built = archive.contexts.build("ada", "Where is my passport?", preview=True)
    [hiking] = archive.store.users.get("ada").profile.preferences

    lines = {item.id: built.text[item.start : item.end] for item in built.items}
    assert len(lines) == len(built.items)
    assert lines[hiking.id].startswith("- hiking")
    assert "- The passport is in the drawer" in lines.values()
    assert "Fact 7\n\nFact 8" in lines.values()
    assert {item.section for item in built.items} == {"preferences", "archive", "memory"}
    assert archive.contexts.build("ada", "Where is my passport?").items == ()


def test_what_a_query_finds_follows_the_same_beginning(archive):
    without = archive.contexts.build("ada")
    assert "passport" not in without.text
    assert without.stable_length == len(without.text)
    built = archive.contexts.build("ada", "Where is my passport?")
    assert built.text[: built.stable_length] == without.text
    assert built.text[built.stable_length :] == (
        "\n\n[ABOUT THIS CONVERSATION]\n- The passport is in the drawer\n"
        "[END ABOUT THIS CONVERSATION]"
    )


def test_what_is_among_the_newest_is_not_shown_twice(archive):
    built = archive.contexts.build("ada", "What was fact 29?")
    assert built.text.count("Fact 29") == 1


def test_the_room_for_a_query_does_not_depend_on_it(archive):
    queries = ("Where is my passport?", "fact", "nothing of this kind")
    built = [archive.contexts.build("ada", query, max_chars=400) for query in queries]
    assert len({one.text[: one.stable_length] for one in built}) == 1
    assert all(len(one.text) <= 400 for one in built)
    assert "passport" in built[0].text


@given(
    base=st.floats(0.7, 1.0).map(lambda value: round(value, 2)),
    left=st.floats(0.0, 1.0),
)
def test_a_fading_confidence_is_shown_in_steps_near_the_true_one(base, left):
    item = Preference(
        id="p",
        type="like",
        description="tea",
        base_confidence=base,
        confidence=round(base * left, 6),
        created_at=START,
        last_updated=START,
    )
    assert abs(shown_confidence(item) - item.confidence) <= STEP / 2 + 1e-6


def test_the_beginning_is_the_same_for_nearly_every_call_of_two_months(domain):
    """200 calls and 20 writes; at the start, items are 30 to 75 days old (two a month fade)."""
    for n in range(10):
        domain.learn("ada", f"I love {HOBBIES[n]}.")
        domain.clock.advance(days=5)
    domain.clock.advance(days=30 - 5)
    same = calls = 0
    before = domain.contexts.build("ada").text
    for n in range(200):
        domain.clock.advance(hours=7.2)
        if n % 10 == 9:
            domain.memory.save("ada", NewEntry(f"Note {n}", target=Tier.ARCHIVE))
        built = domain.contexts.build("ada", "What should I do this evening?")
        if n % 10 != 9:
            calls += 1
            same += built.text[: built.stable_length] == before
        before = built.text[: built.stable_length]
    assert same / calls >= 0.95


def test_what_does_not_fit_is_listed(domain):
    domain.learn("ada", "I love hiking.", "I love sailing.", "I hate waiting.")
    built = domain.contexts.build("ada", max_chars=120)
    assert len(built.text) <= 120
    assert built.omitted


def test_a_store_that_does_not_answer_gives_an_empty_block_and_a_warning(domain):
    class Away:
        def overview(self, uid):
            raise Unavailable("away")

    built = ContextService(Away(), domain.clock, domain.search).build("ada")
    assert built.text == ""
    assert built.warnings


def test_a_stamp_changes_with_its_part_alone(domain):
    def stamps():
        return domain.changes.now("ada", sessions=True).stamps

    before = stamps()
    domain.memory.save("ada", NewEntry("one"))
    after = stamps()
    assert {name for name in before if before[name] != after[name]} == {"memory"}
    domain.sessions.start("ada", "s", None)
    latest = stamps()
    assert {name for name in after if after[name] != latest[name]} == {"sessions"}


class Late:
    """A model of embeddings that notes how long it may take, and then takes longer."""

    def __init__(self):
        self.given = []

    def embed(self, texts):
        self.given.append(time_left())
        raise Unavailable("too late")


@pytest.fixture
def late():
    model = Late()
    domain = Domain(embedder=model)
    domain.memory.save("ada", NewEntry("The passport is in the drawer", target=Tier.ARCHIVE))
    for n in range(RECENT):
        domain.clock.advance(minutes=1)
        domain.memory.save("ada", NewEntry(f"Fact {n}", target=Tier.ARCHIVE))
    model.given.clear()
    return domain, model


def test_an_embedding_in_a_context_gets_little_time_and_then_words_decide(late):
    domain, model = late
    with within(2):
        built = domain.contexts.build("ada", "Where is my passport?")
    assert "passport" in built.text
    assert len(model.given) == 1
    assert 0 < model.given[0] <= EMBEDDING_PATIENCE


def test_an_embedding_leaves_time_for_the_search_or_the_write(late):
    domain, model = late
    with within(5):
        assert domain.search.search("ada", SearchQuery("passport")).results
    with within(10):
        assert domain.memory.save("ada", NewEntry("Met Ann in Rome.")).entry.embed_due_at
    searching, saving = model.given
    assert 0 < searching <= 5 / 2
    assert 0 < saving <= 10 / 2


def test_an_inferred_fact_is_left_out_also_after_an_export_and_import(domain):
    domain.profiles.patch_about("ada", {"bio": "Widowed"}, None)
    export = json.loads("".join(domain.transfers.export("ada")))
    export["profile"]["aboutMeta"][0] |= {"source": "learned", "inferred": True}
    domain.transfers.import_("bob", "rekindle", export)
    again = json.loads("".join(domain.transfers.export("bob")))
    assert again["profile"]["aboutMeta"] == export["profile"]["aboutMeta"]

    built = domain.contexts.build("bob")
    assert "Widowed" not in built.text
    assert [(item.section, item.why, item.id) for item in built.omitted] == [
        ("about", "inferred", "bio")
    ]
    domain.profiles.patch_about("bob", {"bio": "Widowed"}, None)
    assert "Widowed" in domain.contexts.build("bob").text
