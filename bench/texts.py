"""Made-up text, the same from the same seed, about as long and varied as what people say."""

import random
from functools import cache

_SYLLABLES = "ka lo mi ren tas vo du shi pel nor gan tu bri est wo fam".split()
_SMALL = "the a we I to of and in was it with my for on that is you".split()


def sentences(count: int, seed: int = 11) -> list[str]:
    """Sentences of 8 to 34 common and rare words; the words are the same for every seed."""
    chance = random.Random(seed)
    words, weights = _vocabulary()
    return [
        "Ann: " + " ".join(chance.choices(words, weights, k=chance.randint(8, 34)))
        for _ in range(count)
    ]


@cache
def _vocabulary() -> tuple[list[str], list[int]]:
    """Words, and how common each is."""
    chance = random.Random(11)
    words = ["".join(chance.choices(_SYLLABLES, k=3)) for _ in range(4000)]
    return _SMALL + words, [20] * len(_SMALL) + [4] * 200 + [1] * 3800


def question_about(sentence: str, chance: random.Random, words: int = 5) -> str:
    """Some of its longer words, as somebody remembers them."""
    content = [word for word in sentence.split()[1:] if word not in _SMALL]
    return " ".join(chance.sample(content, min(words, len(content))))
