"""The security rules: what `rules.json` says of them, decided by an engine that runs them."""

import ast
import os
import re
from collections.abc import Iterator

import pytest

from emulator.gateway.paths import ROOT
from tests.support.engines import second_or_skip
from tests.support.engines.second_engine import SecondEngine
from tests.support.rules.mutants import changed_rules, missing_lines
from tests.support.rules.replay import replay
from tests.support.rules.table import (
    COLLECTIONS,
    ON_COLLECTIONS,
    ON_DOCUMENTS,
    RULES,
    TABLE,
    WRITES,
    cases,
    rows,
    stored,
)

CHANGES = int(os.environ.get("REKINDLE_RULE_CHANGES", 16))
OPERATIONS = ON_DOCUMENTS | ON_COLLECTIONS
STATEMENTS = "\n".join(line for line in RULES.splitlines() if not line.strip().startswith("//"))
NAMED_ELSEWHERE = {"self._name", "group"}
"""Collections given by name to `FirestoreCollection`, and those of the queries for what is due."""


@pytest.fixture(scope="module")
def engine() -> Iterator[SecondEngine]:
    """An engine on which every project loads its own rules."""
    with second_or_skip() as running:
        yield running


def test_the_engine_decides_every_case_as_listed(engine: SecondEngine) -> None:
    (found,) = replay(engine, [RULES], cases(), completely=True)
    assert found.faultless, found


def test_no_line_can_be_missing(engine: SecondEngine) -> None:
    mutants = missing_lines(RULES)
    found = replay(engine, list(mutants.values()), rows(), completely=False)
    unnoticed = [name for name, each in zip(mutants, found, strict=True) if each.faultless]
    assert unnoticed == []
    assert any(each.wrong for each in found), "none of them compiled"


def test_no_wider_or_narrower_rule_goes_unnoticed(engine: SecondEngine) -> None:
    """Tries a sample of the changes; `make deep` tries all of them."""
    every = list(changed_rules(RULES).items())
    mutants = dict(every[:: max(1, len(every) // CHANGES)])
    found = replay(engine, list(mutants.values()), rows(), completely=False)
    unnoticed = [name for name, each in zip(mutants, found, strict=True) if not each.wrong]
    assert unnoticed == []


def test_every_collection_of_the_code_is_listed() -> None:
    listed = [name for names in ("readable", "serverOnly", "outsideUsers") for name in TABLE[names]]
    assert len(listed) == len(set(listed))
    assert {*listed, "users"} == set(_collections())
    assert {*listed, "users"} == stored().keys()


def test_rules_name_what_is_readable_and_nothing_else() -> None:
    matches = re.findall(r"match /(\w+)/\{\w+\} \{", STATEMENTS)
    assert matches == ["users", *COLLECTIONS["readable"]]
    assert "**" not in STATEMENTS


def test_rules_allow_reading_alone() -> None:
    allowed = re.findall(r"allow ([\w, ]+):? ?(?:if (.*))?;", STATEMENTS)
    assert len(allowed) == STATEMENTS.count("allow") == 1 + len(COLLECTIONS["readable"])
    assert set(allowed) == {("get", "isOwner(userId)"), ("read", "isOwner(userId)")}


@pytest.mark.parametrize("row", TABLE["cases"], ids=lambda row: row["why"])
def test_row_is_well_formed(row: dict[str, object]) -> None:
    assert row.keys() - {"claims", "data"} == {"why", "who", "operation", "path", "verdict"}
    assert isinstance(row["operation"], list)
    assert set(row["operation"]) <= OPERATIONS
    assert ("data" in row) == bool(set(row["operation"]) & WRITES - {"delete"})
    assert row["verdict"] in ("allow", "deny")


def test_paths_fit_their_operations() -> None:
    for case in rows():
        parts = case.path.split("/")
        assert "{" not in case.path
        assert len(parts) % 2 == (case.operation in ON_COLLECTIONS), case
        # What a case creates must not exist beforehand.
        assert (parts[-1] == "new") == (case.operation == "create") or case.operation == "batch"


def test_no_case_stands_twice() -> None:
    asked = [(c.who, str(c.claims), c.operation, c.path, str(c.data)) for c in cases()]
    assert len(asked) == len(set(asked))


def test_nobody_writes_and_strangers_do_nothing() -> None:
    allowed = [case for case in cases() if case.allowed]
    assert allowed
    for case in allowed:
        assert case.operation not in WRITES
        assert case.path.split("/")[:2] == ["users", case.who]


def _collections() -> Iterator[str]:
    """Yields the names of the collections that the code opens.

    Fails if it opens one whose name is not known here.
    """
    layers = ("adapters", "functions", "shared")
    files = [file for layer in layers for file in (ROOT / layer).rglob("*.py")]
    for file in (file for file in files if "ollection" in file.read_text()):
        tree = ast.parse(file.read_text())
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            name = ast.unparse(call.func).rpartition(".")[2]
            if name in ("collection", "collection_group"):
                (argument,) = call.args
            elif len(call.args) > 1 and ast.unparse(call.args[0]) == "client":
                argument = call.args[1]  # FirestoreCollection and its subclasses
                if not isinstance(argument, ast.Constant):
                    continue
            else:
                continue
            if isinstance(argument, ast.Constant):
                assert isinstance(argument.value, str)
                yield argument.value
            else:
                assert ast.unparse(argument) in NAMED_ELSEWHERE, f"{file}: {ast.unparse(call)}"
