"""An OAuth client and the browser of its user, step by step, so that each step can go wrong."""

import base64
import hashlib
import secrets
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx

from tests.support.api import Api

REDIRECT = "https://client.example/callback"


def from_somewhere() -> dict[str, str]:
    """The headers of a request from an address of its own, since registrations are limited."""
    address = ".".join(str(secrets.randbelow(256)) for _ in range(4))
    return {"X-Forwarded-For": f"{address}, {address}"}


@dataclass
class OAuthClient:
    """A client that has registered itself.

    Attributes:
        api: the user who is signed in in the browser.
        redirect: where it wants the answer.
        client_id: its id, once it has registered.
        verifier: the secret of PKCE.
    """

    api: Api
    redirect: str = REDIRECT
    client_id: str = ""
    verifier: str = field(default_factory=lambda: secrets.token_urlsafe(48))

    @property
    def origin(self) -> str:
        """The server."""
        return self.api.stack.gateway

    def post(self, path: str, **options: Any) -> httpx.Response:
        """Sends something as the client, which has no token."""
        return self.api.stack.call("POST", path, **options)

    def register(self, **metadata: Any) -> httpx.Response:
        """Registers the client."""
        body = {"client_name": "Test client", "redirect_uris": [self.redirect]} | metadata
        answer = self.post("/oauth/register", json=body, headers=from_somewhere())
        if answer.status_code == 201:
            self.client_id = answer.json()["client_id"]
        return answer

    def request(self, **changes: str | None) -> dict[str, str]:
        """The parameters with which the client sends the browser to the server."""
        challenge = hashlib.sha256(self.verifier.encode()).digest()
        usual: dict[str, str | None] = {
            "response_type": "code",
            "client_id": self.client_id,
            "redirect_uri": self.redirect,
            "code_challenge": base64.urlsafe_b64encode(challenge).decode().rstrip("="),
            "code_challenge_method": "S256",
            "state": "state-1",
            "scope": "read write",
            "resource": f"{self.origin}/mcp",
        }
        return {name: value for name, value in (usual | changes).items() if value is not None}

    def answer(
        self, request: dict[str, str], *scopes: str, decision: str = "allow"
    ) -> dict[str, str]:
        """The user's answer; returns the parameters with which the browser comes back."""
        body = {"request": request, "decision": decision, "scopes": list(scopes)}
        there = self.api.post("/v1/authorizations", body)["redirectTo"]
        assert there.startswith(f"{request.get('redirect_uri', self.redirect)}?"), there
        return {name: value for name, (value,) in parse_qs(urlsplit(there).query).items()}

    def code(self, *scopes: str, **changes: str | None) -> str:
        """The code after the user has allowed what was asked."""
        back = self.answer(self.request(**changes), *(scopes or ("read", "write")))
        assert back["state"] == "state-1"
        assert back["iss"] == self.origin
        return back["code"]

    def exchange(self, code: str, **changes: str | None) -> httpx.Response:
        """Exchanges a code for tokens."""
        usual: dict[str, str | None] = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self.redirect,
            "client_id": self.client_id,
            "code_verifier": self.verifier,
            "resource": f"{self.origin}/mcp",
        }
        form = {name: value for name, value in (usual | changes).items() if value is not None}
        return self.post("/oauth/token", data=form)

    def connect(self, *scopes: str) -> dict[str, Any]:
        """Goes all the way; returns the tokens."""
        if not self.client_id:
            assert self.register().status_code == 201
        tokens: dict[str, Any] = self.exchange(self.code(*scopes)).json()
        return tokens

    def refresh(self, token: str, **changes: str) -> httpx.Response:
        """Exchanges a refresh token for a new pair."""
        form = {"grant_type": "refresh_token", "refresh_token": token, "client_id": self.client_id}
        return self.post("/oauth/token", data=form | changes)

    def use_tool(self, token: str, name: str, **arguments: Any) -> httpx.Response:
        """Calls a tool over MCP."""
        params = {"name": name, "arguments": arguments}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        headers = {
            "Authorization": f"Bearer {token}",
            "Accept": "application/json, text/event-stream",
        }
        return self.post("/mcp", json=message, headers=headers)

    def is_connected(self, token: str) -> bool:
        """Whether an access token still opens anything.

        The other process of the gateway has not cached it.
        """
        answer = self.use_tool(token, "get_context")
        assert answer.status_code in (200, 401, 403), answer.text
        return answer.status_code != 401
