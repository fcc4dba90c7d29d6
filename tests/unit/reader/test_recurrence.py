"""Patterns and workflows: what recurs across the prompts of a batch, or against the profile."""

from shared.documents.profile import Pattern, Preference, PreferenceType, Profile, Workflow
from shared.learning.candidates import PatternCandidate, WorkflowCandidate
from tests.unit.reader.reading import AT, patterns, read, workflows


def test_a_technology_asked_about_twice_is_a_pattern() -> None:
    assert patterns("How do I shrink a Docker image?", "Hello", "Why is docker slow?") == [
        "Regular questions about Docker"
    ]


def test_a_topic_asked_about_once_is_none() -> None:
    assert patterns("How do I shrink a Docker image?", "What is a monad?") == []


def test_saying_it_twice_in_one_prompt_is_not_recurring() -> None:
    assert patterns("Docker is slow. Why is Docker slow? Docker!") == []


def test_everyday_topics_recur_too() -> None:
    asked = ("A recipe for lentil soup?", "Which oven temperature for bread?", "hi")
    assert patterns(*asked) == ["Often asks about cooking"]


def test_any_phrase_recurs_in_three_prompts() -> None:
    asked = (
        "What do I feed my sourdough starter?",
        "My sourdough starter smells odd.",
        "Can I freeze sourdough starters?",
    )
    assert patterns(*asked) == ["Often asks about sourdough starter"]
    assert patterns(*asked[:2]) == []


def test_a_known_pattern_recurs_by_coming_up_once_more() -> None:
    known = Pattern(id="x1", description="Regular questions about Docker", last_seen=AT)
    found = read("How do I shrink a Docker image?", profile=Profile(patterns=[known]))
    assert [c.matches for c in found if isinstance(c, PatternCandidate)] == ["x1"]


def test_words_that_are_names_too_need_their_capital() -> None:
    assert patterns("Where shall we go?", "Let me go now", "go on") == []


def test_stated_workflows() -> None:
    assert workflows("After every feature I write tests, then I run the linter.") == [
        (
            "Usually finishes feature, writes tests, then runs the linter",
            ["Finish feature", "Write tests", "Run the linter"],
        )
    ]
    assert workflows("I always ask for review before committing.") == [
        ("Always asks for review before committing", ["Ask for review", "Commit"])
    ]
    assert workflows("My workflow is to sketch an outline, then write a draft.") == [
        ("Usually sketches an outline, then writes a draft", ["Sketch an outline", "Write a draft"])
    ]
    assert workflows("Yesterday I wrote tests, then I ran the linter.") == []


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


def test_a_known_preference_is_matched_by_its_id() -> None:
    known = Preference(
        id="k1",
        type=PreferenceType.LIKE,
        description="Hiking",
        confidence=0.9,
        base_confidence=0.9,
        created_at=AT,
        last_updated=AT,
    )
    profile = Profile(preferences=[known])
    assert [c.matches for c in read("I love to hike", profile=profile)] == ["k1"]  # type: ignore[union-attr]
    assert [c.matches for c in read("I hate hiking", profile=profile)] == [None]  # type: ignore[union-attr]
