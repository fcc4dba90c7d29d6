"""Other people's clients connect by OAuth, as assistants do, and stay connected.

`make connect-check` runs these alone. The user's part, at the consent page, is played over HTTP;
`tests/e2e/` plays it in a browser.
"""

import json
import os
import re
import subprocess
import threading
import time
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata
from pydantic import AnyUrl

from tests.support.node_clients import CLIENTS, INSPECTOR_PACKAGES, inspector, node, node_env

NEWEST, BEFORE = "2026-07-28", "2025-11-25"
"""The revisions of the protocol that clients speak."""
REDIRECT = "http://localhost:7777/callback"
COMPACT = ["remember", "recall", "forget", "update_profile", "get_context", "review_inbox"]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Browser:
    """The user's browser: goes where a client sends it, consents, and comes back."""

    def __init__(self, api):
        self._api = api
        self.visited = []

    def visit(self, url):
        """Returns the URL to which it is sent in the end."""
        self.visited.append(url)
        page = urlsplit(httpx.get(url, trust_env=False).headers["Location"])
        assert page.path == "/connect"
        request = dict(parse_qsl(page.query))
        asked = self._api.post("/v1/authorizations/preview", {"request": request})
        answer = {"request": request, "decision": "allow", "scopes": asked["scopes"]}
        return self._api.post("/v1/authorizations", answer)["redirectTo"]


class Kept:
    """What the Python client keeps."""

    def __init__(self):
        self.tokens = self.client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client_info):
        self.client = client_info


def provider_of(stack, browser, kept, document=None):
    back = {}

    async def redirect(url):
        back.update(parse_qsl(urlsplit(browser.visit(url)).query))

    async def callback():
        return AuthorizationCodeResult.model_validate(back)

    metadata = OAuthClientMetadata(client_name="Python client", redirect_uris=[AnyUrl(REDIRECT)])
    url = f"{stack.gateway}/mcp"
    return OAuthClientProvider(url, metadata, kept, redirect, callback, document)


@pytest.mark.anyio
@pytest.mark.parametrize(("mode", "spoken"), [("auto", NEWEST), ("legacy", BEFORE)])
async def test_the_python_client_connects_uses_tools_refreshes_and_leaves(api, stack, mode, spoken):
    browser, kept = Browser(api), Kept()
    auth = provider_of(stack, browser, kept)

    async def talk(work):
        async with (
            create_mcp_http_client(auth=auth) as http,
            Client(
                streamable_http_client(f"{stack.gateway}/mcp", http_client=http), mode=mode
            ) as client,
        ):
            assert client.protocol_version == spoken
            return await work(client)

    async def remember(client):
        tools = [tool.name for tool in (await client.list_tools()).tools]
        saved = await client.call_tool("remember", {"content": "Ada rows"})
        prompts = [prompt.name for prompt in (await client.list_prompts()).prompts]
        return tools, saved.structured_content["success"], prompts

    assert await talk(remember) == (COMPACT, True, ["context"])
    (shown,) = api.get("/v1/connections")["connections"]
    assert (shown["name"], shown["scopes"]) == ("Python client", ["read", "write"])

    async def recall(client):
        found = await client.call_tool("recall", {"query": "rowing"})
        return [each["content"] for each in found.structured_content["results"]]

    first = kept.tokens
    stack.control("POST", "clock", {"advanceSeconds": 3600})
    auth.context.token_expiry_time = time.time() - 1  # an hour has passed for the client as well
    assert await talk(recall) == ["Ada rows"]
    assert kept.tokens.access_token != first.access_token
    assert len(browser.visited) == 1

    api.call("DELETE", f"/v1/connections/{shown['id']}")
    stack.control("POST", "clock", {"advanceSeconds": 60})
    assert await talk(recall) == ["Ada rows"]
    assert len(browser.visited) == 2

    form = {"token": kept.tokens.refresh_token, "client_id": kept.client.client_id}
    assert stack.call("POST", "/oauth/revoke", data=form).status_code == 200
    assert api.get("/v1/connections") == {"connections": []}


@pytest.mark.anyio
async def test_the_python_client_connects_by_a_document_about_itself(api, stack, uid, app, host):
    url = f"https://client.example/{uid}.json"
    named = {"client_id": url, "client_name": "Python client", "redirect_uris": [REDIRECT]}
    host.document = named | {"token_endpoint_auth_method": "none"}
    app.clients.asking(url)
    browser, kept = Browser(api), Kept()
    async with (
        create_mcp_http_client(auth=provider_of(stack, browser, kept, url)) as http,
        Client(streamable_http_client(f"{stack.gateway}/mcp", http_client=http)) as client,
    ):
        saved = await client.call_tool("remember", {"content": "Ada rows"})
    assert saved.structured_content["success"] is True
    assert kept.client.client_id == url
    assert host.asked == [f"/{uid}.json"]
    (page,) = browser.visited
    assert dict(parse_qsl(urlsplit(page).query))["client_id"] == url


@pytest.mark.parametrize(
    ("kind", "spoken"), [("v1", BEFORE), ("v2-legacy", BEFORE), ("v2-modern", NEWEST)]
)
def test_the_typescript_client_connects_uses_tools_refreshes_and_leaves(api, stack, kind, spoken):
    if kind != "v1":
        inspector()
    command = [node(), CLIENTS / "mcp_oauth.cjs", f"{stack.gateway}/mcp", kind]
    with subprocess.Popen(
        command,
        env=node_env() if kind == "v1" else node_env(INSPECTOR_PACKAGES),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        line = process.stdout.readline()
        assert line, process.stderr.read()
        back = Browser(api).visit(json.loads(line)["authorize"])
        process.stdin.write(f"{back}\n")
        process.stdin.flush()
        rest, error = process.communicate(timeout=120)
    assert process.returncode == 0, error
    told = json.loads(rest.splitlines()[-1])
    assert (told["tools"], told["saved"], told["refreshed"]) == (COMPACT, True, True)
    assert (told["spoken"], told["found"]) == (spoken, ["Ada rows"])
    form = {"token": told["refreshToken"], "client_id": told["clientId"]}
    stack.call("POST", "/oauth/revoke", data=form)
    assert api.get("/v1/connections") == {"connections": []}


def inspect(stack, key, *arguments):
    command = [*inspector(), "--cli", f"{stack.gateway}/mcp", "--transport", "http"]
    command += ["--header", f"Authorization: Bearer {key}", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


class OAuthInspector:
    """The Inspector with a home of its own, in which it keeps its tokens."""

    def __init__(self, stack, browser, home, era):
        self._browser = browser
        self._env = {
            **os.environ,
            "HOME": str(home),
            "MCP_STORAGE_DIR": str(home),
            "MCP_INSPECTOR_SECRET_STORE": "file",
            # It opens a page only where it is told to; the program for that does nothing.
            "MCP_AUTO_OPEN_ENABLED": "true",
            "BROWSER": "true",
        }
        server = {"type": "streamable-http", "url": f"{stack.gateway}/mcp", "protocolEra": era}
        self._config = home / "mcp.json"
        self._config.write_text(json.dumps({"mcpServers": {"rekindle": server}}))
        self._page = re.compile(rf"({re.escape(stack.gateway)}/oauth/authorize\?\S+)")

    def call(self, tool, **arguments):
        """Calls a tool; where it sends its user to the browser, the user consents."""
        command = [*inspector(), "--cli", "--config", str(self._config), "--server", "rekindle"]
        command += ["--method", "tools/call", "--tool-name", tool]
        for name, value in arguments.items():
            command += ["--tool-arg", f"{name}={value}"]
        with subprocess.Popen(
            command,
            env=self._env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            limit = threading.Timer(120, process.kill)
            limit.start()
            told = []
            for line in process.stderr:
                told.append(line)
                if found := self._page.search(line):
                    httpx.get(self._browser.visit(found[1]), trust_env=False)
            answer = process.stdout.read()
            limit.cancel()
        assert process.returncode == 0, (answer, told)
        return json.loads(answer)["structuredContent"]


@pytest.mark.xdist_group("inspector")  # It listens for its user's return on one port.
@pytest.mark.parametrize("era", ["modern", "legacy"])
def test_the_inspector_connects_by_oauth_and_refreshes(api, stack, tmp_path, era):
    browser = Browser(api)
    its = OAuthInspector(stack, browser, tmp_path, era)
    assert its.call("remember", content="Ada rows")["success"] is True
    stack.control("POST", "clock", {"advanceSeconds": 3600})
    found = its.call("recall", query="rowing")
    assert [each["content"] for each in found["results"]] == ["Ada rows"]
    assert len(browser.visited) == 1
    assert [each["kind"] for each in api.get("/v1/connections")["connections"]] == ["oauth"]


def test_the_inspector_lists_and_calls_tools(api, stack):
    made = api.post("/v1/connections", {"name": "Inspector", "scopes": ["read", "write"]})
    listed = inspect(stack, made["key"], "--method", "tools/list")
    assert [tool["name"] for tool in listed["tools"]] == COMPACT
    remember = ["--tool-name", "remember", "--tool-arg", "content=Ada rows"]
    called = inspect(stack, made["key"], "--method", "tools/call", *remember)
    assert called["structuredContent"]["success"] is True
    assert [entry["content"] for entry in api.get("/v1/memory")["entries"]] == ["Ada rows"]
