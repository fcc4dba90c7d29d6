"""What changes, ends and is taken back, from a model's answer to the profile."""

import json

import pytest

from tests.support.domain import Domain
from tests.support.model.calls import analyzer
from tests.support.model.items import fact, found, stated
from tests.support.openai_server import OpenAIServer


@pytest.fixture
def model():
    with OpenAIServer() as server:
        yield server


@pytest.fixture
def ada(model):
    return Ada(model)


class Ada:
    """A user whose messages a model reads."""

    def __init__(self, model):
        self.model = model
        self.domain = Domain(
            analyzer(model.url), OPENAI_API_KEY="key", REKINDLE_DAILY_BUDGET="none"
        )

    def says(self, text, answer):
        """Has a message read as `answer`; returns the outcomes, with reasons."""
        self.model.will(answer)
        self.domain.clock.advance(days=1)
        self.domain.learn("ada", text)
        batch = max(self.domain.store.batches.query("ada"), key=lambda each: each.created_at)
        return [":".join(filter(None, (d.outcome, d.reason))) for d in batch.decisions]

    @property
    def known(self):
        """What the last request said is known."""
        return json.loads(self.model.requests[-1]["messages"][1]["content"])["known"]

    @property
    def included(self):
        return self.domain.contexts.build("ada").text

    def id_of(self, description):
        profile = self.domain.profiles.get("ada")
        return next(item.id for item in profile.preferences if item.description == description)


def test_a_habit_ends_and_is_known_to_be_over(ada):
    ada.says("I go climbing every week.", found(stated("I go climbing every week", "climbing")))
    over = stated(
        "I gave up climbing for good", "climbing", does="end", target=ada.id_of("climbing")
    )
    assert ada.says("I gave up climbing for good.", found(over)) == ["ended"]
    assert "climbing" not in ada.included
    assert ada.says("Good morning to you all.", found()) == []
    assert [each["description"] for each in ada.known["past"]] == ["climbing"]
    assert ada.known["preferences"] == []


def test_a_tool_is_replaced_by_what_it_says(ada):
    ada.says(
        "I write in Vim, always.", found(facts=[fact("I write in Vim", "tools.editor", "Vim")])
    )
    new = fact("switched from Vim to Zed", "tools.editor", "Zed", does="replace", target_text="Vim")
    assert ada.says("I switched from Vim to Zed.", found(facts=[new])) == ["replaced"]
    assert "Zed" in ada.included
    assert "Vim" not in ada.included


def test_what_is_taken_back_leaves_no_trace_for_the_model_either(ada):
    ada.says("I love jazz a lot.", found(stated("I love jazz a lot", "jazz", type="like")))
    back = stated(
        "forget what I said about jazz",
        "jazz",
        type="like",
        does="retract",
        target=ada.id_of("jazz"),
    )
    said = "Please forget what I said about jazz, that was for a colleague."
    assert ada.says(said, found(back)) == ["retracted"]
    assert "jazz" not in ada.included
    ada.says("Good morning to you all.", found())
    assert "jazz" not in json.dumps(ada.known)


def test_a_comparison_that_is_turned_around_is_turned_around(ada):
    tabs = stated("I prefer tabs over spaces", "tabs over spaces", slot="comparison")
    spaces = stated("I prefer spaces over tabs", "spaces over tabs", slot="comparison")
    ada.says("I prefer tabs over spaces.", found(tabs))
    ada.says("I prefer spaces over tabs.", found(spaces))
    assert "spaces over tabs" in ada.included
    assert "tabs over spaces" not in ada.included


def test_a_place_of_residence_has_one_value_and_a_date(ada):
    ulm = fact("I live in Ulm", "custom.location", "Ulm", ageing="lasting", valid_from="2019")
    ada.says("I live in Ulm since 2019.", found(facts=[ulm]))
    bonn = fact("I moved to Bonn", "custom.location", "Bonn")
    ada.says("I moved to Bonn.", found(facts=[bonn]))
    assert "Bonn" in ada.included
    assert "Ulm" not in ada.included
    ada.says("Good morning to you all.", found())
    assert ada.known["facts"] == {"custom.location": "Bonn"}
    assert [each["value"] for each in ada.known["past"]] == ["Ulm"]


def test_the_end_of_nothing_known_has_no_target(ada):
    over = stated("I no longer play golf", "golf", does="end", target="p-unknown")
    assert ada.says("I no longer play golf.", found(over)) == ["rejected:no_target"]


def test_later_messages_win_within_one_batch(ada):
    """The numbers of the messages lead back to them in their order."""
    ada.domain.accounts.patch_settings("ada", {"userMemoryAnalysisInterval": 10})
    likes = stated("I love Ruby so much", "Ruby", type="like")
    hates = stated("I hate Ruby by now", "Ruby", type="dislike", prompt=2)
    ada.model.will(found(hates, likes))
    ada.domain.say("ada", "I love Ruby so much.")
    ada.domain.clock.advance(seconds=1)
    ada.domain.learn("ada", "I hate Ruby by now.")
    profile = ada.domain.profiles.get("ada")
    assert [item.type for item in profile.preferences if item.active] == ["dislike"]
