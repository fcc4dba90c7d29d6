"""Conversations of other products: every message of the fixtures, with its date."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from shared.transfer.conversations import chatgpt, claude

FIXTURES = Path(__file__).parent / "fixtures"
BIKE = "I live in Berlin and I'm looking for a bike. 🚲"
DOG = "This is my dog Bruno 🐕\u200d🦺"
DARK = "Plot sin(x), I prefer dark plots.\n```python\nplt.style.use('dark_background')\n```"


def unix(seconds):
    return datetime.fromtimestamp(seconds, UTC)


def at(text):
    return datetime.fromisoformat(text)


EXPECTED = {
    "chatgpt/plain": (
        [
            ("n1", "user", at("2023-05-12T12:10:12.25Z"), BIKE),
            ("n2", "assistant", at("2023-05-12T12:10:20Z"), "What is your budget?"),
            ("n3", "user", at("2023-05-12T12:11:30.75Z"), "About 600 €.\nSecond hand is fine."),
        ],
        {"HIDDEN": 1},
    ),
    "chatgpt/edited": (
        [
            ("b1", "user", unix(1700000050), "I live in Münster."),
            ("b2", "assistant", unix(1700000060), "A city of bicycles!"),
        ],
        {"OTHER_BRANCH": 3},
    ),
    "chatgpt/no_current_node": (
        [
            ("u2", "user", unix(1650000200), "second try"),
            ("a2", "assistant", unix(1650000210), "an answer"),
        ],
        {"OTHER_BRANCH": 1},
    ),
    "chatgpt/images": (
        [
            ("m1", "user", unix(1712345680), DOG),
            ("m2", "assistant", unix(1712345690.5), "Lovely!"),
            ("m4", "user", unix(1712345710), "He is seven years old."),
        ],
        {"NO_TEXT": 1},
    ),
    "chatgpt/tools": (
        [
            ("t1", "user", unix(1720000001), DARK),
            ("t5", "assistant", unix(1720000005), "Here it is."),
            ("t6", "user", unix(1720000006), "x = 1"),
        ],
        {"TOOL": 2, "NO_TEXT": 1},
    ),
    "chatgpt/hidden": ([("h4", "user", unix(1690000020), "I play the cello.")], {"HIDDEN": 3}),
    "chatgpt/missing_fields": (
        [
            ("x2", "user", unix(1660000000.5), "No time and no id."),
            ("x7", "user", unix(1660000060), "Said after the one before."),
        ],
        {"MALFORMED": 3, "NO_TEXT": 2, "DUPLICATE": 1},
    ),
    "chatgpt/old_shape": (
        [
            ("o1", "user", unix(1670500001), "Ich wohne in Köln."),
            ("o2", "assistant", at("2022-12-08T11:26:42Z"), "Schön!"),
        ],
        {},
    ),
    "chatgpt/empty": ([], {}),
    "chatgpt/circle": (
        [("k1", "user", unix(1680000001), "one"), ("k2", "user", unix(1680000002), "two")],
        {"OTHER_BRANCH": 1},
    ),
    "claude/plain": (
        [
            ("p1", "user", at("2024-02-03T09:00:01.5Z"), "I love oolong tea."),
            ("p2", "assistant", at("2024-02-03T09:00:09Z"), "A fine choice."),
        ],
        {},
    ),
    "claude/old_shape": (
        [
            ("q1", "user", at("2023-08-01T12:00:05Z"), "私は東京に住んでいます。"),
            ("q3", "user", at("2023-08-01T12:00:20Z"), "Thanks"),
        ],
        {"NO_TEXT": 1},
    ),
    "claude/tools": (
        [
            ("s1", "user", at("2025-05-05T05:05:06Z"), "Find trains to Basel.\n\nI never fly."),
            ("s3", "assistant", at("2025-05-05T05:05:08Z"), "There are seven."),
        ],
        {"TOOL": 1, "NO_TEXT": 1},
    ),
    "claude/attachments": (
        [("v1", "user", at("2025-01-02T03:04:06Z"), "Improve this CV of my friend.")],
        {"ATTACHMENT": 2, "NO_TEXT": 1},
    ),
    "claude/branches": (
        [
            ("r3", "user", at("2026-03-01T10:00:03Z"), "I work at Bosch."),
            ("r4", "assistant", at("2026-03-01T10:00:04Z"), "fine"),
        ],
        {"OTHER_BRANCH": 2},
    ),
    "claude/missing_fields": (
        [
            ("w3", "user", at("2024-06-01T00:00:00Z"), "After the robot."),
            (None, "user", at("2024-06-02T00:00:00Z"), "No id."),
        ],
        {"NO_TIME": 1, "MALFORMED": 2, "DUPLICATE": 1},
    ),
    "claude/empty": ([], {}),
}


def load(name):
    return json.loads((FIXTURES / f"{name}.json").read_text(encoding="utf-8"))


def read(value):
    product = chatgpt if chatgpt.is_conversation(value) else claude
    return product.read_conversation(value)


@pytest.mark.parametrize("name", EXPECTED)
def test_a_conversation_is_read_message_by_message(name):
    expected, left_out = EXPECTED[name]
    reading = read(load(name))
    found = [(said.id, said.role, said.at, said.text) for said in reading.messages]
    assert [one[1:] for one in found] == [one[1:] for one in expected]
    named = [(one[0], known[0]) for one, known in zip(found, expected, strict=True) if known[0]]
    assert all(id_ == wanted for id_, wanted in named)
    assert dict(reading.left_out) == left_out


def test_no_fixture_lacks_its_expectation():
    conversations = {
        f"{file.parent.name}/{file.stem}"
        for folder in ("chatgpt", "claude")
        for file in (FIXTURES / folder).iterdir()
    }
    assert conversations == set(EXPECTED)


def test_messages_without_ids_get_the_same_ones_each_time():
    ids = [said.id for said in read(load("claude/missing_fields")).messages]
    assert ids == [said.id for said in read(load("claude/missing_fields")).messages]
    assert len(set(ids)) == len(ids)


def test_each_product_is_told_from_the_other():
    for name in EXPECTED:
        value = load(name)
        assert chatgpt.is_conversation(value) == name.startswith("chatgpt/")
        assert claude.is_conversation(value) == name.startswith("claude/")
