"""The sample for the web, built and used in Chromium on the stack."""

import json
from collections.abc import Iterator

import pytest

from tests.support.api import Api
from tests.support.chromium import chromium
from tests.support.typescript.sample import MODEL, device, sample_site

pytestmark = pytest.mark.xdist_group("typescript")  # which packs the client in its folder


@pytest.fixture(scope="module")
def site(tmp_path_factory, stack) -> Iterator[str]:
    with sample_site(stack.gateway, tmp_path_factory.mktemp("site")) as url:
        yield url


@pytest.fixture
def page(site, uid):
    with chromium() as browser, device(browser, site, uid) as page:
        yield page


class Model:
    """Answers in the page's stead of a server that speaks OpenAI's API, as a stream."""

    def __init__(self, page) -> None:
        self.requests: list[dict] = []
        page.route(f"{MODEL}/**", self._answer)

    def _answer(self, route) -> None:
        headers = {"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*"}
        if route.request.method == "OPTIONS":
            route.fulfill(status=204, headers=headers)
            return
        self.requests.append(json.loads(route.request.post_data))
        chunk = {"id": "1", "choices": [{"index": 0, "delta": {"content": "Noted."}}]}
        end = {"id": "1", "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}
        lines = "".join(f"data: {json.dumps(each)}\n\n" for each in (chunk, end))
        headers["Content-Type"] = "text/event-stream"
        route.fulfill(headers=headers, body=f"{lines}data: [DONE]\n\n")


def say(page, text: str) -> None:
    page.get_by_label("Message").fill(text)
    page.get_by_role("button", name="Send").click()


def test_the_model_knows_the_user_and_the_page_shows_what_is_learned(page, api):
    model = Model(page)
    with page.expect_response("**/v1/prompts"):
        say(page, "I love Python. Please always keep answers short.")
    page.get_by_text("Noted.").wait_for()
    page.get_by_role("button", name="Learn now").click()
    page.get_by_text("like: Python").wait_for()
    say(page, "Which language should I use?")
    page.wait_for_function("document.body.innerText.match(/Noted/g)?.length === 2")
    told = [message for message in model.requests[-1]["messages"] if message["role"] == "system"]
    assert "Python" in json.dumps(told)
    assert api.profile()["preferences"]


def test_what_is_said_without_a_connection_arrives_after_a_reload(page, api: Api):
    Model(page)
    page.get_by_text("All sent").wait_for()
    page.route("**/v1/prompts", lambda route: route.abort())
    say(page, "I moved to Ghent.")
    page.get_by_text("1 waiting for a connection").wait_for()
    page.reload()
    page.get_by_text("1 waiting for a connection").wait_for()
    page.unroute("**/v1/prompts")
    page.get_by_text("All sent").wait_for()
    said = [prompt["content"] for prompt in api.get("/v1/export")["prompts"]]
    assert said == ["I moved to Ghent."]
