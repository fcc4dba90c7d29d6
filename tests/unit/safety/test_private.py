"""What users mark as private is left out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rekindle_capture.private
import rekindle_client
from shared.base.safety.private import without_private

PIECES = st.sampled_from(["<private>", "</private>", "<PRIVATE>", "a", "b", " ", "\n", "<", ">"])


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("I live in <private>Leeds</private> now.", "I live in  now."),
        ("<private>all of it</private>", ""),
        ("tea <Private>and\nsecrets</PRIVATE> and cake", "tea  and cake"),
        ("open <private>to the end", "open "),
        ("a <private>b <private>c</private> d</private> e", "a  e"),
        ("closed </private> only", "closed  only"),
        ("a < private > b", "a < private > b"),
        ("nothing private", "nothing private"),
    ],
)
def test_private_passages_are_left_out(text, rest):
    assert without_private(text) == rest


@given(st.lists(PIECES).map("".join))
def test_nothing_is_kept_between_the_tags(text):
    rest = without_private(f"before<private>{text.replace('</private>', '')}</private>")
    assert not set("ab") & set(rest.removeprefix("before"))
    assert without_private(rest) == rest


@given(st.lists(PIECES).map("".join))
def test_what_is_left_out_before_sending_is_what_the_server_leaves_out(text):
    rest = without_private(text)
    assert rekindle_capture.private.without_private(text) == rest
    assert rekindle_client.without_private(text).strip() == rest.strip()


def test_time_grows_with_the_length_only():
    assert without_private("<private>" * 100_000 + "secret") == ""
    assert without_private("<private></private>" * 100_000 + "said") == "said"
