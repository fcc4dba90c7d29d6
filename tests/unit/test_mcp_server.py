"""What a Model Context Protocol client is told when something fails behind the server."""

import logging

import pytest
from flask import Request
from mcp import Client, MCPError
from werkzeug.test import EnvironBuilder

from functions.http.mcp_exchange import exchange
from functions.http.mcp_server import server_for
from functions.http.routing import Call
from shared.access.callers import Caller
from shared.base.errors import ResourceExhausted, Unavailable
from shared.context.context_service import Context


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Services:
    """An application whose parts all have the given outcome."""

    def __init__(self, outcome):
        self.tools = self.profiles = self.contexts = self
        self._outcome = outcome

    def run(self, uid, name, given):
        return self._do()

    def get(self, uid):
        return self._do()

    def build(self, uid, query):
        return self._do()

    def _do(self):
        if isinstance(self._outcome, Exception):
            raise self._outcome
        return self._outcome


@pytest.mark.anyio
@pytest.mark.parametrize("era", ["legacy", "auto"])
@pytest.mark.parametrize(
    ("error", "data"),
    [
        (
            Unavailable("The database did not answer. Try again."),
            {"status": "UNAVAILABLE", "details": [], "retryAfterSeconds": 1},
        ),
        (
            ResourceExhausted("Too many. Wait.", [{"reason": "RATE"}], retry_after=9),
            {"status": "RESOURCE_EXHAUSTED", "details": [{"reason": "RATE"}]}
            | {"retryAfterSeconds": 9},
        ),
    ],
)
async def test_an_error_of_ours_says_what_to_do(era, error, data):
    async with Client(server_for("ada", Services(error)), mode=era) as client:
        for asked in (
            client.call_tool("get_memories", {}),
            client.read_resource("rekindle://profile"),
        ):
            with pytest.raises(MCPError) as told:
                await asked
            assert (told.value.code, told.value.message) == (-32603, error.message)
            assert told.value.data == data


@pytest.mark.anyio
@pytest.mark.parametrize("era", ["legacy", "auto"])
async def test_what_nobody_foresaw_is_logged_and_tells_nothing(era, caplog):
    with caplog.at_level(logging.ERROR):
        async with Client(server_for("ada", Services(KeyError("inside"))), mode=era) as client:
            with pytest.raises(MCPError, match="on our side") as told:
                await client.call_tool("get_memories", {})
    assert told.value.code == -32603
    assert "inside" not in str(told.value.error)
    assert "unexpected KeyError" in caplog.text


@pytest.mark.anyio
async def test_what_could_not_be_read_is_told_beside_the_context():
    built = Context("", [], [], ["could not be read"], "")
    async with Client(server_for("ada", Services(built))) as client:
        (content,) = (await client.read_resource("rekindle://context")).contents
    assert (content.text, content.meta) == ("", {"warnings": ["could not be read"]})


@pytest.mark.parametrize(
    "params",
    [
        {"name": "add_memory", "arguments": "my wish"},
        {"name": ["my wish"]},
        {"name": "get_memories", "arguments": {"tags": "my wish"}},
    ],
)
def test_what_a_client_got_wrong_is_not_logged(params, caplog):
    headers = {"Accept": "application/json", "Authorization": "Bearer my wish"}
    http = Request(EnvironBuilder(method="POST", headers=headers).get_environ())
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    with caplog.at_level(logging.DEBUG):
        call = Call("ada", Services(KeyError("inside")), http, {}, Caller("ada"))
        answer = exchange(call, message)
    assert answer.body["error"]["code"] in (-32602, -32603)
    assert "my wish" not in caplog.text
