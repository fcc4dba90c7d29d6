"""One call to a model, whose server may answer anything at all, or nothing, or not end."""

import contextlib
import gzip
import json
import time
from datetime import timedelta
from email.utils import format_datetime
from threading import Event

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adapters.openai.analysis import REQUEST_BYTES
from adapters.openai.bounded import MAX_ANSWER
from adapters.openai.failures import LONGEST_PAUSE, retry_after
from adapters.openai.known import KNOWN_BYTES, known
from shared.base.deadline import time_left, within
from shared.base.text import byte_length
from shared.documents.profile import Preference, PreferenceType, Profile
from shared.learning.analyzer import (
    TIME_TO_RECORD,
    AnalysisError,
    TokenUsage,
)
from tests.support.model.calls import NOW, analyzer, request
from tests.support.model.quirks import SERVERS, fussy
from tests.support.openai_server import (
    EMPTY,
    OpenAIServer,
    babbles,
    error,
    filters,
    refuses,
    send,
    truncates,
)

TIMEOUT = 0.5
LATE = 5
"""How many times that long a call may take on a busy machine."""
NOTHING = TokenUsage()


@pytest.fixture(scope="module")
def model():
    with OpenAIServer() as server:
        yield server


def failure_of(server, *texts, **changes):
    with pytest.raises(AnalysisError) as raised:
        analyzer(server.url, **({"timeout": TIMEOUT} | changes)).analyze(request(*texts))
    return raised.value


def completion(usage):
    """A step that answers with nothing found and this usage, verbatim."""
    message = {"role": "assistant", "content": json.dumps(EMPTY)}
    choice = {"message": message, "finish_reason": "stop"}
    body = {"id": "c", "object": "chat.completion", "model": "m", "created": 1}

    def step(handler, _):
        send(handler, 200, body | {"choices": [choice]} | ({"usage": usage} if usage else {}))

    return step


def raw(body, **headers):
    """A step that answers with these bytes."""

    def step(handler, _):
        handler.send_response(200)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        with contextlib.suppress(OSError):
            handler.wfile.write(body)

    return step


def drips(first, ended):
    """A step that sends `first`, then a byte at a time, each well within a timeout per read."""

    def step(handler, _):
        with contextlib.suppress(OSError):
            handler.wfile.write(first)
            while not ended.wait(TIMEOUT / 5):
                handler.wfile.write(b" ")
                handler.wfile.flush()
        handler.close_connection = True

    return step


@pytest.mark.parametrize(
    "first",
    [
        b"HTTP/1.1 200 ",
        b"HTTP/1.1 200 OK\r\nX-Slow: ",
        b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n{",
    ],
    ids=["status", "headers", "body"],
)
def test_a_call_ends_in_time_however_slowly_the_answer_drips(model, first):
    ended = Event()
    model.will(drips(first, ended))
    began = time.monotonic()
    try:
        failed = failure_of(model)
    finally:
        ended.set()
    assert time.monotonic() - began < LATE * TIMEOUT, "the whole call is bounded, not each read"
    assert failed.reason == "TIMED_OUT"
    assert failed.retryable
    assert failed.usage is None, "it may have cost something"


def test_a_call_leaves_the_request_time_to_record_what_it_cost(model):
    ended = Event()
    model.will(drips(b"HTTP/1.1 200 ", ended))
    try:
        with within(TIME_TO_RECORD + TIMEOUT):
            failed = failure_of(model, timeout=20)
            assert time_left() > TIME_TO_RECORD / 2, "it ended before the timeout of 20 seconds"
    finally:
        ended.set()
    assert failed.reason == "TIMED_OUT"


def test_refusals_share_the_time_of_one_call(model):
    """So a lease that is made for one call holds however often a request is worded anew."""
    ended = Event()

    def step(handler, asked):
        ended.wait(0.7 * TIMEOUT)
        with contextlib.suppress(OSError):
            fussy(*SERVERS["one that refuses everything it can"])(handler, asked)

    model.will(step)
    began = time.monotonic()
    try:
        failed = failure_of(model)
    finally:
        ended.set()
    assert time.monotonic() - began < LATE * TIMEOUT
    assert failed.reason == "TIMED_OUT"
    assert failed.usage is None, "the last request may have cost something"
    assert len(model.requests) <= 2


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_not_followed(model, status):
    with OpenAIServer() as elsewhere:
        elsewhere.will(EMPTY)
        model.will(error(status, Location=f"{elsewhere.url}/chat/completions"))
        failed = failure_of(model)
        assert not elsewhere.requests, "what the user said stays with the server that was named"
    assert failed.reason == "MISCONFIGURED"
    assert not failed.retryable


def test_an_answer_that_is_too_large_is_not_read_to_its_end(model):
    model.will(raw(b" " * (8 * MAX_ANSWER)))
    assert failure_of(model, timeout=10).reason == "INVALID_ANSWER"
    model.will(raw(gzip.compress(b" " * MAX_ANSWER), Content_Encoding="gzip"))
    assert failure_of(model, timeout=10).reason == "INVALID_ANSWER"
    assert model.requests


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"{}",
        b"[]",
        b"null",
        b"",
        b"\xff\xfe",
        b'{"choices": []}',
        b'{"choices": null}',
        b'{"choices": [{"message": null}]}',
        b'{"choices": [{"message": {"content": 7}}]}',
        b'{"choices": [{"message": {"content": "' + b"[" * 50_000 + b'"}}]}',
        b'{"choices": [{"message": {"content": "{}"}}]}',
        b'{"usage": ' + b"9" * 500_000 + b"}",
    ],
    ids=lambda body: body[:24].decode(errors="replace"),
)
def test_an_answer_of_any_form_is_a_failure_with_a_reason(model, body):
    model.will(raw(body))
    failed = failure_of(model, timeout=10)
    assert failed.reason == "INVALID_ANSWER"
    assert failed.retryable
    assert not failed.may_pass, "maintenance does not pay for it again"
    assert failed.usage is None


@pytest.mark.parametrize(
    ("reported", "expected"),
    [
        ({"prompt_tokens": 1000, "completion_tokens": 100}, (1000, 100)),
        ({"prompt_tokens": -5, "completion_tokens": -1e9}, (0, 0)),
        ({"prompt_tokens": 10.9, "completion_tokens": 3.0}, (10, 3)),
        ({"prompt_tokens": 10**30, "completion_tokens": 1e300}, ("most", "most")),
        ({"prompt_tokens": "many", "completion_tokens": None}, ("most", "most")),
        ({"prompt_tokens": True, "completion_tokens": []}, ("most", "most")),
        ({"prompt_tokens": 7}, (7, "most")),
    ],
    ids=str,
)
def test_reported_usage_is_taken_within_what_is_possible(model, reported, expected):
    model.will(completion(reported))
    asking = analyzer(model.url)
    most = asking.estimate(request())
    usage = asking.analyze(request()).usage
    bounds = (most.prompt_tokens, most.completion_tokens)
    wanted = tuple(b if e == "most" else e for e, b in zip(expected, bounds, strict=True))
    assert (usage.prompt_tokens, usage.completion_tokens) == wanted
    assert usage.cost == pytest.approx((wanted[0] + 10 * wanted[1]) / 1e6)
    assert 0 <= usage.cost <= most.cost


@pytest.mark.parametrize("reported", [None, [], "much", 7])
def test_usage_that_is_missing_is_unknown(model, reported):
    model.will(completion(reported))
    assert analyzer(model.url).analyze(request()).usage is None


@pytest.mark.parametrize("fails", [refuses, babbles, truncates, filters])
def test_an_answer_of_no_use_costs_what_it_reports(model, fails):
    model.will(fails)
    assert failure_of(model).usage == TokenUsage(1000, 100, 0.002)


@pytest.mark.parametrize(
    ("step", "reason", "retryable", "may_pass", "is_free"),
    [
        (error(400), "INVALID_ANSWER", False, False, True),
        (error(400, code="content_filter"), "REFUSED", False, False, True),
        (error(400, code="context_length_exceeded"), "TOO_LONG", False, False, True),
        (error(413), "TOO_LONG", False, False, True),
        (error(401), "MISCONFIGURED", False, True, True),
        (error(404), "MISCONFIGURED", False, True, True),
        (error(429), "RATE_LIMITED", True, True, True),
        (error(503), "UNAVAILABLE", True, True, True),
        (error(500), "UNAVAILABLE", True, True, False),
        (error(504), "UNAVAILABLE", True, True, False),
        (refuses, "REFUSED", False, False, False),
        (filters, "REFUSED", False, False, False),
        (truncates, "TRUNCATED", False, False, False),
        (babbles, "INVALID_ANSWER", True, False, False),
    ],
)
def test_only_what_may_help_is_tried_again(model, step, reason, retryable, may_pass, is_free):
    model.will(step)
    failed = failure_of(model)
    assert failed.reason == reason
    assert (failed.retryable, failed.may_pass) == (retryable, may_pass)
    assert (failed.usage == NOTHING) == is_free
    assert len(model.requests) == 1, "one call is one call"


def test_a_server_that_is_not_there_costs_nothing():
    with OpenAIServer() as gone:
        url = gone.url
    with pytest.raises(AnalysisError) as raised:
        analyzer(url).analyze(request())
    assert raised.value.reason == "UNAVAILABLE"
    assert raised.value.usage == NOTHING


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("7", 7),
        ("0", 0),
        ("999999999999999999999999", LONGEST_PAUSE),
        ("9" * 100_000, LONGEST_PAUSE),
        (format_datetime(NOW + timedelta(seconds=30), usegmt=True), 30),
        (format_datetime(NOW - timedelta(days=1), usegmt=True), 0),
        ("Fri, 31 Dec 9999 23:59:59 GMT", LONGEST_PAUSE),
        ("²", None),
        ("-1", None),
        ("1.5", None),
        ("nan", None),
        ("soon", None),
        ("", None),
    ],
)
def test_a_pause_is_a_number_of_seconds_or_a_date_within_an_hour(value, seconds):
    assert retry_after(value, NOW) == seconds


@given(st.text())
def test_any_text_is_a_pause_or_none(value):
    found = retry_after(value, NOW)
    assert found is None or 0 <= found <= LONGEST_PAUSE


def test_a_superscript_in_retry_after_does_not_break_the_analysis(model):
    def step(handler, _):
        handler.send_response(429)
        handler.send_header("Retry-After", "²")  # sent as Latin-1, which is what arrives
        handler.send_header("Content-Length", "2")
        handler.end_headers()
        handler.wfile.write(b"{}")

    model.will(step)
    failed = failure_of(model)
    assert (failed.reason, failed.retry_after) == ("RATE_LIMITED", None)


def test_the_answer_has_a_limit_and_old_servers_know_its_name(model):
    model.will(EMPTY)
    analyzer(model.url).analyze(request())
    assert model.requests[0]["max_tokens"] == 500


# --- what a call can cost


def rich_profile(size):
    """A profile of about `size` bytes."""
    count = size // 600
    preferences = [
        Preference(
            id=f"p{n}",
            type=PreferenceType.LIKE,
            description=f"{n} " + "x" * 490,
            confidence=(n % 100) / 100,
            base_confidence=(n % 100) / 100,
            created_at=NOW,
            last_updated=NOW,
        )
        for n in range(count)
    ]
    return Profile.model_construct(preferences=preferences)


def test_a_full_profile_costs_no_more_than_its_strongest_items():
    profile = rich_profile(1_000_000)
    given_ = known(profile)
    assert byte_length(json.dumps(given_, ensure_ascii=False)) <= KNOWN_BYTES
    sent = [int(item["id"][1:]) % 100 for item in given_["preferences"]]
    assert sent == sorted(sent, reverse=True), "the strongest come first"
    assert sent[0] == 99


def test_the_estimate_covers_whatever_is_sent(model):
    model.will(EMPTY)
    asking = analyzer(model.url)
    for texts in (["I love tea."], ["\U0010ffff" * 50_000], ['"\n' * 1000] * 10):
        asked = request(*texts, profile=rich_profile(1_000_000))
        asking.analyze(asked)
        content = sum(byte_length(each["content"]) for each in model.requests[-1]["messages"])
        estimate = asking.estimate(asked)
        assert content < estimate.prompt_tokens <= REQUEST_BYTES
        schema = byte_length(json.dumps(model.requests[-1]["response_format"]))
        assert estimate.prompt_tokens < content + 2 * schema, "it is not far off either"
        assert estimate.completion_tokens == 500


def test_a_batch_longer_than_any_call_is_split_before_it_is_sent(model):
    model.will(EMPTY)
    asked = ["x" * 50_000] * 10
    failed = failure_of(model, *asked)
    assert (failed.reason, failed.splittable, failed.usage) == ("TOO_LONG", True, NOTHING)
    assert not model.requests
    assert analyzer(model.url).estimate(request(*asked)).prompt_tokens == REQUEST_BYTES


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    ["choices", "message", "content", "usage", "finish_reason", "error"]
                ),
                inner,
                max_size=4,
            )
        ),
        max_leaves=12,
    )
)
def test_no_answer_is_an_unexpected_error(model, body):
    model.will(lambda handler, _: send(handler, 200, body))
    with contextlib.suppress(AnalysisError):
        analyzer(model.url, timeout=10).analyze(request())
