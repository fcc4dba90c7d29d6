"""Any text splits into words, even one with spaces in odd places."""

from hypothesis import given
from hypothesis import strategies as st

from shared.base.sameness import same
from shared.base.sameness.words import words_in

pieces = st.sampled_from(
    ["n't", "does", "'s", "l'", "can't", "-", "a-b", "'", "’", ".", "日本", " "]
)
texts = st.lists(pieces | st.text(max_size=3), max_size=12).map("".join)


@given(texts)
def test_no_word_is_empty(text):
    assert all(word.text for word in words_in(text))


@given(texts)
def test_a_text_says_what_it_says(text):
    assert same(text, text) or not any(word.text.isalnum() for word in words_in(text))


def test_a_denial_that_stands_alone_is_one():
    assert [word.text for word in words_in("does n't get")] == ["does", "not", "get"]
