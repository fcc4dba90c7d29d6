"""The form of keys and tokens."""

import re
from itertools import cycle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.access.tokens import Kind, digest, minted, parsed, random_characters
from shared.base.safety.secrets import redact

LETTERS = st.text("0123456789ABCXYZabcxyz", min_size=200, max_size=200)


def randomness(text):
    characters = cycle(text)
    return lambda count: "".join(next(characters) for _ in range(count))


@given(LETTERS, st.sampled_from(Kind))
def test_a_token_is_read_as_it_was_made(text, kind):
    made = minted(kind, randomness(text))
    assert parsed(str(made)) == made
    assert made.is_behind(digest(made.secret))
    assert made.key == digest(made.name)


@given(LETTERS, st.integers(0, 71), st.sampled_from("0Az"))
def test_what_is_mistyped_is_no_token(text, place, letter):
    made = str(minted(Kind.KEY, randomness(text)))
    changed = made[:place] + letter + made[place + 1 :]
    assert parsed(changed) is None or changed == made


@pytest.mark.parametrize("text", ["", "rekindle_", "rekindle_k", "rekindle_k" + "a" * 62])
def test_what_was_not_made_here_is_no_token(text):
    assert parsed(text) is None
    assert parsed(text + "\n") is None


def test_the_next_token_of_a_document_has_its_name_and_another_secret():
    first = minted(Kind.REFRESH, random_characters)
    second = minted(Kind.ACCESS, random_characters, first.name)
    assert first.key == second.key
    assert not second.is_behind(digest(first.secret))
    assert not second.is_behind(None)


def test_a_token_does_not_show_itself_in_logs():
    made = minted(Kind.KEY, random_characters)
    assert made.secret not in f"{made!r}"
    assert made.name not in f"{made!r}"


@pytest.mark.parametrize("before", ["x", "key", "é", "7", "_", "-", "=", "KEY"])
def test_a_token_is_masked_whatever_it_is_glued_to(before):
    text = str(minted(Kind.KEY, random_characters))
    masked = redact(f"send {before}{text}, please")
    assert masked.found
    assert text[9:] not in masked.text


@pytest.mark.parametrize("kind", Kind)
def test_every_token_is_masked_as_a_secret(kind):
    text = str(minted(kind, random_characters))
    assert re.fullmatch(r"rekindle_[0-9A-Za-z]{63}", text)
    masked = redact(f"my key is {text}, keep it")
    assert masked.found
    assert text not in masked.text
