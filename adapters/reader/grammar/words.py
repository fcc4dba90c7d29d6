"""Plain word lists: verdicts, and the adverbs that grade or hedge a statement."""

from typing import Final

GOOD: Final = frozenset(
    "relaxing soothing calming fun enjoyable exciting rewarding fulfilling inspiring "
    "motivating energizing interesting fascinating appealing engaging helpful useful "
    "comforting satisfying therapeutic refreshing delicious beautiful amazing wonderful great "
    "fantastic peaceful thrilling stimulating effective valuable easier convenient "
    "comfortable safe happy happier creative alert focused joy delight pleasure treat "
    "blessing haven calm relaxed energized excited motivated productive alive joy peace "
    "comfort pleasure energy happiness inspiration important essential crucial vital "
    "invaluable charming cozy cosy hypnotic grounding enriching nourishing tasty hilarious "
    "compelling immersive gratifying cathartic magical heartwarming nostalgic adorable "
    "elegant better best cool intriguing meaningful attractive invigorating liberating "
    "empowering uplifting".split()
)
BAD: Final = frozenset(
    "overwhelming stressful boring dull tedious annoying irritating frustrating exhausting "
    "tiring draining uncomfortable unpleasant distracting confusing difficult hard "
    "challenging intimidating scary terrifying disgusting gross repulsive unappealing "
    "unnecessary wasteful unhealthy depressing offensive disturbing impersonal unreliable "
    "monotonous repetitive cramped chaotic noisy unbearable intolerable off-putting anxious "
    "nervous bored stressed overwhelmed tired sick nauseous queasy dizzy claustrophobic "
    "uneasy frustrated distracted irritable jittery headaches migraines anxiety nausea stress "
    "hives panic rashes heartburn headache migraine creeps indigestion cramps stomachache "
    "rash waste nightmare chore hassle bore turn-off ordeal pain torture burden scam insecure "
    "self-conscious unsafe miserable angry sad sleepy restless worse impatient annoyed "
    "drained exhausted carsick seasick airsick motion-sick ill lethargic bloated lost "
    "confused intimidated isolating ineffective impractical pointless useless disengaging "
    "demotivating nauseating suffocating awkward superficial disorienting disheartening "
    "daunting mind-numbing clunky gimmicky cheesy jarring nerve-wracking grating gaudy bland "
    "mushy greasy slimy harsh pricey preachy formulaic contrived shallow immoral cruel rude "
    "obnoxious intrusive invasive restrictive rigid sterile bleak gory creepy cluttered "
    "overrated overpriced time-consuming infuriating pretentious predictable tacky ugly "
    "unethical dangerous risky inconvenient heavy panicky disengaged unmotivated demotivated "
    "disconnected lonely isolated crazy mad tense upset grumpy".split()
)
"""What one finds, feels or is made by a thing one likes, or does not."""

STRONG_ADVERBS: Final = frozenset(
    "absolutely really truly strongly completely totally utterly strictly deeply passionately "
    "always firmly definitely exclusively extremely very huge seriously genuinely especially "
    "intensely thoroughly".split()
)
HEDGES: Final = frozenset(
    "maybe perhaps possibly somewhat slightly sometimes occasionally might may kind sort "
    "probably fairly partly mildly".split()
)
HABITUAL: Final = frozenset(
    "usually generally typically normally mostly mainly often frequently regularly primarily "
    "tend commonly largely routinely".split()
)
RARELY: Final = frozenset("never rarely seldom hardly barely scarcely".split())

ADVERBS: Final = (
    STRONG_ADVERBS
    | HABITUAL
    | RARELY
    | (HEDGES - {"kind", "sort", "may", "might"})
    | frozenset(
        "just also still even only simply quite much so too almost actually honestly personally "
        "particularly now currently recently lately again then ever already all both either "
        "generally well instead constantly consistently daily more most far better best not-so "
        "pretty super highly heavily greatly fully literally basically certainly obviously "
        "clearly naturally easily quickly".split()
    )
)
"""What may stand between subject and verb, or inside a phrase, without changing its kind."""

NOT_ADVERBS: Final = frozenset(
    "family rely reply apply supply fly early friendly lovely lonely only daily weekly "
    "monthly italy july ally belly bully butterfly elderly holy jelly likely ugly silly "
    "multiply imply comply curly assembly melancholy orderly wooly jolly hilly chilly oily "
    "smelly july homely cowardly lively eco-friendly kid-friendly family-friendly "
    "environmentally".split()
)
"""Words in -ly that are none."""
