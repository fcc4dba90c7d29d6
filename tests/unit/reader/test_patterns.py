"""What the notation of patterns matches."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from adapters.reader.languages import Ready
from adapters.reader.lines import Line, Spelling
from adapters.reader.net import Net
from adapters.reader.parts import Anything, Matcher
from adapters.reader.patterns import PatternError, Shape, compiled
from adapters.reader.rules import Stage

SHAPE = Shape(
    spaced=True,
    lists={"likes": ("love", "am fond of"), "adverb": ("really", "just")},
    phrases={"I": "(i|we) <adverb>*"},
    most={"thing": 5, "name": 2},
)
UNSPACED = Shape(
    spaced=False, lists={"live": ("住んで", "暮らして")}, phrases={}, most={"place": 8}
)


def taken(pattern: str, words: str, shape: Shape = SHAPE) -> dict[str, str] | None:
    """What the first alternative that matches takes; None if none matches."""
    line = Line(words, Spelling(spaced=shape.spaced).tokens(words, 0, len(words)), shape.spaced)
    match = Matcher(compiled(pattern, shape)).match(line)
    return match and {name: line.normalized(kept) for name, kept in match.taken.items()}


@pytest.mark.parametrize(
    ("pattern", "words", "expected"),
    [
        ("i love {thing}", "i love tea", {"thing": "tea"}),
        ("i love {thing}", "i loved tea", None),
        ("<I> <likes> {thing}", "we really just love old trains", {"thing": "old trains"}),
        ("<I> <likes> {thing}", "i am fond of tea", {"thing": "tea"}),
        ("i [do] love {thing}", "i do love tea", {"thing": "tea"}),
        ("from {old:thing} to {new:thing}", "from a b to c d", {"old": "a b", "new": "c d"}),
        ("call me {name} [please]", "call me kat please", {"name": "kat"}),
        ("call me {name} [please]", "call me kat", {"name": "kat"}),
        ("i _ tea", "i adore tea", {}),
        ("i _ tea", "i tea", None),
        ("i ... tea", "i would never drink tea", {}),
        ("i ... tea", "i would never ever drink tea", {}),
        ("i ... tea", "i would never ever again drink tea", None),
        ("stop $", "stop .", {}),
        ("stop $", "stop it", None),
        ("(a|b (c|d)) e", "b d e", {}),
        ("\\? x", "? x", {}),
    ],
)
def test_a_pattern_takes(pattern: str, words: str, expected: dict[str, str] | None) -> None:
    assert taken(pattern, words) == expected


def test_without_spaces_a_pattern_matches_characters() -> None:
    found = taken("[私は] {place}に<live>", "私は大阪に住んでいます", UNSPACED)
    assert found == {"place": "大阪"}


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        ("", "empty"),
        ("a (b", "lacks a"),
        ("a ) b", "too much"),
        ("a <nothing>", "no list and no phrase"),
        ("a {colour}", "no capture"),
        ("* a", "wrong place"),
    ],
)
def test_a_wrong_pattern_says_what_is_wrong(pattern: str, problem: str) -> None:
    with pytest.raises(PatternError, match=problem):
        compiled(pattern, SHAPE)


def test_a_net_finds_every_pattern_that_matches() -> None:
    patterns = [
        "i love {thing}",
        "<I> <likes> {thing}",
        "[well] i love tea",
        "i love coffee",
        "{thing} bores me",
        "... tea",
        "$",
    ]
    none = Matcher([])
    entries = [
        Ready(Stage(step=one, noun=one, match=one), Matcher(compiled(one, SHAPE)), none, none)
        for one in patterns
    ]
    for words in (
        "i love tea",
        "well i love tea",
        "tea bores me",
        "bores me",
        ".",
        "i am fond of x",
    ):
        line = Line(words, Spelling().tokens(words, 0, len(words)))
        net = Net(entries)
        assert net.at(line) == [one for one in entries if one.match.match(line)]
        found = {one: match.start for one, match in net.search(line)}
        searched = {one: one.match.search(line) for one in entries}
        assert found == {one: match.start for one, match in searched.items() if match}


def test_what_a_capture_takes_ends_where_the_pattern_goes_on() -> None:
    assert taken("i love {thing} [and {old:thing}]", "i love tea and rain") == {
        "thing": "tea",
        "old": "rain",
    }


@pytest.mark.parametrize(
    ("said", "words"),
    [("jzappe", ["je", "zappe"]), ("jour", ["jour"]), ("jvm", ["jvm"]), ("jeu", ["jeu"])],
)
def test_a_clipped_word_is_parted_only_before_a_consonant(said: str, words: list[str]) -> None:
    tokens = Spelling(clipped={"j": "je"}).tokens(said, 0, len(said))
    assert [token.norm for token in tokens] == words


def test_threads_that_need_the_same_part_share_it() -> None:
    shape = Shape(spaced=True, lists={}, phrases={}, most={})
    begun, asked = Event(), Event()

    def make(least: int, most: int) -> Anything:
        begun.set()
        asked.wait()
        return Anything(least, most)

    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(shape.once, make, 1, 2)
        begun.wait()
        second = threads.submit(shape.once, make, 1, 2)
        asked.set()
        assert first.result() is second.result()
