"""What the user said in a request, and where the context block goes."""

import json

import pytest

from proxy.conversation import Conversation

SYSTEM = {"role": "system", "content": "Be brief."}
DEVELOPER = {"role": "developer", "content": "Be brief."}


def user(content):
    return {"role": "user", "content": content}


def assistant(content):
    return {"role": "assistant", "content": content}


def conversation(*messages, **fields):
    return Conversation(json.dumps({"model": "m", **fields, "messages": messages}).encode())


def messages_of(body):
    return json.loads(body)["messages"]


@pytest.mark.parametrize(
    ("messages", "text"),
    [
        ([user("I love tea.")], "I love tea."),
        ([SYSTEM, user("a"), assistant("b"), user("c")], "c"),
        ([user("a"), {"role": "tool", "tool_call_id": "1", "content": "I love gin."}], "a"),
        ([user([{"type": "text", "text": "a"}, {"type": "image_url", "image_url": {}}])], "a"),
        ([user([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}])], "a\nb"),
    ],
)
def test_the_users_last_message_is_what_they_said(messages, text):
    assert conversation(*messages).said().text == text


@pytest.mark.parametrize(
    "messages",
    [[], [SYSTEM], [assistant("a")], [user("  ")], [user(None)], [user([{"type": "image_url"}])]],
)
def test_there_may_be_nothing_that_they_said(messages):
    assert conversation(*messages).said() is None


def test_a_message_has_the_same_place_whatever_the_model_and_its_tools_add():
    said = conversation(SYSTEM, user("a")).said()
    later = [{**SYSTEM, "content": "It is noon."}, user("a"), assistant("b")]
    tool = {"role": "tool", "tool_call_id": "1", "content": "c"}
    assert conversation(*later, tool, temperature=1).said() == said


def test_the_same_words_later_in_a_conversation_have_another_place():
    first = conversation(user("yes")).said()
    assert conversation(user("yes"), assistant("b"), user("yes")).said() != first


@pytest.mark.parametrize(
    ("messages", "at", "role"),
    [
        ([user("a")], 0, "system"),
        ([SYSTEM, user("a")], 1, "system"),
        ([DEVELOPER, user("a"), SYSTEM], 1, "developer"),
        ([SYSTEM, DEVELOPER], 2, "developer"),
    ],
)
def test_the_block_stands_behind_the_programs_instructions(messages, at, role):
    with_block = messages_of(conversation(*messages).with_block("BLOCK"))
    assert with_block.pop(at) == {"role": role, "content": "BLOCK"}
    assert with_block == messages


def test_everything_else_stays():
    fields = {"stream": True, "x": {"y": [1, 2.5, None, "ä\ud800"]}, "seed": 2**70}
    with_block = json.loads(conversation(user("a"), **fields).with_block("BLOCK"))
    assert {name: with_block[name] for name in fields} == fields
    assert list(with_block) == ["model", "stream", "x", "seed", "messages"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            b'{"a": 0.12345678901234567890, "a":1e400,\n"messages" : [ {"role":"user"} ],"b":1}',
            b'{"a": 0.12345678901234567890, "a":1e400,\n"messages" : [ +, {"role":"user"} ],"b":1}',
        ),
        (
            b'{"messages":[],"messages":[{"role":"system"} ]}',
            b'{"messages":[],"messages":[{"role":"system"}, + ]}',
        ),
        (b'{"messages": [ ], "n": 1}', b'{"messages": [+ ], "n": 1}'),
    ],
)
def test_only_the_block_is_added_to_the_body(before, after):
    added = b'{"role": "system", "content": "BLOCK"}'
    assert Conversation(before).with_block("BLOCK") == after.replace(b"+", added)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32-le"])
def test_the_body_keeps_its_encoding(encoding):
    body = json.dumps({"messages": [user("tea \u2615")]}, ensure_ascii=False).encode(encoding)
    with_block = Conversation(body).with_block("BLOCK")
    assert [each["content"] for each in messages_of(with_block)] == ["BLOCK", "tea \u2615"]
    assert json.detect_encoding(with_block) == json.detect_encoding(body)


def test_nothing_private_is_part_of_a_place():
    one, other = (
        conversation(user(f"hi <private>{pin}</private>"), assistant("b"), user("yes")).said()
        for pin in (1234, 5678)
    )
    assert one.place == other.place


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"{}", b'{"messages": "a"}', b'{"messages": ["a"]}', b"\xff", b"[" * 99_999],
)
def test_what_is_no_conversation_is_left_to_the_models_server(body):
    with pytest.raises(ValueError, match=r"no|not"):
        Conversation(body)
