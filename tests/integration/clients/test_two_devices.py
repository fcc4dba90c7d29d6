"""The sample for the web on two devices of one user, where nothing is learned out of sight.

Once on the embedded stack, where the page asks for changes; and once with a Firebase user on the
second Firestore engine, where it listens under the security rules.
"""

import time
import uuid
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import pytest

from emulator.client import StackProcess
from emulator.gateway.paths import ROOT
from tests.support.auth_emulator import auth_emulator
from tests.support.chromium import chromium
from tests.support.engines import needs_embedded, second_or_skip
from tests.support.stacks import stack_process
from tests.support.typescript.sample import device, sample_site

pytestmark = pytest.mark.xdist_group("typescript")  # which packs the client in its folder

PROMISED = 2.0
"""Seconds from the end of an analysis until every device shows what was learned."""
LISTEN = "google.firestore.v1.Firestore/Listen"


@dataclass
class Place:
    """The sample on a stack of its own; `listens` says whether Firestore tells it of changes."""

    site: str
    stack: StackProcess
    listens: bool


@pytest.fixture(
    scope="module",
    params=[
        pytest.param("embedded", marks=needs_embedded("the second one is another case")),
        "second",
    ],
)
def place(request, tmp_path_factory) -> Iterator[Place]:
    project = f"demo-{uuid.uuid4().hex[:12]}"
    env = {"GOOGLE_CLOUD_PROJECT": project, "REKINDLE_ANALYZER": "offline"}
    emulators = {}
    with ExitStack() as parts:
        if request.param == "second":
            engine = parts.enter_context(second_or_skip())
            engine.load_rules(project, (ROOT / "firestore.rules").read_text())
            folder = tmp_path_factory.mktemp("auth")
            accounts = parts.enter_context(auth_emulator(project, folder))
            env["FIRESTORE_EMULATOR_HOST"] = engine.address
            env["FIREBASE_AUTH_EMULATOR_HOST"] = accounts.host
            emulators["VITE_AUTH_EMULATOR"] = accounts.host
            emulators["VITE_FIRESTORE_EMULATOR"] = engine.address
        stack = parts.enter_context(stack_process(env=env))
        folder = tmp_path_factory.mktemp("site")
        site = parts.enter_context(sample_site(stack.gateway, folder, emulators))
        yield Place(site, stack, bool(emulators))


class Person:
    """The user of a device, by the token that its page sends."""

    def __init__(self, stack: StackProcess, page: Any) -> None:
        with page.expect_request("**/v1/profile", timeout=30_000) as asked:
            page.reload()
        token = asked.value.headers["authorization"].removeprefix("Bearer ")
        self._api = stack.bearer(token)

    def teach(self, message: str) -> float:
        """Has something learned; returns when its analysis had ended, as `time.monotonic` does."""
        said = self._api.post("/v1/prompts", json={"prompts": [{"content": message}]})
        said.raise_for_status()
        ended = self._api.post("/v1/profile/refresh?wait=true")
        assert ended.json()["state"] == "done", ended.text
        return time.monotonic()


def sees(page: Any, text: str, since: float) -> float:
    """Waits for the text, no longer than promised; returns after how many seconds it showed."""
    left = since + PROMISED - time.monotonic()
    page.get_by_text(text).wait_for(timeout=max(1.0, left * 1000))
    return time.monotonic() - since


def test_what_is_learned_shows_on_both_devices_in_time_also_after_being_offline(place, uid):
    with (
        chromium() as browser,
        device(browser, place.site, uid) as phone,
        device(browser, place.site, uid) as laptop,
    ):
        listening: list[str] = []
        phone.on("request", lambda request: listening.append(request.url))
        person = Person(place.stack, phone)
        for page in (phone, laptop):
            page.get_by_text("What is known").wait_for()

        ended = person.teach("I love Python.")
        took = [sees(page, "like: Python", ended) for page in (phone, laptop)]

        laptop.context.set_offline(True)
        laptop.get_by_text("From an earlier visit").wait_for()
        ended = person.teach("I love Rust.")
        took.append(sees(phone, "like: Rust", ended))
        assert laptop.get_by_text("like: Rust").count() == 0

        laptop.context.set_offline(False)
        took.append(sees(laptop, "like: Rust", time.monotonic()))
        ended = person.teach("I love sailing.")
        took += [sees(page, "like: sailing", ended) for page in (phone, laptop)]

        assert max(took) <= PROMISED
        assert any(LISTEN in url for url in listening) == place.listens
