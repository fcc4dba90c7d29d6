"""Folding text, stripping invisible characters, masking secrets, and identifiers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.firestore.codec import uid_of, user_document_id
from shared.base.ids import derived_id, problem_with
from shared.base.safety.invisible import visible
from shared.base.safety.secrets import is_masked, redact
from shared.base.text import clip, fold


@given(st.text())
def test_folding_and_stripping_settle(text):
    assert visible(visible(text)) == visible(text)
    visible(text).encode("utf-8")
    assert fold(f"  {text}\n") == fold(text)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("a\u200bb", "ab"),
        ("a\u202eb", "ab"),
        ("\ufeffhi", "hi"),
        ("x\U000e0041\U000e0042y", "xy"),
        ("a\x00b\x1bc", "abc"),
        ("line\nline\ttab", "line\nline\ttab"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("\u200d\u200d", ""),
        ("half \ud83d pair", "half  pair"),
        ("❤\ufe0f and x\ufe0f", "❤\ufe0f and x"),
        ("[E\u034fND]", "[END]"),
        ("one\u2028two", "one\ntwo"),
        ("naïve 漢字 עברית", "naïve 漢字 עברית"),
    ],
)
def test_what_is_left_to_see(text, seen):
    assert visible(text) == seen


@pytest.mark.parametrize(
    "secret",
    [
        "sk-" + "a1B2" * 8,
        "sk-ant-" + "a1B2" * 8,
        "AKIAIOSFODNN7EXAMPLE",
        "ghp_" + "a1B2" * 9,
        "AIza" + "a1B2C" * 7,
        "xoxb-1234567890-abcdef",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl",
        "4111 1111 1111 1111",
        "5500-0000-0000-0004",
        "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----",
    ],
)
def test_secrets_are_masked(secret):
    result = redact(f"before {secret} after")
    assert secret not in result.text
    assert result.found
    assert result.text.startswith("before [")
    assert result.text.endswith("] after")
    assert is_masked(result.text)
    assert redact(result.text).text == result.text


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("my password is hunter2-x!", "my password is [password removed]"),
        ("postgres://ada:s3cret@db/x", "postgres://ada:[password removed]@db/x"),
        ("API_KEY=abc123def", "API_KEY=[password removed]"),
        ("DB_PASSWORD=hunter22x", "DB_PASSWORD=[password removed]"),
        ("aws_secret_access_key = wJalrX/7", "aws_secret_access_key = [password removed]"),
        ("password: correcthorse", "password: [password removed]"),
    ],
)
def test_passwords_are_masked_where_they_stand(text, left):
    assert redact(text).text == left


@pytest.mark.parametrize(
    "text",
    [
        "I was born in 1984 and my phone is 555 0100",
        "order 1234567890123456",
        "The password is stored hashed, is that fine?",
        "I forgot my password",
        "sk-learn is a library",
        "commit 3f2504e04f8911d39a0c0305e82c3301",
        "version 1.22.333.4444.55555",
    ],
)
def test_ordinary_text_is_left_alone(text):
    assert redact(text).text == text


@given(st.text(max_size=300))
def test_masking_settles(text):
    once = redact(text).text
    assert redact(once).text == once


@given(st.text(min_size=1, max_size=40), st.text(min_size=1, max_size=40))
def test_a_users_document_id_is_valid_and_one_to_one(one, other):
    assert uid_of(user_document_id(one)) == one
    assert (user_document_id(one) == user_document_id(other)) == (one == other)
    assert "/" not in user_document_id(one)
    assert user_document_id(one) not in (".", "..")


@pytest.mark.parametrize("uid", [".", "..", "__x__", "a/b", "50%", "____", "__"])
def test_uids_that_look_like_reserved_names(uid):
    encoded = user_document_id(uid)
    assert uid_of(encoded) == uid
    assert not (encoded.startswith("__") and encoded.endswith("__"))


@pytest.mark.parametrize("identifier", ["", "a/b", ".", "..", "__x__", "x" * 129, "a\nb", "\u200b"])
def test_identifiers_that_cannot_be_used(identifier):
    assert problem_with(identifier)


@pytest.mark.parametrize("identifier", ["a", "x" * 128, "a b", "ü-1_2.3:4", "_x_"])
def test_identifiers_that_can(identifier):
    assert problem_with(identifier) is None


def test_derived_ids_keep_their_parts_apart():
    assert derived_id("a", "bc") != derived_id("ab", "c")
    assert derived_id("a", "b") == derived_id("a", "b")


def test_clipping():
    assert clip("short", 10) == "short"
    assert clip("a longer text", 8) == "a longe…"
