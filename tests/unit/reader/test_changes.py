"""What ends, changes and is taken back, read beside what is known and merged into it."""

from datetime import timedelta

import pytest

from adapters.reader import OfflineAnalyzer
from adapters.reader.explain import explanation, shown
from adapters.reader.mending import much_like
from shared.documents.profile import Profile
from shared.documents.settings import Settings
from shared.learning.analyzer import AnalysisRequest, ContextMessage, PromptText
from shared.learning.merging import examine, merge
from tests.support.truth.play import fact_lines
from tests.unit.reader.reading import AT, read

ANALYZER = OfflineAnalyzer()


def profile_after(*messages: str) -> Profile:
    """The profile after these messages, said one a day."""
    profile = Profile()
    for day, text in enumerate(messages):
        at = AT + timedelta(days=day)
        prompts = [PromptText(f"p{day}", text, at)]
        before = [ContextMessage(role="user", text=said) for said in messages[:day]]
        found = ANALYZER.analyze(AnalysisRequest(prompts=prompts, profile=profile, context=before))
        profile = merge(
            profile,
            examine(found.candidates, prompts),
            batch_id=f"b{day}",
            settings=Settings(),
            now=at + timedelta(minutes=5),
        ).profile
    return profile


def known_after(*messages: str) -> set[str]:
    """What is known after these messages, said one a day."""
    profile = profile_after(*messages)
    facts = fact_lines(profile.without_inferred().about.to_json())
    return {*facts, *(f"{item.type}: {item.description}" for item in profile.preferences)}


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        (("I live in Lyon.", "We left Lyon for Arles."), {"custom.location: Arles"}),
        (("I work at Siemens.", "I left Siemens for Bosch."), {"work.org: Bosch"}),
        (("I've switched to Brave.", "I've gone back to Firefox."), {"tool: Firefox"}),
        (("We got engaged!", "We tied the knot on Sunday."), {"custom.relationship: married"}),
        (("I love golf.", "I've lost interest in golf."), set()),
        (
            ("I play padel on Mondays and Thursdays.", "Padel is Tuesdays and Fridays now."),
            {"preference: plays padel on Tuesdays and Fridays"},
        ),
        (
            ("Je fais du yoga le mardi et le jeudi.", "Le yoga, c'est le lundi et le vendredi."),
            {"preference: fais du yoga le lundi et le vendredi"},
        ),
        (
            ("Ich studiere Jura in Bonn.", "Hab gewechselt, jetzt ist es Soziologie, Bonn bleibt."),
            {"custom.education: Soziologie in Bonn"},
        ),
        (
            ("Mein Chef heißt Ralf.", "Meine neue Chefin heißt Nadine."),
            {"contacts: Nadine (Chefin)"},
        ),
        (
            ("Mi madre se llama Rosa.", "Mi novia se llama Ana.", "Mi novia se llama Eva."),
            {"contacts: Rosa (madre)", "contacts: Eva (novia)"},
        ),
        (
            ("My son is called Otto and he is 4.", "Sorry, Otto is 5."),
            {"contacts: Otto (son)", "custom.children: Otto is 5"},
        ),
        (
            ("I hate beetroot.", "since the farm shop opened i put beetroot in everything"),
            {"like: beetroot"},
        ),
    ],
)
def test_what_is_new_takes_the_place_of_the_old(messages, expected):
    assert known_after(*messages) == expected


@pytest.mark.parametrize(
    ("messages", "known"),
    [
        # What goes on is not over.
        (
            ("I want to write a novel.", "wrote 900 words of my novel this morning"),
            {"goal: writing a novel"},
        ),
        (("My dog is called Rex.", "Rex is 4 today!"), {"custom.pets: Rex (dog)"}),
        # Only the age of the one who is named changes.
        (
            ("Our daughter Ida is 5.", "Our son Ben is 8.", "Ida turned six today"),
            {
                "custom.children: Ida is six",
                "custom.children: Ben is 8",
                "contacts: Ida (daughter)",
                "contacts: Ben (son)",
            },
        ),
        (
            ("I have two kids, Ida and Ben.", "Ida is 3 now"),
            {"custom.children: two kids, Ida and Ben"},
        ),
        # Who is married in a sentence is not always its author.
        (
            ("I'm single.", "Thirty years married, my parents, and still they hold hands"),
            {"custom.relationship: single"},
        ),
        # No year.
        (("I've worked at Bosch since 7.",), {"work.org: Bosch"}),
    ],
)
def test_what_changes_in_part_or_not_at_all_stays(messages, known):
    assert known_after(*messages) == known


@pytest.mark.parametrize("number", ["²", "0", "1" * 5000])
@pytest.mark.parametrize(
    "message",
    [
        "I moved to Leeds {} years ago.",
        "I've worked at Bosch since {}.",
        "I'm {} years old.",
        "Ich wohne seit {} Jahren in Ulm.",
        "Vivo en Cádiz desde hace {} años.",
    ],
)
def test_no_number_stops_the_reading(message, number):
    known_after("I'm 31.", message.format(number))


def test_to_like_a_thing_now_ends_that_it_was_disliked():
    profile = profile_after("I hate cilantro.", "I love cilantro now.")
    assert [item.type for item in profile.preferences if item.active] == ["like"]


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        (("I'm 34.", "oops fat fingers, 43"), {"custom.age: 43"}),
        (("I work at Nordvik.", "It's Nordviken, not Nordvik."), {"work.org: Nordviken"}),
        (("I'm 34.", "It's Nordviken, not Nordvik."), {"custom.age: 34"}),
        (("I live in Bremen.", "Sorry, that should have been Bremgarten."), set()),
    ],
)
def test_a_slip_is_corrected_where_it_was_made(messages, expected):
    assert expected <= known_after(*messages)


@pytest.mark.parametrize(
    ("said", "corrected", "expected"),
    [
        (
            "My hometown is Paris Texas.",
            "oops meant paris tennessee",
            "custom.hometown: paris tennessee",
        ),
        ("I drive a Mazda X3.", "I misspoke, it's an X5.", "tool: Mazda X5"),
        ("I have 2 cats.", "i mean 3 cats", "custom.pets: 3 cats"),
        ("My phone is a Pixel 8.", "*pixel 9", "tool: pixel 9"),
        ("I'm a Leo.", "Oh no, I'm a Libra, I always mix them up.", "trait: Libra"),
        ("I'm from Iran.", "*Iraq", "custom.hometown: Iraq"),
        ("We have 3 hens.", "*13 hens, not 3", "custom.pets: 13 hens"),
        ("i run 50 km a week", "*15km haha", "preference: runs 15km a week"),
        ("My cat's name is Zoé.", "Her name is spelled Zoey.", "custom.pets: Zoey (cat)"),
        ("My cat's name is Zoe.", "*Zoé", "custom.pets: Zoé (cat)"),
        (
            "My email is jo@post.example.",
            "wait, it's joe@post.example, with an e",
            "custom.email: joe@post.example",
        ),
    ],
)
def test_a_correction_stands_for_the_words_that_it_is_like(said, corrected, expected):
    assert known_after(said, corrected) == {expected}


@pytest.mark.xfail(strict=True, reason="the network takes both for over")
def test_a_correction_takes_back_nothing_if_several_things_could_be_meant():
    said = "I speak Danish and Dutch."
    assert known_after(said, "Correction: I speak Welsh.") >= known_after(said)


@pytest.mark.parametrize(
    ("said", "changed", "expected"),
    [
        ("I live in Nantes.", "We swapped Nantes for Rennes.", "custom.location: Rennes"),
        ("I work at Siemens.", "I moved from Siemens to Bosch.", "work.org: Bosch"),
        ("I use vscode.", "Zed has replaced vscode for me.", "tool: zed"),
    ],
)
def test_what_replaces_something_is_of_its_kind(said, changed, expected):
    assert known_after(said, changed) == {expected}


def test_only_what_the_last_message_said_is_taken_back_without_a_name():
    assert known_after("I love jazz.", "Scratch that.") == set()
    assert known_after("I love jazz.", "How do I boil an egg?", "Scratch that.") == {"like: jazz"}


def test_of_what_the_last_message_said_only_what_is_named_is_taken_back():
    said = "I'm vegan and I have a goat."
    assert known_after(said, "I made that up about the goat.") == {"custom.diet: vegan"}
    assert known_after(said, "I made that up.") == set()


def test_a_plan_that_is_pushed_back_keeps_its_name():
    said = ("I want to open a bakery in May.", "We've pushed the bakery back to October.")
    assert known_after(*said) == {"goal: bakery in October"}


def test_what_ends_only_if_it_is_known_leaves_no_trace_otherwise():
    assert not read("I used to play chess at the club.")


@pytest.mark.xfail(strict=True, reason="the network is not sure enough")
def test_an_employer_is_told_by_the_one_that_was_left():
    assert list(map(shown, read("I left Siemens for Bosch."))) == ["work.org: Bosch"]


def test_a_message_that_ends_one_thing_and_begins_another_leaves_the_new_one():
    assert known_after("I work at Nokia.", "I work at Bosch now, I no longer work at Nokia.") == {
        "work.org: Bosch"
    }


@pytest.mark.parametrize(
    ("said", "corrected", "expected"),
    [
        ("I live in Lisbon.", "No, sorry, in Porto.", {"custom.location: Porto"}),
        ("I work for Bosch.", "I meant Siemens.", {"work.org: Siemens"}),
        ("I'm 43.", "sorry, 34 not 43", {"custom.age: 34"}),
        ("I was born in 1990.", "1991, sorry.", {"custom.birthYear: 1991"}),
        ("I play rugby.", "Sorry, thanks.", {"preference: plays rugby"}),
    ],
)
def test_a_bare_name_or_number_corrects_the_one_before(said, corrected, expected):
    assert known_after(said, corrected) == expected


OTHERS = (
    "I love jazz.",
    "I use Figma.",
    "I hate coriander.",
    "My goal is to run a marathon next year.",
    "I'm allergic to peanuts.",
    "I speak Welsh.",
    "I have an accordion.",
    "I drink tea every morning.",
)


@pytest.mark.parametrize(
    ("before", "said"),
    [
        (
            "Green is my favourite colour.",
            "I've gone off green entirely, and navy is my favourite these days.",
        ),
        ("I have a canoe.", "It went to my niece, she has the river at her door."),
        ("I work at a bakery.", "Handed in my notice this morning, the early shifts wore me out."),
        ("I have Wednesdays off.", "From next month on it will be the Friday instead."),
        ("My landlord is Mr. Osei.", "That was a slip, he spells it with two s."),
        ("I take the tram to work.", "The line is closed for good, so I walk now."),
        ("I rent a flat in Porto.", "What does a removal van cost? The keys go back on Sunday."),
    ],
)
def test_what_a_message_does_not_name_stays(before: str, said: str) -> None:
    others = known_after(*OTHERS)
    assert len(others) == len(OTHERS)
    assert others <= known_after(*OTHERS, before, said)


@pytest.mark.parametrize(
    ("before", "said", "is_over"),
    [
        ("I have a motorbike.", "I sold it.", True),
        ("I collect stamps.", "Gave that up.", True),
        ("I work at Tesco.", "I quit.", True),
        ("I'm vegan.", "Not anymore.", True),
        ("I use Evernote.", "Not any longer, alas.", True),
        ("Ich bin Veganer.", "Nicht mehr.", True),
        ("Vivo en Burgos.", "Ya no.", True),
        ("J'utilise Evernote.", "Plus du tout.", True),
        ("I have a hamster.", "Sadly he died.", True),
        ("I have a motorbike.", "My sister sold it.", False),
        ("I have a motorbike.", "I stopped at the lights.", False),
        ("I have a motorbike.", "I should have sold it.", False),
    ],
)
def test_a_pronoun_stands_for_what_was_said_in_the_message_before(before, said, is_over):
    known = known_after(before)
    assert known_after(before, said) == (set() if is_over else known)
    assert known <= known_after(before, "How long does rice keep?", said)


@pytest.mark.parametrize(
    ("said", "now", "expected"),
    [
        ("My laptop is a Dell.", "I swapped my Dell for a Lenovo.", {"tool: Lenovo"}),
        ("My laptop is a Dell.", "My new laptop is a Lenovo.", {"tool: Lenovo"}),
        ("I use Gmail for mail.", "I use Fastmail for mail now.", {"tool: Fastmail"}),
        ("I drive a Fiat.", "I drive a Dacia now.", {"tool: Dacia"}),
        ("I use Gmail for mail.", "I also use Figma now.", {"tool: Gmail", "tool: Figma"}),
    ],
)
def test_what_does_the_same_now_takes_the_place_of_what_did_it(said, now, expected):
    assert known_after(said, now) == expected


@pytest.mark.parametrize(
    ("said", "corrected", "expected"),
    [
        ("Ich wohne in Lissabon.", "Nein, Porto.", "custom.location: Porto"),
        ("J'habite à Vannes.", "À Rennes, pas à Vannes, pardon.", "custom.location: Rennes"),
        (
            "Ich komme aus Hagen.",
            "Ich komme aus Siegen, nicht aus Hagen.",
            "custom.hometown: Siegen",
        ),
    ],
)
def test_a_name_stands_for_the_only_one_that_was_said(said, corrected, expected):
    assert known_after(said, corrected) == {expected}


@pytest.mark.parametrize(
    ("said", "corrected", "expected"),
    [
        ("Mein Hund heißt Bello.", "Entschuldigung, ich meinte Bella.", "Bella (Hund)"),
        ("猫の名前はタマキです。", "打ち間違い、正しくはタマオです。", "タマオ (猫)"),
    ],
)
def test_what_is_corrected_keeps_what_else_was_known_of_it(said, corrected, expected):
    assert known_after(said, corrected) == {f"custom.pets: {expected}"}


def test_a_corrected_count_is_kept():
    known = known_after("子供が3人います。", "打ち間違い、正しくは2人です。")
    assert known == {"custom.children: 子供が2人"}


def test_what_is_denied_beside_a_statement_is_taken_back():
    said = "I speak Spanish and Portuguese."
    known = known_after(said, "I speak Spanish, not Portuguese.")
    assert known == {"custom.spokenLanguages: Spanish"}


@pytest.mark.parametrize(
    ("said", "later"),
    [
        ("We have one daughter, Lea.", "Lea has a little brother now, his name is Tim."),
        ("We have one daughter, Lea.", "Lea has a brother, his name is actually Tim."),
        ("I live in Hamburg.", "Hotel with a pool in the centre."),
    ],
)
def test_what_is_about_something_else_corrects_nothing(said, later):
    assert known_after(said) <= known_after(said, later)


@pytest.mark.parametrize(
    ("new", "text", "wrong"),
    [
        ("1600km", "runs 1,500 km a year", "1,500 km"),
        ("8km", "runs 7.5 km", "7.5 km"),
        ("15km", "runs 15 km", ""),
        ("4th", "Zoé is in 3rd grade", "3rd"),
        ("18h", "finit à 17h30", "17h30"),
        ("5", "trois étages, 42 – schmal", "42"),
    ],
)
def test_a_figure_stands_for_the_only_one_of_its_kind(new, text, wrong):
    assert much_like(new, text, frozenset()) == wrong


def test_who_somebody_is_by_now_stands_for_who_they_were():
    profile = profile_after("My girlfriend Tess is a nurse.", "Tess is my wife now.")
    (tess,) = profile.about.contacts
    assert (tess.name, tess.relation) == ("Tess", "wife")


def test_the_sentence_about_a_new_thing_does_not_name_the_old_one():
    profile = profile_after("I use Trello.", "I moved everything from Trello to Asana.")
    (tool,) = (item for item in profile.preferences if item.active)
    assert (tool.description, tool.context) == ("Asana", "")


def test_a_name_behind_a_question_corrects_nothing():
    said = "Ich wohne in Lissabon. Welche Sprache soll ich lernen?"
    assert known_after(said, "Nein, Rust.") == {"custom.location: Lissabon"}


def test_the_long_part_of_a_list_goes_on():
    said = known_after("Ich nutze Slack und Teams bei der Arbeit.", "Slack haben wir abgeschafft.")
    assert said == {"tool: Teams bei der Arbeit"}


def test_a_form_of_address_takes_the_place_of_the_other():
    assert known_after("Vouvoyez-moi.", "Tutoyez-moi plutôt.") == {"preference: tutoyez-moi"}


@pytest.mark.parametrize(
    ("said", "changed", "expected"),
    [
        ("SlackとTeamsを使っています。", "Slackは廃止になりました。", "end tool: Slack"),
        ("子どもが2人います。", "間違えました、3人です。", "custom.children: 子どもが3人"),
        ("切手を集めています。", "切手集めはやめました。", "end preference: 切手を集めている"),
    ],
)
def test_words_are_found_where_no_spaces_part_them(said, changed, expected):
    assert expected in map(shown, read(said, changed))


def test_what_began_this_month_does_not_end_with_it():
    assert list(map(shown, read("Desde este mes soy médico adjunto."))) == [
        "work.role: médico adjunto"
    ]
    assert read("Este mes soy médico adjunto.") == []


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        (
            ("I love tea.", "I have a parrot.", "I told you I have a parrot. I don't. Delete it."),
            {"like: tea"},
        ),
        (
            ("I'm allergic to wasps.", "Ignore my note that I'm allergic to wasps, it was a lie."),
            set(),
        ),
        (
            ("I live in Dublin.", "When I said I live in Dublin I meant Dunedin."),
            {"custom.location: Dunedin"},
        ),
        (
            (
                "I manage a team of sixty.",
                "When I wrote that I manage a team of sixty I meant six.",
            ),
            {"work.role: leads a team of six"},
        ),
        (("I wrote that I own a yacht. Sorry, that was a joke.",), set()),
        (("I told you I live in Kyiv!",), {"custom.location: Kyiv"}),
        (("I told you all my mail is on Proton these days. I lied.",), set()),
        (("That's not true. I told you I live in Oslo.",), {"custom.location: Oslo"}),
        (
            ("I have a dog and a cat.", "I told you I have a dog and a cat. I lied about the cat."),
            {"custom.pets: a dog"},
        ),
        (
            (
                "I live in Rome and work as a nurse.",
                "I said I live in Rome and work as a nurse. The nurse bit was wrong.",
            ),
            {"custom.location: Rome"},
        ),
    ],
)
def test_what_is_said_again_only_to_take_it_back_is_not_so(messages, expected):
    assert known_after(*messages) == expected


def test_what_is_said_behind_what_is_taken_back_is_so():
    told = "I wrote that my rent is due on Mondays. That was a slip: I work at a bakery."
    assert any("bakery" in known for known in known_after(told))


@pytest.mark.parametrize(
    "message",
    [
        "In the musical I'm a butcher from Vienna.",
        "For this sketch, I'm a dentist and I live in Malta.",
        "Only this time, answer in Polish.",
        "In this reply, no lists please.",
        "For the next message only, no emojis.",
    ],
)
def test_what_holds_on_a_stage_or_for_the_moment_is_not_kept(message):
    assert known_after(message) == set()


def test_what_begins_today_is_kept():
    assert known_after("From today on, answer in Polish.") == {"preference: answer in Polish"}


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        (("I'm vegan.", "I'm also gluten-free."), {"custom.diet: vegan, gluten-free"}),
        (("I work as a vet.", "I also work as a DJ."), {"work.role: vet, DJ"}),
        (("I work as a vet.", "Also, I'm a baker now."), {"work.role: baker"}),
        (
            ("Trabajo de fontanero.", "También trabajo de camarero."),
            {"work.role: fontanero, camarero"},
        ),
        (
            ("Ich bin Single.", "Ich habe jetzt einen Freund."),
            {"custom.relationship: vergeben"},
        ),
        (
            ("I'm vegan.", "I'm also gluten-free.", "I'm not vegan any more."),
            {"custom.diet: gluten-free"},
        ),
        (("I'm a vet.", "I also teach yoga.", "I've stopped teaching yoga."), {"work.role: vet"}),
        (
            ("I speak Polish.", "I speak Dutch now."),
            {"custom.spokenLanguages: Polish", "custom.spokenLanguages: Dutch"},
        ),
    ],
)
def test_what_is_added_takes_the_place_of_nothing(messages, expected):
    assert known_after(*messages) == expected


def test_a_correction_that_fits_nothing_is_no_fact():
    assert known_after("we have 12 chickens", "*21 lmao way too many") == {
        "custom.pets: 12 chickens"
    }


@pytest.mark.parametrize(
    ("said", "denied", "left"),
    [
        ("I'm allergic to bees.", "I'm not allergic to bees.", set()),
        ("I work as a vet.", "turns out I'm not a vet", set()),
        ("I'm a vet.", "I'm not a vet, sorry.", set()),
        ("We have a parrot.", "We don't have a parrot.", set()),
        ("I speak Finnish.", "I don't speak Finnish at all.", set()),
        ("I speak Finnish.", "I don't speak Finnish well.", {"custom.spokenLanguages: Finnish"}),
        ("I live in Graz.", "My aunt doesn't live in Graz.", {"custom.location: Graz"}),
        ("We have a parrot.", "We don't have a parrot cage.", {"custom.pets: a parrot"}),
        ("Ich habe Asthma.", "Ich habe kein Asthma.", set()),
        ("Ich wohne in Graz.", "Ich wohne nicht in Graz.", set()),
        ("Je suis végane.", "Je ne suis pas végane.", set()),
        ("J'habite à Lille.", "Je n'habite pas à Lille.", set()),
        ("Tengo asma.", "No tengo asma.", set()),
        ("Soy vegano.", "No gracias, soy vegano.", {"custom.diet: vegano"}),
        ("看護師です。", "看護師ではありません。", set()),
        ("大阪に住んでいます。", "大阪には住んでいません。", set()),
    ],
)
def test_what_is_denied_is_over(said, denied, left):
    assert known_after(said, denied) == left


def test_an_explanation_says_what_is_denied():
    assert any("denies what diet would read" in line for line in explanation("I'm not vegan.", AT))


@pytest.mark.parametrize(
    "message", ["I'm not only vegan.", "看護師だけではありません。", "看護師です、すみません。"]
)
def test_what_only_looks_like_a_denial_denies_nothing(message):
    assert not any("denies what" in line for line in explanation(message, AT))


def test_a_denial_alone_says_nothing():
    assert known_after("I'm not a vet.") == set()
    assert known_after("大阪に住んでいません。") == set()


@pytest.mark.parametrize(
    ("said", "slip", "right"),
    [
        ("My birthday is on 3 May.", "Oops, it's August 24.", "August 24"),
        ("My birthday is on 3 May.", "Sorry, 24 August.", "24 August"),
        ("My birthday is on 3 May.", "Oops, it's in June.", "3 June"),
        ("Mein Geburtstag ist am 3. März.", "Quatsch, am 24. August.", "24. August"),
        ("Mein Geburtstag ist am 3. Mai.", "Sorry, ich meinte den 5. Mai.", "5. Mai"),
        ("Mon anniversaire est le 3 mai.", "Pardon, le 24 août.", "24 août"),
        ("Mi cumpleaños es el 3 de mayo.", "Perdón, el 24 de agosto.", "24 de agosto"),
    ],
)
def test_a_date_is_put_right(said, slip, right):
    assert known_after(said, slip) == {f"custom.birthday: {right}"}


@pytest.mark.parametrize(
    ("said", "over", "left"),
    [
        ("I have a dog called Rex and a cat called Mia.", "Rex died.", "custom.pets: Mia (cat)"),
        ("J'ai une moto et un vélo.", "J'ai vendu la moto.", "custom.possessions: vélo"),
        ("Tengo coche y moto.", "He vendido el coche.", "custom.possessions: moto"),
        ("J'adore le sucre et la cannelle.", "Le sucre, je n'aime plus.", "like: la cannelle"),
    ],
)
def test_of_two_things_the_one_that_is_not_named_stays(said, over, left):
    before, after = known_after(said), known_after(said, over)
    assert after == {left} != before
    assert len(before) == 2 or before == {"like: le sucre et la cannelle"}


@pytest.mark.parametrize(
    ("said", "then", "left"),
    [
        (
            ("I own a Kindle.", "I own an iPad."),
            "My Kindle broke and I threw it away. I still have the iPad.",
            {"iPad"},
        ),
        (("I own a car.", "I own a bike."), "Sold the car, the bike I still have.", {"bike"}),
        (("I own a car.", "I own a bike."), "I sold the car. And the bike.", set()),
        (("I own a car.", "I own a bike."), "I sold the car and the bike.", set()),
        (("I own a boat.", "I own a piano."), "I sold the boat. The piano!", {"piano"}),
        (("I own a boat.", "I own a piano."), "I sold the boat and the piano is fine.", {"piano"}),
        (
            ("Ich habe eine Allergie gegen Nüsse.", "Ich habe eine Allergie gegen Penicillin."),
            "Nüsse darf ich essen, da war nie was. Beim Penicillin bleibts leider.",
            {"Penicillin"},
        ),
    ],
)
def test_each_thing_is_judged_by_what_is_said_of_it(said, then, left):
    assert {one.split(": ")[1] for one in known_after(*said, then)} == left


@pytest.mark.parametrize(
    ("said", "of_another", "org"),
    [
        ("I work at Siemens.", "My brother changed jobs, he's with Bosch now.", "Siemens"),
        ("Je travaille à Lidl.", "Ma soeur a changé de travail, elle est chez Orange.", "Lidl"),
        ("Ich arbeite bei Lidl.", "Mein Bruder hat gewechselt, er ist jetzt bei Bosch.", "Lidl"),
    ],
)
def test_what_a_relative_changes_changes_nothing_of_the_author(said, of_another, org):
    assert f"work.org: {org}" in known_after(said) & known_after(said, of_another)


def test_what_becomes_of_a_relative_may_change_the_author():
    widowed = {"custom.relationship: widowed"}
    assert known_after("I'm married.", "My husband died last week.") == widowed
