"""Properties of the offline analyzer that hold for any input."""

import gc
import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.reader import OfflineAnalyzer
from shared.documents.about import LIST_PATHS, SCALAR_PATHS
from shared.learning.candidates import AboutCandidate, PreferenceCandidate
from tests.support.strategies import examples
from tests.unit.reader.reading import lines, read

PIECES = [
    *(line.rsplit("|", 1)[0].strip() for line in lines("statements.txt")),
    *lines("nothing_to_learn.txt"),
    *"I my we not never love hate prefer because if and , ; ( ) \" ' ``` > : . ? !".split(" "),
    *[
        "\n",
        "\t",
        "you",
        "it",
        "Docker",
        "Python",
        "I'm",
        "don't",
        "where is it.",
        "She is 5.",
        "His name is Otto.",
        "\u2019",
        "\u0130",
        "\U0001f600",
    ],
]
MESSAGES = st.one_of(
    st.text(max_size=200), st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join)
)
BATCHES = st.lists(MESSAGES, max_size=6)


@settings(max_examples=examples(300), deadline=None)
@given(BATCHES)
def test_every_quote_is_verbatim_and_short(messages: list[str]) -> None:
    for candidate in read(*messages):
        message = messages[int(candidate.prompt_id[1:])]
        assert candidate.quote
        assert candidate.quote in message
        assert len(candidate.quote) <= 300


@settings(max_examples=examples(150), deadline=None)
@given(BATCHES)
def test_the_same_batch_gives_the_same_candidates(messages: list[str]) -> None:
    assert list(read(*messages)) == list(read(*messages))


@settings(max_examples=examples(150), deadline=None)
@given(BATCHES)
def test_nothing_is_proposed_twice(messages: list[str]) -> None:
    keys = [
        candidate.model_dump_json(
            include={
                "kind",
                "does",
                "type",
                "description",
                "path",
                "value",
                "domain",
                "target_text",
            }
        )
        for candidate in read(*messages, *messages)
    ]
    assert len(keys) == len(set(keys))


@settings(max_examples=examples(150), deadline=None)
@given(BATCHES)
def test_candidates_are_well_formed(messages: list[str]) -> None:
    for candidate in read(*messages):
        if isinstance(candidate, PreferenceCandidate):
            assert candidate.description.strip() == candidate.description != ""
            if candidate.does == "assert":
                assert candidate.category
                assert candidate.context
        if isinstance(candidate, AboutCandidate):
            known = candidate.path in LIST_PATHS | SCALAR_PATHS
            assert known or candidate.path.startswith("custom.")
            assert candidate.value


@pytest.mark.parametrize("quote", ["I love jazz" + " and more jazz" * 40])
def test_a_long_sentence_is_quoted_in_part(quote: str) -> None:
    found = read(quote)
    assert found
    assert all(c.quote in quote and len(c.quote) <= 300 for c in found)


LONG: dict[str, Callable[[int], str]] = {
    "code": lambda n: "def f(x):\n    return [i * 2 for i in range(x)]\n" * (n // 46),
    "no space": lambda n: "a" * n,
    "nested quotes": lambda n: "\"a'b\u201c" * (n // 4),
    "parentheses": lambda n: "(" * n,
    "blank lines": lambda n: "\n" * n,
    "fences": lambda n: "```\n" * (n // 4),
    "triple quotes": lambda n: '"""' * (n // 3),
    "adverbs": lambda n: "I very really " * (n // 14),
    "openers": lambda n: "I think that " * (n // 13),
    "commas": lambda n: "I, " * (n // 3),
    "sentences": lambda n: "I like cats. He said so. " * (n // 25),
    "verbs": lambda n: "I love " * (n // 7),
    "brackets": lambda n: "[" * n,
    "emoji": lambda n: "\U0001f600" * n,
    "spaces": lambda n: " " * n,
    "no spaces between words": lambda n: "\u79c1\u306f\u8336\u304c\u597d\u304d" * (n // 6),
    "salutations": lambda n: "Dear x,\n" * (n // 8),
    "names": lambda n: "Her name is Ana. " * (n // 17),
    "ages": lambda n: "She is 5. " * (n // 10),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_time_grows_with_length_and_no_faster(name: str) -> None:
    """Four times the text may take at most nine times as long (linear is four)."""
    short, long = LONG[name](12_500), LONG[name](50_000)
    read(short)
    fastest_short = min(map(seconds, [short] * 7))
    # A busy machine makes some runs slow, so one of seven that is fast enough will do.
    assert any(seconds(long) < 9 * max(fastest_short, 0.003) for _ in range(7))


def seconds(message: str) -> float:
    """The processor time that reading takes."""
    start = time.process_time()
    read(message)
    return time.process_time() - start


def test_it_is_called_offline_and_costs_nothing() -> None:
    assert OfflineAnalyzer().name == "offline"
    assert list(read()) == []


def test_further_analyzers_keep_nothing_for_good() -> None:
    read("I love tea.")
    kept = gc.get_freeze_count()
    OfflineAnalyzer()
    read("I love tea.")
    assert kept >= gc.get_freeze_count() > 0
