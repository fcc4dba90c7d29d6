"""The import formats: everything that lists them agrees with `Format`."""

import re

import pytest

from cli.transfer.source import CHOICES
from emulator.gateway.paths import ROOT
from functions.account import ImportIn
from shared.transfer.formats import Format

FILES = {format_.file for format_ in Format if format_.file}


def section(path, heading):
    """The text below a heading of a Markdown file, up to the next heading."""
    text = (ROOT / path).read_text(encoding="utf-8")
    return re.split(r"^#+ ", text.split(f"# {heading}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]


def test_the_api_describes_each_format():
    schema = ImportIn.model_json_schema()
    assert schema["$defs"]["Format"]["enum"] == list(Format)
    described = schema["properties"]["format"]["description"]
    assert described.split("; ") == [f"{format_}: {format_.description}" for format_ in Format]


def test_the_command_line_takes_each_format():
    assert ("auto", *Format, "sqlite") == CHOICES


def test_the_dashboard_offers_each_format():
    source = (ROOT / "dashboard/src/logic/choices.ts").read_text(encoding="utf-8")
    (listed,) = re.findall(r"FORMATS: readonly ImportFormat\[\] = \[(.*?)\];", source, re.DOTALL)
    assert re.findall(r"'([^']+)'", listed) == list(Format)


def test_the_docs_of_the_api_list_each_format_with_its_file():
    row = re.compile(r"^\| `([^`]+)` \| (.+) \|$", re.MULTILINE)
    heading, *rows = row.findall(section("docs/api.md", "Export and import"))
    assert heading[0] == "format"
    assert [name for name, _ in rows] == list(Format)
    for name, text in rows:
        named = set(re.findall(r"`([^`]+)`", text)) & FILES
        assert named == {Format(name).file} - {""}


def test_the_docs_of_the_command_line_name_each_file():
    quoted = re.findall(r"`([^`]+)`", section("docs/cli.md", "Export and import"))
    assert {name for name in quoted if re.search(r"\.jsonl?$|_", name)} == FILES


@pytest.mark.parametrize("format_", Format)
def test_a_format_equals_its_name_and_says_what_it_holds(format_):
    assert Format(str(format_)) is format_
    assert re.fullmatch(r"[a-z][a-z0-9]*(-[a-z]+)*", format_)
    assert format_.description
