"""What is measured of people who talk on is what they say, and each thing that is known of them."""

from pathlib import Path

import pytest

from adapters.reader import OfflineAnalyzer
from bench.lives import FOLDER, Life, Message, lives
from bench.lives.__main__ import Score, measure, profile_of
from shared.documents.about import leaves

CODES = sorted(path.stem for path in FOLDER.glob("*.txt"))
LIFE = """\
like | drawing birds
custom.pets | two ferrets
- drawing calms me down
- I only draw dogs now, and lost a ferret, so it's [just Biscuit] | 1 end,2 replace

tool | Vim
- Vim? never touched it | 1 retract
"""


def _written(folder: Path, text: str) -> Path:
    (folder / "xx.txt").write_text(text, encoding="utf-8")
    return folder


def test_a_life_has_items_and_messages_with_what_they_change(tmp_path: Path) -> None:
    ferrets = "I only draw dogs now, and lost a ferret, so it's just Biscuit"
    assert list(lives("xx", _written(tmp_path, LIFE))) == [
        Life(
            [("like", "drawing birds"), ("custom.pets", "two ferrets")],
            [
                Message("drawing calms me down", {}, ""),
                Message(ferrets, {0: "end", 1: "replace"}, "just Biscuit"),
            ],
        ),
        Life([("tool", "Vim")], [Message("Vim? never touched it", {0: "retract"}, "")]),
    ]


@pytest.mark.parametrize(
    ("said", "error"),
    [
        ("- bye vim | 2 end", "there are only 1 items"),
        ("- bye vim | 1 ends", "'ends' is none of end, replace, retract"),
        ("- it's helix now | 1 replace", "has to stand in square brackets"),
        ("- it's [helix] now | 1 end", "has to stand in square brackets"),
        ("tool, Emacs", "not enough values"),
    ],
)
def test_a_line_that_is_not_in_the_form_is_named(said: str, error: str, tmp_path: Path) -> None:
    folder = _written(tmp_path, f"tool | Vim\n- hi\n{said}\n")
    with pytest.raises(ValueError, match=rf"xx\.txt:3: .*{error}"):
        list(lives("xx", folder))


@pytest.mark.parametrize("code", CODES)
def test_most_messages_change_nothing(code: str) -> None:
    every = [message for life in lives(code) for message in life.messages]
    changing = sum(bool(message.does) for message in every)
    assert 0.2 < changing / len(every) < 0.35


def test_a_profile_has_all_that_is_known() -> None:
    items = [
        ("like", "jazz"),
        ("contacts", "Ravi (housemate)"),
        ("contacts", "美咲（友人）"),
        ("custom.children", "a son"),
        ("custom.children", "Mia"),
        ("custom.age", "34"),
        ("work.org", "Bosch"),
    ]
    profile = profile_of(Life(items, []))
    assert [one.description for one in profile.preferences] == ["jazz"]
    people = [(one.name, one.relation) for one in profile.about.contacts or []]
    assert people == [("Ravi", "housemate"), ("美咲", "友人")]
    found = dict(leaves(profile.about.to_json()))
    assert found["custom.children"] == ["a son", "Mia"]
    assert (found["custom.age"], found["work.org"]) == (34, "Bosch")


def test_what_is_lost_and_what_changes_is_counted() -> None:
    items = [("tool", "Vim"), ("like", "rock climbing"), ("work.org", "Bosch")]
    said = [
        Message("I don't use Vim anymore.", {0: "end"}, ""),
        Message("I don't use Vim anymore.", {1: "end"}, ""),
        Message("I left Bosch.", {2: "end"}, ""),
        Message("How tall is the Eiffel Tower?", {}, ""),
        Message("I left Bosch for Siemens.", {2: "replace"}, "Siemens"),
        Message("I left Bosch for Siemens.", {2: "replace"}, "Miele"),
        Message("I work for Siemens.", {2: "replace"}, "Siemens"),
        Message("I work for Bosch.", {}, ""),
    ]
    score = Score()
    measure(Life(items, said), OfflineAnalyzer(), score)
    assert score == Score(messages=8, right=6, stays=18, lost=1, changes=6, changed=5)
