"""What other assistants remember: mem0, and pasted lists."""

import json
from pathlib import Path

import pytest

from shared.transfer.conversations.memories import (
    is_mem0,
    row_of_mem0,
    rows_of_mem0,
    rows_of_text,
)

FIXTURES = Path(__file__).parent / "fixtures" / "memories"
TEXTS = {
    "chatgpt_list": [
        {"content": text, "tags": ["Here's what I remember about you"]}
        for text in (
            "Lives in Lisbon.",
            "Is learning Portuguese, with a tutor on Tuesdays.",
            "Prefers short answers.",
            "Has a cat named Miso.",
            "Works as a nurse.",
        )
    ],
    "claude_export": [
        {
            "content": "Always answer in British English.",
            "tags": ["Instructions"],
            "createdAt": "2024-05-01T00:00:00+00:00",
        },
        {"content": "Never use em dashes.", "tags": ["Instructions"]},
        {
            "content": "Runs a bakery in Ghent.",
            "tags": ["Work"],
            "createdAt": "2025-01-15T07:30:00+00:00",
        },
        {
            "content": "Switched from Excel to Airtable.",
            "tags": ["Work"],
            "createdAt": "2023-11-02T00:00:00+00:00",
        },
        {
            "content": "Allergic to hazelnuts",
            "tags": ["Work"],
            "createdAt": "2022-07-09T00:00:00+00:00",
        },
    ],
    "prose": [
        {"content": "User is vegetarian.", "tags": ["Personal"]},
        {"content": "User's favourite colour is green 🌿", "tags": ["Personal"]},
        {"content": "Building a sailing app in Kotlin.", "tags": ["Projects"]},
    ],
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_pasted_list_is_read_entry_by_entry(name):
    text = (FIXTURES / f"{name}.txt").read_text(encoding="utf-8")
    assert list(rows_of_text(text)) == TEXTS[name]


def test_entries_of_mem0_keep_their_dates_and_categories():
    value = json.loads((FIXTURES / "mem0.json").read_text(encoding="utf-8"))
    assert is_mem0(value)
    assert [row_of_mem0(row) for row in rows_of_mem0(value)] == [
        {
            "content": "Loves science fiction movies",
            "tags": ["movies", "likes"],
            "createdAt": "2024-07-26T17:29:36.630547+00:00",
        },
        {
            "content": "Is allergic to peanuts",
            "tags": [],
            "createdAt": "2024-08-01T00:00:00+00:00",
        },
        {"content": None, "tags": []},
        "Plain text",
    ]


def test_mem0_without_its_wrapper():
    value = json.loads((FIXTURES / "mem0_list.json").read_text(encoding="utf-8"))
    assert is_mem0(value)
    assert [row_of_mem0(row) for row in rows_of_mem0(value)] == [
        {"content": "Plays chess", "tags": ["games"], "createdAt": "2024-07-26T13:20:00+00:00"}
    ]


@pytest.mark.parametrize("value", [None, 7, "x", [], {}, {"results": 3}, [{"memory": 1}], [[]]])
def test_what_is_not_of_mem0_is_not_taken_for_it(value):
    assert not is_mem0(value)
