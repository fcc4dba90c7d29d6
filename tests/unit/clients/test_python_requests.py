"""How the Python client sends requests: repetition, keys, tokens, errors, cancellation."""

import asyncio
import json
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rekindle_client import (
    Aborted,
    ApiError,
    AsyncRekindle,
    FirebaseToken,
    Grant,
    NewPrompt,
    OAuthToken,
    Rekindle,
    SignedOut,
    Unauthenticated,
    Unavailable,
    UnexpectedAnswer,
    Unreachable,
    without_private,
)
from rekindle_client._retry import wait_before
from tests.support.python_client.answers import (
    RECORDED,
    URL,
    Calls,
    Server,
    ok,
    old_token,
    refusal,
)


@pytest.fixture(params=["threads", "tasks"])
def calls(request) -> Calls:
    return Calls(request.param)


def test_what_is_busy_is_asked_again_not_before_the_time_it_names(calls):
    busy = {"Retry-After": "3"}
    server = Server(
        refusal(503, "UNAVAILABLE", "DATABASE_BUSY", **busy), httpx.ReadError("x"), ok()
    )
    answer = calls.run(server, lambda client: client.tools.list())
    assert answer.instructions == "Save what lasts."
    assert len(calls.waits) == 2
    assert calls.waits[0] >= 3


def test_a_post_keeps_its_key_and_another_one_has_another(calls):
    server = Server(httpx.ReadTimeout("x"), ok(RECORDED), ok(RECORDED))
    calls.run(server, lambda client: client.record("Hello"))
    calls.run(server, lambda client: client.record("Hello"))
    first, again, other = server.told("Idempotency-Key")
    assert first == again != other
    assert first


def test_a_key_of_the_caller_is_told_apart_for_each_request(calls):
    answers = [
        ok({"prompts": [{"id": str(n), "status": "recorded"} for n in range(count)]})
        for count in (100, 3)
    ]
    server = Server(*answers)
    prompts = [NewPrompt(content=str(n)) for n in range(103)]
    calls.run(
        server, lambda client: client.with_options(idempotency_key="mine").record_all(prompts)
    )
    assert server.told("Idempotency-Key") == ["mine", "mine.1"]


def test_it_gives_up_after_the_last_repetition(calls):
    server = Server(*[httpx.ConnectError("x")] * 3)
    with pytest.raises(Unreachable, match="Check the connection"):
        calls.run(server, lambda client: client.with_options(retries=2).tools.list())
    assert len(server.requests) == 3


def test_a_rollback_that_may_have_happened_is_not_repeated(calls):
    server = Server(httpx.ReadTimeout("x"))
    with pytest.raises(Unreachable):
        calls.run(server, lambda client: client.profile.roll_back(3))


@pytest.mark.parametrize(
    "answer",
    [
        refusal(429, "RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED"),
        refusal(503, "UNAVAILABLE", "DATABASE_BUSY", **{"Retry-After": "3600"}),
        refusal(400, "INVALID_ARGUMENT", "INVALID_FIELD"),
    ],
    ids=["quota", "long", "wrong"],
)
def test_what_repeating_does_not_help_is_told_at_once(calls, answer):
    server = Server(answer)
    with pytest.raises(ApiError):
        calls.run(server, lambda client: client.tools.list())
    assert calls.waits == []


def test_a_refusal_says_what_the_api_says(calls):
    server = Server(refusal(409, "ABORTED", "VERSION_MOVED", **{"X-Request-Id": "r1"}))
    with pytest.raises(Aborted, match="It was refused") as refused:
        calls.run(server, lambda client: client.profile.clear(version=3))
    assert refused.value.reason == "VERSION_MOVED"
    assert refused.value.code == 409
    assert refused.value.request_id == "r1"
    assert refused.value.detail("VERSION_MOVED") == {"reason": "VERSION_MOVED"}
    assert refused.value.detail("ID_TAKEN") is None
    assert server.told("If-Match") == ['"3"']


def test_a_proxy_in_between_is_no_riddle(calls):
    with pytest.raises(Unavailable, match="The server answered 503 Service Unavailable"):
        calls.run(Server(httpx.Response(503, text="<html>")), lambda c: c.tools.list(), retries=0)
    with pytest.raises(UnexpectedAnswer, match="Check the address"):
        calls.run(Server(httpx.Response(200, text="<html>")), lambda c: c.tools.list())
    with pytest.raises(ApiError, match="302"):
        calls.run(Server(httpx.Response(302)), lambda c: c.tools.list())


def test_a_token_that_ended_is_asked_for_anew_once(calls):
    asked = []

    def token(refresh):
        asked.append(refresh)
        return f"token {len(asked)}"

    server = Server(old_token(), ok())
    calls.run(server, lambda client: client.tools.list(), token)
    assert asked == [False, True]
    assert server.told("Authorization") == ["Bearer token 1", "Bearer token 2"]
    with pytest.raises(Unauthenticated):
        calls.run(Server(old_token(), old_token()), lambda client: client.tools.list(), token)
    with pytest.raises(Unauthenticated):
        calls.run(Server(old_token()), lambda client: client.tools.list(), "a key")


def granted(number: int) -> httpx.Response:
    names = ("access_token", "id_token", "refresh_token")
    return ok({name: f"{name} {number}" for name in names} | {"expires_in": "3600"})


def test_a_grant_is_renewed_before_it_ends_and_after_a_refusal(calls):
    kept = []
    token = OAuthToken(URL, "app", Grant("refresh_token 0"), kept.append)
    server = Server(granted(1), ok(), ok(), old_token(), granted(2), ok())
    for _ in range(3):
        calls.run(server, lambda client: client.tools.list(), token)
    assert [grant.refresh_token for grant in kept] == ["refresh_token 1", "refresh_token 2"]
    renewals = [each for each in server.requests if each.url.path == "/oauth/token"]
    assert [b"refresh_token+0" in each.content for each in renewals] == [True, False]
    assert server.told("Authorization")[1:4] == ["Bearer access_token 1"] * 3
    assert server.told("Authorization")[5] == "Bearer access_token 2"


def test_a_grant_that_was_cut_off_says_so(calls):
    token = OAuthToken(URL, "app", Grant("gone"), print)
    with pytest.raises(SignedOut, match="sign in or connect again"):
        calls.run(Server(refusal(400, "x")), lambda client: client.tools.list(), token)


def test_a_user_of_firebase_stays_signed_in(calls):
    now = datetime.now(UTC)
    token = FirebaseToken("api-key", Grant("r", "old", now + timedelta(seconds=9)))
    server = Server(granted(1), ok())
    calls.run(server, lambda client: client.tools.list(), token)
    assert server.requests[0].url == "https://securetoken.googleapis.com/v1/token?key=api-key"
    assert server.told("Authorization")[1] == "Bearer id_token 1"


def test_who_acts_for_whom_and_which_app_are_told(calls):
    server = Server(ok())
    calls.run(server, lambda c: c.tools.list(), on_behalf_of="ann", app_check=lambda: "app")
    assert server.told("X-On-Behalf-Of") == ["ann"]
    assert server.told("X-Firebase-AppCheck") == ["app"]


def test_the_agent_and_the_headers_of_the_caller_are_sent_along(calls):
    server = Server(ok())
    given = {"traceparent": "00-1-2-01", "authorization": "Bearer other"}
    calls.run(server, lambda c: c.tools.list(), agent="coder", headers=lambda: given)
    assert server.told("X-Rekindle-Agent") == ["coder"]
    assert server.told("traceparent") == ["00-1-2-01"]
    assert "other" not in server.told("Authorization")[0]


def test_many_tasks_renew_a_grant_once():
    server = Server(granted(1), *[ok()] * 5)
    token = OAuthToken(URL, "app", Grant("r"), lambda grant: None)

    async def scenario() -> None:
        http = httpx.AsyncClient(transport=httpx.MockTransport(server))
        client = AsyncRekindle(URL, token, http_client=http)
        await asyncio.gather(*(client.tools.list() for _ in range(5)))

    asyncio.run(scenario())
    assert len(server.requests) == 6


def test_a_cancelled_task_does_not_wait_to_ask_again():
    async def scenario() -> None:
        waiting = asyncio.Event()

        async def pause(seconds: float) -> None:
            waiting.set()
            await asyncio.Event().wait()

        http = httpx.AsyncClient(transport=httpx.MockTransport(Server(httpx.ConnectError("x"))))
        client = AsyncRekindle(URL, "token", http_client=http, pause=pause)
        task = asyncio.create_task(client.tools.list())
        await waiting.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(scenario())


def test_a_token_that_is_awaited_is_refused_by_the_client_for_threads():
    async def token(refresh: bool) -> str:
        return "token"

    http = httpx.Client(transport=httpx.MockTransport(Server(ok())))
    coroutines = []

    def source(refresh: bool):
        coroutines.append(token(refresh))
        return coroutines[0]

    with pytest.raises(TypeError, match="AsyncRekindle"):
        Rekindle(URL, source, http_client=http).tools.list()
    coroutines[0].close()


def test_what_a_newer_server_says_is_kept(calls):
    body = {"prompts": [{"id": "1", "status": "postponed", "until": "noon"}]}
    outcome = calls.run(Server(ok(body)), lambda client: client.record("Hello"))
    assert outcome.status == "postponed"
    assert outcome.model_extra == {"until": "noon"}


def test_what_is_private_is_not_sent(calls):
    server = Server(ok(RECORDED))
    outcome = calls.run(server, lambda client: client.record("My PIN", private=True))
    assert (outcome.status, outcome.reason) == ("skipped", "private")
    calls.run(server, lambda client: client.record("Hello. <private>My PIN</private>"))
    assert json.loads(server.requests[0].content)["prompts"] == [
        {"content": "Hello.", "role": "user"}
    ]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (" as it is ", " as it is "),
        ("a <private>b</private> c", "a  c"),
        ("a <PRIVATE>b\nc</Private>", "a"),
        ("a <private>b", "a"),
        ("a <private>b <private>c</private> d</private> e", "a  e"),
    ],
)
def test_passages_are_taken_out(text, kept):
    assert without_private(text) == kept


@given(failures=st.integers(1, 50), chance=st.floats(0, 1))
def test_waits_grow_and_end(failures, chance):
    wait = wait_before(Unreachable("x"), failures, True, chance)
    assert wait is not None
    assert 0 <= wait <= min(20.0, 0.5 * 2.0**failures)
    assert wait_before(Unreachable("x"), failures, False, chance) is None
