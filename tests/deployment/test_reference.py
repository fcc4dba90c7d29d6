"""The reference pages list exactly what the code has."""

import ast
import json
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from types import SimpleNamespace

import pytest
import typer

from cli import errors
from cli import main as cli_main
from cli.identity import identity
from emulator.control import control_app
from emulator.faults import FaultPlan
from emulator.gateway.paths import ROOT
from emulator.guard import Guard
from functions.http.deadlines import SECONDS
from functions.http.errors import HTTP_OF_STATUS
from functions.http.openapi import routes
from functions.wiring.config import Config
from shared.documents.decisions import Outcome, Reason
from shared.documents.settings import Settings
from shared.tools.catalog import ALL
from tests.support.documents import doc, rows
from tests.support.source import imports, modules, within

pytestmark = pytest.mark.xdist_group("source")  # which one worker parses

CODE = ("main.py", "functions", "adapters", "shared", "cli", "emulator", "deploy", "bench", "tests")
VARIABLE = re.compile(
    r"(?:REKINDLE|OPENAI|OTEL)_[A-Z_]*[A-Z]|GOOGLE_CLOUD_PROJECT|GCP_PROJECT|[A-Z_]+_EMULATOR_HOST"
)
REASON = re.compile(r"[A-Z]+(?:_[A-Z]+)*")
CONFIGURATION = rows(doc("configuration.md"))
INTERNAL = {"LEASED", "EMBEDDINGS_UNAVAILABLE", "EMBEDDINGS_UNUSABLE", "NO_VECTOR_INDEX"}
"""Reasons that only the queue sees, or that are handled before a response is made."""


def texts(*places: str) -> Iterator[str]:
    """Every string in the Python code at these places."""
    packages = [place.removesuffix(".py").replace("/", ".") for place in places]
    for name, tree in modules().items():
        if any(within(name, package) for package in packages):
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value


def code(cell: str) -> str:
    """The code that a cell shows, or the cell itself if it shows none."""
    return cell[1:-1] if cell.startswith("`") and cell.endswith("`") else cell


def test_every_route_is_documented() -> None:
    documented = {code(row[0]) for row in rows(doc("api.md")) if " /" in row[0]}
    known = {f"{route.method} {route.path}" for _, route in routes()}
    known = {name.replace("<", "{").replace(">", "}") for name in known}
    assert documented == known | {"POST /mcp"}


def test_every_status_and_reason_is_documented() -> None:
    table = [row for row in rows(doc("api.md")) if row[0].isdecimal()]
    for status, http in HTTP_OF_STATUS.items():
        assert [str(http), f"`{status}`"] in [row[:2] for row in table], status
    in_errors = reasons_in(" ".join(row[2] for row in table))
    in_imports = reasons_in(section("api.md", "Export and import"))
    failures = rows(section("learning.md", "When an analysis fails"))
    in_batches = reasons_in(" ".join(row[0] for row in failures))
    given = reasons()
    assert {reason for each in given.values() for reason in each} == (
        in_errors | in_imports | in_batches | INTERNAL
    )
    assert given["HttpError"] <= in_errors
    assert given["refuse"] <= in_imports
    assert given["AnalysisError"] | given["BatchError"] <= in_batches


def reasons_in(text: str) -> set[str]:
    return {name for name in re.findall(r"`([^`]+)`", text) if REASON.fullmatch(name)}


def section(name: str, heading: str) -> str:
    """A section of a page in `docs/`."""
    return doc(name).partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def reasons() -> dict[str, set[str]]:
    """The reasons in the code, by the function or class that they are passed to."""
    places = ("functions", "shared", "adapters")
    trees = [tree for name, tree in modules().items() if name.partition(".")[0] in places]
    position = {name: index for tree in trees for name, index in _takers(tree)}
    found: dict[str, set[str]] = defaultdict(set)
    for node in (node for tree in trees for node in ast.walk(tree)):
        name, values = "", []
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", "") or getattr(node.func, "id", "")
            values = [keyword.value for keyword in node.keywords if keyword.arg == "reason"]
            if name in position:
                values += node.args[position[name] :][:1]
        elif isinstance(node, ast.Dict):
            pairs = zip(node.keys, node.values, strict=True)
            values = [value for key, value in pairs if getattr(key, "value", "") == "reason"]
        elif isinstance(node, ast.FunctionDef):
            pairs = zip(node.args.args[::-1], node.args.defaults[::-1], strict=False)
            values = [value for argument, value in pairs if argument.arg == "reason"]
        parts = [part for value in values for part in ast.walk(value)]
        constants = {part.value for part in parts if isinstance(part, ast.Constant)}
        found[name] |= {text for text in constants if REASON.fullmatch(str(text))}
    return found


def _takers(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Each function and class of a module that takes a reason, and as which argument."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef):
            for function in (each for each in node.body if isinstance(each, ast.FunctionDef)):
                names = [argument.arg for argument in function.args.args]
                names = [name for name in names if name not in ("self", "cls")]
                if "reason" in names:
                    name = getattr(node, "name", "")
                    name = name if function.name == "__init__" else function.name
                    yield name, names.index("reason")


def test_every_environment_variable_is_documented() -> None:
    read = {text for text in texts(*CODE) if VARIABLE.fullmatch(text)}
    documented = [code(row[0]) for row in CONFIGURATION if VARIABLE.fullmatch(code(row[0]))]
    assert sorted(documented) == sorted(read)


def test_the_defaults_of_variables_are_those_that_are_documented() -> None:
    documented = {
        code(row[0]): code(row[2])
        for row in CONFIGURATION
        if row[0].startswith("`REKINDLE_") and re.fullmatch(r"`[^`]+`", row[2])
    }
    assert len(documented) > 10
    for name, default in documented.items():
        by_default = configured(name, {})
        assert configured(name, {name: default}) == by_default, name
        assert configured(name, {name: another(default)}) != by_default, name


def configured(name: str, env: dict[str, str]) -> object:
    """What becomes of a variable in this environment, wherever it is read."""
    if name in strings("functions"):
        # With a model, embeddings and a key, without which variables are ignored or refused.
        models = {
            "OPENAI_API_KEY": "key",
            "REKINDLE_EMBEDDINGS_MODEL": "embeddings",
            "REKINDLE_OPERATORS_KEY": "k" * 32,
        }
        return Config.from_env({"GOOGLE_CLOUD_PROJECT": "demo"} | models | env)
    if name in strings("cli"):
        return identity(None, "ada", None, env)
    (reading,) = (
        node.value
        for tree in modules().values()
        for node in tree.body
        if isinstance(node, ast.Assign) and f"environ.get('{name}'" in ast.unparse(node.value)
    )
    code = compile(ast.Expression(reading), name, "eval")
    return eval(code, {"os": SimpleNamespace(environ=env)})


@cache
def strings(place: str) -> frozenset[str]:
    return frozenset(texts(place))


def another(value: str) -> str:
    """A value other than this one, and as valid."""
    if value.isdecimal():
        return str(int(value) + 1)
    return {"on": "off", "off": "on", "auto": "offline"}.get(value, f"{value}1")


def test_every_setting_is_documented_with_its_default_and_bounds() -> None:
    table = {code(row[0]): row for row in CONFIGURATION if len(row) == 4}
    table.pop("setting")
    schema = Settings.model_json_schema(by_alias=True)["properties"]
    defaults = Settings().model_dump(mode="json", by_alias=True)
    assert set(table) == set(schema)
    for name, field in schema.items():
        values, default = table[name][2], code(table[name][3])
        assert default == json.dumps(defaults[name]).strip('"'), name
        bounded = next((part for part in field.get("anyOf", [field]) if "minimum" in part), field)
        if "minimum" in bounded:
            assert values == f"{bounded['minimum']}–{bounded['maximum']}"
        elif "enum" in field:
            assert values == ", ".join(f"`{value}`" for value in field["enum"])


def test_every_command_is_documented() -> None:
    group = typer.main.get_command(cli_main._app())
    table = {code(row[0]): row[1] for row in rows(doc("cli.md")) if "`rekindle " in row[0]}
    assert set(table) == {f"rekindle {name}" for name in group.commands}
    for name, command in group.commands.items():
        named = set(re.findall(r"`([\w-]+)`", table[f"rekindle {name}"]))
        assert named == set(getattr(command, "commands", ())), name


def test_every_exit_code_is_documented() -> None:
    codes = {row[0] for row in rows(doc("cli.md")) if row[0].isdecimal()}
    assert codes == set(re.findall(r"[:;] (\d+) ", errors.EXIT_CODES))


def test_every_tool_is_documented() -> None:
    page = doc("connect.md")
    table = [code(row[0]) for row in rows(page[page.index("## Tools") :])]
    assert table == ["tool", *ALL]


@pytest.mark.parametrize("kind", [Outcome, Reason])
def test_every_decision_is_documented(kind: type[Outcome] | type[Reason]) -> None:
    documented = [code(row[0]) for row in rows(doc("learning.md"))]
    assert [value for value in kind if value not in documented] == []


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_dashboard_has_words_for_every_decision(language: str) -> None:
    strings = (ROOT / "dashboard" / "src" / "strings" / f"{language}.ts").read_text()
    for part, known in (("outcomes", Outcome), ("reasons", Reason)):
        inside = strings.partition(f"    {part}: {{\n")[2].partition("\n    }")[0]
        named = set(re.findall(r"(?m)^      (\w+):", inside))
        assert {str(value) for value in known} <= named, part


def test_every_control_is_documented() -> None:
    lines = {row[0].split("`")[1].split()[1]: " ".join(row) for row in controls()}
    known = {
        route.path: route.methods - {"HEAD"}
        for route in control_app(None, Guard()).routes
        if not route.path.startswith("/__emulator/docs")
    }
    assert set(lines) == set(known)
    for path, methods in known.items():
        assert set(re.findall(r"\b(GET|PUT|POST|DELETE)\b", lines[path])) == methods, path


def controls() -> list[list[str]]:
    return [row for row in rows(doc("embedded-stack.md")) if "/__emulator/" in row[0]]


def test_every_part_of_a_fault_plan_is_documented() -> None:
    cells = " ".join(row[0] for row in rows(section("embedded-stack.md", "Faults")))
    documented = {name.partition("=")[0] for name in re.findall(r"`([^`]+)`", cells)}
    assert documented == {name.replace("_", "-") for name in FaultPlan.model_fields}


def test_every_deadline_is_documented() -> None:
    table = {code(row[0]): row[1] for row in rows(section("reliability.md", "Deadlines"))}
    documented = {name: int(seconds) for name, seconds in table.items() if seconds.isdecimal()}
    assert documented == {limit.value: seconds for limit, seconds in SECONDS.items()}


def test_every_kind_of_deadline_is_used() -> None:
    declared = {route.limit for _, route in routes()}
    named = {
        node.attr
        for name, tree in modules().items()
        if name.startswith("functions.") and name != "functions.http.deadlines"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "Limit"
    }
    assert {limit for limit in SECONDS if limit not in declared} <= {
        limit for limit in SECONDS if limit.name in named
    }


def test_every_option_of_the_stack_is_documented() -> None:
    command = [sys.executable, "-m", "emulator", "--help"]
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    usage = re.search(r"(?m)^    python -m emulator \[(?:.*\n    )*.*", doc("embedded-stack.md"))
    assert usage
    options = set(re.findall(r"--[a-z-]+", shown.partition("positional")[0])) - {"--help"}
    assert set(re.findall(r"--[a-z-]+", usage[0])) == options


def test_the_parts_of_the_domain_import_only_what_is_further_right() -> None:
    (line,) = (line for line in doc("architecture.md").splitlines() if line.endswith("→ base"))
    order = [part.split(", ") for part in line.strip().split(" → ")]
    place = {part: number for number, parts in enumerate(order) for part in parts}
    assert set(place) == {name.split(".")[1] for name in modules() if name.startswith("shared.")}
    for module in modules():
        own = module.split(".")[1:2]
        for name in imports(module) if module.startswith("shared.") else ():
            if name.startswith("shared.") and name.split(".")[1:2] != own:
                assert place[name.split(".")[1]] > place[own[0]], f"{module} imports {name}"
