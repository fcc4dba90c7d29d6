"""The profile as it was known at an earlier time, against an oracle that kept every state."""

import random
from contextlib import suppress
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.base.errors import FailedPrecondition, InvalidArgument, RekindleError
from shared.context.context_service import NOTES_OF_TODAY
from shared.documents.changelog import entry_id
from shared.documents.profile import Level, PreferenceType, Profile
from shared.documents.settings import Settings
from shared.learning.analyzer import Analysis, AnalysisRequest, TokenUsage
from shared.learning.candidates import (
    AboutCandidate,
    PatternCandidate,
    PreferenceCandidate,
    SkillCandidate,
    WorkflowCandidate,
)
from shared.memory.rules import NewEntry
from shared.profile.profile_service import NewPreference
from shared.profile.shown import ShownProfile, shown
from tests.support.domain import START, Domain

UID = "ada"
WORDS = ["python", "rust", "green tea", "jazz", "tabs", "short answers", "chess", "vim", "hiking"]
COUNTED = {"created_at", "last_analyzed", "last_decay", "total_prompts_analyzed"}


class Finder:
    """An analyzer that finds something of a random kind in each prompt."""

    name = "finder"

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def estimate(self, request: AnalysisRequest) -> TokenUsage:
        return TokenUsage()

    def analyze(self, request: AnalysisRequest) -> Analysis:
        return Analysis([self._candidate(prompt) for prompt in request.prompts])

    def _candidate(self, prompt):
        word = next(word for word in WORDS if word in prompt.content)
        proof = {"quote": prompt.content, "prompt_id": prompt.id}
        confidence = self.chance.randint(60, 100) / 100
        kinds = [
            lambda: PreferenceCandidate(
                type=self.chance.choice(list(PreferenceType)),
                description=word,
                confidence=confidence,
                **proof,
            ),
            lambda: PatternCandidate(description=word, **proof),
            lambda: WorkflowCandidate(description=word, steps=[word], **proof),
            lambda: PreferenceCandidate(
                type=PreferenceType.LIKE,
                description=word,
                confidence=confidence,
                does=self.chance.choice(["end", "retract"]),
                **proof,
            ),
            lambda: SkillCandidate(domain=word, level=self.chance.choice(list(Level)), **proof),
            lambda: AboutCandidate(
                path=self.chance.choice(["tools.infra", "interests", "custom.team", "bio"]),
                value=word,
                confidence=confidence,
                **proof,
            ),
        ]
        return self.chance.choice([*kinds[:1] * 4, *kinds])()


class History:
    """Random changes to one profile, and every state that it has had."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.domain = Domain(analyzer=Finder(self.chance))
        self.states = []

    def run(self, changes: int) -> None:
        """Makes changes until there are that many versions."""
        while (self.states[-1][1].version if self.states else 0) < changes:
            hours = self.chance.choice([0, 0, 0.1, 1, 3, 24])
            self.domain.clock.advance(hours=hours)
            with suppress(RekindleError):
                self.chance.choice(self._steps())()
            user = self.domain.store.users.get(UID)
            if user:
                self.states.append((self.domain.clock.now, user.profile, user.settings))

    def expected(self, at) -> ShownProfile:
        known = [state for state in self.states if state[0] <= at]
        if not known:
            return shown(Profile(), Settings(), at, with_ended=True)
        _, profile, rules = known[-1]
        return shown(profile, rules, at, with_ended=True)

    def _steps(self):
        domain, pick = self.domain, self.chance.choice
        profile = domain.profiles.get(UID)
        ids = [item.id for item in profile.preferences] or ["none"]
        return [
            *[self._learn] * 5,
            lambda: domain.profiles.patch_about(UID, self._patch(), None),
            lambda: domain.profiles.patch_about(UID, self._patch(), None),
            lambda: domain.profiles.add_preference(
                UID,
                f"p{self.chance.random()}",
                NewPreference(
                    pick(list(PreferenceType)),
                    pick(WORDS),
                    "",
                    pick(WORDS),
                    0.8,
                    {"n": pick([1, True])},
                ),
                None,
            ),
            lambda: domain.profiles.change_preference(
                UID, pick(ids), {"description": pick(WORDS)}, None
            ),
            lambda: domain.profiles.set_active(
                UID, pick(ids), active=pick([True, False]), if_match=None
            ),
            lambda: domain.profiles.delete_preference(UID, pick(ids), None),
            lambda: domain.profiles.rollback(UID, profile.version - pick([1, 2, 4]), None),
            self._seldom,
            self._settings,
            self._sweep,
        ]

    def _learn(self) -> None:
        words = self.chance.sample(WORDS, self.chance.randint(1, 3))
        self.domain.learn(UID, *(f"I say {word} and mean {word}." for word in words))

    def _patch(self):
        return self.chance.choice(
            [
                {"name": self.chance.choice(["Ada", "Augusta", None])},
                {"interests": self.chance.choice([None, ["chess"], ["jazz", "chess", "jazz"]])},
                {"custom": {"flag": self.chance.choice([1, True, 1.0, {"a": [1, 2]}, None])}},
                {"tools": {"editor": self.chance.choice(["vim", None])}},
            ]
        )

    def _seldom(self) -> None:
        if self.chance.random() < 0.2:
            self.domain.profiles.clear(UID, None)
        elif self.chance.random() < 0.2:
            self.domain.profiles.delete_all_preferences(UID, None)

    def _settings(self) -> None:
        patch = self.chance.choice(
            [
                {"preferenceDecay": self.chance.choice(["stepped", "halfLife", "none"])},
                {"aboutDecay": self.chance.choice(["stepped", "halfLife", "none"])},
                {"userProfileConfidenceDecayDays": self.chance.choice([2, 30])},
                {"userProfileChangelogRetentionCount": self.chance.choice([1, 3, 5, 8])},
                {"userProfileMaxPreferences": self.chance.choice([3, 20])},
            ]
        )
        self.domain.accounts.patch_settings(UID, patch)

    def _sweep(self) -> None:
        self.domain.maintenance.sweep()
        self.domain.work()


def content(profile: Profile):
    """A profile but for what has no versions."""
    return profile.model_dump(
        exclude={
            **dict.fromkeys(COUNTED, True),
            "preferences": {"__all__": {"last_used", "last_used_through"}},
        }
    )


@pytest.mark.slow
@given(st.integers(0, 2**32))
@settings(max_examples=3, deadline=None)
def test_a_history_of_200_changes_is_known_at_every_instant(seed):
    history = History(seed)
    history.run(200)
    domain, end = history.domain, history.domain.clock.now
    moments = {at for at, _, _ in history.states}
    asked = history.chance.sample(sorted(moments), min(len(moments), 25))
    asked += [at - timedelta(microseconds=1) for at in asked]
    asked += [START + (end - START) * history.chance.random() for _ in range(15)]
    for at in (START - timedelta(days=1), *asked, end):
        found = domain.profiles.get(UID, as_of=at, with_ended=True)
        assert content(found) == content(history.expected(at)), (seed, at)
        assert found.last_analyzed is None or found.last_analyzed <= at


def test_every_retained_version_is_rebuilt_without_its_snapshot(domain):
    for n in range(12):
        domain.profiles.patch_about(UID, {"name": f"Ada {n}"}, None)
        domain.clock.advance(minutes=1)
    for n in range(12):
        at = START + timedelta(minutes=n, seconds=30)
        assert domain.profiles.get(UID, as_of=at).about.name == f"Ada {n}"


def test_what_the_profile_counts_is_as_of_the_version(domain):
    domain.learn(UID, "I love hiking.")
    domain.clock.advance(hours=1)
    domain.learn(UID, "Hello there.")
    domain.clock.advance(hours=1)
    domain.profiles.patch_about(UID, {"name": "Ada"}, None)
    found = domain.profiles.get(UID, as_of=START)
    assert (found.version, found.total_prompts_analyzed, found.last_analyzed) == (1, 1, START)
    assert domain.profiles.get(UID, as_of=domain.clock.now).total_prompts_analyzed == 2


def test_confidences_are_those_of_the_time(domain):
    domain.learn(UID, "I love hiking.")
    domain.clock.advance(days=45)
    (faded,) = domain.profiles.get(UID).preferences
    asked = domain.clock.now
    domain.clock.advance(days=40)
    assert domain.profiles.get(UID).preferences == []
    (then,) = domain.profiles.get(UID, as_of=asked).preferences
    assert then.confidence == faded.confidence


def test_confidences_go_by_the_rules_of_the_time(domain):
    domain.learn(UID, "I love hiking.")
    domain.clock.advance(days=45)
    asked = domain.clock.now
    (faded,) = domain.profiles.get(UID).preferences
    domain.clock.advance(hours=1)
    domain.accounts.patch_settings(UID, {"preferenceDecay": "none"})
    (kept,) = domain.profiles.get(UID, as_of=domain.clock.now).preferences
    (then,) = domain.profiles.get(UID, as_of=asked).preferences
    assert then.confidence == faded.confidence < kept.confidence


def test_before_the_first_version_nothing_was_known(domain):
    nothing = shown(Profile(), Settings(), START)
    assert domain.profiles.get(UID, as_of=START) == nothing
    domain.clock.advance(days=1)
    domain.profiles.patch_about(UID, {"name": "Ada"}, None)
    assert domain.profiles.get(UID, as_of=START) == nothing


def test_the_future_is_not_known(domain):
    with pytest.raises(InvalidArgument):
        domain.profiles.get(UID, as_of=START + timedelta(seconds=1))


def reason(error):
    return error.value.details[0]


def test_what_is_no_longer_retained_is_refused_with_the_oldest_time(domain):
    domain.profiles.patch_about(UID, {"name": "Ada"}, None)
    for n in range(6):
        domain.clock.advance(days=30)
        domain.profiles.patch_about(UID, {"name": f"Ada {n}"}, None)
    domain.maintenance.sweep()
    domain.work()
    with pytest.raises(FailedPrecondition) as error:
        domain.profiles.get(UID, as_of=START + timedelta(days=1))
    assert reason(error)["reason"] == "NOT_RETAINED"
    assert reason(error)["oldest"] == "2026-04-30T12:00:00Z"
    at = START + timedelta(days=60)
    assert domain.profiles.get(UID, as_of=at).about.name == "Ada 1"


def forget_undo(domain, version):
    """Makes an entry one of an earlier release."""
    fields = {"undo": None, "analyzed": None}
    domain.store.transact(
        lambda records: records.changelog.update_fields(UID, entry_id(version), fields)
    )


def test_entries_of_before_end_what_can_be_asked(domain):
    """Their snapshots count as long as they are kept."""
    for n in range(8):
        domain.profiles.patch_about(UID, {"name": f"Ada {n}"}, None)
        domain.clock.advance(hours=1)
    for version in range(1, 8):
        forget_undo(domain, version)
    for n in range(3, 8):
        at = START + timedelta(hours=n)
        assert domain.profiles.get(UID, as_of=at).about.name == f"Ada {n}"
    with pytest.raises(FailedPrecondition) as error:
        domain.profiles.get(UID, as_of=START + timedelta(hours=2.5))
    assert reason(error)["oldest"] == "2026-03-01T15:00:00Z"


@pytest.mark.parametrize("undo", ["nonsense", "[]", '{"~":{"nothing":{"=":1}}}', '{"=":7}'])
def test_a_delta_that_does_not_fit_ends_what_can_be_asked(domain, undo):
    for n in range(8):
        domain.profiles.patch_about(UID, {"name": f"Ada {n}"}, None)
        domain.clock.advance(hours=1)
    domain.store.transact(
        lambda records: records.changelog.update_fields(UID, entry_id(3), {"undo": undo})
    )
    assert domain.profiles.get(UID, as_of=START + timedelta(hours=2)).about.name == "Ada 2"
    with pytest.raises(FailedPrecondition):
        domain.profiles.get(UID, as_of=START + timedelta(hours=1))


def test_a_context_has_the_profile_of_the_time_and_says_that_notes_are_of_today(domain):
    domain.profiles.patch_about(UID, {"name": "Ada"}, None)
    domain.clock.advance(hours=1)
    domain.profiles.patch_about(UID, {"name": "Augusta"}, None)
    domain.memory.save(UID, NewEntry("The tests need Docker."))
    built = domain.contexts.build(UID, as_of=START)
    assert "Name: Ada\n" in built.text
    assert "The tests need Docker." in built.text
    assert built.warnings == [NOTES_OF_TODAY]
    assert domain.contexts.build(UID).warnings == []


def test_asking_about_the_past_uses_no_preference(domain):
    domain.learn(UID, "I love hiking.")
    domain.contexts.build(UID, as_of=START)
    assert domain.store.users.get(UID).used == {}
