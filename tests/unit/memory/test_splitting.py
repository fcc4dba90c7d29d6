"""Long notes are cut where a reader would pause, and nothing is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.documents.memory import MAX_CONTENT
from shared.memory.splitting import LONGEST_NOTE, MAX_PARTS, cut_at, parts_of

texts = st.lists(
    st.sampled_from(["word", "longer-word", "a.", "b!", "\n", "\n\n", "日本。", "x" * 900, ","]),
    max_size=2000,
).map(lambda pieces: " ".join(pieces).strip()[:LONGEST_NOTE])


@given(texts)
def test_parts_fit_and_lose_nothing_but_white_space(text):
    parts = parts_of(text)
    assert len(parts) <= MAX_PARTS
    assert all(part and len(part) <= MAX_CONTENT for part in parts)
    assert "".join("".join(parts).split()) == "".join(text.split())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("A paragraph. Of two sentences.\n\n", "Another one, cut off"),
        ("A line that stands on its own\n", "and one more. And"),
        ("A sentence of some length. ", "the next, cut off"),
        ("これは文です。", "次の文"),
        ("several ", "words"),
    ],
)
def test_a_part_ends_at_the_best_place(before, after):
    limit = len(before) + len(after) - 1
    assert cut_at(before + after, limit) == len(before)


def test_a_text_without_any_place_to_cut_is_cut_at_the_limit():
    assert cut_at("x" * 5000) == MAX_CONTENT
