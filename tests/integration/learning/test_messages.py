"""What the user said: listed, read by session, and deleted one by one."""

from tests.support.api import Api


def contents(answer):
    return [prompt["content"] for prompt in answer["prompts"]]


def test_messages_are_listed_newest_first_and_by_session(api):
    session = api.post("/v1/sessions", {"projectPath": "/a"})["id"]
    turns = [{"role": "user", "content": "First."}, {"role": "assistant", "content": "Noted."}]
    api.post(f"/v1/sessions/{session}/turns", {"offset": 0, "turns": turns})
    api.say("Outside any session.")

    everything = api.get("/v1/prompts")
    assert contents(everything)[0] == "Outside any session."
    assert "sessionId" not in everything["prompts"][0]
    of_session = api.get("/v1/prompts", sessionId=session)
    assert "First." in contents(of_session)
    assert "Outside any session." not in contents(of_session)

    first = api.get("/v1/prompts", pageSize=1)
    assert contents(first) == ["Outside any session."]
    second = api.get("/v1/prompts", pageSize=1, pageToken=first["nextPageToken"])
    assert second["prompts"][0]["sessionId"] == session


def test_a_deleted_message_is_gone_and_is_not_learned_from(api):
    kept, unwanted = api.say("I like tea.", "I love sailing.")
    assert api.get("/v1/profile/status")["learning"]["pending"] == 2

    assert api.call("DELETE", f"/v1/prompts/{unwanted}") == {"deleted": 1}
    assert [prompt["id"] for prompt in api.get("/v1/prompts")["prompts"]] == [kept]
    assert api.get("/v1/profile/status")["learning"]["pending"] == 1
    error = api.refused("DELETE", f"/v1/prompts/{unwanted}")
    assert (error["code"], error["details"][0]["reason"]) == (404, "NO_SUCH_PROMPT")

    api.post("/v1/profile/refresh", params={"wait": "true"})
    api.stack.idle()
    assert [item["description"] for item in api.profile()["preferences"]] == ["tea"]


def test_what_was_learned_stays_when_its_message_goes(api):
    [said] = api.say("I love sailing.")
    api.post("/v1/profile/refresh")
    api.stack.idle()

    api.call("DELETE", f"/v1/prompts/{said}")

    [preference] = api.profile()["preferences"]
    assert preference["evidence"][0]["quote"] == "I love sailing."
    assert api.get("/v1/prompts")["prompts"] == []


def test_no_connection_may_list_or_delete_messages(api, stack):
    [said] = api.say("I love sailing.")
    scopes = ["read", "write", "record", "admin"]
    key = api.post("/v1/connections", {"name": "Program", "scopes": scopes})["key"]
    with stack.user("nobody") as client:
        client.headers["Authorization"] = f"Bearer {key}"
        program = Api(client, stack)
        for method, path in (("GET", "/v1/prompts"), ("DELETE", f"/v1/prompts/{said}")):
            assert program.refused(method, path)["details"][0]["reason"] == "USER_ONLY"
    assert [prompt["id"] for prompt in api.get("/v1/prompts")["prompts"]] == [said]
