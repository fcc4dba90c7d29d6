"""`docs/requirements.md` is well-formed, its paths exist, and so do the ids that the code cites."""

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

from emulator.gateway.paths import ROOT

AREAS = "PMFST"
REQUIREMENTS = ROOT / "docs" / "requirements.md"
ROW = re.compile(r"^\| (?P<id>[^|]*?) \| (?P<requirement>.*?) \| (?P<where>[^|]*?) \|$", re.M)
ID = re.compile(rf"[{AREAS}]-[1-9]\d?")
# Two digits at most, so that the curve P-256 is not a citation.
CITATION = re.compile(rf"(?<![\w-]){ID.pattern}(?![\w-])")
# Also in names, and across the lines of a comment.
GAP = r"[\s_#/*]+"
SOURCE_BY_NAME = re.compile(
    rf"(?<![^\W_])(?:(?:user{GAP}profile|preference|data{GAP}schemas|tier)(?:['’]?s['’]?)?{GAP}seeds?"
    r"|seed['’]s|seeds['’](?=\s)|alik)(?![^\W_])",
    re.IGNORECASE,
)
SUFFIXES = {".py", ".ts", ".tsx", ".tf", ".md"}
NOT_OURS = {"node_modules", "build", "dist", "__pycache__"}

ITEMS = [
    (row["id"], row["requirement"], row["where"])
    for row in ROW.finditer(REQUIREMENTS.read_text())
    if row["where"] and set(row["where"]) != {"-"} and row["where"] != "where"
]


def sources(folder: Path = ROOT) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or path.name in NOT_OURS or path.is_symlink():
            continue
        if path.is_dir():
            yield from sources(path)
        elif path.suffix in SUFFIXES:
            yield path


TEXTS = {str(path.relative_to(ROOT)): path.read_text() for path in sources()}


def test_ids_are_well_formed_and_count_up_in_each_area() -> None:
    areas = [
        (area, [int(number) for _, number in numbers])
        for area, numbers in groupby(
            (id_.split("-") for id_, _, _ in ITEMS), key=lambda parts: parts[0]
        )
    ]
    assert [id_ for id_, _, _ in ITEMS if not ID.fullmatch(id_)] == []
    assert [area for area, _ in areas] == list(AREAS)
    for area, numbers in areas:
        assert numbers == list(range(1, len(numbers) + 1)), area


@pytest.mark.parametrize(("id_", "requirement", "where"), ITEMS, ids=[item[0] for item in ITEMS])
def test_an_item_says_what_holds_and_where(id_: str, requirement: str, where: str) -> None:
    paths = re.findall(r"`([^`]+)`", where)
    assert requirement.endswith("."), id_
    assert paths, id_
    assert where == ", ".join(f"`{path}`" for path in paths)
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_no_row_of_the_tables_is_overlooked() -> None:
    rows = re.findall(rf"^\| [{AREAS}]-.*$", REQUIREMENTS.read_text(), re.M)
    assert len(rows) == len(ITEMS)


def test_every_id_that_is_cited_is_there() -> None:
    known = {id_ for id_, _, _ in ITEMS}
    cited = {id_: path for path, text in TEXTS.items() for id_ in CITATION.findall(text)}
    assert {id_: path for id_, path in cited.items() if id_ not in known} == {}
    # The code does cite ids; an empty search would prove nothing.
    assert len(cited.keys() & known) > 40


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("half of it is left (S-18).", ["S-18"]),
        ("rejected (P-12 to P-17)", ["P-12", "P-17"]),
        ("curve P-256, UTF-8, SHA-1, gpt-4, X-T-1, F-16-like, T-0", []),
    ],
)
def test_what_looks_like_a_citation(text: str, found: list[str]) -> None:
    assert CITATION.findall(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("as the Preference seed says", ["Preference seed"]),
        ("the user\n# profile's seed", ["user\n# profile's seed"]),
        ("def test_the_commands_of_the_preference_seed(cli):", ["preference_seed"]),
        ("def test_the_folder_of_the_data_schemas_seed():", ["data_schemas_seed"]),
        ("def test_tiers_seeds_agree():", ["tiers_seeds"]),
        ("PREFERENCES_SEED, the seed's rule, alik_folder", ["PREFERENCES_SEED", "seed's", "alik"]),
        ("a_seed, the same seed, alike, _ALIKE, preference_seeded, SEED = 7", []),
    ],
)
def test_what_looks_like_a_source_document(text: str, found: list[str]) -> None:
    assert SOURCE_BY_NAME.findall(text) == found


def test_nothing_cites_a_source_document_by_name() -> None:
    found = [
        f"{path}: {match.group()}"
        for path, text in TEXTS.items()
        if ROOT / path != Path(__file__)
        for match in SOURCE_BY_NAME.finditer(text)
    ]
    assert found == []
