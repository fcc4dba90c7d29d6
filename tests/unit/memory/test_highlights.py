"""Highlights are words of the note itself, and a snippet shows them."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.memory.search.highlights import LEFT_OUT, SNIPPET, highlights_of, snippet_of

words = st.text(st.sampled_from("abcdé ,.ABC日本語한국\n"), max_size=900)


@given(words, words)
def test_they_are_where_they_say(content, question):
    highlights = highlights_of(content, question)
    assert all(content[each.start : each.end] == each.text for each in highlights)
    assert all(one.end < other.start for one, other in pairwise(highlights))
    snippet = snippet_of(content, highlights)
    assert snippet.strip(LEFT_OUT) in content
    assert len(snippet) <= SNIPPET + 2 * len(LEFT_OUT) or len(content) <= SNIPPET


@pytest.mark.parametrize(
    ("content", "question", "expected"),
    [
        ("She was cycling to Porto.", "Who cycles to porto?", ["cycling", "Porto"]),
        ("Café on the corner, the CAFE", "cafe", ["Café", "CAFE"]),
        ("京都に住んでいます", "京都", ["京都"]),
        ("I write C++ and C#", "c++", ["C++"]),
        ("The Rex's bowl", "rex", ["Rex's"]),
        ("Nothing here", "elsewhere", []),
    ],
)
def test_forms_of_a_word_are_the_word(content, question, expected):
    assert [each.text for each in highlights_of(content, question)] == expected


def test_a_snippet_shows_where_most_of_the_words_stand():
    filler = "All quiet on this line. " * 30
    content = f"The bike. {filler}The red bike was stolen in Porto. {filler}"
    snippet = snippet_of(content, highlights_of(content, "red bike stolen Porto"))
    assert "red bike was stolen in Porto" in snippet
    assert snippet.startswith(LEFT_OUT)
    assert snippet.endswith(LEFT_OUT)
