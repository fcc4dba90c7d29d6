"""The Python code of this repository: its modules, and what each imports."""

import ast
from collections.abc import Iterable, Iterator
from functools import cache

from emulator.gateway.paths import ROOT

PACKAGES = tuple("shared adapters functions emulator cli proxy deploy bench tests".split())


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the repository by its dotted name.

    Parsing them takes seconds: what reads all of them belongs to the group of tests "source".
    """
    files = [ROOT / "main.py", *(f for p in PACKAGES for f in (ROOT / p).rglob("*.py"))]
    found = {}
    for file in files:
        if "node_modules" in file.parts:
            continue
        parts = file.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = ast.parse(file.read_text())
    return found


@cache
def imports(module: str) -> frozenset[str]:
    """All imports of a module, at any depth: modules of this repository, and names of others."""
    return frozenset(imported_by(modules()[module]))


def imported_by(tree: ast.Module) -> Iterator[str]:
    """Yields the imports of a module, including those by name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield node.module if is_ours(full) and full not in modules() else full
        elif isinstance(node, ast.Call) and _name_of(node.func) in ("import_module", "__import__"):
            yield from _texts(node.args)
        elif isinstance(node, ast.List | ast.Tuple | ast.Set | ast.Dict):
            # Modules in a list are there to be imported by name.
            items = node.values if isinstance(node, ast.Dict) else node.elts
            yield from (text for text in _texts(items) if "." in text and text in modules())


def _name_of(function: ast.expr) -> str:
    return getattr(function, "id", "") or getattr(function, "attr", "")


def _texts(nodes: Iterable[ast.expr]) -> list[str]:
    constants = [node.value for node in nodes if isinstance(node, ast.Constant)]
    return [value for value in constants if isinstance(value, str)]


def resources(module: str) -> set[str]:
    """The packages whose files a module reads with `importlib.resources.files`."""
    return {
        argument.value
        for node in ast.walk(modules()[module])
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "files"
        for argument in node.args
        if isinstance(argument, ast.Constant)
    }


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def is_ours(name: str) -> bool:
    return name.partition(".")[0] in (*PACKAGES, "main")
