"""Patterns and workflows: what recurs across the prompts of a batch, or against the profile."""

from adapters.reader import OfflineAnalyzer
from shared.documents.profile import Pattern, Profile, Workflow
from shared.learning.analyzer import AnalysisRequest, PromptText
from shared.learning.candidates import PatternCandidate, WorkflowCandidate
from tests.unit.reader.reading import AT, patterns, read, workflows


def test_a_technology_asked_about_three_times_is_a_pattern() -> None:
    asked = ("How do I shrink a Docker image?", "Explain docker volumes", "Why is docker slow?")
    assert patterns(*asked) == ["Regular questions about Docker"]
    assert patterns(*asked[:2]) == []


def test_three_questions_on_one_day_are_no_pattern() -> None:
    asked = ("How do I shrink a Docker image?", "Explain docker volumes", "Why is docker slow?")
    prompts = [PromptText(id=text, content=text, at=AT) for text in asked]
    request = AnalysisRequest(prompts=prompts, profile=Profile())
    assert OfflineAnalyzer().analyze(request).candidates == []


def test_what_is_only_mentioned_is_not_asked_about() -> None:
    assert patterns("Docker is slow.", "My boss likes Docker.", "Docker again, lol") == []


def test_saying_it_twice_in_one_prompt_is_not_recurring() -> None:
    assert patterns("Why is Docker slow? Why is Docker so slow? Docker?", "Hello") == []


def test_everyday_topics_recur_too() -> None:
    asked = (
        "Do you have a recipe for lentil soup?",
        "Which oven temperature does bread need?",
        "Help me with a recipe for dumplings.",
    )
    assert patterns(*asked) == ["Often asks about cooking"]


def test_a_known_pattern_recurs_by_coming_up_once_more() -> None:
    known = Pattern(id="x1", description="Regular questions about Docker", last_seen=AT)
    found = read("How do I shrink a Docker image?", profile=Profile(patterns=[known]))
    assert [c.matches for c in found if isinstance(c, PatternCandidate)] == ["x1"]


def test_words_that_are_names_too_need_their_capital() -> None:
    assert patterns("Where shall we go?", "Let me go now", "go on") == []


def test_stated_workflows() -> None:
    assert workflows("After every feature I write tests, then I run the linter.") == [
        (
            "Usually writes tests, then runs the linter (after every feature)",
            ["Write tests", "Run the linter"],
        )
    ]
    assert workflows("I always ask for review before committing.") == [
        ("Usually asks for review, then commits", ["Ask for review", "Commit"])
    ]
    assert workflows("My workflow is to sketch an outline, then write a draft.") == [
        ("Usually sketches an outline, then writes a draft", ["Sketch an outline", "Write a draft"])
    ]
    assert workflows("Yesterday I wrote tests, then I ran the linter.") == []


def test_what_stands_behind_a_comma_is_a_step_only_with_a_verb() -> None:
    assert workflows("Whenever I cook, I chop onions, garlic and leeks, then fry them.") == [
        (
            "Usually chops onions, garlic and leeks, then fries them (whenever they cook)",
            ["Chop onions, garlic and leeks", "Fry them"],
        )
    ]
    assert workflows("When I cook I use salt, pepper and oil.") == []


def test_a_sequence_of_requests_is_a_workflow() -> None:
    asked = ("Implement a login endpoint", "Now write unit tests for it", "Please review the code")
    assert workflows(*asked) == [
        (
            "Usually asks for tests and a code review after implementation",
            ["Implement feature", "Request tests", "Ask for review"],
        )
    ]


def test_two_steps_must_be_seen_twice_unless_they_are_known() -> None:
    asked = ("Implement a login endpoint", "Write unit tests for it")
    assert workflows(*asked) == []
    described = "Usually asks for tests after implementation"
    again = ("Implement a logout endpoint", "Add tests for the endpoint")
    assert [w[0] for w in workflows(*asked, *again)] == [described]
    known = Workflow(id="w1", description=described, last_seen=AT)
    found = read(*asked, profile=Profile(workflows=[known]))
    assert [c.matches for c in found if isinstance(c, WorkflowCandidate)] == ["w1"]
