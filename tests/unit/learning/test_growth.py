"""What is compared with what is known reads each text once, however much is known."""

import random
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from shared.base.sameness import relation, repeats, same, same_object, says_no_more
from shared.base.text import stemming_once
from shared.documents.profile import Preference, Profile, Withdrawn
from shared.documents.settings import Settings
from shared.learning.analyzer import PromptText
from shared.learning.candidates import PreferenceCandidate
from shared.learning.merging import examine, merge
from shared.profile.mentions import Anchors, mentions
from shared.profile.outdated import Change, Grounds

NOW = datetime(2026, 3, 2, tzinfo=UTC)
WORDS = """
    alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar
""".split()
SPOKEN = [*WORDS[:4], "Hamburg", "hamburg", "New", "York", "In", "in", "IBM", "3", ".", "-"]


def texts(count, seed, length=12):
    chosen = random.Random(seed)
    return [
        " ".join([*chosen.choices(WORDS, k=length), f"topic{seed}x{number}"])
        for number in range(count)
    ]


def growth(run: Callable[[int], object], few: int, many: int) -> float:
    """How much longer many take than few: CPU time, the best of several runs."""

    def took(count: int) -> float:
        start = time.thread_time()
        run(count)
        return time.thread_time() - start

    return min(took(many) for _ in range(3)) / min(took(few) for _ in range(3))


def test_doubts_take_little_longer_for_more_changes():
    told = texts(200, 1, length=40)

    def doubt(changes):
        ground = Grounds([Change(id=text, text=text, at=NOW) for text in texts(changes, 2, 2)])
        assert not any(ground.doubt(text, NOW) for text in told)

    assert growth(doubt, 20, 160) < 3


@given(st.lists(st.lists(st.sampled_from(SPOKEN), max_size=3), max_size=5), st.data())
def test_many_values_are_found_as_each_alone(values, data):
    values = [" ".join(value) for value in values]
    text = " ".join(data.draw(st.lists(st.sampled_from(SPOKEN), max_size=10)))
    start = data.draw(st.integers(0, 5))
    found = [place for place, value in enumerate(values) if mentions(text, value)]
    expected = max((place for place in found if place >= start), default=None)
    assert Anchors(values).last_in(text, start) == expected


def test_comparing_many_texts_takes_little_longer_than_reading_them():
    """A candidate is compared with everything that is known, and with all that is withdrawn."""
    known, told = texts(100, 3), texts(100, 4)

    @stemming_once()
    def compare(times):
        for text in (*known, *told):
            relation(text, text)
            same_object(text, text)
        for one in known * times:
            for other in told:
                relation(one, other)
                repeats(one, other)
                same(one, other)
                same_object(one, other)
                says_no_more(one, [other])

    assert growth(compare, 0, 1) < 8


def test_merging_replacements_takes_little_longer_than_reading_the_texts():
    preferences = [
        Preference(
            id=text,
            type="tool",
            description=text,
            confidence=0.9,
            base_confidence=0.9,
            created_at=NOW,
            last_updated=NOW,
        )
        for text in texts(50, 5)
    ]
    withdrawn = [
        Withdrawn(kind="preference", text=text, at=NOW + timedelta(days=9)) for text in texts(50, 6)
    ]
    profile = Profile(preferences=preferences, withdrawn=withdrawn)
    told = texts(50, 7)
    candidates = [
        PreferenceCandidate(
            type="tool",
            description=text,
            confidence=0.9,
            does="replace",
            target_text=f"{text} once",
            quote=text,
            prompt_id="m",
        )
        for text in told
    ]
    examined = examine(candidates, [PromptText("m", ". ".join(told), NOW)])

    def learn(count):
        for text in () if count else (*texts(50, 5), *texts(50, 6), *told):
            same_object(text, text)
        if count:
            merge(profile, examined, batch_id="b", settings=Settings(), now=NOW)

    assert growth(learn, 0, 1) < 12
