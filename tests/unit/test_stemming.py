"""Stemming is thread-safe."""

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
import Stemmer

from shared.base.stemming import stem
from shared.base.text import stems
from shared.memory.terms import terms_of

ROOTS = "relat nation organ cover hop run".split()
ENDINGS = "ion ions ing ed al ally ization ational fulness er".split()


@pytest.fixture
def hasty_switches():
    """Makes threads switch as often as possible."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


@pytest.mark.parametrize(
    "stems_of",
    [
        lambda words: stems(" ".join(words)),
        lambda words: terms_of(" ".join(words)),
        lambda words: [stem(word) for word in words],
    ],
    ids=["meaning", "search", "categories"],
)
def test_threads_do_not_disturb_each_other(stems_of, hasty_switches):
    # Each thread has its own words, so that no cache helps.
    words = [
        [f"{start}{chr(97 + thread)}{end}" for start in ROOTS for end in ENDINGS]
        for thread in range(8)
    ]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(stems_of, words))
    alone = Stemmer.Stemmer("english")
    for mine, found in zip(words, together, strict=True):
        assert list(found) == alone.stemWords(mine)
