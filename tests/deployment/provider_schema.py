"""The google provider's schema, read from its bindings without installing or running them.

The bindings are Python code generated from the schema: one module per resource, with one class per
kind of block, whose keyword arguments are the block's attributes and nested blocks.
"""

import ast
import re
import zipfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_PACKAGE = "cdktf_cdktf_provider_google"
META = {"connection", "count", "depends_on", "for_each", "lifecycle", "provider", "provisioners"}
"""Terraform's own arguments, which every resource has."""
_NAMED_APART = {"id_": "id"}


@dataclass(frozen=True)
class Argument:
    """An attribute, or a nested block where `block` names its class."""

    required: bool
    block: str | None


@dataclass(frozen=True)
class Resource:
    """A resource or data source: its root block, and all blocks by class name."""

    root: str
    blocks: dict[str, dict[str, Argument]]
    outputs: frozenset[str]


class Provider:
    """The schema in a wheel of bindings."""

    def __init__(self, wheel: Path) -> None:
        self._archive = zipfile.ZipFile(wheel)
        self._names = set(self._archive.namelist())

    @cache  # noqa: B019 (one for each test run)
    def resource(self, kind: str, *, data: bool = False) -> Resource | None:
        """The schema of `google_…`, or None if the provider does not have it."""
        module = ("data_" if data else "") + kind
        module = module if data else kind.removeprefix("google_")
        name = f"{_PACKAGE}/{module}/__init__.py"
        if name not in self._names:
            return None
        tree = ast.parse(self._archive.read(name))
        classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
        blocks = {name: _arguments(node, classes) for name, node in classes.items()}
        root = next(name for name in classes if name + "Config" in classes)
        return Resource(root + "Config", blocks, _properties(classes[root]))


def _arguments(node: ast.ClassDef, classes: dict[str, ast.ClassDef]) -> dict[str, Argument]:
    init = next(
        (
            part
            for part in node.body
            if isinstance(part, ast.FunctionDef) and part.name == "__init__"
        ),
        None,
    )
    if init is None or [argument.arg for argument in init.args.args] != ["self"]:
        return {}
    return {
        _NAMED_APART.get(argument.arg, argument.arg): Argument(
            required=default is None, block=_block(argument.annotation, classes)
        )
        for argument, default in zip(init.args.kwonlyargs, init.args.kw_defaults, strict=True)
        if argument.arg not in META
    }


def _block(annotation: ast.expr | None, classes: dict[str, ast.ClassDef]) -> str | None:
    named = re.findall(r"\w+", ast.unparse(annotation)) if annotation else []
    return next((name for name in named if name in classes), None)


def _properties(node: ast.ClassDef) -> frozenset[str]:
    return frozenset(part.name for part in node.body if isinstance(part, ast.FunctionDef))
