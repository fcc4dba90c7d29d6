"""What states another value of the same thing is superseded by the newest; nothing else is."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.documents.memory import MemoryEntry, Tier
from shared.memory.packing import pack, packed_of
from shared.memory.search.versions import statement_of, superseded
from tests.support.strategies import START


def notes(*contents, days=None, role=None):
    entries = [
        MemoryEntry(
            id=f"n{place}",
            tier=Tier.ARCHIVE,
            content=content,
            role=role,
            created_at=START + timedelta(days=(days or [0] * len(contents))[place]),
            updated_at=START,
            position=place,
        )
        for place, content in enumerate(contents)
    ]
    return [(entry.id, packed_of(pack(entry))) for entry in entries]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live in Leeds.", "I moved to Porto."),
        ("My sister lives in Lyon", "My sister now lives in Nice."),
        ("I work at the mill", "I joined the railway"),
        ("My favourite colour is blue", "My favourite colour is green"),
        ("The deadline of the project is 3 May", "The deadline of the project is 9 June"),
        ("The name of our cat is Tom", "The name of our cat is Felix"),
        ("My manager is Ann", "My manager is now Bob"),
        ("Our rent is 900 euros", "Our rent is 950 euros"),
        ("The old bridge was designed by Ada", "The old bridge was designed by Emma"),
        ("Ivo is a citizen of Chile", "Ivo is a citizen of Peru"),
        ("Mia plays the position of keeper", "Mia plays the position of striker"),
        ("Wifi password: hunter", "Wifi password: tulip"),
    ],
)
def test_another_value_of_the_same_thing_supersedes_the_older_one(old, new):
    assert superseded(notes(old, new)) == {"n0": "n1"}
    assert superseded(notes(new, old, days=[1, 0])) == {"n1": "n0"}
    assert superseded(notes(old, old)) == {}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I like tea", "I like coffee"),
        ("Our dog is lazy", "Our dog is brown"),
        ("My sister is a nurse", "My sister is 34"),
        ("I visited a friend in Leeds", "I visited a friend in Porto"),
        ("Ann lives in Leeds", "Bob lives in Porto"),
        ("Do I live in Leeds?", "I live in Porto"),
        ("Uses Redis for caching", "Uses Redis for sessions"),
        ("I live in Leeds. It rains a lot.", "I live in Porto"),
        ("The tests need Docker", "The tests need Postgres"),
        ("We talked to the mayor of Leeds", "We talked to the mayor of York"),
    ],
)
def test_what_can_hold_beside_the_other_supersedes_nothing(one, other):
    assert superseded(notes(one, other)) == {}


def test_the_newest_of_many_supersedes_all_others_that_differ():
    told = notes("I live in Leeds", "I live in York", "I live in Bath", "I live in York!")
    assert superseded(told) == {"n0": "n3", "n2": "n3"}


def test_what_an_assistant_says_supersedes_nothing():
    assert superseded(notes("I live in Leeds", "I live in York", role="assistant")) == {}


@given(st.lists(st.text(max_size=60), max_size=6))
def test_any_text_is_looked_at_and_none_supersedes_itself(texts):
    replaced = superseded(notes(*texts))
    assert all(old != new and new not in replaced for old, new in replaced.items())


@given(st.text(max_size=200))
def test_a_statement_has_a_value(text):
    statement = statement_of(text)
    assert statement is None or statement.value.strip()
