"""The parts of the Python client that are for frameworks, with the frameworks themselves."""

from pathlib import Path

import pytest

from tests.support.openai_server import OpenAIServer, send
from tests.support.python_client.frameworks import EXAMPLES, check_types, needed, run

SCENARIOS = Path(__file__).parent / "frameworks"
LONGEST_EXAMPLE = 40


@pytest.fixture(autouse=True)
def frameworks():
    needed()


def test_examples_are_short_and_typed():
    examples = [*EXAMPLES.glob("*.py")]
    assert examples
    lengths = {each.name: len(each.read_text().splitlines()) for each in examples}
    assert {name: length for name, length in lengths.items() if length > LONGEST_EXAMPLE} == {}
    check_types(*examples, *SCENARIOS.glob("*.py"))


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


def claude_calls(**command):
    """A step in which Claude uses its memory."""
    block = {"type": "tool_use", "id": "toolu_1", "name": "memory", "input": command}
    return lambda handler, _: send(handler, 200, message(block, "tool_use"))


def claude_says(text):
    """A step in which Claude answers."""
    block = {"type": "text", "text": text, "citations": None}
    return lambda handler, _: send(handler, 200, message(block, "end_turn"))


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
