"""Words of stance: which verb, adjective or noun says what kind of thing, and how firmly.

Each table maps a phrase in base form to a `Stance`. Phrases are matched word by word, the longest
first, with adverbs allowed in between ("care deeply about").
"""

from dataclasses import dataclass
from typing import Final

from shared.documents.profile import PreferenceType as T

EXPLICIT: Final = 0.95


STRONG: Final = 0.9


INFERRED: Final = 0.8


UNSURE: Final = 0.7


@dataclass(frozen=True, slots=True, eq=False)
class Stance:
    """What a phrase says about its object. Two phrases never share one: rules tell them apart."""

    type: T
    confidence: float


def table(*rows: tuple[T, float, str]) -> dict[tuple[str, ...], Stance]:
    """Rows of type, confidence and comma-separated phrases, as a mapping from phrase to stance."""
    return {
        tuple(phrase.strip().split()): Stance(kind, confidence)
        for kind, confidence, phrases in rows
        for phrase in phrases.split(",")
    }


VERBS: Final = table(
    (
        T.LIKE,
        EXPLICIT,
        "love, adore, enjoy, like, relish, savor, treasure, cherish, delight in, revel in, "
        "dig, care for, take pleasure in, take joy in, find joy in, find pleasure in, take "
        "delight in, get a kick out of, live for, be in love with, get a lot of joy from, "
        "have fun, can not live without, can not imagine life without, can not imagine my "
        "life without, can not do without, can not go without, can not resist, can not get "
        "enough of, can not function without, could not live without, could not do without, "
        "geek out over, geek out on, worship",
    ),
    (
        T.LIKE,
        STRONG,
        "appreciate, thrive on, admire, swear by, find comfort in, find solace in, look "
        "forward to, crave, respond well to, benefit from, get excited about, get excited by, "
        "find peace in, take pride in, see the point of, see the point in, see the appeal of, "
        "see the value of, see the value in",
    ),
    (
        T.DISLIKE,
        EXPLICIT,
        "hate, dislike, detest, loathe, despise, abhor, resent, dread, disapprove of, object "
        "to, fear, disdain, can not stand, can not bear, can not tolerate, can not stomach, "
        "can not abide, can not take, can not deal with, could not care less about, can not "
        "handle, could care less about",
    ),
    (
        T.DISLIKE,
        STRONG,
        "avoid, refuse, steer clear of, stay away from, keep away from, shy away from, stay "
        "clear of, keep clear of, steer away from, stay off, keep off, run away from, refrain "
        "from, abstain from, boycott, oppose, shun, reject, skip, decline, pass on, opt out "
        "of, swear off, draw the line at, cut out, mistrust, distrust, disagree with, cringe "
        "at, balk at, have no interest in, have no patience for, have no time for, have no "
        "desire, have zero interest in, have zero tolerance for, have no tolerance for, have "
        "little patience for, have little interest in, have no appetite for, can not get "
        "into, can not get behind, lose interest in, get tired of, get bored of, get bored "
        "by, get bored with, get annoyed by, get annoyed with, get irritated by, get "
        "frustrated with, get frustrated by, rule out, limit, minimize, say no to, give up, "
        "try not, stop short of",
    ),
    (
        T.PREFERENCE,
        EXPLICIT,
        "prefer, favor, would rather, would sooner, would prefer, insist, insist on, will "
        "only, prioritize, demand",
    ),
    (
        T.PREFERENCE,
        STRONG,
        "need, require, value, rely on, depend on, believe in, care about, stick to, stick "
        "with, adhere to, follow, practice, observe, support, seek out, seek, make a point "
        "of, place importance on, place great importance on, place a high value on, place "
        "value on, put a lot of value on, focus on, restrict myself to, limit myself to, "
        "confine myself to, work best, learn best, do best, perform best, function best, do "
        "my best work, do my best thinking, do my best writing, operate best, feel best, "
        "concentrate best, sleep best, study best, thrive, excel, do better, do well, learn "
        "better, work better, focus better, learn more effectively, strive for, opt for, lean "
        "toward, gravitate toward, gravitate to, go for, live by, want, have, look for, "
        "choose, select, emphasize, expect, have to have, make it a point,  concentrate on, "
        "subscribe to",
    ),
    (
        T.CHALLENGE,
        STRONG,
        "struggle, struggle with, suffer from, have trouble, have trouble with, have "
        "difficulty, have difficulty with, have difficulties with, have a hard time, have a "
        "hard time with, have a tough time, have a difficult time, have issues with, have "
        "problems with, have a problem with, lack, fall behind, deal with, cope with, get "
        "overwhelmed, get overwhelmed by, get overwhelmed with, get distracted by, can not "
        "focus, can not concentrate, can not keep up with, do not do well, do not cope well, "
        "can not cope with, battle with, grapple with, wrestle with, do poorly, do badly, "
        "perform poorly, perform badly, fail, lose focus, lose concentration, lose patience "
        "with, live with, keep forgetting, get stuck on, find it hard, find it difficult, "
        "find it challenging, find it tough, find it impossible",
    ),
    (
        T.LEARNING_INTEREST,
        STRONG,
        "want to learn, want to study, want to understand, want to get into, want to get "
        "better at, try to learn, try to understand, hope to learn, wish to learn, like to "
        "learn, plan to learn, need to learn, love to learn, want to improve, aim to learn, "
        "decide to learn, learn, study, teach myself, try to study, read up on, get into, try "
        "to get better at, take lessons in, take classes in, take a course in, take a class "
        "in",
    ),
    (
        T.GOAL,
        0.85,
        "want to, hope to, plan to, aim to, intend to, wish to, aspire to, try to, work "
        "toward, dream of, dream about, strive to, plan on, aim for, save up for, save for, "
        "train for, prepare for, save up to, save to, work on, look to, decide to, mean to, "
        "be set on, study for",
    ),
    (
        T.TOOL,
        STRONG,
        "use, work with, code in, write in, program in, run on, develop in, build with, reach "
        "for, switch to, move to, migrate to, standardize on, host on, deploy to, deploy on, "
        "develop with",
    ),
    (
        T.EXPERTISE,
        STRONG,
        "specialize in, major in, teach, speak, hold a degree in, have a degree in, have a "
        "background in, have expertise in, have experience with, have experience in, have a "
        "phd in, have a master in, know a lot about, know my way around, do research on, do "
        "research in, be trained in, graduate in",
    ),
    (T.TRAIT, STRONG, "identify as, consider myself, describe myself as, see myself as, tend"),
)
"""Verb phrases with "I" or "we" as their subject. `to` at the end takes an infinitive."""


BARE_STANCE_VERBS: Final = frozenset(
    "love adore enjoy like hate dislike detest loathe despise avoid refuse prefer favor "
    "prioritize appreciate steer stay shy seek rely insist opt lean gravitate tend struggle "
    "believe choose stick find get feel become wish dread value need require want "
    "try strive".split()
)
"""Verbs that, after "and" or "but", begin a new predicate with the same subject."""

PREDICATE_ADVERBS: Final = frozenset("always never rarely only".split())
"""Adverbs that, after "and" or "but" and before a verb, begin a new predicate: "and never eat"."""
