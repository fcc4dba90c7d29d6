"""Who may use the proxy: programs on this machine."""

import pytest

from proxy.guard import refusal

LOCAL = {"host": "127.0.0.1:4748"}


@pytest.mark.parametrize(
    "headers",
    [
        LOCAL,
        {"host": "localhost:4748"},
        {"host": "[::1]:4748"},
        LOCAL | {"origin": "vscode-file://vscode-app"},
        LOCAL | {"sec-fetch-mode": "cors"},  # Node's fetch
    ],
)
def test_programs_may(headers):
    assert refusal(headers) is None


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"host": "evil.example"},
        {"host": "127.0.0.1.evil.example"},
        LOCAL | {"origin": "https://evil.example"},
        LOCAL | {"origin": "http://localhost:3000"},
        LOCAL | {"origin": "null"},
        LOCAL | {"origin": "file://"},
        LOCAL | {"sec-fetch-site": "cross-site"},
        LOCAL | {"sec-fetch-site": "same-site"},
    ],
)
def test_pages_may_not(headers):
    assert refusal(headers)
