"""English words that tell what kind of sentence somebody says, and a few of other languages."""

import re

from shared.documents.profile import Level, PreferenceType

FIRST_PERSON = frozenset("been i im ive ill id me my mine myself we were weve our ours us".split())
SUBJECT = frozenset("i im ive ill id we were weve".split())
SPEAKERS = frozenset("i im ive ill id my mine we were weve our ours".split())
SPEAKERS_OF = {
    "en": FIRST_PERSON,
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
BEFORE_AN_ERRAND = frozenset(
    """
    please can could would will you hey hi hello ok okay now also then and so just quickly kindly
    thanks
    """.split()
)
ERRANDS = frozenset(
    """
    fix write translate summarize summarise explain review show help give make create list find
    convert debug generate tell check compare draft rewrite refactor implement add remove delete
    build calculate compute count correct describe design edit extract format implement improve
    look merge plan print proofread read recommend rename rephrase run search shorten simplify
    solve sort suggest test turn update analyze analyse here
    """.split()
)
HOW_TO_ANSWER = frozenset("use be answer reply respond speak talk call address".split())
ASKED_OF_US = frozenset("can could would will please".split())
STANDING = frozenset(
    """
    always never please dont avoid only keep stop prefer no not without just skip less more from
    every whenever instead must should cannot everything everywhere nothing
    """.split()
)
JUDGED = frozenset(
    """
    love loves like likes enjoy enjoys hate hates dislike dislikes prefer prefers fan favorite
    favourite allergic great awesome amazing fantastic brilliant excellent wonderful perfect best
    better superb delicious beautiful fun nice good terrible awful horrible worst worse bad
    annoying boring gross disgusting overrated useless beats rocks sucks addicted obsessed torture
    nightmare joy
    """.split()
)
OTHERS = frozenset(
    """
    brother sister mother father mom mum dad wife husband partner boyfriend girlfriend son daughter
    kid kids child children friend friends boss manager colleague colleagues coworker coworkers
    client clients customer customers roommate flatmate neighbor neighbour cousin uncle aunt
    grandmother grandfather grandma grandpa parents teacher students
    """.split()
)
UNREAL = re.compile(
    r"\bif (?:i|we) (?:were|was|had)\b|\bhypothetically\b"
    r"|\b(?:imagine|suppose|pretend) (?:that|you|i|we|im|i'm)\b"
)
SIMILE = re.compile(
    r"\b(?:explain|tell|show|teach|describe|talk|speak|treat)\b[^.!?]{0,60}"
    r"\b(?:like|as if|as though) (?:i'm|i am|i were|i was|im)\b"
)
SINCE = frozenset("now but anymore today nowadays until".split())
FORMER = frozenset("former formerly used past ex previous previously quit once ago".split())
ALWAYS = frozenset("always never every whenever default".split())
REACH = 5
"""How many words before a thing a word of feeling is looked for."""
LIKED = frozenset("love loves loved like likes enjoy enjoys enjoyed adore adores".split())
HATED = frozenset(
    """
    hate hates hated dislike dislikes detest detests loathe loathes despise despises
    """.split()
)
BEFORE_LIKE = frozenset("i we dont didnt doesnt not never really also still quite do".split())
NEGATIONS = frozenset("not dont doesnt didnt cant cannot never no".split())
LEVELS = {
    Level.ADVANCED: """
        expert experts expertise senior lead principal staff professional professionally certified
        advanced fluent master mastered masters maintain maintainer maintained wrote author authored
        teach teaches taught teaching years decade decades deep deeply daily contributor committer
        architect phd inside living career profession production specialist specialize specialise
        veteran experte experten profi jahren jahre seit années ans años experto
        """,
    Level.INTERMEDIATE: """
        comfortable familiar decent okay ok some intermediate used using year months solid fairly
        regularly confident competent reasonably well
        """,
    Level.BEGINNER: """
        new beginner beginners novice newbie noob start starting started first basics basic learning
        learn never trying struggle struggling lost confused unfamiliar little bit dont barely
        confuses confusing clue technical layman hard difficult anfänger neu débutant principiante
        """,
}
LEVEL_WORDS = {level: frozenset(line.split()) for level, line in LEVELS.items()}
CUES = {
    PreferenceType.LIKE: frozenset(
        """
        love loves loved loving like likes liked enjoy enjoys enjoyed enjoying adore adores fan
        favorite favourite favorites favourites fond great good nice awesome amazing fantastic
        brilliant excellent wonderful perfect best better superb delicious beautiful fun cool
        addicted obsessed passion passionate prefer prefers preferred always often usually every
        all nothing especially mostly into thing regularly daily happy happiest joy appreciate
        relaxing relax motivates inspire inspires inspired helps escape interesting fascinating
        fascinated keen excited thrilled glad proud recommend rocks beats worth rather cant without
        never week weekends weekend mornings evenings sucker crazy mad hooked treasure cherish care
        important matters means peace happiness fascinates brings dream look forward blast never go
        gravitate drawn partial value values
        """.split()
    ),
    PreferenceType.DISLIKE: frozenset(
        """
        hate hates hated dislike dislikes disliked detest loathe despise not dont doesnt didnt cant
        cannot wont isnt arent never no nothing avoid avoids avoiding stop without worst worse bad
        terrible awful horrible annoying annoys annoyed boring bored gross disgusting overrated
        useless sick tired aversion averse against distracting drain drains draining torture pain
        nightmare too uncomfortable scared afraid fear terrified allergic hard frustrating
        frustrates overwhelming overwhelmed stressful stress anxious bothers bother mind least less
        rather unpleasant weird stand bear skip refuse steer away turned off stance concerns ugly
        wrong problem issue struggle kills ruins spoils lost ineffective unless unable difficult
        aloof childish
        """.split()
    ),
    PreferenceType.GOAL: frozenset(
        """
        want wants wanna would like love hope hoping plan plans planning goal goals aim aiming try
        trying going gonna saving save working towards toward dream dreaming train training prepare
        preparing studying need target will next by before eventually someday intend looking
        resolution decided ambition objective id become wish aspire until pursue pursuing
        determined committed
        """.split()
    ),
    PreferenceType.LEARNING_INTEREST: frozenset(
        """
        learn learning study studying studied course courses class classes tutorial curious
        interested interest want wants would love getting into started starting pick picking
        explore exploring teach teaching understand practice practicing try trying dive diving
        fascinated fascinating lessons reading read researching exam degree
        """.split()
    ),
    PreferenceType.EXPERTISE: LEVEL_WORDS[Level.ADVANCED]
    | frozenset(
        """
        good great know knows strong skilled skill skills proficient experience experienced built
        build shipped ship run ran running wrote work works job degree trained won speak speaks
        comfortable familiar confident understand solid excel native bilingual nailed best
        qualified training expertise capable savvy adept knowledgeable knack talent
        """.split()
    ),
}
