"""Serves the dashboard's files as Firebase Hosting does: with its headers and SPA paths."""

import gzip
import hashlib
import json
import mimetypes
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from emulator.gateway.rewrites import HeaderRule, read_destinations, read_headers

Headers = list[tuple[str, str]]

NOT_BUILT = """\
The dashboard is not built yet. Run `make dashboard` (needs Node 20 or newer), then reload this
page.
"""
_NOT_FOUND = "/404.html"
_COMPRESSIBLE = ("text/", "application/json", "image/svg+xml")
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True)
class Page:
    """A response of the site: status line, headers and body."""

    status: str
    headers: Headers
    body: bytes


class Site:
    """The files in Hosting's `public` folder."""

    def __init__(self, firebase_json: Path) -> None:
        hosting: dict[str, Any] = json.loads(firebase_json.read_text())["hosting"]
        self._root: Path = (firebase_json.parent / hosting["public"]).resolve()
        self._destinations = read_destinations(hosting)
        self._rules = read_headers(hosting)

    @property
    def is_built(self) -> bool:
        """Whether the dashboard has been built."""
        return (self._root / "index.html").is_file()

    def answer(self, path: str, request: dict[str, Any]) -> Page | None:
        """Returns the file for a path, rewritten where a rule says so.

        Where there is none, a browser gets the page that says so, with status 404. Hosting sends
        that page to everyone; here a program gets None, and so an error that it can read.

        Args:
            path: the path of the URL, decoded.
            request: the WSGI environment.
        """
        if request["REQUEST_METHOD"] not in ("GET", "HEAD"):
            return None
        file, status = self._file(path), "200 OK"
        if file is None and "text/html" in request.get("HTTP_ACCEPT", ""):
            file, status = self._file(_NOT_FOUND), "404 Not Found"
        if file is None:
            return None
        body, tag = _read(file, file.stat().st_mtime_ns)
        kind = _TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0]
        headers = [("Content-Type", kind or "application/octet-stream"), ("ETag", f'"{tag}"')]
        headers += _of_path(self._rules, path)
        known = f'"{tag}"' in request.get("HTTP_IF_NONE_MATCH", "")
        if known and status == "200 OK":
            return Page("304 Not Modified", headers, b"")
        if kind and kind.startswith(_COMPRESSIBLE):
            headers.append(("Vary", "Accept-Encoding"))
            if "gzip" in request.get("HTTP_ACCEPT_ENCODING", ""):
                body = _compressed(body)
                headers.append(("Content-Encoding", "gzip"))
        headers.append(("Content-Length", str(len(body))))
        return Page(status, headers, b"" if request["REQUEST_METHOD"] == "HEAD" else body)

    def _file(self, path: str) -> Path | None:
        """Returns the file that a path names, never one outside the folder."""
        wanted = "/index.html" if path == "/" else path
        for destination in self._destinations:
            if destination.pattern.fullmatch(path):
                wanted = destination.file
        if "\0" in wanted:
            return None
        file = (self._root / wanted.lstrip("/")).resolve()
        return file if file.is_relative_to(self._root) and file.is_file() else None


def _of_path(rules: Iterable[HeaderRule], path: str) -> Headers:
    """Returns the headers of all matching rules; a later one replaces an earlier one."""
    chosen = {
        name: value
        for rule in rules
        if rule.pattern.fullmatch(path)
        for name, value in rule.headers.items()
    }
    return list(chosen.items())


@lru_cache(maxsize=256)
def _read(file: Path, _changed: int) -> tuple[bytes, str]:
    body = file.read_bytes()
    return body, hashlib.sha256(body).hexdigest()[:20]


@lru_cache(maxsize=64)
def _compressed(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)
