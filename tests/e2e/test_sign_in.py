"""Signing in: any user on the embedded stack, Firebase Auth in the cloud."""

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

from emulator.client import StackProcess
from emulator.tokens import user_token
from tests.e2e.dashboard import everywhere
from tests.support.api import Api

CLOUD = ("https://identitytoolkit.googleapis.com/", "https://securetoken.googleapis.com/")
KEY = "public-key-of-the-project"
EMAIL, PASSWORD = "ada@example.com", "correct horse"


class FirebaseAuth:
    """Stands in for Firebase Auth, with one account. Nothing leaves the machine."""

    def __init__(self, stack: StackProcess, uid: str) -> None:
        self._account = {"localId": uid, "email": EMAIL, "displayName": "Ada"}
        self._token = user_token(uid, stack.project)
        self.asked: list[str] = []

    def serve(self, page: Any) -> None:
        """Answers this page's requests, also those to Hosting's reserved URL."""
        page.answered_here = CLOUD
        config = {"apiKey": KEY, "authDomain": "example.web.app", "projectId": "example"}
        page.page.route("**/__/firebase/init.json", lambda route: route.fulfill(json=config))
        for address in CLOUD:
            page.page.route(f"{address}**", self._answer)

    def _answer(self, route: Any) -> None:
        url = urlsplit(route.request.url)
        assert parse_qs(url.query)["key"] == [KEY]
        method = url.path.rpartition(":")[2]
        self.asked.append(method)
        status, answer = getattr(self, method)(json.loads(route.request.post_data))
        headers = {"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*"}
        route.fulfill(status=status, json=answer, headers=headers)

    def signInWithPassword(self, body: Any) -> tuple[int, Any]:
        if (body["email"], body["password"]) != (EMAIL, PASSWORD):
            return 400, {"error": {"code": 400, "message": "INVALID_LOGIN_CREDENTIALS"}}
        tokens = {"idToken": self._token, "refreshToken": "refresh", "expiresIn": "3600"}
        return 200, {**self._account, **tokens, "registered": True}

    def signUp(self, body: Any) -> tuple[int, Any]:
        if body["email"] == EMAIL:
            return 400, {"error": {"code": 400, "message": "EMAIL_EXISTS"}}
        assert body["password"] == PASSWORD
        self._account = {"localId": self._account["localId"], "email": body["email"]}
        tokens = {"idToken": self._token, "refreshToken": "refresh", "expiresIn": "3600"}
        return 200, {**self._account, **tokens}

    def lookup(self, body: Any) -> tuple[int, Any]:
        assert body["idToken"] == self._token
        return 200, {"users": [self._account]}

    def sendOobCode(self, body: Any) -> tuple[int, Any]:
        return 400, {"error": {"code": 400, "message": "EMAIL_NOT_FOUND"}}


@everywhere
def test_signs_in_with_firebase_auth_in_the_cloud(
    dashboard: Any, api: Api, uid: str, stack: StackProcess
) -> None:
    api.post("/v1/preferences", {"type": "like", "description": "quiet mornings"})
    page = dashboard(None)
    page.refusals = True
    firebase = FirebaseAuth(stack, uid)
    firebase.serve(page)
    page.open("/today")
    page.page.get_by_label("Email").fill(EMAIL)
    assert page.violations() == []

    page.page.get_by_role("button", name="Forgot your password?").click()
    page.said("sent it a link to reset the password")
    page.page.get_by_label("Password", exact=True).fill("wrong")
    page.page.get_by_role("button", name="Sign in").click()
    page.said("Wrong email or password.")
    page.page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.page.get_by_role("button", name="Sign in").click()
    page.page.get_by_text("quiet mornings").first.wait_for()
    name = page.page.get_by_text("Signed in as Ada")
    name.and_(page.page.locator(".top *" if page.device == "phone" else ".side *")).wait_for()

    page.page.reload()
    page.page.get_by_text("quiet mornings").first.wait_for()
    assert firebase.asked.count("signInWithPassword") == 2
    page.page.get_by_role("button", name="Sign out").locator("visible=true").click()
    page.page.get_by_label("Email").wait_for()
    page.page.reload()
    page.page.get_by_label("Email").wait_for()


def test_creates_an_account_in_the_cloud(dashboard: Any, uid: str, stack: StackProcess) -> None:
    page = dashboard(None)
    page.refusals = True
    FirebaseAuth(stack, uid).serve(page)
    page.open("/profile")
    page.page.get_by_role("button", name="New here?").click()
    page.page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.page.get_by_label("Email").fill(EMAIL)
    assert page.violations() == []
    page.page.get_by_role("button", name="Create account").click()
    page.said("The address may already be in use")
    page.page.get_by_label("Email").fill("new@example.com")
    page.page.get_by_role("button", name="Create account").click()
    page.page.get_by_text("Nothing yet").wait_for()
    page.page.get_by_role("button", name="Sign out").locator("visible=true").click()
    page.page.get_by_role("button", name="Sign in").wait_for()


def test_says_when_sign_in_cannot_start(dashboard: Any, uid: str, stack: StackProcess) -> None:
    page = dashboard(None)
    page.refusals = True
    FirebaseAuth(stack, uid).serve(page)
    page.page.route("**/assets/cloud-*", lambda route: route.fulfill(status=404))
    page.open("/today")
    page.page.get_by_role("alert").get_by_role("button", name="Try again").wait_for()
    assert page.violations() == []

    page.page.unroute("**/assets/cloud-*")
    page.page.get_by_role("button", name="Try again").click()
    page.page.get_by_label("Email").wait_for()


def test_says_when_the_server_is_not_there(dashboard: Any, uid: str) -> None:
    page = dashboard(None)
    page.refusals = True
    page.page.route("**/__/firebase/init.json", lambda route: route.abort())
    page.open("/today")
    page.page.get_by_role("alert").filter(has_text="Rekindle isn’t responding").wait_for()
    assert page.violations() == []

    page.page.get_by_role("button", name="Try again").wait_for()
    page.page.unroute("**/__/firebase/init.json")
    page.sign_in(uid)
    page.page.get_by_text("Nothing yet").wait_for()


@everywhere
def test_any_name_is_a_user_on_the_embedded_stack(dashboard: Any, api: Api, uid: str) -> None:
    api.post("/v1/preferences", {"type": "like", "description": "quiet mornings"})
    page = dashboard(None)
    assert page.page.get_by_role("button", name="Sign in").is_disabled()
    assert page.violations() == []
    page.sign_in(uid)
    page.page.get_by_text("quiet mornings").first.wait_for()
    page.page.reload()
    page.page.get_by_text("quiet mornings").first.wait_for()


def _tab(page: Any, gateway: str) -> Any:
    """Another tab of the same browser, which finds only what tabs share."""
    tab = page.page.context.new_page()
    tab.goto(f"{gateway}/settings")
    return tab


FLAME = "image => { const { x, width } = image.getBoundingClientRect(); return x + width / 4; }"
"""The left edge of the flame, which fills the middle half of its picture."""


def test_the_flame_stands_above_the_beginning_of_the_heading(dashboard: Any) -> None:
    page = dashboard(None)
    heading = page.page.get_by_role("heading", name="Your assistant remembers.").bounding_box()
    assert abs(page.page.locator(".brand img").evaluate(FLAME) - heading["x"]) <= 1


def test_tabs_share_who_is_signed_in(dashboard: Any, uid: str) -> None:
    page = dashboard(None)
    page.sign_in(uid)
    tab = _tab(page, page.gateway)
    tab.get_by_text(f"Signed in as {uid}").first.wait_for(state="attached")

    tab.get_by_role("button", name="Sign out").locator("visible=true").click()
    page.page.get_by_role("button", name="Sign in").wait_for()
    tab.reload()
    tab.get_by_role("button", name="Sign in").wait_for()
    tab.close()


def test_two_windows_can_show_two_users(dashboard: Any, uid: str) -> None:
    page = dashboard(None)
    page.sign_in(uid)
    other = dashboard(f"{uid}-b")
    for window, who in ((page, uid), (other, f"{uid}-b")):
        window.page.reload()
        window.page.get_by_text(f"Signed in as {who}", exact=True).first.wait_for(state="attached")
    other.page.get_by_role("button", name="Sign out").locator("visible=true").click()
    other.page.get_by_role("button", name="Sign in").wait_for()
    page.page.reload()
    page.page.get_by_text(f"Signed in as {uid}", exact=True).first.wait_for(state="attached")


def test_offers_recent_users_and_warns_of_a_namesake(dashboard: Any, uid: str) -> None:
    page = dashboard(None)
    page.photograph("sign-in", "desktop", "phone")
    page.sign_in(uid)
    page.page.get_by_role("button", name="Sign out").locator("visible=true").click()
    page.page.get_by_label("User", exact=True).fill(uid.upper())
    page.page.get_by_role("status").filter(has_text="is a different user").wait_for()
    assert page.violations() == []
    page.page.get_by_role("group", name="Recent users").get_by_role("button", name=uid).click()
    page.page.get_by_text("Nothing yet").wait_for()


def test_who_signs_in_next_sees_nothing_of_what_was_searched_for(dashboard: Any, uid: str) -> None:
    page = dashboard(None)
    page.sign_in(uid)
    page.open("/memory?q=biopsy")
    page.page.get_by_role("button", name="Sign out").locator("visible=true").click()
    page.sign_in(f"{uid}-b")
    page.page.get_by_text("Nothing yet").wait_for()
    assert "biopsy" not in page.page.url
