"""How a reading is scored: right, incomplete, or something that was never said."""

import pytest

from bench.eval_reading import SETS, judge, measure_sentences
from shared.learning.candidates import AboutCandidate, PreferenceCandidate

LIKES_TEA = PreferenceCandidate(type="like", description="green tea", confidence=0.95)
HATES_TEA = PreferenceCandidate(type="dislike", description="green tea", confidence=0.95)
IN_BONN = AboutCandidate(path="custom.location", value="Bonn", confidence=0.95)
LEFT_BONN = IN_BONN.model_copy(update={"does": "end", "target_text": "Bonn"})
TEA = {"area": "like", "does": "assert", "words": "tea"}
BONN = {"area": "place", "does": "assert", "words": "bonn"}


@pytest.mark.parametrize(
    ("wants", "found", "missed", "more"),
    [
        ([TEA], [LIKES_TEA], [], []),
        ([TEA], [], [TEA], []),
        ([TEA], [HATES_TEA], [TEA], [HATES_TEA]),
        ([BONN], [IN_BONN, LIKES_TEA], [], [LIKES_TEA]),
        ([BONN | {"does": "end"}], [LEFT_BONN], [], []),
        ([BONN], [LEFT_BONN], [BONN], [LEFT_BONN]),
        ([TEA | {"never": "green"}], [LIKES_TEA], [TEA | {"never": "green"}], [LIKES_TEA]),
    ],
)
def test_what_is_missed_and_what_nobody_said(wants, found, missed, more):
    assert judge({"wants": wants}, found) == (missed, more)


def test_what_may_be_taken_is_not_wrong():
    assert judge({"wants": [], "may": [TEA]}, [LIKES_TEA]) == ([], [])


def test_a_message_that_says_the_opposite_is_counted():
    item = {
        "id": "1",
        "kind": "taste",
        "says": "I love tea.",
        "wants": [TEA],
        "inverts": "like: tea",
    }
    score = measure_sentences([item])
    assert (score.size, score.right, score.inverted) == (1, 0, 1)


def test_the_sets_are_there():
    assert {path.name for path in SETS.iterdir() if path.is_dir()} == {
        "changes",
        "development",
        "ordinary",
        "ordinary-unseen",
        "first",
        "second",
        "third",
        "fourth",
        "fifth",
        "sixth",
        "seventh",
        "eighth",
        "ninth",
        "tenth",
        "eleventh",
        "twelfth",
        "thirteenth",
        "fourteenth",
        "later",
    }
