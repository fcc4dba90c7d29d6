"""What is known ends, or becomes something else, when a later message names it."""

import pytest

from adapters.reader.explain import shown
from tests.unit.reader.reading import last_of, read


@pytest.mark.parametrize(
    "message",
    [
        "My sister sold her drone.",
        "I almost sold the drone.",
        "If I sold the drone, I could buy a kite.",
        "Should I get rid of my drone?",
        "The drone is out of charge.",
    ],
)
def test_what_did_not_happen_to_the_user_s_own_ends_nothing(message: str) -> None:
    assert not any(one.startswith("end") for one in last_of("I have a drone.", message))


@pytest.mark.parametrize(
    ("known", "message"),
    [
        ("I have a garden.", "Ignore the garden photo."),
        ("I have a garden.", "I got rid of the weeds in the garden."),
        ("My phone is a Pixel.", "I replaced the battery in my Pixel."),
        ("I collect stamps.", "I sold two stamps on eBay."),
        ("I sing in a choir.", "I'm off to choir."),
        ("My phone is a Pixel.", "The neighbor swapped his Pixel for a Nokia."),
    ],
)
def test_a_cue_of_something_else_ends_nothing(known: str, message: str) -> None:
    items, said = map(shown, read(known)), last_of(known, message)
    over = {f"{does} {one}" for one in items for does in ("end", "retract")}
    assert over.isdisjoint(said)
    assert not any(one.startswith("replace") for one in said)


def test_what_is_over_in_part_goes_on() -> None:
    said = last_of("I eat chocolate every day.", "I'm cutting back on chocolate a little.")
    assert not any(one.startswith("end") for one in said)


@pytest.mark.xfail(strict=True, reason="the network takes the end of a part for the end of all")
def test_what_is_over_at_some_times_goes_on() -> None:
    said = last_of("I eat chocolate every day.", "No more chocolate after nine for me.")
    assert not any(one.startswith("end") for one in said)


def test_who_has_arrived_lives_where_they_meant_to_move() -> None:
    said = last_of("We're moving to Gdynia next month.", "We're finally in Gdynia!")
    assert "replace custom.location: Gdynia < moving to Gdynia" in said


def test_what_is_named_elsewhere_in_the_message_is_replaced() -> None:
    said = last_of("I live in Dover.", "We had to leave Dover. We found a place in Hastings.")
    assert said == ["replace custom.location: Hastings < Dover"]


def test_another_day_takes_the_place_of_the_one_that_is_known() -> None:
    said = last_of("I have piano lessons on Tuesdays.", "My piano lessons are on Fridays now.")
    new = "has piano lessons on Fridays < has piano lessons on Tuesdays"
    assert said == [f"replace preference: {new}"]


def test_what_is_said_anew_ends_what_it_excludes() -> None:
    said = last_of("I live with two flatmates.", "I live alone now.")
    assert said == ["end trait: lives with two flatmates", "trait: lives alone"]


def test_what_is_named_in_a_clause_before_ends() -> None:
    said = last_of("Je fais du judo au club.", "Le judo, ça fait deux ans que j'en fais plus.")
    assert said == ["end like: du judo"]


@pytest.mark.parametrize(
    "message",
    [
        "Die Garmin habe ich nicht mehr.",
        "Meine Garmin ist kaputt.",
    ],
)
def test_a_part_with_a_hyphen_names_a_thing(message: str) -> None:
    said = last_of("Zum Joggen benutze ich eine Garmin-Uhr.", message)
    assert said == ["end tool: eine Garmin-Uhr"]


def test_the_words_of_two_things_name_neither() -> None:
    said = last_of("Hago yoga y judo en un club.", "Ya no voy al club.")
    assert not any(one.startswith("end preference: hace") for one in said)


def test_what_is_disliked_does_not_end_with_its_kind() -> None:
    said = last_of("Ich hasse Salami.", "Ich esse kein Fleisch mehr.")
    assert not any("alami" in one for one in said)


@pytest.mark.parametrize(
    "verb",
    [
        "dejé",
        "dejamos",
        "hemos dejado",
        "hemos abandonado",
    ],
)
def test_a_cue_is_read_in_every_form_of_its_verb(verb: str) -> None:
    said = last_of("Practico esgrima.", f"La esgrima la {verb} hace meses.")
    assert said == ["end preference: hace esgrima"]


@pytest.mark.parametrize(
    ("known", "message", "expected"),
    [
        (
            "I have choir practice on Mondays.",
            "Choir practice is on Tuesdays instead of Mondays now.",
            "replace preference: has choir practice on Tuesdays < has choir practice on Mondays",
        ),
    ],
)
def test_what_comes_instead_keeps_the_rest(known: str, message: str, expected: str) -> None:
    assert last_of(known, message) == [expected]


@pytest.mark.parametrize(
    ("known", "message", "taken"),
    [
        ("盆栽が好きです。", "盆栽は飽きました。", ["end like: 盆栽"]),
        ("盆栽が好きです。", "友人が盆栽に飽きました。", []),
        ("手話を習っています。", "手話の教科書を売りました。", []),
    ],
)
def test_signs_of_one_kind_name_an_item_where_no_spaces_part_words(
    known: str, message: str, taken: list[str]
) -> None:
    found = [one for one in last_of(known, message) if one.endswith(("盆栽", ": 手話"))]
    assert found == taken


def test_a_change_of_mind_holds_for_the_next_sentence() -> None:
    taken = last_of(
        "面談は対面を希望します。", "気が変わりました。面談は今後オンラインを希望します。"
    )
    assert taken == ["end preference: 面談は対面", "preference: 面談はオンライン"]


def test_the_end_of_what_it_is_part_of_ends_it() -> None:
    assert last_of("I'm in a band.", "The band split up.") == ["end preference: member of a band"]


def test_a_bare_value_is_read_in_a_correction() -> None:
    known = "Je suis né le 4 mars."
    assert last_of(known, "Oups, faute de frappe. C'est le 14 mars.") == [
        "retract custom.birthday: 4 mars",
        "custom.birthday: 14 mars",
    ]


@pytest.mark.xfail(strict=True, reason="the network takes any date for the birthday")
def test_a_bare_value_corrects_nothing_by_itself() -> None:
    assert last_of("Je suis né le 4 mars.", "C'est le 14 mars.") == []


@pytest.mark.parametrize(
    ("known", "message", "expected"),
    [
        pytest.param(
            "Tengo ensayo los lunes.",
            "El ensayo ha pasado a los miércoles.",
            ["replace preference: tiene ensayo los miércoles < tiene ensayo los lunes"],
            marks=pytest.mark.xfail(strict=True, reason="the network is not sure enough"),
        ),
        (
            "ピアノ教室に通ってます。",
            "ピアノ教室は先月やめました。",
            ["end preference: ピアノをしている", "end learning_interest: ピアノ教室"],
        ),
        (
            "ギター教室に通ってます。",
            "ギター教室は先月やめました。",
            ["end preference: ギターをしている", "end learning_interest: ギター教室"],
        ),
        ("Trabajo en Renfe.", "Me despidieron el viernes.", ["end work.org: Renfe"]),
        (
            "Practico esgrima.",
            "La esgrima la tuve que dejar hace meses.",
            ["end preference: hace esgrima"],
        ),
        ("J'utilise Vim.", "Vim a cédé la place à Helix chez moi.", ["replace tool: Helix < Vim"]),
    ],
)
def test_the_network_reads_what_no_rule_does(known: str, message: str, expected: list[str]) -> None:
    assert last_of(known, message) == expected


@pytest.mark.xfail(strict=True, reason="neither a rule nor the network reads it")
@pytest.mark.parametrize(
    ("known", "message", "expected"),
    [
        ("Ich mag Salami.", "Ich esse kein Fleisch mehr.", ["end like: Salami"]),
        ("J'adore le saucisson.", "Je ne mange plus de viande.", ["end like: le saucisson"]),
        (
            "I do judo on Mondays.",
            "Doing karate now instead of judo, the club is nearer.",
            ["replace preference: does karate on Mondays < does judo on Mondays"],
        ),
    ],
)
def test_what_is_not_read_yet(known: str, message: str, expected: list[str]) -> None:
    said = last_of(known, message)
    assert said == expected


@pytest.mark.parametrize(
    ("before", "message", "learned"),
    [
        ("I have a cousin.", "Her name is Femke.", "contacts: Femke | cousin"),
        ("My landlord raised the rent.", "his name is Gustavo btw", "contacts: Gustavo | landlord"),
        ("Ich habe einen Cousin.", "Er heißt Veit.", "contacts: Veit | Cousin"),
        ("J'ai une cousine.", "Elle s'appelle Maëlle.", "contacts: Maëlle | cousine"),
        ("Tengo una prima.", "Se llama Irune.", "contacts: Irune | prima"),
        ("従姉妹がいます。", "名前はしおりです。", "contacts: しおり | 従姉妹"),
        (
            "I have a goat. Any tips?",
            "Her name is Fee.",
            "replace custom.pets: Fee (goat) < a goat",
        ),
        (
            "I have a goat, any tips?",
            "Her name is Fee.",
            "replace custom.pets: Fee (goat) < a goat",
        ),
        (
            "We have a daughter.",
            "She's eleven.",
            "replace custom.children: daughter is eleven < daughter",
        ),
    ],
)
def test_a_message_may_go_on_from_the_one_before(before: str, message: str, learned: str) -> None:
    found = read(before, message)
    (new,) = [one for one in found if shown(one) == learned]
    assert new.quote == message
    assert read(message, context=before)[-1].quote == message


@pytest.mark.parametrize(
    "before",
    [
        "What is a good present for a cousin?",
        "My cousin has a teacher she adores.",
        "Thanks, that helped.",
    ],
)
def test_nobody_gets_the_name_of_somebody_else(before: str) -> None:
    assert not any("Femke" in one for one in last_of(before, "Her name is Femke."))


@pytest.mark.parametrize(
    ("known", "message", "learned"),
    [
        ("I have a goat.", "His name is Otto.", "replace custom.pets: Otto (goat) < a goat"),
        ("I have a goat.", "My goat Otto is ill.", "replace custom.pets: Otto (goat) < a goat"),
        ("I have a goat.", "We adopted a goat called Otto.", "custom.pets: Otto (goat)"),
        ("I have two goats.", "My goat Otto is ill.", "custom.pets: Otto (goat)"),
    ],
)
def test_a_name_takes_the_place_of_whom_it_is_for(known: str, message: str, learned: str) -> None:
    assert last_of(known, message) == [learned]


@pytest.mark.parametrize(
    "message", ["On a fêté nos onze ans dimanche.", "Je suis avec Thomas depuis ce midi."]
)
def test_words_that_a_rule_ignores_tell_nothing(message: str) -> None:
    assert read(message) == []


@pytest.mark.parametrize(
    ("known", "message", "learned"),
    [
        ("I love durian.", "haha just kidding", "retract like: durian"),
        ("I work at Bosch.", "They laid me off on Monday.", "end work.org: Bosch"),
        ("I work at Bosch.", "They let me go on Monday.", "end work.org: Bosch"),
        ("Ich mag Koriander.", "Merk dir das lieber nicht.", "retract like: Koriander"),
    ],
)
def test_what_is_taken_back_in_plain_words_is_over(known: str, message: str, learned: str) -> None:
    assert last_of(known, message) == [learned]
