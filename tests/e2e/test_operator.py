"""The operator's view: what failed, what it costs, how it is set, and no content."""

import uuid
from collections.abc import Iterator

import pytest

from emulator.client import StackProcess
from tests.e2e.dashboard import Contexts, Dashboard
from tests.support.api import Api
from tests.support.firestore_support import make_client
from tests.support.stacks import stack_process


@pytest.fixture(scope="module")
def operated() -> Iterator[StackProcess]:
    """A stack with a budget of its own."""
    env = {
        "GOOGLE_CLOUD_PROJECT": f"demo-{uuid.uuid4().hex[:8]}",
        "REKINDLE_ANALYZER": "offline",
        "REKINDLE_DAILY_BUDGET": "2",
    }
    with stack_process(env=env) as stack:
        yield stack


@pytest.fixture
def failing(operated: StackProcess) -> Iterator[Api]:
    """Two users with a failed batch and parked work, as analysis and maintenance leave them."""
    firestore = make_client(operated.firestore, operated.project)
    for name in ("ada", "bea"):
        with operated.user(name) as client:
            api = Api(client, operated)
            api.learn("I love tea.", "I work with Rust every day.")
        user = firestore.document(f"users/{name}")
        (batch,) = user.collection("batches").stream()
        error = {"reason": "CRASHED", "message": "tea"}
        batch.reference.update({"state": "failed", "error": error})
        at = batch.to_dict()["finishedAt"]
        user.update({"learning.failed": [batch.id]})
        parked = {"kind": "decay", "tries": 8, "dueAt": at, "retryAt": at, "parkedAt": at}
        user.collection("setbacks").document("decay").set({**parked, "reason": "Odd"})
    with operated.user("ada") as client:
        yield Api(client, operated)


def test_an_operator_sees_what_failed_and_tries_it_again(
    contexts: Contexts, operated: StackProcess, failing: Api
) -> None:
    page = Dashboard(contexts, operated.gateway)
    page.open("/operator", "olga")
    page.page.get_by_role("heading", name="Server operations").wait_for()
    navigation = page.page.get_by_role("navigation", name="Main")
    assert navigation.get_by_role("link", name="Operator").count() == 0
    assert page.violations() == []
    page.page.get_by_role("button", name="Act as an operator").click()
    navigation.get_by_role("link", name="Operator").wait_for()

    failed = page.page.get_by_role("region", name="Failed analyses")
    failed.get_by_text("CRASHED").nth(1).wait_for()
    parked = page.page.get_by_role("region", name="Stopped tasks")
    parked.get_by_text("Odd").nth(1).wait_for()
    page.page.get_by_text("Per user: US$2.00 a day.").wait_for()
    page.page.get_by_text("REKINDLE_DAILY_BUDGET").wait_for()
    assert "tea" not in page.page.locator("main").inner_text().lower()
    for theme in ("dark", "light"):
        page.wear(theme)
        assert page.violations() == []
    page.photograph("operator", "desktop", "phone")
    page.page.set_viewport_size({"width": 320, "height": 640})
    assert not page.overflows()

    failed.get_by_role("button", name="Retry", exact=True).first.click()
    page.said("1 queued again.")
    failed.get_by_text("CRASHED").nth(1).wait_for(state="detached")
    failed.get_by_role("button", name="Retry all").click()
    page.said("1 queued again.")
    failed.get_by_text("No failed analyses.").wait_for()
    parked.get_by_role("button", name="Run again", exact=True).first.click()
    page.said("1 queued again.")
    parked.get_by_role("button", name="Run all again").click()
    page.said("1 queued again.")
    parked.get_by_text("No stopped tasks.").wait_for()
    operated.idle()
    assert failing.batches()[0]["state"] == "done"
    page.close()
    page.check()


def test_says_how_to_switch_it_on(contexts: Contexts, uid: str) -> None:
    env = {"GOOGLE_CLOUD_PROJECT": "demo-no-operators", "REKINDLE_OPERATORS": "off"}
    with stack_process(env=env | {"REKINDLE_ANALYZER": "offline"}) as stack:
        page = Dashboard(contexts, stack.gateway)
        page.refusals = True
        page.open("/operator", uid)
        page.page.get_by_role("button", name="Act as an operator").click()
        page.page.get_by_text("start the stack with REKINDLE_OPERATORS=on").first.wait_for()
        page.close()
