"""What somebody is: "a vegetarian", "an introvert", "a visual learner", "lactose intolerant"."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from adapters.reader.grammar.predicates import Predicate
from adapters.reader.grammar.tokens import Token, norms
from adapters.reader.objects.anaphora import stands_alone
from adapters.reader.objects.objects import cut
from adapters.reader.objects.wording import shifted
from adapters.reader.preferences.findings import Finding, graded
from adapters.reader.text.clauses import Clause
from shared.documents.profile import PreferenceType as T

_ADJECTIVES: Final = frozenset(
    """
    vegan vegetarian pescatarian gluten-free dairy-free celiac coeliac diabetic asthmatic dyslexic
    autistic neurodivergent introverted extroverted claustrophobic color-blind colorblind deaf
    blind left-handed right-handed pregnant married divorced single widowed retired self-employed
    unemployed bilingual trilingual religious atheist agnostic muslim jewish christian catholic
    hindu buddhist sikh kosher halal lactose anemic hypoglycemic epileptic arthritic agoraphobic
    acrophobic arachnophobic ambidextrous dyscalculic risk-averse budget-conscious
    health-conscious eco-conscious environmentally tech-savvy frugal shy competitive
    detail-oriented impatient ambitious spontaneous organized disorganized forgetful squeamish
    picky minimalist self-taught hard-of-hearing nocturnal immunocompromised transgender gay
    lesbian bisexual queer nonbinary non-binary dyspraxic hypermobile nearsighted short-sighted
    """.split()
)

_PEOPLE: Final = frozenset(
    """
    vegan vegetarian pescatarian flexitarian introvert extrovert ambivert minimalist maximalist
    perfectionist person learner reader traveler traveller gamer runner cyclist swimmer hiker
    climber foodie homebody owl bird riser parent mom mum mother dad father grandparent
    grandmother grandfather pacifist environmentalist feminist atheist agnostic muslim christian
    catholic jew hindu buddhist sikh diabetic insomniac celiac enthusiast fan lover buff addict
    snob fanatic geek nerd aficionado connoisseur advocate supporter believer proponent opponent
    beginner novice newbie expert veteran amateur hobbyist collector gardener cook baker sleeper
    eater drinker planner thinker optimist pessimist realist romantic traditionalist purist
    skeptic completionist audiophile bookworm cinephile procrastinator multitasker workaholic
    freelancer student commuter driver smoker nonsmoker non-smoker teetotaler teetotaller
    vegetarians vegans junkie freak devotee follower practitioner adventurer backpacker camper
    athlete powerlifter bodybuilder yogi dancer musician guitarist pianist singer drummer painter
    crafter maker tinkerer polyglot caregiver carer widow widower veteran immigrant expat
    germaphobe hypochondriac technophobe luddite survivor newcomer caffeine-addict listener
    shopper spender saver type photographer surfer skier snowboarder skater golfer angler
    birdwatcher stickler
    """.split()
)

_PREFERENCE_TAIL = frozenset(
    "fan lover enthusiast aficionado connoisseur buff addict junkie snob fanatic advocate "
    "supporter believer proponent devotee".split()
)
_AGAINST = frozenset(["opponent", "skeptic"])
_OF = frozenset("of in for to when who that with about".split())
_KIND_OF_PERSON = re.compile(
    r"^(?:the |a |an )?(?:type|kind|sort) of (?:person|guy|girl|learner|traveler|"
    r"gamer|reader|player) (?:who|that) |^someone (?:who|that) |^(?:a |an )(?:\w+ "
    r"){0,2}(?:person|learner|reader|traveler|gamer|player) (?:who|that) "
)
_PASSING_STATE = frozenset(
    "sure glad sorry afraid happy good fine okay ok here back ready done excited new".split()
)


def identity(clause: Clause, predicate: Predicate, text: str) -> Iterator[Finding]:
    """What stands after "I am" where no adjective phrase of stance does."""
    rest = predicate.rest
    kind_of = _KIND_OF_PERSON.match(norms(rest[:10]) + " ")
    if kind_of:
        words = cut(rest[kind_of.group().count(" ") :])
        if stands_alone(words[1:] or words) and not predicate.negated:
            yield Finding(
                T.TRAIT,
                "someone who " + shifted(words, text),
                graded(0.92, clause, predicate.adverbs),
            )
        return
    if norms(rest[:3]) == "hard of hearing" and not predicate.negated:
        yield Finding(T.TRAIT, "hard of hearing", graded(0.95, clause, predicate.adverbs))
        return
    article = rest[0].norm in {"a", "an", "both", "the"}
    words = cut(rest[1:] if article else rest)
    if not words or words[0].norm in _PASSING_STATE:
        return
    head = _person_at(words)
    if head is None:
        if not article and words[0].norm in _ADJECTIVES and not predicate.negated:
            yield Finding(
                T.TRAIT, _adjective_phrase(words, text), graded(0.95, clause, predicate.adverbs)
            )
        return
    noun = words[head].norm
    if not article and noun not in _ADJECTIVES:
        return
    complement = words[head + 1 :]
    if (
        complement
        and complement[0].norm in {"of", "in", "for"}
        and noun in _PREFERENCE_TAIL | _AGAINST
    ):
        about = complement[1:]
        if stands_alone(about, firm=False):
            liked = (noun in _AGAINST) is predicate.negated
            said = shifted(about, text)
            yield Finding(
                T.LIKE if liked else T.DISLIKE, said, graded(0.95, clause, predicate.adverbs)
            )
        return
    said_words = (
        words if complement and complement[0].norm in _OF | {"and", ","} else words[: head + 1]
    )
    if not stands_alone(said_words) or (
        words[0].norm in {"great", "good", "true", "real", "bit"} and head == 1 and len(words) == 2
    ):
        return
    if noun in _PREFERENCE_TAIL and head:
        about = words[:head]
        while len(about) > 1 and about[0].norm in {
            "big",
            "huge",
            "total",
            "real",
            "true",
            "massive",
            "serious",
            "avid",
            "such",
            "long-time",
            "lifelong",
        }:
            about = about[1:]
        if about and about[0].norm not in {"big", "huge", "total"}:
            yield Finding(
                T.DISLIKE if predicate.negated else T.LIKE,
                shifted(about, text),
                graded(0.95, clause, predicate.adverbs),
            )
        return
    if noun in _PREFERENCE_TAIL:
        return
    said = shifted(said_words, text)
    if predicate.negated:
        said = f"not a {said}" if article else f"not {said}"
    yield Finding(T.TRAIT, said, graded(0.95, clause, predicate.adverbs))


def _person_at(words: Sequence[Token]) -> int | None:
    for at, token in enumerate(words[:7]):
        if token.norm in _OF:
            return None
        if token.norm in _PEOPLE and (
            at + 1 == len(words)
            or words[at + 1].norm
            in _OF
            | {
                "and",
                ",",
                "or",
                "myself",
                "living",
                "at",
                "on",
                "since",
                "by",
                "from",
                "working",
                "here",
                "whose",
            }
        ):
            return at
    return None


def _adjective_phrase(words: Sequence[Token], text: str) -> str:
    end = 1
    while end < len(words) and (
        words[end].norm in _ADJECTIVES
        or words[end].norm in {"intolerant", "blind", "free", "averse", "deaf"}
    ):
        end += 1
    return shifted(words[:end], text)
