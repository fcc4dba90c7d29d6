"""What holds of sameness for every text."""

import string

from hypothesis import assume, example, given
from hypothesis import strategies as st

from shared.base.sameness import (
    Index,
    Relation,
    comparison,
    object_of,
    relation,
    repeats,
    same,
    says_no_more,
)
from shared.base.sameness.glance import may_be_same
from shared.base.sameness.relations import shape_of

INVERSE = {Relation.NARROWER: Relation.WIDER, Relation.WIDER: Relation.NARROWER}
WORDS = """
    I the user really love loves like hates dislikes uses using prefer prefers not no never longer
    without with and or but over than rather to from in of for tea green coffee Python Docker Ann
    Berlin walking dogs dog answers short 3 4 vegetarian vegeterian color colour supported
    unsupported , . > nicht ohne mit Kaffee pas sans 喜欢 不喜欢
""".split()
NAMES = "Martin Marta Johannes Christina Elena Siemens Reykjavik Katharina Priya Oluwaseun".split()
NOUNS = "tea green coffee hiking jazz cheese pottery chess sailing marathons gardening".split()
FRAMES = [
    "{name} is allergic to nuts",
    "lives with {name} in a small flat",
    "the badge of {name} opens gate three",
    "met {name} at the conference",
]

made = st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)
texts = made | st.text(max_size=30)
things = st.lists(st.sampled_from(NOUNS), min_size=1, max_size=2, unique=True).map(" ".join)
two_things = st.lists(things, min_size=2, max_size=2).filter(
    lambda pair: not set(pair[0].split()) & set(pair[1].split())
)


@given(texts)
def test_every_text_is_itself(text):
    assert relation(text, text) is Relation.IDENTICAL
    assert same(text, text)
    assert repeats(text, text)
    assert says_no_more(text, [text])


@given(texts, texts)
@example("tabs over spaces", "prefers tabs")
def test_turning_a_pair_around_turns_narrower_into_wider_alone(one, other):
    found = relation(one, other)
    assert relation(other, one) is INVERSE.get(found, found)
    assert repeats(one, other) == repeats(other, one)


@given(made, st.sampled_from([str.upper, str.title, str.lower, "  {}. ".format, '"{}"!'.format]))
def test_case_and_punctuation_around_it_leave_a_text_the_same(text, change):
    assume(any(sign.isalnum() for sign in text))
    assert relation(change(text), text) is Relation.IDENTICAL


@given(things, st.sampled_from(["really", "just", "actually", "also", "now"]))
def test_fillers_say_nothing(thing, filler):
    for one, other in (
        (f"I love {thing}", f"I {filler} love {thing}"),
        (f"loves {thing}", f"the user {filler} loves {thing}"),
        (f"working with {thing}", thing),
        (f"I {filler} enjoy using {thing}!", f"enjoys {thing}"),
        (f"has the {thing}", f"{filler} has a {thing}"),
    ):
        assert same(one, other), (one, other)


@given(st.sampled_from("walk cook paint climb visit jump".split()), things)
def test_inflection_says_nothing(verb, thing):
    for one, other in (("", "s"), ("s", "ing"), ("ed", "ing"), ("", "ed")):
        assert same(f"{verb}{one} for {thing}", f"{verb}{other} for {thing}")


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.sampled_from(["{} years", "at {}", "v{}"]))
def test_a_number_is_never_another(one, other, frame):
    assume(one != other)
    assert not same(f"tea {frame.format(one)}", f"tea {frame.format(other)}")
    assert not same(f"pays {one}.50", f"pays {other}.50")
    assert not same(str(one), str(other))


@given(st.sampled_from(NAMES), st.data(), st.sampled_from(FRAMES))
def test_a_letter_makes_another_name(name, data, frame):
    at = data.draw(st.integers(0, len(name) - 1))
    letter = data.draw(st.sampled_from(string.ascii_lowercase))
    changed = name[:at] + letter + name[at + 1 :]
    longer = name[: at + 1] + letter + name[at + 1 :]
    for other in {changed.capitalize(), longer.capitalize()} - {name, f"{name}s"}:
        assert not same(frame.format(name=name), frame.format(name=other)), other


@given(things, st.sampled_from(["not", "never", "no longer"]))
def test_a_denial_is_never_the_same(thing, denial):
    for said, denied in (
        (f"likes {thing}", f"does {denial} like {thing}"),
        (f"wants {thing}", f"{denial} wants {thing}"),
        (f"is into {thing}", f"is {denial} into {thing}"),
        (f"with {thing}", f"without {thing}"),
        (thing, f"{denial} {thing}"),
    ):
        assert relation(said, denied) is Relation.OPPOSED, (said, denied)
        assert not repeats(said, denied)
        assert not says_no_more(said, [denied])


@given(
    two_things,
    st.sampled_from(
        "{} over {}|I prefer {} over {}|prefers {} to {}|{} rather than {}|{} instead of {}|"
        "likes {} more than {}|{} is better than {}|lieber {} als {}|plutôt {} que {}|"
        "{} en lugar de {}|liever {} dan {}|{} invece di {}|{} em vez de {}|{} > {}".split("|")
    ),
    st.sampled_from("{} over {}|prefers {} to {}|{} rather than {}".split("|")),
)
def test_turning_a_comparison_around_reverses_it(pair, frame, other):
    one, two = pair
    # "Prefers hiking to tea" may be about where somebody hikes, so it is no comparison.
    gerunds = {thing.split()[0].endswith("ing") for thing in pair}
    assume(" to " not in frame + other or len(gerunds) == 1)
    found, turned = comparison(frame.format(one, two)), comparison(other.format(two, one))
    assert (found.chosen, found.rejected) == (one, two)
    assert (turned.chosen, turned.rejected) == (two, one)
    assert relation(frame.format(one, two), other.format(two, one)) is Relation.REVERSED
    assert same(frame.format(one, two), other.format(one, two))


@given(st.lists(texts, max_size=20), texts, st.booleans())
def test_the_index_answers_as_comparing_each_would(known, text, against):
    expected = [other for other in known if repeats(other, text, against=against)]
    assert sorted(Index(known, against=against).like(text)) == sorted(expected)


@given(texts, texts)
@example("stopped using Vim", "stop vim")
@example("prefers tabs to spaces", "tabs over spaces")
def test_what_is_the_same_has_the_same_shape(one, other):
    if same(one, other) or repeats(one, other):
        assert shape_of(one) == shape_of(other)


@given(things)
def test_the_object_is_what_is_left_without_the_predicate(thing):
    expected = object_of(thing)
    for frame in ("I really love {}", "hates {}", "no longer uses {}", "loves using {}!"):
        assert object_of(frame.format(thing)) == expected


long_words = st.sampled_from(
    "oestrogen estrogen organisation organizations instead preferring wirklich children thought "
    "understand understood swimming e-commerce ecommerce definitely appointments "
    "appointment programming non-smoking vegetarians anaesthetics anesthetic 1,450 1450".split()
)


@given(st.lists(long_words | st.sampled_from(WORDS), max_size=6).map(" ".join), texts, st.data())
def test_what_is_the_same_looks_the_same(one, other, data):
    also = data.draw(st.permutations(one.split())).copy()
    for changed in (other, " ".join(also), one.replace("s", ""), one.replace("-", "")):
        if relation(one, changed) in (Relation.IDENTICAL, Relation.SAME):
            assert may_be_same(one, changed)
