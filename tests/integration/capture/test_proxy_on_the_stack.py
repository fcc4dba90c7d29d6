"""The proxy against the embedded stack: what is said to a model comes back in a new one."""

import openai
import pytest

from tests.support.capture.proxy_process import proxy_process
from tests.support.capture.upstream import Upstream, completion


@pytest.fixture
def upstream():
    with Upstream() as server:
        server.will(completion("Noted."))
        yield server


@pytest.fixture
def key(api):
    return api.post("/v1/connections", {"name": "Proxy", "scopes": ["read", "record"]})["key"]


def said(model, text):
    message = {"role": "user", "content": text}
    return model.chat.completions.create(model="m", messages=[message])


def test_what_is_said_in_one_conversation_is_known_in_the_next(api, stack, upstream, key):
    with (
        proxy_process(upstream.url, stack.gateway, REKINDLE_TOKEN=key) as url,
        openai.OpenAI(base_url=url, api_key="sk") as model,
    ):
        said(model, "I prefer pytest over unittest. <private>My PIN is 1234.</private>")
        said(model, "I prefer pytest over unittest. <private>My PIN is 1234.</private>")
    # It has ended, and so has recorded.
    (prompt,) = api.get("/v1/export")["prompts"]
    assert prompt["content"] == "I prefer pytest over unittest."
    assert prompt["connection"]
    api.post("/v1/profile/refresh")
    stack.idle()
    block = api.get("/v1/context", preview="true")["text"]
    assert "pytest" in block
    with (
        proxy_process(upstream.url, stack.gateway, REKINDLE_TOKEN=key) as url,
        openai.OpenAI(base_url=url, api_key="sk") as model,
    ):
        for _ in range(20):  # a busy machine may not answer within the deadline
            said(model, "Write a test.")
            if len(upstream.requests[-1].messages) > 1:
                break
    assert upstream.requests[-1].messages[0] == {"role": "system", "content": block}


def test_a_user_of_the_embedded_stack_needs_no_key(api, stack, uid, upstream):
    acts = {"REKINDLE_USER": uid, "GOOGLE_CLOUD_PROJECT": stack.project}
    with (
        proxy_process(upstream.url, stack.gateway, **acts) as url,
        openai.OpenAI(base_url=url, api_key="sk") as model,
    ):
        said(model, "I love tea.")
    assert [one["content"] for one in api.get("/v1/export")["prompts"]] == ["I love tea."]
