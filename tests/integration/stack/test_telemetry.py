"""A prompt and a failing analysis, followed through every span to a collector."""

import uuid

import pytest

from adapters.telemetry.table import ATTRIBUTES, FIGURES
from tests.support.api import Api
from tests.support.openai_server import EMPTY, OpenAIServer, error, preference
from tests.support.stacks import stack_process
from tests.support.telemetry.collector import Collector

SAID = "I love kayaking on quiet lakes."
KEY = "sk-a-key-of-the-model"
CLIENT_TRACE = uuid.uuid4().hex
CLIENT_SPAN = "00f067aa0ba902b7"
TRACEPARENT = {"traceparent": f"00-{CLIENT_TRACE}-{CLIENT_SPAN}-01"}
FOUND = {
    **EMPTY,
    "preferences": [preference(SAID, description="kayaking", context="User loves kayaking")],
}
UNSAID = [SAID, "kayaking", "quiet lakes", KEY, "Bearer", "private-state", "rojo=1"]


@pytest.fixture(scope="module")
def collector():
    with Collector() as running:
        yield running


@pytest.fixture(scope="module")
def model():
    with OpenAIServer() as server:
        yield server


@pytest.fixture(scope="module")
def observed_stack(collector, model):
    env = {
        "GOOGLE_CLOUD_PROJECT": f"demo-{uuid.uuid4().hex[:12]}",
        "REKINDLE_ANALYZER": "openai",
        "OPENAI_API_KEY": KEY,
        "OPENAI_BASE_URL": model.url,
        "REKINDLE_MODEL": "fake-model",
        "REKINDLE_PROMPT_PRICE": "1",
        "REKINDLE_COMPLETION_PRICE": "10",
        **collector.env,
    }
    with stack_process(env=env) as stack:
        yield stack


@pytest.fixture
def api(observed_stack, uid):
    with observed_stack.user(uid) as client:
        yield Api(client, observed_stack)


def ancestors(span, spans):
    """The names of a span and of what caused it, up to the client."""
    by_id = {each.id: each for each in spans}
    names = [span.name]
    while span.parent in by_id:
        span = by_id[span.parent]
        names.append(span.name)
    return names, span.parent


def check_nothing_was_given_away(collector, uid):
    everything = b"".join(head + body for _, body, head in collector.bodies)
    assert everything
    for secret in (*UNSAID, uid):
        assert secret.encode() not in everything, secret


def test_a_prompt_is_followed_from_the_client_to_the_changed_profile(api, uid, collector, model):
    model.will(FOUND)
    api.call("PATCH", "/v1/settings", {"userMemoryAnalysisInterval": 1})
    headers = TRACEPARENT | {"tracestate": "rojo=1,private-state=x", "X-Request-Id": "followed"}
    api.post("/v1/prompts", {"prompts": [{"content": SAID}]}, headers=headers)
    api.stack.idle()
    assert api.batches()[0]["state"] == "done"

    task = collector.await_span(lambda span: span.name == "task analyze_batch")
    spans = [span for span in collector.spans if span.trace == CLIENT_TRACE]
    (analysis,) = (span for span in spans if span.name == "analysis")
    names, client = ancestors(analysis, spans)
    assert names == [
        "analysis",
        "task analyze_batch",
        "enqueue analyze_batch",
        "event on_prompt_created",
        "POST /v1/prompts",
    ]
    assert client == CLIENT_SPAN, "the client's own span is the first cause"
    request, event, called = (
        next(span for span in spans if span.name == name)
        for name in ("POST /v1/prompts", "event on_prompt_created", "model fake-model")
    )
    assert request.attributes == {
        "http.request.method": "POST",
        "http.route": "/v1/prompts",
        "http.response.status_code": 202,
        "rekindle.request_id": "followed",
    }
    assert event.attributes["rekindle.outcome"] == "batched"
    assert event.attributes["rekindle.queue_seconds"] >= 0
    assert task.attributes["rekindle.attempt"] == 0
    assert task.attributes["rekindle.queue_seconds"] >= 0
    assert analysis.links == [request.id]
    assert analysis.attributes == {
        "rekindle.batch": api.batches()[0]["id"],
        "rekindle.trigger": "interval",
        "rekindle.attempt": 1,
        "rekindle.prompts": 1,
        "rekindle.decisions": 1,
        "rekindle.outcome": "done",
        "rekindle.profile_version": 1,
    }
    assert called.attributes == {
        "gen_ai.request.model": "fake-model",
        "gen_ai.usage.input_tokens": 1000,
        "gen_ai.usage.output_tokens": 100,
        "rekindle.cost_usd": 0.002,
        "rekindle.prompts": 1,
    }
    calls = [span for span in spans if span.name.startswith("database ")]
    assert {ancestors(span, spans)[0][1] for span in calls} == {
        "POST /v1/prompts",
        "event on_prompt_created",
        "analysis",
    }
    assert all(span.attributes["db.operation.name"] in span.name for span in calls)
    assert not any(span.failed for span in spans)
    check_nothing_was_given_away(collector, uid)


def test_a_failing_analysis_says_why_and_nothing_else(api, uid, collector, model):
    model.will(error(401, message=f"{SAID} {KEY}"))
    api.say(SAID)
    api.post("/v1/profile/refresh")
    api.stack.idle()
    batch = api.batches()[0]
    assert batch["state"] == "failed"

    failed = collector.await_span(
        lambda span: span.attributes.get("rekindle.batch") == batch["id"] and span.failed
    )
    assert failed.name == "analysis"
    assert failed.attributes["error.type"] == "MISCONFIGURED"
    assert failed.attributes["rekindle.outcome"] == "failed"
    (called,) = (span for span in collector.spans if span.parent == failed.id and span.failed)
    assert called.name == "model fake-model"
    assert called.attributes["error.type"] == "MISCONFIGURED"
    names, _ = ancestors(failed, collector.spans)
    assert names[-1] == "POST /v1/profile/refresh", "the request that had it analyzed"
    recorded = {span.id: span.name for span in collector.spans}
    assert [recorded[link] for link in failed.links] == ["POST /v1/prompts"]
    check_nothing_was_given_away(collector, uid)


def test_figures_count_what_happens(api, uid, collector, model):
    model.will(FOUND)
    before = collector.figures
    api.learn(SAID)
    api.refused("GET", "/v1/memory/none", headers={"X-Request-Id": "last"})
    collector.await_span(lambda span: span.attributes.get("rekindle.request_id") == "last")
    # Each process sends its totals at the end of its next request.
    api.client.get("/v1/profile", headers={"X-Request-Id": uid})
    api.stack.idle()
    after = collector.figures

    def grown(name, **by):
        key = name, frozenset(by.items())
        return after.get(key, 0) - before.get(key, 0)

    assert grown("rekindle_request_seconds", method="POST", route="/v1/prompts", status=202) == 1
    assert grown("rekindle_request_seconds", method="POST", route="analyze_batch", status=200) == 1
    assert grown("rekindle_database_calls", call="commit") >= 3
    assert grown("rekindle_decisions", outcome="added") == 1
    assert grown("rekindle_failures", reason="NO_SUCH_ENTRY") == 1
    assert grown("rekindle_queue_seconds", route="on_prompt_created") == 1
    assert grown("rekindle_queue_seconds", route="analyze_batch") == 1
    assert grown("rekindle_model_cost", model="fake-model") == pytest.approx(0.002)
    check_nothing_was_given_away(collector, uid)


def test_all_that_is_promised_is_sent_and_nothing_else(api, uid, collector, model):
    """One prompt that is learned from, one analysis that fails, and what can be refused."""
    unfounded = preference("I love rowing at night.", description="rowing")
    model.will({**FOUND, "preferences": [*FOUND["preferences"], unfounded]})
    api.learn(SAID)
    model.will(error(401, message=f"{SAID} {KEY}"))
    api.say(SAID)
    api.post("/v1/profile/refresh")
    api.stack.idle()
    api.stack.control("PUT", "faults", {"abort": 1})
    api.client.post("/v1/prompts", json={"prompts": [{"content": SAID}]})
    api.stack.control("DELETE", "faults")
    api.stack.idle()
    # Each process sends its totals at the end of its next request.
    api.profile()
    api.refused("GET", "/v1/memory/none", headers={"X-Request-Id": "all-of-it"})
    collector.await_span(lambda span: span.attributes.get("rekindle.request_id") == "all-of-it")

    names = {name for span in collector.spans for name in span.attributes}
    assert names == {attribute.name for attribute in ATTRIBUTES.values()}
    told = {}
    for name, by in collector.figures:
        told.setdefault(name, set()).update(key for key, _ in by)
    assert told == {figure.value: set(measure.by) for figure, measure in FIGURES.items()}
    check_nothing_was_given_away(collector, uid)


def test_the_analysis_of_an_import_is_linked_to_the_request_that_brought_it(api, collector, model):
    model.will(FOUND)
    at = "2024-01-01T00:00:00Z"
    message = {"id": "1", "threadId": "t", "content": SAID, "createdAt": at}
    body = {"source": "chatgpt", "messages": [message]}
    api.post("/v1/imports/old", body, headers={"X-Request-Id": "imported"})
    request = collector.await_span(
        lambda span: span.attributes.get("rekindle.request_id") == "imported"
    )
    api.stack.idle()
    analysis = collector.await_span(
        lambda span: span.name == "analysis" and span.attributes["rekindle.trigger"] == "import"
    )
    assert analysis.links == [request.id]


def test_a_streamed_answer_is_followed_to_its_end(api, collector):
    api.say(SAID)
    api.client.get("/v1/export", headers={"X-Request-Id": "streamed"})
    request = collector.await_span(
        lambda span: span.attributes.get("rekindle.request_id") == "streamed"
    )
    after = collector.await_span(
        lambda span: span.parent == request.id and span.start > request.end
    )
    assert after.name.startswith("database ")


def test_the_bill_is_the_same_whether_anything_is_traced_or_not(api, stack, uid):
    def bill(of):
        of.stack.idle()
        of.stack.control("DELETE", "usage")
        of.say(SAID)
        of.get("/v1/context")
        of.stack.idle()
        return of.stack.control("GET", "usage")

    with stack.user(uid) as client:
        assert bill(api) == bill(Api(client, stack))


def test_the_trace_is_no_part_of_what_users_see(api):
    (id_,) = api.say(SAID)
    assert "traceparent" not in api.get(f"/v1/prompts/{id_}")
    assert all("traceparent" not in prompt for prompt in api.get("/v1/export")["prompts"])


@pytest.mark.parametrize("wrong", [{}, {"OTEL_EXPORTER_OTLP_COMPRESSION": "nonsense"}])
def test_nothing_fails_where_no_collector_can_be_reached(uid, wrong):
    collector = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9"}
    env = {"REKINDLE_ANALYZER": "offline", **collector, **wrong}
    with stack_process(env=env) as away, away.user(uid) as client:
        Api(client, away).learn("I love rowing.")
