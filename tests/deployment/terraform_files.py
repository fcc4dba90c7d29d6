"""Terraform's files as plain data."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import hcl2

from emulator.gateway.paths import ROOT

FOLDER = ROOT / "terraform"
FILES = sorted(FOLDER.glob("*.tf"))


class Block(dict[str, Any]):
    """A nested block, as opposed to a map that is an attribute's value."""


@cache
def parse(file: Path) -> dict[str, Any]:
    """One file, not to be modified: strings unquoted, the parser's own markers removed."""
    with file.open() as opened:
        parsed: dict[str, Any] = _plain(hcl2.load(opened))
    return parsed


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        plain = {_plain(key): _plain(item) for key, item in value.items() if not _is_mark(key)}
        return Block(plain) if value.get("__is_block__") else plain
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, str) and re.fullmatch(r'"[^"]*"', value):
        return json.loads(value) if "\\" not in value else value.strip('"')
    return value


def _is_mark(key: str) -> bool:
    return key.startswith("__") and key.endswith("__")


def blocks(kind: str) -> dict[str, dict[str, Any]]:
    """All blocks `kind "type" "name"` or `kind "name"` in all files, by their joined labels."""
    found: dict[str, dict[str, Any]] = {}
    for file in FILES:
        for block in parse(file).get(kind, []):
            for label, body in block.items():
                if kind in ("resource", "data"):
                    found |= {f"{label}.{name}": inner for name, inner in body.items()}
                else:
                    found[label] = body
    return found


def addresses(kind: str) -> list[str]:
    """The labels of all blocks of a kind with two of them, found without parsing the files.

    Parsing takes seconds, and each worker of a test run has to know the names of all tests.
    """
    heads = re.compile(rf'^{kind} "(\w+)" "(\w+)"', re.M)
    return [".".join(labels) for file in FILES for labels in heads.findall(file.read_text())]


def log_metrics() -> dict[str, dict[str, Any]]:
    """The metrics that are counted from logs, by name."""
    return {
        name.partition(".")[2]: block
        for name, block in blocks("resource").items()
        if name.startswith("google_logging_metric.")
    }


def metric_filter(metric: str) -> str:
    """The filter of a metric of a log, as Terraform would write it."""
    text = log_metrics()[metric]["filter"].removeprefix('"').removesuffix('"').replace('\\"', '"')
    return re.sub(
        r'\$\{local\.services\["(\w+)"\]\}', lambda found: found[1].replace("_", "-"), text
    )


def locals_() -> dict[str, Any]:
    """All local values, unevaluated."""
    merged: dict[str, Any] = {}
    for file in FILES:
        for block in parse(file).get("locals", []):
            merged |= block
    return merged
