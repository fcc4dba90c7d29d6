"""Words end what they mean, and nothing else; what they say of another time leaves today alone."""

from datetime import UTC, datetime, timedelta

import pytest
from pydantic import TypeAdapter

from shared.documents.profile import Profile
from shared.documents.settings import Settings
from shared.learning.analyzer import PromptText
from shared.learning.candidates import Candidate
from shared.learning.merging import examine, merge
from shared.profile import edits
from shared.profile.decay import decayed

START = datetime(2026, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)
CANDIDATE: TypeAdapter[Candidate] = TypeAdapter(Candidate)


def fact(path, value, **fields):
    return {"kind": "about", "path": path, "value": value, "confidence": 0.95, **fields}


def likes(type_, description, **fields):
    return {
        "kind": "preference",
        "type": type_,
        "description": description,
        "confidence": 0.95,
        **fields,
    }


def skill(domain):
    return {"kind": "skill", "domain": domain, "level": "advanced"}


def person(name, relation, **fields):
    return fact("contacts", {"name": name, "relation": relation}, **fields)


def said(profile, day, text, *reads):
    """The profile after one message, and the outcomes of its candidates."""
    at = START + day * DAY
    whole = [{"quote": text, **read, "prompt_id": f"p{day}"} for read in reads]
    examined = examine(
        [CANDIDATE.validate_python(read) for read in whole], [PromptText(f"p{day}", text, at)]
    )
    result = merge(profile, examined, batch_id=f"b{day}", settings=Settings(), now=at)
    outcomes = [":".join(filter(None, (d.outcome, d.reason))) for d in result.decisions]
    return result.profile, outcomes


def known(profile, day=2):
    """What holds on a day: facts by path, active preferences, and skills."""
    view = decayed(profile, Settings(), START + day * DAY)
    return (
        view.about.to_json(),
        {item.description for item in view.preferences if item.active},
        set(view.skill_level.domains),
    )


TWO = [fact("interests", "climbing"), fact("interests", "chess")]
PEOPLE = [person("Anna", "sister"), person("Bob", "boss")]


@pytest.mark.parametrize(
    ("first", "reads", "then", "change", "outcome", "left"),
    [
        (
            "born in Hamburg and living in Hamburg",
            [fact("custom.birthplace", "Hamburg"), fact("custom.location", "Hamburg")],
            "I no longer live in Hamburg",
            fact("custom.location", "Hamburg", does="end", target="custom.location"),
            "ended",
            ({"custom": {"birthplace": "Hamburg"}}, set(), set()),
        ),
        (
            "My name is Max and my brother is Max",
            [fact("name", "Max"), person("Max", "brother")],
            "forget my brother Max please",
            person("Max", "brother", does="retract"),
            "retracted",
            ({"name": "Max"}, set(), set()),
        ),
        (
            "I dislike olives and I am allergic to olives",
            [likes("dislike", "olives"), fact("custom.allergies", "olives")],
            "forget that I dislike olives",
            likes("dislike", "olives", does="retract"),
            "retracted",
            ({"custom": {"allergies": "olives"}}, set(), set()),
        ),
        (
            "I know Docker well and love Docker",
            [skill("docker"), likes("expertise", "Docker"), likes("like", "Docker")],
            "I replaced Docker by Podman",
            likes("tool", "Podman", does="replace", target_text="Docker"),
            "added",
            ({}, {"Docker", "Podman"}, {"docker"}),
        ),
        (
            "I live in Paris these days",
            [fact("custom.location", "Paris")],
            "I cancelled my trip to Paris",
            likes("goal", "Paris", does="end"),
            "rejected:no_target",
            ({"custom": {"location": "Paris"}}, set(), set()),
        ),
        (
            "I live in Oslo these days",
            [fact("custom.location", "Oslo")],
            "My sister left Oslo yesterday",
            fact("custom.sisterLocation", "Oslo", does="end"),
            "rejected:no_target",
            ({"custom": {"location": "Oslo"}}, set(), set()),
        ),
        (
            "I like climbing and chess",
            TWO,
            "no more interests for me now",
            fact("interests", "", does="end", target="interests"),
            "rejected:no_target",
            ({"interests": ["climbing", "chess"]}, set(), set()),
        ),
        (
            "I like climbing and chess",
            TWO,
            "I took up rowing instead",
            fact("interests", "rowing", does="replace"),
            "merged",
            ({"interests": ["climbing", "chess", "rowing"]}, set(), set()),
        ),
        (
            "Anna is my sister and Bob is my boss",
            PEOPLE,
            "I have no boss any more",
            person("", "boss", does="end"),
            "ended",
            ({"contacts": [{"name": "Anna", "relation": "sister"}]}, set(), set()),
        ),
        (
            "Anna is my sister and Bob is my boss",
            PEOPLE,
            "Lena is my boss from now on",
            person("Lena", "boss", does="replace"),
            "replaced",
            (
                {
                    "contacts": [
                        {"name": "Anna", "relation": "sister"},
                        {"name": "Lena", "relation": "boss"},
                    ]
                },
                set(),
                set(),
            ),
        ),
        (
            "Wir haben seit gestern eine Ziege",
            [fact("custom.pets", "Ziege")],
            "Sie heißt Berta",
            fact("custom.pets", "Berta (Ziege)", does="replace", target_text="Ziege"),
            "replaced",
            ({"custom": {"pets": "Berta (Ziege)"}}, set(), set()),
        ),
        (
            "We have two goats, Ida and Bo",
            [fact("custom.pets", "two goats, Ida and Bo")],
            "Ida is 3 now",
            fact("custom.pets", "3 goats, Ida and Bo", does="replace", target="custom.pets"),
            "rejected:no_evidence",
            ({"custom": {"pets": "two goats, Ida and Bo"}}, set(), set()),
        ),
        (
            "Wir haben seit gestern eine Ziege",
            [fact("custom.pets", "Ziege")],
            "Sie heißt Berta",
            fact("custom.pets", "Berta (Schaf)", does="replace", target_text="Ziege"),
            "rejected:no_evidence",
            ({"custom": {"pets": "Ziege"}}, set(), set()),
        ),
        (
            "I am a vegan and eat no gluten",
            [fact("custom.diet", "vegan, no gluten")],
            "I stopped being vegan",
            fact("custom.diet", "no gluten", does="replace", target="custom.diet"),
            "replaced",
            ({"custom": {"diet": "no gluten"}}, set(), set()),
        ),
        (
            "I am a vegan and eat no gluten",
            [fact("custom.diet", "vegan, no gluten")],
            "I had lunch with my boss",
            fact("custom.diet", "no gluten", does="replace", target="custom.diet"),
            "rejected:no_evidence",
            ({"custom": {"diet": "vegan, no gluten"}}, set(), set()),
        ),
        (
            "I eat no meat on Fridays",
            [fact("custom.diet", "no meat on Fridays")],
            "I work late on Fridays",
            fact("custom.diet", "no meat", does="replace", target="custom.diet"),
            "rejected:no_evidence",
            ({"custom": {"diet": "no meat on Fridays"}}, set(), set()),
        ),
        *(
            (
                f"I like {liked} a lot",
                [likes("like", liked)],
                f"I no longer like {ended}",
                likes("like", ended, does="end"),
                "rejected:no_target",
                ({}, {liked}, set()),
            )
            for liked, ended in (
                ("oat milk", "milk"),
                ("cats and dogs", "cats"),
                ("coffee ice cream", "coffee"),
                ("Google Docs", "Google"),
            )
        ),
        (
            "I am allergic to nuts and penicillin",
            [fact("custom.allergies", "nuts and penicillin")],
            "I can eat nuts again",
            fact("custom.allergies", "nuts", does="end", target="custom.allergies"),
            "rejected:no_target",
            ({"custom": {"allergies": "nuts and penicillin"}}, set(), set()),
        ),
        (
            "I am allergic to peanuts",
            [fact("custom.allergies", "peanuts")],
            "I had peanuts today for lunch",
            fact("custom.allergies", "peanuts", does="end", confidence=0.66),
            "rejected:proposed",
            ({"custom": {"allergies": "peanuts"}}, set(), set()),
        ),
        (
            "I really like jazz music",
            [likes("like", "jazz")],
            "the weather is nice today",
            likes("like", "jazz", does="end"),
            "rejected:no_evidence",
            ({}, {"jazz"}, set()),
        ),
        (
            "I work at Bosch these days",
            [fact("work.org", "Bosch")],
            "I worked at Siemens until 2019",
            fact("work.org", "Siemens", valid_to=START - 2000 * DAY),
            "ended",
            ({"work": {"org": "Bosch"}}, set(), set()),
        ),
        (
            "I work at Bosch these days",
            [fact("work.org", "Bosch")],
            "From July on I work at Siemens",
            fact("work.org", "Siemens", valid_from=START + 180 * DAY),
            "rejected:proposed",
            ({"work": {"org": "Bosch"}}, set(), set()),
        ),
        (
            "I edit with Vim every day",
            [likes("tool", "Vim", slot="editor")],
            "I might use Neovim instead",
            likes(
                "tool",
                "Neovim",
                slot="editor",
                does="replace",
                target_text="Vim",
                confidence=0.8,
            ),
            "superseded",
            ({}, {"Vim"}, set()),
        ),
        (
            "I am an engineering manager",
            [fact("work.role", "engineering manager")],
            "I lead a team of five",
            likes("trait", "leads a team of five", slot="role"),
            "added",
            ({"work": {"role": "engineering manager"}}, {"leads a team of five"}, set()),
        ),
        (
            "I am allergic to nuts sadly",
            [fact("custom.allergies", "nuts")],
            "I am also allergic to penicillin",
            fact("custom.allergies", "penicillin"),
            "merged",
            ({"custom": {"allergies": ["nuts", "penicillin"]}}, set(), set()),
        ),
    ],
)
def test_the_rest_stays(first, reads, then, change, outcome, left):
    profile, _ = said(Profile(), 0, first, *reads)
    profile, outcomes = said(profile, 1, then, change)
    assert outcomes == [outcome]
    assert known(profile) == left


def test_the_words_count_if_the_id_names_something_else():
    profile, _ = said(
        Profile(), 0, "I like chess and use Python", likes("like", "chess"), likes("tool", "Python")
    )
    python = next(item.id for item in profile.preferences if item.description == "Python")
    change = likes("like", "chess", does="end", target=python, target_text="chess")
    profile, outcomes = said(profile, 1, "I no longer like chess", change)
    assert outcomes == ["ended"]
    assert known(profile) == ({}, {"Python"}, set())


def test_a_stay_leaves_the_home_as_it_was():
    profile, _ = said(Profile(), 0, "I live in Hamburg", fact("custom.location", "Hamburg"))
    stay = fact("custom.location", "Lisbon", valid_to=START + 5 * DAY)
    profile, _ = said(profile, 1, "Staying in Lisbon until Friday", stay)
    assert known(profile, 2)[0] == {"custom": {"location": "Lisbon"}}
    assert known(profile, 6)[0] == {"custom": {"location": "Hamburg"}}


def test_an_end_that_is_still_to_come_comes_then():
    profile, _ = said(Profile(), 0, "I work at Bosch today", fact("work.org", "Bosch"))
    leaving = fact("work.org", "Bosch", does="end", valid_to=START + 5 * DAY)
    profile, _ = said(profile, 1, "I am leaving Bosch on Friday", leaving)
    assert known(profile, 2)[0] == {"work": {"org": "Bosch"}}
    assert known(profile, 6)[0] == {}


def test_no_end_of_one_value_is_that_of_a_list_or_of_what_was_declared():
    profile, _ = said(Profile(), 0, "I like climbing and chess", *TWO)
    passing = fact("interests", "origami", valid_to=START + 5 * DAY)
    profile, _ = said(profile, 1, "doing origami until Friday", passing)
    assert set(known(profile, 9)[0]["interests"]) >= {"climbing", "chess"}
    declared = edits.patch_about(Profile(), {"custom": {"location": "Hamburg"}}, START)
    stay = fact("custom.location", "Hamburg", valid_to=START + 5 * DAY)
    declared, _ = said(declared, 1, "I am in Hamburg until Friday", stay)
    assert known(declared, 9)[0] == {"custom": {"location": "Hamburg"}}


def test_what_was_passing_lasts_once_the_user_says_so():
    diet = fact("custom.diet", "keto", valid_to=START + 5 * DAY)
    profile, _ = said(Profile(), 0, "keto diet until Sunday", diet)
    profile, _ = said(profile, 1, "I keep the keto diet for good", fact("custom.diet", "keto"))
    assert known(profile, 9)[0] == {"custom": {"diet": "keto"}}


def test_back_and_forth_in_one_message_ends_with_its_last_words():
    profile, _ = said(Profile(), 0, "I do like Ruby a lot", likes("like", "Ruby"))
    first, last = "I hate Ruby so much.", "Just kidding, I love Ruby."
    reads = [likes("dislike", "Ruby", quote=first), likes("like", "Ruby", quote=last)]
    profile, _ = said(profile, 1, f"{first} {last}", *reads)
    assert [item.type for item in profile.preferences if item.active] == ["like"]


def test_a_declared_contact_is_not_rewritten():
    contacts = {"contacts": [{"name": "Anna", "relation": "sister"}]}
    profile = edits.patch_about(Profile(), contacts, START)
    profile, outcomes = said(profile, 1, "Anna is my colleague", person("Anna", "colleague"))
    assert outcomes == ["rejected:declared"]
    assert known(profile)[0] == contacts


def test_the_rejected_alternative_becomes_no_fact():
    reads = [
        likes("preference", "Python over Java"),
        fact("work.languages", "Python"),
        fact("work.languages", "Java"),
        likes("tool", "Java"),
        skill("java"),
    ]
    profile, outcomes = said(Profile(), 0, "I prefer Python over Java.", *reads)
    assert outcomes[:2] == ["added", "added"]
    assert outcomes[2:] == ["rejected:no_evidence"] * 3
    assert known(profile) == (
        {"work": {"languages": ["Python"]}},
        {"Python over Java"},
        set(),
    )


@pytest.mark.parametrize(
    ("path", "first", "then", "left"),
    [
        ("custom.health", "asthma", "diabetes", ["asthma", "diabetes"]),
        ("custom.spokenLanguages", "Polish", "Dutch", ["Polish", "Dutch"]),
        ("custom.pets", "a cat", "a dog", ["a cat", "a dog"]),
        ("custom.pets", "a cat", "two cats", "two cats"),
        ("custom.children", "three kids", "four kids", "four kids"),
    ],
)
def test_what_holds_beside_another_stays_unless_it_is_another_number(path, first, then, left):
    profile, _ = said(Profile(), 0, f"I told you of {first}", fact(path, first))
    profile, _ = said(profile, 1, f"I have {then} now", fact(path, then))
    assert known(profile)[0] == {"custom": {path.partition(".")[2]: left}}


def test_who_remarries_is_married():
    profile, _ = said(Profile(), 0, "I got divorced", fact("custom.relationship", "divorced"))
    profile, _ = said(profile, 1, "I remarried in May", fact("custom.relationship", "married"))
    assert known(profile)[0] == {"custom": {"relationship": "married"}}


def test_answers_are_in_the_language_that_was_asked_for_last():
    french = likes("preference", "answer in French")
    profile, _ = said(Profile(), 0, "Please answer in French", french)
    english = likes("preference", "answer in English")
    profile, _ = said(profile, 1, "Answer in English again", english)
    assert known(profile)[1] == {"answer in English"}
