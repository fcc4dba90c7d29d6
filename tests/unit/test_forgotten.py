"""What the user deleted stays deleted, however much they delete afterwards."""

import gc
import weakref

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.base.sameness import repeats
from shared.documents.user import UserState
from shared.learning.analyzer import Analysis
from shared.learning.calls import NOTHING
from shared.learning.candidates import AboutCandidate
from shared.profile import forgotten
from shared.profile.forgotten_pages import (
    MAX_NEWEST,
    MAX_NEWEST_BYTES,
    MAX_PAGES,
    PAGE_BYTES,
    add_older,
    read_older,
    split,
)
from tests.support.domain import Domain

WORDS = ["tea", "no", "not", "the", "green", "greens", "walk", "walking", "short", "answers", "C++"]
texts = st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join) | st.text("ab .!", max_size=6)
keys = st.builds(
    forgotten.key,
    st.sampled_from(["about", "preference"]),
    st.sampled_from(["", "bio", "like"]),
    texts,
)


@given(st.lists(keys, max_size=30), texts)
def test_sameness_is_that_of_comparing_each_key(stored, text):
    for scope in ("", "bio", "like"):
        prefix = f"about:{scope}:"
        expected = any(
            repeats(key.removeprefix(prefix), text) for key in stored if key.startswith(prefix)
        )
        assert forgotten.is_forgotten(stored, "about", scope, text) == expected
        allowed = forgotten.allow_again(stored, "about", scope, text)
        assert not forgotten.is_forgotten(allowed, "about", scope, text)
        known = forgotten.Forgotten(stored)
        assert forgotten.allow_again(stored, "about", scope, text, known) == allowed
        assert set(allowed) <= set(stored)


@given(
    st.lists(
        st.tuples(st.integers(1, 400), st.integers(1, 300), st.booleans(), st.booleans()),
        max_size=8,
    )
)
@settings(deadline=None)
def test_no_key_is_lost_however_many_are_added_and_removed(rounds):
    """Keys are on a page or in the profile, each once, and both stay within their bounds."""
    newest, pages, expected = [], {}, set()
    number = 0
    for count, length, removes, again in rounds:
        held = [key for page in pages.values() for key in page] + newest
        added = [f"about:bio:{number + n:06}{'x' * length}" for n in range(count)]
        number += count
        if removes:
            gone = set(held[::3])
            held = [key for key in held if key not in gone]
            expected -= gone
        if again:
            added += held[:5]
        full = forgotten.remember_deletion(held, *added)
        expected |= set(added)
        newest, pages = split(full, pages)

        on_pages = [key for page in pages.values() for key in page]
        assert set(newest) | set(on_pages) == expected
        assert len(newest) + len(on_pages) == len(expected)
        assert len(newest) <= MAX_NEWEST
        assert sum(len(key) for key in newest) <= MAX_NEWEST_BYTES
        assert len(pages) <= MAX_PAGES
        assert all(page and sum(map(len, page)) <= PAGE_BYTES for page in pages.values())


def test_only_the_oldest_page_goes_when_there_are_too_many():
    newest, pages = split([f"about:bio:{n:07}" for n in range(400_000)], {})
    assert len(pages) == MAX_PAGES
    kept = [key for page in pages.values() for key in page] + newest
    assert kept == [f"about:bio:{n:07}" for n in range(400_000 - len(kept), 400_000)]
    assert len(kept) > 100_000


def test_one_key_larger_than_a_page_has_a_page():
    huge = "about:custom.x:" + "y" * 2 * PAGE_BYTES
    newest, pages = split(["about:bio:a", huge, "about:bio:b"], {})
    assert [key for page in pages.values() for key in page] + newest == [
        "about:bio:a",
        huge,
        "about:bio:b",
    ]


class Insisting:
    """An analyzer that proposes the same interests whatever is said."""

    name = "insisting"

    def __init__(self, values):
        self.values = values

    def estimate(self, request):
        return NOTHING

    def analyze(self, request):
        prompt = request.prompts[0]
        return Analysis(
            [
                AboutCandidate(
                    quote=prompt.content,
                    prompt_id=prompt.id,
                    path="interests",
                    value=value,
                    confidence=0.9,
                )
                for value in self.values
            ]
        )


def deleted(domain, uid, rounds):
    """Declares and deletes fifty interests, again and again; returns all of them."""
    values = []
    for number in range(rounds):
        mine = [f"subject {number}x{n}" for n in range(50)]
        values += mine
        domain.profiles.patch_about(uid, {"interests": mine}, None)
        domain.profiles.patch_about(uid, {"interests": None}, None)
    return values


@pytest.mark.slow
def test_what_was_deleted_before_thousands_of_others_is_not_learned_again():
    insisting = Insisting([])
    domain = Domain(analyzer=insisting)
    values = deleted(domain, "ada", 60)
    user = domain.store.users.get("ada")
    assert len(user.profile.forgotten) <= MAX_NEWEST
    assert user.forgotten_pages != []
    insisting.values = [values[0], values[1500], values[-1], "something new"]

    domain.learn("ada", f"I like {', '.join(insisting.values)}.")
    (batch,) = domain.store.batches.query("ada")
    assert [(d.outcome, d.reason) for d in batch.decisions] == [
        ("rejected", "forgotten"),
        ("rejected", "forgotten"),
        ("rejected", "forgotten"),
        ("added", None),
    ]
    stored = domain.store.users.get("ada")
    assert stored.profile.about.interests == ["something new"]
    assert stored.profile.forgotten == user.profile.forgotten


def test_what_the_user_states_again_may_be_learned_again_also_from_a_page():
    domain = Domain(analyzer=Insisting([]))
    values = deleted(domain, "ada", 10)
    domain.profiles.patch_about("ada", {"interests": [values[0]]}, None)
    keys = everything(domain, "ada")
    assert len(keys) == len(values) - 1
    assert not forgotten.is_forgotten(keys, "about", "interests", values[0])
    assert forgotten.is_forgotten(keys, "about", "interests", values[1])


def test_clearing_and_rolling_back_keep_what_is_on_pages():
    domain = Domain(analyzer=Insisting([]))
    values = deleted(domain, "ada", 10)
    version = domain.profiles.patch_about("ada", {"bio": "A mason."}, None).version
    domain.profiles.clear("ada", None)
    assert len(everything(domain, "ada")) == len(values)
    domain.profiles.rollback("ada", version, None)
    assert len(everything(domain, "ada")) == len(values)
    assert domain.profiles.get("ada").about.bio == "A mason."


def everything(domain, uid):
    user = domain.store.users.get(uid)
    return read_older(domain.store, uid, user).joined(user.profile).forgotten


def test_pages_of_an_erased_user_are_gone():
    domain = Domain(analyzer=Insisting([]))
    deleted(domain, "ada", 10)
    erasure = domain.accounts.erase("ada")
    assert erasure.deleted["derived"] == 1
    assert domain.store.paths("ada") == set()


def test_adding_keys_of_an_export_keeps_their_order_and_takes_none_twice():
    domain = Domain()

    def add(new):
        def write(records):
            user = records.users.get("ada") or UserState()
            older = read_older(records, "ada", user)
            user = add_older(records, "ada", user, older, new)
            records.users.save_state("ada", user)

        domain.store.transact(write)

    add(["about:bio:1", "about:bio:2"])
    add(["about:bio:3"])
    assert everything(domain, "ada") == ["about:bio:1", "about:bio:2", "about:bio:3"]


def test_what_was_deleted_does_not_stay_in_memory():
    """A process serves many users, and some of them are erased."""

    class Key(str):
        __slots__ = ("__weakref__",)

    key = Key("about:bio:a secret hobby of mine")
    gone = weakref.ref(key)
    assert forgotten.is_forgotten([key], "about", "bio", "a secret hobby of mine")
    del key
    gc.collect()
    assert gone() is None
