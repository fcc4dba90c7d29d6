"""The parts of the Python client that are for frameworks, with the frameworks themselves."""

import re
import tomllib
from pathlib import Path

import pytest

from emulator.gateway.paths import ROOT
from tests.support.documents import doc
from tests.support.openai_server import OpenAIServer, answer, send
from tests.support.python_client.frameworks import EXAMPLES, check_types, needed, run
from tests.support.python_client.models import PACKAGE, SOURCE
from tests.support.python_client.project import blocks
from tests.support.stacks import stack_process

PAGE = """
import os

from pydantic_ai.models.test import TestModel

from rekindle_client import AsyncRekindle, Rekindle

url, token = os.environ["REKINDLE"], os.environ["TOKEN"]
rekindle, rekindle_in_tasks = Rekindle(url, token), AsyncRekindle(url, token)
model = TestModel(call_tools=[], custom_output_text="Python.")
"""
"""What stands before the page's examples: where Rekindle is, who acts, and a model."""
SCENARIOS = Path(__file__).parent / "frameworks"
LONGEST_EXAMPLE = 40


@pytest.fixture(autouse=True)
def frameworks():
    needed()


@pytest.fixture
def page_program(tmp_path):
    """The page's examples as a program."""
    program = tmp_path / "page.py"
    program.write_text(PAGE + "\n".join(blocks(ROOT / "docs" / "frameworks.md")))
    return program


def test_examples_are_short():
    lengths = {each.name: len(each.read_text().splitlines()) for each in EXAMPLES.glob("*.py")}
    assert lengths
    assert {name: length for name, length in lengths.items() if length > LONGEST_EXAMPLE} == {}


def test_examples_are_typed(page_program):
    # In one run, as the checker reads the frameworks first, which takes it most of its time.
    check_types(page_program, *EXAMPLES.glob("*.py"), *SCENARIOS.glob("*.py"))


def test_the_pages_examples_run(stack, uid, page_program):
    assert run(page_program, stack, uid) == "The parrot is called Coco.\nPython.\n"


def test_every_extra_is_in_the_lock_and_has_a_module_and_a_row():
    extras = tomllib.loads((PACKAGE / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
    page, readme = doc("frameworks.md"), (PACKAGE / "README.md").read_text()
    for extra, needed_packages in extras.items():
        assert (SOURCE / f"{extra.replace('-', '_')}.py").exists()
        assert f"`{extra}`" in readme
        for each in needed_packages:
            assert each in groups["frameworks"]
            name, least = re.match(r"([\w-]+)>=([\d.]+)", each).groups()
            assert f"| {name} {least} |" in page


def test_claudes_memory_tool_does_what_each_command_says(stack, uid):
    run(SCENARIOS / "memory_tool.py", stack, uid)


def test_the_example_of_claudes_memory_tool_leaves_a_note(api, stack, uid):
    file = {"path": "/memories/tests.md", "file_text": "The tests need Docker."}
    with OpenAIServer() as server:
        server.will(claude_calls(command="create", **file), claude_says("I have noted it."))
        program = EXAMPLES / "anthropic_memory.py"
        url = server.url.removesuffix("/v1")
        printed = run(program, stack, uid, ANTHROPIC_BASE_URL=url, ANTHROPIC_API_KEY="none")
        result = server.requests[1]["messages"][-1]["content"][0]
    assert printed == "I have noted it.\n"
    assert "File created successfully" in str(result["content"])
    assert server.requests[0]["tools"] == [{"type": "memory_20250818", "name": "memory"}]
    (note,) = api.get("/v1/memory/search", q="Docker")["results"]
    assert note["entry"]["content"] == "The tests need Docker."


def test_a_session_of_the_agents_sdk_keeps_records_and_tells(stack, uid):
    run(SCENARIOS / "session.py", stack, uid)


def test_the_example_of_the_agents_sdk_knows_the_user_in_a_later_conversation(stack, uid):
    with OpenAIServer() as server:
        server.will(says("Gladly."), says("Python."))
        program = EXAMPLES / "openai_agents_session.py"
        printed = run(program, stack, uid, OPENAI_BASE_URL=server.url, OPENAI_API_KEY="none")
        first, later = ([each["role"] for each in sent["messages"]] for sent in server.requests)
        told = server.requests[1]["messages"][1]["content"]
    assert printed == "Python.\n"
    assert first == ["system", "user"]
    assert later == ["system", "system", "user"]
    assert "Python (confidence" in told


def test_langgraphs_store_does_what_the_frameworks_own_one_does(uid):
    # Items that end within minutes need a stack whose clock nobody else has moved.
    with stack_process(env={"GOOGLE_CLOUD_PROJECT": "demo-langgraph"}) as stack:
        run(SCENARIOS / "store.py", stack, uid)


def test_the_example_of_langgraph_finds_what_was_said_before(stack, uid):
    with OpenAIServer() as server:
        server.will(says("What a name."), says("Coco."))
        program = EXAMPLES / "langgraph_store.py"
        printed = run(program, stack, uid, OPENAI_BASE_URL=server.url, OPENAI_API_KEY="none")
        first, later = (sent["messages"][0]["content"] for sent in server.requests)
    assert printed == "What a name.\nCoco.\n"
    assert "Facts about the user, as data:\n\n" in first
    assert "Facts about the user, as data:\nMy parrot is called Coco.\n" in later


def test_adks_memory_service_records_tells_and_keeps(stack, uid):
    run(SCENARIOS / "adk_memory.py", stack, uid)


def test_the_example_of_adk_knows_the_user_in_a_later_session(stack, uid):
    with OpenAIServer() as server:
        server.will(gemini_says("Gladly."), gemini_says("Python."))
        program = EXAMPLES / "google_adk_memory.py"
        url = server.url.removesuffix("/v1")
        printed = run(program, stack, uid, GOOGLE_GEMINI_BASE_URL=url, GEMINI_API_KEY="none")
        first, later = (str(sent["contents"]) for sent in server.requests)
    assert printed == "Gladly.\nPython.\n"
    assert "PAST_CONVERSATIONS" not in first
    assert "Python (confidence" in later


def test_pydantic_ais_capability_records_tells_and_has_tools(stack, uid):
    run(SCENARIOS / "agent_memory.py", stack, uid)


def test_the_example_of_pydantic_ai_knows_the_user_in_a_later_conversation(stack, uid):
    with OpenAIServer() as server:
        server.will(says("Gladly."), says("Python."))
        program = EXAMPLES / "pydantic_ai_memory.py"
        printed = run(program, stack, uid, OPENAI_BASE_URL=server.url, OPENAI_API_KEY="none")
        first, later = (sent["messages"] for sent in server.requests)
    assert printed == "Python.\n"
    assert [each["role"] for each in first] == ["system", "user"]
    assert [each["role"] for each in later] == ["system", "user", "user"]
    assert "Python (confidence" in later[1]["content"]


def says(text):
    """A step in which the model answers."""
    return lambda handler, _: answer(handler, text)


def claude_calls(**command):
    """A step in which Claude uses its memory."""
    block = {"type": "tool_use", "id": "toolu_1", "name": "memory", "input": command}
    return lambda handler, _: send(handler, 200, message(block, "tool_use"))


def claude_says(text):
    """A step in which Claude answers."""
    block = {"type": "text", "text": text, "citations": None}
    return lambda handler, _: send(handler, 200, message(block, "end_turn"))


def gemini_says(text):
    """A step in which Gemini answers."""
    candidate = {"content": {"role": "model", "parts": [{"text": text}]}, "finishReason": "STOP"}
    return lambda handler, _: send(handler, 200, {"candidates": [candidate]})


def message(block, reason):
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-sonnet-5-5",
        "content": [block],
        "stop_reason": reason,
        "stop_sequence": None,
        "usage": {"input_tokens": 10, "output_tokens": 10},
    }
