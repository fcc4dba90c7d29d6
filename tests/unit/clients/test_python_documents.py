"""JSON documents as notes: the API keeps every one of them as it is, and apart from the others."""

import json
import sys

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rekindle_client._documents import begins, ends, id_of, kept, read, tag_of, ttl_of, wanted
from shared.base.safety.invisible import visible
from shared.base.safety.secrets import redact
from shared.base.sameness import same

texts = st.text().filter(lambda text: "<private>" not in text.lower())
values = st.dictionaries(
    texts,
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
        max_leaves=5,
    ),
    max_size=3,
)


@given(key=texts, value=values)
def test_what_is_kept_is_what_was_given(key, value):
    try:
        note = kept(("users", "ann"), key, value)
    except ValueError:
        assume(False)
    assert visible(note.content).strip() == note.content
    document = read(note.content)
    assert (document.namespace, document.key, document.value) == (("users", "ann"), key, value)


@pytest.mark.slow
def test_every_character_is_kept():
    chars = [chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000]
    for start in range(0, len(chars), 100):
        value = {"text": "a".join(chars[start : start + 100])}
        content = kept(("ann",), "k", value).content
        assert visible(content) == content, hex(start)


@pytest.mark.parametrize("other", ["notes", "note ", "Note", "n"])
def test_the_same_value_under_two_keys_is_two_notes(other):
    value = {"text": "Ann likes tea."}
    note, second = kept(("ann",), "note", value), kept(("ann",), other, value)
    assert note.id != second.id
    assert not same(note.content, second.content)


@given(st.text("abcdefghijklmnopqrstuvwxyz0123456789-", min_size=1, max_size=40))
def test_the_number_of_a_note_is_no_secret(key):
    assume(not redact(json.dumps(["ann", key])).found)
    assert not redact(kept(("ann",), key, {"text": "likes tea"}).content).found


def test_a_note_has_a_tag_for_each_namespace_above_it_and_for_its_end():
    note = kept(("users", "ann"), "k", {}, ttl=5)
    above = ["langgraph", "langgraph:users", "langgraph:users.ann"]
    assert note.tags[:3] == above == [tag_of(()), tag_of(("users",)), tag_of(("users", "ann"))]
    assert ttl_of(note.tags) == 5
    assert ttl_of(above) is None
    assert note.id == id_of(("users", "ann"), "k")


@pytest.mark.parametrize(
    ("namespace", "value", "ttl", "words"),
    [
        (("ann",), {"text": "x" * 2000}, None, "a note holds 2,000"),
        (("ann",), {1: "x"}, None, "the name 1 of a field"),
        (("ann",), {"x": object()}, None, "only what JSON can say"),
        (("ann",), {"x": float("nan")}, None, "only what JSON can say"),
        (("ann",), {"<private>x": "</private>"}, None, "private passage"),
        (("ann",), {}, 0, "more than 0"),
        (("a",) * 19, {}, None, "19 labels"),
        (("a" * 200,), {}, None, "more than 190 characters"),
        ((" ann",), {}, None, "white space"),
        (("a\u200bnn",), {}, None, "do not show"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_reason(namespace, value, ttl, words):
    with pytest.raises((TypeError, ValueError), match=words):
        kept(namespace, "k", value, ttl)


def test_private_passages_are_not_kept():
    note = kept(("ann",), "k", {"said": ["I moved. <private>Tell nobody.</private>"], "n": 1})
    assert read(note.content).value == {"said": ["I moved."], "n": 1}


@pytest.mark.parametrize(
    "note", ["", "Ann likes tea.", "{}", '{}\n["k"]', "[]\n[1]", "{}\n{}", "{}\n[1, 2, 3]"]
)
def test_other_notes_are_no_documents(note):
    assert read(note) is None


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        ({}, True),
        ({"kind": "note"}, True),
        ({"kind": "note", "size": 4}, False),
        ({"size": {"$gt": 2, "$lte": 3}}, True),
        ({"size": {"$lt": 3}}, False),
        ({"size": {"$gte": "no number"}}, False),
        ({"kind": {"$ne": "note"}}, False),
        ({"kind": {"$eq": "note"}}, True),
        ({"at": {"city": "Ghent"}}, True),
        ({"at": {"city": "Bruges"}}, False),
        ({"kind": {"city": "Ghent"}}, False),
        ({"list": [1, {"$gt": 1}]}, True),
        ({"list": [1]}, False),
        ({"missing": None}, True),
    ],
)
def test_filters(condition, found):
    value = {"kind": "note", "size": 3, "at": {"city": "Ghent", "zip": 9000}, "list": [1, 2]}
    assert wanted(value, condition) is found


def test_an_operator_that_there_is_not_is_refused():
    with pytest.raises(ValueError, match=r"no operator \$in"):
        wanted({"x": 1}, {"x": {"$in": [1]}})


def test_paths_have_wildcards():
    assert begins(("users", "ann", "notes"), ("users", "*"))
    assert not begins(("users",), ("users", "*"))
    assert ends(("users", "ann", "notes"), ("*", "notes"))
    assert not ends(("users", "ann", "notes"), ("ann", "*", "notes"))
