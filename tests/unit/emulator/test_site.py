"""The gateway's files: served with the headers and caching of Hosting."""

import gzip
import json
from pathlib import Path

import pytest

from emulator.gateway.site import Page, Site

HOSTING = {
    "public": "dist",
    "rewrites": [
        {"source": "/v1/memory{,/**}", "run": {"serviceId": "memory"}},
        {"source": "/{profile,memory}{,/}", "destination": "/index.html"},
    ],
    "headers": [
        {"source": "**", "headers": [{"key": "X-Frame-Options", "value": "DENY"}]},
        {"source": "/{,profile}", "headers": [{"key": "Cache-Control", "value": "no-cache"}]},
        {"source": "/assets/**", "headers": [{"key": "Cache-Control", "value": "immutable"}]},
    ],
}


@pytest.fixture
def site(tmp_path: Path) -> Site:
    (tmp_path / "firebase.json").write_text(json.dumps({"hosting": HOSTING}))
    (tmp_path / "secret.txt").write_text("outside")
    (tmp_path / "dist" / "assets").mkdir(parents=True)
    (tmp_path / "dist" / "index.html").write_text("<!doctype html>")
    (tmp_path / "dist" / "404.html").write_text("nothing here")
    (tmp_path / "dist" / "assets" / "app-1a2b.js").write_text("let a = 1;" * 50)
    return Site(tmp_path / "firebase.json")


def _get(site: Site, path: str, method: str = "GET", **headers: str) -> Page | None:
    return site.answer(path, {"REQUEST_METHOD": method, **headers})


@pytest.mark.parametrize("path", ["/", "/profile", "/profile/", "/index.html"])
def test_shows_the_page_at_its_paths(site: Site, path: str) -> None:
    page = _get(site, path)

    assert page
    assert page.body == b"<!doctype html>"
    assert dict(page.headers)["Content-Type"] == "text/html; charset=utf-8"
    assert dict(page.headers)["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize(
    "path",
    ["/nowhere", "/../secret.txt", "/assets/../../secret.txt", "/assets", "/v1/memory", "/a\0b"],
)
def test_has_nothing_elsewhere(site: Site, path: str) -> None:
    assert _get(site, path) is None


@pytest.mark.parametrize("path", ["/nowhere", "/profile/nowhere", "/../secret.txt", "/a\0b"])
def test_tells_a_browser_that_there_is_nothing(site: Site, path: str) -> None:
    page = _get(site, path, HTTP_ACCEPT="text/html,*/*;q=0.8")

    assert page
    assert page.status == "404 Not Found"
    assert page.body == b"nothing here"
    assert dict(page.headers)["X-Frame-Options"] == "DENY"
    again = _get(site, path, HTTP_ACCEPT="text/html", HTTP_IF_NONE_MATCH=dict(page.headers)["ETag"])
    assert again
    assert again.status == "404 Not Found"


def test_caches_hashed_files_for_good_and_the_page_not(site: Site) -> None:
    script, page = _get(site, "/assets/app-1a2b.js"), _get(site, "/profile")

    assert script
    assert page
    assert dict(script.headers)["Cache-Control"] == "immutable"
    assert dict(page.headers)["Cache-Control"] == "no-cache"


def test_answers_304_to_one_who_has_it(site: Site) -> None:
    page = _get(site, "/")
    assert page
    again = _get(site, "/", HTTP_IF_NONE_MATCH=dict(page.headers)["ETag"])

    assert again
    assert again.status == "304 Not Modified"
    assert again.body == b""


def test_compresses_what_gains_by_it(site: Site) -> None:
    page = _get(site, "/assets/app-1a2b.js", HTTP_ACCEPT_ENCODING="gzip, br")

    assert page
    assert dict(page.headers)["Content-Encoding"] == "gzip"
    assert gzip.decompress(page.body) == b"let a = 1;" * 50


def test_takes_no_writes_and_answers_heads(site: Site) -> None:
    head = _get(site, "/", "HEAD")

    assert _get(site, "/", "POST") is None
    assert head
    assert head.body == b""
    assert dict(head.headers)["Content-Length"] == "15"


def test_knows_whether_it_is_built(site: Site, tmp_path: Path) -> None:
    assert site.is_built
    (tmp_path / "dist" / "index.html").unlink()
    assert not site.is_built
