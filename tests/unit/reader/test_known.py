"""What words can be about is found however it is spelled."""

from adapters.reader.known import Known, about
from shared.documents.profile import PreferenceType
from shared.learning.candidates import PreferenceCandidate


def known(text: str) -> Known:
    """A preference that says a text."""
    like = PreferenceCandidate(
        type=PreferenceType.LIKE, category="Other", description=text, confidence=1
    )
    return Known(like, "id", text)


def test_accents_that_are_left_out_do_not_hide_what_is_meant() -> None:
    assert about("cafe", [known("café con leche")])
    assert about("inglés", [known("clases de ingles")])


def test_a_mark_on_a_kana_makes_another_word() -> None:
    assert not about("バス", [known("パス")])


def test_figures_may_follow_a_name_without_a_space() -> None:
    assert about("iphone", [known("iphone12")])


def test_an_elided_article_does_not_hide_what_is_meant() -> None:
    assert about("escalade", [known("de l'escalade")])
