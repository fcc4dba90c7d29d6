"""The documents, and the examples in them."""

import re
from pathlib import Path

from emulator.gateway.paths import ROOT

README = ROOT / "README.md"
DOCS = sorted((ROOT / "docs").glob("*.md"))
PAGES = [
    *sorted(ROOT.glob("*.md")),
    *DOCS,
    ROOT / "emulator" / "firestore" / "README.md",
    ROOT / "bench" / "results" / "README.md",
]
"""All pages that are written for people."""
IN_THE_CLOUD = ROOT / "docs" / "operations.md"
"""Most of its commands need a project; test_operations.py runs them with stand-ins."""
ABOUT_WORKING_HERE = ROOT / "CONTRIBUTING.md"
"""Its commands are those of the Makefile and of git."""
CONNECT = ROOT / "docs" / "connect.md"
"""Shows what to type or to paste into other people's programs."""
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def doc(name: str) -> str:
    """The text of a page in `docs/`."""
    return (ROOT / "docs" / name).read_text()


def blocks(page: Path) -> list[tuple[str, str]]:
    """The fenced blocks of a page, each with its language."""
    return _BLOCK.findall(page.read_text())


def configurations() -> list[tuple[str, str]]:
    """What `docs/connect.md` says to type or to paste into assistants, each with its language."""
    return [block for block in blocks(CONNECT) if block[0] in ("text", "json")]


def examples() -> list[tuple[str, str]]:
    """The blocks of all pages whose examples a test can run; not what is for assistants."""
    pages = [page for page in PAGES if page not in (IN_THE_CLOUD, ABOUT_WORKING_HERE)]
    found = [block for page in pages for block in blocks(page)]
    return [block for block in found if block not in configurations()]


def example(language: str, word: str) -> str:
    """The one example of this language that contains the word."""
    (found,) = (text for kind, text in examples() if kind == language and word in text)
    return found


def anchor(heading: str) -> str:
    """The anchor that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def rows(text: str) -> list[list[str]]:
    """The cells of every table row in a text."""
    lines = (line for line in text.splitlines() if line.startswith("| "))
    return [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
