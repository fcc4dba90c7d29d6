"""From prompts to a profile, through the trigger, the queue and the analysis."""

import pytest

from tests.support.engines import needs_embedded

FILLER = "How do I rename a branch?"


def test_every_tenth_prompt_starts_one_analysis(api):
    api.say(*[f"{FILLER} Number {n}" for n in range(12)])

    batches = api.batches()
    assert [len(batch["promptIds"]) for batch in batches] == [10]
    assert batches[0]["state"] == "done"
    status = api.get("/v1/profile/status")
    assert status["learning"]["pending"] == 2
    assert status["reasons"][0] == "2 of 10 prompts until the next analysis"
    assert status["learning"]["analyzer"] == "offline"
    assert status["learning"]["lastBatch"]["id"] == batches[0]["id"]


def test_a_prompt_goes_from_pending_to_analyzed(api):
    first, *_ = api.say("I love Python.")
    assert api.get(f"/v1/prompts/{first}")["state"] == "pending"

    api.say(*[FILLER] * 9)

    prompt = api.get(f"/v1/prompts/{first}")
    assert prompt["state"] == "analyzed"
    assert prompt["content"] == "I love Python."
    assert prompt["batchId"] == api.batches()[0]["id"]
    assert prompt["preferences"] == ["like Python"]


def test_sending_a_prompt_again_changes_nothing(api):
    body = {"prompts": [{"id": "p1", "content": "I love tea."}]}
    assert api.post("/v1/prompts", body)["prompts"] == [{"id": "p1", "status": "recorded"}]
    assert api.post("/v1/prompts", body)["prompts"] == [{"id": "p1", "status": "duplicate"}]
    api.stack.idle()
    assert api.get("/v1/profile/status")["learning"]["pending"] == 1


def test_an_idempotency_key_makes_a_repeated_request_the_same(api):
    body = {"prompts": [{"content": "one"}, {"content": "two"}]}
    headers = {"Idempotency-Key": "abc"}
    first = api.post("/v1/prompts", body, headers=headers)["prompts"]
    again = api.post("/v1/prompts", body, headers=headers)["prompts"]
    assert again == first
    assert {item["status"] for item in again} == {"recorded"}


def test_the_same_id_twice_in_one_request_is_recorded_once(api):
    prompts = [{"id": "same", "content": "one"}, {"id": "same", "content": "two"}]
    recorded = api.post("/v1/prompts", {"prompts": prompts})["prompts"]
    assert [item["status"] for item in recorded] == ["recorded", "duplicate"]
    assert api.get("/v1/prompts/same")["content"] == "one"


@needs_embedded("another one keeps contending transactions waiting until their deadlines")
def test_a_hundred_prompts_at_once_are_all_analyzed(api):
    prompts = [{"id": f"p{n}", "content": f"{FILLER} {n}"} for n in range(100)]
    api.post("/v1/prompts", {"prompts": prompts})
    api.stack.idle()

    batches = api.batches()
    analysed = [id_ for batch in batches for id_ in batch["promptIds"]]
    assert sorted(analysed) == sorted(prompt["id"] for prompt in prompts)
    assert {batch["state"] for batch in batches} == {"done"}
    assert api.profile()["totalPromptsAnalyzed"] == 100


def test_a_refresh_that_waits_answers_when_the_result_is_there(api):
    api.post("/v1/prompts", {"prompts": [{"content": "I love hiking."}]})
    told = api.post("/v1/profile/refresh?wait=true")
    assert told["state"] == "done"
    assert [one["description"] for one in api.profile()["preferences"]] == ["hiking"]
    api.stack.idle()
    assert [batch["id"] for batch in api.batches()] == [told["batchId"]]


def test_an_assistants_words_are_never_evidence(api):
    message = {"content": "I love Rust.", "role": "assistant"}
    recorded = api.post("/v1/prompts", {"prompts": [message]})["prompts"][0]
    assert (recorded["status"], recorded["reason"]) == ("skipped", "not_the_user")
    api.stack.idle()
    assert api.get(f"/v1/prompts/{recorded['id']}")["state"] == "skipped"
    assert api.post("/v1/profile/refresh") == {"batchId": None, "reason": "nothing_pending"}


def test_each_learned_item_carries_a_verbatim_quote_and_a_decision(api):
    said = [
        "I use Neovim for everything, and I prefer tabs over spaces.",
        "I'm new to Go.",
    ]
    batch = api.learn(*said)

    assert {decision["kind"] for decision in batch["decisions"]} >= {"preference", "about", "skill"}
    for decision in batch["decisions"]:
        if decision["outcome"] != "rejected":
            assert any(decision["quote"] in text for text in said)
    profile = api.profile()
    assert profile["version"] == batch["version"] == 1
    assert profile["preferences"]
    for item in profile["preferences"]:
        assert 1 <= len(item["evidence"]) <= 3
        for evidence in item["evidence"]:
            assert any(evidence["quote"] in text for text in said)
            assert evidence["promptId"] in batch["promptIds"]


def test_what_the_user_deletes_is_not_learned_again(api):
    api.learn("I love Python.")
    item = next(p for p in api.profile()["preferences"] if p["type"] == "like")
    api.call("DELETE", f"/v1/preferences/{item['id']}")

    batch = api.learn("I love Python.")

    refused = [d for d in batch["decisions"] if d["kind"] == "preference"]
    assert refused
    assert {(d["outcome"], d["reason"]) for d in refused} == {("rejected", "forgotten")}
    assert not [p for p in api.profile()["preferences"] if p["type"] == "like"]


def test_a_repeated_preference_is_reinforced_once_per_batch(api):
    api.learn("I prefer tea over coffee.")
    before = api.profile()["preferences"][0]
    batch = api.learn("I prefer tea over coffee.", "As I said: I prefer tea over coffee.")
    outcomes = [d["outcome"] for d in batch["decisions"] if d["kind"] == "preference"]
    assert outcomes[0] == "reinforced"
    after = api.profile()["preferences"]
    assert len(after) == 1
    assert after[0]["confidence"] == pytest.approx(min(1.0, before["confidence"] + 0.1))


def test_learning_off_means_off_at_once_and_for_good(api):
    api.call("PATCH", "/v1/settings", {"learningEnabled": False})
    recorded = api.post("/v1/prompts", {"prompts": [{"content": "I love Go."}]})["prompts"][0]
    assert (recorded["status"], recorded["reason"]) == ("skipped", "learning_off")
    api.stack.idle()
    api.call("PATCH", "/v1/settings", {"learningEnabled": True})
    assert api.post("/v1/profile/refresh")["batchId"] is None
    assert api.get(f"/v1/prompts/{recorded['id']}")["state"] == "skipped"


def test_an_interval_of_one_analyzes_each_message(api):
    api.call("PATCH", "/v1/settings", {"userMemoryAnalysisInterval": 1})
    api.say("I love Python.")
    assert [p["description"] for p in api.profile()["preferences"]] == ["Python"]
    assert len(api.batches()) == 1


def test_an_interval_of_zero_learns_nothing(api):
    api.call("PATCH", "/v1/settings", {"userMemoryAnalysisInterval": 0})
    api.say("I love Python.")
    status = api.get("/v1/profile/status")
    assert status["learning"]["enabled"] is False
    assert "userMemoryAnalysisInterval is 0" in status["reasons"][0]


def test_a_secret_is_masked_before_it_is_stored(api):
    key = "sk-proj-" + "a1B2c3D4" * 4
    (prompt_id,) = api.say(f"My key is {key}, I love Python.")
    assert key not in str(api.get(f"/v1/prompts/{prompt_id}"))
    assert "[API key removed]" in api.get(f"/v1/prompts/{prompt_id}")["content"]


def test_lists_come_in_pages(api):
    for n in range(3):
        api.learn(f"I love topic{n}.")
    first = api.get("/v1/batches", pageSize=2)
    second = api.get("/v1/batches", pageSize=2, pageToken=first["nextPageToken"])
    assert len(first["batches"]) == 2
    assert len(second["batches"]) == 1
    assert "nextPageToken" not in second
    ids = [batch["id"] for batch in first["batches"] + second["batches"]]
    assert len(set(ids)) == 3


def reasons(api):
    return " ".join(api.get("/v1/profile/status")["reasons"])


def test_the_status_says_why_there_is_no_profile(api):
    """The cases of P-44 and P-45."""
    assert "No prompt has been analyzed yet" in reasons(api)
    api.learn("How do I rename a branch?")
    assert "Prompts analyzed so far: 1. None contained anything to learn." in reasons(api)
    api.learn("I love Python.")
    api.learn("How do I rename a branch?")
    assert "found nothing new" in reasons(api)
    api.call("PATCH", "/v1/settings", {"learningEnabled": False, "injectProfile": False})
    assert "learningEnabled" in reasons(api)
    assert "injectProfile" in reasons(api)
