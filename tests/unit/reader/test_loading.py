"""What is said of a rule that is wrong: which one it is, and what to write instead."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from adapters.reader.detect import RULES
from adapters.reader.languages import Languages
from adapters.reader.rules import RuleError
from cli.errors import USAGE
from emulator.gateway.paths import ROOT

LANGUAGE = """[language]
code = "xx"
name = "Test"
[lists]
frequent = ["i"]
[captures.thing]
most = 5
"""
RULE = """[[rule]]
id = "likes"
match = "i love {thing}"
take = "like: {thing}"
sure = 0.95
yes = { "I love tea." = "like: tea" }
no = ["We love tea."]
"""


@pytest.mark.parametrize(
    ("written", "instead", "said"),
    [
        ("no =", "nos =", "rule likes: `nos` is unknown"),
        ('no = ["We love tea."]', "", "rule likes: `no` is missing"),
        ('no = ["We love tea."]', "no = []", "rule likes: `no` is empty"),
        ("0.95", "95", "rule likes: `sure` is wrong: Input should be less than or equal to 1"),
        ('id = "likes"', "", "rule number 2: `id` is missing"),
        ("[[rule]]", "[[rules]]", "`rules` is unknown"),
        ("i love", "I love", "rule likes: write 'i' for 'I' in 'I love {thing}'"),
        (' = "like: ', ' = "likes: ', "'likes: {thing}' takes a 'likes'; write one of like, "),
        ("love {thing}", "love _", "rule likes: 'like: {thing}' names {thing}, which no pattern"),
        ('"like: {thing}"', '"like: <teas>"', "rule likes: no list is called teas"),
    ],
)
def test_a_wrong_rule_is_named_with_what_is_wrong(
    tmp_path: Path, written: str, instead: str, said: str
) -> None:
    folder = tmp_path / "xx"
    folder.mkdir()
    (folder / "language.toml").write_text(LANGUAGE)
    another = RULE.replace('"likes"', '"another"')
    (folder / "likes.toml").write_text(another + RULE.replace(written, instead, 1))
    with pytest.raises(RuleError) as refused:
        Languages(tmp_path)["xx"]
    assert f"{folder}/likes.toml: " in str(refused.value)
    assert said in str(refused.value)


def test_an_unknown_stemmer_is_named_with_those_there_are(tmp_path: Path) -> None:
    (tmp_path / "xx").mkdir()
    about = LANGUAGE.replace("[lists]", 'stemmer = "dutsch"\n[lists]')
    (tmp_path / "xx" / "language.toml").write_text(about)
    with pytest.raises(RuleError, match=r"language: `stemmer` .*'dutsch' is none of .*dutch"):
        Languages(tmp_path)


def test_a_wrong_rule_is_told_without_a_traceback(tmp_path: Path) -> None:
    rules = tmp_path / "adapters" / "reader" / "rules"
    shutil.copytree(
        ROOT / "adapters", tmp_path / "adapters", ignore=shutil.ignore_patterns("rules")
    )
    for name in ("cli", "shared"):
        (tmp_path / name).symlink_to(ROOT / name)
    (rules / "en").mkdir(parents=True)
    shutil.copy(RULES / "others.toml", rules)
    (rules / "en" / "language.toml").write_text(LANGUAGE.replace("xx", "en"))
    (rules / "en" / "likes.toml").write_text(RULE.replace("no =", "nos ="))
    told = subprocess.run(
        [sys.executable, "-m", "cli", "explain", "I love tea."],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert told.returncode == USAGE
    assert "rule likes: `nos` is unknown" in told.stderr
    assert "Traceback" not in told.stderr
