"""Correcting habits and skill levels by hand: what holds then, and what learning may do to it."""

import json

import pytest

from shared.base.errors import Aborted, InvalidArgument, NotFound
from shared.documents.changelog import entry_id
from shared.documents.decisions import Reason
from shared.documents.profile import OVERALL, Level, Pattern, Profile
from shared.learning.analyzer import Analysis, TokenUsage
from shared.learning.candidates import PatternCandidate, SkillCandidate, WorkflowCandidate
from shared.profile.habits.counting import most_frequent
from shared.transfer.formats import Format
from shared.transfer.merging import merged_profile
from tests.support.domain import START, Domain

UID = "ada"
SEEN = START.isoformat()
STEPS = ["run the tests", "push the branch"]
LEARNED = Profile.model_validate(
    {
        "patterns": [
            {"id": "p", "description": "reviews pull requests", "frequency": 3, "lastSeen": SEEN}
        ],
        "workflows": [
            {"id": "w", "description": "releases on Fridays", "steps": STEPS, "lastSeen": SEEN}
        ],
        "skillLevel": {
            "overall": "beginner",
            "domains": {"python": "beginner", "ci/cd": "advanced"},
        },
    }
)
HABITS = [("pattern", "p"), ("workflow", "w")]


class Says:
    """An analyzer that proposes what the test says, with the whole message as its quote."""

    name = "says"

    def __init__(self):
        self.proposals = []

    def estimate(self, request):
        return TokenUsage()

    def analyze(self, request):
        (prompt,) = request.prompts
        quote = {"quote": prompt.content, "prompt_id": prompt.id}
        return Analysis(candidates=[each.model_copy(update=quote) for each in self.proposals])


@pytest.fixture
def says():
    return Says()


@pytest.fixture
def domain(says):
    domain = Domain(analyzer=says)
    settings = domain.store.users.get_or_new(UID).settings
    domain.profiles.change(UID, lambda before: merged_profile(before, LEARNED, settings), None)
    return domain


def told(domain, says, text, *proposals):
    """Learns the proposals from a message; returns the decisions."""
    says.proposals = list(proposals)
    domain.clock.advance(minutes=1)
    domain.learn(UID, text)
    batches = domain.store.batches.query(UID)
    return max(batches, key=lambda batch: batch.created_at).decisions


def habit(domain, kind, at=0):
    return getattr(domain.profiles.get(UID), f"{kind}s")[at]


def undo(domain):
    version = domain.profiles.get(UID).version
    return domain.reverting.undo(UID, entry_id(version), None)


@pytest.mark.parametrize(("kind", "id_"), HABITS)
def test_a_corrected_habit_is_the_users_own_and_is_not_reworded(domain, says, kind, id_):
    before = habit(domain, kind)
    changed = domain.habits.change(UID, kind, id_, {"description": "tidies up the garden"}, None)
    assert (changed.description, changed.source) == ("tidies up the garden", "manual")
    assert (changed.frequency, changed.last_seen) == (before.frequency, before.last_seen)
    candidate = PatternCandidate if kind == "pattern" else WorkflowCandidate
    old = before.description
    decisions = told(domain, says, f"She {old} now", candidate(description=old))
    assert [decision.reason for decision in decisions] == [Reason.FORGOTTEN]
    told(domain, says, "I tidies up the garden", candidate(description="tidies up the garden"))
    (item,) = getattr(domain.profiles.get(UID), f"{kind}s")
    assert (item.id, item.frequency, item.source) == (id_, before.frequency + 1, "manual")


@pytest.mark.parametrize(("kind", "id_"), HABITS)
def test_words_that_end_a_corrected_habit_ask_the_user_first(domain, says, kind, id_):
    domain.habits.change(UID, kind, id_, {"description": "tidies up the garden"}, None)
    candidate = PatternCandidate if kind == "pattern" else WorkflowCandidate
    told(
        domain,
        says,
        "I no longer tidies up the garden",
        candidate(description="tidies up the garden", does="end"),
    )
    assert habit(domain, kind).ended is None
    (question,) = domain.inbox.items(UID)
    assert (question.kind, question.item["id"]) == ("proposal", id_)
    text = domain.contexts.build(UID).text
    assert "may have changed: tidies up the garden may be over" in text
    domain.inbox.answer(UID, question.id, "accept", None, None)
    assert getattr(domain.profiles.get(UID), f"{kind}s") == []


@pytest.mark.parametrize(("kind", "id_"), HABITS)
def test_a_deleted_habit_is_not_learned_again_until_that_is_undone(domain, says, kind, id_):
    description = habit(domain, kind).description
    domain.habits.delete(UID, kind, id_, None)
    with pytest.raises(NotFound):
        domain.habits.delete(UID, kind, id_, None)
    candidate = PatternCandidate if kind == "pattern" else WorkflowCandidate
    decisions = told(domain, says, f"She {description}", candidate(description=description))
    assert [decision.reason for decision in decisions] == [Reason.FORGOTTEN]
    assert undo(domain).habits == 1
    assert habit(domain, kind).id == id_
    told(domain, says, f"She {description} again", candidate(description=description))
    assert habit(domain, kind).frequency == getattr(LEARNED, f"{kind}s")[0].frequency + 1


def test_steps_and_category_can_be_corrected_and_undone(domain):
    domain.habits.change(UID, "workflow", "w", {"steps": ["push"]}, None)
    domain.habits.change(UID, "pattern", "p", {"category": "work"}, None)
    assert habit(domain, "pattern").category == "work"
    undo(domain)
    assert (habit(domain, "pattern").category, habit(domain, "pattern").source) == ("", "learned")
    assert habit(domain, "workflow").steps == ["push"]
    version = domain.profiles.get(UID).version
    domain.habits.change(UID, "workflow", "w", {"steps": ["push"]}, None)
    assert domain.profiles.get(UID).version == version


def test_a_habit_corrected_to_what_another_says_takes_its_place(domain, says):
    told(domain, says, "I read the news", PatternCandidate(description="reads the news"))
    new = next(i for i in domain.profiles.get(UID).patterns if i.id != "p")
    domain.habits.change(UID, "pattern", new.id, {"description": "Reviews pull requests"}, None)
    (left,) = domain.profiles.get(UID).patterns
    assert (left.id, left.frequency) == (new.id, 3)


def test_a_change_for_another_version_is_refused(domain):
    for change in (
        lambda: domain.habits.change(UID, "pattern", "p", {"category": "x"}, 7),
        lambda: domain.habits.delete(UID, "workflow", "w", 7),
        lambda: domain.habits.patch_skills(UID, {"python": None}, 7),
    ):
        with pytest.raises(Aborted):
            change()


def test_habits_of_the_users_own_are_never_evicted():
    one = Pattern(id="a", description="a", frequency=9, last_seen=START)
    own = [
        one.model_copy(update={"id": id_, "frequency": 1, "source": "manual"}) for id_ in ("b", "c")
    ]
    assert [item.id for item in most_frequent([one, *own], 2)] == ["b", "c"]
    assert [item.id for item in most_frequent([one, *own], 1)] == ["b", "c"]
    assert [item.id for item in most_frequent([one, own[0]], 5)] == ["a", "b"]


def test_a_level_of_the_users_own_is_not_overwritten_but_asked_about(domain, says):
    domain.habits.patch_skills(UID, {"Python": Level.INTERMEDIATE, OVERALL: Level.BEGINNER}, None)
    skills = domain.profiles.get(UID).skill_level
    assert (skills.domains["python"], skills.declared) == (
        "intermediate",
        ["overall", "python"],
    )
    for name, domain_ in (("python", "python"), (OVERALL, "")):
        candidate = SkillCandidate(domain=domain_, level="advanced")
        said = f"I am advanced at {name}"
        assert [d.reason for d in told(domain, says, said, candidate)] == [Reason.DECLARED]
        assert domain.profiles.get(UID).skill_level == skills
    for question in domain.inbox.items(UID):
        assert question.kind == "proposal"
        domain.inbox.answer(UID, question.id, "accept", None, None)
    skills = domain.profiles.get(UID).skill_level
    assert (skills.overall, skills.domains["python"]) == ("advanced", "advanced")
    assert skills.declared == ["overall", "python"]


def test_a_removed_level_is_not_learned_again_until_it_is_set(domain, says):
    shown = domain.habits.patch_skills(UID, {"python": None, OVERALL: None, "none": None}, None)
    assert (shown.skill_level.overall, set(shown.skill_level.domains)) == (None, {"ci/cd"})
    candidates = (
        SkillCandidate(domain="python", level="advanced"),
        SkillCandidate(level="advanced"),
    )
    for candidate in candidates:
        decisions = told(domain, says, f"I am advanced at {candidate.domain} ...", candidate)
        assert [decision.reason for decision in decisions] == [Reason.FORGOTTEN]
    domain.habits.patch_skills(UID, {"python": Level.BEGINNER}, None)
    assert not [key for key in domain.store.users.get(UID).profile.forgotten if "python" in key]


def test_each_change_of_a_level_can_be_undone(domain):
    domain.habits.patch_skills(UID, {OVERALL: Level.ADVANCED}, None)
    domain.habits.patch_skills(UID, {OVERALL: Level.INTERMEDIATE, "rust": Level.BEGINNER}, None)
    assert undo(domain).facts == 2
    skills = domain.profiles.get(UID).skill_level
    assert (skills.overall, skills.declared, "rust" in skills.domains) == (
        "advanced",
        ["overall"],
        False,
    )
    version = domain.profiles.get(UID).version
    assert domain.reverting.undo(UID, entry_id(version - 2), None).facts == 1
    skills = domain.profiles.get(UID).skill_level
    assert (skills.overall, skills.declared) == ("beginner", None)
    domain.habits.patch_skills(UID, {OVERALL: None}, None)
    assert undo(domain).profile.skill_level.overall == "beginner"
    assert not [key for key in domain.store.users.get(UID).profile.forgotten if "skill" in key]


def test_undoing_an_earlier_change_leaves_a_level_that_was_set_since_the_users_own(domain):
    domain.habits.patch_skills(UID, {"python": Level.ADVANCED}, None)
    first = domain.profiles.get(UID).version
    domain.habits.patch_skills(UID, {"python": Level.INTERMEDIATE}, None)
    assert domain.reverting.undo(UID, entry_id(first), None).facts == 0
    skills = domain.profiles.get(UID).skill_level
    assert (skills.domains["python"], skills.declared) == ("intermediate", ["python"])


def test_a_rollback_lets_what_it_restores_be_learned_again(domain):
    version = domain.profiles.get(UID).version
    domain.habits.delete(UID, "pattern", "p", None)
    domain.habits.delete(UID, "workflow", "w", None)
    domain.habits.patch_skills(UID, {"python": None, OVERALL: None}, None)
    assert len(domain.store.users.get(UID).profile.forgotten) == 4
    domain.profiles.rollback(UID, version, None)
    assert domain.store.users.get(UID).profile.forgotten == []


def test_what_the_user_set_survives_time_exports_and_imports(domain):
    domain.habits.change(UID, "pattern", "p", {"description": "reviews all code"}, None)
    domain.habits.patch_skills(UID, {"python": Level.INTERMEDIATE, OVERALL: Level.BEGINNER}, None)
    domain.clock.advance(days=400)
    assert habit(domain, "pattern").source == "manual"
    data = json.loads("".join(domain.transfers.export(UID)))
    assert domain.transfers.import_("bob", Format.REKINDLE, data).refused == []
    own, theirs = domain.profiles.get(UID), domain.profiles.get("bob")
    assert (theirs.patterns[0].source, theirs.skill_level) == ("manual", own.skill_level)


def test_of_two_levels_the_one_that_the_user_set_wins_an_import():
    settings = Domain().store.users.get_or_new(UID).settings

    def skills(level, declared):
        parts = {"overall": level, "domains": {"python": level}}
        names = ["overall", "python"] if declared else []
        return Profile.model_validate({"skillLevel": {**parts, "declared": names}})

    low, high = skills("beginner", True), skills("advanced", False)
    for here, other in ((low, high), (high, low)):
        assert merged_profile(here, other, settings).skill_level == low.skill_level
    both = merged_profile(low, skills("advanced", True), settings)
    assert both.skill_level == low.skill_level
    assert merged_profile(skills("beginner", False), high, settings).skill_level == high.skill_level


@pytest.mark.parametrize("name", ["", " . ", "x" * 201, "ß" * 150])
def test_an_impossible_domain_is_refused(domain, name):
    with pytest.raises(InvalidArgument):
        domain.habits.patch_skills(UID, {name: Level.BEGINNER}, None)


def test_too_many_levels_are_refused(domain):
    with pytest.raises(InvalidArgument) as refused:
        domain.habits.patch_skills(UID, {f"d{n}": Level.BEGINNER for n in range(99)}, None)
    assert refused.value.details[0]["reason"] == "LIMIT_REACHED"
