"""The proxy between the SDKs of OpenAI, a model's server, and Rekindle."""

import gzip
import json
import os
import socket
import subprocess
import sys
import threading

import httpx
import openai
import pytest

from emulator.gateway.paths import ROOT
from tests.support.capture.fake_rekindle import FakeRekindle
from tests.support.capture.proxy_process import proxy_process
from tests.support.capture.upstream import BREAK, Upstream, completion, error, events
from tests.support.node_clients import CLIENTS, node, node_env

TOKEN = "rk_the_key"
UPSTREAM_KEY = "sk-of-the-model"
TOOLS = [{"type": "function", "function": {"name": "time", "parameters": {"type": "object"}}}]


@pytest.fixture(scope="module")
def rekindle():
    with FakeRekindle() as fake:
        yield fake


@pytest.fixture(scope="module")
def upstream():
    with Upstream() as server:
        yield server


@pytest.fixture(scope="module")
def address(rekindle, upstream):
    with proxy_process(upstream.url, rekindle.url, REKINDLE_TOKEN=TOKEN) as url:
        yield url


@pytest.fixture(autouse=True)
def fresh(rekindle, upstream, address):
    """Both servers as they are at first; the memory that the proxy has of messages stays."""
    rekindle.requests.clear()
    rekindle.answers.clear()
    rekindle.gate.set()
    upstream.requests.clear()
    upstream.go_on.set()
    upstream.broke_off.clear()
    upstream.will(completion("Tea it is."))


@pytest.fixture
def model(address):
    with openai.OpenAI(base_url=address, api_key=UPSTREAM_KEY, max_retries=0) as client:
        yield client


def ask(model, *messages, **fields):
    said = [each if isinstance(each, dict) else user(each) for each in messages]
    return model.chat.completions.create(model="m", messages=said, **fields)


def user(text):
    return {"role": "user", "content": text}


def test_the_block_stands_behind_the_systems_message_and_the_users_words_are_recorded(
    model, upstream, rekindle
):
    system = {"role": "system", "content": "Be brief."}
    answer = ask(model, system, "I love tea.", temperature=0.5, extra_body={"x_unknown": [1]})
    assert answer.choices[0].message.content == "Tea it is."
    (request,) = upstream.requests
    block = {"role": "system", "content": rekindle.block}
    assert request.messages == [system, block, user("I love tea.")]
    assert json.loads(request.body)["x_unknown"] == [1]
    assert request.path == "/v1/chat/completions"
    assert request.headers["authorization"] == f"Bearer {UPSTREAM_KEY}"
    rekindle.wait_for("POST", "/v1/prompts")
    assert rekindle.prompts() == ["I love tea."]
    assert {headers["Authorization"] for *_, headers in rekindle.requests} == {f"Bearer {TOKEN}"}


def test_the_answer_has_every_byte_and_header(address, upstream):
    status, headers, (body,) = completion("ä", x_reasoning=["kept"])
    upstream.will((status, headers, [body]))
    answer = post(address, user("Hello, every byte."))
    assert answer.content == body
    assert answer.headers["set-cookie"] == "a=b"
    assert answer.headers["x-request-id"] == "req-1"
    assert set(answer.headers) == {"content-type", "content-length", "set-cookie", "x-request-id"}


def test_a_stream_comes_as_it_is_sent(model, upstream):
    upstream.will(events("Tea", " it", " is."))
    upstream.go_on.clear()
    stream = ask(model, "Stream, please.", stream=True)
    parts = iter(stream)
    assert next(parts).choices[0].delta.content == "Tea"  # before there is more
    upstream.go_on.set()
    assert [part.choices[0].delta.content for part in parts] == [" it", " is."]


def test_a_stream_has_every_byte(address, upstream):
    sent = events("Tea", "ä")
    upstream.will(sent)
    with httpx.stream("POST", f"{address}/chat/completions", json=body_of(user("Bytes."))) as got:
        assert b"".join(got.iter_raw()) == b"".join(sent[2])
        assert got.headers["content-type"] == sent[1]["Content-Type"]


def test_a_compressed_answer_stays_compressed(address, upstream):
    body = gzip.compress(b'{"choices": []}')
    upstream.will((200, {"Content-Encoding": "gzip", "Content-Type": "application/json"}, [body]))
    with httpx.stream("POST", f"{address}/chat/completions", json=body_of(user("Zip."))) as got:
        assert b"".join(got.iter_raw()) == body
        assert got.headers["content-encoding"] == "gzip"


def test_an_answer_that_the_model_breaks_off_is_broken_off(model, upstream):
    status, headers, parts = events("Tea", " it is.")
    upstream.will((status, headers, [parts[0], BREAK]))
    stream = iter(ask(model, "Break off.", stream=True))
    assert next(stream).choices[0].delta.content == "Tea"
    with pytest.raises(openai.APIConnectionError):
        next(stream)


def test_tools_pass_and_their_results_are_not_recorded(model, upstream, rekindle):
    call = {"id": "c1", "type": "function", "function": {"name": "time", "arguments": "{}"}}
    upstream.will(completion(None, tool_calls=[call]), completion("It is noon."))
    answer = ask(model, "What time is it?", tools=TOOLS)
    assert answer.choices[0].message.tool_calls[0].function.name == "time"
    turn = {"role": "assistant", "content": "I love gin.", "tool_calls": [call]}
    result = {"role": "tool", "tool_call_id": "c1", "content": "I love rum."}
    ask(model, "What time is it?", turn, result, tools=TOOLS)
    assert upstream.requests[-1].messages[-2:] == [turn, result]
    assert json.loads(upstream.requests[-1].body)["tools"] == TOOLS
    ask(model, "What time is it?", turn, result, {"role": "assistant", "content": "Noon."}, "Ta.")
    rekindle.wait_for("POST", "/v1/prompts", 2)
    assert rekindle.prompts() == ["What time is it?", "Ta."]


def test_a_message_that_is_sent_again_is_recorded_once(model, upstream, rekindle):
    for _ in range(3):
        ask(model, "I love retries.")
    ask(model, "I love retries.", {"role": "assistant", "content": "Yes."}, "I love retries.")
    rekindle.wait_for("POST", "/v1/prompts", 2)
    assert rekindle.prompts() == ["I love retries."] * 2
    ids = [one["id"] for body in rekindle.to("POST", "/v1/prompts") for one in body["prompts"]]
    assert len(set(ids)) == 2


def test_a_message_that_could_not_be_recorded_is_tried_again_under_the_same_id(model, rekindle):
    rekindle.refuse("POST", "/v1/prompts", 403, "INSUFFICIENT_SCOPE")
    ask(model, "I love patience.")
    rekindle.wait_for("POST", "/v1/prompts")
    rekindle.answers.clear()
    for _ in range(200):  # until the proxy knows that it was refused
        ask(model, "I love patience.")
        if len(rekindle.prompts()) > 1:
            break
    ids = [one["id"] for body in rekindle.to("POST", "/v1/prompts") for one in body["prompts"]]
    assert len(ids) > 1
    assert len(set(ids)) == 1


def test_what_is_private_goes_to_the_model_and_is_not_recorded(model, upstream, rekindle):
    said = "I love cake. <private>My PIN is 1234.</private>"
    ask(model, said)
    ask(model, "Private in all.", extra_headers={"X-Rekindle-Private": "1"})
    ask(model, "The last one.")
    assert upstream.requests[0].messages[-1] == user(said)
    assert "x-rekindle-private" not in upstream.requests[1].headers
    rekindle.wait_for("POST", "/v1/prompts", 2)
    assert rekindle.prompts() == ["I love cake.", "The last one."]


@pytest.mark.parametrize(
    ("status", "code", "raised"),
    [
        (400, "context_length_exceeded", openai.BadRequestError),
        (401, "invalid_api_key", openai.AuthenticationError),
        (429, "rate_limit_exceeded", openai.RateLimitError),
        (500, None, openai.InternalServerError),
    ],
)
def test_errors_of_the_model_pass(model, upstream, status, code, raised):
    upstream.will(error(status, code, **{"Retry-After": "7", "x-request-id": "req-9"}))
    with pytest.raises(raised) as caught:
        ask(model, f"Fail with {status}.")
    assert caught.value.code == code
    assert caught.value.response.headers["retry-after"] == "7"
    assert caught.value.request_id == "req-9"


def test_other_paths_pass_untouched(model, address, upstream):
    listed = {"object": "list", "data": [{"id": "m", "object": "model", "created": 1}]}
    upstream.will((200, {"Content-Type": "application/json"}, [json.dumps(listed).encode()]))
    assert [each.id for each in model.models.list()] == ["m"]
    body = b'{"input" :  "I love gin.", "model": "m"}'
    for path in ("responses?a=%2F&b", "embeddings"):
        kind = {"Content-Type": "application/json"}
        httpx.post(f"{address}/{path}", content=body, headers=kind)
        assert upstream.requests[-1].path == f"/v1/{path}"
        assert upstream.requests[-1].body == body
    httpx.post(f"{address}/files", files={"file": b"x" * 100_000})
    assert len(upstream.requests[-1].body) > 100_000
    assert httpx.delete(f"{address}/files/1").status_code == 200
    assert upstream.requests[-1].method == "DELETE"


def test_the_address_of_the_model_stands_for_the_proxys_version(upstream, rekindle):
    with proxy_process(f"{upstream.url}beta/openai", rekindle.url, REKINDLE_TOKEN=TOKEN) as url:
        httpx.get(f"{url}/models?limit=1", trust_env=False)
    assert upstream.requests[-1].path == "/v1beta/openai/models?limit=1"


@pytest.mark.parametrize("body", [b"{", b"[]", b'{"messages": "a"}', b""])
def test_a_request_that_is_wrong_is_left_to_the_model(address, upstream, body):
    kind = {"Content-Type": "application/json"}
    httpx.post(f"{address}/chat/completions", content=body, headers=kind)
    assert upstream.requests[-1].body == body


def test_without_a_block_the_request_has_every_byte(address, upstream, rekindle):
    rekindle.refuse("GET", "/v1/context", 503, "DATABASE_BUSY")
    body = b'{ "messages":[{"role":"user","content":"No memory."}],  "n":1e0 }'
    kind = {"Content-Type": "application/json"}
    httpx.post(f"{address}/chat/completions", content=body, headers=kind)
    assert upstream.requests[-1].body == body


def test_the_model_answers_without_memory_where_rekindle_is_slow(model, upstream, rekindle):
    rekindle.gate.clear()
    assert ask(model, "Are you there?").choices[0].message.content == "Tea it is."
    assert upstream.requests[-1].messages == [user("Are you there?")]


def test_or_away(upstream):
    with (
        proxy_process(upstream.url, "http://127.0.0.1:9", REKINDLE_TOKEN=TOKEN) as url,
        openai.OpenAI(base_url=url, api_key=UPSTREAM_KEY) as model,
    ):
        assert ask(model, "Are you there?").choices[0].message.content == "Tea it is."


def test_a_model_that_cannot_be_reached_is_an_error_that_says_so(rekindle):
    with (
        proxy_process("http://127.0.0.1:9/v1", rekindle.url, REKINDLE_TOKEN=TOKEN) as url,
        openai.OpenAI(base_url=url, api_key=UPSTREAM_KEY, max_retries=0) as model,
        pytest.raises(openai.InternalServerError, match="--upstream") as caught,
    ):
        ask(model, "Hello.")
    assert caught.value.status_code == 502


@pytest.mark.parametrize("stream", [False, True])
def test_a_program_that_goes_away_ends_the_request_to_the_model(address, upstream, stream):
    upstream.will((200, {"Content-Type": "text/event-stream"}, [b"x" * 65_536] * 2_000))
    upstream.go_on.clear()
    said = body_of(user(f"I go away {stream}."), stream=stream)
    with httpx.stream("POST", f"{address}/chat/completions", json=said) as got:
        next(got.iter_raw())
    upstream.go_on.set()
    assert upstream.broke_off.wait(60)


def test_web_pages_are_refused(address, upstream):
    page = {"Origin": "https://evil.example"}
    assert httpx.post(f"{address}/chat/completions", headers=page, json={}).status_code == 403
    assert httpx.options(f"{address}/models", headers=page).status_code == 403
    rebound = {"Host": "evil.example"}
    refused = httpx.get(f"{address}/models", headers=rebound)
    assert refused.status_code == 403
    assert "this machine" in refused.json()["error"]["message"]
    assert upstream.requests == []


def test_requests_at_the_same_time_do_not_mix(model, upstream, rekindle):
    threads = [threading.Thread(target=ask, args=(model, f"Number {n}.")) for n in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    rekindle.wait_for("POST", "/v1/prompts", 8)
    said = sorted(request.messages[-1]["content"] for request in upstream.requests)
    assert said == sorted(rekindle.prompts()) == [f"Number {n}." for n in range(8)]


@pytest.mark.parametrize("stream", ["", "stream"])
def test_the_sdk_for_node_gets_answers_errors_and_tools(address, upstream, rekindle, stream):
    call = {"id": "c1", "type": "function", "function": {"name": "time", "arguments": "{}"}}
    answers = [events("Tea", " it is.")] if stream else [completion("Tea it is.")]
    upstream.will(*answers, completion(None, tool_calls=[call]), error(429, "slow"))
    ended = subprocess.run(
        [node(), CLIENTS / "openai_chat.cjs", address, stream],
        env=node_env(OPENAI_API_KEY=UPSTREAM_KEY),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout) == {
        "text": "Tea it is.",
        "tool": "time",
        "error": {"status": 429, "code": "slow"},
    }
    assert upstream.requests[0].messages[0]["content"] == rekindle.block


def test_what_cannot_run_says_so():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert "--upstream" in refused_to_run("--upstream", "nonsense")
        assert "--port" in refused_to_run("--upstream", "https://a.example", "--port", port)


def refused_to_run(*arguments):
    ended = subprocess.run(
        [sys.executable, "-m", "cli", "proxy", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "clients" / "python" / "src")},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ended.returncode == 2
    assert "Traceback" not in ended.stderr
    return ended.stderr


def body_of(*messages, **fields):
    return {"model": "m", "messages": list(messages), **fields}


def post(address, *messages):
    return httpx.post(f"{address}/chat/completions", json=body_of(*messages), timeout=60)
