"""The TypeScript client: what is committed, what is shipped, and what it does on the stack."""

import re
from pathlib import Path

import pytest

from tests.support.documents import doc, rows
from tests.support.engines import needs_embedded
from tests.support.typescript.project import Project, blocks, needed
from tests.support.typescript.types import PACKAGE, types

pytestmark = pytest.mark.xdist_group("typescript")  # which one worker packs and installs

SCENARIOS = Path(__file__).parent / "typescript"

README = """
const url = process.env['REKINDLE'] ?? '';
const auth = { currentUser: { getIdToken: async () => process.env['TOKEN'] ?? '' } };
"""
"""What stands before the README's examples: where Rekindle is, and who is signed in."""


@pytest.fixture(scope="module")
def project(tmp_path_factory) -> Project:
    return Project.make(tmp_path_factory.mktemp("app"))


def test_its_types_are_those_of_the_api():
    needed("node")
    committed = (PACKAGE / "src" / "api" / "openapi.ts").read_text()
    assert committed == types(), "run `make client-types`"


def test_it_knows_every_reason_of_the_api():
    known = set(re.findall(r"\b[A-Z]+(?:_[A-Z]+)+\b|\bUNREADABLE\b", reasons()))
    table = [row[2] for row in rows(doc("api.md")) if row[0].isdecimal()]
    documented = set(re.findall(r"`([A-Z]+(?:_[A-Z]+)+|UNREADABLE)`", " ".join(table)))
    assert known == documented


def reasons() -> str:
    return (PACKAGE / "src" / "http" / "reasons.ts").read_text()


def test_nothing_else_is_installed_with_it(project):
    assert project.installed >= {"rekindle-client"}
    assert project.installed <= {"rekindle-client", "@types"}


def test_the_readmes_examples_are_typed_and_run(project, stack, uid):
    code = blocks(PACKAGE / "README.md")
    script = project.compiled("readme.ts", _after_imports(code, README))
    printed = project.run(script, stack, uid)
    assert "[ABOUT THE USER]" in printed
    assert "Python" in printed


def _after_imports(code: str, prelude: str) -> str:
    imports, _, rest = code.partition("\n\n")
    return f"{imports}\n{prelude}\n{rest}"


def test_every_part_of_it_speaks_with_the_api(project, stack, uid):
    script = project.compiled("everything.ts", (SCENARIOS / "everything.ts").read_text())
    project.run(script, stack, uid)


def test_500_messages_are_each_analyzed_once_and_in_order(project, stack, uid):
    project.add("fake-indexeddb")
    script = project.compiled("offline.ts", (SCENARIOS / "offline.ts").read_text())
    project.run(script, stack, uid)


@needs_embedded("another one does not let the owner in")
def test_a_listener_tells_of_changes_and_the_api_tells_what_they_are(project, stack, uid):
    project.add("firebase", "@firebase")
    script = project.compiled("live.ts", (SCENARIOS / "live.ts").read_text())
    assert "signals in" in project.run(script, stack, uid)
