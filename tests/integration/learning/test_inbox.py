"""What waits for the user's word: the questions, and what the answers do, by the public API."""

import json
import uuid
from datetime import UTC, datetime, timedelta

import pytest

from tests.support.api import Api
from tests.support.model.items import fact, found, stated
from tests.support.openai_server import OpenAIServer, answer
from tests.support.stacks import stack_process

DAY = 86_400
NOTHING = found()


class Model:
    """A model that reads what it was told to read in a message."""

    def __init__(self):
        self.readings = {}

    def __call__(self, handler, request):
        messages = json.loads(request["messages"][-1]["content"])["messages"]
        answer(handler, json.dumps(self.readings.get(messages[-1]["text"], NOTHING)))


class Person(Api):
    """A user whose messages the model reads as the test scripts it."""

    def __init__(self, client, stack, model):
        super().__init__(client, stack)
        self.model = model

    def says(self, text, *preferences, facts=(), **more):
        """Says something that is learned from at once; returns the outcomes."""
        self.model.readings[text] = found(*preferences, facts=facts, **more)
        self.post("/v1/prompts", {"prompts": [{"content": text}]})
        batch_id = self.call("POST", "/v1/profile/refresh", params={"wait": "true"})["batchId"]
        decisions = self.get(f"/v1/batches/{batch_id}")["decisions"]
        return [":".join(filter(None, (d["outcome"], d.get("reason")))) for d in decisions]

    def likes(self, thing):
        """Says to like something."""
        return self.says(f"I like {thing} a lot.", stated(f"I like {thing}", thing, type="like"))

    def lives_in(self, place):
        """Says to live somewhere."""
        text = f"I live in {place} now."
        return self.says(text, facts=[fact(f"I live in {place}", "custom.location", place)])

    def declares(self, **about):
        """Sets facts by hand."""
        return self.call("PATCH", "/v1/profile/about", about)

    def inbox(self):
        """What waits for the user's word."""
        return self.get("/v1/inbox")["items"]

    def question(self, kind):
        """The one question of a kind."""
        (item,) = (item for item in self.inbox() if item["kind"] == kind)
        return item

    def answers(self, question, answer, correction=None):
        """Answers a question; returns the profile."""
        body = {"answer": answer} | ({} if correction is None else {"correction": correction})
        return self.post(f"/v1/inbox/{question['id']}", body)["profile"]

    def context(self):
        """The context block."""
        return self.get("/v1/context")["text"]


@pytest.fixture(scope="module")
def places():
    """A stack whose clock may be moved, and its model."""
    model = Model()
    with OpenAIServer() as server:
        server.will(model)
        env = {
            "GOOGLE_CLOUD_PROJECT": f"demo-{uuid.uuid4().hex[:12]}",
            "REKINDLE_ANALYZER": "openai",
            "OPENAI_API_KEY": "test-key",
            "OPENAI_BASE_URL": server.url,
            "REKINDLE_MODEL": "fake-model",
        }
        with stack_process(env=env) as stack:
            yield stack, model


@pytest.fixture
def ada(places, uid):
    stack, model = places
    with stack.user(uid) as client:
        yield Person(client, stack, model)


@pytest.fixture
def contested(ada):
    """A user who declared an editor, and then says to use another one."""
    ada.declares(tools={"editor": "Vim"})
    zed = fact("I write everything in Zed", "tools.editor", "Zed")
    assert ada.says("These days I write everything in Zed.", facts=[zed]) == ["rejected:declared"]
    return ada


def test_what_contests_a_declared_value_waits_and_suspends_it(contested):
    assert "may have changed: Zed" in contested.context()
    assert "Vim" not in contested.context()
    assert contested.profile()["about"]["tools"]["editor"] == "Vim"
    question = contested.question("proposal")
    assert question["item"] == {"path": "tools.editor", "value": "Vim"}
    assert question["proposal"] == {"path": "tools.editor", "value": "Zed"}
    assert question["quote"] == "I write everything in Zed"
    assert contested.inbox() == [question]


@pytest.mark.parametrize(
    ("answer", "correction", "editor"),
    [("accept", None, "Zed"), ("reject", None, "Vim"), ("correct", "Helix", "Helix")],
)
def test_the_answer_decides_about_a_declared_value(contested, answer, correction, editor):
    question = contested.question("proposal")
    profile = contested.answers(question, answer, correction)
    assert profile["about"]["tools"]["editor"] == editor
    (meta,) = (meta for meta in profile["aboutMeta"] if meta["path"] == "tools.editor")
    assert (meta["source"], meta["confidence"]) == ("declared", 1.0)
    assert [item for item in contested.inbox() if item["kind"] == "proposal"] == []
    assert editor in contested.context()
    assert "may have changed" not in contested.context()
    gone = contested.refused("POST", f"/v1/inbox/{question['id']}", {"answer": "accept"})
    assert (gone["code"], gone["details"][0]["reason"]) == (404, "NO_SUCH_QUESTION")


@pytest.mark.parametrize(
    "body",
    [
        {"answer": "correct"},
        {"answer": "accept", "correction": "Helix"},
        {"answer": "correct", "correction": "sk-abcdefghijklmnopqrstuvwx1234"},
        {"answer": "correct", "correction": {"neither": "text"}},
    ],
)
def test_a_correction_that_does_not_fit_changes_nothing(contested, body):
    question = contested.question("proposal")
    refused = contested.refused("POST", f"/v1/inbox/{question['id']}", body)
    assert refused["status"] == "INVALID_ARGUMENT"
    assert contested.inbox() == [question]


def test_the_answer_goes_to_the_version_that_was_read(contested):
    question = contested.question("proposal")
    refused = contested.refused(
        "POST",
        f"/v1/inbox/{question['id']}",
        {"answer": "accept"},
        headers={"If-Match": '"1"'},
    )
    assert refused["details"][0]["reason"] == "VERSION_MOVED"
    assert contested.inbox() == [question]


@pytest.mark.parametrize(("answer", "holds"), [("accept", False), ("reject", True)])
def test_words_that_end_a_declared_value_only_propose_it(ada, answer, holds):
    ada.declares(work={"org": "Siemens"})
    over = fact("I no longer work at Siemens", "work.org", "Siemens", does="end")
    assert ada.says("I no longer work at Siemens.", facts=[over]) == ["rejected:declared"]
    assert "may have changed: Siemens may be over" in ada.context()
    question = ada.question("proposal")
    assert (question["item"]["value"], "proposal" in question) == ("Siemens", False)
    profile = ada.answers(question, answer)
    assert ("Siemens" in json.dumps(profile["about"])) == holds
    assert "may have changed" not in ada.context()
    assert ada.inbox() == []


@pytest.mark.parametrize(
    ("answer", "correction", "included", "left_out"),
    [
        ("accept", None, "Dislike:\n- jazz", "Like:\n- jazz"),
        ("reject", None, "Like:\n- jazz", "Dislike:"),
        ("correct", "free jazz", "Dislike:\n- free jazz", "Dislike:\n- jazz"),
    ],
)
def test_an_inference_that_contradicts_a_statement_is_asked_about(
    ada, answer, correction, included, left_out
):
    ada.likes("jazz")
    weak = stated("jazz is getting on my nerves", "jazz", type="dislike", confidence=0.8)
    assert ada.says("By now jazz is getting on my nerves.", weak) == ["superseded"]
    assert "Like:\n- jazz" in ada.context()
    question = ada.question("contradiction")
    assert (question["item"]["type"], question["proposal"]["type"]) == ("like", "dislike")
    ada.answers(question, answer, correction)
    assert ada.inbox() == []
    block = ada.context()
    assert included in block
    assert f"\n{left_out}" not in block


@pytest.fixture
def moved(ada):
    """A user who moves, so that an item and a note that rest on the old place are in doubt."""
    ada.lives_in("Hamburg")
    ada.says(
        "I love the gym in Hamburg.",
        stated("I love the gym in Hamburg", "the gym in Hamburg", type="like"),
    )
    ada.likes("the gym")
    for note in ("Swims in Hamburg on Mondays.", "Swims on Tuesdays."):
        ada.post("/v1/memory", {"content": note, "target": "archive"})
    assert ada.lives_in("Bonn") in (["superseded"], ["replaced"])
    return ada


def in_doubt(profile):
    return [item["description"] for item in profile["preferences"] if "mayBeOutdated" in item]


def test_what_rests_on_what_changed_is_marked_and_comes_last(moved):
    profile = moved.profile()
    assert profile["about"]["custom"]["location"] == "Bonn"
    (doubtful,) = (item for item in profile["preferences"] if "mayBeOutdated" in item)
    assert doubtful["description"] == "the gym in Hamburg"
    assert doubtful["mayBeOutdated"]["changed"] == "custom.location"
    assert "Bonn" in doubtful["mayBeOutdated"]["because"]
    parts = {name: doubtful["mayBeOutdated"][name] for name in ("was", "now")}
    assert parts == {"was": "Hamburg", "now": "Bonn"}
    (asked, *_) = (item for item in moved.get("/v1/inbox")["items"] if item["kind"] == "outdated")
    assert asked["doubt"]["was"] == "Hamburg"
    block = moved.context()
    assert block.index("- the gym (") < block.index("- the gym in Hamburg")
    assert block.index("- Swims on Tuesdays.") < block.index("- Swims in Hamburg on Mondays.")

    for results in (
        moved.get("/v1/memory/search", q="swims Hamburg Mondays")["results"],
        moved.post("/v1/tools/search_memory", {"query": "swims Hamburg"})["result"]["results"],
    ):
        assert ["mayBeOutdated" in result for result in results] == [False, True]
    listed = moved.get("/v1/memory")["entries"]
    marked = {entry["content"]: entry for entry in listed if "mayBeOutdated" in entry}
    assert list(marked) == ["Swims in Hamburg on Mondays."]
    (note,) = marked.values()
    assert moved.get(f"/v1/memory/{note['id']}")["entry"] == note

    questions = {json.dumps(item["item"]): item for item in moved.inbox()}
    assert {item["kind"] for item in questions.values()} == {"outdated"}
    assert len(questions) == 2
    assert all("Hamburg" in text for text in questions)


def about(questions, word):
    (found,) = (item for item in questions if word in json.dumps(item["item"]))
    return found


@pytest.mark.parametrize("word", ["gym", "Swims"])
def test_what_still_holds_is_no_longer_in_doubt(moved, word):
    question = about(moved.inbox(), word)
    moved.answers(question, "accept")
    assert word not in json.dumps([item["item"] for item in moved.inbox()])
    assert len(moved.inbox()) == 1
    if word == "gym":
        assert in_doubt(moved.profile()) == []
    else:
        assert ["mayBeOutdated" in entry for entry in moved.get("/v1/memory")["entries"]] == [
            False,
            False,
        ]
    late = moved.refused("POST", f"/v1/inbox/{question['id']}", {"answer": "reject"})
    assert late["details"][0]["reason"] == "NO_SUCH_QUESTION"
    assert word in moved.context()


@pytest.mark.parametrize("kind", ["outdated", "fading", "contradiction"])
def test_nothing_is_ended_or_deleted_that_is_not_in_question(ada, kind):
    ada.likes("jazz")
    (item,) = ada.profile()["preferences"]
    refused = ada.refused("POST", f"/v1/inbox/{kind}-{item['id']}", {"answer": "reject"})
    assert refused["details"][0]["reason"] == "NO_SUCH_QUESTION"
    assert "jazz" in ada.context()


def test_what_no_longer_holds_is_over(moved):
    profile = moved.answers(about(moved.inbox(), "gym"), "reject")
    assert [item["description"] for item in profile["preferences"]] == ["the gym"]
    ended = moved.get("/v1/profile", include="ended")["profile"]["preferences"]
    (past,) = (item for item in ended if item["description"] == "the gym in Hamburg")
    assert (past["active"], past["ended"]["by"]) == (False, "user")
    moved.answers(about(moved.inbox(), "Swims"), "reject")
    assert [entry["content"] for entry in moved.get("/v1/memory")["entries"]] == [
        "Swims on Tuesdays."
    ]
    assert moved.inbox() == []


def test_what_holds_instead_takes_its_place(moved):
    profile = moved.answers(about(moved.inbox(), "gym"), "correct", "the gym in Bonn")
    assert "the gym in Bonn" in [item["description"] for item in profile["preferences"]]
    moved.answers(about(moved.inbox(), "Swims"), "correct", "Swims in Bonn on Mondays.")
    assert {entry["content"] for entry in moved.get("/v1/memory")["entries"]} == {
        "Swims on Tuesdays.",
        "Swims in Bonn on Mondays.",
    }
    assert moved.inbox() == []


@pytest.fixture
def careful(ada):
    """A user who approves everything that is learned."""
    ada.call("PATCH", "/v1/settings", {"approval": "everything"})
    assert ada.likes("jazz") == ["rejected:proposed"]
    assert ada.lives_in("Ulm") == ["rejected:proposed"]
    return ada


def test_with_approval_nothing_counts_until_it_is_accepted(careful):
    assert careful.profile()["preferences"] == []
    assert "custom" not in careful.profile()["about"]
    assert careful.context() == ""
    questions = careful.inbox()
    assert [item["kind"] for item in questions] == ["approval", "approval"]
    for question in questions:
        careful.answers(question, "accept")
    assert careful.inbox() == []
    (jazz,) = careful.profile()["preferences"]
    assert (jazz["description"], jazz["active"]) == ("jazz", True)
    assert [quote["quote"] for quote in jazz["evidence"]] == ["I like jazz"]
    assert careful.profile()["about"]["custom"]["location"] == "Ulm"
    assert "jazz" in careful.context()
    assert "Ulm" in careful.context()


def test_what_the_user_refuses_is_not_proposed_again(careful):
    for question in careful.inbox():
        careful.answers(question, "reject")
    assert careful.inbox() == []
    assert careful.likes("jazz") == ["rejected:forgotten"]
    assert careful.lives_in("Ulm") == ["rejected:forgotten"]
    assert careful.inbox() == []
    assert careful.context() == ""


def test_what_made_room_can_be_brought_back(ada):
    ada.call("PATCH", "/v1/settings", {"userProfileMaxPreferences": 2})
    weak = stated("I like jazz", "jazz", type="like", confidence=0.86)
    ada.says("I like jazz I guess.", weak)
    ada.likes("chess")
    assert "evicted" in ada.likes("opera")
    question = ada.question("evicted")
    assert question["proposal"]["description"] == "jazz"
    profile = ada.answers(question, "accept")
    assert "jazz" in [item["description"] for item in profile["preferences"] if item["active"]]
    assert "jazz" in ada.context()


def test_what_ended_is_shown_with_the_words_that_ended_it(ada):
    ada.likes("climbing")
    (item,) = ada.profile()["preferences"]
    over = stated("I gave up climbing", "climbing", type="like", does="end", target=item["id"])
    assert ada.says("I gave up climbing for good.", over) == ["ended"]
    assert ada.profile()["preferences"] == []
    assert "climbing" not in ada.context()
    (past,) = ada.get("/v1/profile", include="ended")["profile"]["preferences"]
    assert past["description"] == "climbing"
    assert (past["ended"]["by"], past["ended"]["quote"]) == ("said", "I gave up climbing")
    assert past["validTo"] == past["ended"]["at"]
    assert [
        each["id"] for each in ada.get("/v1/preferences", activeOnly="false")["preferences"]
    ] == []

    ada.lives_in("Ulm")
    ada.lives_in("Bonn")
    (fact_,) = ada.get("/v1/profile", include="ended")["profile"]["ended"]
    assert (fact_["path"], fact_["value"]) == ("custom.location", "Ulm")
    assert fact_["ended"]["quote"] == "I live in Bonn"


def test_what_is_taken_back_leaves_no_trace_and_no_rollback_restores_it(ada):
    ada.likes("chess")
    ada.likes("jazz")
    with_jazz = ada.profile()["version"]
    (item,) = (each for each in ada.profile()["preferences"] if each["description"] == "jazz")
    back = stated(
        "forget what I said about jazz", "jazz", type="like", does="retract", target=item["id"]
    )
    assert ada.says("Please forget what I said about jazz.", back) == ["retracted"]
    assert "jazz" not in json.dumps(ada.get("/v1/profile", include="ended"))
    assert "jazz" not in ada.context()
    rolled = ada.post("/v1/profile/rollback", {"version": with_jazz})["profile"]
    assert [each["description"] for each in rolled["preferences"]] == ["chess"]
    assert "jazz" not in json.dumps(ada.get("/v1/profile", include="ended"))


def test_what_fades_soon_is_asked_about_and_what_passes_leaves_at_its_time(ada):
    """The last test of this module: it moves the clock of the stack."""
    until = (datetime.now(UTC) + timedelta(days=3)).isoformat()
    ada.says(
        "This week I like short walks.",
        stated("This week I like short walks", "short walks", type="like", valid_to=until),
    )
    ada.likes("jazz")
    assert "short walks" in ada.context()
    ada.stack.control("POST", "clock", {"advanceSeconds": 4 * DAY})
    assert "short walks" not in ada.context()
    assert "jazz" in ada.context()
    assert [each["description"] for each in ada.profile()["preferences"]] == ["jazz"]
    assert ada.inbox() == []

    ada.stack.control("POST", "clock", {"advanceSeconds": 28 * DAY})
    question = ada.question("fading")
    assert question["item"]["description"] == "jazz"
    before = ada.profile()["preferences"][0]
    ada.answers(question, "accept")
    after = ada.profile()["preferences"][0]
    assert (before["fresh"] < after["fresh"], round(after["fresh"], 3)) == (True, 1.0)
    assert ada.inbox() == []
