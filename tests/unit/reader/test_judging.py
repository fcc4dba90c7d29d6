"""What becomes of what is known, in words that no rule has."""

from datetime import timedelta

import pytest

from adapters.reader import mending
from adapters.reader.explain import shown
from adapters.reader.judging.judge import (
    JUST_SAID,
    LIKELY,
    NAMED_AGAIN,
    SURE,
    SURER,
    About,
    Judging,
)
from adapters.reader.judging.network import MOST_ITEMS, Place, Seen, network, said
from adapters.reader.known import Known, of_candidate
from adapters.reader.languages import languages
from adapters.reader.reader import reader
from shared.documents.profile import PreferenceType
from shared.learning.candidates import AboutCandidate, Candidate, PreferenceCandidate
from tests.unit.reader.reading import AT, last_of, read


@pytest.mark.parametrize(
    ("known", "message", "over"),
    [
        (
            "I play the oboe.",
            "The oboe has been gathering dust for years, done with it.",
            "expertise: oboe",
        ),
        (
            "I'm vegetarian.",
            "My vegetarian days ended with that burger.",
            "custom.diet: vegetarian",
        ),
        (
            "I drink coffee every day.",
            "Coffee and I have parted ways.",
            "preference: drinks coffee every day",
        ),
    ],
)
def test_what_is_over_ends(known: str, message: str, over: str) -> None:
    assert last_of(known, message) == [f"end {over}"]


@pytest.mark.parametrize(
    ("known", "message", "replaced"),
    [
        ("I live in Dover.", "We're Hastings people now!", "custom.location: Hastings < Dover"),
        ("I use Gmail.", "Gmail has been replaced by Fastmail at home.", "tool: Fastmail < Gmail"),
        ("Ich nutze Vim.", "Helix hat bei mir Vim abgelöst.", "tool: Helix < Vim"),
        ("Ich nutze Vim.", "Statt Vim läuft hier nun Helix.", "tool: Helix < Vim"),
        (
            "J'habite à Lyon.",
            "On a quitté Lyon, nous voilà Nantais.",
            "custom.location: Nantais < Lyon",
        ),
    ],
)
def test_what_comes_instead_replaces_it(known: str, message: str, replaced: str) -> None:
    assert last_of(known, message) == [f"replace {replaced}"]


def test_what_is_said_again_is_not_over() -> None:
    known = "I prefer FastAPI over Django for small services."
    said = last_of(known, "I prefer FastAPI over Django, as I said.")
    assert said == ["preference: FastAPI over Django"]


@pytest.mark.parametrize(
    ("message", "least"),
    [
        ("I've gone off Figma entirely, it hurts my eyes.", [SURE, SURER]),
        ("My eyes have had enough of bright screens and all that.", [SURER, SURER]),
        ("My eyes also have had enough of bright screens.", None),
        ("Had enough.", None),
        ("Now write a test for the Figma button, please.", [SURE]),
        ("Now write a test for the blue button, please.", None),
        ("my eyes have had enough of screens, how do i get glare off", [SURER, SURER]),
    ],
)
def test_what_is_not_named_has_to_be_surer_or_is_not_judged(
    message: str, least: list[float] | None
) -> None:
    known = [*map(of_candidate, read("I use Figma.", "I use Trello."))]
    judging = Judging(languages()["en"])
    about = judging.about(reader().read(message), known, said=[], before=None)
    assert [one.least.over for one in about] == (least or [])
    assert all(one.least.untrue == one.least.over for one in about)


def test_a_question_does_not_hide_a_change() -> None:
    message = "We've dropped Jira for good. Is it easy to export the old boards?"
    assert last_of("I use Jira.", message) == ["end tool: Jira"]


def test_what_is_not_named_changes_without_being_almost_certain() -> None:
    message = "My reeds are in the bin and I have no more breath for music."
    assert "end expertise: oboe" in last_of("I play the oboe.", "How high is K2?", message)


def test_what_is_liked_besides_ends_nothing() -> None:
    now = "I absolutely love Rust, always have, it is my favourite language."
    assert last_of("I love Python.", now) == ["like: Rust"]


@pytest.mark.parametrize("before", ["How high is K2?", "I always use uv instead of pip."])
def test_a_task_changes_nothing_that_it_does_not_name(before: str) -> None:
    now = "Now add a test for the parser, please."
    assert last_of("I prefer pytest over unittest.", before, now) == []


def test_a_task_may_change_what_was_asked_for_before() -> None:
    assert last_of("Answer in Dutch, please.", "Make that German.") == [
        "replace preference: answer in German < answer in Dutch"
    ]


def test_what_lasts_changes_only_where_it_is_named() -> None:
    known = [
        *map(of_candidate, read("I grew up in Lima.", "I'm allergic to latex.", "I use Trello."))
    ]
    judging = Judging(languages()["en"])

    def least(message: str) -> dict[str, float]:
        about = judging.about(reader().read(message), known, said=[], before=None)
        return {one.item.what: one.least.over for one in about}

    moved = least("All my boxes have arrived, and the key turns.")
    assert moved == {"tool": SURER}
    assert least("I only claimed that Lima raised me.")["custom.hometown"] == SURE


def _known(what: str, *things: str) -> list[Known]:
    """Things of a type, each learned a day after the one before."""
    return [
        Known(
            PreferenceCandidate(
                type=PreferenceType(what), category="Other", description=thing, confidence=1
            ),
            str(place),
            thing,
            AT + timedelta(days=place),
        )
        for place, thing in enumerate(things)
    ]


def _about(message: str, known: list[Known], before: str | None = None) -> list[About]:
    judging = Judging(languages()["en"])
    return [*judging.about(reader().read(message), known, said=[], before=before)]


NOISE = "My ears have had enough of all that noise."


def test_the_newest_things_are_asked_about_where_there_are_many() -> None:
    known = _known("tool", *(f"player {name}" for name in "abcdefghijklmnopqrst"))
    found = [one.item for one in _about(NOISE, known)]
    assert found == known[: -MOST_ITEMS - 1 : -1]


def test_what_is_newest_has_to_be_surer_than_what_is_named() -> None:
    about = _about(NOISE, _known("tool", "Spotify", "Sonos"))
    found = [(one.item.text, one.least.over) for one in about]
    assert found == [("Sonos", LIKELY), ("Spotify", SURER)]
    assert SURE < LIKELY < SURER


@pytest.mark.parametrize("what", ["like", "dislike", "expertise", "trait"])
def test_what_passes_slowly_has_to_be_surer_and_new_or_named(what: str) -> None:
    known = _known(what, "jazz", "chess")
    (chess,) = _about(NOISE, known)
    assert (chess.item.text, chess.least.over) == ("chess", SURER)
    jazz = _about("Jazz calms me down, and so does the rain.", known)[0]
    assert (jazz.item.text, jazz.least.untrue, jazz.least.over) == ("jazz", SURE, SURER)


def test_where_somebody_lives_only_changes_while_it_is_new_or_where_it_is_named() -> None:
    known = [*map(of_candidate, read("I live in Dover.", "I use Trello."))]
    about = _about("The choir sang in Hastings, and everybody cried a little.", known)
    assert [one.item.what for one in about] == ["tool"]
    named = _about("The boxes are gone from Dover, and so are we.", known)
    assert [one.item.text for one in named if not one.is_guessed] == ["Dover"]


@pytest.mark.parametrize("what", ["preference", "learning_interest"])
def test_what_was_asked_for_long_ago_only_changes_where_it_is_named(what: str) -> None:
    known = _known(what, "recipes in grams", "stitches in rows")
    assert [one.item.text for one in _about(NOISE, known)] == ["stitches in rows"]
    named = _about("Recipes in grams and I have parted ways.", known)[0]
    assert (named.item.text, named.is_guessed) == ("recipes in grams", False)


@pytest.mark.parametrize(
    ("what", "who"),
    [
        ("custom.relationship", "lives with Jonas"),
        ("custom.children", "a son, Jonas"),
        ("custom.siblings", "a brother, Jonas"),
    ],
)
def test_one_of_the_family_who_is_named_is_rarely_gone(what: str, who: str) -> None:
    known = [of_candidate(AboutCandidate(path=what, value=who, confidence=1))]
    (jonas,) = _about("Jonas made a stew, and it was the best evening in weeks.", known)
    assert (jonas.least.untrue, jonas.least.over) == (SURE, SURER)


@pytest.mark.parametrize(
    ("message", "least"),
    [
        ("Gave up.", (JUST_SAID, JUST_SAID)),
        ("Not really, I was joking.", (JUST_SAID, SURE)),
        ("I am quite done with chess.", (NAMED_AGAIN, NAMED_AGAIN)),
    ],
)
def test_what_the_message_before_said_needs_less(message: str, least: tuple[float, float]) -> None:
    about = _about(message, _known("like", "jazz", "chess"), before="I love chess.")
    assert [one.least for one in about if one.item.text == "chess"] == [least]


def test_a_sentence_that_only_supposes_names_nothing_and_the_others_count() -> None:
    text = "If I had Figma, I would draw. My eyes have had enough of bright screens."
    (first, second) = reader().read(text).sentences
    assert first.stopped
    assert not second.stopped
    (figma,) = _about(text, _known("tool", "Figma"))
    assert figma.is_guessed


@pytest.mark.parametrize(
    ("said", "over"),
    [
        ("I have had enough of all that noise.", ["Sonos"]),
        ("Figma is out, and I have had enough of all that noise.", ["Figma"]),
    ],
)
def test_of_what_is_not_named_only_the_likeliest_ends_and_nothing_beside_what_is_named(
    said: str, over: list[str]
) -> None:
    known = _known("tool", "Spotify", "Sonos", "Figma")
    message = reader().read(said)
    judging = Judging(languages()["en"])
    about = judging.about(message, known, said=[], before=None)
    ends = {"Spotify": 0.9, "Sonos": 0.95, "Figma": 0.65}
    shares = [(1 - ends[one.item.text], ends[one.item.text], 0.0, 0.0) for one in about]
    seen = Seen(does=shares, values=[Place(0, 0, 0.0)] * len(about))
    changed = [change.target_text for change, _ in judging.of(message, about, seen, said=[])]
    assert changed == over


def test_the_least_certainty_depends_on_what_a_message_does_to_an_item() -> None:
    known = _known("like", "jazz")
    message = reader().read("Jazz calms me down, and so does the rain.")
    judging = Judging(languages()["en"])
    about = judging.about(message, known, said=[], before=None)

    def changed(ends: float, retracts: float) -> list[str]:
        keeps = 1 - ends - retracts
        seen = Seen(does=[(keeps, ends, retracts, 0.0)], values=[Place(0, 0, 0.0)])
        return [change.does for change, _ in judging.of(message, about, seen, said=[])]

    assert changed(ends=0.7, retracts=0.0) == []
    assert changed(ends=0.0, retracts=0.7) == ["retract"]
    assert changed(ends=0.9, retracts=0.0) == ["end"]
    assert changed(ends=0.36, retracts=0.34) == []


def test_the_ways_in_which_an_item_may_change_count_together() -> None:
    known = _known("goal", "reading fifty books")
    message = reader().read("The fifty books turned into homework, so that was that.")
    judging = Judging(languages()["en"])
    about = judging.about(message, known, said=[], before=None)
    seen = Seen(does=[(0.3, 0.36, 0.0, 0.34)], values=[Place(0, 0, 0.0)])
    (change,) = (change for change, _ in judging.of(message, about, seen, said=[]))
    assert (change.does, change.target_text) == ("end", "reading fifty books")


def test_the_network_gets_a_path_by_the_name_that_it_was_taught() -> None:
    assert said("custom.hometown", "Lima") == said("custom.origin", "Lima") == "origin: Lima"


def test_what_becomes_of_an_item_does_not_depend_on_the_others() -> None:
    message = "I sold the iPhone last week."
    items = [("like", "tea"), ("custom.health", "bad knee"), ("tool", "iPhone")]
    among = network().of(message, "en", items).does
    (alone,) = network().of(message, "en", items[2:]).does
    assert among[2] == pytest.approx(alone, abs=0.05)
    tea, knee, phone = (shares[0] for shares in among)
    assert tea > 0.9
    assert knee > 0.9
    assert phone < 0.5


def test_an_item_points_at_what_takes_its_place() -> None:
    said = last_of("I was born in 1978.", "Typo in my year of birth: 1987 is right.")
    assert said == ["replace custom.birthYear: 1987 < 1978"]


WEN = AboutCandidate(path="contacts", value={"name": "Wen", "relation": "partner"}, confidence=1)
DUTCH = PreferenceCandidate(
    type=PreferenceType.PREFERENCE, category="Other", description="answer in Dutch", confidence=1
)
GOAL = PreferenceCandidate(
    type=PreferenceType.GOAL,
    category="Other",
    description="saving 5000 euros for a boat",
    confidence=1,
)
LESSONS = PreferenceCandidate(
    type=PreferenceType.PREFERENCE,
    category="Other",
    description="violin on Mondays and Thursdays at the studio",
    confidence=1,
)
PETS = AboutCandidate(path="custom.pets", value="2 cats and 3 dogs", confidence=1)
YEAR = AboutCandidate(path="custom.birthYear", value=1978, confidence=1)


@pytest.mark.parametrize(
    ("like", "new", "said"),
    [
        (WEN, "husband", {"name": "Wen", "relation": "husband"}),
        (WEN, "Wendy", {"name": "Wendy", "relation": "partner"}),
        (DUTCH, "English", "answer in English"),
        (DUTCH, "short answers", "short answers"),
        (GOAL, "2000 euros", "saving 2000 euros for a boat"),
        (LESSONS, "Tuesdays and Fridays", "violin on Tuesdays and Fridays at the studio"),
        (YEAR, "1987", 1987),
    ],
)
def test_new_words_stand_for_the_part_that_they_fit(
    like: Candidate, new: str, said: object
) -> None:
    made = mending.succeeded(of_candidate(like), new, languages()["en"])
    assert made is not None
    assert made.does == "replace"
    assert getattr(made, "value", getattr(made, "description", None)) == said


@pytest.mark.parametrize(
    ("like", "new"),
    [(YEAR, "Nordviken"), (LESSONS, "Fridays"), (PETS, "4 cats"), (PETS, "four")],
)
def test_new_words_that_may_stand_for_several_parts_stand_for_none(
    like: Candidate, new: str
) -> None:
    assert mending.succeeded(of_candidate(like), new, languages()["en"]) is None


@pytest.mark.parametrize(
    ("path", "text", "staying", "said"),
    [
        ("work.role", "a cook at the Ritz", "still at the ritz", "head baker at the Ritz"),
        ("custom.education", "old law at Ghent", "Ghent stays", "head baker at Ghent"),
        ("work.role", "a cook at the Ritz", "Paris stays", "head baker"),
        ("custom.pets", "a cat called Moth", "Moth stays", "head baker"),
        ("work.role", "cook", "I still cook", "head baker"),
        ("work.role", "", "I still cook", "head baker"),
    ],
)
def test_a_place_of_work_or_study_stays_if_the_message_says_so(
    path: str, text: str, staying: str, said: str
) -> None:
    like = AboutCandidate(path=path, value=text, confidence=1)
    made = mending.succeeded(of_candidate(like), "head baker", languages()["en"], staying)
    assert isinstance(made, AboutCandidate)
    assert made.value == said


@pytest.mark.parametrize(
    ("known", "message"),
    [
        ("I have two cats.", "My neighbour has only one cat left."),
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


def test_a_long_text_is_no_news() -> None:
    news = "My vegetarian days ended with that burger. "
    assert "end custom.diet: vegetarian" in last_of("I'm vegetarian.", 5 * news)
    assert last_of("I'm vegetarian.", 70 * news) == []
