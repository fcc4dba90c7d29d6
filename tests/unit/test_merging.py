"""Merging: the rules of P-12 to P-17, and what must hold whatever an analyzer proposes."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import settings as run
from hypothesis import strategies as st

from shared.base.text import fold
from shared.documents.decisions import Outcome, Reason
from shared.documents.profile import Level, Profile
from shared.documents.settings import Settings
from shared.learning.analyzer import PromptText
from shared.learning.candidates import (
    AboutCandidate,
    PatternCandidate,
    PreferenceCandidate,
    SkillCandidate,
    WorkflowCandidate,
)
from shared.learning.merging import MIN_CONFIDENCE
from shared.learning.merging.batch import MAX_CANDIDATES
from shared.profile import edits
from shared.profile.changelog import content_of
from tests.support.strategies import PROMPTS, START, WORDS, batches, merged, proof

DAY = timedelta(days=1)
PYTHON = proof("python")


def like(description="python", confidence=0.8, type_="like", **fields):
    said = proof(description) if description in WORDS else PYTHON
    return PreferenceCandidate(
        type=type_, description=description, confidence=confidence, **(said | fields)
    )


def fact(path, value, quote, confidence=0.95):
    return AboutCandidate(path=path, value=value, quote=quote, confidence=confidence)


def says(*texts, at=START):
    """Prompts with these texts."""
    return {f"m{n}": PromptText(f"m{n}", text, at) for n, text in enumerate(texts)}


def outcomes(result):
    return [(decision.outcome, decision.reason) for decision in result.decisions]


def test_a_new_preference_has_the_observed_confidence():
    result = merged(Profile(), like(confidence=0.83))
    assert outcomes(result) == [(Outcome.ADDED, None)]
    assert result.profile.preferences[0].confidence == 0.83
    assert result.profile.preferences[0].evidence[0].quote == "I say python"


@pytest.mark.parametrize(
    ("existing", "observed", "expected"), [(0.7, 0.7, 0.8), (0.7, 0.95, 0.95), (0.95, 0.8, 1.0)]
)
def test_a_reinforced_preference_rises(existing, observed, expected):
    profile = merged(Profile(), like(confidence=existing)).profile
    result = merged(profile, like(confidence=observed), batch="b2")
    assert outcomes(result) == [(Outcome.REINFORCED, None)]
    assert result.profile.preferences[0].confidence == pytest.approx(expected)
    assert result.profile.preferences[0].base_confidence == pytest.approx(expected)


def test_reinforcement_starts_from_what_decay_has_left():
    profile = merged(Profile(), like(confidence=0.9)).profile
    later = START + 45 * DAY
    prompts = {id_: replace(prompt, at=later) for id_, prompt in PROMPTS.items()}
    result = merged(profile, like(confidence=0.66), batch="b2", now=later, prompts=prompts)
    assert result.profile.preferences[0].confidence == pytest.approx(0.66)


def test_the_three_most_recent_quotes_stay():
    profile = Profile()
    for n, word in enumerate(["python", "rust", "tea", "jazz", "tabs"]):
        said = like(quote=f"I say {word}", prompt_id=f"p{n}")
        profile = merged(profile, said, batch=f"b{n}").profile
    quotes = [item.quote for item in profile.preferences[0].evidence]
    assert quotes == ["I say tea", "I say jazz", "I say tabs"]


def test_context_and_metadata_are_joined():
    profile = merged(Profile(), like(context="said once", metadata={"a": "tea"})).profile
    again = like(context="said again", metadata={"b": "rust"}, quote="and mean python")
    item = merged(profile, again, batch="b2").profile.preferences[0]
    assert item.context == "said once; said again"
    assert item.metadata == {"a": "tea", "b": "rust"}


def test_a_model_may_match_by_id():
    profile = merged(Profile(), like("python")).profile
    known = profile.preferences[0].id
    result = merged(profile, like("the snake language", matches=known), batch="b2")
    assert result.decisions[0].item_id == known
    assert len(result.profile.preferences) == 1


def test_an_id_of_another_type_is_no_match():
    profile = merged(Profile(), like("python")).profile
    known = profile.preferences[0].id
    result = merged(profile, like("rust", type_="tool", matches=known), batch="b2")
    assert len(result.profile.preferences) == 2


@pytest.mark.parametrize(
    ("liking", "disliking", "active"),
    [(0.9, 0.8, "like"), (0.8, 0.9, "dislike"), (0.8, 0.8, "dislike")],
)
def test_like_against_dislike(liking, disliking, active):
    """The higher confidence wins, the newer at a tie (F-16)."""
    profile = merged(Profile(), like(confidence=liking)).profile
    opposite = like(confidence=disliking, type_="dislike")
    result = merged(profile, opposite, batch="b2", now=START + DAY)
    assert result.decisions[0].outcome == Outcome.SUPERSEDED
    states = {item.type: item for item in result.profile.preferences}
    assert states[active].active
    loser = states["dislike" if active == "like" else "like"]
    assert (loser.active, loser.superseded_by) == (False, states[active].id)

    freed = edits.delete_preference(result.profile, states[active].id)
    assert freed.preferences[0].active
    assert freed.preferences[0].superseded_by is None


@pytest.mark.parametrize(
    ("candidate", "reason"),
    [
        (like(quote="I never said so"), Reason.NO_EVIDENCE),
        (like(quote=""), Reason.NO_EVIDENCE),
        (like(quote="."), Reason.NO_EVIDENCE),
        (like(confidence=MIN_CONFIDENCE - 0.01), Reason.LOW_CONFIDENCE),
        (like(description="  "), Reason.INVALID),
        (like(description="key AKIAABCDEFGHIJKLMNOP"), Reason.UNSAFE),
        (AboutCandidate(path="no.such", value="python", confidence=0.9, **PYTHON), Reason.INVALID),
        (
            AboutCandidate(path="codePreferences.tone", value="python", confidence=0.9, **PYTHON),
            Reason.INVALID,
        ),
    ],
)
def test_what_is_rejected_and_why(candidate, reason):
    result = merged(Profile(), candidate)
    assert outcomes(result) == [(Outcome.REJECTED, reason)]
    assert content_of(result.profile) == content_of(Profile())


def test_evidence_may_differ_in_case_and_white_space():
    assert merged(Profile(), like(quote=" i SAY\n python ")).decisions[0].accepted


def test_a_secret_is_not_repeated_in_the_decision():
    result = merged(Profile(), like(description="key AKIAABCDEFGHIJKLMNOP"))
    assert "AKIA" not in result.decisions[0].model_dump_json()
    assert result.decisions[0].quote is None


def test_a_forgotten_preference_does_not_come_back():
    profile = merged(Profile(), like("Python")).profile
    profile = edits.delete_preference(profile, profile.preferences[0].id)
    result = merged(profile, like("python!"), batch="b2")
    assert outcomes(result) == [(Outcome.REJECTED, Reason.FORGOTTEN)]


def test_the_same_words_twice_are_a_duplicate():
    result = merged(Profile(), like(), like())
    assert outcomes(result)[1] == (Outcome.REJECTED, Reason.DUPLICATE)


def test_patterns_and_workflows_count_once_per_batch():
    prompts = PROMPTS | says("There is jazz again")
    pattern = PatternCandidate(description="jazz", **proof("jazz"))
    again = PatternCandidate(description="jazz", quote="There is jazz again")
    workflow = WorkflowCandidate(
        description="chess", steps=["say chess", "mean chess"], **proof("chess")
    )
    first = merged(Profile(), pattern, again, workflow, prompts=prompts)
    assert [decision.outcome for decision in first.decisions] == ["added", "merged", "added"]
    second = merged(first.profile, pattern, workflow, batch="b2")
    assert [item.frequency for item in second.profile.patterns] == [2]
    assert [item.frequency for item in second.profile.workflows] == [2]


def test_the_higher_skill_level_stays():
    quotes = {
        Level.BEGINNER: "I am a beginner in Docker",
        Level.INTERMEDIATE: "I am fairly comfortable with Docker",
        Level.ADVANCED: "I am an expert in Docker",
    }
    prompts = says(*quotes.values())

    def skill(level, domain="Docker"):
        return SkillCandidate(domain=domain, level=level, quote=quotes[level])

    first = [skill(Level.INTERMEDIATE), skill(Level.ADVANCED, "")]
    profile = merged(Profile(), *first, prompts=prompts).profile
    profile = merged(profile, skill(Level.BEGINNER), batch="b2", prompts=prompts).profile
    assert profile.skill_level.domains == {"docker": Level.INTERMEDIATE}
    profile = merged(profile, skill(Level.ADVANCED), batch="b3", prompts=prompts).profile
    assert profile.skill_level.domains == {"docker": Level.ADVANCED}
    assert profile.skill_level.overall == Level.ADVANCED


def test_a_fact_mentioned_again_rises_by_three_tenths():
    fact = AboutCandidate(path="tools.editor", value="vim", confidence=0.65, **proof("vim"))
    profile = merged(Profile(), fact).profile
    result = merged(profile, fact, batch="b2")
    assert result.decisions[0].outcome == Outcome.REINFORCED
    meta = result.profile.about_meta[0]
    assert (meta.confidence, meta.seen_count) == (pytest.approx(0.95), 2)


def test_a_newer_fact_takes_the_place_of_an_older_one():
    old = fact("work.org", "Initech", "I work at Initech", confidence=0.95)
    new = fact("work.org", "Hooli", "I work at Hooli", confidence=0.9)
    prompts = says("I work at Initech.", "I work at Hooli.")
    profile = merged(Profile(), old, prompts=prompts).profile
    prompts = says("I work at Initech.", "I work at Hooli.", at=START + DAY)
    result = merged(profile, new, batch="b2", now=START + DAY, prompts=prompts)
    assert result.decisions[0].outcome == Outcome.SUPERSEDED
    assert result.profile.about.to_json() == {"work": {"org": "Hooli"}}
    assert result.profile.about_meta[0].first_seen == START + DAY


def test_a_list_grows_by_one_element_at_a_time():
    def language(name):
        return AboutCandidate(
            path="work.languages", value=name, confidence=0.9, **proof(name.lower())
        )

    profile = merged(Profile(), language("Python"), language("Rust")).profile
    profile = merged(profile, language("python"), batch="b2").profile
    assert profile.about.to_json() == {"work": {"languages": ["Python", "Rust"]}}


def test_a_manual_preference_is_never_evicted_by_a_learned_one():
    settings = Settings(user_profile_max_preferences=1)
    profile = merged(Profile(), like("tea", 0.7)).profile
    profile = edits.change_preference(profile, profile.preferences[0].id, {"confidence": 0.1})
    result = merged(profile, like("jazz", 0.99), batch="b2", settings=settings)
    assert outcomes(result) == [(Outcome.REJECTED, Reason.LIMIT)]
    assert [item.description for item in result.profile.preferences] == ["tea"]


def test_the_weakest_is_evicted_and_said_to_be():
    settings = Settings(user_profile_max_preferences=1)
    profile = merged(Profile(), like("tea", 0.7)).profile
    result = merged(profile, like("jazz", 0.9), batch="b2", settings=settings)
    assert outcomes(result) == [(Outcome.ADDED, None), (Outcome.EVICTED, None)]
    assert result.decisions[1].description == "tea"


def test_more_candidates_than_a_batch_may_propose_are_accounted_for_together():
    many = [like(f"subject {n}") for n in range(MAX_CANDIDATES + 5)]
    result = merged(Profile(), *many)
    assert outcomes(result)[MAX_CANDIDATES] == (Outcome.REJECTED, Reason.LIMIT)
    assert result.decisions[MAX_CANDIDATES].description.startswith("5 more")


@run(deadline=None)
@given(st.lists(batches, max_size=4), st.integers(1, 4))
def test_what_always_holds(rounds, limit):
    settings = Settings(
        user_profile_max_preferences=limit,
        user_profile_max_patterns=limit,
        user_profile_max_workflows=limit,
    )
    profile = Profile()
    for n, candidates in enumerate(rounds):
        now = START + n * DAY
        result = merged(profile, *candidates, batch=f"b{n}", now=now, settings=settings)
        again = merged(profile, *candidates, batch=f"b{n}", now=now, settings=settings)
        assert again == result
        # One decision per candidate, in order, then the evictions.
        assert [d.kind for d in result.decisions[: len(candidates)]] == [
            candidate.kind for candidate in candidates
        ]
        assert {d.outcome for d in result.decisions[len(candidates) :]} <= {Outcome.EVICTED}
        profile = result.profile
        for items in (profile.preferences, profile.patterns, profile.workflows):
            assert len(items) <= limit
            assert len({item.id for item in items}) == len(items)
            for item in items:
                assert 1 <= len(item.evidence) <= 3
                for known in item.evidence:
                    assert fold(known.quote) in fold(PROMPTS[known.prompt_id].content)
        for item in profile.preferences:
            assert item.confidence >= MIN_CONFIDENCE or n
            assert item.active or item.superseded_by in {p.id for p in profile.preferences}
        assert {meta.path for meta in profile.about_meta} == set(_paths(profile))


def _paths(profile):
    from shared.documents.about import leaves

    return [path for path, _ in leaves(profile.about.to_json())]
