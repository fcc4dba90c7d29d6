"""Hosting's rewrites: which path belongs to which function. `firebase.json` is the one source."""

import json
import re
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Rewrite:
    """Paths that match `pattern` go to `function`."""

    pattern: re.Pattern[str]
    function: str


def read_rewrites(firebase_json: Path) -> list[Rewrite]:
    """The rewrites to functions, in their order; the first that matches counts."""
    hosting = json.loads(firebase_json.read_text())["hosting"]
    return [
        Rewrite(_pattern(rewrite["source"]), rewrite["run"]["serviceId"])
        for rewrite in hosting["rewrites"]
        if "run" in rewrite
    ]


def _pattern(glob: str) -> re.Pattern[str]:
    """Hosting's globs, as far as they are used: `**`, `*` and `{a,b}`."""
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
