"""What a stance is about: where the object ends, whether it stands on its own, how to say it."""

import re
from collections.abc import Sequence

from shared.learning.offline import technology
from shared.learning.offline.inflection import gerund
from shared.learning.offline.predicates import is_adverb
from shared.learning.offline.tokens import Token, norms
from shared.learning.offline.verbs import is_base, is_gerund

LONGEST = 26
"""Words of an object that are kept."""

_STOPS = frozenset(
    [
        "because",
        "cuz",
        "coz",
        "cos",
        "since",
        ";",
        ":",
        "\u2014",
        "\u2013",
        "--",
        "but",
        "(",
        ")",
        "although",
        "though",
        "whereas",
        "however",
        "therefore",
        "unless",
        "whilst",
        "...",
        ".",
        "!",
        "?",
        "\u2026",
        "-",
        "*",
        "^",
        "~",
        "<",
        ">",
        "=",
        "|",
    ]
)
_STOP_PHRASES = re.compile(
    r"^(?:due to|owing to|thanks to|so that|in order to|as (?:i|it|they|we|this|"
    r"that|well)\b|even (?:if|though|when)"
    r"|no matter|ever since|given (?:my|that|the)|, (?:which|who|so|as|and (?:i|it|"
    r"that|this|we)|it|this|they|especially|particularly|making)\b"
    r"|so\b(?! \w+ that\b)|and (?:it|that|this|they|he|she|you) |if (?:you|it|"
    r"possible)|for (?:now|a while|years|the (?:past|last))"
    r"|rather than having|while (?:i|we)\b|and (?:so|therefore)\b|' cause\b|over "
    r"the (?:past|last)|out of (?:concern|fear|respect|principle)|, (?:thanks|"
    r"please|ok)\b)"
)
_TRAILING = re.compile(
    r"(?: ,)?(?: (?:a lot|a ton|a bit|so much|very much|too much|too|as well|though|"
    r"at all|in general|in particular|these days|right now|anymore|any more"
    r"|more than anything(?: else)?|the most|the best|most|best|lately|recently|now|"
    r"today|currently|at the moment|instead|either|also"
    r"|lol|haha|btw|tbh|honestly|actually|already|again|yet|please|thanks|dearly|"
    r"deeply|passionately|immensely|greatly|of all time"
    r"|of course|for sure|and|or|,|to|with|the|a|whenever possible|when possible|if "
    r"possible|whenever i can|when i can|at all costs"
    r"|like crazy|with a passion|to death|out|usually|really|in my (?:free|spare) time))+$"
)
_PRONOUNS = frozenset(
    "it that this them these me us myself ourselves yourself him her you he she "
    "they one ones both us everyone something "
    "anything nothing everything stuff things thing so here there someone somebody "
    "another others what how "
    "which who whom whatever such your yours".split()
)
_POINTING = frozenset(
    "this these that your you yours it him her his hers he she they their".split()
)
_NO_START = frozenset("and or is are was were but so then than".split())
_EMPTY_GERUNDS = frozenset(
    "helping trying being going doing seeing hearing talking watching looking "
    "getting having making coming saying knowing to help to hear to see".split()
)
_SHARED = re.compile(
    r"\bour (?:\w+ )?(?:friendship|chats?|conversations?|talks?|time together|bond|"
    r"connection|discussions?)\b|^each other|\bfar away from\b.*\byou\b"
)
_VAGUE_HEADS = frozenset(
    "idea ideas suggestion suggestions answer answers point points way ways "
    "question response look part "
    "thought thoughts vibe vibes plan one ones part parts result results job photo "
    "picture pic pics photos "
    "news attitude perspective energy spirit word words message outfit design "
    "feedback mindset outlook option "
    "color colors kind sort type chance opportunity memory memories minute second "
    "journey progress same stuff thing things bit lot moment day time".split()
)
_KNOWN_DEFINITE = frozenset(
    "outdoors beach ocean sea mountains countryside piano guitar violin drums "
    "cello flute bass cold heat rain sun sunshine "
    "news gym internet city woods forest theater theatre arts environment dark sky "
    "stars water snow wilderness "
    "winter summer autumn fall spring country seat row floor kitchen bathroom "
    "dentist mornings evenings morning evening afternoon office workplace "
    "classroom road "
    "night weekend holidays bus train subway "
    "metro tube window aisle crowds planet earth cinema opera ballet suburbs "
    "command terminal".split()
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
    "idea concept feeling sound smell taste texture feel sensation thought "
    "simplicity flexibility freedom thrill rush "
    "challenge process hassle sight scent beauty warmth company comfort noise "
    "crunch peace calm art joy".split()
)
_RELATIVE = frozenset(
    "i we that who which where when whose with in of on for at from like such without".split()
)


def cut(tokens: Sequence[Token], *, whole: bool = False) -> tuple[Token, ...]:
    """The object at the start of `tokens`: up to a reason, an afterthought or the end.

    Args:
        tokens: the words after the verb.
        whole: they are a sentence of their own, in which a comma ends nothing.
    """
    tokens = _without_asides(tokens)
    end = 0
    while end < min(len(tokens), LONGEST):
        word = tokens[end].norm
        if word in _STOPS and end:
            break
        if end and (
            _STOP_PHRASES.match(norms(tokens[end : end + 5]))
            or (not whole and _is_afterthought(tokens, end))
        ):
            break
        end += 1
    kept = list(tokens[:end])
    while (
        kept
        and kept[0].norm in {",", "of", "about", "that"}
        and len(kept) > 1
        and kept[0].norm == ","
    ):
        kept.pop(0)
    text = norms(kept)
    trailing = _TRAILING.search(" " + text)
    if trailing:
        left = (" " + text)[: trailing.start()].split()
        kept = kept[: len(left)]
    if len(kept) > 2 and kept[-2].norm == "," and kept[-1].norm not in {"too"} and kept[-1].is_word:
        kept = _without_vocative(kept)
    while kept and not kept[-1].is_word and kept[-1].norm not in {'"', "\u201d", ")", "%"}:
        kept.pop()
    return tuple(kept)


def _without_asides(tokens: Sequence[Token]) -> Sequence[Token]:
    """Drops short parentheses that the object goes on after: "augmented (AR) and virtual headsets"."""
    kept = list(tokens[: 2 * LONGEST])
    for opening in range(len(kept) - 1, 0, -1):
        if kept[opening].norm == "(":
            closing = next(
                (i for i in range(opening, min(opening + 8, len(kept))) if kept[i].norm == ")"),
                None,
            )
            if closing is not None:
                del kept[opening : closing + 1]
    return kept


def _without_vocative(kept: list[Token]) -> list[Token]:
    """Drops a name spoken to at the end ("…, Caroline"): one word after the only comma."""
    commas = sum(1 for token in kept if token.norm == ",")
    return (
        kept[:-2]
        if commas == 1 and not any(token.norm in {"and", "or"} for token in kept[:-2])
        else kept
    )


def _is_afterthought(tokens: Sequence[Token], at: int) -> bool:
    """A comma with a sentence of its own behind it: ", the effects are so good"."""
    if tokens[at].norm != ",":
        return False
    following = [token.norm for token in tokens[at + 1 : at + 6]]
    until = following.index(",") if "," in following else len(following)
    return any(
        word in {"is", "are", "was", "were", "has", "would", "will", "can"}
        for word in following[1:until]
    ) and not (set(following[:until]) & {"that", "who", "which", "where", "and", "or"})


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
    if not words or not any(len(word) > 1 for word in words) or words[0] in _NO_START:
        return False
    if words[0] in _PRONOUNS and not (
        words[0] in {"things", "stuff", "anything", "everything", "something", "others", "one"}
        and len(words) > 2
    ):
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
    if words[0] == "the" and not _definite_is_known(words, tokens, firm=firm):
        return False
    return not _points_elsewhere(words)


def _definite_is_known(words: list[str], tokens: Sequence[Token], *, firm: bool) -> bool:
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
            and words[i + 1] in {"happens", "is", "was", "works", "comes", "makes"}
            and i
            and words[i - 1] in {"when", "if", "about", "like"}
        ):
            return True
        if word == "that" and i + 1 < len(words) and i < 2 and words[i - 1 : i] != ["things"]:
            return i == 0
        if word in {"it", "them", "him", "her", "he", "she", "they", "there", "their"} and i < 3:
            return True
        if word in {"it", "him", "her", "he", "she"}:
            return not any(w in _ANTECEDENTS for w in words[:i])
    return words[-1] in {"that", "there", "too", "here", "them"} and not (
        set(words) & {"who", "people"}
    )


_PREPOSITIONS = frozenset("to in of on for with at from about into over by around".split())
_AFTER_THOSE = (["who"], ["that"], ["with"], ["in"], ["of"], ["whose"], ["where"])
_ANTECEDENTS = frozenset("that when where who which if with without whose".split())
_SHIFT = {
    "i": "they",
    "me": "them",
    "my": "their",
    "myself": "themselves",
    "mine": "theirs",
    "am": "are",
    "we": "they",
    "us": "them",
    "our": "their",
    "ourselves": "themselves",
    "ours": "theirs",
}


def shifted(tokens: Sequence[Token], text: str) -> str:
    """The prompt's text for these tokens, one space apart, said of a third person."""
    pieces: list[str] = []
    i = 0
    while i < len(tokens):
        same = i + 1
        while same < len(tokens) and tokens[same].start == tokens[i].start:
            same += 1
        group = tokens[i:same]
        shift = any(token.norm in _SHIFT for token in group)
        said = (
            " ".join(_SHIFT.get(t.norm, t.norm) for t in group)
            if shift
            else text[group[0].start : group[-1].end]
        )
        if i and tokens[i - 1].end < tokens[i].start:
            pieces.append(" ")
        elif i and (shift or tokens[i - 1].norm in _SHIFT) and tokens[i].is_word:
            pieces.append(" ")
            said = " ".join(t.norm if not shift else _SHIFT.get(t.norm, t.norm) for t in group)
        pieces.append(said)
        i = same
    return " ".join("".join(pieces).split())


def describe(tokens: Sequence[Token], text: str, *, verb_first: bool = False) -> str:
    """A short, stable wording of an object: "to build web apps" → "building web apps".

    Args:
        tokens: the object, as cut.
        text: the prompt.
        verb_first: the object begins with a bare infinitive ("would rather walk").
    """
    words = list(tokens)
    while words and (words[0].norm in {"a", "an", "about", "of", ",", "for"}) and len(words) > 1:
        words.pop(0)
    prefix = ""
    if len(words) > 1 and words[0].norm == "not" and words[1].norm == "to":
        prefix, words = "not ", words[1:]
    if len(words) > 1 and words[0].norm == "to" and words[1].norm not in {"the", "a", "my"}:
        words, verb_first = words[1:], True
    if verb_first and words:
        at = 1 if is_adverb(words[0].norm) and len(words) > 1 else 0
        head = words[at]
        if is_base(head.norm) or (
            head.norm.isalpha() and head.norm.isascii() and at + 1 < len(words)
        ):
            before = f"{head_text(words[:at], text)} " if at else ""
            after = shifted(words[at + 1 :], text)
            return f"{prefix}{before}{gerund(head.norm)} {after}".strip()
    said = (prefix + shifted(words, text)).strip(" ,;:'\"\u201c\u201d") or norms(tokens)
    return _uncapitalised(said, words)


def _uncapitalised(said: str, words: Sequence[Token]) -> str:
    """Without the capital that only the start of a sentence gave: "Long flights" → "long flights"."""
    first, _, rest = said.partition(" ")
    if not first[:1].isupper() or not first[1:].islower():
        return said
    if is_gerund(words[0].norm) or (rest[:1].islower() and words[0].norm not in technology.ALL):
        return said[:1].lower() + said[1:]
    return said


def head_text(tokens: Sequence[Token], text: str) -> str:
    """The prompt's own text from the first token to the last."""
    return text[tokens[0].start : tokens[-1].end] if tokens else ""
