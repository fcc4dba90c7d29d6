"""Purging: afterwards no stored document has the words."""

import re
from datetime import timedelta

import pytest

from adapters.reader import OfflineAnalyzer
from shared.base.deadline import within
from shared.base.errors import Aborted, InvalidArgument, NotFound
from shared.documents.profile import OVERALL, Level, PreferenceType
from shared.learning.recording import Message
from shared.memory.rules import NewEntry
from shared.profile.profile_service import NewPreference
from shared.sessions.progress import Progress
from tests.support.domain import START, Domain

UID = "ada"
SAID = "I love sailing on Lake Constance."


def documents(domain, uid=UID):
    """Everything that is stored about a user, by path."""
    return {
        "/".join(key): repr(fields)
        for key, fields in domain.store.documents.fields.items()
        if key[0] == uid
    }


def holding(domain, words, uid=UID):
    """The documents that hold words, whatever their case and white space."""
    found = re.compile(r"\W+".join(map(re.escape, words.split())), re.IGNORECASE)
    return sorted(path for path, text in documents(domain, uid).items() if found.search(text))


def lived(domain, uid=UID):
    """A user whose words are in documents of every kind; returns the id of the preference."""
    domain.learn(uid, SAID, "I love chess.")
    item = next(i for i in domain.profiles.get(uid).preferences if "sailing" in i.description)
    for n in range(7):
        domain.clock.advance(minutes=1)
        domain.profiles.patch_about(uid, {"name": f"Ada {n}"}, None)
    domain.clock.advance(minutes=1)
    domain.profiles.change_preference(uid, item.id, {"context": "calm"}, None)
    domain.memory.save(uid, NewEntry(f"She said: {SAID} It is far."))
    domain.memory.save(uid, NewEntry(f"Once more: {SAID.lower()}", id="a"))
    domain.memory.save(uid, NewEntry("Chess at noon.", id="b"))
    domain.sessions.start(uid, "s", None)
    notes = [f"Remember: {SAID}"]
    domain.sessions.report(uid, "s", Progress(summary=f"Talked: {SAID}", notes=notes))
    domain.recorder.record(uid, [Message("i love  sailing\non lake constance. And tea.", id="p")])
    return item


def purge(domain, item):
    return domain.purges.preferences(
        UID, [item.id], lambda: domain.profiles.delete_preference(UID, item.id, None)
    )


def test_no_document_has_the_words_of_a_purged_preference(domain):
    item = lived(domain)
    lived(domain, "bob")
    bob = documents(domain, "bob")
    assert len(holding(domain, "sailing on Lake Constance")) >= 10
    assert purge(domain, item).complete
    assert holding(domain, "sailing on Lake Constance") == []
    assert holding(domain, item.description) == []
    assert documents(domain, "bob") == bob
    assert domain.memory.get(UID, "b").content == "Chess at noon."
    assert [i.description for i in domain.profiles.get(UID).preferences] == ["chess"]
    assert not domain.repair.check(UID)
    assert "and tea" in domain.store.prompts.get(UID, "p").content.lower()


def test_what_was_purged_is_not_learned_again(domain):
    item = lived(domain)
    purge(domain, item)
    domain.clock.advance(minutes=1)
    domain.learn(UID, SAID, "I really love sailing on Lake Constance!")
    assert [i.description for i in domain.profiles.get(UID).preferences] == ["chess"]
    (key,) = [key for key in domain.store.users.get(UID).profile.forgotten if "#" in key]
    assert "sailing" not in key
    stated = NewPreference(PreferenceType.LIKE, item.description, "", "", 0.9, {})
    domain.profiles.add_preference(UID, "again", stated, None)
    assert not [key for key in domain.store.users.get(UID).profile.forgotten if "#" in key]


def test_the_versions_before_are_rebuilt_without_it(domain):
    item = lived(domain)
    before = {
        minutes: domain.profiles.get(UID, as_of=START + timedelta(minutes=minutes))
        for minutes in range(9)
    }
    purge(domain, item)
    for minutes, known in before.items():
        found = domain.profiles.get(UID, as_of=START + timedelta(minutes=minutes))
        assert found.about == known.about
        assert [i.id for i in found.preferences] == [
            i.id for i in known.preferences if i.id != item.id
        ]
    rolled = domain.profiles.rollback(UID, domain.profiles.get(UID).version - 2, None)
    assert [i.description for i in rolled.preferences] == ["chess"]


def test_a_purge_without_time_goes_on_with_the_next_request(domain):
    item = lived(domain)
    with within(1):
        purged = purge(domain, item)
    assert (purged.complete, bool(holding(domain, "sailing"))) == (False, True)
    assert purge(domain, item).complete
    assert holding(domain, "sailing") == []
    with pytest.raises(NotFound):
        purge(domain, item)


def test_purging_twice_changes_nothing(domain):
    item = lived(domain)
    purge(domain, item)
    once = documents(domain)
    other = domain.profiles.get(UID).preferences[0]
    domain.purges.preferences(UID, [other.id], lambda: None)
    domain.purges.preferences(UID, ["nothing"], lambda: None)
    assert documents(domain).keys() == once.keys()


def test_no_document_has_the_words_of_a_purged_note(domain):
    lived(domain)
    domain.memory.save(UID, NewEntry("The badge opens gate three.", id="g"))
    domain.memory.save(UID, NewEntry("Again: the badge opens gate three. Yes.", target="archive"))
    assert len(holding(domain, "badge opens gate")) >= 3
    assert domain.purges.note(UID, "g", lambda: domain.memory.delete(UID, "g")).complete
    assert holding(domain, "badge opens gate") == []
    assert not domain.repair.check(UID)


def test_nothing_is_left_of_a_purged_profile(domain):
    lived(domain)
    facts = {"name": "Augusta King", "custom": {"boat": "Seagull"}, "interests": ["Astrolabes"]}
    domain.profiles.patch_about(UID, facts, None)
    purged = domain.purges.profile(UID, lambda: domain.profiles.clear(UID, None))
    assert purged.complete
    for words in ("Augusta King", "Seagull", "Astrolabes", "sailing", "chess"):
        assert holding(domain, words) == [], words
    assert domain.profiles.get(UID).preferences == []
    assert all(entry.snapshot is None for entry in domain.store.changelog.query(UID))


def test_words_of_ours_are_no_words_of_the_users(domain):
    """A purged "like" is no reason to break what says that something is liked."""
    new = NewPreference(PreferenceType.GOAL, "like", "", "", 0.9, {})
    domain.profiles.add_preference(UID, "g", new, None)
    domain.learn(UID, SAID)
    item = next(i for i in domain.profiles.get(UID).preferences if i.id == "g")
    assert purge(domain, item).complete
    assert [i.type for i in domain.profiles.get(UID).preferences] == ["like"]


FLOW = "I always ask for a review before committing."


def purge_facts(domain, patch):
    return domain.purges.facts(
        UID,
        domain.profiles.about_edit(patch),
        lambda: domain.profiles.patch_about(UID, patch, None),
    )


def purge_levels(domain, levels):
    return domain.purges.facts(
        UID,
        domain.habits.skills_edit(levels),
        lambda: domain.habits.patch_skills(UID, levels, None),
    )


def rebuilt(domain, since):
    """The profile at each minute so far, from the changelog."""
    minutes = int((domain.clock.now - since).total_seconds()) // 60
    times = [since + timedelta(minutes=n) for n in range(minutes + 1)]
    return [domain.profiles.get(UID, as_of=time) for time in times]


def test_no_document_has_the_words_of_a_purged_habit(domain):
    domain.learn(UID, FLOW, "I love chess.")
    (flow,) = domain.profiles.get(UID).workflows
    changes = {"description": "polishes the boat", "steps": ["Fetch the varnish"]}
    for change in (changes, {"steps": ["Open the tin"]}):
        domain.clock.advance(minutes=1)
        domain.habits.change(UID, "workflow", flow.id, change, None)
    domain.memory.save(UID, NewEntry("She polishes the boat at night. Fetch the varnish!"))
    domain.clock.advance(minutes=1)
    purged = domain.purges.habit(
        UID, "workflow", flow.id, lambda: domain.habits.delete(UID, "workflow", flow.id, None)
    )
    assert purged.complete
    for words in (*flow.steps, flow.description, "polishes", "varnish", "the tin", FLOW):
        assert holding(domain, words) == [], words
    assert [len(each.workflows) for each in rebuilt(domain, START)] == [0, 0, 0, 0]
    domain.learn(UID, FLOW)
    assert domain.profiles.get(UID).workflows == []


def test_a_purged_fact_is_in_no_document_whatever_it_was_before(domain):
    for name in ("Augusta", "Ada King", "Ada Lovelace"):
        domain.clock.advance(minutes=1)
        facts = {"name": name, "bio": "Counts", "custom": {"boat": f"Seagull of {name}"}}
        domain.profiles.patch_about(UID, facts, None)
    domain.learn(UID, "My name is Ada Byron.", "ADA LOVELACE wrote this.")
    domain.memory.save(UID, NewEntry("Augusta came by in the Seagull of Augusta."))
    domain.clock.advance(minutes=1)
    patch = {"name": None, "custom": {"boat": None}}
    purged = purge_facts(domain, patch)
    assert (purged.complete, purged.result.about.to_json()) == (True, {"bio": "Counts"})
    for words in ("Augusta", "Ada King", "Lovelace", "Byron", "Seagull"):
        assert holding(domain, words) == [], words
    for known in rebuilt(domain, START + timedelta(minutes=1)):
        assert known.about.to_json() == {"bio": "Counts"}
        assert [meta.path for meta in known.about_meta] == ["bio"]
    rolled = domain.profiles.rollback(UID, 2, None)
    assert (rolled.about.to_json(), rolled.past.facts) == ({"bio": "Counts"}, [])
    domain.learn(UID, "My name is Ada Lovelace.")
    assert domain.profiles.get(UID).about.name is None


def test_what_was_taken_back_of_a_purged_fact_is_in_no_document():
    domain = Domain(OfflineAnalyzer())
    domain.profiles.patch_about(UID, {"name": "Ada Lovelace"}, None)
    domain.learn(UID, "My name is Ada Byron.", "My name is not Ada Byron, that was a typo.")
    assert [each.text for each in domain.profiles.get(UID).withdrawn] == ["Ada Byron"]
    assert purge_facts(domain, {"name": None}).complete
    assert holding(domain, "Byron") == []


def test_an_element_of_a_list_can_be_purged_alone(domain):
    people = [{"name": "Grace Hopper", "relation": "boss"}, {"name": "Bob"}]
    domain.profiles.patch_about(UID, {"interests": ["jazz"], "contacts": people[1:]}, None)
    domain.clock.advance(minutes=1)
    facts = {"interests": ["jazz", "sailing boats", "chess"], "contacts": people}
    domain.profiles.patch_about(UID, facts, None)
    domain.memory.save(UID, NewEntry("Sailing boats with Grace  Hopper."))
    domain.clock.advance(minutes=1)
    purged = purge_facts(domain, {"interests": ["jazz", "chess"], "contacts": people[1:]})
    assert purged.complete
    assert holding(domain, "sailing") == holding(domain, "Grace") == []
    known = [each.about.to_json() for each in rebuilt(domain, START)]
    assert [each["interests"] for each in known] == [["jazz"], *[["jazz", "chess"]] * 2]
    assert [each["contacts"] for each in known] == [[{"name": "Bob"}]] * 3


def test_purged_levels_are_in_no_version(domain):
    for level in (Level.BEGINNER, Level.ADVANCED):
        domain.clock.advance(minutes=1)
        levels = {"underwater welding": level, OVERALL: level, "rust": level}
        domain.habits.patch_skills(UID, levels, None)
    domain.memory.save(UID, NewEntry("Good at underwater welding."))
    domain.clock.advance(minutes=1)
    purged = purge_levels(domain, {"underwater welding": None, OVERALL: None})
    assert purged.complete
    assert holding(domain, "welding") == []
    for known in rebuilt(domain, START + timedelta(minutes=1)):
        assert (known.skill_level.overall, set(known.skill_level.domains)) == (None, {"rust"})
        assert known.skill_level.declared == ["rust"]
    for entry in domain.store.changelog.query(UID):
        assert "overall" not in entry.changes.get("skillLevel", {})
        assert '"overall":' not in (entry.undo or "")


def test_a_purge_of_facts_without_time_goes_on_with_the_same_request(domain):
    domain.profiles.patch_about(UID, {"name": "Augusta", "bio": "Sails"}, None)
    domain.memory.save(UID, NewEntry("Augusta was here."))
    with within(1):
        assert not purge_facts(domain, {"name": None}).complete
    assert holding(domain, "Augusta") != []
    assert purge_facts(domain, {"name": None}).complete
    assert holding(domain, "Augusta") == []


def test_a_purge_that_also_sets_something_is_refused(domain):
    domain.profiles.patch_about(UID, {"name": "Augusta", "interests": ["jazz"]}, None)
    for patch in ({"name": "Ada"}, {"name": None, "bio": "Sails"}, {"interests": ["tea"]}):
        with pytest.raises(InvalidArgument):
            purge_facts(domain, patch)
    with pytest.raises(InvalidArgument):
        purge_levels(domain, {"rust": Level.BEGINNER})
    assert domain.store.purges.get(UID, "purge") is None


def test_a_purge_for_another_version_removes_nothing_later(domain):
    item = lived(domain)
    with pytest.raises(Aborted):
        domain.purges.preferences(
            UID, [item.id], lambda: domain.profiles.delete_preference(UID, item.id, 99)
        )
    before = holding(domain, item.description)
    domain.purges.preferences(UID, ["nothing"], lambda: None)
    assert holding(domain, item.description) == before
    assert len(domain.profiles.get(UID).preferences) == 2
