"""Search over HTTP: ranking, filters, freshness, and embeddings."""

import uuid
from datetime import UTC, datetime, timedelta

import pytest

from tests.support.api import Api
from tests.support.embeddings_server import EmbeddingsServer
from tests.support.stacks import stack_process


def save(api, content, target="archive", **fields):
    return api.post("/v1/memory", {"content": content, "target": target, **fields})["entry"]


def found(api, q, **query):
    results = api.get("/v1/memory/search", q=q, **query)["results"]
    return [result["entry"]["content"] for result in results]


def test_the_best_answer_comes_first_with_its_scores(api):
    entry = save(api, "Ann prefers window seats", tags=["travel"], threadId="t1")
    save(api, "Ann prefers tea")
    answer = api.get("/v1/memory/search", q="Does Ann like a window seat?")
    best = answer["results"][0]
    assert best["entry"] == entry
    assert 0 < best["score"] < 1
    assert 0 < best["scores"]["text"] <= 1
    assert (answer["mode"], answer["usage"]["archive"]["entries"]) == ("text", 2)
    scores = [result["score"] for result in answer["results"]]
    assert scores == sorted(scores, reverse=True)


def test_the_whole_memory_is_searched_not_a_recent_part(api):
    save(api, "The spare key is under the blue flowerpot")
    notes = [{"content": f"Note {n} about nothing at all", "target": "archive"} for n in range(90)]
    results = api.post("/v1/memory/batch", {"entries": notes})["results"]
    assert {result["status"] for result in results} == {"created"}
    assert found(api, "where is the key?", limit=1) == ["The spare key is under the blue flowerpot"]


def test_filters(api):
    save(api, "likes jazz", target="user")
    save(api, "plays jazz", target="memory", source="action")
    old = (datetime.now(UTC) - timedelta(days=40)).isoformat()
    save(api, "heard jazz in Paris", tags=["trip"], threadId="t1", createdAt=old)
    save(api, "jazz on Friday", threadId="t2")
    assert found(api, "jazz", target="user") == ["likes jazz"]
    assert found(api, "jazz", target="memory") == ["plays jazz"]
    assert found(api, "jazz", source="action") == ["plays jazz"]
    assert found(api, "jazz", tag="trip") == ["heard jazz in Paris"]
    assert found(api, "jazz", threadId="t2") == ["jazz on Friday"]
    month_ago = (datetime.now(UTC) - timedelta(days=30)).isoformat()
    assert found(api, "jazz", until=month_ago) == ["heard jazz in Paris"]
    assert "heard jazz in Paris" not in found(api, "jazz", since=month_ago)
    assert len(found(api, "jazz")) == 4
    assert len(found(api, "jazz", limit=2)) == 2


def test_what_was_changed_or_deleted_is_found_as_it_is_now(api):
    entry = save(api, "The meeting is in room Alpha")
    api.call("PATCH", f"/v1/memory/{entry['id']}", {"content": "The meeting is in room Beta"})
    assert found(api, "Alpha") == []
    assert found(api, "Beta") == ["The meeting is in room Beta"]
    api.call("PATCH", f"/v1/memory/{entry['id']}", {"target": "memory", "tags": ["x"]})
    assert found(api, "Beta", target="archive") == []
    assert found(api, "Beta", target="memory", tag="x") == ["The meeting is in room Beta"]
    api.call("DELETE", f"/v1/memory/{entry['id']}")
    assert found(api, "Beta") == []


def test_what_has_expired_is_not_found(uid):
    env = {"GOOGLE_CLOUD_PROJECT": "demo-expiry"}
    with stack_process(env=env) as stack, stack.user(uid) as client:
        api = Api(client, stack)
        soon = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
        save(api, "The code of the day is plum", expiresAt=soon)
        assert found(api, "code of the day")
        stack.control("POST", "clock", {"advanceSeconds": 3700})
        assert found(api, "code of the day") == []
        stack.control("POST", "maintenance")
        stack.idle()
        assert api.post("/v1/memory/repair", {"dryRun": True})["found"]["surplus"] == 0


@pytest.mark.parametrize(
    "query", [{}, {"q": ""}, {"q": "x", "mode": "magic"}, {"q": "x", "limit": 0}, {"q": "x" * 2001}]
)
def test_a_search_that_makes_no_sense_is_refused(api, query):
    error = api.refused("GET", "/v1/memory/search", params=query)
    assert (error["code"], error["status"]) == (400, "INVALID_ARGUMENT")
    assert error["details"][0]["field"]


def test_without_a_model_of_embeddings_every_mode_works_by_words_and_says_so(api):
    save(api, "likes jazz")
    for mode in ("semantic", "hybrid"):
        answer = api.get("/v1/memory/search", q="jazz", mode=mode)
        assert answer["mode"] == "text"
        assert answer["results"]
        assert "No embedding model is configured" in answer["warnings"][0]
    assert "warnings" not in api.get("/v1/memory/search", q="jazz")


@pytest.fixture(scope="module")
def model():
    with EmbeddingsServer() as server:
        yield server


@pytest.fixture(scope="module")
def meaning_stack(model):
    env = {
        "GOOGLE_CLOUD_PROJECT": f"demo-{uuid.uuid4().hex[:12]}",
        "REKINDLE_ANALYZER": "offline",
        "REKINDLE_EMBEDDINGS_MODEL": "few-meanings",
        "REKINDLE_EMBEDDINGS_DIMENSIONS": "5",
        "REKINDLE_EMBEDDINGS_BASE_URL": model.url,
    }
    with stack_process(env=env) as stack:
        yield stack


@pytest.fixture
def knowing(meaning_stack, model, uid):
    """The API of a stack with a model of embeddings."""
    model.failing = False
    with meaning_stack.user(uid) as client:
        yield Api(client, meaning_stack)


def test_by_meaning_what_shares_no_word_is_found(knowing):
    save(knowing, "My automobile needs a new engine")
    save(knowing, "We walked along the beach and the waves")
    save(knowing, "The baker sells a good loaf", target="user")
    answer = knowing.get("/v1/memory/search", q="car", mode="semantic", limit=1)
    best = answer["results"][0]
    assert best["entry"]["content"] == "My automobile needs a new engine"
    assert answer["mode"] == "semantic"
    assert best["score"] == best["scores"]["semantic"]
    assert found(knowing, "ocean")[0] == "We walked along the beach and the waves"
    assert found(knowing, "bread", target="user") == ["The baker sells a good loaf"]
    assert knowing.get("/v1/memory/search", q="bread")["mode"] == "hybrid"


def test_words_still_count_beside_meaning(knowing):
    save(knowing, "The physician is called Dr Sato")
    save(knowing, "The doctor moved to Lyon")
    results = knowing.get("/v1/memory/search", q="Dr Sato", mode="hybrid")["results"]
    assert results[0]["entry"]["content"] == "The physician is called Dr Sato"
    assert results[0]["scores"]["text"] > 0


def test_meaning_with_filters_compares_what_passes(knowing):
    save(knowing, "My automobile is red", tags=["mine"])
    save(knowing, "The vehicle of the neighbours")
    assert found(knowing, "car", mode="semantic", tag="mine") == ["My automobile is red"]


def test_a_changed_note_has_a_new_meaning(knowing):
    entry = save(knowing, "My automobile is old")
    knowing.call("PATCH", f"/v1/memory/{entry['id']}", {"content": "The baker opens at six"})
    best = knowing.get("/v1/memory/search", q="bread", mode="semantic")["results"][0]
    assert best["entry"]["content"] == "The baker opens at six"
    assert best["scores"]["semantic"] > 0.9


def test_a_note_saved_while_the_model_fails_gets_its_meaning_later(knowing, model):
    model.failing = True
    save(knowing, "The physician wears green")
    answer = knowing.get("/v1/memory/search", q="doctor", mode="semantic")
    assert answer["mode"] == "text"
    assert "did not answer" in answer["warnings"][0]
    model.failing = False
    assert knowing.stack.control("POST", "maintenance")["enqueued"]["embeddings"] >= 1
    knowing.stack.idle()
    assert found(knowing, "doctor", mode="semantic")[0] == "The physician wears green"
    assert knowing.stack.control("POST", "maintenance")["enqueued"]["embeddings"] == 0


def test_the_vector_is_nobodys_business(knowing):
    entry = save(knowing, "My automobile needs a new engine")
    shown = knowing.get(f"/v1/memory/{entry['id']}")["entry"]
    assert not {"embedding", "position", "page", "embedDueAt", "purgeAt"} & shown.keys()


def test_results_show_the_words_and_the_text_around_them(api):
    around = "We talked about nothing in particular. " * 10
    save(api, f"{around}The cyclist rode to Porto. {around}", target="archive")
    (result,) = api.get("/v1/memory/search", q="cyclists Porto")["results"]
    content = result["entry"]["content"]
    assert [each["text"] for each in result["highlights"]] == ["cyclist", "Porto"]
    assert all(
        content[each["start"] : each["end"]] == each["text"] for each in result["highlights"]
    )
    assert "cyclist rode to Porto" in result["snippet"]
    assert len(result["snippet"]) < len(content) / 2


def test_pages_show_every_match_once_in_the_order_of_one_long_page(api):
    for number in range(7):
        save(api, f"tea of kind {number} {'leaf ' * number}", target="archive")
    save(api, "coffee", target="archive")
    whole = api.get("/v1/memory/search", q="tea", limit=100)
    paged, token = [], None
    while True:
        page = api.get(
            "/v1/memory/search", q="tea", limit=3, **({"pageToken": token} if token else {})
        )
        assert page["total"] == whole["total"] == 7
        paged += [result["entry"]["id"] for result in page["results"]]
        token = page.get("nextPageToken")
        if token is None:
            break
    assert paged == [result["entry"]["id"] for result in whole["results"]]
    assert "nextPageToken" not in whole


@pytest.mark.parametrize("token", ["x", "LTE", "MTIzNDU2Nzg5MA", "w6k", "4p-f"])
def test_a_token_of_another_list_is_refused(api, token):
    error = api.refused("GET", "/v1/memory/search", params={"q": "tea", "pageToken": token})
    assert error["details"][0]["field"] == "pageToken"


def test_messages_are_found_by_who_said_them(api):
    save(api, "I like green tea", role="user", target="archive")
    save(api, "Try oolong tea", role="assistant", target="archive")
    save(api, "a note about tea", target="archive")
    found = api.get("/v1/memory/search", q="tea", role="assistant")
    assert [result["entry"]["role"] for result in found["results"]] == ["assistant"]
    assert found["total"] == 1


def test_the_newest_value_comes_first_and_the_older_ones_on_request(api):
    old = save(api, "The deadline of the project is 3 May")
    new = save(api, "The deadline of the project is 9 June")
    query = "When is the project's deadline?"
    assert found(api, query) == [new["content"]]
    results = api.get("/v1/memory/search", q=query, includeSuperseded="true")["results"]
    assert [each["entry"]["id"] for each in results] == [new["id"], old["id"]]
    assert [each.get("supersededBy") for each in results] == [None, new["id"]]
    api.call("DELETE", f"/v1/memory/{new['id']}")
    assert found(api, query) == [old["content"]]


def test_a_precise_search_is_silent_when_nothing_fits(api):
    key = save(api, "The spare key is under the blue flowerpot", tags=["front door"])
    save(api, "The blue car is in the garage of the neighbours")
    broad = found(api, "Is the blue flowerpot cracked?")
    assert len(broad) == 2
    assert found(api, "How do I paint a fence in blue?", precision="precise") == []
    assert found(api, "Where is the spare key?", precision="precise") == [key["content"]]
    assert found(api, "Who has a key of the front door?", precision="precise")[0] == key["content"]
    assert found(api, "front doors", precision="precise") == [key["content"]]


def test_a_note_keeps_the_role_of_who_said_it(api):
    entry = save(api, "My boat is called Petrel", role="user")
    save(api, "Petrels are seabirds, and a boat may be called so", role="assistant")
    assert entry["role"] == "user"
    results = api.get("/v1/memory/search", q="What is my boat called?")["results"]
    assert [each["entry"]["role"] for each in results] == ["user", "assistant"]
