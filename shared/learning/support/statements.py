"""What kind of sentence a quote is from: only what users state of themselves is taken as said.

This reads English, by its small words. In other languages only a question mark is understood, and
everything else counts as a statement.
"""

import re

from shared.base.text import fold
from shared.documents.profile import Level
from shared.learning.support.words import language, words

_SENTENCE = re.compile(r"[^.!?。！？\n]+[.!?。！？]*")
_FIRST_PERSON = frozenset("been i im ive ill id me my mine myself we were weve our ours us".split())
_SUBJECT = frozenset("i im ive ill id we were weve".split())
_SPEAKERS = frozenset("i im ive ill id my mine we were weve our ours".split())
_SPEAKERS_OF = {
    "en": _FIRST_PERSON,
    "de": frozenset(
        """
        ich mein meine meinen meinem meiner meines wir unser unsere unseren unserem mich bin habe
        hab mag
        """.split()
    ),
    "fr": frozenset("je j jai jaime mon ma mes nous notre nos suis ai moi".split()),
    "nl": frozenset("ik mijn wij we ons onze ben heb".split()),
    "sv": frozenset("jag min mitt mina vi vår våra mig".split()),
    "ru": frozenset("я мой моя моё мои моей моего мы наш наша у меня мне".split()),
}
_BEFORE_AN_ERRAND = frozenset(
    """
    please can could would will you hey hi hello ok okay now also then and so just quickly kindly
    thanks
    """.split()
)
_ERRANDS = frozenset(
    """
    fix write translate summarize summarise explain review show help give make create list find
    convert debug generate tell check compare draft rewrite refactor implement add remove delete
    build calculate compute count correct describe design edit extract format implement improve
    look merge plan print proofread read recommend rename rephrase run search shorten simplify
    solve sort suggest test turn update analyze analyse here
    """.split()
)
_HOW_TO_ANSWER = frozenset("use be answer reply respond speak talk call address".split())
_ASKED_OF_US = frozenset("can could would will please".split())
_STANDING = frozenset(
    """
    always never please dont avoid only keep stop prefer no not without just skip less more from
    every whenever instead must should cannot everything everywhere nothing
    """.split()
)
_JUDGED = frozenset(
    """
    love loves like likes enjoy enjoys hate hates dislike dislikes prefer prefers fan favorite
    favourite allergic great awesome amazing fantastic brilliant excellent wonderful perfect best
    better superb delicious beautiful fun nice good terrible awful horrible worst worse bad annoying
    boring gross disgusting overrated useless beats rocks sucks addicted obsessed torture
    nightmare joy
    """.split()
)
_OTHERS = frozenset(
    """
    brother sister mother father mom mum dad wife husband partner boyfriend girlfriend son daughter
    kid kids child children friend friends boss manager colleague colleagues coworker coworkers
    client clients customer customers roommate flatmate neighbor neighbour cousin uncle aunt
    grandmother grandfather grandma grandpa parents teacher students
    """.split()
)
_MADE_UP = re.compile(
    r"\b(?:if i were|if i was|if i had|imagine|suppose|pretend|hypothetically|used to"
    r"|no longer|not anymore|would have)\b"
)
_POSITIVE = frozenset(
    """
    love loves loved like likes liked enjoy enjoys enjoyed adore adores prefer prefers favorite
    favourite fan great awesome fantastic best
    """.split()
)
_NEGATIONS = frozenset(
    """
    not dont doesnt didnt cant cannot wont isnt arent never no without avoid stop less than instead
    unless hardly but
    """.split()
)
_HATED = frozenset(
    "hate hates hated dislike dislikes detest detests loathe despise despises".split()
)
_LEVELS = {
    Level.ADVANCED: """
        expert experts expertise senior lead principal staff professional professionally certified
        advanced fluent master mastered masters maintain maintainer maintained wrote author authored
        teach teaches taught teaching years decade decades deep deeply daily contributor committer
        architect phd inside living career profession production specialist specialize specialise veteran experte experten profi jahren
        jahre seit années expert ans años experto
        """,
    Level.INTERMEDIATE: """
        comfortable familiar decent okay ok some intermediate used using year months solid fairly
        regularly confident competent reasonably well
        """,
    Level.BEGINNER: """
        new beginner beginners novice newbie noob start starting started first basics basic learning
        learn never trying struggle struggling lost confused unfamiliar little bit dont barely confuses confusing clue technical layman
        anfänger neu débutant principiante
        """,
}
_LEVEL_WORDS = {level: frozenset(line.split()) for level, line in _LEVELS.items()}


def is_stated(quote: str, message: str, *, of_others: bool = False) -> bool:
    """Returns whether users say the quote of themselves, rather than ask it or tell of others.

    Args:
        quote: a part of the message.
        message: the message.
        of_others: whether what they say of other people counts as well.
    """
    sentence = _sentence_of(quote, message)
    around = words(sentence)
    if _is_question(sentence) and _ASKED_OF_US.isdisjoint(around):
        return False
    if not _is_english(sentence, message):
        return True
    found = words(quote)
    if _MADE_UP.search(fold(quote)):
        return False
    if not of_others and _OTHERS.intersection(found) and _SUBJECT.isdisjoint(found):
        return False
    if not _FIRST_PERSON.union(_STANDING, _JUDGED).isdisjoint(around):
        return True
    return bool(around) and around[0] in _HOW_TO_ANSWER


def is_errand(quote: str, message: str) -> bool:
    """Returns whether an English quote only asks for work: nothing in it is about the user."""
    sentence = _sentence_of(quote, message)
    if not _is_english(sentence, message):
        return False
    found = words(sentence)
    if not _SPEAKERS.isdisjoint(found) or not _JUDGED.isdisjoint(found):
        return False
    start = next((word for word in found if word not in _BEFORE_AN_ERRAND), "")
    return start in _ERRANDS or _is_question(sentence)


def has_no_speaker(message: str) -> bool:
    """Returns whether a message lacks the first person that its language cannot do without."""
    speakers = _SPEAKERS_OF.get(language(message) or "")
    return speakers is not None and speakers.isdisjoint(words(message))


def _is_english(sentence: str, message: str) -> bool:
    """Whether a sentence is in English, as the whole message tells if the sentence does not."""
    return (language(sentence) or language(message)) == "en"


def _is_question(sentence: str) -> bool:
    return sentence.rstrip().endswith(("?", "？"))


def contradicts(quote: str, *, likes: bool) -> bool:
    """Returns whether an English quote says the opposite of a like, or of a dislike."""
    found = words(quote)
    negated = [
        word
        for place, word in enumerate(found)
        if word in _POSITIVE and not _NEGATIONS.isdisjoint(found[max(0, place - 3) : place])
    ]
    hated = bool(negated) or not _HATED.isdisjoint(found)
    liked = sum(word in _POSITIVE for word in found) > len(negated)
    if likes:
        return hated and not liked
    return liked and not hated and _NEGATIONS.isdisjoint(found)


def level_said(quote: str) -> Level | None:
    """Returns the skill level that the words of a quote point to, if they point to one."""
    found = set(words(quote))
    hits = {level: len(found & cues) for level, cues in _LEVEL_WORDS.items()}
    best = max(hits, key=lambda level: hits[level])
    return best if hits[best] else None


def _sentence_of(quote: str, message: str) -> str:
    """Returns the sentence in which the quote ends, or the quote if it is in none."""
    text, part = fold(message), fold(quote)
    end = text.find(part) + len(part)
    for match in _SENTENCE.finditer(text):
        if match.start() < end <= match.end():
            return match.group()
    return quote
