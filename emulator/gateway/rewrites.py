"""Hosting's rules: the function or file for each path, and the headers it is sent with.

`firebase.json` is their only source.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Rewrite:
    """Paths that match `pattern` go to `function`."""

    pattern: re.Pattern[str]
    function: str


@dataclass(frozen=True)
class Destination:
    """Paths that match `pattern` are served from `file`."""

    pattern: re.Pattern[str]
    file: str


@dataclass(frozen=True)
class HeaderRule:
    """Files at paths that match `pattern` are sent with `headers`."""

    pattern: re.Pattern[str]
    headers: dict[str, str]


def read_rewrites(firebase_json: Path) -> list[Rewrite]:
    """Returns the rewrites to functions, in order; the first match wins."""
    hosting = json.loads(firebase_json.read_text())["hosting"]
    return [
        Rewrite(_pattern(rewrite["source"]), rewrite["run"]["serviceId"])
        for rewrite in hosting["rewrites"]
        if "run" in rewrite
    ]


def read_destinations(hosting: dict[str, Any]) -> list[Destination]:
    """Returns the rewrites to files, in order."""
    return [
        Destination(_pattern(rewrite["source"]), rewrite["destination"])
        for rewrite in hosting["rewrites"]
        if "destination" in rewrite
    ]


def read_headers(hosting: dict[str, Any]) -> list[HeaderRule]:
    """Returns the header rules for files, in order."""
    return [
        HeaderRule(
            _pattern(rule["source"]), {item["key"]: item["value"] for item in rule["headers"]}
        )
        for rule in hosting.get("headers", ())
    ]


def _pattern(glob: str) -> re.Pattern[str]:
    """Compiles one of Hosting's globs; supports what is used here: `**`, `*` and `{a,b}`."""
    parts = re.split(r"(\*\*|\*|\{[^}]*\})", glob)
    return re.compile("".join(map(_translated, parts)))


def _translated(part: str) -> str:
    if part == "**":
        return ".*"
    if part == "*":
        return "[^/]*"
    if part.startswith("{"):
        return f"(?:{'|'.join(_pattern(choice).pattern for choice in part[1:-1].split(','))})"
    return re.escape(part)
