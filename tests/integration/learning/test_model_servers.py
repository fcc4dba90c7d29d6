"""Servers that speak OpenAI's API, each in its own way."""

import json
import logging
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.openai.dialect import Dialect, adapted, first_try
from adapters.openai.plain_words import LONGEST, plain
from adapters.openai.server_error import ServerError
from shared.learning.analyzer import AnalysisError, TokenUsage
from shared.learning.candidates import PreferenceCandidate
from tests.support.model.calls import analyzer, request
from tests.support.model.quirks import (
    ANSWERS,
    LEARNED,
    NO_SCHEMA_BUT_JSON,
    SERVERS,
    Refusal,
    fussy,
    openai_error,
    says,
)
from tests.support.model.quirks import (
    given as has,
)
from tests.support.openai_server import EMPTY, OpenAIServer, answer, error, send

ONE_CALL = TokenUsage(1000, 100, 0.002)
NOTHING = TokenUsage()


@pytest.fixture(scope="module")
def model():
    with OpenAIServer() as server:
        yield server


def descriptions(analysis):
    return [
        each.description for each in analysis.candidates if isinstance(each, PreferenceCandidate)
    ]


def failure_of(asking, *texts, **more):
    with pytest.raises(AnalysisError) as raised:
        asking.analyze(request(*texts, **more))
    return raised.value


# --- what a server refuses is learned, and remembered


@pytest.mark.parametrize("server", SERVERS)
def test_a_refused_parameter_is_left_out_from_then_on(model, server):
    model.will(fussy(*SERVERS[server]))
    asking = analyzer(model.url)
    first = asking.analyze(request("I love Python"))
    assert descriptions(first) == ["Python"]
    assert first.usage == ONE_CALL, "what was refused cost nothing"
    assert 2 <= len(model.requests) <= 6
    model.requests.clear()
    assert descriptions(asking.analyze(request("I love Python"))) == ["Python"]
    assert len(model.requests) == 1, "the second request is worded right at once"
    limits = model.requests[0].keys() & {"max_tokens", "max_completion_tokens"}
    assert [model.requests[0][name] for name in limits] == [500], "an answer is never unbounded"


def test_each_server_has_an_analyzer_of_its_own(model):
    model.will(fussy(*SERVERS["OpenAI, a model that reasons"]))
    analyzer(model.url).analyze(request())
    model.will(LEARNED)
    analyzer(model.url).analyze(request())
    assert model.requests[0]["temperature"] == 0


def test_without_a_strict_schema_the_model_is_told_the_schema(model):
    model.will(
        fussy(NO_SCHEMA_BUT_JSON, Refusal(has("response_format"), {"detail": "json_object"}))
    )
    analyzer(model.url).analyze(request())
    strict, mode, text = model.requests
    assert "JSON schema" not in strict["messages"][0]["content"]
    assert mode["response_format"] == {"type": "json_object"}
    assert "response_format" not in text
    schema = strict["response_format"]["json_schema"]["schema"]
    for each in (mode, text):
        assert json.dumps(schema) in each["messages"][0]["content"]


def test_what_one_users_words_cause_is_not_remembered(model):
    """An error may quote what the user said, and name a parameter by that."""

    def step(handler, asked):
        if "thermometers" in asked["messages"][-1]["content"]:
            error(400, message="bad input: I love temperature and thermometers")(handler, asked)
        else:
            answer(handler, json.dumps(LEARNED))

    model.will(step)
    asking = analyzer(model.url)
    assert failure_of(asking, "I love temperature and thermometers").reason == "INVALID_ANSWER"
    asking.analyze(request("I love Python"))
    assert model.requests[-1]["temperature"] == 0
    assert model.requests[-1]["response_format"]["type"] == "json_schema"


def test_a_server_that_refuses_again_and_again_is_asked_at_most_six_times(model):
    words = "temperature, max_tokens, max_completion_tokens, response_format and the system role"
    model.will(error(400, message=f"not supported: {words}"))
    failed = failure_of(analyzer(model.url))
    assert (failed.reason, failed.usage) == ("MISCONFIGURED", NOTHING)
    assert len(model.requests) <= 6


@pytest.mark.parametrize("name", ["max_tokens", "max_completion_tokens"])
def test_both_names_of_the_limit_are_tried_and_none_is_left_out(name):
    other = ({"max_tokens", "max_completion_tokens"} - {name}).pop()
    refusal = ServerError(400, param=name)
    found = adapted(Dialect(name), refusal, warm=True)
    assert found.limit == other
    assert adapted(found, ServerError(400, param=other), warm=True) is None


def test_openai_and_azure_are_asked_with_the_newer_name_at_once():
    def limit(url):
        return first_try(analyzer(url)._config).limit

    assert limit(None) == "max_completion_tokens"
    assert limit("https://eu.openai.azure.com/openai/v1") == "max_completion_tokens"
    assert limit("http://localhost:11434/v1") == "max_tokens"
    assert limit("https://openai.com.evil.example/v1") == "max_tokens"


@given(st.integers(100, 599), st.text(max_size=200), st.text(max_size=40), st.booleans())
def test_giving_up_ends_whatever_a_server_says(status, words, param, warm):
    said = f"{words} temperature max_tokens max_completion_tokens response_format system role"
    dialect, steps = Dialect("max_tokens"), 0
    while (found := adapted(dialect, ServerError(status, "", param, said), warm=warm)) is not None:
        assert found != dialect
        dialect, steps = found, steps + 1
    assert steps <= 5


# --- the JSON in an answer


@pytest.mark.parametrize("dressed", ANSWERS)
def test_the_answer_is_found_however_it_is_dressed(model, dressed):
    model.will(ANSWERS[dressed])
    assert descriptions(analyzer(model.url).analyze(request("I love Python"))) == ["Python"]


@pytest.mark.parametrize(
    "content",
    [
        "I'm sorry, but I can't help with that.",
        "I cannot assist with this request.",
        "Sorry, I am unable to read this.",
    ],
)
def test_a_refusal_in_prose_is_a_refusal(model, content):
    model.will(says(content))
    failed = failure_of(analyzer(model.url))
    assert (failed.reason, failed.splittable, failed.usage) == ("REFUSED", True, ONE_CALL)


@pytest.mark.parametrize(
    ("step", "detail"),
    [
        (says("Sure! Here they are:"), "answer: json_invalid"),
        (says('{"preferences": ['), "answer: json_invalid"),
        (says("{}"), "preferences: missing; patterns: missing; workflows: missing; skills: "),
        (says('{"preferences": {"Ada": "secret"}}'), "preferences: list_type"),
        (says(json.dumps({**EMPTY, "I live in Ulm": 1})), "…: extra_forbidden"),
        (says(""), "the answer is empty"),
        (says(None, reasoning_content="Hm."), "the answer is empty"),
    ],
)
def test_an_invalid_answer_says_where_and_how_but_not_what(model, step, detail):
    model.will(step)
    failed = failure_of(analyzer(model.url))
    assert (failed.reason, failed.retryable, failed.usage) == ("INVALID_ANSWER", True, ONE_CALL)
    assert failed.detail.startswith(detail)
    assert not any(word in failed.detail + failed.message for word in ("Ada", "secret", "Ulm"))


def test_the_next_request_tells_the_model_what_was_wrong(model):
    model.will(LEARNED)
    asking = analyzer(model.url)
    told = request(problem="facts: missing; …: extra_forbidden")
    asking.analyze(told)
    instructions, data = model.requests[-1]["messages"]
    assert (
        "did not match the schema (facts: missing; …: extra_forbidden)" in instructions["content"]
    )
    assert "missing" not in data["content"]
    assert asking.estimate(told).prompt_tokens > asking.estimate(request()).prompt_tokens


# --- each failure says what to change

FAILURES = [
    json.loads(line)
    for line in (Path(__file__).parent / "model_failures.jsonl").read_text().splitlines()
]
"""What servers answer, the reason of the failure, and what its message must name."""


@pytest.mark.parametrize(
    "case", FAILURES, ids=[f"{n}-{each['reason']}" for n, each in enumerate(FAILURES, start=1)]
)
def test_each_failure_says_what_to_change(model, case):
    status, body, reason = case["status"], case["body"], case["reason"]

    def step(handler, _):
        if isinstance(body, str):
            handler.send_response(status)
            handler.send_header("Content-Length", str(len(body)))
            handler.end_headers()
            handler.wfile.write(body.encode())
        else:
            send(handler, status, body)

    model.will(step)
    failed = failure_of(analyzer(model.url))
    assert failed.reason == reason
    assert case["hint"] in failed.message
    assert "Ulm" not in failed.message
    assert len(model.requests) == 1, "it is nothing that another wording would change"
    assert failed.splittable == (reason in ("TOO_LONG", "REFUSED"))
    assert failed.retryable == (
        reason == "UNAVAILABLE"
        or (reason == "RATE_LIMITED" and status == 429)
        or "json_validate" in str(body)
    )


def test_an_answer_that_is_cut_off_says_how_to_get_a_longer_one(model):
    model.will(says('{"preferences": [', finish="length"))
    failed = failure_of(analyzer(model.url))
    assert (failed.reason, failed.usage) == ("TRUNCATED", ONE_CALL)
    assert "REKINDLE_COMPLETION_TOKENS" in failed.message


def test_an_answer_that_breaks_off_is_retried(model):
    model.will(says('{"preferences": [', finish="error"))
    failed = failure_of(analyzer(model.url))
    assert (failed.reason, failed.retryable, failed.usage) == ("UNAVAILABLE", True, ONE_CALL)


@pytest.mark.parametrize(
    ("url", "reason", "hint"),
    [
        ("localhost:11434/v1", "MISCONFIGURED", "http://"),
        ("http://name.invalid/v1", "UNAVAILABLE", "cannot be found"),
        ("http://127.0.0.1:9/v1", "UNAVAILABLE", "host and port"),
    ],
)
def test_an_address_without_a_server_says_what_to_change(url, reason, hint):
    failed = failure_of(analyzer(url))
    assert (failed.reason, failed.usage) == (reason, NOTHING)
    assert hint in failed.message


def test_a_server_without_tls_says_so(model):
    failed = failure_of(analyzer(model.url.replace("http:", "https:")))
    assert (failed.reason, failed.usage) == ("MISCONFIGURED", NOTHING)
    assert "http://" in failed.message


# --- the server's words in the log


def test_the_servers_words_are_in_the_log(model, caplog):
    model.will(fussy(*SERVERS["OpenAI, a model that reasons"]))
    with caplog.at_level(logging.WARNING):
        analyzer(model.url).analyze(request())
    assert "'temperature' does not support 0 with this model. Only the default (1)" in caplog.text


def test_the_log_has_no_content_and_no_key(model, caplog):
    said = "Maja from Ulm was born on 1984-05-17, call 0731 4711"
    for quoting in (
        openai_error(f"cannot parse: {said}", failed_generation=said),
        openai_error("Incorrect API key provided: test-key-9f8e7d.", code="invalid_api_key"),
        {"detail": [{"loc": ["body", "messages", 0], "msg": "bad", "input": said}]},
    ):
        model.will(error(400) if quoting is None else lambda h, _, q=quoting: send(h, 400, q))
        with caplog.at_level(logging.DEBUG, logger="adapters"):
            failed = failure_of(analyzer(model.url), said)
        for word in ("Maja", "Ulm", "1984", "0731", "4711", "9f8e7d", "born"):
            assert word not in caplog.text + failed.message + failed.detail


@given(st.text(), st.text())
def test_only_known_words_and_numbers_that_nobody_said_pass(words, said):
    logged = plain(words, said)
    assert len(logged) <= LONGEST
    for digits in filter(str.isdigit, logged.replace("…", " ").split()):
        assert digits not in said


@given(st.lists(st.text("abcdefgxyz", min_size=4, max_size=9), min_size=1, max_size=5))
def test_unknown_words_become_a_gap(words):
    logged = plain(" ".join(["the model does not support", *(f"{w}q" for w in words)]), "")
    assert logged.startswith("the model does not support")
    assert not any(f"{word}q" in logged for word in words)
