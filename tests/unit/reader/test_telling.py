"""What messages tell of their authors in words that no rule has."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import numpy as np
import pytest

from adapters.reader.explain import shown
from adapters.reader.judging.network import Piece, Tags
from adapters.reader.judging.tagging import Told, spans_of
from adapters.reader.judging.telling import (
    ASKED,
    IMPERSONAL,
    SURE,
    SURER,
    SUREST,
    VERY_SURE,
    Telling,
    sure_of,
)
from adapters.reader.known import Known, of_candidate
from adapters.reader.languages import languages
from adapters.reader.reader import reader
from shared.documents.profile import PreferenceType
from shared.learning.candidates import AboutCandidate, PreferenceCandidate, WorkflowCandidate
from tests.unit.reader.reading import about, last_of, read, read_by_rules

AT = datetime(2026, 3, 2, tzinfo=UTC)


def stays(item: Known) -> float:
    """Judges that nothing changes."""
    return 0.0


def taken(text: str, told: Told, code: str = "en") -> list[str]:
    """What is taken of a message if its first sentence is tagged so."""
    message = reader().read(text, others=[])
    every = [[told], *([] for _ in message.sentences[1:])]
    new = Telling(languages()[code]).of(message, every, [], [], AT, stays)
    return [shown(candidate) for candidate, _ in new]


def place_of(text: str, word: str) -> int:
    return list(reader().read(text, others=[]).sentences[0].line.words).index(word)


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("Everything's on Proton these days, mail and calendar alike.", "tool: Proton"),
        ("They pay me to drive trams, so what breakfast keeps at 4?", "work.role: drive trams"),
        ("Saving up to open my own barbershop.", "goal: open their own barbershop"),
        ("Seit Mai fahre ich einen Skoda Enyaq.", "custom.vehicle: Skoda Enyaq"),
    ],
)
def test_what_no_rule_reads_is_told(message: str, told: str) -> None:
    assert read_by_rules(message) == []
    assert list(map(shown, read(message))) == [told]


def test_what_a_rule_has_taken_is_not_told_again() -> None:
    message = "I love green tea."
    assert list(map(shown, read(message))) == list(map(shown, read_by_rules(message)))


def test_what_comes_instead_is_not_told_besides() -> None:
    assert last_of("I use Gmail.", "Gmail has been replaced by Fastmail at home.") == [
        "replace tool: Fastmail < Gmail"
    ]


def test_what_a_rule_reads_to_be_over_is_not_told_even_if_it_is_not_known() -> None:
    message = "We had to give away our husky, Blaze, because the flat does not allow dogs."
    assert read(message) == []


@pytest.mark.parametrize("parts", [[(5, 10)], [(1, 4), (5, 10)]])
def test_an_instruction_is_told_once_with_its_condition(parts: list[tuple[int, int]]) -> None:
    message = reader().read("Whenever you quote a weight, give it in grams.", others=[])
    told = [[Told("instruction", start, end, 0.9, 1.0) for start, end in parts]]
    new = Telling(languages()["en"]).of(message, told, [], [], AT, stays)
    assert [shown(candidate) for candidate, _ in new] == [
        "preference: whenever you quote a weight, give it in grams"
    ]


def test_what_is_new_is_told_beside_the_end_of_its_kind() -> None:
    said = last_of("I use Evernote.", "dropped evernote, obsidian has all my notes")
    assert said == ["end tool: Evernote", "tool: obsidian"]


@pytest.mark.parametrize(
    "message",
    [
        "I'm considering a course in graphic design. Which one would you recommend?",
        "I'm hoping to learn chess. Where do I start?",
        "I'm looking at a degree in botany next year. Is it hard?",
        "My boss says: home is a houseboat these days.",
        "Thanks, Maria! That was lovely.",
        "Explain Bayes with an example.",
        "Were I a barista, what would I earn?",
        "Most developers prefer dark mode.",
    ],
)
def test_what_is_only_talked_of_is_not_told(message: str) -> None:
    assert read(message) == []


def test_a_long_text_is_not_told() -> None:
    news = "All my mail is on Proton these days."
    text = "The harbor was calm and the gulls were loud. " * 20
    assert "tool: Proton" in map(shown, read(text[:45] + news))
    assert "tool: Proton" not in map(shown, read(text + news))


def test_a_habit_is_told_with_its_verb() -> None:
    said = [shown(one) for one in read("I label my jars by year.")]
    assert said == ["preference: labels their jars by year"]


def test_what_is_clear_but_not_of_which_kind_is_told() -> None:
    assert list(map(shown, read("oat milk person here"))) == ["like: oat milk"]


@pytest.mark.parametrize(
    ("message", "what", "first", "last", "told"),
    [
        # What is missing is short, so it is added.
        (
            "Take the ferry instead of the train, always.",
            "preference",
            0,
            5,
            "take the ferry instead of the train",
        ),
        (
            "I spent two decades as a chimney sweep.",
            "experience",
            2,
            4,
            "two decades as a chimney sweep",
        ),
        ("A farrier in Galway, that's me.", "work.role", 1, 2, "farrier in Galway"),
        # What is missing is long, or its end is not clear, so what begins it is left out.
        ("Fog on the moor at dawn pleases me more than sun does.", "like", 0, 1, "fog"),
        # A fact says nothing of what follows.
        ("A cottage with a thatched roof is home.", "custom.home", 1, 3, "cottage"),
        ("There are a parrot and a ferret in here.", "custom.pets", 2, 5, "a parrot"),
        # Behind it is no word, so it belongs to the verb.
        ("Leave the hall light on, please.", "instruction", 0, 4, "leave the hall light on"),
        # Both brackets, or none.
        ("My scope (six inch dob) is new.", "custom.possessions", 1, 4, "scope (six inch dob)"),
        (
            "Our parrot (green, loud, rude, and forty years old) bit me.",
            "custom.pets",
            1,
            2,
            "parrot",
        ),
        ("Mum of two (6 and 9) here.", "custom.children", 3, 7, "6 and 9"),
        ("Parrot mum (one, loud) here.", "custom.pets", 3, 6, "one, loud"),
    ],
)
def test_what_is_told_does_not_break_off(
    message: str, what: str, first: int, last: int, told: str
) -> None:
    read_so = taken(message, Told(what, first, last + 1, 0.99, 1.0))
    assert read_so == [f"{'preference' if what == 'instruction' else what}: {told}"]


def test_what_is_missing_is_not_what_is_told_apart() -> None:
    message = reader().read("A farrier in Galway, that's me.", others=[])
    every = [Told("work.role", 1, 3, 0.99, 1.0), Told("custom.location", 3, 4, 0.99, 1.0)]
    new = Telling(languages()["en"]).of(message, [every], [], [], AT, stays)
    assert [shown(one) for one, _ in new] == ["work.role: farrier", "custom.location: Galway"]


@pytest.mark.parametrize(
    ("sure", "changes", "found"),
    [
        (0.8, 0.9, ["custom.location: Paisley"]),
        (0.8, 0.5, []),
        (SUREST, 0.0, ["custom.location: Paisley"]),
    ],
)
def test_a_fact_takes_a_place_only_if_what_is_there_changes_or_it_is_very_sure(
    sure: float, changes: float, found: list[str]
) -> None:
    message = reader().read("Slept past my stop, so hello Paisley.", others=[])
    told = [[Told("custom.location", 7, 8, sure, 1.0)]]
    known = [of_candidate(AboutCandidate(path="custom.location", value="Glasgow", confidence=0.9))]
    telling = Telling(languages()["en"])
    new = telling.of(message, told, known, [], AT, lambda item: changes)
    assert [shown(one) for one, _ in new] == found
    again = [of_candidate(AboutCandidate(path="custom.location", value="Paisley", confidence=0.9))]
    same = [*telling.of(message, told, again, [], AT, stays)]
    assert [shown(one) for one, _ in same] == ["custom.location: Paisley"]


def test_a_fact_takes_the_place_of_what_is_over() -> None:
    message = reader().read("Glasgow is behind me, so hello Paisley.", others=[])
    told = [[Told("custom.location", 7, 8, 0.7, 1.0)]]
    home = AboutCandidate(path="custom.location", value="Glasgow", confidence=0.9)
    over = home.model_copy(update={"does": "end", "target_text": "Glasgow"})
    new = Telling(languages()["en"]).of(message, told, [of_candidate(home)], [over], AT, stays)
    assert [shown(one) for one, _ in new] == ["custom.location: Paisley"]


def test_a_role_is_added_even_if_the_known_one_stays() -> None:
    message = reader().read("I am also a yoga teacher.", others=[])
    told = [[Told("work.role", 4, 6, 0.7, 1.0)]]
    known = [of_candidate(AboutCandidate(path="work.role", value="nurse", confidence=0.9))]
    ((role, _),) = Telling(languages()["en"]).of(message, told, known, [], AT, stays)
    assert isinstance(role, AboutCandidate)
    assert (role.does, role.value) == ("replace", "nurse, yoga teacher")


@pytest.mark.parametrize(
    ("over", "told", "found"),
    [
        (PreferenceType.DISLIKE, "like", ["like: beetroot"]),
        (PreferenceType.DISLIKE, "preference", []),
        (PreferenceType.LIKE, "like", []),
    ],
)
def test_what_is_disliked_no_longer_may_be_liked(
    over: PreferenceType, told: str, found: list[str]
) -> None:
    message = reader().read("Beetroot goes into everything that I cook now.", others=[])
    said = PreferenceCandidate(
        type=over, category="Food", description="beetroot", confidence=0.9, does="end"
    )
    every = [[Told(told, 0, 1, 0.97, 1.0)]]
    new = Telling(languages()["en"]).of(message, every, [], [said], AT, stays)
    assert [shown(one) for one, _ in new] == found


@pytest.mark.parametrize(("said", "told"), [("65", ["custom.age: 65"]), ("165", [])])
def test_nobody_is_older_than_people_get(said: str, told: list[str]) -> None:
    assert taken(f"I'm at {said} now.", Told("custom.age", 3, 4, 0.99, 1.0)) == told


def test_two_people_are_not_one() -> None:
    message = reader().read("Our twins Anouk and Bas are five.", others=[])
    every = [Told("person", 2, 4, 0.99, 1.0), Told("person", 4, 5, 0.99, 1.0)]
    new = Telling(languages()["en"]).of(message, [every], [], [], AT, stays)
    assert [shown(one) for one, _ in new] == ["contacts: Anouk", "contacts: Bas"]


def test_two_things_are_one_if_the_first_only_begins() -> None:
    message = reader().read("Both lads are six, and rude.", others=[])
    every = [Told("custom.children", 1, 3, 0.8, 1.0), Told("custom.children", 3, 4, 0.9, 1.0)]
    new = Telling(languages()["en"]).of(message, [every], [], [], AT, stays)
    assert [shown(one) for one, _ in new] == ["custom.children: lads are six"]


def test_a_particle_is_not_told_behind_a_noun() -> None:
    message = "左肩が痛くて眠れません。"
    assert taken(message, Told("custom.health", 0, 3, 0.99, 1.0), "ja") == ["custom.health: 左肩"]


TAGS = ["O", "B-tool", "I-tool", "B-like", "I-like", "B-dislike", "B-name", "B-person", "B-end"]


def tagged(*pieces: dict[str, float]) -> list[tuple[str, float, float]]:
    shares = np.array([[piece.get(tag, 0.0) for tag in TAGS] for piece in pieces], np.float32)
    return [
        (tag, round(sure, 2), round(share, 2)) for tag, sure, share in Tags(TAGS).told(shares, "en")
    ]


def test_kinds_count_together_against_nothing() -> None:
    assert tagged({"O": 0.4, "B-tool": 0.35, "B-like": 0.25}) == [("B-tool", 0.6, 0.58)]
    assert tagged({"O": 0.6, "B-tool": 0.4}) == [("O", 0.6, 1.0)]


def test_the_kind_is_the_likeliest_of_all_pieces_and_a_beginning_parts_them() -> None:
    first, second = {"B-tool": 0.5, "B-like": 0.4, "O": 0.1}, {"I-like": 0.7, "I-tool": 0.3}
    assert [tag for tag, *_ in tagged(first, second)] == ["B-like", "I-like"]
    assert [tag for tag, *_ in tagged(first, {"B-like": 0.7, "I-tool": 0.3})] == [
        "B-tool",
        "B-like",
    ]


@pytest.mark.parametrize(
    ("kind", "rival"), [("like", "dislike"), ("dislike", "like"), ("name", "person")]
)
def test_a_rival_speaks_against_a_kind(kind: str, rival: str) -> None:
    assert tagged({f"B-{kind}": 0.6, f"B-{rival}": 0.3, "O": 0.1}) == [(f"B-{kind}", 0.6, 0.67)]
    assert tagged({f"B-{kind}": 0.6, "B-tool": 0.3, "O": 0.1}) == [(f"B-{kind}", 0.9, 0.67)]


def test_what_is_over_does_not_count_as_told() -> None:
    assert tagged({"B-end": 0.5, "B-tool": 0.4, "O": 0.1}) == [("B-end", 0.5, 1.0)]


def test_how_sure_the_network_is_is_corrected_by_language() -> None:
    tags = Tags(TAGS, {"slope": 1.0, "languages": {"en": 0.0, "ja": -2.0}})
    shares = np.array([[0.1, 0.9, *[0.0] * (len(TAGS) - 2)]], np.float32)
    sure = {code: next(tags.told(shares, code))[1] for code in ("en", "ja")}
    assert sure["ja"] < sure["en"] == pytest.approx(0.9)


def test_a_fact_has_to_be_sure_of_its_kind() -> None:
    assert sure_of(Told("custom.location", 0, 1, 0.9, 0.25)) == pytest.approx(0.45)
    assert sure_of(Told("like", 0, 1, 0.9, 0.25)) == sure_of(Told("person", 0, 1, 0.9, 0.25)) == 0.9


@pytest.mark.parametrize(
    "message",
    ["mi dirección nueva: ada.ruiz@correo.example", "メールはada@post.exampleです。"],
)
def test_an_address_is_taken_only_by_rules(message: str) -> None:
    assert read(message) == []


def test_a_number_alone_is_no_diet() -> None:
    (diet,) = about("vegan since i was 14")
    assert diet == ("custom.diet", "vegan")


def test_a_relation_is_told_without_its_possessive() -> None:
    (tie,) = (
        one.value for one in read("my sister's name is Katarina") if isinstance(one, AboutCandidate)
    )
    assert tie == {"name": "Katarina", "relation": "sister"}


@pytest.mark.xfail(strict=True, reason="the network takes a whim for a taste")
def test_a_whim_is_no_taste() -> None:
    assert list(read("I fancy eating on the balcony.")) == []


@pytest.mark.parametrize("count", [5, 20, 50])
def test_a_mark_alone_tells_nothing(count: int) -> None:
    assert not any("\0" in shown(one) for one in read(f"{'never use ' * count}\0"))


def test_threads_may_read_at_once() -> None:
    messages = ["Saving up to open my own barbershop.", "Everything's on Proton these days."] * 20
    alone = [list(map(shown, read(message))) for message in messages]
    with ThreadPoolExecutor(4) as pool:
        assert [list(map(shown, found)) for found in pool.map(read, messages)] == alone


def test_tags_are_joined_to_what_they_tell() -> None:
    tags = {"O": 0.9, "B-tool": 0.7, "I-tool": 0.8, "B-like": 0.6, "I-like": 0.5, "I-dislike": 0.4}
    pieces = [Piece(0, 0, tag, sure, sure / 2) for tag, sure in tags.items()]
    assert list(spans_of(pieces)) == [
        Told("tool", 1, 3, 0.8, 0.4),
        Told("like", 3, 5, 0.6, 0.3),
        Told("dislike", 5, 6, 0.4, 0.2),
    ]


def test_what_somebody_always_does_in_order_is_a_workflow() -> None:
    said = read(
        "When a guest checks out I strip the beds, air the room, wipe down the bathroom and count "
        "the towels."
    )
    assert [len(one.steps) for one in said if isinstance(one, WorkflowCandidate)] == [4]


def test_what_others_do_in_order_is_none() -> None:
    said = read(
        "My mum strips the beds, airs the rooms, wipes down the bath and counts the towels."
    )
    assert not any(isinstance(one, WorkflowCandidate) for one in said)


@pytest.mark.parametrize(
    ("changes", "sentence", "found"),
    [(False, 1, []), (True, 1, ["tool: joplin"]), (True, 2, [])],
)
def test_beside_a_change_only_the_question_itself_has_to_be_surer(
    sentence: int, found: list[str], *, changes: bool
) -> None:
    text = "Evernote is history. Joplin has all my notes. Joplin can encrypt them?"
    read = reader().read(text, others=[])
    told: list[list[Told]] = [[], [], []]
    told[sentence] = [Told("tool", 0, 1, (SURE + SURER) / 2, 1.0)]
    tool = PreferenceType.TOOL
    over = PreferenceCandidate(
        type=tool, description="Evernote", confidence=0.9, does="end", target_text="Evernote"
    )
    said = [over] if changes else []
    new = Telling(languages()["en"]).of(read, told, [], said, AT, stays)
    assert [shown(candidate) for candidate, _ in new] == found


@pytest.mark.parametrize(
    ("text", "what", "words", "least"),
    [
        ("Grain of walnut for me.", "like", "Grain of walnut", SURE),
        ("For me the grain of walnut.", "like", "grain of walnut", VERY_SURE),
        ("My oil, the walnut oil.", "preference", "walnut oil", VERY_SURE),
        ("Walnut for me, never oak.", "like", "Walnut", SURER),
        ("Never far from the Walnut Creek.", "custom.location", "Walnut Creek", SURE),
        ("My oil is walnut oil on Sundays.", "preference", "walnut oil on Sundays", SURER),
        ("Walnut oil on Sundays.", "preference", "Walnut oil on Sundays", IMPERSONAL),
        ("I would use my oil on Sundays.", "preference", "oil on Sundays", VERY_SURE),
        ("Walnut for me. How long is a mast?", "like", "Walnut", SURER),
        ("Walnut Creek, that is. How long is a mast?", "custom.location", "Walnut Creek", SURER),
        ("A new boat by May.", "goal", "new boat by May", VERY_SURE),
        ("A new boat. How long is a mast?", "goal", "new boat", SUREST),
        ("A new boat by May. How long is a mast?", "goal", "new boat by May", VERY_SURE),
        ("Walnut oil is done.", "end", "Walnut oil", VERY_SURE),
        ("Is walnut from Texas?", "custom.origin", "Texas", SUREST),
        ("Is there any walnut for me?", "like", "walnut", ASKED),
        ("Can my walnut tree stand frost?", "custom.possessions", "walnut tree", SURER),
    ],
)
def test_how_sure_something_has_to_be(text: str, what: str, words: str, least: float) -> None:
    wanted = words.lower().split()
    at = place_of(text, wanted[0])

    def told(sure: float) -> list[str]:
        found = taken(text, Told(what, at, at + len(wanted), sure, 1.0))
        return [one.lower() for one in found]

    (said,) = told(least)
    assert said.endswith(f": {words}".lower())
    assert told(least - 0.01) == []


@pytest.mark.parametrize(("end", "found"), [(1, []), (2, ["preference: rhymes everywhere"])])
def test_one_word_alone_is_no_instruction(end: int, found: list[str]) -> None:
    text = "Rhymes everywhere from now on."
    assert taken(text, Told("instruction", 0, end, 1.0, 1.0)) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I'm thinking of a boat. How long is a mast?", []),
        ("I'm thinking of a boat this May. How long is a mast?", ["goal: boat"]),
        ("I'm thinking of a boat in 2031. How long is a mast?", ["goal: boat"]),
        ("I'm thinking of a boat for 9 people. How long is a mast?", []),
        ("I may get a boat. How long is a mast?", []),
    ],
)
def test_an_aim_that_is_considered_needs_a_date_beside_a_question(
    text: str, found: list[str]
) -> None:
    at = place_of(text, "boat")
    assert taken(text, Told("goal", at, at + 1, 1.0, 1.0)) == found


@pytest.mark.parametrize(
    ("code", "text", "word"),
    [
        ("en", "I'm considering {}. Where do I start?", "Korean"),
        ("de", "Ich überlege, {} zu lernen. Wo fange ich an?", "Koreanisch"),
        ("fr", "J'envisage le {}. Par où commencer ?", "coréen"),
        ("es", "Estoy pensando en el {}. ¿Por dónde empiezo?", "coreano"),
    ],
)
def test_what_is_only_considered_is_no_interest(code: str, text: str, word: str) -> None:
    text = text.format(word)
    line = reader().read(text, others=[]).sentences[0].line
    at = next(at for at, one in enumerate(line.tokens) if text[one.start : one.end] == word)
    told = Told("learning_interest", at, at + 1, 1.0, 1.0)
    assert taken(text, told, code) == []
    assert taken(text[: text.index(".")], told, code) == [f"learning_interest: {word}"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I'd like a boat.", ["goal: boat"]),
        ("That would mean a boat.", []),
    ],
)
def test_only_what_the_author_would_like_is_an_aim(text: str, found: list[str]) -> None:
    at = place_of(text, "boat")
    assert taken(text, Told("goal", at, at + 1, 1.0, 1.0)) == found


@pytest.mark.parametrize(
    ("code", "text", "found"),
    [
        ("en", "A narrow house in Gouda.", ["custom.home: narrow house", "custom.location: Gouda"]),
        ("en", "a narrow house in gouda", ["custom.home: narrow house", "custom.location: gouda"]),
        ("en", "A narrow house in the woods.", ["custom.home: narrow house in the woods"]),
        ("en", "A narrow house in stone.", ["custom.home: narrow house in stone"]),
        ("de", "Kleine Hütte in Bregenz.", ["custom.home: Hütte", "custom.location: Bregenz"]),
        ("fr", "Petite maison à Vannes.", ["custom.home: maison", "custom.location: Vannes"]),
        ("es", "Vieja casa en Lugo.", ["custom.home: casa", "custom.location: Lugo"]),
    ],
)
def test_where_a_home_is_has_a_place_of_its_own(code: str, text: str, found: list[str]) -> None:
    assert taken(text, Told("custom.home", 1, len(text.split()), 1.0, 1.0), code) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("イエメンの珈琲を、説明してくれますか。", []),
        ("イエメンの珈琲が好みなので、説明してくれますか。", ["like: イエメンの珈琲"]),
        ("イエメンの珈琲を、飲みました。", ["like: イエメンの珈琲"]),
    ],
)
def test_what_stands_before_a_question_that_shows_at_its_end_is_asked(
    text: str, found: list[str]
) -> None:
    tokens = reader().read(text, others=[]).sentences[0].line.tokens
    end = next(at for at, token in enumerate(tokens, 1) if token.end == len("イエメンの珈琲"))
    assert taken(text, Told("like", 0, end, 0.9, 1.0), "ja") == found


def test_a_date_is_a_birthday_only_where_something_speaks_of_birth() -> None:
    for text, expected in (
        ("I start on 3 October.", []),
        ("My birthday is on 3 October.", ["custom.birthday: 3 October"]),
    ):
        at = place_of(text, "3")
        told = Told("custom.birthday", at, at + 2, 0.99, 1.0)
        assert taken(text, told) == expected


@pytest.mark.parametrize(
    ("said", "context"),
    [
        ("Btw I work night shifts and my wife hates it.", "User works night shifts"),
        ("Honestly we work night shifts.", "User works night shifts"),
        ("My wife hates it but I work night shifts.", "User works night shifts"),
    ],
)
def test_the_context_of_what_is_told_is_its_clause(said: str, context: str) -> None:
    message, at = reader().read(said, others=[]), place_of(said, "work")
    told = [[Told("preference", at, at + 3, 0.99, 1.0)]]
    ((candidate, _),) = Telling(languages()["en"]).of(message, told, [], [], AT, stays)
    assert isinstance(candidate, PreferenceCandidate)
    assert candidate.context == context
