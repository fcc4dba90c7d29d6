"""The documents hang together, and what they name is there."""

import json
import re
import shlex
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from bench import monthly_cost
from emulator.gateway.paths import ROOT
from main import FUNCTIONS
from tests.deployment.terraform_files import blocks as terraform
from tests.support.documents import (
    DOCS,
    IN_THE_CLOUD,
    PAGES,
    README,
    anchor,
    blocks,
    configurations,
    doc,
    rows,
)
from tests.support.engines import needs_embedded

OPERATIONS = IN_THE_CLOUD.read_text()
MADE = ("build/", "dashboard/dist", "terraform/environments/$PROJECT", "users/")
"""Where things are made, or that no files are."""
ELSEWHERE = {"tests/utils/firestore.ts", ".cursor/mcp.json", ".vscode/mcp.json"}
"""Files of the public suite that the embedded Firestore passes, and of other people's programs."""
FOLDERS = {path.name for path in ROOT.iterdir() if path.is_dir()}


def anchors(page: Path) -> set[str]:
    return {anchor(heading) for heading in re.findall(r"(?m)^#+ (.*)$", page.read_text())}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text()):
        if link.startswith("https://"):
            continue
        target, _, place = link.partition("#")
        file = page.parent / target if target else page
        assert file.exists(), link
        assert not place or place in anchors(file), link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_paths_that_are_named_are_there(page: Path) -> None:
    for path in re.findall(r"`((?:[\w.$-]+/)+[\w.$-]*)`", page.read_text()):
        is_ours = path.partition("/")[0] in FOLDERS or "." in path.rpartition("/")[2]
        if is_ours and not path.startswith(MADE) and path not in ELSEWHERE:
            assert (ROOT / path).exists(), path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_tests_that_are_named_are_there(page: Path) -> None:
    found = [*(ROOT / "tests").rglob("test_*.py"), *(ROOT / "tests").rglob("*_contract.py")]
    files, texts = {file.name for file in found}, [file.read_text() for file in found]
    for name in re.findall(r"`(test_\w+(?:\.py)?)(?:\[[\w-]+\])?`", page.read_text()):
        assert name in files or any(f"def {name}(" in text for text in texts), name


@pytest.mark.parametrize(
    ("title", "letters", "least"),
    [("Threats to connections", "TCU", 20), ("Threats from the operator's API", "AOV", 8)],
)
def test_each_threat_is_held_by_a_test_where_the_page_says(
    title: str, letters: str, least: int
) -> None:
    section = doc("security.md").partition(f"\n### {title}\n")[2].partition("\n##")[0]
    places = dict(re.findall(r"`(\w)` (?:stands )?for\s(?:the folder\s)?`([^`]+)`", section))
    assert set(places) == set(letters)
    threats = [row for row in rows(section) if row[0] != "threat"]
    assert len(threats) > least
    for threat, _, held in threats:
        assert held, threat
        for part in held.split("; "):
            place = ROOT / places[part[0]]
            files = place.glob("test_*.py") if place.is_dir() else [place]
            text = "".join(file.read_text() for file in files)
            named = re.findall(r"`(test_\w+)`", part)
            assert named, part
            assert [name for name in named if f"\ndef {name}(" not in text] == [], threat


def test_the_readme_is_short() -> None:
    assert len(README.read_text().splitlines()) <= 150


@pytest.mark.parametrize("index", [README, ROOT / "docs" / "README.md"], ids=["root", "docs"])
def test_every_document_is_linked(index: Path) -> None:
    linked = re.findall(r"\]\(([^)#\s]+)\)", index.read_text())
    assert {(index.parent / link).resolve() for link in linked} >= {
        page for page in DOCS if page.name != "README.md"
    }


def test_every_screenshot_is_shown() -> None:
    shown = {
        (page.parent / link).resolve()
        for page in PAGES
        for link in re.findall(r"\]\(([\w./-]+\.png)\)", page.read_text())
    }
    assert shown == set((ROOT / "docs" / "screenshots").rglob("*.png"))


@pytest.mark.parametrize(
    "text", [text for language, text in configurations() if language == "json"]
)
def test_what_is_pasted_into_assistants_is_json_that_leads_to_mcp(text: str) -> None:
    settings = json.loads(text)
    ((name, server),) = (settings.get("mcpServers") or settings["servers"]).items()
    assert name == "rekindle"
    address = urlsplit(server.get("url") or server["httpUrl"])
    assert (address.scheme, address.path, address.query) == ("http", "/mcp", "")
    assert set(server.get("headers", ())) <= {"Authorization"}


@pytest.mark.parametrize(
    "text", [text for language, text in configurations() if language == "text"]
)
def test_what_is_typed_for_assistants_leads_to_mcp(text: str) -> None:
    words = shlex.split(text)
    (line,) = text.strip().splitlines()
    assert words[0] in ("claude", "code", "gemini"), line
    assert '{"name": "rekindle"' in line or "rekindle" in words
    assert [urlsplit(url).path for url in re.findall(r"https?://[^\s\"']+", line)] == ["/mcp"]


def test_every_function_stands_in_the_architecture() -> None:
    text = doc("architecture.md")
    assert [name for name in FUNCTIONS if f"`{name}`" not in text] == []


def test_every_setting_that_operations_names_is_there() -> None:
    known = set(terraform("variable"))
    for name in ("openai_key_version", "min_instances", "max_instances", "model_calls_per_second"):
        assert name in known
        assert name in OPERATIONS


def test_every_command_is_explained() -> None:
    commands = [text for language, text in blocks(IN_THE_CLOUD) if language == "sh"]
    assert commands
    for block in commands:
        paragraphs = [part for part in block.split("\n\n") if not part.startswith("export ")]
        assert all(part.lstrip().startswith(("#", "git pull")) for part in paragraphs), block


@pytest.mark.slow
@needs_embedded("another one counts no operations")
def test_the_costs_are_those_that_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert monthly_cost.main() == 0
    text = doc("scale-and-cost.md")
    for line in capsys.readouterr().out.splitlines():
        if line.startswith("|"):
            assert line in text, f"{line}: make this what `python -m bench.monthly_cost` prints"
