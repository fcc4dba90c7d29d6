"""Purging: afterwards no stored document has the words."""

import re
from datetime import timedelta

import pytest

from shared.base.deadline import within
from shared.base.errors import NotFound
from shared.documents.profile import PreferenceType
from shared.learning.recording import Message
from shared.memory.rules import NewEntry
from shared.profile.profile_service import NewPreference
from shared.sessions.progress import Progress
from tests.support.domain import START

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
