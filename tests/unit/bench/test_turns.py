"""What was learned is learned from the examples, and is right often enough to be used."""

import json
from pathlib import Path

import pytest

from adapters.reader.judging.judge import WEIGHTS
from adapters.reader.languages import languages
from adapters.reader.reader import reader
from bench.turns import told
from bench.turns.examples import KEEP, lines
from bench.turns.fit import REPORT, digest

LANGUAGES = languages()
FOUND = json.loads(REPORT.read_text(encoding="utf-8"))


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_weights_were_fitted_to_the_examples(code: str) -> None:
    held = json.loads((WEIGHTS / f"{code}.json").read_text(encoding="utf-8"))
    assert held["examples"] == digest(code), f"run `python -m bench.turns.fit {code}`"


@pytest.mark.parametrize("code", LANGUAGES)
def test_examples_are_in_their_form(code: str) -> None:
    every = list(lines(code))
    assert FOUND[code]["lines"] == len(every)
    assert all((one.value is not None) == (one.does == "replace") for one in every)
    assert 0.25 < sum(one.does == KEEP for one in every) / len(every) < 0.5


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_is_found_is_mostly_told(code: str) -> None:
    assert FOUND[code]["messages"] == len(told.messages(code))
    assert FOUND[code]["found"] >= 0.5
    assert FOUND[code]["told"] >= 0.25


def test_a_mark_of_no_kind_is_named(tmp_path: Path) -> None:
    text = "hey its [Marguerite]{name} again\nmy [polo]{car} makes a noise\n"
    (tmp_path / "xx.txt").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"xx\.txt:2: no kind is called 'car'"):
        told.messages("xx", tmp_path)


def test_marks_become_tags() -> None:
    line = "Hi. I'm [Jo Ann]{name}, a [nurse]{work.role}."
    first, second = told.marked([line], "en", LANGUAGES["en"], reader())
    assert set(first.tags) == {"O"}
    assert [tag for tag in second.tags if tag != "O"] == ["B-name", "I-name", "B-work.role"]


@pytest.mark.parametrize("code", LANGUAGES)
def test_little_changes_that_stays_as_it_was(code: str) -> None:
    assert FOUND[code]["written kept"] >= 0.88
    assert FOUND[code]["talk kept"] >= 0.97
    assert FOUND[code]["strangers kept"] >= 0.96


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("tool | Uses Vim | dropped vim", "not enough values"),
        ("tool | Uses Vim | dropped vim | ends", "'ends' is none of keep, end"),
        ("tool | Uses Vim | it's helix now | replace", "no new value in brackets"),
    ],
)
def test_a_line_that_is_not_in_the_form_is_named(text: str, error: str, tmp_path: Path) -> None:
    (tmp_path / "xx.txt").write_text(f"tool | Uses Vim | bye vim | end\n{text}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=rf"xx\.txt:2: .*{error}"):
        list(lines("xx", tmp_path))
