"""The forms of sentences about things: "my favourite X is", "X bores me", "X is not for me"."""

import re
from typing import Final

from shared.documents.profile import PreferenceType as T

FAVORITE = re.compile(
    r"^(?:my|our) (?:\w+ )?(?P<kind>(?:(?:all-time |absolute |personal |current "
    r"){0,9}(?:favorite|favorites|go-to|preferred|ideal|number one|top)) (?:\w+ "
    r"){0,4}?)(?:is|are|has always been|have always been|will always be|include|"
    r"would be) "
)


FAVORITE_TAIL = re.compile(
    r"^(?P<thing>.+?) (?:(?:is|are) what i (?:really |truly )?(?:love|live for|"
    r"enjoy)|(?:is|are|has always been|have always been|remains) (?:by far |"
    r"definitely |still |one of |probably |one ){0,9}(?:my|our) (?:all-time |absolute |"
    r"personal ){0,9}(?:favorites?|go-to|passion|thing|cup of tea|jam|hobby|happy place|"
    r"comfort food|guilty pleasure|obsession|escape|first love))\b"
)


STATED = (
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


LIFE_FACT = re.compile(
    r"^(?:my|our) (?:\w+ ){0,2}?(?:"
    + _LIFE
    + r")(?: \w+){0,4}? (?:is|are|does|do|has|have|makes?|requires?|prevents?|"
    r"forbids?|prohibits?|can not|limits?|restricts?|means|keeps?|flares?|breaks?|"
    r"reacts?|hurts?|aches?|needs?|can|will|goes|go|teaches|tells|says|acts?|gets?|"
    r"prefers?|works?|leaves?|allows?|includes?|consists?|excludes?) "
)


MAKES_ME = re.compile(
    r"^(?P<thing>.+?) (?:(?!family|italy|july)\w+ly |always |often |usually |just |"
    r"can |tends? to |do not |does not ){0,9}(?P<verb>makes?|gives?|leaves?|causes?|"
    r"gets?|drives?|brings?|keeps?|sends?|helps?)(?: keep)? me (?P<rest>.+)$"
)


AFFECTS_ME = re.compile(
    r"^(?P<thing>.+?) (?P<adverbs>(?:(?!family|italy|july)\w+ly |always |often |"
    r"usually |just |do |does |not |never |no longer |tends? to |can ){0,9})"
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


NEGATIVE_VERBS = re.compile(
    r"bore|stress|annoy|irritate|bother|frustrate|overwhelm|scare|terrif|intimidate|"
    r"disgust|exhaust|drain|tire|confuse|depress|upset|trigger|distract|gross|freak|"
    r"offend|repulse|unsettle|nauseate|turn|put"
)


NOT_FOR_ME = re.compile(
    r"^(?P<thing>.+?) (?:is|are) (?P<not>not )?(?:(?!family|italy|july)\w+ly |just |"
    r"quite |a |an ){0,9}(?P<what>for me|(?:\w+ )?important to me|essential (?:for|to) "
    r"me|a must(?:-have)?(?: for me)?|must(?:-have)?(?: for me)?|deal "
    r"?-?breakers?(?: for me)?|non-negotiable(?: for me)?|my (?:thing|cup of tea|"
    r"style|jam|scene)|off the table(?: for me)?|off limits(?: for me)?|out of the "
    r"question(?: for me)?|crucial (?:for|to) me|(?P<good>\w+) (?:for|to) me)"
)


IMPORTANT = re.compile(
    r"^it is (?:(?!family|italy|july)\w+ly |really |very |so ){0,9}(?:important|"
    r"essential|crucial|vital|critical|key) (?:to|for) me (?:to |that )"
)


BOTHERS = re.compile(
    r"^it (?:really |always |just ){0,9}(?:bothers|annoys|irritates|stresses|frustrates|"
    r"upsets|scares|overwhelms|drives me (?:crazy|mad|nuts|insane)|makes me "
    r"(?:anxious|nervous|angry|sad|uncomfortable|uneasy|sick|mad|upset))(?: me)?(?: "
    r"out)? (?:when|that|to) "
)


SEEMS = re.compile(
    r"^(?P<thing>.+?) (?:seems?|looks?|sounds?) (?:(?!family|italy|july)\w+ly |"
    r"really |very |quite |pretty |so ){0,9}(?:interesting|appealing|promising|"
    r"fascinating|intriguing|tempting|attractive)(?: to me)?$"
)


NOTHING_BEATS = re.compile(
    r"^(?:nothing (?:beats|is better than|makes me happier than|relaxes me (?:more|"
    r"like))|there is nothing (?:i|we) (?:love|enjoy|like) more than|(?:what|the "
    r"thing|one thing) i (?:really |most |absolutely ){0,9}(?:love|enjoy|like) (?:most |"
    r"more than anything |the most |doing )?(?:is|are)|i am (?:at )?my happiest "
    r"when) "
)


MATTERS = re.compile(
    r"^(?:what (?:really |truly )?matters(?: the)? most(?: to me)?(?: when [\w "
    r"]{3,40}?)?|the most important thing (?:to|for) me|what i (?:need|want|value|"
    r"look for|care about) (?:most |the most |above all )?) (?:is|are) "
)


HATED_THING = re.compile(
    r"^(?:what|the thing|one thing|something|if there is one thing) i (?:really |"
    r"most |absolutely ){0,9}(?:hate|dislike|can not stand|avoid|dread|detest)(?: most| "
    r"the most| more than anything)? (?:is|are|it is) "
)


BARE = re.compile(
    r"^(?:not (?:a |much of a )?(?:big |huge |great )?(?:fan of|into|keen on) |no "
    r"(?:interest in|time for|patience for) )"
)


BARE_LIKE = re.compile(
    r"^(?:(?:a )?(?:big|huge|massive|longtime|lifelong|total) (?:fan of|believer in|"
    r"lover of) |(?:absolutely |really |always )?(?:love|adore|loving) )"
)


BARE_DISLIKE = re.compile(
    r"^(?:absolutely |really |always )?(?:hate|detest|despise|loathe|can not stand|dislike) "
)
