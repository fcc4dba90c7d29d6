"""Where a client may be sent."""

import pytest

from shared.access.redirects import check_redirects, matching, shown_host
from shared.base.errors import InvalidArgument


@pytest.mark.parametrize(
    "uri",
    [
        "https://claude.ai/api/mcp/auth_callback",
        "https://chatgpt.com/connector_platform_oauth_redirect?x=1",
        "http://localhost:1234/callback",
        "http://127.0.0.1/callback",
        "http://[::1]:9/cb",
        "cursor://anysphere.cursor-mcp/oauth/callback",
        "vscode://vscode.github-authentication/did-authenticate",
        "vscode-insiders://ms-vscode.mcp/callback",
        "com.example.app:/oauth",
        "com.example.app://callback",
        "Com.Example.App:/oauth",
    ],
)
def test_hosts_apps_and_the_own_machine_may_be_registered(uri):
    assert check_redirects([uri]) == [uri]


@pytest.mark.parametrize(
    "uri",
    [
        "http://example.com/callback",
        "http://127.0.0.1.example.com/",
        "http://localhost@example.com/",
        "https://user:password@example.com/",
        "https://example.com/#fragment",
        "https://example.com/#",
        "https:///callback",
        "//example.com/callback",
        "/callback",
        "",
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        "data:text/html,hi",
        "file:///etc/passwd",
        "blob:https://example.com/1",
        "vbscript:msgbox(1)",
        "about:blank",
        "ws://example.com/",
        "ftp://example.com/cb",
        "mailto:eve@evil.example",
        "tel:123",
        "intent://evil#Intent;end",
        "ms-msdt:/id",
        "search-ms:query=x",
        "chrome-extension://abc/cb",
        "view-source:https://example.com",
        "smb://evil.example/share",
        "app:/cb",
        "evil://cb",
        "cursor.:/cb",
        ".cursor:/cb",
        "a..b:/cb",
        "com.example.app:",
        "https://example.com/ callback",
        "https://example.com\\@evil.com/",
        "https://exämple.com/",
        "https://example.com/\n",
        "https://example.com:port/",
        f"https://example.com/{'x' * 1900}",
    ],
)
def test_nothing_else_may(uri):
    with pytest.raises(InvalidArgument) as refused:
        check_redirects([uri])
    assert refused.value.details[0]["field"] == "redirect_uris"


@pytest.mark.parametrize("uris", [[], [f"https://example.com/{n}" for n in range(21)]])
def test_there_are_some_but_not_too_many(uris):
    with pytest.raises(InvalidArgument):
        check_redirects(uris)


@pytest.mark.parametrize(
    ("registered", "asked", "allowed"),
    [
        ("https://a.com/cb", "https://a.com/cb", True),
        ("https://a.com/cb", "https://a.com/cb/", False),
        ("https://a.com/cb", "https://a.com/cb?x=1", False),
        ("https://a.com/cb", "https://a.com:8443/cb", False),
        ("https://a.com/cb", "https://a.com.evil.com/cb", False),
        ("https://a.com/cb", "https://a.com/cb/../evil", False),
        ("http://localhost/cb", "http://localhost:51000/cb", True),
        ("http://127.0.0.1:1/cb", "http://127.0.0.1:2/cb", True),
        ("http://localhost/cb", "http://127.0.0.1/cb", False),
        ("http://localhost/cb", "http://localhost:51000/other", False),
        ("http://localhost/cb", "http://localhost:51000/cb?to=evil", False),
        ("http://localhost/cb", "http://localhost:80@evil.com/cb", False),
        ("http://localhost/cb", "http://localhost:99999999/cb", False),
        ("http://localhost/cb", "https://localhost:51000/cb", False),
        ("cursor://mcp/cb", "cursor://mcp/cb", True),
        ("cursor://mcp/cb", "cursor://mcp/other", False),
    ],
)
def test_only_the_port_on_the_own_machine_may_differ(registered, asked, allowed):
    assert matching([registered], asked) is allowed


def test_a_person_sees_the_host_or_the_app():
    assert shown_host("https://claude.ai/api/mcp/auth_callback") == "claude.ai"
    assert shown_host("cursor://anysphere.cursor-mcp/oauth") == "cursor:"
    assert shown_host("com.example.app:/oauth") == "com.example.app:"
