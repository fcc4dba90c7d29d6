"""What becomes of what is known, in words that no rule has."""

import pytest

from adapters.reader.explain import shown
from tests.unit.reader.reading import read


def last_of(*messages: str) -> list[str]:
    """What is taken from the last of several messages."""
    known = set(map(shown, read(*messages[:-1])))
    return [one for one in map(shown, read(*messages)) if one not in known]


@pytest.mark.parametrize(
    ("known", "message", "over"),
    [
        ("I play the oboe.", "The oboe went to a charity shop last week.", "expertise: oboe"),
        (
            "I run every morning.",
            "My knees ended my morning runs.",
            "preference: runs every morning",
        ),
        ("Ich mag Salami.", "Salami rühre ich seit Januar nicht mehr an.", "like: Salami"),
        ("盆栽が好きです。", "盆栽は飽きました。", "like: 盆栽"),
    ],
)
def test_what_is_over_ends(known: str, message: str, over: str) -> None:
    assert last_of(known, message) == [f"end {over}"]


@pytest.mark.parametrize(
    ("known", "message", "replaced"),
    [
        ("I live in Dover.", "We're Hastings people now!", "custom.location: Hastings < Dover"),
        ("I drive a Fiat.", "Traded the Fiat in for a Dacia at the weekend.", "tool: Dacia < Fiat"),
    ],
)
def test_what_comes_instead_replaces_it(known: str, message: str, replaced: str) -> None:
    assert last_of(known, message) == [f"replace {replaced}"]


@pytest.mark.parametrize(
    ("known", "message"),
    [
        ("I have a drone.", "My sister sold her drone."),
        ("I have a drone.", "I almost sold the drone."),
        ("I have a drone.", "If I sold the drone, I could buy a kite."),
        ("I have a drone.", "Should I get rid of my drone?"),
        ("I have a drone.", "The drone is out of charge."),
        ("I have a garden.", "Ignore the garden photo."),
        ("I have a garden.", "I got rid of the weeds in the garden."),
        ("My phone is a Pixel.", "I replaced the battery in my Pixel."),
        ("My phone is a Pixel.", "The neighbor swapped his Pixel for a Nokia."),
        ("I collect stamps.", "I sold two stamps on eBay."),
        ("I sing in a choir.", "I'm off to choir."),
        ("I have two cats.", "My neighbour has only one cat left."),
        ("I eat chocolate every day.", "No more chocolate before bed for me."),
        ("盆栽が好きです。", "友人が盆栽に飽きました。"),
        ("I live in Dover.", "Hastings was lovely at the weekend."),
        ("I live in Dover.", "My boss says: We're Hastings people now!"),
    ],
)
def test_what_is_not_about_the_users_own_changes_nothing(known: str, message: str) -> None:
    items, said = map(shown, read(known)), last_of(known, message)
    over = {f"{does} {one}" for one in items for does in ("end", "retract")}
    assert over.isdisjoint(said)
    assert not any(one.startswith("replace") for one in said)


def test_a_message_that_names_nothing_is_about_the_one_before() -> None:
    known = "I'm allergic to peanuts."
    assert last_of(known, "Scratch that, I was talking about my brother.") == [
        "retract custom.allergies: peanuts"
    ]


def test_a_bare_value_is_read_only_in_a_correction() -> None:
    known = "Je suis né le 4 mars."
    assert last_of(known, "Oups, faute de frappe. C'est le 14 mars.") == [
        "retract custom.birthday: 4 mars",
        "custom.birthday: 14 mars",
    ]
    assert last_of(known, "C'est le 14 mars.") == []


def test_a_long_text_is_no_news() -> None:
    said = last_of(
        "I have a drone.", "I sold the drone. " + "It flew over the hills and back. " * 90
    )
    assert not any(one.startswith("replace") for one in said)
