"""Whether words stand on their own, or point at something said elsewhere: "it", "your idea"."""

import re
from collections.abc import Sequence

from adapters.reader.grammar.predicates import is_adverb
from adapters.reader.grammar.tokens import Token
from adapters.reader.grammar.verbs import is_participle

_PRONOUNS = frozenset(
    "i we it that this them these me us myself ourselves yourself him her you he she they one "
    "ones both us everyone something anything nothing everything stuff things thing so here "
    "there someone somebody another others what how which who whom whatever such your yours".split()
)


_NO_START = frozenset("and or is are was were but so then than".split())


_EMPTY_GERUNDS = frozenset(
    "helping trying being going doing seeing hearing talking watching looking getting having "
    "making coming saying knowing to help to hear to see".split()
)


_SHARED = re.compile(
    r"\bour (?:\w+ )?(?:friendship|chats?|conversations?|talks?|time together|bond|"
    r"connection|discussions?)\b|^each other|\bfar away from\b.*\byou\b"
)


_VAGUE_HEADS = frozenset(
    "idea ideas suggestion suggestions answer answers point points way ways question response "
    "look part thought thoughts vibe vibes plan one ones part parts result results job photo "
    "picture pic pics photos news attitude perspective energy spirit word words message "
    "outfit design feedback mindset outlook option color colors kind sort type chance "
    "opportunity memory memories minute second journey progress same stuff thing things bit "
    "lot moment day time".split()
)


_KNOWN_DEFINITE = frozenset(
    "outdoors beach ocean sea mountains countryside piano guitar violin drums cello flute "
    "bass cold heat rain sun sunshine news gym internet city woods forest theater theatre "
    "arts environment dark sky stars water snow wilderness winter summer autumn fall spring "
    "country seat row floor kitchen bathroom dentist mornings evenings morning evening "
    "afternoon office workplace classroom road night weekend holidays bus train subway metro "
    "tube window aisle crowds planet earth cinema opera ballet suburbs command terminal".split()
)


_EPISODE = re.compile(
    r"\b(?:tonight|tomorrow|yesterday|this (?:week|weekend|morning|afternoon|"
    r"evening|month|year|summer|winter|spring|fall|autumn|time)"
    r"|(?:next|last|coming) (?:week|weekend|month|year|night|time|summer|winter|"
    r"spring|fall|monday|tuesday|wednesday|thursday|friday|saturday|sunday)"
    r"|right now|today|the other day|a while ago|soon|upcoming|\d+ (?:days|weeks|"
    r"hours|minutes) ago)\b"
)


_OF_THINGS = frozenset(
    "feeling sound smell taste texture feel sensation simplicity flexibility freedom thrill "
    "rush challenge process hassle sight scent beauty warmth company comfort noise crunch "
    "peace calm art joy".split()
)


_RELATIVE = frozenset(
    "i we that who which where when whose with in of on for at from like such without".split()
)


def stands_alone(tokens: Sequence[Token], *, firm: bool = True) -> bool:
    """Whether a stranger would know what is meant: no "it", "that one", "your idea", "the show".

    Args:
        tokens: the object.
        firm: accept "the …" with a modifier after it, as a plain statement of preference has it.
    """
    words = [token.norm for token in tokens if token.is_word]
    if _EPISODE.search(" ".join(words)):
        return False
    while words and (
        is_adverb(words[0]) or words[0] in {"all", "both", "having", "seeing", "about", "to", "of"}
    ):
        words = words[1:]
    if words[:2] in (["so", "many"], ["so", "much"], ["too", "many"]):
        return False
    if not words or not any(len(word) > 1 for word in words) or words[0] in _NO_START:
        return False
    described = len(words) > 2 and (
        words[0] in {"things", "stuff", "anything", "everything", "something", "others"}
        or (words[0] == "one" and not is_participle(words[1]))
    )
    if words[0] in _PRONOUNS and not described:
        return words[0] in {"how"} and words[1:2] == ["to"] and len(words) > 3
    if (len(words) == 1 and words[0] in _EMPTY_GERUNDS) or (
        words[0] in {"any", "some", "every", "more", "other"} and len(words) == 1
    ):
        return False
    if (
        words[0]
        in {"the", "a", "an", "some", "my", "any", "more", "all", "other", "every", "each", "our"}
        and len(words) == 2
        and words[1] in _VAGUE_HEADS
    ):
        return False
    if words[0] in _VAGUE_HEADS and len(words) == 1:
        return False
    if (
        words[0] == "those" and words[1:2] and words[1] not in {"who", "that", "with", "in", "of"}
    ) or words == ["those"]:
        return False
    if (
        words[:2] == ["each", "other"]
        or words[:2] == ["each", "other's"]
        or _SHARED.search(" ".join(words))
    ):
        return False
    if tokens[0].norm in {'"', "\u201c"} and len(words) > 1:
        return True
    if words[0] == "the" and not _is_proper(tokens) and not _definite_is_known(words, firm=firm):
        return False
    return not _points_elsewhere(words)


def _is_proper(tokens: Sequence[Token]) -> bool:
    """E.g. "the Alps", "the Beatles": names with their article."""
    at = next((i for i, token in enumerate(tokens) if token.norm == "the"), 0)
    named = [token.capital or token.norm in _RELATIVE for token in tokens[at + 1 : at + 3]]
    return bool(named) and all(named)


def _definite_is_known(words: list[str], *, firm: bool) -> bool:
    noun = 1 if words[1:2] and words[1] in _KNOWN_DEFINITE else 2
    if words[noun : noun + 1] and words[noun] in _KNOWN_DEFINITE:
        return len(words) == noun + 1 or (
            words[noun + 1] in _RELATIVE | {"and"} and "the" not in words[1:]
        )
    after = [word for word in words[2:6] if word in _RELATIVE]
    known_of = words[1] in _OF_THINGS and "of" in words[2:3]
    return (
        (firm or known_of)
        and bool(after)
        and words[1] not in {"one", "way", "fact", "ones", "colors"}
    )


def _points_elsewhere(words: list[str]) -> bool:
    """Whether it refers to something said elsewhere: "doing it", "hearing your story"."""
    for i, word in enumerate(words):
        if word in {"your", "yours", "his", "hers"}:
            return True
        if word == "you":
            return "where" not in words[:i] and "that" not in words[:i]
        if word in {"this", "these"}:
            return True
        if (
            word in {"that", "those"}
            and i
            and words[i - 1] in _PREPOSITIONS
            and words[i + 1 : i + 2] not in _AFTER_THOSE
        ):
            return True
        if (
            word == "that"
            and words[i + 1 : i + 2]
            and words[i + 1] in {"happen", "happens", "is", "was", "works", "comes", "makes"}
            and i
            and words[i - 1] in {"when", "if", "about", "like", "make", "making", "let", "letting"}
        ):
            return True
        if word == "that" and i + 1 < len(words) and i < 2 and words[i - 1 : i] != ["things"]:
            return i == 0
        if word in {"it", "them", "him", "her", "he", "she", "they", "there", "their"} and i < 3:
            return True
        if word in {"it", "him", "her", "he", "she"}:
            return not any(w in _ANTECEDENTS for w in words[:i])
    if words[-1] == "them":
        return not set(words) & {"who", "people"}
    return words[-1] in {"that", "there", "too", "here"}


_PREPOSITIONS = frozenset(
    "to in of on for with at from about into over by around under after before near".split()
)


_AFTER_THOSE = (["who"], ["that"], ["with"], ["in"], ["of"], ["whose"], ["where"])


_ANTECEDENTS = frozenset("that when where who which if with without whose".split())
