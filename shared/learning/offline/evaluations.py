"""Stances whose grammatical subject is the thing: "long flights bore me", "my favourite tea is oolong"."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from shared.learning.offline.clauses import Clause
from shared.learning.offline.findings import Finding, graded
from shared.learning.offline.lexicon import UNSURE
from shared.learning.offline.objects import cut, describe, shifted, stands_alone
from shared.learning.offline.tokens import Token, norms
from shared.learning.offline.words import BAD, GOOD
from shared.profile.model import PreferenceType as T

_FAVORITE = re.compile(
    r"^(?:my|our) (?:\w+ )?(?P<kind>(?:(?:all-time |absolute |personal |current "
    r")*(?:favorite|favorites|go-to|preferred|ideal|number one|top)) (?:\w+ "
    r"){0,4}?)(?:is|are|has always been|have always been|will always be|include|"
    r"would be) "
)
_FAVORITE_TAIL = re.compile(
    r"^(?P<thing>.+?) (?:(?:is|are) what i (?:really |truly )?(?:love|live for|"
    r"enjoy)|(?:is|are|has always been|have always been|remains) (?:by far |"
    r"definitely |still |one of |probably |one )*(?:my|our) (?:all-time |absolute |"
    r"personal )*(?:favorites?|go-to|passion|thing|cup of tea|jam|hobby|happy place|"
    r"comfort food|guilty pleasure|obsession|escape|first love))\b"
)
_STATED = (
    (
        T.GOAL,
        0.95,
        re.compile(
            r"^(?:my|our) (?:\w+ ){0,3}?(?:goals?|dreams?|aims?|ambitions?|aspirations?|"
            r"plan|hope|objective|resolution|target) (?:\w+ )?(?:is|has always been|"
            r"include) (?:to |on |(?=an? |\w+ing ))"
        ),
    ),
    (
        T.CHALLENGE,
        0.95,
        re.compile(
            r"^(?:my|our) (?:\w+ ){0,3}?(?:challenges?|struggles?|problems?|weakness|"
            r"weaknesses|difficulty|issue|pain point|obstacle) (?:is|are|has been|has "
            r"always been) (?:to |with |that )?"
        ),
    ),
    (
        T.DISLIKE,
        0.95,
        re.compile(
            r"^(?:my|our) (?:\w+ ){0,3}?(?:pet peeves?|aversion|nightmare|least favorite(?: "
            r"\w+){1,3}|phobia|biggest fear) (?:is|are|to|of) "
        ),
    ),
    (
        T.LIKE,
        0.95,
        re.compile(
            r"^(?:my|our) (?:\w+ ){0,3}?(?:hobby|hobbies|passions?|interests?|pastimes?|"
            r"guilty pleasure|obsession|favorite things?(?: to do)?) (?:\w+ )?(?:is|are|"
            r"include|includes|lies in) "
        ),
    ),
    (
        T.PREFERENCE,
        0.95,
        re.compile(
            r"^(?:my|our) (?:\w+ ){0,3}?(?:preferences?|priority|priorities|requirements?|"
            r"rule|policy|style|approach|choice|preferred \w+) (?:is|are|has always been) "
            r"(?:for |to |that )?"
        ),
    ),
)
_LIFE: Final = (
    r"diet|religion|religious beliefs|faith|beliefs|budget|schedule|allergy|"
    r"allergies|anxiety|adhd|asthma|back|knees?|knee|doctor|health|lifestyle|values|"
    r"body|stomach|skin|eyes"
    r"|attention span|condition|disability|culture|medication|joints|migraines|work "
    r"style|learning style|apartment|principles|ethics|commute|hearing|vision|"
    r"eyesight|phobia|fear"
)
_LIFE_FACT = re.compile(
    r"^(?:my|our) (?:\w+ ){0,2}?(?:"
    + _LIFE
    + r")(?: \w+){0,4}? (?:is|are|does|do|has|have|makes?|requires?|prevents?|"
    r"forbids?|prohibits?|can not|limits?|restricts?|means|keeps?|flares?|breaks?|"
    r"reacts?|hurts?|aches?|needs?|can|will|goes|go|teaches|tells|says|acts?|gets?|"
    r"prefers?|works?|leaves?|allows?|includes?|consists?|excludes?) "
)
_MAKES_ME = re.compile(
    r"^(?P<thing>.+?) (?:(?!family|italy|july)\w+ly |always |often |usually |just |"
    r"can |tends? to |do not |does not )*(?P<verb>makes?|gives?|leaves?|causes?|"
    r"gets?|drives?|brings?|keeps?|sends?|helps?)(?: keep)? me (?P<rest>.+)$"
)
_AFFECTS_ME = re.compile(
    r"^(?P<thing>.+?) (?P<adverbs>(?:(?!family|italy|july)\w+ly |always |often |"
    r"usually |just |do |does |not |never |no longer |tends? to |can )*)"
    r"(?P<verb>bores?|stress(?:es)?|annoys?|irritates?|bothers?|frustrates?|"
    r"overwhelms?|scares?|terrif(?:y|ies)|intimidates?|disgusts?|exhausts?|drains?|"
    r"fascinates?|excites?|relax(?:es)?|calms?"
    r"|inspires?|motivates?|interests?|intrigues?|energizes?|tires?|confuses?|"
    r"depress(?:es)?|upsets?|appeals? to|works? (?:best |well |better )?for|"
    r"matters? to|suits?|triggers?|distracts?|soothes?|grosses|freaks?|sits? well "
    r"with|agrees? with"
    r"|attracts?|captivates?|delights?|offends?|repulses?|unsettles?|nauseates?|"
    r"turns?|puts?|resonates? with|speaks? to)(?: me| my (?:\w+))\b"
)
_NEGATIVE_VERBS = re.compile(
    r"bore|stress|annoy|irritate|bother|frustrate|overwhelm|scare|terrif|intimidate|"
    r"disgust|exhaust|drain|tire|confuse|depress|upset|trigger|distract|gross|freak|"
    r"offend|repulse|unsettle|nauseate|turn|put"
)
_NOT_FOR_ME = re.compile(
    r"^(?P<thing>.+?) (?:is|are) (?P<not>not )?(?:(?!family|italy|july)\w+ly |just |"
    r"quite |a |an )*(?P<what>for me|(?:\w+ )?important to me|essential (?:for|to) "
    r"me|a must(?:-have)?(?: for me)?|must(?:-have)?(?: for me)?|deal "
    r"?-?breakers?(?: for me)?|non-negotiable(?: for me)?|my (?:thing|cup of tea|"
    r"style|jam|scene)|off the table(?: for me)?|off limits(?: for me)?|out of the "
    r"question(?: for me)?|crucial (?:for|to) me|(?P<good>\w+) (?:for|to) me)"
)
_IMPORTANT = re.compile(
    r"^it is (?:(?!family|italy|july)\w+ly |really |very |so )*(?:important|"
    r"essential|crucial|vital|critical|key) (?:to|for) me (?:to |that )"
)
_BOTHERS = re.compile(
    r"^it (?:really |always |just )*(?:bothers|annoys|irritates|stresses|frustrates|"
    r"upsets|scares|overwhelms|drives me (?:crazy|mad|nuts|insane)|makes me "
    r"(?:anxious|nervous|angry|sad|uncomfortable|uneasy|sick|mad|upset))(?: me)?(?: "
    r"out)? (?:when|that|to) "
)
_SEEMS = re.compile(
    r"^(?P<thing>.+?) (?:seems?|looks?|sounds?) (?:(?!family|italy|july)\w+ly |"
    r"really |very |quite |pretty |so )*(?:interesting|appealing|promising|"
    r"fascinating|intriguing|tempting|attractive)(?: to me)?$"
)
_NOTHING_BEATS = re.compile(
    r"^(?:nothing (?:beats|is better than|makes me happier than|relaxes me (?:more|"
    r"like))|there is nothing (?:i|we) (?:love|enjoy|like) more than|(?:what|the "
    r"thing|one thing) i (?:really |most |absolutely )*(?:love|enjoy|like) (?:most |"
    r"more than anything |the most |doing )?(?:is|are)|i am (?:at )?my happiest "
    r"when) "
)
_MATTERS = re.compile(
    r"^(?:what (?:really |truly )?matters(?: the)? most(?: to me)?(?: when [\w "
    r"]{3,40}?)?|the most important thing (?:to|for) me|what i (?:need|want|value|"
    r"look for|care about) (?:most |the most |above all )?) (?:is|are) "
)
_HATED_THING = re.compile(
    r"^(?:what|the thing|one thing|something|if there is one thing) i (?:really |"
    r"most |absolutely )*(?:hate|dislike|can not stand|avoid|dread|detest)(?: most| "
    r"the most| more than anything)? (?:is|are|it is) "
)
_BARE = re.compile(
    r"^(?:not (?:a |much of a )?(?:big |huge |great )?(?:fan of|into|keen on) |no "
    r"(?:interest in|time for|patience for) )"
)
_BARE_LIKE = re.compile(
    r"^(?:(?:a )?(?:big|huge|massive|longtime|lifelong|total) (?:fan of|believer in|"
    r"lover of) |(?:absolutely |really |always )?(?:love|adore|loving) )"
)
_BARE_DISLIKE = re.compile(
    r"^(?:absolutely |really |always )?(?:hate|detest|despise|loathe|can not stand|dislike) "
)
_DANGLING = frozenset("and or to of a the that which me but so with for".split())
_NO_OBJECT = frozenset("and or is are was can should will , of for in has from at to".split())
_ANAPHORIC = frozenset(
    "it this that these those he she they you which who what there here him her "
    "everyone everything people your his their such".split()
)


def evaluations(clause: Clause, text: str) -> Iterator[Finding]:
    """Findings in a clause whose subject is not "I" or "we"."""
    said = norms(clause.tokens)
    tokens = clause.tokens
    if clause.subject in {"my", "our"}:
        yield from _of_mine(clause, tokens, said, text)
        return
    for pattern, kind, base in (
        (_NOTHING_BEATS, T.LIKE, 0.95),
        (_HATED_THING, T.DISLIKE, 0.95),
        (_IMPORTANT, T.PREFERENCE, 0.95),
        (_MATTERS, T.PREFERENCE, 0.95),
        (_BOTHERS, T.DISLIKE, 0.9),
    ):
        match = pattern.match(said)
        if match:
            yield from _object_at(clause, tokens, match.end(), said, kind, base, text)
            return
    if clause.subject == "" and clause.first and not clause.link:
        for pattern, kind in ((_BARE, T.DISLIKE), (_BARE_LIKE, T.LIKE), (_BARE_DISLIKE, T.DISLIKE)):
            match = pattern.match(said)
            if match:
                yield from _object_at(clause, tokens, match.end(), said, kind, 0.87, text)
                return
    if (
        " me" in said
        or " my" in said
        or " our" in said
        or " what i " in said
        or " seem" in said
        or " look" in said
        or " sound" in said
    ):
        yield from _of_things(clause, tokens, said, text)


def _of_mine(clause: Clause, tokens: Sequence[Token], said: str, text: str) -> Iterator[Finding]:
    favorite = _FAVORITE.match(said)
    if favorite:
        words = cut(tokens[_index(said, favorite.end()) :])
        kind = " ".join(favorite["kind"].split()).replace("favorite", "favourite")
        if (
            stands_alone(words, firm=True)
            and len(words) < 16
            and kind.split()[-1] not in {"one", "ones"}
        ):
            yield Finding(T.LIKE, f"{describe(words, text)} ({kind})", graded(0.95, clause, ()))
        return
    for kind_of, base, pattern in _STATED:
        match = pattern.match(said)
        if match:
            at = _index(said, match.end())
            if said[: match.end()].endswith(" to "):
                at -= 1
            words = cut(tokens[at:])
            if stands_alone(words):
                yield Finding(kind_of, describe(words, text), graded(base, clause, ()))
            return
    if _LIFE_FACT.match(said):
        words = cut(tokens)
        if not {token.norm for token in words} & {"you", "your", "this"}:
            yield Finding(T.PREFERENCE, shifted(words, text), graded(0.85, clause, ()))
            return
    yield from _of_things(clause, tokens, said, text)


def _of_things(clause: Clause, tokens: Sequence[Token], said: str, text: str) -> Iterator[Finding]:
    liked = _FAVORITE_TAIL.match(said)
    if liked:
        yield from _thing(clause, tokens, liked, said, T.LIKE, 0.95, text)
        return
    judged = _NOT_FOR_ME.match(said)
    if judged:
        yield from _judged(clause, tokens, judged, said, text)
        return
    makes = _MAKES_ME.match(said)
    if makes:
        words = makes["rest"].split()[:4]
        bad = any(word in BAD for word in words)
        good = any(word in GOOD for word in words) or makes["verb"].startswith(("help", "bring"))
        if bad is not good:
            yield from _thing(clause, tokens, makes, said, T.DISLIKE if bad else T.LIKE, 0.88, text)
        return
    affects = _AFFECTS_ME.match(said)
    if affects:
        negated = "not" in affects["adverbs"] or "never" in affects["adverbs"]
        bad = bool(_NEGATIVE_VERBS.match(affects["verb"]))
        if bad and negated:
            return
        yield from _thing(
            clause, tokens, affects, said, T.DISLIKE if bad or negated else T.LIKE, 0.88, text
        )
        return
    seems = _SEEMS.match(said)
    if seems:
        yield from _thing(clause, tokens, seems, said, T.LIKE, UNSURE, text)


def _judged(
    clause: Clause, tokens: Sequence[Token], judged: re.Match[str], said: str, text: str
) -> Iterator[Finding]:
    what = judged["what"]
    if judged["good"] and judged["good"] not in GOOD | BAD:
        return
    bad = "deal" in what or "off" in what or "question" in what or (judged["good"] or "") in BAD
    wanted = (
        "important" in what
        or "essential" in what
        or "must" in what
        or "negotiable" in what
        or "crucial" in what
    )
    negated = judged["not"] is not None
    if negated and (bad or wanted):
        return
    kind = T.DISLIKE if bad or negated else T.PREFERENCE if wanted else T.LIKE
    yield from _thing(clause, tokens, judged, said, kind, 0.9, text)


def _thing(
    clause: Clause,
    tokens: Sequence[Token],
    match: re.Match[str],
    said: str,
    kind: T,
    base: float,
    text: str,
) -> Iterator[Finding]:
    """A finding about the words that the group `thing` covers."""
    words = tokens[: _index(said, match.end("thing")) + 1]
    while words and (words[0].norm in {"honestly", "personally", "and", "but", "for", "me", ","}):
        words = words[1:]
    if not words or words[0].norm in _ANAPHORIC or len(words) > 12 or words[-1].norm in _DANGLING:
        return
    if any(token.norm in {"i", "me", "we", ",", "who", "'"} for token in words):
        return
    if stands_alone(words, firm=base > 0.9):
        yield Finding(kind, describe(words, text), graded(base, clause, ()))


def _object_at(
    clause: Clause, tokens: Sequence[Token], offset: int, said: str, kind: T, base: float, text: str
) -> Iterator[Finding]:
    at = _index(said, offset)
    if said[:offset].endswith((" to ", " when ")):
        at -= 1
    if base < 0.9 and tokens[-1].norm == "here":
        tokens = tokens[:-1]
    words = cut(tokens[at:])
    if base < 0.9 and words and words[0].norm in _NO_OBJECT:
        return
    if stands_alone(words, firm=False):
        yield Finding(kind, describe(words, text), graded(base, clause, ()))


def _index(said: str, offset: int) -> int:
    return said.count(" ", 0, offset)
