"""Forms of English verbs, as descriptions need them: "build" → "building"."""

from typing import Final

_VOWELS: Final = "aeiou"

_ING: Final[dict[str, str]] = {
    "be": "being",
    "die": "dying",
    "lie": "lying",
    "tie": "tying",
    "see": "seeing",
    "flee": "fleeing",
    "agree": "agreeing",
    "dye": "dyeing",
    "travel": "travelling",
    "cancel": "cancelling",
    "begin": "beginning",
    "forget": "forgetting",
    "commit": "committing",
    "prefer": "preferring",
    "refer": "referring",
    "occur": "occurring",
    "admit": "admitting",
    "submit": "submitting",
    "regret": "regretting",
    "upgrade": "upgrading",
    "program": "programming",
    "debug": "debugging",
}

_S: Final[dict[str, str]] = {"be": "is", "have": "has", "am": "is", "are": "is", "do": "does"}

_UNSTRESSED: Final = ("er", "en", "on", "it", "or", "al", "om", "op", "et", "an", "el", "in", "ow")
"""Endings of longer verbs whose last consonant stays single: "visit", "open", "develop"."""


def gerund(verb: str) -> str:
    """The -ing form of a base form, in lower case: "swim" → "swimming"."""
    word = verb.lower()
    if word.endswith(("set", "put", "quit")) and len(word) < 7:
        return word + "ting"
    if word in _ING:
        return _ING[word]
    if word.endswith("ie"):
        return word[:-2] + "ying"
    if word.endswith("e") and not word.endswith(("ee", "oe", "ye")) and len(word) > 2:
        return word[:-1] + "ing"
    if _doubles(word):
        return word + word[-1] + "ing"
    return word + "ing"


def third_person(verb: str) -> str:
    """The form after "the user": "study" → "studies"."""
    word = verb.lower()
    if word in _S:
        return _S[word]
    if word.endswith(("s", "x", "z", "ch", "sh", "o")):
        return word + "es"
    if word.endswith("y") and word[-2:-1] not in _VOWELS:
        return word[:-1] + "ies"
    return word + "s"


def _doubles(word: str) -> bool:
    """Whether the last consonant doubles: one short stressed vowel before it ("run", "plan")."""
    if len(word) < 3 or word[-1] in _VOWELS + "wxy":
        return False
    if word[-2] not in _VOWELS or word[-3] in _VOWELS:
        return False
    syllables = sum(
        1 for i, letter in enumerate(word) if letter in _VOWELS and word[i - 1 : i] not in _VOWELS
    )
    first = 1 if word[0] in _VOWELS else 0
    return (syllables + first <= 1 and not word.endswith(_UNSTRESSED)) or word in {
        "get",
        "let",
        "set",
        "sit",
        "hit",
        "quit",
        "put",
        "cut",
        "win",
        "run",
        "begin",
        "stop",
        "shop",
        "chop",
        "swim",
        "spin",
        "plan",
        "ban",
        "scan",
        "tan",
        "knit",
        "bet",
        "pet",
        "bat",
    }
