"""`GET /v1/changes`, which an open page polls every second."""

from emulator.client import StackProcess
from tests.support.api import Api
from tests.support.engines import needs_embedded


def _stamps(api: Api, **params: object) -> dict[str, str]:
    return api.get("/v1/changes", **params)["stamps"]


def _moved(api: Api, before: dict[str, str]) -> set[str]:
    after = _stamps(api)
    return {part for part in after if after[part] != before.get(part)}


def test_says_what_there_is(api: Api) -> None:
    api.post("/v1/preferences", {"type": "like", "description": "tea"})
    api.say("I like quiet mornings.")

    changes = api.get("/v1/changes")

    assert changes["profileVersion"] == 1
    assert changes["pending"] == 1
    assert changes["now"].endswith("Z")
    assert set(changes["stamps"]) == {"profile", "memory", "learning", "settings", "use", "day"}


def test_answers_304_until_something_moves(api: Api) -> None:
    first = api.client.get("/v1/changes")
    again = {"If-None-Match": first.headers["ETag"]}

    unmoved = api.client.get("/v1/changes", headers=again)
    api.post("/v1/memory", {"content": "The tests need Docker."})
    moved = api.client.get("/v1/changes", headers=again)

    assert unmoved.status_code == 304
    assert unmoved.content == b""
    assert moved.status_code == 200


def test_each_part_moves_alone(api: Api) -> None:
    api.say("I like tea.")
    before = _stamps(api)
    assert _moved(api, before) == set()

    api.post("/v1/preferences", {"type": "like", "description": "coffee"})
    assert _moved(api, before) == {"profile"}

    before = _stamps(api)
    entry = api.post("/v1/memory", {"content": "Deploys are on Tuesdays."})["entry"]
    assert _moved(api, before) == {"memory"}

    before = _stamps(api)
    api.call("DELETE", f"/v1/memory/{entry['id']}")
    assert _moved(api, before) == {"memory"}

    before = _stamps(api)
    api.call("PATCH", "/v1/settings", {"retentionDays": 90})
    assert _moved(api, before) == {"settings"}

    before = _stamps(api)
    api.say("How do I tie a bow tie?")
    assert _moved(api, before) == {"learning"}

    before = _stamps(api)
    api.get("/v1/context")
    assert _moved(api, before) == {"use"}


def test_a_batch_moves_learning_when_it_is_formed_and_when_it_ends(api: Api) -> None:
    api.say("I like tea.")
    before = _stamps(api)
    api.post("/v1/profile/refresh")
    assert "learning" in _moved(api, before)

    api.stack.idle()
    assert {"learning", "profile"} <= _moved(api, before)


def test_sessions_on_request(api: Api) -> None:
    before = _stamps(api, sessions=True)["sessions"]
    session = api.post("/v1/sessions", {})["id"]
    started = _stamps(api, sessions=True)["sessions"]
    api.call("PATCH", f"/v1/sessions/{session}", {"summary": "Half done."})

    assert len({before, started, _stamps(api, sessions=True)["sessions"]}) == 3


@needs_embedded("another one counts no operations")
def test_costs_two_reads_at_most(api: Api, stack: StackProcess) -> None:
    api.post("/v1/memory", {"content": "The tests need Docker."})
    api.post("/v1/preferences", {"type": "like", "description": "tea"})
    stack.idle()

    stack.control("DELETE", "usage")
    api.get("/v1/changes")
    usage = stack.control("GET", "usage")
    assert (usage["roundTrips"], usage["reads"]) == (1, 2)
    assert (usage["writes"], usage["deletes"]) == (0, 0)

    stack.control("DELETE", "usage")
    api.get("/v1/changes", sessions=True)
    assert stack.control("GET", "usage")["reads"] <= 3


def test_a_preview_of_the_context_uses_nothing(api: Api) -> None:
    api.post("/v1/preferences", {"type": "like", "description": "tea"})

    shown = api.get("/v1/context", preview=True)
    assert "tea" in shown["text"]
    assert "lastUsed" not in api.profile()["preferences"][0]

    assert api.get("/v1/context")["text"] == shown["text"]
    assert "lastUsed" in api.profile()["preferences"][0]


def test_the_page_finds_out_where_it_is(stack: StackProcess) -> None:
    config = stack.call("GET", "/__/firebase/init.json")

    assert config.json() == {"projectId": stack.project, "embeddedStack": True}
