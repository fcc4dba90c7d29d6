"""Sessions over HTTP: progress, limits, continuity, turns."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.support.api import Api
from tests.support.stacks import stack_process


def start(api, **fields):
    return api.post("/v1/sessions", fields)


def report(api, session, **parts):
    return api.call("PATCH", f"/v1/sessions/{session['id']}", parts)


def test_a_session_from_start_to_end(api):
    session = start(api, projectPath="/home/user/my-project")
    assert (session["tasks"], session["decisions"], session["context"]) == ([], [], [])
    assert session["startedAt"] == session["lastActiveAt"]
    assert session["processedTurns"] == 0
    assert api.get(f"/v1/sessions/{session['id']}") == session
    changed = report(
        api,
        session,
        summary="Implemented user auth, blocked on database migration",
        tasks=[
            {"id": "auth-1", "title": "Implement user authentication", "status": "completed"},
            {
                "id": "db-migration",
                "title": "Add users table migration",
                "status": "blocked",
                "blockedBy": "Need DBA approval for schema change",
                "notes": "Ask Ann",
                "children": ["auth-1"],
            },
        ],
        decisions=[
            {
                "decision": "Use JWT for auth tokens",
                "rationale": "Stateless",
                "alternatives": ["Session cookies", "OAuth only"],
                "timestamp": "2025-01-15T10:30:00Z",
            }
        ],
        context=["Project uses PostgreSQL 15"],
    )
    assert changed["tasks"][1]["blockedBy"] == "Need DBA approval for schema change"
    assert changed["decisions"][0]["timestamp"] == "2025-01-15T10:30:00Z"
    assert changed["lastActiveAt"] > session["lastActiveAt"]
    assert api.get(f"/v1/sessions/{session['id']}") == changed
    assert [item["id"] for item in api.get("/v1/sessions")["sessions"]] == [session["id"]]
    assert api.call("DELETE", f"/v1/sessions/{session['id']}") == {"deleted": 1}
    assert api.refused("GET", f"/v1/sessions/{session['id']}")["code"] == 404


def test_a_new_session_is_shown_what_the_last_one_of_its_project_left(api):
    one = start(api, projectPath="/a")
    assert "previous" not in one
    report(
        api,
        one,
        summary="Halfway",
        tasks=[
            {"id": "t1", "title": "done", "status": "completed"},
            {"id": "t2", "title": "to do"},
        ],
    )
    start(api, projectPath="/b")
    two = start(api, projectPath="/a")
    assert (two["previous"]["id"], two["previous"]["summary"]) == (one["id"], "Halfway")
    assert [task["id"] for task in two["previous"]["openTasks"]] == ["t2"]


def test_starting_again_under_the_same_id_or_key_finds_the_session(api):
    session = start(api, id="s1")
    report(api, session, summary="x")
    again = api.client.post("/v1/sessions", json={"id": "s1"})
    assert (again.status_code, again.json()["summary"]) == (200, "x")
    key = {"Idempotency-Key": "k"}
    first = api.post("/v1/sessions", {}, headers=key)
    assert api.post("/v1/sessions", {}, headers=key)["id"] == first["id"]


def test_reports_add_up_and_the_oldest_give_way(api):
    session = start(api)
    for first in range(0, 60, 20):
        wanted = [{"decision": f"decision {n}"} for n in range(first, first + 20)]
        report(api, session, decisions=wanted, context=[f"note {n}" for n in range(first, 60)])
    kept = api.get(f"/v1/sessions/{session['id']}")
    assert [d["decision"] for d in kept["decisions"]] == [f"decision {n}" for n in range(10, 60)]
    assert kept["context"] == [f"note {n}" for n in range(40, 60)]
    assert (
        report(api, session, decisions=[{"decision": "decision 59"}])["decisions"]
        == (kept["decisions"])
    )


def test_tasks_are_merged_by_id(api):
    session = start(api)
    report(api, session, tasks=[{"id": "a", "title": "A"}, {"id": "b", "title": "B"}])
    blocked = report(api, session, tasks=[{"id": "a", "status": "blocked", "blockedBy": "Ann"}])
    assert [(t["id"], t["status"]) for t in blocked["tasks"]] == [
        ("a", "blocked"),
        ("b", "pending"),
    ]
    first = blocked["tasks"][0]
    assert first["title"] == "A"
    assert first["updatedAt"] > first["createdAt"]
    done = report(api, session, tasks=[{"id": "a", "status": "completed"}])
    assert "blockedBy" not in done["tasks"][0]
    left = report(api, session, removeTasks=["a"])
    assert [task["id"] for task in left["tasks"]] == ["b"]
    assert report(api, session, tasks=None, summary=None)["tasks"] == []


@pytest.mark.parametrize(
    ("parts", "field"),
    [
        ({"tasks": [{"id": "a"}]}, "tasks.title"),
        ({"tasks": [{"id": "a", "title": "A", "status": "sleeping"}]}, "tasks.0.status"),
        ({"tasks": [{"id": "a", "title": "A", "children": ["b"]}]}, "tasks.children"),
        ({"tasks": [{"id": "a", "title": "A", "children": ["a"]}]}, "tasks.children"),
        ({"decisions": [{}]}, "decisions.0.decision"),
        ({"summary": "sk-abcdefghijklmnopqrstuvwx1234"}, "session.summary"),
        ({"mood": "good"}, "mood"),
    ],
)
def test_a_report_that_makes_no_sense_changes_nothing(api, parts, field):
    session = start(api)
    error = api.refused("PATCH", f"/v1/sessions/{session['id']}", parts)
    assert (error["code"], error["details"][0]["field"]) == (400, field)
    assert api.get(f"/v1/sessions/{session['id']}") == session


def test_too_much_for_one_session_is_refused(api):
    session = start(api)
    many = [{"id": f"t{n}", "title": "x"} for n in range(100)]
    report(api, session, tasks=many)
    error = api.refused(
        "PATCH", f"/v1/sessions/{session['id']}", {"tasks": [{"id": "n", "title": "y"}]}
    )
    assert error["details"][0]["reason"] == "TOO_MANY_TASKS"


def turn(content, role="user"):
    return {"role": role, "content": content}


def test_no_turn_is_taken_twice_and_none_is_missed(api):
    session = start(api)
    path = f"/v1/sessions/{session['id']}/turns"
    talk = [turn("I love Python."), turn("Noted!", "assistant"), turn("I prefer tabs.")]
    first = api.post(path, {"offset": 0, "turns": talk})
    assert first["processedTurns"] == 3
    assert len(first["prompts"]) == 2
    again = api.post(path, {"offset": 0, "turns": talk})
    assert again == {"processedTurns": 3, "prompts": []}
    more = api.post(path, {"offset": 1, "turns": [*talk[1:], turn("I use vim.")]})
    assert more["processedTurns"] == 4
    assert len(more["prompts"]) == 1
    gap = api.refused("POST", path, {"offset": 9, "turns": [turn("lost")]})
    assert (gap["code"], gap["status"]) == (409, "ABORTED")
    assert gap["details"][0]["processedTurns"] == 4
    api.stack.idle()
    assert api.get("/v1/profile/status")["learning"]["pending"] == 3
    prompt = api.get(f"/v1/prompts/{first['prompts'][0]}")
    assert (prompt["content"], prompt["sessionId"]) == ("I love Python.", session["id"])
    assert api.get(f"/v1/sessions/{session['id']}")["processedTurns"] == 4


def test_turns_need_a_session(api):
    error = api.refused("POST", "/v1/sessions/none/turns", {"offset": 0, "turns": [turn("x")]})
    assert error["code"] == 404


def test_sessions_are_listed_by_page_and_project(api):
    for n in range(5):
        start(api, id=f"s{n}", projectPath=f"/p{n % 2}")
    page = api.get("/v1/sessions", pageSize=3)
    rest = api.get("/v1/sessions", pageSize=3, pageToken=page["nextPageToken"])
    ids = [item["id"] for item in [*page["sessions"], *rest["sessions"]]]
    assert ids == ["s4", "s3", "s2", "s1", "s0"]
    assert [s["id"] for s in api.get("/v1/sessions", projectPath="/p1")["sessions"]] == ["s3", "s1"]


def test_sessions_end_after_thirty_days_without_activity(uid):
    env = {"GOOGLE_CLOUD_PROJECT": "demo-sessions"}
    with stack_process(env=env) as stack, stack.user(uid) as client:
        api = Api(client, stack)
        old, used = start(api), start(api)
        stack.control("POST", "clock", {"advanceSeconds": 20 * 86_400})
        report(api, used, summary="still at it")
        stack.control("POST", "clock", {"advanceSeconds": 11 * 86_400})
        assert api.refused("GET", f"/v1/sessions/{old['id']}")["code"] == 404
        assert [item["id"] for item in api.get("/v1/sessions")["sessions"]] == [used["id"]]
        assert stack.control("POST", "maintenance")["enqueued"]["sessions"] == 1
        stack.idle()
        assert stack.control("POST", "maintenance")["enqueued"]["sessions"] == 0
        active = datetime.fromisoformat(api.get(f"/v1/sessions/{used['id']}")["lastActiveAt"])
        assert active < datetime.now(UTC) + timedelta(days=30)
