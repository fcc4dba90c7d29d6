"""The notes over HTTP: tiers, budgets, duplicates, expiry."""

from datetime import UTC, datetime, timedelta

import pytest


def save(api, content, **fields):
    return api.post("/v1/memory", {"content": content, **fields})


def listed(api, **query):
    return [entry["content"] for entry in api.get("/v1/memory", **query)["entries"]]


@pytest.mark.parametrize("target", ["memory", "user", "archive"])
def test_a_note_is_saved_in_its_tier(api, target):
    saved = save(api, "a note", target=target, tags=["x"], source="action", threadId="t1")
    entry = saved["entry"]
    assert saved["deduplicated"] is False
    assert (entry["target"], entry["tags"]) == (target, ["x"])
    assert (entry["source"], entry["threadId"], entry["confidence"]) == ("action", "t1", "high")
    assert saved["usage"][target]["entries"] == 1
    assert api.get(f"/v1/memory/{entry['id']}")["entry"] == entry
    assert listed(api, target=target) == ["a note"]


def test_without_a_target_a_note_goes_to_the_memory_tier(api):
    assert save(api, "a note")["entry"]["target"] == "memory"


def test_the_legacy_scope_is_refused_with_its_word(api):
    error = api.refused("POST", "/v1/memory", {"content": "a note", "scope": "user"})
    assert error["message"].startswith("User-scoped memories are deprecated")


def test_lists_are_newest_first_and_filtered(api):
    save(api, "first", tags=["a"], source="system")
    save(api, "second", tags=["a", "b"])
    save(api, "third", target="user")
    assert listed(api) == ["third", "second", "first"]
    assert listed(api, target="memory") == ["second", "first"]
    assert listed(api, tag="b") == ["second"]
    assert listed(api, source="system") == ["first"]
    assert listed(api, order="oldest") == ["first", "second", "third"]
    for narrowing in ({"target": "memory"}, {"source": "system"}, {"tag": "b"}):
        both = [listed(api, order=order, **narrowing) for order in ("newest", "oldest")]
        assert both[0] == both[1][::-1], narrowing
    page = api.get("/v1/memory", pageSize=2, order="oldest")
    rest = api.get("/v1/memory", pageSize=2, order="oldest", pageToken=page["nextPageToken"])
    assert [entry["content"] for entry in rest["entries"]] == ["third"]
    page = api.get("/v1/memory", pageSize=2)
    rest = api.get("/v1/memory", pageSize=2, pageToken=page["nextPageToken"])
    assert [entry["content"] for entry in rest["entries"]] == ["first"]


def test_usage_counts_characters(api):
    save(api, "x" * 924)
    usage = save(api, "ÄÖ漢", target="user")["usage"]
    assert usage["memory"] == {"chars": 924, "limit": 2200, "percent": 42, "entries": 1}
    assert usage["user"] == {"chars": 3, "limit": 1375, "percent": 0, "entries": 1}
    archive = usage["archive"]
    assert (archive["entries"], archive["entriesLimit"]) == (0, 20_000)
    assert 924 < archive["bytes"] < archive["bytesLimit"]


def test_a_write_over_the_budget_changes_nothing_and_says_what_to_do(api):
    first = save(api, "x" * 1300, target="user")["entry"]
    error = api.refused("POST", "/v1/memory", {"content": "y" * 120, "target": "user"})
    assert (error["code"], error["status"]) == (400, "FAILED_PRECONDITION")
    assert "Replace or remove" in error["message"]
    assert error["details"] == [
        {
            "reason": "BUDGET_EXCEEDED",
            "target": "user",
            "usage": {"chars": 1300, "limit": 1375, "percent": 95},
            "required": 120,
            "entries": [{"id": first["id"], "content": "x" * 1300, "chars": 1300}],
        }
    ]
    assert listed(api, target="user") == ["x" * 1300]


def test_a_budget_may_be_filled_to_the_last_character(api):
    api.call("PATCH", "/v1/settings", {"memoryCharLimit": 10})
    assert save(api, "0123456789")["usage"]["memory"]["percent"] == 100
    assert api.refused("POST", "/v1/memory", {"content": "a"})["code"] == 400


def test_replacing_counts_only_the_difference(api):
    api.call("PATCH", "/v1/settings", {"memoryCharLimit": 20})
    entry = save(api, "0123456789abcde")["entry"]
    path = f"/v1/memory/{entry['id']}"
    assert api.call("PATCH", path, {"content": "x" * 20})["usage"]["memory"]["chars"] == 20
    assert api.refused("PATCH", path, {"content": "x" * 21})["details"][0]["required"] == 21
    assert api.get(path)["entry"]["content"] == "x" * 20


def test_the_archive_has_no_budget(api):
    for n in range(3):
        save(api, f"{n}" * 2000, target="archive")
    assert api.get("/v1/memory")["usage"]["archive"]["entries"] == 3


def test_a_note_can_be_moved_between_tiers(api):
    entry = save(api, "a note", target="archive")["entry"]
    moved = api.call("PATCH", f"/v1/memory/{entry['id']}", {"target": "memory"})
    assert moved["entry"]["target"] == "memory"
    assert moved["usage"]["memory"]["entries"] == 1
    assert moved["usage"]["archive"]["entries"] == 0


def test_deleting_frees_the_budget(api):
    entry = save(api, "x" * 2000)["entry"]
    usage = api.call("DELETE", f"/v1/memory/{entry['id']}")["usage"]
    assert usage["memory"]["chars"] == 0
    assert listed(api) == []
    assert api.refused("DELETE", f"/v1/memory/{entry['id']}")["code"] == 404


@pytest.mark.parametrize(
    "again",
    [
        "User prefers dark mode in the editor.",
        "user  prefers DARK mode in the editor",
        "The user prefers dark mode in the editor!",
        "User preferes dark mode in editor",
    ],
)
@pytest.mark.parametrize("target", ["memory", "archive"])
def test_what_is_there_already_is_refreshed(api, again, target):
    first = save(api, "User prefers dark mode in the editor.", target=target)["entry"]
    answer = api.client.post("/v1/memory", json={"content": again, "target": target})
    assert answer.status_code == 200
    assert answer.json()["deduplicated"] is True
    assert answer.json()["entry"]["id"] == first["id"]
    assert len(listed(api)) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Meeting with Ann at 3", "Meeting with Ann at 4"),
        ("Code with comments is wanted", "Code without comments is wanted"),
        ("Anna reports to Berta", "Berta reports to Anna"),
        ("The sister lives in Berlin", "The brother lives in Berlin"),
        ("Likes tea", "Likes sea"),
    ],
)
def test_what_says_something_else_is_kept(api, one, other):
    save(api, one)
    assert save(api, other)["deduplicated"] is False


def test_an_old_archive_entry_is_recognized_word_for_word(api):
    first = save(api, "Decided to use Postgres.", target="archive")["entry"]
    for n in range(25):
        save(api, f"Something else, number {n}.", target="archive")
    assert save(api, "decided to use postgres.", target="archive")["entry"]["id"] == first["id"]


def test_the_same_id_again_answers_as_the_first_time(api):
    first = save(api, "a note", id="n1")["entry"]
    again = save(api, "a note", id="n1")
    assert again["entry"]["id"] == first["id"] == "n1"
    assert len(listed(api)) == 1


def test_a_batch_saves_each_entry_on_its_own(api):
    entries = [{"content": "one"}, {"content": "one"}, {"content": ""}, {"content": "two"}]
    answer = api.post("/v1/memory/batch", {"entries": entries})
    assert [result["status"] for result in answer["results"]] == [
        "created",
        "deduplicated",
        "refused",
        "created",
    ]
    assert answer["results"][2]["error"]["details"][0]["field"] == "content"
    assert answer["usage"]["memory"]["entries"] == 2


def test_secrets_are_refused(api):
    error = api.refused("POST", "/v1/memory", {"content": "password: hunter2-and-more"})
    assert error["details"][0]["reason"] == "UNSAFE_CONTENT"
    assert "hunter2" not in str(error)


def test_a_tier_that_is_off_takes_nothing(api):
    api.call("PATCH", "/v1/settings", {"memoryEnabled": False})
    error = api.refused("POST", "/v1/memory", {"content": "a note"})
    assert error["details"][0] == {"reason": "TIER_DISABLED", "target": "memory"}
    save(api, "a note", target="user")


def test_retention_days_end_archive_entries(api):
    api.call("PATCH", "/v1/settings", {"retentionDays": 30})
    entry = save(api, "a note", target="archive")["entry"]
    created = datetime.fromisoformat(entry["createdAt"])
    assert datetime.fromisoformat(entry["expiresAt"]) - created == timedelta(days=30)
    assert "expiresAt" not in save(api, "another note")["entry"]


def test_an_id_that_says_something_else_is_taken(api):
    save(api, "one thing", id="n1")
    error = api.refused("POST", "/v1/memory", {"content": "another thing", "id": "n1"})
    assert (error["code"], error["status"]) == (409, "ALREADY_EXISTS")
    assert listed(api) == ["one thing"]


def test_saving_again_keeps_the_longer_life_and_all_tags(api):
    soon = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    save(api, "a note", target="archive", expiresAt=soon, tags=["a"])
    entry = save(api, "a note", target="archive", tags=["b"])["entry"]
    assert "expiresAt" not in entry
    assert entry["tags"] == ["a", "b"]
    assert api.get(f"/v1/memory/{entry['id']}")["entry"] == entry


def test_an_old_note_is_kept_from_the_moment_it_is_saved(api):
    api.call("PATCH", "/v1/settings", {"retentionDays": 10})
    long_ago = (datetime.now(UTC) - timedelta(days=30)).isoformat()
    entry = save(api, "imported", target="archive", createdAt=long_ago)["entry"]
    assert api.get(f"/v1/memory/{entry['id']}")["entry"]["content"] == "imported"


def test_what_gets_shorter_is_taken_though_the_limit_was_lowered(api):
    entry = save(api, "x" * 1500)["entry"]
    api.call("PATCH", "/v1/settings", {"memoryCharLimit": 1000})
    path = f"/v1/memory/{entry['id']}"
    assert api.call("PATCH", path, {"content": "x" * 1200})["usage"]["memory"]["percent"] == 120
    assert api.call("PATCH", path, {"tags": ["x"]})["entry"]["tags"] == ["x"]
    error = api.refused("PATCH", path, {"content": "x" * 1201})
    assert error["details"][0]["usage"]["chars"] == 1200
    ended = (datetime.now(UTC) - timedelta(days=1)).isoformat()
    assert api.refused("PATCH", path, {"expiresAt": ended})["code"] == 400


def test_a_long_note_is_refused_with_the_place_to_cut_it(api):
    first = f"{'A sentence of the first part. ' * 60}\n\n"
    error = api.refused("POST", "/v1/memory", {"content": first + "x" * 400})
    assert error["details"][0]["cutAt"] == len(first)
    assert "split: true" in error["message"]


def test_a_long_note_is_kept_in_linked_parts_if_asked(api):
    text = "\n\n".join(f"Chapter {n}. {'It goes on and on. ' * 60}" for n in range(8))
    saved = save(api, text, target="archive", role="assistant", split=True, tags=["long"])
    parts = saved["parts"]
    assert "".join("".join(each["content"] for each in parts).split()) == "".join(text.split())
    assert saved["entry"] == parts[0]
    assert [each["part"] for each in parts] == [
        {"of": parts[0]["id"], "number": number, "count": len(parts)}
        for number in range(1, len(parts) + 1)
    ]
    assert {(each["role"], *each["tags"]) for each in parts} == {("assistant", "long")}
    found = api.get("/v1/memory/search", q="chapter 6")["results"][0]["entry"]
    assert "Chapter 6." in found["content"]
    assert found["part"]["of"] == parts[0]["id"]

    again = save(api, text, target="archive", split=True)
    assert again["deduplicated"] is True
    assert again["usage"]["archive"]["entries"] == len(parts)

    usage = api.call("DELETE", f"/v1/memory/{found['id']}")["usage"]
    assert usage["archive"]["entries"] == 0
    assert listed(api) == []


def test_a_note_is_split_wholly_or_not_at_all(api):
    text = "Words that fill the tier. " * 150
    error = api.refused("POST", "/v1/memory", {"content": text, "split": True})
    assert error["details"][0]["reason"] == "BUDGET_EXCEEDED"
    assert listed(api) == []


def test_a_short_note_is_not_split(api):
    saved = save(api, "short", split=True)
    assert "parts" not in saved
    assert "part" not in saved["entry"]
