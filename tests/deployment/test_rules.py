"""The table of what security rules allow. Only its form is tested: no rules engine runs here.

Angle brackets mark placeholders that a replay fills in: `<server time>` is the time of the request,
`<one minute ago>` and the like are relative to it, `<129 characters>` is a text of that length.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from emulator.gateway.paths import ROOT
from shared.base.fields import MAX_PROMPT
from shared.base.ids import MAX_LENGTH
from shared.documents.learning import Prompt

CASES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("rules.json").read_text())
RULES = (ROOT / "firestore.rules").read_text()
OPERATIONS = {"get", "list", "create", "update", "delete"}
STAND_IN = re.compile(r"<(server time|one minute ago|30 days ago|in \d+ \w+|\d+ characters)>")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"])
def test_case_is_well_formed(case: dict[str, Any]) -> None:
    assert list(case) in (
        ["why", "who", "operation", "path", "verdict"],
        ["why", "who", "operation", "path", "data", "verdict"],
    )
    assert case["who"] in ("ada", "eve", None)
    assert case["operation"] in OPERATIONS
    assert ("data" in case) == (case["operation"] in ("create", "update"))
    assert case["verdict"] in ("allow", "deny")
    segments = case["path"].split("/")
    assert len(segments) % 2 == (case["operation"] == "list") or segments[0] == "{any}"
    for value in [case["path"], *map(str, case.get("data", {}).values())]:
        assert not re.search("[<>]", STAND_IN.sub("", value))


def test_no_case_is_told_twice() -> None:
    asked = [
        json.dumps([case[key] for key in case if key not in ("why", "verdict")], sort_keys=True)
        for case in CASES
    ]
    assert len(asked) == len(set(asked))
    assert len({case["why"] for case in CASES}) == len(CASES)


def test_every_operation_is_denied_to_strangers_and_to_nobody() -> None:
    for who in ("eve", None):
        assert {case["verdict"] for case in CASES if case["who"] == who} == {"deny"}


def test_only_prompts_are_written() -> None:
    written = [case for case in CASES if case["verdict"] == "allow" and "data" in case]
    assert written
    assert all(re.fullmatch("users/ada/prompts/[^/]+", case["path"]) for case in written)


def test_what_may_be_written_is_a_prompt() -> None:
    stored = {field.alias or name for name, field in Prompt.model_fields.items()}
    allowed = re.search(r"hasOnly\(\[(.*?)\]\)", RULES)
    assert allowed
    assert set(re.findall(r"'(\w+)'", allowed[1])) == stored - {"skipped"}
    needed = re.search(r"hasAll\(\[(.*?)\]\)", RULES)
    assert needed
    fields = Prompt.model_fields.values()
    required = {field.alias for field in fields if field.is_required()} - {"id", None}
    assert required <= set(re.findall(r"'(\w+)'", needed[1]))


def test_limits_are_those_of_the_api() -> None:
    assert f"content.size() <= {MAX_PROMPT}" in RULES
    assert f"text.size() <= {MAX_LENGTH}" in RULES
