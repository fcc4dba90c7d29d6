"""Reading, correcting and restoring the profile, on an in-memory store."""

import pytest

from shared.base.errors import Aborted, FailedPrecondition, InvalidArgument, NotFound
from shared.documents.changelog import Source, entry_id
from shared.documents.profile import PreferenceType
from shared.learning.recording import Message
from shared.profile.profile_service import NewPreference


def preference(description: str, type_: str = "like", confidence: float = 0.9) -> NewPreference:
    return NewPreference(PreferenceType(type_), description, "", "", confidence, {})


def test_each_change_is_a_version_with_an_entry(domain):
    domain.profiles.patch_about("ada", {"name": "Ada"}, None)
    domain.profiles.add_preference("ada", "p1", preference("tea"), None)
    profile = domain.profiles.get("ada")
    entries, _ = domain.profiles.changelog("ada", 10, None)
    assert profile.version == 2
    assert [(e.version, e.change_type, e.source) for e in entries] == [
        (2, "update", Source.USER),
        (1, "create", Source.USER),
    ]
    assert entries[0].snapshot["version"] == 2


def test_a_change_that_changes_nothing_is_no_version(domain):
    domain.profiles.add_preference("ada", "p1", preference("tea"), None)
    domain.profiles.set_active("ada", "p1", active=True, if_match=None)
    assert domain.profiles.get("ada").version == 1


def test_a_change_of_a_version_that_moved_on_is_refused(domain):
    domain.profiles.patch_about("ada", {"name": "Ada"}, None)
    with pytest.raises(Aborted) as raised:
        domain.profiles.patch_about("ada", {"name": "Bob"}, 0)
    assert raised.value.details == [{"reason": "VERSION_MOVED", "version": 1}]
    assert domain.profiles.get("ada").about.name == "Ada"


def test_the_same_id_again_adds_nothing(domain):
    for _ in range(2):
        domain.profiles.add_preference("ada", "p1", preference("tea"), 0)
    assert domain.profiles.get("ada").version == 1


def test_learning_never_brings_back_what_was_deleted(domain):
    domain.learn("ada", "I love hiking.")
    (learned,) = domain.profiles.get("ada").preferences
    domain.profiles.delete_preference("ada", learned.id, None)
    domain.clock.advance(minutes=1)
    domain.learn("ada", "I really love hiking!")
    assert domain.profiles.get("ada").preferences == []
    (batch, _), _ = domain.reports.batches("ada", 10, None)
    assert [decision.reason for decision in batch.decisions] == ["forgotten"]


def test_an_undone_correction_is_no_part_of_the_past_and_casts_no_doubt(domain):
    domain.learn("ada", "I work as a nurse.")
    domain.clock.advance(minutes=1)
    domain.profiles.patch_about("ada", {"work": {"role": "midwife"}}, None)
    [ended] = domain.profiles.get("ada").past.facts
    assert ended.value == "nurse"
    domain.reverting.undo("ada", entry_id(domain.profiles.get("ada").version), None)
    profile = domain.profiles.get("ada")
    assert (profile.about.work.role, profile.past.facts) == ("nurse", [])
    assert domain.inbox.items("ada") == []


def test_only_the_undone_end_of_a_fact_leaves_the_past(domain):
    for role in ("nurse", "midwife", "nurse", "midwife"):
        domain.profiles.patch_about("ada", {"work": {"role": role}}, None)
        domain.clock.advance(days=1)
    domain.reverting.undo("ada", entry_id(4), None)
    profile = domain.profiles.get("ada")
    assert profile.about.work.role == "nurse"
    assert [fact.value for fact in profile.past.facts] == ["nurse", "midwife"]


def test_rollback_restores_a_snapshot_as_a_new_version(domain):
    domain.profiles.patch_about("ada", {"name": "Ada"}, None)
    domain.profiles.patch_about("ada", {"name": "Augusta"}, None)
    restored = domain.profiles.rollback("ada", 1, None)
    assert (restored.about.name, restored.version) == ("Ada", 3)


def test_rollback_reaches_as_far_as_snapshots_are_kept(domain):
    for n in range(7):
        domain.profiles.patch_about("ada", {"name": f"Ada {n}"}, None)
    with pytest.raises(FailedPrecondition, match="3 to 7"):
        domain.profiles.rollback("ada", 2, None)
    with pytest.raises(NotFound):
        domain.profiles.rollback("ada", 8, None)
    assert domain.profiles.rollback("ada", 3, None).about.name == "Ada 2"


def test_confidence_fades_when_read_and_comes_back_when_said_again(domain):
    domain.learn("ada", "I love hiking.")
    (fresh,) = domain.profiles.get("ada").preferences
    domain.clock.advance(days=45)
    (faded,) = domain.profiles.get("ada").preferences
    assert faded.confidence == pytest.approx(fresh.confidence / 2)
    domain.learn("ada", "I love hiking.")
    (again,) = domain.profiles.get("ada").preferences
    assert again.confidence > fresh.confidence - 0.01


def test_a_secret_is_refused(domain):
    with pytest.raises(InvalidArgument) as raised:
        domain.profiles.patch_about("ada", {"bio": "my key: sk-" + "a1B2" * 8}, None)
    assert raised.value.details[0]["reason"] == "UNSAFE_CONTENT"
    assert domain.store.users.get("ada") is None


def test_what_the_user_states_against_something_learned_wins(domain):
    domain.learn("ada", "I love coffee.")
    domain.profiles.add_preference("ada", "p1", preference("coffee", "dislike", 0.5), None)
    active = [item for item in domain.profiles.get("ada").preferences if item.active]
    assert [(item.type, item.description) for item in active] == [("dislike", "coffee")]


def entries(domain):
    return domain.profiles.changelog("ada", 10, None)[0]


def test_a_patch_that_only_removes_is_a_removal(domain):
    domain.profiles.patch_about("ada", {"name": "Ada", "tools": {"editor": "vim"}}, None)
    domain.profiles.patch_about("ada", {"tools": {"editor": None}}, None)
    domain.profiles.patch_about("ada", {"name": None, "bio": "Counts."}, None)
    assert [(e.change_type, e.action, e.removed) for e in entries(domain)] == [
        ("update", "update", ["name"]),
        ("remove", "remove", ["tools.editor"]),
        ("create", "update", []),
    ]


def test_a_similar_preference_is_merged(domain):
    first = NewPreference(
        PreferenceType.LIKE, "green tea", "drinks", "Said at lunch.", 0.8, {"a": 1}
    )
    again = NewPreference(PreferenceType.LIKE, "Green tea!", "", "Said at dinner.", 0.7, {"b": 2})
    one = domain.profiles.add_preference("ada", "p1", first, None)
    other = domain.profiles.add_preference("ada", "p2", again, None)
    assert other.id == one.id
    assert (other.confidence, other.base_confidence) == (0.8, 0.8)
    assert other.context == "Said at lunch.; Said at dinner."
    assert other.metadata == {"a": 1, "b": 2}
    assert other.category == "drinks"
    domain.profiles.add_preference("ada", "p3", again, None)
    assert domain.profiles.get("ada").version == 2


def test_a_learned_preference_keeps_its_confidence_when_it_is_stated_with_a_lower_one(domain):
    domain.learn("ada", "I love hiking.")
    (learned,) = domain.profiles.get("ada").preferences
    stated = domain.profiles.add_preference("ada", "p", preference("hiking", confidence=0.7), None)
    assert (stated.confidence, stated.source) == (learned.confidence, "manual")


def test_a_change_names_the_session_whose_turns_caused_it(domain):
    domain.recorder.record("ada", [Message("I love hiking.", session_id="s1")])
    domain.counter.refresh("ada")
    domain.work()
    said = [Message("I love chess.", session_id="s1"), Message("I love tea.", session_id="s2")]
    domain.recorder.record("ada", said)
    domain.counter.refresh("ada")
    domain.work()
    stated = NewPreference(PreferenceType.LIKE, "jazz", "", "", 0.9, {}, session_id="s3")
    domain.profiles.add_preference("ada", "p1", stated, None)
    assert [entry.session_id for entry in entries(domain)] == ["s3", None, "s1"]


@pytest.mark.parametrize(
    "spelled", ["learning interest", "Learning_Interest", " learning interest "]
)
def test_a_type_may_be_spelled_in_words(spelled):
    assert PreferenceType(spelled) is PreferenceType.LEARNING_INTEREST
    with pytest.raises(ValueError, match="not a valid"):
        PreferenceType("learning")
