"""Made-up text, reproducible by seed, about as long and varied as what people say."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import accumulate, islice

_SYLLABLES = "ka lo mi ren tas vo du shi pel nor gan tu bri est wo fam".split()
_SMALL = "the a we I to of and in was it with my for on that is you".split()


def sentences(count: int, seed: int = 11) -> list[str]:
    """The first `count` sentences of `talk`."""
    return list(islice(talk(seed), count))


def talk(seed: int) -> Iterator[str]:
    """Endless sentences of 8 to 34 common and rare words, which are the same for every seed."""
    chance = random.Random(seed)
    words, weights = _vocabulary()
    while True:
        said = chance.choices(words, cum_weights=weights, k=chance.randint(8, 34))
        yield f"Ann: {' '.join(said)}"


@cache
def _vocabulary() -> tuple[list[str], list[int]]:
    """The words, and their cumulative weights."""
    chance = random.Random(11)
    words = ["".join(chance.choices(_SYLLABLES, k=3)) for _ in range(4000)]
    weights = [20] * len(_SMALL) + [4] * 200 + [1] * 3800
    return _SMALL + words, list(accumulate(weights))


def question_about(sentence: str, chance: random.Random, words: int = 5) -> str:
    """Some content words of the sentence, the way somebody would remember them."""
    content = [word for word in sentence.split()[1:] if word not in _SMALL]
    return " ".join(chance.sample(content, min(words, len(content))))
