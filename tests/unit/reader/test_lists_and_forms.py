"""What the user's words are about, where they name a part of a list, or another form of a word."""

import pytest

from adapters.reader import known, mending
from shared.base.safety.poison.pasted import own_words
from shared.documents.profile import PreferenceType
from shared.learning.candidates import PreferenceCandidate
from shared.learning.support.said import Said
from shared.learning.support.words import words
from shared.profile.slots import held_by_preference

LINKS = frozenset({"und", "et", ","})


@pytest.mark.parametrize(
    ("text", "part", "left"),
    [
        ("Bier und Wein", "Bier", "Wein"),
        ("Äpfel, Birnen und Pilze", "Pilzen", "Äpfel und Birnen"),
        ("la bière et le vin", "bière", "le vin"),
        ("Bier und Wein", "Saft", ""),
        ("Wein", "Wein", ""),
        ("Wein und Wein", "Wein", ""),
    ],
)
def test_a_list_without_one_of_its_parts(text: str, part: str, left: str) -> None:
    assert mending.without(text, part, LINKS) == left


@pytest.mark.parametrize(
    ("text", "said", "is_meant"),
    [("Nüssen", "Nüsse", True), ("Pilze", "Pilzen", True), ("Java", "JavaScript", False)],
)
def test_another_form_of_a_word_means_the_same(text: str, said: str, is_meant: bool) -> None:
    like = PreferenceCandidate(
        type=PreferenceType.LIKE, category="Food", description=said, confidence=1
    )
    item = known.Known(like, "a", said)
    assert bool(known.about(text, [item])) is is_meant


@pytest.mark.parametrize(
    ("text", "old", "new", "said"),
    [
        ("save 5000 euros by June", "5000", "2000 euros", "save 2000 euros by June"),
        ("lift 8 kg", "8", "10kg", "lift 10kg"),
        ("lift 8 kg", "8", "10", "lift 10 kg"),
        ("lift 8 kegs", "8", "10kg", "lift 10kg kegs"),
    ],
)
def test_a_number_takes_the_place_of_another_with_what_it_counts(
    text: str, old: str, new: str, said: str
) -> None:
    like = PreferenceCandidate(
        type=PreferenceType.GOAL, category="Goals", description=text, confidence=1
    )
    mended = mending.with_words(known.Known(like, "a", text), old, new)
    assert getattr(mended, "description", None) == said


def test_who_plays_an_instrument_plays_no_role() -> None:
    assert own_words("Ich spiele Schach im Verein.").strip() == "Ich spiele Schach im Verein."
    assert "Arzt" not in own_words("Spiele einen Arzt: Ich bin Arzt.")


def test_an_elided_article_hides_no_word() -> None:
    assert "arabe" in words("Ma langue est l'arabe")
    assert words("don't") == ["dont"]
    assert Said(["un peu d'italien"]).name("italien", exactly=True)


@pytest.mark.parametrize("text", ["Antworten auf Deutsch", "réponses en anglais"])
def test_the_language_of_answers_is_one_value(text: str) -> None:
    held = held_by_preference(PreferenceType.PREFERENCE, text)
    other = held_by_preference(PreferenceType.PREFERENCE, "Antworten auf Russisch")
    assert held is not None
    assert other is not None
    assert held.is_rival_of(other)
