"""`rekindle chat`: its commands (F-32 to F-38), learning as one talks, a model that answers."""

import json
import re

import pytest

from cli.chat.assistant import MAX_ROUNDS
from cli.errors import REFUSED, UNREACHABLE, USAGE
from tests.support.cli import Cli, Terminal
from tests.support.openai_server import OpenAIServer, answer, error, send


@pytest.fixture
def cli(stack, uid, monkeypatch):
    return Cli(stack, uid, monkeypatch)


@pytest.fixture
def model():
    with OpenAIServer() as server:
        yield server


def talk(cli, *lines, options=(), code=0):
    ended = cli.run("chat", *options, typed="".join(f"{line}\n" for line in lines))
    assert ended.code == code, ended.err
    return ended


def says(text):
    return lambda handler, _: answer(handler, text)


def calls(*tools):
    """A step in which the model calls tools, given as (name, arguments)."""

    def step(handler, _):
        message = {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {
                    "id": f"call_{place}",
                    "type": "function",
                    "function": {"name": name, "arguments": arguments},
                }
                for place, (name, arguments) in enumerate(tools)
            ],
        }
        choice = {"index": 0, "message": message, "finish_reason": "tool_calls"}
        send(
            handler,
            200,
            {
                "id": "c",
                "object": "chat.completion",
                "created": 1,
                "model": "m",
                "choices": [choice],
            },
        )

    return step


def test_nothing_of_an_incognito_chat_is_saved(cli, api, model):
    api.call("PATCH", "/v1/profile/about", {"name": "Ada"})
    model.will(says("Hello Ada."), says("Hello again."))
    with_model = {"OPENAI_BASE_URL": model.url}
    ended = cli.apart(
        "chat", "--session", "quiet", "--incognito", typed="I love Python.\n", env=with_model
    )
    assert "Not saved (this chat is incognito)." in ended.out
    assert "Nothing that you say is saved" in ended.err
    cli.apart("chat", "--session", "quiet", typed="I love tea.\n", env=with_model)
    assert api.get("/v1/prompts")["prompts"] == []
    for asked in model.requests:
        assert "Ada" in asked["messages"][0]["content"], "it uses what is known"
        assert "tools" not in asked, "with which a model may save what is said"


def test_a_message_that_asks_for_it_is_not_called_saved(cli):
    ended = talk(cli, "Don't save this: I love tea.")
    assert "Not saved (as you asked)." in ended.out


def test_a_chat_is_not_both_anonymous_and_incognito(cli):
    talk(cli, options=["--anonymous", "--incognito"], code=USAGE)


def test_what_is_said_is_recorded_with_its_session(cli, api):
    ended = talk(cli, "I love Python.", "", options=["--session", "monday"])
    assert re.search(r"Saved\.( 1 of 10 messages until the next analysis;)? `refresh`", ended.out)
    assert api.get("/v1/sessions")["sessions"][0]["id"] == "monday"
    api.stack.idle()
    api.post("/v1/profile/refresh")
    api.stack.idle()
    (batch,) = api.batches()
    (id_,) = batch["promptIds"]
    prompt = api.get(f"/v1/prompts/{id_}")
    assert (prompt["content"], prompt["sessionId"]) == ("I love Python.", "monday")


def test_what_was_learned_is_told_with_its_evidence(cli):
    ended = talk(cli, "I love Python.", "refresh", "refresh")
    assert "Learned from 1 message:" in ended.out
    assert "+ like Python (0.95) — “I love Python.”" in ended.out
    assert "Nothing is pending." in ended.out


def test_with_an_interval_of_one_each_message_is_learned_from_at_once(cli):
    cli.ok("settings", "set", "userMemoryAnalysisInterval", "1")
    assert "+ like Python" in talk(cli, "I love Python.").out


def test_learning_that_is_off_is_told(cli):
    cli.ok("settings", "set", "learningEnabled", "off")
    assert "not learned from (learning_off)" in talk(cli, "I love Python.").out


def test_the_commands_for_preferences(cli):
    ended = talk(
        cli,
        "add preference like Python",
        "add preference expertise JavaScript 0.85",
        'add preference goal "Learn machine learning"',
        "preferences",
        "/preferences",
    )
    rows = [line.split("\t") for line in ended.out.splitlines() if "\t" in line]
    assert [row[2:5] for row in rows[:3]] == [
        ["like", "Python", "0.90"],
        ["goal", "Learn machine learning", "0.90"],
        ["expertise", "JavaScript", "0.85"],
    ]
    assert rows[:3] == rows[3:]
    assert [row[0] for row in rows[:3]] == ["1", "2", "3"]

    talk(cli, f"delete preference {rows[0][1]}", "preferences", "delete preference 2")
    assert [row[2] for row in cli.ok("preferences").rows] == ["Learn machine learning"]
    assert "Type" in talk(cli, "clear preferences", "no", code=REFUSED).err
    assert len(cli.ok("preferences").rows) == 1
    assert "Deleted 1 preference." in talk(cli, "clear preferences", "yes").out
    help_ = talk(cli, "help").out
    for command in ("preferences", "add preference <type>", "delete preference", "clear", "help"):
        assert command in help_


def test_the_other_commands(cli):
    cli.ok("memory", "add", "The tests need Docker.")
    cli.ok("profile", "set", "name", "Ada")
    ended = talk(cli, "search docker", "profile", "context", "status", "quit", "never said")
    assert "The tests need Docker." in ended.out
    assert "about\tname\tAda" in ended.out
    assert "Name: Ada" in ended.out
    assert "0 of 10 prompts" in ended.out
    assert "Saved" not in ended.out


def test_what_goes_wrong_is_told_and_the_conversation_goes_on(cli):
    ended = talk(
        cli,
        "delete preference nothing",
        "add preference",
        "add preference nonsense thing",
        "/nonsense",
        "preferences",
        code=USAGE,
    )
    assert ended.err.count("Error: ") == 4


def test_the_next_conversation_begins_where_the_last_one_ended(cli, api):
    talk(cli, options=["--session", "one"])
    api.call("PATCH", "/v1/sessions/one", {"summary": "Half of the tests are written."})
    assert "Last time: Half of the tests are written." in talk(cli).err


def test_nobody_in_particular_has_no_preferences(cli, api):
    ended = talk(cli, "I love Python.", "preferences", options=["--anonymous"])
    assert "only stored for identified users" in ended.out
    api.stack.idle()
    assert api.get("/v1/profile/status")["learning"]["pending"] == 0


def test_without_a_server_it_does_not_begin(cli):
    assert cli.run("--url", "http://127.0.0.1:9", "chat").code == UNREACHABLE
    assert cli.run("chat", "--json").code == USAGE


def test_in_a_terminal(cli):
    with Terminal("chat") as terminal:
        terminal.until("you › ")
        terminal.type("I love Python.")
        terminal.until("`refresh` learns now.")
        terminal.until("you › ")
        terminal.type("preferences")
        terminal.until("No preferences yet.")
        terminal.until("you › ")
        terminal.press_until("c", "Ctrl-D")
        terminal.until("you › ")
        terminal.press("d")
        assert terminal.ended() == 0


class TestModel:
    """A model answers, with the context block and the tools."""

    @pytest.fixture(autouse=True)
    def configured(self, model, cli, monkeypatch):
        monkeypatch.setenv("OPENAI_BASE_URL", model.url)
        monkeypatch.setenv("OPENAI_API_KEY", "none")
        monkeypatch.setenv("REKINDLE_CHAT_MODEL", "talker")

    def test_it_is_told_what_is_known_and_answers(self, cli, model):
        cli.ok("profile", "set", "name", "Ada")
        model.will(says("Hello Ada!"), says("Bye."))
        ended = talk(cli, "Hi", "See you", "preferences")
        assert ended.out == "Hello Ada!\nBye.\n"
        first, second = model.requests
        assert first["model"] == "talker"
        assert "Name: Ada" in first["messages"][0]["content"]
        assert "save_memory" in [tool["function"]["name"] for tool in first["tools"]]
        assert second["messages"][0] == first["messages"][0]
        assert [turn["role"] for turn in second["messages"]] == [
            "system",
            "user",
            "assistant",
            "user",
        ]

    def test_its_tools_are_carried_out(self, cli, model):
        saved = json.dumps({"content": "The user's cat is called Ada."})
        model.will(
            calls(("save_memory", saved), ("save_memory", "{"), ("nonsense", "{}")),
            says("I will remember her."),
        )
        ended = talk(cli, "My cat is called Ada.")
        assert ended.out == "I will remember her.\n"
        assert [row[2] for row in cli.ok("memory").rows] == ["The user's cat is called Ada."]
        results = [
            json.loads(turn["content"])
            for turn in model.requests[1]["messages"]
            if turn["role"] == "tool"
        ]
        assert [result["success"] for result in results] == [True, False, False]
        assert "not valid JSON" in results[1]["error"]

    def test_it_does_not_go_on_calling_forever(self, cli, model):
        model.will(calls(("get_memories", "{}")))
        talk(cli, "Hi")
        assert len(model.requests) == MAX_ROUNDS + 1
        assert model.requests[-1]["tool_choice"] == "none"

    def test_it_never_sees_a_secret(self, cli, model):
        key = "sk-proj-" + "a1B2" * 8
        model.will(says("Ok."))
        talk(cli, f"My key is {key}")
        assert key not in json.dumps(model.requests)
        assert "[API key removed]" in json.dumps(model.requests)

    def test_when_it_fails_what_was_said_is_noted_and_the_talk_goes_on(self, cli, model, api):
        model.will(error(400, message="no such model"), says("Hello."))
        ended = talk(cli, "I love Python.", "Hi", code=REFUSED)
        assert "no such model" in ended.err
        assert ended.out == "Hello.\n"
        roles = [turn["role"] for turn in model.requests[1]["messages"]]
        assert roles == ["system", "user"]
        api.stack.idle()
        assert api.get("/v1/profile/status")["learning"]["pending"] == 2

    def test_it_answers_without_a_memory_too(self, cli, model):
        model.will(says("Hello stranger."))
        assert talk(cli, "Hi", options=["--anonymous"]).out == "Hello stranger.\n"
        assert "tools" not in model.requests[0]
