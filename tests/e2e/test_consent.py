"""The consent page: an app asks for access, and the user's answer reaches it, or nothing does."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from tests.e2e.dashboard import everywhere
from tests.support.access.oauth_client import OAuthClient
from tests.support.api import Api


class App:
    """A program on this machine that asks for access and waits for the answer.

    Attributes:
        oauth: its side of OAuth.
        here: where it listens.
    """

    def __init__(self, api: Api) -> None:
        answers: Queue[dict[str, str]] = Queue()

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                url = urlsplit(self.path)
                if url.path == "/callback":
                    answers.put({name: value for name, (value,) in parse_qs(url.query).items()})
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(b"<title>App</title><link rel=icon href=data:,><h1>Thanks</h1>")

            def log_message(self, *_: Any) -> None:
                """Says nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        Thread(target=self._server.serve_forever, daemon=True).start()
        self._answers = answers
        self.here = f"http://127.0.0.1:{self._server.server_port}/"
        self.oauth = OAuthClient(api, redirect=f"{self.here}callback")
        assert self.oauth.register(client_name="Note taker").status_code == 201

    def ask(self, **changes: str | None) -> str:
        """The path to which it sends the browser."""
        return f"/oauth/authorize?{urlencode(self.oauth.request(**changes))}"

    def answer(self) -> dict[str, str]:
        """What the browser brought back."""
        return self._answers.get(timeout=30)

    @property
    def has_answer(self) -> bool:
        """Whether a browser has come."""
        return not self._answers.empty()

    def close(self) -> None:
        """Stops listening."""
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def app(api: Api) -> Iterator[App]:
    app = App(api)
    yield app
    app.close()


def press(page: Any, name: str) -> None:
    """Presses a button as soon as the page takes it: not in its first half second in front."""
    button = page.page.get_by_role("button", name=name, exact=True)
    button.wait_for()
    page.page.wait_for_function("() => performance.now() > window.shownAt + 1000")
    button.click()


def opened(dashboard: Any, app: App, uid: str, path: str) -> Any:
    """The consent page of a user who is signed in."""
    page = dashboard(None)
    page.answered_here = (app.here,)
    page.remember(uid)
    page.page.goto(f"{page.gateway}{path}")
    page.page.locator("main h1").wait_for()
    page.page.evaluate("window.shownAt = performance.now()")
    return page


@everywhere
def test_the_user_signs_in_and_allows_less_than_was_asked(
    dashboard: Any, app: App, api: Api, uid: str
) -> None:
    page = dashboard(None)
    page.answered_here = (app.here,)
    page.page.goto(f"{page.gateway}{app.ask(scope='read write record')}")
    page.page.get_by_role("heading", name="An app wants access").wait_for()
    assert page.violations() == []
    assert page.page.get_by_text("Note taker").count() == 0
    asked = page.page.url
    page.sign_in(uid)

    assert page.page.url == asked
    page.page.get_by_role("heading", name="Allow “Note taker” to use your memory?").wait_for()
    page.page.evaluate("window.shownAt = performance.now()")
    for text in (
        f"Signed in as {uid}",
        "unverified: any app can use this name",
        "a program on this computer",
        "Only allow this if",
    ):
        page.page.get_by_text(text).first.wait_for()
    page.page.get_by_text("127.0.0.1", exact=False).first.wait_for()
    for theme in ("dark", "light"):
        page.wear(theme)
        assert page.violations() == []
    page.photograph("consent", "desktop", "phone")

    for scope in ("Read what is known", "Change what is known", "Send your messages"):
        # What the user says is reported only if they tick that themselves.
        assert page.page.get_by_label(scope).is_checked() is (scope != "Send your messages")
        page.page.get_by_label(scope).uncheck()
    assert page.page.get_by_role("button", name="Allow").is_disabled()
    page.page.get_by_label("Read what is known").check()
    press(page, "Allow")
    page.page.get_by_role("heading", name="Thanks").wait_for()
    back = app.answer()
    assert (back["state"], back["iss"]) == ("state-1", page.gateway)
    assert app.oauth.exchange(back["code"]).json()["scope"] == "read"

    page.page.go_back()
    page.open("/connections")
    card = page.page.get_by_role("article", name="Note taker")
    card.get_by_text("Assistant").wait_for()
    assert card.get_by_role("listitem").all_inner_texts() == ["Read what is known about you"]


@everywhere
def test_the_user_denies(dashboard: Any, app: App, api: Api, uid: str) -> None:
    page = opened(dashboard, app, uid, app.ask())
    press(page, "Deny")
    page.page.get_by_role("heading", name="Thanks").wait_for()
    back = app.answer()
    assert (back["error"], back["state"]) == ("access_denied", "state-1")
    assert api.get("/v1/connections") == {"connections": []}


def test_works_by_keyboard_on_the_narrowest_screen_in_german(
    dashboard: Any, app: App, uid: str
) -> None:
    page = dashboard(None, device="phone", theme="dark", locale="de-DE")
    page.answered_here = (app.here,)
    page.page.set_viewport_size({"width": 320, "height": 640})
    page.remember(uid)
    page.page.goto(f"{page.gateway}{app.ask()}")
    page.page.get_by_role("heading", name="Darf „Note taker“ Ihr Gedächtnis nutzen?").wait_for()
    page.page.evaluate("window.shownAt = performance.now()")
    assert not page.overflows()
    assert page.violations() == []
    reached = []
    for _ in range(5):
        page.page.keyboard.press("Tab")
        focused = page.page.locator(":focus")
        reached.append(focused.evaluate("at => at.labels?.[0]?.innerText ?? at.innerText"))
    assert reached == [
        "Anderes Konto verwenden",
        "Lesen, was über Sie bekannt ist",
        "Ändern, was über Sie bekannt ist",
        "Ablehnen",
        "Erlauben",
    ]
    page.page.wait_for_function("() => performance.now() > window.shownAt + 1000")
    page.page.keyboard.press("Enter")
    page.page.get_by_role("heading", name="Thanks").wait_for()
    assert "code" in app.answer()


def test_another_account_may_answer(dashboard: Any, app: App, uid: str) -> None:
    page = opened(dashboard, app, uid, app.ask())
    page.page.get_by_role("button", name="Use another account").click()
    page.sign_in(f"{uid}-other")
    page.page.get_by_text(f"Signed in as {uid}-other").wait_for()
    page.page.get_by_role("heading", name="Allow “Note taker”").wait_for()


@pytest.mark.parametrize(
    "changes",
    [
        {"client_id": "nobody"},
        {"redirect_uri": "https://evil.example/callback"},
        {"redirect_uri": "javascript:alert(1)"},
    ],
    ids=["client", "site", "script"],
)
def test_an_unknown_client_or_redirect_is_shown_and_leads_nowhere(
    dashboard: Any, app: App, uid: str, changes: dict[str, str]
) -> None:
    page = dashboard(None)
    page.refusals = True
    page.open(app.ask(**changes), uid)
    page.page.get_by_role("heading", name="This request can’t be answered").wait_for()
    page.page.get_by_text("Go back to the app and start again.").wait_for()
    assert page.page.get_by_role("button").count() == 0
    assert page.page.locator("a").evaluate_all("all => all.map(a => a.pathname)") == ["/today"]
    assert urlsplit(page.page.url).path == "/connect"
    assert page.violations() == []
    assert not app.has_answer


def test_a_parameter_that_is_there_twice_is_refused(dashboard: Any, app: App, uid: str) -> None:
    page = dashboard(uid, f"{app.ask()}&client_id=other")
    page.page.get_by_text("The app’s request is invalid").wait_for()
    assert page.page.get_by_role("button").count() == 0


def test_a_faulty_request_goes_back_only_when_the_user_says_so(
    dashboard: Any, app: App, uid: str
) -> None:
    """Otherwise any site could have this one send its visitors to where it likes."""
    page = opened(dashboard, app, uid, app.ask(scope="everything"))
    page.page.get_by_text("invalid_scope").wait_for()
    assert page.violations() == []
    assert not app.has_answer
    page.page.get_by_role("link", name="Back to 127.0.0.1").click()
    assert app.answer()["error"] == "invalid_scope"


def test_a_click_right_after_the_page_came_to_the_front_answers_nothing(
    dashboard: Any, app: App, uid: str
) -> None:
    page = opened(dashboard, app, uid, app.ask())
    allow = page.page.get_by_role("button", name="Allow")
    allow.wait_for()
    asked: list[str] = []
    page.page.on("request", lambda request: asked.append(request.url))
    page.page.evaluate(
        """() => {
          window.dispatchEvent(new Event('focus'));
          document.querySelector('.consent .primary').click();
        }"""
    )
    page.page.evaluate("fetch('/icon.svg').then(() => null)")
    assert [url for url in asked if "/v1/" in url] == []
    page.page.evaluate("window.shownAt = performance.now()")
    press(page, "Allow")
    assert "code" in app.answer()


def test_no_page_can_frame_it(dashboard: Any, uid: str) -> None:
    page = dashboard(uid)
    answer = page.page.request.get(f"{page.gateway}/connect?client_id=x")
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-cache"
