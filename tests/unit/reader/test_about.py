"""Facts for `about`, standing instructions and skill levels."""

import pytest

from tests.unit.reader.reading import about, preferences, read, skills


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("My name is Ada Lovelace.", [("name", "Ada Lovelace")]),
        ("Hi, I'm Ada.", [("name", "Ada")]),
        ("Please call me Max", [("name", "Max")]),
        ("I'm Italian.", [("custom.nationality", "Italian")]),
        ("I'm Sorry.", []),
        ("I am a senior data engineer at Globex.", [
            ("work.role", "senior data engineer"), ("work.org", "Globex"),
        ]),
        ("I work as a nurse.", [("work.role", "nurse")]),
        ("I work for Globex as an accountant.", [
            ("work.role", "accountant"), ("work.org", "Globex"),
        ]),
        ("I live in Lisbon.", [("custom.location", "Lisbon")]),
        ("I'm originally from Porto.", [("custom.hometown", "Porto")]),
        ("I'm 34 years old.", [("custom.age", 34)]),
        ("My pronouns are they/them.", [("custom.pronouns", "they/them")]),
        ("My timezone is Europe/Berlin.", [("timezone", "Europe/Berlin")]),
        ("I'm in UTC+2.", [("timezone", "UTC+2")]),
        ("I mostly write Go and Python.", [
            ("work.languages", "Go"), ("work.languages", "Python"),
        ]),
        ("I specialise in compilers and type systems.", [
            ("work.focusAreas", "compilers"), ("work.focusAreas", "type systems"),
        ]),
        ("My editor is Neovim.", [("tools.editor", "Neovim")]),
        ("We deploy to Kubernetes with Helm.", [
            ("tools.infra", "Kubernetes"), ("tools.infra", "Helm"),
        ]),
        ("My stack is Bun and FastAPI.", [
            ("codePreferences.preferredStacks", "Bun"),
            ("codePreferences.preferredStacks", "FastAPI"),
        ]),
        ("My sister Ana loves sushi.", [("contacts", {"name": "Ana", "relation": "sister"})]),
        ("My manager is called Tom.", [("contacts", {"name": "Tom", "relation": "manager"})]),
        ("My sister is happy.", []),
        ("I used to live in Lisbon.", []),
        ("I don't use Docker.", []),
    ],
)  # fmt: skip
def test_facts(message: str, expected: list[tuple[str, object]]) -> None:
    assert about(message) == expected


@pytest.mark.parametrize(
    ("message", "described", "path", "value"),
    [
        ("Keep answers short.", "short answers", "codePreferences.detailLevel", "low"),
        (
            "Please keep your replies concise",
            "concise replies",
            "codePreferences.detailLevel",
            "low",
        ),
        ("Always keep answers detailed", "detailed answers", "codePreferences.detailLevel", "high"),
        ("Be direct.", "direct answers", "codePreferences.tone", "direct"),
        ("From now on, be friendly.", "friendly answers", "codePreferences.tone", "friendly"),
        (
            "Never use sports metaphors.",
            "never use sports metaphors",
            "codePreferences.avoidExamples",
            "sports metaphors",
        ),
    ],
)
def test_standing_instructions(message: str, described: str, path: str, value: str) -> None:
    assert preferences(message) == [("preference", described)]
    assert about(message) == [(path, value)]


@pytest.mark.parametrize(
    "message", ["Make it shorter.", "Keep it short.", "Be more concise this time.", "Never mind."]
)
def test_instructions_about_one_answer_are_not_standing(message: str) -> None:
    assert list(read(message)) == []


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("I'm new to Docker.", [("docker", "beginner")]),
        ("I'm a complete beginner at chess.", [("chess", "beginner")]),
        ("I've been writing Python for 10 years.", [("python", "advanced")]),
        ("I've been using Rust for 3 years.", [("rust", "intermediate")]),
        ("I'm an expert in tax law.", [("tax law", "advanced")]),
        ("I'm quite comfortable with SQL.", [("sql", "intermediate")]),
        ("I'm new to programming.", [("", "beginner"), ("programming", "beginner")]),
        ("I'm a senior backend engineer.", [("", "advanced")]),
        ("My brother is new to Docker.", []),
    ],
)
def test_skill_levels(message: str, expected: list[tuple[str, str]]) -> None:
    assert skills(message) == expected
