"""The plugin for Claude Code has the form that Claude Code reads, and runs on the user's Python."""

import ast
import json
import os
import re
import sys
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft7Validator, Draft202012Validator

from emulator.demo.claude_code import PLUGIN
from emulator.gateway.paths import ROOT
from tests.support.capture.claude_code_schema import HOOKS, MANIFEST, MARKETPLACE

SOURCES = sorted(PLUGIN.rglob("*.py"))
COMMANDS = sorted((PLUGIN / "commands").glob("*.md"))
IN_THE_BACKGROUND = {"api.py", "sender.py"}
OLDEST = (3, 9)
SCHEMAS = "REKINDLE_SCHEMA_DIR"
PUBLISHED = "claude-code-plugin-manifest.json"
SLOW_TO_IMPORT = {"asyncio", "contextlib", "hashlib", "http", "socket", "ssl", "subprocess"} | {
    "typing",
    "urllib",
    "uuid",
}


@pytest.mark.parametrize(
    ("file", "schema"),
    [
        (PLUGIN / ".claude-plugin" / "plugin.json", MANIFEST),
        (PLUGIN / "hooks" / "hooks.json", HOOKS),
        (ROOT / ".claude-plugin" / "marketplace.json", MARKETPLACE),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_its_files_have_the_documented_form(file, schema):
    Draft202012Validator.check_schema(schema)
    assert list(Draft202012Validator(schema).iter_errors(json.loads(file.read_text()))) == []


@pytest.mark.skipif(SCHEMAS not in os.environ, reason=f"{SCHEMAS} names no folder")
def test_its_manifest_has_the_published_form():
    """The schema that SchemaStore publishes, which is not kept here: it is somebody else's."""
    schema = json.loads(Path(os.environ[SCHEMAS], PUBLISHED).read_text(encoding="utf-8"))
    Draft7Validator.check_schema(schema)
    manifest = json.loads((PLUGIN / ".claude-plugin" / "plugin.json").read_text())
    assert list(Draft7Validator(schema).iter_errors(manifest)) == []
    assert list(Draft7Validator(schema).iter_errors({**manifest, "userConfig": {"key": {}}}))


def test_the_marketplace_leads_to_the_plugin_and_its_version_is_the_projects():
    (entry,) = json.loads((ROOT / ".claude-plugin" / "marketplace.json").read_text())["plugins"]
    manifest = json.loads((PLUGIN / ".claude-plugin" / "plugin.json").read_text())
    assert (ROOT / entry["source"]).resolve() == PLUGIN
    assert entry["name"] == manifest["name"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert manifest["version"] == project["version"]


def test_the_key_is_kept_where_secrets_are():
    options = json.loads((PLUGIN / ".claude-plugin" / "plugin.json").read_text())["userConfig"]
    assert options["key"]["sensitive"] is True


def test_every_hook_runs_the_program_and_cannot_fail():
    hooks = json.loads((PLUGIN / "hooks" / "hooks.json").read_text())["hooks"]
    commands = {hook["command"] for each in hooks.values() for hook in each[0]["hooks"]}
    (command,) = commands
    (path,) = re.findall(r'"\$\{CLAUDE_PLUGIN_ROOT\}/([^"]+)"', command)
    assert (PLUGIN / path).exists()
    assert command.endswith("|| true")


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: file.name)
def test_the_oldest_python_can_read_it(file):
    ast.parse(file.read_text(), feature_version=OLDEST)


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: file.name)
def test_it_needs_nothing_but_python_and_a_hook_imports_little(file):
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        else:
            continue
        top = {name.partition(".")[0] for name in names}
        assert top <= sys.stdlib_module_names | {"rekindle_capture"}
        if file.name not in IN_THE_BACKGROUND and not _for_types_only(file, node):
            assert not top & SLOW_TO_IMPORT, names


def _for_types_only(file, node):
    """Whether the import stands under `if TYPE_CHECKING:`."""
    blocks = [each for each in ast.parse(file.read_text()).body if isinstance(each, ast.If)]
    return any(block.lineno < node.lineno <= (block.end_lineno or 0) for block in blocks)


@pytest.mark.parametrize("file", COMMANDS, ids=lambda file: file.stem)
def test_a_command_runs_what_the_program_knows(file):
    text = file.read_text()
    _, head, body = text.split("---\n")
    assert re.search(r"(?m)^description: \S", head)
    (name,) = re.findall(r'!`python3 -I -S "\$\{CLAUDE_PLUGIN_ROOT\}/rekindle\.py" (\w+)', body)
    assert name == file.stem
    source = (PLUGIN / "rekindle_capture" / "commands.py").read_text()
    assert name == "status" or f'name == "{name}"' in source
