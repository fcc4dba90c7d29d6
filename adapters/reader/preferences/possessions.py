"""What somebody has that says something lasting: a condition, a family, animals, a home."""

from collections.abc import Iterator
from typing import Final

from adapters.reader.grammar.predicates import Predicate, is_adverb
from adapters.reader.grammar.verbs import lemma
from adapters.reader.objects.anaphora import stands_alone
from adapters.reader.objects.objects import cut
from adapters.reader.objects.wording import shifted
from adapters.reader.preferences.findings import Finding, graded
from adapters.reader.text.clauses import Clause
from shared.documents.profile import PreferenceType as T

_CONDITIONS: Final = frozenset(
    """
    allergy allergies intolerance sensitivity asthma adhd add autism dyslexia dyscalculia diabetes
    anxiety depression epilepsy arthritis insomnia migraines tinnitus vertigo claustrophobia
    agoraphobia eczema psoriasis celiac coeliac ibs gerd anemia hypertension scoliosis ocd ptsd
    disability disabilities impairment condition disorder syndrome phobia injury disease
    hypothyroidism fibromyalgia lupus sciatica knee knees back feet hands skin eyes eyesight
    vision hearing shoulder ankle hip joints bladder stomach metabolism heart pressure cholesterol
    """.split()
)
_KIN: Final = frozenset(
    """
    kid kids child children son sons daughter daughters toddler baby twins brother brothers sister
    sisters sibling siblings wife husband partner girlfriend boyfriend family grandchild
    grandchildren roommate roommates dog dogs cat cats puppy kitten pet pets rabbit rabbits horse
    horses hamster parrot chickens bird guinea greyhounds snake snakes
    """.split()
)
_TRAITS: Final = frozenset(
    """
    tooth budget palate tolerance metabolism memory span commute schedule lifestyle garden
    apartment flat backyard yard balcony farm allotment licence license diet sense personality
    temperament tattoos tattoo beard hair rule policy accent degree phd masters diploma sleeper
    motto mindset habit
    """.split()
)
_HEADS: Final = _CONDITIONS | _KIN | _TRAITS
_AFTER: Final = frozenset(
    "when while if because i we my that which who and or , so in of with to for but at where "
    "since from named called".split()
)
_PASSING: Final = frozenset(
    "question idea problem issue meeting great good nice fun wonderful amazing beautiful "
    "awesome".split()
)


def possession(clause: Clause, predicate: Predicate, text: str) -> Iterator[Finding]:
    """E.g. "I have asthma", "I have two kids", "we've got a small garden"."""
    rest = predicate.rest
    if lemma(rest[0].norm) not in {"have", "suffer"} and rest[0].norm != "got":
        return
    if (
        rest[0].norm == "had"
        or (rest[0].norm == "got" and not predicate.perfect)
        or predicate.past
        or predicate.progressive
        or predicate.modal
        or (predicate.perfect and rest[0].norm != "got")
    ):
        return
    words = cut(rest[2:] if rest[1:2] and rest[1].norm in {"from", "got"} else rest[1:])
    for at, token in enumerate(words[:8]):
        if token.norm in _HEADS and (at + 1 == len(words) or words[at + 1].norm in _AFTER):
            end = at + 1
            if end < len(words) and words[end].norm in {
                "in",
                "of",
                "to",
                "with",
                "and",
                "or",
                "for",
                "that",
            }:
                end = len(words)
            said = words[:end]
            if not stands_alone(said) or {t.norm for t in said[:at]} & _PASSING:
                return
            verb = "does not have" if predicate.negated else "has"
            yield Finding(
                T.TRAIT,
                f"{verb} {shifted(said, text)}",
                graded(0.93, clause, predicate.adverbs),
                token.norm in _TRAITS,
            )
            return
        if not (token.norm[0].isalnum() or is_adverb(token.norm)) or token.norm in _AFTER - {
            "and",
            ",",
        }:
            return
