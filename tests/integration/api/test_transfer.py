"""Export and import: the whole state, and the files of legacy systems."""

import uuid
from datetime import UTC, datetime, timedelta

import pytest

from tests.support.api import Api

NOW = datetime.now(UTC)


def ago(**time):
    return (NOW - timedelta(**time)).isoformat()


def take(api, format_, data):
    return api.post("/v1/import", {"format": format_, "data": data})


@pytest.fixture
def other(stack):
    """Another user, without any data."""
    with stack.user(f"other-{uuid.uuid4().hex}") as client:
        yield Api(client, stack)


@pytest.fixture
def full(api):
    """A user with data of every kind."""
    api.call("PATCH", "/v1/settings", {"memoryCharLimit": 3000, "userMemoryAnalysisInterval": 3})
    api.call("PATCH", "/v1/profile/about", {"name": "Ada", "work": {"languages": ["Python"]}})
    api.say("I love Python.", "I always run the tests first.", "I dislike meetings.")
    api.say("I use vim every day.")
    api.post("/v1/preferences", {"type": "tool", "description": "tmux", "metadata": {"a": 1}})
    api.post("/v1/memory", {"content": "The tests need Docker.", "tags": ["ci"]})
    api.post("/v1/memory", {"content": "Prefers mornings.", "target": "user"})
    ends = (NOW + timedelta(days=9)).isoformat()
    for n in range(30):
        note = {"content": f"Release {n} went out.", "target": "archive", "threadId": f"t{n % 3}"}
        api.post("/v1/memory", {**note, "expiresAt": ends} if n % 2 else note)
    session = api.post("/v1/sessions", {"id": "s1", "projectPath": "/p"})
    tasks = [{"id": "t", "title": "T", "status": "blocked", "blockedBy": "Ann"}]
    api.call("PATCH", f"/v1/sessions/{session['id']}", {"summary": "Half", "tasks": tasks})
    turns = {"offset": 0, "turns": [{"role": "user", "content": "hello"}]}
    api.post("/v1/sessions/s1/turns", turns)
    api.stack.idle()
    return api


def test_an_export_in_an_empty_user_gives_the_same_state(full, other):
    exported = full.get("/v1/export")
    assert exported["format"] == "rekindle"
    counts = {key: len(value) for key, value in exported.items() if isinstance(value, list)}
    assert (counts.pop("connections"), counts.pop("looks")) == (0, 0)
    assert counts == {"changelog": 3, "memory": 32, "sessions": 1, "batches": 1, "prompts": 5}
    report = take(other, "rekindle", exported)
    assert (report["refused"], report["merged"]) == ([], 0)
    assert report["taken"] == report["total"] == sum(counts.values()) + 2
    other.stack.idle()
    again = other.get("/v1/export")
    assert again.pop("exportedAt") > exported.pop("exportedAt")
    assert again == exported
    for path in ("/v1/profile", "/v1/memory", "/v1/context", "/v1/settings", "/v1/batches"):
        one, two = full.get(path), other.get(path)
        for answer in (one, two):
            answer.pop("version", None)
        assert one == two
    assert other.post("/v1/memory/repair", {"dryRun": True})["found"]["digest"] == []
    assert other.get("/v1/profile/status")["learning"]["pending"] == 2


def test_repeating_an_import_takes_nothing_twice(full, other):
    exported = full.get("/v1/export")
    take(other, "rekindle", exported)
    other.stack.idle()
    before = other.get("/v1/export")
    report = take(other, "rekindle", exported)
    assert (report["taken"], report["refused"]) == (0, [])
    other.stack.idle()
    assert {**other.get("/v1/export"), "exportedAt": ""} == {**before, "exportedAt": ""}


def test_an_import_in_parts_that_broke_off_is_resumed(full, other):
    exported = full.get("/v1/export")
    parts = [{"settings": exported["settings"]}]
    parts.append({"profile": exported["profile"], "state": exported["state"]})
    for name in ("changelog", "memory", "sessions", "batches", "prompts"):
        items = exported[name]
        parts += [{name: items[n : n + 7]} for n in range(0, len(items), 7)]
    for part in [*parts[:4], *parts]:
        assert take(other, "rekindle", part)["refused"] == []
    other.stack.idle()
    assert {**other.get("/v1/export"), "exportedAt": ""} == {**exported, "exportedAt": ""}


def test_an_export_is_merged_into_a_user_who_knows_something(full, other):
    other.post("/v1/preferences", {"type": "like", "description": "Python", "confidence": 0.5})
    other.call("PATCH", "/v1/profile/about", {"name": "Grace"})
    take(other, "rekindle", full.get("/v1/export"))
    profile = other.profile()
    assert profile["about"]["name"] == "Grace"
    assert profile["about"]["work"]["languages"] == ["Python"]
    liked = [item for item in profile["preferences"] if item["description"] == "Python"]
    assert [item["confidence"] for item in liked] == [0.5]
    assert any(item["description"] == "tmux" for item in profile["preferences"])
    assert profile["version"] == 3


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"format": "magic", "data": {}}, "format"),
        ({"format": "rekindle", "data": []}, "data"),
        ({"format": "rekindle", "data": {"memory": {}}}, "data.memory"),
        ({"format": "rekindle", "data": {"surprise": []}}, "data.surprise"),
        ({"format": "preferences", "data": "x"}, "data"),
        ({"format": "memories", "data": {"profile": "x"}}, "data"),
        ({"data": {"settings": {"memoryCharLimit": -1}}}, "memoryCharLimit"),
    ],
)
def test_what_is_no_import_is_refused_and_changes_nothing(api, data, field):
    error = api.refused("POST", "/v1/import", data)
    assert (error["code"], error["details"][0]["field"]) == (400, field)
    assert api.profile()["version"] == 0


def test_a_fact_with_a_secret_is_refused_and_the_others_are_taken(api):
    data = {"bio": "key sk-abcdefghijklmnopqrstuvwx1234", "name": "Ann"}
    report = api.post("/v1/import", {"format": "profile", "data": data})
    assert [item["reason"] for item in report["refused"]] == ["UNSAFE_CONTENT"]
    assert api.profile()["about"] == {"name": "Ann"}


def test_single_things_that_cannot_be_taken_are_told_with_their_place(api):
    good = {
        "id": "a",
        "tier": "archive",
        "content": "fine",
        "createdAt": ago(days=1),
        "updatedAt": ago(days=1),
    }
    bad = [
        {"id": "b"},
        {**good, "id": "c", "content": "x" * 2001},
        {**good, "id": "d", "expiresAt": ago(hours=1)},
    ]
    report = take(api, "rekindle", {"memory": [good, *bad]})
    assert (report["taken"], report["total"]) == (1, 4)
    told = [(r["section"], r["index"], r["reason"]) for r in report["refused"]]
    assert sorted(told) == [
        ("memory", 1, "INVALID_FIELD"),
        ("memory", 2, "INVALID_FIELD"),
        ("memory", 3, "EXPIRED"),
    ]
    assert all(r["message"] for r in report["refused"])


PROFILE = {
    "userId": "cameron",
    "schemaVersion": 1,
    "lastUpdated": "2025-01-15T10:30:00.000Z",
    "work": {"role": "backend engineer", "languages": ["TypeScript", "Python"]},
    "codePreferences": {"tone": "direct", "preferredStacks": ["Bun", "FastAPI"]},
    "tools": {"editor": "neovim"},
    "shoeSize": 44,
}


def test_profile_json_and_its_meta(api):
    api.call("PATCH", "/v1/profile/about", {"tools": {"editor": "emacs"}, "interests": ["chess"]})
    report = take(api, "profile", PROFILE)
    assert (report["taken"], report["merged"]) == (5, 0)
    assert [(r["reason"], r["message"]) for r in report["refused"]] == [
        ("DECLARED", "The user has declared a different tools.editor.")
    ]
    about = api.profile()["about"]
    assert about["tools"]["editor"] == "emacs"
    assert about["work"]["languages"] == ["TypeScript", "Python"]
    assert about["custom"] == {"shoeSize": 44}
    version = api.profile()["version"]
    assert take(api, "profile", {**PROFILE, "tools": {}})["merged"] == 5
    assert api.profile()["version"] == version

    meta = {"firstSeen": ago(days=9), "lastSeen": ago(days=3), "confidence": 0.85, "seenCount": 5}
    data = {
        "userId": "cameron",
        "preferences": [
            {"path": "codePreferences.tone", **meta},
            {"path": "work.org", **meta},
        ],
    }
    report = take(api, "profile-meta", data)
    assert (report["taken"], report["refused"][0]["reason"]) == (1, "NO_SUCH_PATH")
    known = {item["path"]: item for item in api.profile()["aboutMeta"]}
    tone = known["codePreferences.tone"]
    assert (tone["source"], tone["seenCount"]) == ("learned", 5)
    assert 0.7 < tone["confidence"] <= 0.85
    assert take(api, "profile-meta", data)["merged"] == 1


def test_changelog_lines(api):
    lines = [
        {
            "timestamp": ago(days=2),
            "session_id": "abc123",
            "action": "extract",
            "source": "mcp/hook",
            "changes": {"codePreferences": {"preferredStacks": ["Bun"]}},
        },
        {
            "timestamp": ago(days=1),
            "action": "remove",
            "source": "mcp/tool",
            "changes": {},
            "removed": ["tools.infra"],
        },
        {"timestamp": ago(days=200), "action": "decay", "source": "system", "changes": {}},
        {"timestamp": ago(days=1), "action": "dance", "source": "system"},
    ]
    report = take(api, "changelog", lines)
    assert [r["reason"] for r in report["refused"]] == ["TOO_OLD", "INVALID_FIELD"]
    assert (report["taken"], report["total"]) == (2, 4)
    assert take(api, "changelog", lines)["merged"] == 2
    entries = api.get("/v1/profile/changelog")["entries"]
    assert {entry["action"] for entry in entries} == {"extract", "remove"}
    assert entries[0]["version"] == 0


def test_session_files(api):
    old = {
        "sessionId": "abc123",
        "projectPath": "/home/user/my-project",
        "startedAt": ago(days=3),
        "lastActiveAt": ago(days=2),
        "summary": "Implemented user auth",
        "tasks": [
            {
                "id": "auth-1",
                "title": "Implement user authentication",
                "status": "completed",
                "createdAt": ago(days=3),
                "updatedAt": ago(days=2),
            }
        ],
        "decisions": [{"timestamp": ago(days=3), "decision": "Use JWT"}],
        "context": ["Project uses PostgreSQL 15"],
    }
    gone = {**old, "sessionId": "older", "lastActiveAt": ago(days=60)}
    report = take(api, "session", [old, gone, {"sessionId": "x"}])
    assert (report["taken"], report["total"]) == (1, 3)
    assert {r["reason"] for r in report["refused"]} == {"EXPIRED", "INVALID_FIELD"}
    session = api.get("/v1/sessions/abc123")
    assert session["tasks"][0]["title"] == "Implement user authentication"
    assert session["decisions"][0]["decision"] == "Use JWT"
    assert take(api, "session", old)["merged"] == 1
    started = api.post("/v1/sessions", {"projectPath": "/home/user/my-project"})
    assert started["previous"]["summary"] == "Implemented user auth"


def test_user_scoped_memories(api):
    report = take(api, "memories", {"profile": {"static": ["Lives in Lyon"], "dynamic": ["Tired"]}})
    assert (report["taken"], report["total"]) == (2, 2)
    items = [{"id": "m1", "content": "Has a cat", "tags": ["pet"], "createdAt": 1_700_000_000_000}]
    assert take(api, "memories", items)["taken"] == 1
    assert take(api, "memories", items)["merged"] == 1
    entries = {entry["content"]: entry for entry in api.get("/v1/memory")["entries"]}
    assert entries["Has a cat"]["createdAt"].startswith("2023-11-14")
    assert {entry["target"] for entry in entries.values()} == {"archive"}


def test_an_odd_tag_is_stored_as_it_is_searched_for_also_when_a_note_comes_again(api):
    for tags in (["pet"], ["pet\u202e", " pet ", 5, "", {}]):
        take(api, "memories", [{"content": "Has a cat", "tags": tags}])
    assert api.get("/v1/memory")["entries"][0]["tags"] == ["pet", "5"]
    found = api.post("/v1/memory/repair", {"dryRun": True})["found"]
    assert not any(found.values())


def test_rows_of_user_preferences(api):
    row = {
        "id": 1,
        "user_id": "u",
        "preference_type": "expertise",
        "preference_value": "Python programming",
        "context": "9 years",
        "confidence": "0.95",
        "created_at": "2025-01-15 10:30:00",
        "updated_at": "2025-01-15 10:30:00+00",
        "is_active": "true",
        "metadata": '{"session": "s1"}',
    }
    rows = [
        row,
        {**row, "id": 2, "preference_type": "like", "preference_value": "jazz", "is_active": "f"},
        {**row, "id": 3, "preference_type": "mood"},
        {**row, "id": 4, "preference_value": ""},
    ]
    report = take(api, "preferences", rows)
    assert (report["taken"], len(report["refused"])) == (2, 2)
    listed = api.get("/v1/preferences", activeOnly="false")["preferences"]
    assert [(p["description"], p["active"]) for p in listed] == [
        ("Python programming", True),
        ("jazz", False),
    ]
    assert listed[0]["metadata"] == {"session": "s1"}
    again = take(api, "preferences", [{**row, "confidence": 0.99, "context": "in 2026 too"}])
    assert again["merged"] == 1
    merged = api.get("/v1/preferences")["preferences"][0]
    assert (merged["confidence"], merged["context"]) == (0.99, "9 years; in 2026 too")


def test_rows_of_user_memories_go_to_their_tier_and_nothing_is_lost(api):
    rows = [{"id": n, "created_at": ago(days=n), "memory": f"{n} " + "x" * 900} for n in range(4)]
    rows.append({"id": 9, "memory": "Lives in Lyon", "tier": "user"})
    report = take(api, "user-memories", rows)
    assert (report["taken"], report["refused"]) == (5, [])
    usage = api.get("/v1/memory")["usage"]
    assert (usage["memory"]["entries"], usage["user"]["entries"]) == (2, 1)
    assert usage["archive"]["entries"] == 2
    again = take(api, "user-memories", rows)
    assert (again["taken"], again["merged"]) == (0, 5)


def test_what_waits_to_be_analyzed_here_is_not_lost_by_an_import(full, other):
    (mine,) = other.say("I love Rust.")
    take(other, "rekindle", full.get("/v1/export"))
    other.stack.idle()
    other.post("/v1/profile/refresh")
    other.stack.idle()
    assert other.get(f"/v1/prompts/{mine}")["state"] == "analyzed"
