"""Which word is which form of which verb."""

from functools import cache
from typing import Final

from adapters.reader.grammar.inflection import gerund, third_person

COMMON: Final = frozenset(
    """
    abandon abhor abide absorb accept achieve act adhere admire adopt adore advise advocate afford
    aim answer apply appreciate approach arrange arrive ask aspire assemble attend avoid backup
    bake balance be bear become begin behave believe belong benefit bike binge blog blush boil
    book borrow boycott branch breathe brew bring browse build buy call camp care carpool carry
    catch celebrate challenge change chat check cherish choose chop clean climb coach code collect
    combine come commit commute compete complain complete compose comprehend concentrate connect
    consider consult consume contribute control cook cope crave create cringe cultivate cut cycle
    dance deal debug decide decline decorate dedicate delegate depend deploy describe deserve
    design despise detest develop dig digest dine disagree disapprove discover discuss disdain
    dislike distrust dive do donate doodle draft draw dread dream dress drink drive earn eat edit
    embrace emphasize encourage end engage enjoy ensure entertain excel exercise expect experience
    experiment explore express face fail fall fancy farm fast favor fear feed feel fight find
    finish fish fit fix float fly focus follow forage forget format freelance function garden
    gather get give go grab graduate grapple grasp grill grind grow handle happen harbor hate have
    head hear help hike hire hit hold hope host hunt identify imagine improve include incorporate
    indulge insist intend invest involve iron jog join journal judge jump kayak keep knit know
    lack laugh lead lean learn leave lend let lie lift like limit lint listen live loathe log look
    lose love maintain major make manage master mean measure meditate meet memorize mend mentor
    merge metabolize migrate mind minimize mistrust mix monitor mountain-bike move multitask nap
    navigate need object observe offer open operate oppose opt order organize outline outsource
    overcome overeat oversleep overspend overthink own pack paint participate pass pay perform
    photograph pick pitch place plan plant play pledge possess practice pray prefer prepare
    present preserve prioritize process procrastinate produce program promote proofread protect
    prove provide publish pursue push put quit race raise reach react read realize rebase receive
    recharge recognize recommend recover recycle reduce refactor refrain refuse regret rehearse
    reject relate relax release relish rely remember remind renovate rent repair repeat replace
    report require research resent respect respond rest restrict retain retire return reuse revel
    review revise reward ride rinse roast rock-climb run sail save savor say schedule scuba-dive
    search season see seek seem select sell send serve set sew share shoot shop show shower shun
    shy simmer sing sit skate skateboard sketch ski skip sleep smoke snack snore snowboard
    socialize solve speak specialize spend sponsor squat stand start stay steer stick stop stream
    stretch strive struggle study stutter subscribe succeed suffer suggest support surf surround
    survive swear sweat swim switch tackle tag take talk taste teach tell tend test thank think
    thrive throw tolerate train travel treasure treat trust try turn type understand upgrade use
    vacation value view visit volunteer vote wait wake walk want wash waste watch water wear weigh
    weightlift win wish wonder work worry worship wrestle write
    """.split()
)
"""Base forms common enough to be recognised without a dictionary."""

_PAST: Final[dict[str, tuple[str, str]]] = {
    "be": ("was", "been"),
    "bear": ("bore", "borne"),
    "become": ("became", "become"),
    "begin": ("began", "begun"),
    "bring": ("brought", "brought"),
    "build": ("built", "built"),
    "buy": ("bought", "bought"),
    "catch": ("caught", "caught"),
    "choose": ("chose", "chosen"),
    "come": ("came", "come"),
    "cut": ("cut", "cut"),
    "deal": ("dealt", "dealt"),
    "do": ("did", "done"),
    "draw": ("drew", "drawn"),
    "drink": ("drank", "drunk"),
    "drive": ("drove", "driven"),
    "eat": ("ate", "eaten"),
    "fall": ("fell", "fallen"),
    "feed": ("fed", "fed"),
    "feel": ("felt", "felt"),
    "fight": ("fought", "fought"),
    "find": ("found", "found"),
    "fly": ("flew", "flown"),
    "forget": ("forgot", "forgotten"),
    "get": ("got", "gotten"),
    "give": ("gave", "given"),
    "go": ("went", "gone"),
    "grow": ("grew", "grown"),
    "have": ("had", "had"),
    "hear": ("heard", "heard"),
    "hit": ("hit", "hit"),
    "hold": ("held", "held"),
    "keep": ("kept", "kept"),
    "knit": ("knit", "knit"),
    "know": ("knew", "known"),
    "lead": ("led", "led"),
    "leave": ("left", "left"),
    "let": ("let", "let"),
    "lie": ("lay", "lain"),
    "lose": ("lost", "lost"),
    "make": ("made", "made"),
    "mean": ("meant", "meant"),
    "meet": ("met", "met"),
    "pay": ("paid", "paid"),
    "put": ("put", "put"),
    "quit": ("quit", "quit"),
    "read": ("read", "read"),
    "ride": ("rode", "ridden"),
    "run": ("ran", "run"),
    "say": ("said", "said"),
    "see": ("saw", "seen"),
    "seek": ("sought", "sought"),
    "sell": ("sold", "sold"),
    "send": ("sent", "sent"),
    "set": ("set", "set"),
    "shoot": ("shot", "shot"),
    "sing": ("sang", "sung"),
    "sit": ("sat", "sat"),
    "sleep": ("slept", "slept"),
    "speak": ("spoke", "spoken"),
    "spend": ("spent", "spent"),
    "stand": ("stood", "stood"),
    "stick": ("stuck", "stuck"),
    "strive": ("strove", "striven"),
    "swear": ("swore", "sworn"),
    "swim": ("swam", "swum"),
    "take": ("took", "taken"),
    "teach": ("taught", "taught"),
    "tell": ("told", "told"),
    "think": ("thought", "thought"),
    "throw": ("threw", "thrown"),
    "understand": ("understood", "understood"),
    "wake": ("woke", "woken"),
    "wear": ("wore", "worn"),
    "win": ("won", "won"),
    "write": ("wrote", "written"),
    "overcome": ("overcame", "overcome"),
    "sew": ("sewed", "sewn"),
    "show": ("showed", "shown"),
    "lend": ("lent", "lent"),
}

_NOT_GERUNDS: Final = frozenset(
    "thing nothing something anything everything king ring wing evening morning unwilling "
    "willing interesting boring loving during spring string ceiling wedding building sibling "
    "feeling darling demanding exciting outgoing easygoing easy-going hard-working "
    "hardworking risk-taking understanding caring".split()
)


@cache
def _forms() -> tuple[dict[str, str], dict[str, str], dict[str, str], dict[str, str]]:
    """Third persons, gerunds, pasts and participles, each to its base form."""
    thirds, gerunds, pasts, participles = {}, {}, {}, {}
    for verb in COMMON:
        thirds[third_person(verb)] = verb
        gerunds[gerund(verb)] = verb
        if verb in _PAST:
            past, participle = _PAST[verb]
        else:
            past = participle = regular_past(verb)
        pasts[past] = verb
        participles[participle] = verb
    gerunds["traveling"] = "travel"
    return thirds, gerunds, pasts, participles


def regular_past(verb: str) -> str:
    """The -ed form: "prefer" → "preferred", "study" → "studied"."""
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ied"
    return gerund(verb)[:-3] + "ed"


def is_base(word: str) -> bool:
    """Whether the word can be the base form of a common verb."""
    return word in COMMON


def is_gerund(word: str) -> bool:
    """Whether the word is an -ing form of a verb."""
    return word in _forms()[1] or (
        word.endswith("ing") and len(word) > 5 and word not in _NOT_GERUNDS
    )


def is_past(word: str) -> bool:
    """Whether the word is a simple past form and not a base form too."""
    return (word in _forms()[2] or (word.endswith("ed") and len(word) > 4)) and word not in COMMON


def is_participle(word: str) -> bool:
    """Whether the word can follow "have" in a perfect tense."""
    return word in _forms()[3] or word in _forms()[2] or (word.endswith("ed") and len(word) > 4)


def lemma(word: str) -> str:
    """The base form of a known verb form, else the word itself."""
    if word in COMMON:
        return word
    for forms in _forms():
        if word in forms:
            return forms[word]
    return word
