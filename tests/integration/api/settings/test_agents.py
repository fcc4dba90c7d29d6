"""Agents over HTTP: how a request names its agent, and what is then off."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.support.api import Api

ACCEPT = {"Accept": "application/json, text/event-stream"}
NOTE = "Ada is left-handed."


@pytest.fixture
def user(api: Api) -> Api:
    """A user whose agent `coder`, and whose connection `script`, may not see the tier `user`."""
    api.post("/v1/memory", {"content": NOTE, "target": "user", "id": "hand"})
    api.post("/v1/memory", {"content": "The tests need Docker."})
    off = {"userProfileEnabled": False}
    api.call("PATCH", "/v1/settings", {"agents": {"coder": off, "script": off}})
    return api


@pytest.fixture
def key(user: Api) -> Iterator[Callable[[str], Any]]:
    """Makes an access key of this name; returns its id and an API that shows it."""
    clients = []

    def make(name: str) -> tuple[str, Api]:
        made = user.post("/v1/connections", {"name": name, "scopes": ["read", "write"]})
        clients.append(user.stack.bearer(made["key"]))
        return made["id"], Api(clients[-1], user.stack)

    yield make
    for client in clients:
        client.close()


def sees(api: Api, **headers: str) -> bool:
    """Whether the note is in the context, a search, and the list: in all of them, or in none."""
    options = {"headers": headers}
    context = api.call("GET", "/v1/context", **options)["text"]
    found = api.call("GET", "/v1/memory/search?q=left-handed", **options)["results"]
    listed = api.call("GET", "/v1/memory", **options)["entries"]
    seen = {
        NOTE in context,
        NOTE in [each["entry"]["content"] for each in found],
        NOTE in [entry["content"] for entry in listed],
    }
    assert len(seen) == 1
    return seen.pop()


def test_the_header_names_the_agent(user: Api) -> None:
    assert sees(user)
    assert sees(user, **{"X-Rekindle-Agent": "writer"})
    assert not sees(user, **{"X-Rekindle-Agent": "Coder"})


def test_what_is_off_is_refused_by_its_name(user: Api) -> None:
    coder = {"headers": {"X-Rekindle-Agent": "coder"}}
    refused = (
        ("POST", "/v1/memory", {"content": "Ada is tall.", "target": "user"}),
        ("GET", "/v1/memory?target=user", None),
        ("GET", "/v1/memory/search?q=hand&target=user", None),
        ("GET", "/v1/memory/hand", None),
        ("PATCH", "/v1/memory/hand", {"content": "Ada is right-handed."}),
        ("DELETE", "/v1/memory/hand", None),
    )
    for method, path, body in refused:
        error = user.refused(method, path, body, **coder)
        assert error["details"] == [{"reason": "TIER_DISABLED", "target": "user"}], path
        assert "switched off for this agent" in error["message"]
    assert user.get("/v1/memory/hand")["entry"]["content"] == NOTE


def test_a_connection_goes_by_its_name_and_its_id(user: Api, key: Callable[[str], Any]) -> None:
    _, script = key("script")
    assert not sees(script)
    assert not sees(script, **{"X-Rekindle-Agent": "writer"}), "a header never widens"
    id_, other = key("other")
    assert sees(other)
    assert not sees(other, **{"X-Rekindle-Agent": "coder"})
    user.call("PATCH", "/v1/settings", {"agents": {id_: {"userProfileEnabled": False}}})
    assert not sees(other)


def test_a_model_is_told_over_the_protocol(user: Api, key: Callable[[str], Any]) -> None:
    _, script = key("script")
    called = {"name": "add_memory", "arguments": {"content": "Ada is tall.", "target": "user"}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": called}
    result = script.client.post("/mcp", json=message, headers=ACCEPT).json()["result"]
    assert result["isError"]
    assert "The user tier is switched off for this agent" in result["content"][0]["text"]


@pytest.mark.parametrize("name", ["x" * 201, "K\u00e4fer"])
def test_a_name_that_no_header_can_have_is_refused(api: Api, name: str) -> None:
    headers = [(b"X-Rekindle-Agent", name.encode("latin-1"))]
    error = api.refused("GET", "/v1/profile", headers=headers)
    assert (error["code"], error["details"][0]["field"]) == (400, "X-Rekindle-Agent")
