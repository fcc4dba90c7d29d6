"""The layers: permitted imports, circles, and the size of packages.

The order of the layers is the order of ALLOWED. docs/architecture.md explains it.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from emulator.gateway.paths import ROOT
from main import FUNCTIONS
from tests.support.source import PACKAGES, imported_by, imports, is_ours, modules, within

pytestmark = pytest.mark.xdist_group("source")  # which one worker parses

MAX_FILES = 25
"""The most files that one folder may hold."""

ALLOWED = {
    "shared.base": {"shared.base"},
    "shared.documents": {"shared.base", "shared.documents"},
    "shared.ports": {"shared.base", "shared.documents"},
    "shared": {"shared"},
    "adapters": {"shared", "adapters"},
    "functions.wiring": {"shared", "adapters", "functions.wiring"},
    "functions": {"shared", "adapters", "functions"},
    "main": {"functions"},
    "emulator": {"shared", "functions", "emulator", "main"},
    "proxy": {"emulator.guard", "proxy"},
    "cli": {"shared", "emulator", "proxy", "cli"},
    "cli.commands.reading": {"adapters.reader", "cli"},
    "deploy": {"deploy"},
    "deploy.drills": {"deploy.drills", "emulator"},
}
"""What each layer may import from this repository; the longest matching name applies."""

DOMAIN_LIBRARIES = {"Stemmer", "pydantic", "pydantic_core", "rapidfuzz"}
"""What the domain needs besides Python itself. None of them uses the network."""

OUTSIDE = set(
    "asyncio concurrent.futures.ProcessPoolExecutor concurrent.futures.process ctypes dbm ftplib "
    "http imaplib importlib.import_module logging.config logging.handlers multiprocessing nntplib "
    "os poplib posix pty runpy select selectors shelve signal smtplib socket socketserver sqlite3 "
    "ssl subprocess telnetlib urllib.error urllib.request urllib.robotparser webbrowser wsgiref "
    "xmlrpc".split()
)
"""Python's modules for the network, processes and databases, which the domain does not use."""


def layer_of(module: str) -> str | None:
    return max((layer for layer in ALLOWED if within(module, layer)), key=len, default=None)


@pytest.mark.parametrize("layer", ALLOWED)
def test_a_layer_imports_only_what_lies_below(layer):
    wrong = [
        f"{module} imports {name}"
        for module in modules()
        if layer_of(module) == layer
        for name in imports(module)
        if is_ours(name) and not any(within(name, allowed) for allowed in ALLOWED[layer])
    ]
    assert wrong == []


def test_the_domain_knows_no_cloud_and_no_network():
    allowed = {"shared", *DOMAIN_LIBRARIES, *sys.stdlib_module_names}
    wrong = [
        f"{module} imports {name}"
        for module in modules()
        if within(module, "shared")
        for name in imports(module)
        if name.partition(".")[0] not in allowed or any(within(name, each) for each in OUTSIDE)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import urllib.request", {"urllib.request"}),
        ("from urllib import parse, request", {"urllib.parse", "urllib.request"}),
        ("def late():\n    from google.cloud import firestore", {"google.cloud.firestore"}),
        ("from shared.base import errors", {"shared.base.errors"}),
        ("from shared.base.errors import NotFound", {"shared.base.errors"}),
        ("import_module('socket')", {"socket"}),
        ("importlib.import_module('adapters.reader')", {"adapters.reader"}),
        ("late = ['adapters.reader', 'a.b', 'shared']", {"adapters.reader"}),
        ("late = {'a.b': 'adapters.reader'}", {"adapters.reader"}),
    ],
)
def test_imports_are_found(source, found):
    assert set(imported_by(ast.parse(source))) == found


def test_no_import_is_relative():
    wrong = [
        f"{module}, line {node.lineno}"
        for module, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.level
    ]
    assert wrong == []


def test_no_adapter_imports_another():
    wrong = [
        f"{module} imports {name}"
        for module in modules()
        if within(module, "adapters")
        for name in imports(module)
        if within(name, "adapters") and name.split(".")[1:2] != module.split(".")[1:2]
    ]
    assert wrong == []


def test_nothing_of_this_repository_is_a_client_of_the_servers_edge_but_the_stack_and_benchmarks():
    users = {module.partition(".")[0] for module in modules() if _uses_edge(module)}
    assert users <= {"main", "functions", "emulator", "bench", "tests"}


def _uses_edge(module: str) -> bool:
    return any(within(name, "functions") for name in imports(module))


def test_the_folder_of_functions_holds_the_deployed_functions_alone():
    folder = ROOT / "functions"
    assert {f"functions.{file.stem}" for file in folder.glob("*.py")} == {
        "functions.__init__",
        *FUNCTIONS.values(),
    }
    assert {each.name for each in folder.iterdir() if (each / "__init__.py").exists()} == {
        "http",
        "wiring",
    }


def test_deployed_functions_do_not_import_each_other():
    wrong = [
        f"{module} imports {name}"
        for module in FUNCTIONS.values()
        for name in imports(module)
        if name in FUNCTIONS.values()
    ]
    assert wrong == []


def test_imports_run_in_no_circle():
    arrows = {
        module: {name for name in imports(module) if name in modules() and name != module}
        for module in modules()
    }
    assert list(circles(arrows)) == []


def test_the_parts_of_a_package_import_each_other_in_no_circle():
    packages = {module.rpartition(".")[0] for module in modules()} - {""}
    found = {}
    for package in packages:
        depth = package.count(".") + 1
        arrows: dict[str, set[str]] = {}
        for module in modules():
            if not within(module, package) or module == package:
                continue
            part = module.split(".")[depth]
            targets = {name.split(".")[depth] for name in imports(module) if _inside(name, package)}
            arrows.setdefault(part, set()).update(targets - {part})
        found[package] = list(circles(arrows))
    assert {package: each for package, each in found.items() if each} == {}


def _inside(name: str, package: str) -> bool:
    return name in modules() and name.startswith(f"{package}.")


def test_the_dashboards_imports_run_in_no_circle():
    source = ROOT / "dashboard" / "src"
    files = {
        file.relative_to(source).with_suffix("").as_posix(): file for file in source.rglob("*.ts*")
    }
    arrows = {}
    for name, file in files.items():
        targets = re.findall(r"(?:from|import)\s+'(\.[^']*)'", file.read_text())
        resolved = {(file.parent / target).resolve() for target in targets}
        inside = {path.relative_to(source).as_posix() for path in resolved if _below(path, source)}
        arrows[name] = {
            known for path in inside for known in (path, f"{path}/index") if known in files
        }
    assert any(arrows.values())
    assert list(circles(arrows)) == []


def _below(path: Path, folder: Path) -> bool:
    return path.is_relative_to(folder)


def circles(arrows: dict[str, set[str]]) -> Iterator[list[str]]:
    """The cycles of a graph, each once: what remains when ends are removed repeatedly."""
    left = {name: set(targets) for name, targets in arrows.items()}
    while ends := [name for name, targets in left.items() if not targets & left.keys()]:
        for name in ends:
            del left[name]
    seen: set[str] = set()
    for start in left:
        path = [start]
        while path[-1] not in seen:
            seen.add(path[-1])
            path.append(min(left[path[-1]] & left.keys()))
        if path[-1] in path[:-1]:
            yield path[path.index(path[-1]) :]


@pytest.mark.parametrize(
    ("arrows", "found"),
    [
        ({"a": {"b"}, "b": set()}, []),
        ({"a": {"b"}, "b": {"c"}, "c": {"b"}}, [["b", "c", "b"]]),
        ({"a": {"a"}}, [["a", "a"]]),
    ],
)
def test_circles_are_found(arrows, found):
    assert list(circles(arrows)) == found


@pytest.mark.slow
def test_no_folder_holds_more_than_one_overlooks():
    counts = {}
    for top in (*PACKAGES, "clients", "dashboard", "docs", "requirements", "samples", "terraform"):
        for folder in [ROOT / top, *(ROOT / top).rglob("*")]:
            parts = folder.relative_to(ROOT).parts
            if not folder.is_dir() or {"node_modules", "dist", "__pycache__"} & set(parts):
                continue
            if parts[:2] == ("bench", "results") or parts[-1].startswith("."):
                continue
            files = [each for each in folder.iterdir() if each.is_file() and each.suffix != ".pyc"]
            counts["/".join(parts)] = len(files)
    assert {name: count for name, count in counts.items() if count > MAX_FILES} == {}


@pytest.mark.parametrize("package", ["shared", "adapters", "functions"])
def test_no_cache_keeps_the_words_of_users_beyond_their_request(package):
    """A cache of functools lives as long as its process; single characters tell nothing."""
    keeping = [
        f"{module}.{function.name}"
        for module, tree in modules().items()
        if within(module, package)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        and any("cache" in ast.unparse(each).split(".")[-1] for each in function.decorator_list)
        and {each.arg for each in function.args.args} - {"self", "char"}
    ]
    assert keeping == []
