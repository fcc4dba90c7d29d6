"""Clients whose id is the URL of a document about them connect, as Claude and ChatGPT do."""

import pytest

from adapters.client_documents import ClientDocuments
from functions.http.access.oauth.consent import looked_at
from shared.base.errors import FailedPrecondition
from tests.support.access.https_host import ADDRESS
from tests.support.access.oauth_client import OAuthClient

HOST = "client.example"
REDIRECT = f"https://{HOST}/callback"


@pytest.fixture
def client(api, uid, host):
    """A client with a document of its own."""
    client = OAuthClient(api, redirect=REDIRECT, client_id=f"https://{HOST}/{uid}.json")
    host.document = {
        "client_id": client.client_id,
        "client_name": "Example Assistant",
        "redirect_uris": [REDIRECT],
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": "none",
    }
    return client


def test_a_client_with_a_document_connects_uses_tools_refreshes_and_leaves(
    api, uid, app, host, client
):
    asked = looked_at(app, api.stack.gateway, uid, client.request()).asked
    assert asked.client.redirect_uris == [REDIRECT]
    assert host.asked == [f"/{uid}.json"]
    assert host.connected == [(ADDRESS, 443)]
    shown = api.post("/v1/authorizations/preview", {"request": client.request()})
    assert shown == {
        "client": {"name": "Example Assistant", "host": HOST, "redirectHost": HOST},
        "scopes": ["read", "write"],
    }
    tokens = client.connect()
    saved = client.use_tool(tokens["access_token"], "remember", content="Ada plays chess")
    assert saved.json()["result"]["structuredContent"]["success"] is True
    second = client.refresh(tokens["refresh_token"]).json()
    assert (
        "Ada plays chess" in client.use_tool(second["access_token"], "recall", query="chess").text
    )
    (connection,) = api.get("/v1/connections")["connections"]
    assert (connection["kind"], connection["name"]) == ("oauth", "Example Assistant")
    form = {"token": second["refresh_token"], "client_id": client.client_id}
    assert client.post("/oauth/revoke", data=form).status_code == 200
    assert api.get("/v1/connections") == {"connections": []}
    assert host.asked == [f"/{uid}.json"], "it is fetched once a day"


def test_the_browser_goes_only_where_the_document_says(api, app, client):
    app.clients.asking(client.client_id)
    for uri in ("https://evil.example/callback", f"{REDIRECT}/other"):
        body = {"request": client.request(redirect_uri=uri)}
        refused = api.refused("POST", "/v1/authorizations/preview", body)
        assert refused["details"] == [{"reason": "BAD_AUTHORIZATION_REQUEST"}]


def test_a_document_of_another_host_is_not_taken(app, host, client):
    """Whoever answers at the address has to prove that they are the host."""
    with pytest.raises(FailedPrecondition):
        app.clients.asking("https://other.example/client.json")
    assert host.asked == []


def test_a_certificate_that_nobody_vouches_for_is_not_taken(host, client):
    fetch = ClientDocuments(lambda *_: [ADDRESS], host)
    with pytest.raises(FailedPrecondition):
        fetch(client.client_id)
    assert host.asked == []
