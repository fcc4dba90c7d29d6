"""The Model Context Protocol through its official clients: tools, resources, refusals."""

import json
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import quote

import anyio
import pytest
from mcp import Client, MCPError
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

from emulator.tokens import user_token
from shared.tools.catalog import COMPACT, COMPACT_INSTRUCTIONS
from tests.support.api import lasting
from tests.support.node_clients import CLIENTS, node, node_env

pytestmark = pytest.mark.anyio
ERAS = {"legacy": "2025-11-25", "auto": "2026-07-28"}
"""With the handshake of earlier revisions of the protocol, and without."""


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@asynccontextmanager
async def connected(stack, token: str, era: str) -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        create_mcp_http_client(headers) as http,
        Client(streamable_http_client(f"{stack.gateway}/mcp", http_client=http), mode=era) as made,
    ):
        yield made


@pytest.fixture(params=ERAS)
async def client(request, stack, uid):
    async with connected(stack, user_token(uid, stack.project), request.param) as made:
        assert made.protocol_version == ERAS[request.param]
        yield made


async def call(client: Client, name: str, **arguments):
    """Makes a call that must succeed; returns its result, which is the same as text and data."""
    called = await client.call_tool(name, arguments)
    assert called.is_error is False
    assert json.loads(called.content[0].text) == called.structured_content
    return called.structured_content


async def read(client: Client, uri: str):
    (content,) = (await client.read_resource(uri)).contents
    assert content.uri == uri
    return content


async def test_it_says_what_it_is_and_when_to_use_it(client):
    assert client.server_info.name == "rekindle"
    assert client.instructions == COMPACT_INSTRUCTIONS


async def test_the_tools_are_the_few_of_the_api(client, api):
    tools = (await client.list_tools()).tools
    described = [tool["function"] for tool in api.get("/v1/tools", set="compact")["tools"]]
    assert [(tool.name, tool.description, tool.input_schema) for tool in tools] == [
        (tool["name"], tool["description"], tool["parameters"]) for tool in described
    ]
    hints = {tool.name: tool.annotations for tool in tools}
    assert [name for name in COMPACT if hints[name].read_only_hint] == ["recall", "get_context"]
    assert hints["forget"].destructive_hint
    assert not hints["remember"].destructive_hint


async def test_the_few_tools(client, api):
    saved = await call(client, "remember", content="Ann is the CFO", tags=["contact"])
    found = await call(client, "recall", query="who is the CFO?")
    assert found["results"][0]["id"] == saved["entry"]["id"]
    assert "- Ann is the CFO" in (await call(client, "get_context"))["text"]
    await call(client, "update_profile", about={"name": "Zoe"})
    assert api.profile()["about"]["name"] == "Zoe"
    assert (await call(client, "review_inbox"))["items"] == []
    assert (await call(client, "forget", id=saved["entry"]["id"]))["deleted"] == saved["entry"][
        "id"
    ]
    assert (await call(client, "recall", query="who is the CFO?"))["results"] == []


async def test_the_tools_that_are_not_listed_can_be_called(client):
    saved = await call(client, "save_memory", content="Ann is the CFO", tags=["contact"])
    found = await call(client, "search_memory", query="who is the CFO?")
    assert found["results"][0]["id"] == saved["entry"]["id"]
    note = (await call(client, "add_memory", content="The tests need Docker"))["entry"]
    changed = await call(client, "update_memory", id=note["id"], content="The tests need Node")
    assert changed["entry"]["content"] == "The tests need Node"
    assert len((await call(client, "search_memories", query="Node"))["results"]) == 1
    assert len((await call(client, "get_memories"))["entries"]) == 1
    assert (await call(client, "delete_memory", id=note["id"]))["deleted"] == note["id"]
    assert (await call(client, "memory", mode="list"))["usage"]["archive"]["entries"] == 1


@pytest.mark.parametrize(
    ("name", "arguments", "word"),
    [
        ("add_memory", {}, "content"),
        ("add_memory", {"content": "my key is sk-abcdefghijklmnopqrstuvwx1234"}, "secret"),
        ("add_memory", {"content": "x" * 1400, "target": "user"}, "Replace or remove"),
        ("delete_memory", {"id": "nothing"}, "no memory entry"),
    ],
)
async def test_a_refusal_is_a_result_that_the_model_can_read(client, name, arguments, word):
    refused = await client.call_tool(name, arguments)
    assert refused.is_error is True
    told = json.loads(refused.content[0].text)
    assert told == refused.structured_content
    assert word in told["error"]
    assert told["usage"]["memory"]["limit"] == 2200


async def test_resources(client, api):
    resources = (await client.list_resources()).resources
    assert {item.uri: item.mime_type for item in resources} == {
        "rekindle://profile": "application/json",
        "rekindle://context": "text/plain",
    }
    (template,) = (await client.list_resource_templates()).resource_templates
    assert template.uri_template == "rekindle://context/{query}"
    api.learn("I love Python.")
    api.post("/v1/memory", {"content": "Ann is the CFO: 100 %", "target": "archive"})
    profile = await read(client, "rekindle://profile")
    assert profile.mime_type == "application/json"
    assert lasting(json.loads(profile.text)) == api.lasting()
    context = await read(client, "rekindle://context")
    assert context.mime_type == "text/plain"
    assert "- Python" in context.text
    assert context.text == api.get("/v1/context")["text"]


async def test_the_context_for_a_query(client, api):
    for number in range(25):
        api.post("/v1/memory", {"content": f"Ticket {number} is done", "target": "archive"})
    api.post("/v1/memory", {"content": "Zoë's café opens at 7", "target": "archive"})
    query = "when does Zoë's café open? 100% / #1"
    context = await read(client, f"rekindle://context/{quote(query, safe='')}")
    assert context.text == api.get("/v1/context", query=query)["text"]
    assert "Things to remember:\n- Zoë's café" in context.text


@pytest.mark.parametrize(
    ("uri", "word"),
    [
        ("rekindle://nothing", "rekindle://profile"),
        ("file:///etc/passwd", "no such resource"),
        ("rekindle://profile/other-user", "no such resource"),
        (f"rekindle://context/{'x' * 2001}", "2,000 characters"),
    ],
)
async def test_a_resource_that_is_not_there(client, uri, word):
    with pytest.raises(MCPError, match=word) as refused:
        await client.read_resource(uri)
    assert refused.value.code == -32602
    assert refused.value.data["details"][0]["reason"] in ("NO_SUCH_RESOURCE", "INVALID_FIELD")


async def test_a_tool_that_is_not_there(client):
    with pytest.raises(MCPError, match=r"The tools are: .*remember, recall") as refused:
        await client.call_tool("launch_rocket", {})
    assert (refused.value.code, refused.value.data["status"]) == (-32602, "NOT_FOUND")


async def test_users_at_once_never_see_each_other(stack, uid):
    async def remember(era: str, name: str) -> None:
        token = user_token(f"{uid}-{era}-{name}", stack.project)
        async with connected(stack, token, era) as client:
            for number in range(6):
                await call(client, "remember", content=f"{name} likes number {number}")
                found = await call(client, "recall", query="who likes which number?")
                context = await read(client, "rekindle://context")
                lines = [line for line in context.text.splitlines() if line.startswith("- ")]
                assert len(found["results"]) == len(lines) == number + 1
                assert all(result["content"].startswith(name) for result in found["results"])
                assert all(line.startswith(f"- {name}") for line in lines)

    async with anyio.create_task_group() as tasks:
        for era in ERAS:
            for name in ("Ada", "Bob", "Eve"):
                tasks.start_soon(remember, era, name)


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize(
    ("project", "seconds", "word"),
    [("demo-other", 3600, "for this project"), (None, -60, "expired. Get a new one")],
)
async def test_a_client_is_told_why_its_token_does_not_hold(
    stack, uid, era, project, seconds, word
):
    token = user_token(uid, project or stack.project, seconds)
    with pytest.RaisesGroup(pytest.RaisesExc(MCPError, match=word), flatten_subgroups=True):
        async with connected(stack, token, era):
            pytest.fail("it connected")


def test_the_typescript_client(stack, uid):
    command = [node(), CLIENTS / "mcp_client.cjs", f"{stack.gateway}/mcp"]
    done = subprocess.run(
        [*command, user_token(uid, stack.project)],
        env=node_env(),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["server"], told["tools"]) == ("rekindle", list(COMPACT))
    assert told["instructions"] == COMPACT_INSTRUCTIONS
    assert told["saved"]["entry"]["content"] == "Ann is the CFO"
    assert told["refused"] is True
    assert "- Ann is the CFO" in told["context"]
