"""What was learned is learned from the examples, and is right often enough to be used."""

import json
import random
from collections import defaultdict
from pathlib import Path

import pytest
from sentencepiece import SentencePieceProcessor

from adapters.reader.judging.network import DOES, FOLDER
from adapters.reader.languages import languages
from adapters.reader.reader import reader
from bench.turns import certain, rows, told
from bench.turns.examples import KEEP, Readable, lines
from bench.turns.lessons import Teaching
from bench.turns.varied import Variety

LANGUAGES = languages()
HELD = json.loads((FOLDER / "network.json").read_text(encoding="utf-8"))
TAUGHT = HELD["languages"]
"""The languages of the network; a new one has only rules until the network is taught again."""
REPORT = Path(rows.__file__).parent / "cross-validation.json"
FOUND = json.loads(REPORT.read_text(encoding="utf-8"))


def test_the_network_was_taught_with_the_messages() -> None:
    assert HELD["messages"] == rows.digest(), "run `make fit-further`"
    assert {"de", "en", "es", "fr", "ja"} <= {*TAUGHT} == {*HELD["certainty"]["languages"]}
    assert {*TAUGHT} <= {*LANGUAGES}


@pytest.mark.parametrize("code", TAUGHT)
def test_examples_are_in_their_form(code: str) -> None:
    every = list(lines(code))
    assert all((one.value is not None) == (one.does == "replace") for one in every)
    assert 0.25 < sum(one.does == KEEP for one in every) / len(every) < 0.65


@pytest.mark.parametrize("code", TAUGHT)
def test_what_is_found_is_mostly_told(code: str) -> None:
    assert FOUND[code]["found"] >= 0.65
    assert FOUND[code]["told"] >= 0.45


@pytest.mark.parametrize("code", TAUGHT)
def test_little_changes_that_stays_as_it_was(code: str) -> None:
    assert FOUND[code]["kept"] >= 0.88
    # Three in ten of these are of the kind of the item that changes, and a third of rare kinds.
    assert FOUND[code]["strangers"] >= 0.97


def test_a_mark_of_no_kind_is_named(tmp_path: Path) -> None:
    text = "hey its [Marguerite]{name} again\nmy [polo]{car} makes a noise\n"
    (tmp_path / "xx.txt").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"xx\.txt:2: no kind is called 'car'"):
        told.messages("xx", tmp_path)


def test_marks_are_taken_out_of_a_message() -> None:
    message, marks = told.unmarked("Hi. I'm [Jo Ann]{name}, a [nurse]{work.role}.")
    assert message == "Hi. I'm Jo Ann, a nurse."
    assert [(message[start:end], what) for start, end, what in marks] == [
        ("Jo Ann", "name"),
        ("nurse", "work.role"),
    ]


def test_an_example_marks_what_is_over_and_what_is_new(tmp_path: Path) -> None:
    said = "tool | Uses Vim | kicked vim to the curb, [helix] is all i open these days | replace"
    (tmp_path / "en.txt").write_text(said, encoding="utf-8")
    (row,) = rows.of_examples("en", {"tool"}, tmp_path)
    message = "kicked vim to the curb, helix is all i open these days"
    assert (row.message, row.item) == (message, ("tool", "Uses Vim", "replace"))
    assert [(message[start:end], what) for start, end, what in row.marks] == [
        ("vim", "end"),
        ("helix", "tool"),
    ]
    assert not row.is_whole


def test_an_example_has_the_other_items_of_its_message_beside_it(tmp_path: Path) -> None:
    said = [
        "custom.location | Bray | Bray is behind us, and the gym with it. | end",
        "custom.hobbies | gym | Bray is behind us, and the gym with it. | end",
        "custom.origin | Cork | Bray is behind us, and the gym with it. | keep",
        "tool | Vim | I use Vim. | keep",
    ]
    (tmp_path / "en.txt").write_text("\n".join(said), encoding="utf-8")
    home, hobby, origin = items = [
        ("custom.location", "Bray", "end"),
        ("custom.hobbies", "gym", "end"),
        ("custom.origin", "Cork", "keep"),
    ]
    found = [*rows.of_examples("en", {"tool"}, tmp_path)]
    assert [row.item for row in found] == [*items, ("tool", "Vim", "keep")]
    assert [row.beside for row in found] == [[hobby, origin], [home, origin], [home, hobby], []]


def test_talk_is_of_what_it_tells_or_of_words_in_it() -> None:
    readable = Readable(reader(), "en", LANGUAGES["en"])
    found = [
        readable.talked_of("My [polo]{custom.vehicle} makes a noise.", random.Random(seed))
        for seed in range(20)
    ]
    items = {(one.what, one.item) for one in found if one}
    assert ("custom.vehicle", "polo") in items
    assert {item for _, item in items} > {"noise"}


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


def test_a_thing_is_exchanged_for_another_one_of_its_kind() -> None:
    every = [
        rows.Row("en", message, marks, is_whole=True)
        for message, marks in map(
            told.unmarked,
            [
                "I work at [Bosch]{work.org} as a [nurse]{work.role}.",
                "[Tesco]{work.org} pays late",
                "as a [cook]{work.role} at a [big hotel]{work.org} I see a lot",
            ],
        )
    ]
    variety, chance = Variety(every), random.Random(0)
    found = [variety.of(every[0], chance) for _ in range(100)]
    said = {tuple(one.message[start:end] for start, end, _ in one.marks) for one in found}
    assert {tuple(map(str.lower, each)) for each in said} == {
        (org, role) for org in ("bosch", "tesco") for role in ("nurse", "cook")
    }
    assert all([mark.what for mark in one.marks] == ["work.org", "work.role"] for one in found)
    assert {"I work at Bosch as a nurse", "i work at bosch as a nurse."} <= {
        one.message for one in found
    }


def test_a_question_of_another_message_may_stand_beside_a_message() -> None:
    def row(language: str, line: str) -> rows.Row:
        message, marks = told.unmarked(line)
        return rows.Row(language, message, marks, is_whole=True)

    said, asked = row("en", "we moved to [Porto]{custom.location}"), row("en", "How far is Mars?")
    long = row("en", f"Why is the sky {'so ' * 60} blue?")
    tells = row("en", "Is [Porto]{custom.location} not lovely?")
    other = row("ja", "空はなぜ青いの？")
    variety, chance = Variety([said, asked, long, tells, other]), random.Random(0)
    found = [variety.of(said, chance) for _ in range(200)]
    texts = {one.message.lower() for one in found}
    assert texts == {
        "we moved to porto",
        "we moved to porto. how far is mars?",
        "how far is mars? we moved to porto",
    }
    for one in found:
        assert [one.message[start:end].lower() for start, end, _ in one.marks] == ["porto"]
    alone = sum(one.message.lower() == "we moved to porto" for one in found)
    assert 0.6 < alone / len(found) < 0.8


def test_items_of_a_lesson_stand_apart_and_those_of_others_stay() -> None:
    splitting = (FOLDER / "pieces.model").read_bytes()
    split, keep = SentencePieceProcessor(model_proto=splitting), DOES.index(KEEP)
    item, beside = ("custom.location", "Lisbon", "replace"), [("tool", "iPhone", "end")]
    moved = rows.Row("en", "We moved, and the old phone is gone.", item=item, beside=beside)
    paris = rows.Row("en", "Paris it is.", item=("custom.location", "Paris", "end"))
    phone = rows.Row("en", "Out of ink.", item=("tool", "plotter", "keep"))
    teaching = Teaching([moved, paris, phone], splitting)
    lesson, chance, seen = teaching.lesson(moved), random.Random(0), set[str]()
    for _ in range(100):
        shown = teaching.shown(lesson, chance)
        segments: dict[int, list[int]] = defaultdict(list)
        for piece, segment in zip(shown.ids, shown.segments, strict=True):
            segments[segment].append(piece)
        assert [*segments] == list(range(len(shown.does) + 1))
        becomes = dict(
            zip(map(split.decode, [*segments.values()][1:]), shown.does.values(), strict=True)
        )
        assert becomes.pop("location: Lisbon") == DOES.index("replace")
        assert becomes.pop("tool: iPhone") == DOES.index("end")
        assert {*becomes.values()} <= {keep}
        assert len(shown.sure) == 2
        seen |= {*becomes}
    # Whether another home would stay is not known.
    assert seen == {"tool: plotter"}


def test_a_message_that_may_be_about_anything_stands_beside_nothing_else() -> None:
    splitting = (FOLDER / "pieces.model").read_bytes()
    others = [rows.Row("en", "Oh.", item=("tool", "plotter", KEEP))] * 9
    sold = rows.Row("en", "I sold it.", item=("custom.vehicle", "kayak", "end"))
    kept = rows.Row("en", "I washed it.", item=("custom.vehicle", "kayak", KEEP))
    teaching, chance = Teaching([*others, sold, kept], splitting), random.Random(0)

    def most(row: rows.Row) -> int:
        return max(len(teaching.shown(teaching.lesson(row), chance).does) for _ in range(50))

    assert most(sold) == 1
    assert most(kept) > 1


def test_items_of_rare_kinds_stand_beside_messages_as_often_as_others() -> None:
    splitting = (FOLDER / "pieces.model").read_bytes()
    tools = [rows.Row("en", "Oh.", item=("tool", f"tool number {at}", KEEP)) for at in range(99)]
    origin = rows.Row("en", "Ah.", item=("custom.origin", "Lisbon", KEEP))
    moved = rows.Row("en", "We moved out of it in spring.", item=("custom.home", "flat", "end"))
    teaching, chance = Teaching([*tools, origin, moved], splitting), random.Random(0)
    lesson = teaching.lesson(moved)
    shown = [teaching.shown(lesson, chance) for _ in range(400)]
    begins = [(one.ids[place + 1], place) for one in shown for place in one.does]
    split = SentencePieceProcessor(model_proto=splitting)
    first = split.encode_as_ids("origin: Lisbon")[0]
    others = len(begins) - len(shown)
    assert 0.12 < sum(piece == first for piece, _ in begins) / others < 0.25


def test_the_network_is_believed_as_far_as_it_is_right() -> None:
    def found(language: str, sure: float, right: int, wrong: int) -> list[certain.Found]:
        rights = [True] * right + [False] * wrong
        return [certain.Found(language, sure, is_right) for is_right in rights]

    every = [
        *found("en", 0.6, 90, 10),
        *found("en", 0.9, 98, 2),
        *found("ja", 0.6, 20, 80),
        *found("ja", 0.9, 60, 40),
    ]
    fitted = certain.fitted(every)
    assert 0.5 < fitted["slope"] < 2
    odds = {code: fitted["slope"] * 2.2 + more for code, more in fitted["languages"].items()}
    assert odds["en"] > 3 > 1 > odds["ja"] > 0
