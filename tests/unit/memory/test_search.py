"""Text search: terms, times, neighbors, speakers."""

from datetime import timedelta
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.documents.memory import MemoryEntry, Tier
from shared.memory.packing import column_of, pack
from shared.memory.search.features import Surveyor
from shared.memory.search.halves import EVERY, KEPT, WEAK, with_nearest
from shared.memory.search.model import MODEL, Evidence
from shared.memory.search.named_times import named_times_in
from shared.memory.search.order import judged
from shared.memory.search.ranking import coverage, evidence
from shared.memory.search.standing import FULL, standing
from shared.memory.terms import needles_of, terms_of
from tests.support.strategies import START


def noted(contents, thread="t", days=0, roles=(), tags=()):
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
                role=roles[place] if roles else None,
                tags=tags[place] if tags else [],
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
    covered = coverage(survey)
    known = evidence(survey, covered, named_times_in(question, START), {})
    ranked = judged(survey.entries, known, covered, {}, "text")
    return [contents[int(one.entry.id[1:])] for one in ranked]


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
def test_shares_are_between_0_and_about_1(question, contents):
    clean = [" ".join(text.split()) or "x" for text in contents]
    printable = [text.replace("\t", " ") for text in clean]
    notes = [text.encode("utf-8", "ignore").decode() for text in printable]
    covered = coverage(surveyed(notes, question)).shares
    assert len(covered) == len(notes)
    assert all(0 <= share < 2 for share in covered)


def test_words_that_occur_nowhere_make_the_others_count_less():
    notes = ["the red bicycle"]
    (alone,) = coverage(surveyed(notes, "bicycle", thread=None)).shares
    (among_others,) = coverage(surveyed(notes, "bicycle trumpet aubergine", thread=None)).shares
    assert among_others < alone / 2
    (many, *_) = coverage(surveyed([*notes, *["xyz"] * 99], "bicycle trumpet", thread=None)).shares
    (few,) = coverage(surveyed(notes, "bicycle trumpet", thread=None)).shares
    assert many == pytest.approx(few, rel=0.3)


def test_a_long_message_with_a_question_is_not_only_a_question():
    long = "We moved the tomatoes to the south side " + "because of the light there " * 9
    asks, tells = f"{long}. What now?", f"{long}. So far."
    survey = surveyed([asks, "Tomatoes?", tells], "tomatoes", thread=None)
    known = evidence(survey, coverage(survey), named_times_in("tomatoes", START), {})
    assert known[0].asks < 0.5
    assert (known[1].asks, known[2].asks) == (1.0, 0.0)


def test_a_request_to_an_assistant_tells_something_too():
    survey = surveyed(["And the tomatoes?"] * 2, "tomatoes", thread=None, roles=["user", None])
    known = evidence(survey, coverage(survey), named_times_in("tomatoes", START), {})
    assert (known[0].asks, known[1].asks) == (0.0, 1.0)


def test_a_remark_says_little_and_a_note_by_itself_is_none():
    talk = ["Tomatoes", "Tomatoes like sun", "Tomatoes " + "like the sun and warm soil " * 4]
    survey = surveyed(talk, "tomatoes")
    known = evidence(survey, coverage(survey), named_times_in("tomatoes", START), {})
    assert known[0].remark == 1 > known[1].remark > known[2].remark == 0
    survey = surveyed(talk, "tomatoes", thread=None)
    alone = evidence(survey, coverage(survey), named_times_in("tomatoes", START), {})
    assert not any(each.remark for each in alone.values())


def test_what_stands_out_counts_for_a_brief_neighbor():
    wordy = "Pots come in many sizes, and " * 12
    talk = ["Where are the seeds?", "In the shed.", "Fine.", wordy]
    survey = surveyed(talk, "seeds")
    standing_out = {"e0": 0.8, "e2": 0.5, "e1": 0.1, "e3": 0.1}
    known = evidence(survey, coverage(survey), named_times_in("seeds", START), standing_out)
    assert [known[place].meaning_beside for place in (0, 1, 2)] == [0.8, 0.8, 0.5]
    assert known[3].meaning_beside < 0.3


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("What kinds of boats did we discuss?", [" boat "]),
        ("What happened between Ann and the boat?", [" ann ", " boat "]),
        ("What did I mention?", [" mention "]),
    ],
)
def test_what_a_question_is_made_of_is_not_looked_for(question, terms):
    assert needles_of(question) == terms


def test_a_long_message_speaks_for_itself_and_a_reply_does_not():
    wordy = "Pots come in many sizes, and " * 12
    replies = ["Where are the seeds?", "In the shed.", "Where is the rake?", wordy]
    covered = coverage(surveyed(replies, "seeds rake")).shares
    assert covered[1] > 1.5 * covered[3]


def test_requests_to_an_assistant_say_less_about_each_other_than_replies_between_people():
    talk = ["Which seeds suit a shady garden?", "And for the balcony?"]
    between_people = coverage(surveyed(talk, "seeds")).shares
    requests = coverage(surveyed(talk, "seeds", roles=["user", "user"])).shares
    answered = coverage(surveyed(talk, "seeds", roles=["user", "assistant"])).shares
    assert between_people[1] == answered[1] > 1.3 * requests[1]
    assert between_people[0] == requests[0]


def test_a_word_counts_more_in_what_says_little_else():
    notes = ["Tux sleeps", "Tux " + "sleeps " * 24, "Tux " + "sleeps " * 80]
    brief, usual, long = coverage(surveyed(notes, "Tux", thread=None)).shares
    assert brief > 1.1 * usual
    assert usual > 1.2 * long


def test_what_users_say_of_themselves_answers_questions_about_them():
    talk = ["Consider a smaller engine.", "A smaller engine it is, mine is a Yanmar."]
    assert found(talk, "Which engine do I have?", thread=None)[0] == talk[1]
    same = ["The engine is a Yanmar.", "The engine is a Yanmar!"]
    roles = ["assistant", "user"]
    assert found(same, "Which engine do I have?", thread=None, roles=roles)[0] == same[1]
    survey = surveyed(same, "Which engine does Ann have?", thread=None, roles=roles)
    assert not any(entry.told for entry in survey.entries)


def test_tags_are_searched_and_name_what_a_note_is_about():
    notes = ["It runs on three machines.", "The cluster of berries was sweet."]
    tags = [["Kubernetes", "message queue"], []]
    assert found(notes, "kubernetes?", thread=None, tags=tags) == [notes[0]]
    for question, is_named in (
        ("How is our kubernetes set up?", True),
        ("kubernets nodes", True),
        ("What is in the message queue?", True),
        ("a queue of messages", False),
        ("message in a bottle", False),
        ("gubernetes", False),
    ):
        first, second = surveyed(notes, question, thread=None, tags=tags).entries
        assert (first.titled, second.titled) == (is_named, False)


@pytest.mark.parametrize("scale", [1.0, 0.2])
@pytest.mark.parametrize("shift", [0.0, 0.5])
def test_the_nearest_tell_how_far_notes_stand_out_among_all(scale, shift):
    normal, count = NormalDist(0.15, 0.12), 1000
    every = [normal.inv_cdf(1 - (rank + 0.5) / count) for rank in range(count)]
    nearest = {str(rank): shift + scale * value for rank, value in enumerate(every[:200])}
    found = standing(nearest, count)
    for rank, value in enumerate(every[:200]):
        assert found[str(rank)] == pytest.approx((value - 0.15) / 0.12 / FULL, abs=0.01)


def test_of_few_notes_the_nearest_stands_out():
    assert standing({"only": 0.6}, 1)["only"] > 0.15
    few = standing({"near": 0.6, "far": 0.1}, 2)
    assert few["near"] > 0.2
    assert few["far"] == 0
    assert standing({}, 0) == {}


@pytest.mark.parametrize(
    ("question", "note", "other"),
    [
        ("When did Ann sell the boat?", "I sold it yesterday", "I sold it to Bob"),
        ("How long have you lived here?", "Since the summer of 1999", "In a yellow house"),
        ("How many hives are there?", "There are twelve hives", "There are hives everywhere"),
        ("How old is the dog?", "He is 4", "He is tired"),
        ("Wann ziehst du um?", "Ich ziehe im Oktober um", "Ich ziehe nach Kiel um"),
        ("Combien de chats ?", "J'ai trois chats", "J'ai des chats"),
    ],
)
def test_a_note_with_the_kind_of_thing_asked_for_is_known(question, note, other):
    holds, lacks = surveyed([note, other], question).entries
    assert (holds.kind, lacks.kind) == (True, False)
    assert not any(entry.kind for entry in surveyed([note, other], "Who is that?").entries)


@pytest.mark.parametrize(
    ("said", "ordered", "wished"),
    [
        ("Always give distances in kilometres.", True, True),
        ("The tests are slow. Please never skip them.", True, True),
        ("Antworte ab jetzt auf Deutsch.", True, True),
        ("I prefer short answers with one example.", False, True),
        ("We'd rather walk than take the bus.", False, True),
        ("Never mind, it works.", False, False),
        ("Never been to the answers of the sea.", False, False),
        ("I walk to work.", False, False),
    ],
)
def test_how_somebody_wants_things_is_known_where_advice_is_asked_for(said, ordered, wished):
    (entry,) = surveyed([said], "How should I plan the answer?").entries
    assert (entry.ordered, entry.wished) == (ordered, wished)
    (back,) = surveyed([said], "What did I say about the answer?").entries
    assert (back.ordered, back.wished) == (ordered, False)


def test_what_the_assistant_says_is_no_wish_of_the_user():
    (entry,) = surveyed(["Always back up."], "How do I back up?", roles=["assistant"]).entries
    assert not entry.ordered
    assert not entry.wished


class Half:
    def __init__(self, covered: float, similar: float | None) -> None:
        self.covered = covered
        self.similar = similar


@given(
    st.lists(st.builds(Half, st.floats(0, 1), st.one_of(st.none(), st.floats(-1, 1))), max_size=40)
)
def test_where_words_are_weak_the_nearest_by_meaning_are_among_the_first(found):
    places = with_nearest(found)
    assert sorted(places) == list(range(len(found)))
    if max((one.covered for one in found), default=0) >= WEAK:
        assert places == list(range(len(found)))
        return
    near = [place for place, one in enumerate(found) if one.similar is not None]
    for rank, place in enumerate(sorted(near, key=lambda each: -found[each].similar)[:KEPT]):
        assert places.index(place) < max(EVERY * (rank + 1), EVERY * KEPT)


nothing = Evidence(*[0.0] * len(Evidence._fields))


@given(st.sampled_from(Evidence._fields), st.floats(0, 1), st.booleans())
def test_a_probability_grows_with_what_speaks_for_a_note(field, value, has_meaning):
    more = nothing._replace(**{field: value})
    least = MODEL.probability(MODEL.total(nothing), has_meaning=has_meaning)
    reached = MODEL.probability(MODEL.total(more), has_meaning=has_meaning)
    assert 0 < least < 0.05
    assert reached <= least if field in ("asks", "remark") else reached >= least
    assert reached < 1


def test_a_time_as_a_column_sorts_as_the_time():
    moments = [START + timedelta(days=days) for days in (-200_000, -1, 0, 1, 200_000)]
    assert [column_of(m) for m in moments] == sorted(column_of(m) for m in moments)
