"""What is masked, what is left alone, and how often real conversations are mistaken."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.base.errors import InvalidArgument
from shared.base.safety.secrets import LONGEST, is_masked, redact, refuse_secrets
from tests.support.texts.secret_forms import FORMS
from tests.support.texts.secret_lookalikes import LOOKALIKES

CONVERSATIONS = "REKINDLE_EVAL_DIR"
"""Names a folder of JSON files with real conversations."""


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_every_documented_form_is_masked(form):
    result = redact(form.text)
    assert form.secret not in result.text
    assert is_masked(result.text)
    assert redact(result.text).text == result.text


@pytest.mark.parametrize("text", LOOKALIKES)
def test_lookalikes_are_left_alone(text):
    assert redact(text).text == text


def test_the_lists_are_long_enough():
    assert len({form.name for form in FORMS}) == len(FORMS) >= 150
    assert len(set(LOOKALIKES)) == len(LOOKALIKES) >= 150


@given(st.sampled_from(FORMS), st.sampled_from(LOOKALIKES), st.sampled_from(["\n", "\n\n", " | "]))
def test_a_secret_is_masked_beside_other_text(form, other, gap):
    assert form.secret not in redact(f"{other}{gap}{form.text}{gap}thanks").text


@given(st.sampled_from(FORMS), st.sampled_from("\u200b\u2060\ufeff\u2065\u00ad"), st.data())
def test_invisible_characters_do_not_hide_a_secret(form, hidden, data):
    place = data.draw(st.integers(0, len(form.text)))
    with pytest.raises(InvalidArgument):
        refuse_secrets(form.text[:place] + hidden + form.text[place:], "field")


@given(st.sampled_from(FORMS), st.integers(1, 3))
def test_a_secret_is_refused_at_any_depth_and_not_repeated(form, depth):
    value: Any = form.text
    for level in range(depth):
        value = [value] if level % 2 else {form.text: value, "k": value}
    with pytest.raises(InvalidArgument) as error:
        refuse_secrets(value, "field")
    assert form.secret not in f"{error.value.message} {error.value.details}"
    assert error.value.details[0]["reason"] == "UNSAFE_CONTENT"


def test_a_key_can_make_its_value_a_password():
    with pytest.raises(InvalidArgument):
        refuse_secrets({"metadata": {"dbPassword": "hunter2!x"}}, "field")


def test_what_no_field_can_hold_is_refused_unread():
    with pytest.raises(InvalidArgument, match="limit"):
        refuse_secrets("a" * (LONGEST + 1), "field")


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)


@pytest.mark.skipif(CONVERSATIONS not in os.environ, reason=f"{CONVERSATIONS} names no folder")
def test_real_conversations_are_rarely_mistaken():
    folder = Path(os.environ[CONVERSATIONS])
    found = {
        text for path in folder.rglob("*.json") for text in _texts(json.loads(path.read_text()))
    }
    assert found, f"{folder} holds no text"
    mistaken = [text for text in found if redact(text).found]
    assert len(mistaken) <= len(found) / 1000, mistaken
