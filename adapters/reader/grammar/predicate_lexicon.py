"""Adjectives and nouns of stance: "fond of", "a strong aversion to"."""

from typing import Final

from adapters.reader.grammar.lexicon import EXPLICIT, INFERRED, STRONG, table
from shared.documents.profile import PreferenceType as T

ADJECTIVES: Final = table(
    (
        T.LIKE,
        EXPLICIT,
        "fond of, keen on, crazy about, mad about, nuts about, passionate about, enthusiastic "
        "about, obsessed with, addicted to, hooked on, into, partial to, big on, in love "
        "with, wild about, all about, a sucker for, enamored with, enamored by, smitten with, "
        "a big fan of, a fan of, a lover of, a huge fan of, one for, the biggest fan of",
    ),
    (
        T.LIKE,
        STRONG,
        "drawn to, attracted to, fascinated by, fascinated with, intrigued by, captivated by, "
        "happiest in, happiest with, comfortable with, comfortable in, "
        "comfortable on, comfortable around, comfortable using, comfortable, excited about, "
        "thrilled by, inspired by, motivated by, energized by, impressed by, at home in, "
        "happiest",
    ),
    (T.LIKE, INFERRED, "interested in, curious about, open to, okay with, fine with, loyal to"),
    (
        T.DISLIKE,
        EXPLICIT,
        "averse to, opposed to, against, sick of, tired of, fed up with, bored by, bored "
        "with, bored of, annoyed by, annoyed with, irritated by, disgusted by, repulsed by, "
        "put off by, turned off by, bothered by, not a fan of, not into, not keen on, not "
        "interested in, done with, over, grossed out by",
    ),
    (
        T.DISLIKE,
        STRONG,
        "wary of, skeptical of, skeptical about, cautious about, cautious of, hesitant about, "
        "hesitant, reluctant, unwilling, uncomfortable with, uncomfortable in, uncomfortable "
        "on, uncomfortable around, uncomfortable using, uncomfortable, intolerant of, "
        "suspicious of, weary of, uninterested in, disinterested in, leery of, apprehensive "
        "about, picky about, nervous about, overwhelmed by, intimidated by, stressed by, "
        "frustrated by, frustrated with, impatient with, distracted by, unhappy with, "
        "offended by, disturbed by, critical of",
    ),
    (
        T.TRAIT,
        EXPLICIT,
        "allergic to, intolerant to, sensitive to, afraid of, scared of, terrified of, "
        "frightened of, phobic of, prone to, susceptible to, vulnerable to, deathly afraid "
        "of, petrified of, on a, on an",
    ),
    (
        T.PREFERENCE,
        EXPLICIT,
        "committed to, dedicated to, devoted to, conscious of, conscious about, mindful of, "
        "mindful about, particular about, strict about, adamant about, adamant that, adamant, "
        "serious about, selective about, religious about, choosy about, fussy about, "
        "determined not, insistent on, dependent on, reliant on, accustomed to, used to, "
        "concerned about, careful about, careful with, careful, for, in favor of, firm on, "
        "most productive, most comfortable, more productive, more comfortable, at my best, "
        "more focused, most focused, more engaged, better at, most creative, most effective, "
        "most alert, more of, invested in, focused on, sold on, all for",
    ),
    (
        T.CHALLENGE,
        STRONG,
        "bad at, terrible at, awful at, hopeless at, poor at, not good at, no good at, weak "
        "in, weak at, unable, horrible at, stuck on, behind on, struggling with, recovering "
        "from, dealing with, rubbish at, inexperienced with, inexperienced in, not great at, "
        "not very good at, not great with, slow at",
    ),
    (
        T.EXPERTISE,
        STRONG,
        "good at, great at, expert in, expert at, an expert in, proficient in, proficient "
        "with, fluent in, skilled in, skilled at, skilled with, experienced in, experienced "
        "with, well-versed in, versed in, familiar with, adept at, certified in, "
        "knowledgeable about, specialized in, trained in, well versed in, an expert on, an "
        "expert at, good with, excellent at, qualified in, a native speaker of, a specialist "
        "in",
    ),
    (
        T.GOAL,
        0.85,
        "determined to, eager to, saving up for, saving for, training for, preparing for, "
        "studying for",
    ),
    (
        T.LEARNING_INTEREST,
        STRONG,
        "interested in learning, curious to learn, eager to learn, keen to learn, interested "
        "in studying, excited to learn, interested in understanding, interested in getting "
        "into, new to",
    ),
)


"""Predicates after a form of "be": adjectives and set phrases with their prepositions."""


NOUNS: Final = table(
    (
        T.LIKE,
        EXPLICIT,
        "love, passion, fondness, weakness, soft spot, appreciation, liking, affinity, "
        "obsession, enthusiasm, fascination, admiration, craving, thing, penchant, addiction, "
        "infatuation, adoration, sweet spot",
    ),
    (
        T.LIKE,
        INFERRED,
        "interest, curiosity, taste, patience, appetite, use, energy, respect, stamina",
    ),
    (
        T.DISLIKE,
        EXPLICIT,
        "aversion, dislike, distaste, hatred, disdain, hate, contempt, antipathy, repulsion, "
        "loathing, disgust, distrust, mistrust, objection, objections, disinterest, "
        "resistance, opposition, reservations, dread, skepticism, revulsion, reluctance",
    ),
    (
        T.TRAIT,
        EXPLICIT,
        "phobia, fear, allergy, allergies, intolerance, sensitivity, sensitivities, anxiety, "
        "condition, disability, disorder, phobias, low tolerance, poor tolerance",
    ),
    (
        T.PREFERENCE,
        EXPLICIT,
        "preference, commitment, policy, rule, requirement, habit, tendency, views, opinions, "
        "opinion, feelings, inclination, need, bias, diet, belief, conviction, principle, "
        "predilection, stance, position, leaning, insistence, standards, priority, "
        "dedication, devotion, reliance, dependence, concern, concerns, desire, expectations, "
        "moral objection",
    ),
    (
        T.CHALLENGE,
        STRONG,
        "difficulty, difficulties, trouble, struggle, issue, issues, challenge, hard time, "
        "tough time",
    ),
    (T.GOAL, 0.85, "goal, dream, ambition, aspiration, plan"),
    (
        T.EXPERTISE,
        STRONG,
        "expertise, knack, talent, background, degree, knowledge, command, qualification",
    ),
)


"""Nouns after "have", "feel" … with a preposition: "a strong aversion to"."""


NOUN_PREPOSITIONS: Final = frozenset(
    "to for of toward about against with in on when around regarding concerning at from as by "
    "between over that where".split()
)


HAVING: Final = frozenset(
    "have feel hold develop harbor possess suffer experience share maintain got face".split()
)
