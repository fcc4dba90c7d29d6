"""Text search: terms, times, neighbors, speakers."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.documents.memory import MemoryEntry, Tier
from shared.memory.packing import column_of, pack
from shared.memory.search.blending import SEMANTIC_WEIGHT, blended, semantic_shares
from shared.memory.search.features import Surveyor
from shared.memory.search.named_times import named_times_in
from shared.memory.search.ranking import text_scores
from shared.memory.terms import needles_of, terms_of
from tests.support.strategies import START


def noted(contents, thread="t", days=0):
    """The lines of notes with these contents, by id."""
    return {
        f"e{place}": pack(
            MemoryEntry(
                id=f"e{place}",
                tier=Tier.ARCHIVE,
                content=content,
                thread_id=thread,
                created_at=START + timedelta(days=days),
                updated_at=START,
                position=place,
            )
        )
        for place, content in enumerate(contents)
    }


def surveyed(contents, question, **how):
    surveyor = Surveyor(question, lambda _: True, column_of(START), keep_all=True)
    surveyor.add(noted(contents, **how).items())
    return surveyor.survey()


def found(contents, question, **how):
    """The contents found, best first."""
    survey = surveyed(contents, question, **how)
    scores = text_scores(survey, named_times_in(question, START))
    ranked = sorted(range(len(contents)), key=lambda index: -scores[index])
    ids = [survey.entries[index].id for index in ranked if scores[index] > 0]
    return [contents[int(id_[1:])] for id_ in ids]


@pytest.mark.parametrize(
    ("content", "question"),
    [
        ("She went hiking in the mountains", "who goes to a mountain?"),
        ("I bought two bikes", "buy a bike"),
        ("Der Zug fährt über München", "munchen"),
        ("J'adore le café crème", "CAFE"),
        ("我喜欢吃四川火锅", "火锅"),
        ("私は東京に住んでいます", "東京"),
        ("서울에서 회의가 있습니다", "회의"),
        ("ผมชอบอาหารไทย", "อาหาร"),
        ("Я люблю горячий шоколад", "шоколад"),
        ("他养了一只猫", "猫"),
        ("C++ and C# are not the same", "c++"),
        ("Die Versicherungen sind teuer", "Versicherung"),
        ("The restaurant was lovely", "restaurnat"),
    ],
)
def test_what_is_said_is_found_in_every_language(content, question):
    assert found([content, "nothing of the kind"], question, thread=None) == [content]


def test_what_has_nothing_to_do_with_the_question_is_not_found():
    assert found(["The cat sleeps", "The tests need Docker"], "what about Kubernetes?") == []
    assert found(["The cat sleeps"], "what is it about?") == []
    assert found([], "cat") == []


def test_a_rare_word_weighs_more_than_a_common_one():
    notes = ["deploy to staging", "deploy to production", "deploy on Friday", "the deploy budget"]
    assert found(notes, "deploy budget", thread=None)[0] == "the deploy budget"


def test_the_answer_beside_the_question_is_found():
    talk = ["Ann: Where did you adopt Tux?", "Bob: At the shelter in Lyon.", "Ann: Lovely!"]
    assert "Bob: At the shelter in Lyon." in found(talk, "Where was Tux adopted?")[:2]
    apart = [note for text in talk for note in found([text], "Where was Tux adopted?", thread=None)]
    assert apart == [talk[0]]


def test_the_words_of_whom_the_question_names_come_first():
    talk = ["Ann: My favourite colour is green", "Bob: My favourite colour is blue"]
    assert found(talk, "Bob's favourite colour", thread=None)[0].startswith("Bob")
    assert found(talk, "favourite colour of Ann", thread=None)[0].startswith("Ann")


@pytest.mark.parametrize(
    ("question", "near", "far"),
    [
        ("What happened in March?", "2026-03-10", "2026-06-10"),
        ("the trip on 5 May 2025", "2025-05-05", "2025-05-28"),
        ("the trip on May 5th, 2025", "2025-05-05", "2026-05-05"),
        ("2026-01-02", "2026-01-02", "2026-02-03"),
        ("what did we do in 2024", "2024-07-01", "2025-07-01"),
        ("what did I say yesterday", "2025-12-31", "2025-12-01"),
        ("plans for december 2025", "2026-01-02", "2026-03-02"),
    ],
)
def test_what_is_from_the_time_named_is_closer(question, near, far):
    moments = named_times_in(question, START)
    assert moments.closeness(f"{near}T10:00:00.000000") > moments.closeness(f"{far}T10:00:00.0")


@pytest.mark.parametrize("question", ["May I ask?", "He may come", "five apples", "chapter 12"])
def test_a_question_without_a_time_names_none(question):
    moments = named_times_in(question, START)
    assert not moments or moments.months == {5}


@given(st.text(max_size=60))
def test_a_text_is_found_by_itself(text):
    terms = f" {' '.join(terms_of(text))} "
    assert all(needle in terms for needle in needles_of(text))


@given(st.text(max_size=200), st.lists(st.text(min_size=1, max_size=80), max_size=6))
def test_scores_are_finite_and_never_negative(question, contents):
    clean = [" ".join(text.split()) or "x" for text in contents]
    printable = [text.replace("\t", " ") for text in clean]
    notes = [text.encode("utf-8", "ignore").decode() for text in printable]
    scores = text_scores(surveyed(notes, question), named_times_in(question, START))
    assert len(scores) == len(notes)
    assert all(0 <= score < 1e6 for score in scores)


def test_meaning_decides_between_equals_and_never_over_clear_words():
    entries = surveyed(["cats", "dogs", "birds"], "pets", thread=None).entries
    shares = semantic_shares(entries, {"e0": 0.1, "e1": 0.9})
    assert shares == [0.0, 1.0, 0.0]
    scores = blended([2.0, 2.0, 0.0], shares)
    assert scores[1] > scores[0]
    assert blended([2.0, 1.0, 0.0], shares)[0] > blended([2.0, 1.0, 0.0], shares)[1]
    assert blended([0.0, 0.0, 0.0], shares) == [0.0, SEMANTIC_WEIGHT, 0.0]


def test_a_time_as_a_column_sorts_as_the_time():
    moments = [START + timedelta(days=days) for days in (-200_000, -1, 0, 1, 200_000)]
    assert [column_of(m) for m in moments] == sorted(column_of(m) for m in moments)
