"""Requests, in words, not to save a message."""

import json
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.reader.languages import languages
from shared.base.safety import unsaved
from shared.base.safety.unsaved import asks_not_to_be_saved

WORDS = tomllib.loads((Path(unsaved.__file__).parent / "unsaved.toml").read_text())
SECRET = "xyzzy plugh"
TABLES = st.sampled_from([words for words in WORDS.values() if words.get("spaced", True)])


@st.composite
def requests(draw):
    """A request of the words of one language, in any order."""
    words = draw(TABLES)
    needed = [draw(st.sampled_from(words[kind])) for kind in ("negating", "keeping")]
    around = draw(st.lists(st.sampled_from(words["around"]), max_size=3))
    return " ".join(draw(st.permutations([*needed, *around])))


@given(requests())
def test_a_request_beside_something_else_is_heeded(request):
    for said in (f"{request}: {SECRET}", f"{SECRET}. {request}!", f"{SECRET} ({request})"):
        assert asks_not_to_be_saved(said), said


@given(requests())
def test_a_request_alone_is_recorded_since_it_means_another_message(request):
    assert not asks_not_to_be_saved(f"{request}.")


@given(requests(), st.integers(0, 10))
def test_any_other_word_makes_it_something_else(request, at):
    words = request.split(" ")
    changed = " ".join([*words[:at], "zucchini", *words[at:]])
    assert not asks_not_to_be_saved(f"{SECRET}. {changed}.")


@given(requests())
def test_what_is_quoted_is_not_asked(request):
    quoted = request.replace('"', "")
    for said in (f'{SECRET}: "{quoted}"', f"{SECRET}\n> {quoted}", f"{SECRET}\n```\n{quoted}\n```"):
        assert not asks_not_to_be_saved(said)


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("don't save this I hate my boss", True),
        ("speicher das nicht ich hasse meinen Chef", True),
        ("Erase this afterwards: I owe Bob money.", True),
        ("これは内緒にして：部長が苦手です", True),
        ("don't save it I'll do it", False),
        ("I don't remember this I think", False),
        ("Forget that I love jazz.", False),
        ("Delete this: line 4", False),
    ],
)
def test_a_mark_may_be_left_out_before_what_the_speaker_does(text, asks):
    assert asks_not_to_be_saved(text) == asks


def test_people_who_ask_are_heeded_and_nobody_else():
    """By a writer who had not seen the words, which were widened by what was missed."""
    lines = (Path(__file__).parent / "unsaved.jsonl").read_text().splitlines()
    messages = [json.loads(line) for line in lines]
    heeded = [each for each in messages if asks_not_to_be_saved(each["text"])]
    assert [each["text"] for each in heeded if not each["unsaved"]] == []
    asking = sum(each["unsaved"] for each in messages)
    assert len(heeded) >= 0.95 * asking


@pytest.mark.parametrize(
    "said",
    [
        "Don't save the file yet, run the tests first.",
        "I don't remember this, what was it?",
        "Open the settings, but don't save it.",
        "Why don't you remember this? I told you yesterday.",
        "You never remember this! I am vegan.",
        "Don't forget to save this: I am vegan.",
        "Forget what I said about jazz. I like blues.",
        "Das Programm speichert das nicht, warum?",
        "Je ne retiens pas ça, répète. Merci.",
        "No recuerdo esto, ¿qué era?",
        "この設定は保存されない。なぜですか。",
    ],
)
def test_what_only_looks_like_a_request_is_none(said):
    assert not asks_not_to_be_saved(said)


def test_the_words_are_of_languages_that_are_read():
    # A language may be read before anybody has said here how its speakers ask for this.
    assert {"de", "en", "es", "fr", "ja"} <= WORDS.keys() <= languages().sketches.keys()
