"""Log lines tell what happened and where, and nothing that a user said or is called."""

import json
import logging
import sys

import pytest
from flask import Request
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel
from werkzeug.test import EnvironBuilder

from functions.http.logs import JsonFormatter, begin

SAID, PATH, TOKEN = SECRETS = ("canary-of-ada", "users/ada", "Bearer abc")


class Strict(BaseModel):
    number: int


def line_of(error):
    """The line for an error that is logged where it is caught."""
    logger = logging.getLogger("functions.http.errors")
    record = logger.makeRecord(
        logger.name, logging.ERROR, __file__, 1, "unexpected %s", (type(error).__name__,), None
    )
    record.exc_info = (type(error), error, error.__traceback__)
    return JsonFormatter("demo").format(record)


def raised(work):
    try:
        work()
    except Exception:
        return sys.exc_info()[1]
    raise AssertionError("nothing was raised")


def chained():
    try:
        raise KeyError(PATH)
    except KeyError as error:
        error.add_note(SAID)
        raise RuntimeError(TOKEN) from error


def in_a_handler():
    try:
        raise KeyError(PATH)
    except KeyError:
        raise ValueError(SAID)  # noqa: B904 - the context is what is tried


@pytest.mark.parametrize(
    "work",
    [chained, in_a_handler, lambda: Strict(number=SAID), lambda: int(SAID)],
)
def test_errors_are_logged_without_their_texts(work):
    line = line_of(raised(work))
    assert not any(secret in line for secret in SECRETS)
    stack = json.loads(line)["stack_trace"]
    assert stack.startswith("Traceback (most recent call last):")
    assert "test_logs.py" in stack
    assert type(raised(work)).__qualname__ in stack


def test_the_causes_are_named():
    stack = json.loads(line_of(raised(chained)))["stack_trace"]
    assert stack.index("RuntimeError") < stack.index("KeyError")


@given(st.text(min_size=8, max_size=30))
def test_no_text_of_an_error_is_logged(text):
    secret = f"canary{text}canary"

    def fail():
        raise ValueError(secret, {"key": secret})

    logged = line_of(raised(fail))
    assert "\n" not in logged
    assert secret not in logged
    assert secret not in json.loads(logged)["stack_trace"]


def test_an_error_that_causes_itself_ends():
    error = ValueError("x")
    error.__cause__ = error
    assert json.loads(line_of(error))["stack_trace"].count("ValueError") == 1


_PLANTED = "rekindle" + "_" + "a1B2c3D4" * 4


def test_a_secret_is_no_request_id():
    builder = EnvironBuilder(headers={"X-Request-Id": _PLANTED})
    assert begin(Request(builder.get_environ())).id != _PLANTED
    builder = EnvironBuilder(headers={"X-Request-Id": "order-17"})
    assert begin(Request(builder.get_environ())).id == "order-17"
