"""The generated episodes of cascades are many, mixed, and always the same."""

from collections import Counter

from tests.support.truth.cascading import HOMES, episodes

EPISODES = episodes()
TEXTS = [text for episode in EPISODES for text in episode.texts]


def test_there_are_a_hundred_episodes_and_always_the_same():
    assert len(EPISODES) == 100
    assert episodes() == EPISODES


def test_each_episode_has_texts_that_rest_on_the_value_and_others():
    for episode in EPISODES:
        count = Counter(text.rests for text in episode.texts)
        assert min(count[True], count[False]) >= 3, episode.name


def test_the_texts_are_mixed():
    assert {text.home for text in TEXTS} == set(HOMES)
    assert len({text.text for text in TEXTS}) >= 300
    assert any(text.day > 0 for text in TEXTS)
    assert any(episode.new for episode in EPISODES)
    assert sum(episode.new is None for episode in EPISODES) >= 50
