"""Slots: what holds one value at a time, which values are rivals, and who wins (P-14).

One table, for facts and for preferences alike. A slot is found by a fact's path, by the analyzer's
word for a preference, or by what the preference says. Of two rivals,

- the newest explicit statement of the user wins over anything that was learned;
- below that, the higher confidence wins, and the newer on a tie;
- nothing that was learned wins over what the user declared: it waits for the user's word.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from shared.base.sameness import comparison, object_of, same
from shared.base.text import fold, remembered, stems
from shared.documents.about import in_words, is_several
from shared.documents.profile import AboutMeta, Preference, PreferenceType
from shared.documents.slots import Slot
from shared.profile.mentions import is_name, mentions

EXPLICIT_FROM = 0.85
"""The confidence from which a statement counts as the user's own words, not as an inference."""

PATHS = {
    "name": Slot.NAME,
    "timezone": Slot.TIMEZONE,
    "work.role": Slot.ROLE,
    "work.org": Slot.EMPLOYER,
    "codePreferences.tone": Slot.TONE,
    "codePreferences.detailLevel": Slot.DETAIL,
    "tools.editor": Slot.EDITOR,
    "custom.location": Slot.RESIDENCE,
    "custom.diet": Slot.DIET,
    "custom.theme": Slot.THEME,
    "custom.units": Slot.UNITS,
    "custom.nativeLanguage": Slot.NATIVE_LANGUAGE,
    "custom.relationship": Slot.RELATIONSHIP,
}
"""The slots of facts. Every other path that is no list holds one value as well."""

LABELS = frozenset({Slot.TONE, Slot.DETAIL})
"""Slots whose facts are labels of ours: what the user said of them says more."""

_ROLES = {
    "boss": """boss; chef, chefin, vorgesetzter, vorgesetzte; cheffe, patron, patronne;
        jefe, jefa; 上司""",
    "dentist": "dentist; zahnarzt, zahnärztin; dentiste; dentista; 歯医者, 歯科医",
    "doctor": """doctor, gp; hausarzt, hausärztin; médecin, médecin traitant;
        médico de cabecera, médica de cabecera; かかりつけ医, 主治医""",
    "father": "father, dad; vater, papa; père; padre, papá; 父, お父さん",
    "landlord": """landlord, landlady; vermieter, vermieterin; propriétaire;
        casero, casera; 大家, 大家さん""",
    "manager": "manager",
    "mentor": "mentor, mentorin, mentora",
    "mother": "mother, mom, mum; mutter, mama, mutti; mère, maman; madre, mamá; 母, お母さん",
    "partner": """partner, spouse, husband, wife, boyfriend, girlfriend, gf, fiance, fiancé,
        fiancee, fiancée; mann, frau, ehemann, ehefrau, verlobter, verlobte, partnerin,
        lebensgefährte, lebensgefährtin; mari, femme, époux, épouse, conjoint, conjointe,
        compagnon, compagne; marido, mujer, esposo, esposa, novio, novia, pareja, prometido,
        prometida; 夫, 妻, 旦那, 主人, 嫁, 奥さん, 彼氏, 彼女, 婚約者""",
    "supervisor": "supervisor",
    "therapist": """therapist; therapeut, therapeutin; thérapeute, psy;
        terapeuta, psicólogo, psicóloga""",
}
ONE_PERSON_ROLES = {
    name.strip(): role
    for role, names in _ROLES.items()
    for name in names.replace(";", ",").split(",")
}
"""Words for relations that one contact has at a time, in all five languages, with their roles."""

_COUNTED = re.compile(
    r"(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,4}) ([a-z]+)"
)
_VALUES = {
    Slot.THEME: {
        "dark": "dark theme|dark mode|dark themes|dark background|dark color scheme|dark ui",
        "light": "light theme|light mode|light themes|light background|light color scheme|light ui",
    },
    Slot.UNITS: {
        "metric": "metric|metric units|metric system|celsius|kilometers|kilometres|kilograms",
        "imperial": "imperial|imperial units|imperial system|fahrenheit|miles|pounds",
    },
    Slot.DETAIL: {
        "low": "short answers|brief answers|concise answers|short replies|brief replies"
        "|short explanations|brief explanations|concise explanations|terse answers"
        "|concise responses|short responses|brief responses",
        "high": "long answers|detailed answers|thorough answers|detailed explanations"
        "|long explanations|thorough explanations|in-depth explanations|in-depth answers"
        "|detailed responses|long responses|step-by-step explanations",
    },
    Slot.DIET: {
        value: f"{value}|{value} diet|being {value}|vegetarian food"
        if value == "vegetarian"
        else f"{value}|{value} diet|being {value}"
        for value in ("vegetarian", "vegan", "pescatarian", "omnivore", "flexitarian", "carnivore")
    },
    Slot.RELATIONSHIP: {
        value: value for value in ("single", "married", "divorced", "engaged", "widowed")
    },
}
"""What preferences say that are values of a slot, whatever their type."""
_ANSWERS_IN = re.compile(
    r"(?:(?:user )?(?:wants|prefers) )?"
    r"(?:answers?|answering|repl(?:y|ies)|replying|responds?|responding|responses) "
    r"(?:always |only )?in ([a-z]+)(?: only)?"
)
_VARIETY = re.compile(
    r"(?:(?:always |only )?"
    r"(?:use|uses|using|write|writes|writing|spell|spells|answers?|stick to|prefers?) "
    r"(?:in )?)?(american|australian|british|canadian|irish|uk|us) (?:english|spellings?)"
)
_SCALE = re.compile(r"(?:(?:give|gives|use|uses) )?(?:temperatures )?(?:in )?(celsius|fahrenheit)")
_ANSWERS_ELSEWHERE = re.compile(
    r"(?:antworten (?:immer |nur )?auf|r[eé]ponses? (?:toujours )?en|respuestas? en) (\w+)"
)
_LANGUAGES = frozenset(
    """
    arabic bengali bulgarian cantonese catalan chinese croatian czech danish dutch english estonian
    farsi finnish french german greek hebrew hindi hungarian icelandic indonesian irish italian
    japanese korean latin latvian lithuanian malay mandarin norwegian persian polish portuguese
    punjabi romanian russian serbian slovak slovenian spanish swahili swedish tagalog tamil thai
    turkish ukrainian urdu vietnamese welsh
    """.split()
)
_LANGUAGES_ELSEWHERE = frozenset(
    """
    arabisch chinesisch deutsch englisch französisch italienisch japanisch niederländisch polnisch
    portugiesisch russisch schweizerdeutsch spanisch türkisch ukrainisch
    allemand anglais arabe chinois espagnol français francais italien japonais néerlandais polonais
    portugais russe turc
    alemán árabe catalán chino español francés inglés italiano japonés portugués ruso
    """.split()
)
_SAYS = {
    phrase: (slot, value)
    for slot, values in _VALUES.items()
    for value, phrases in values.items()
    for phrase in phrases.split("|")
}
_LIKINGS = {PreferenceType.LIKE: "like", PreferenceType.DISLIKE: "dislike"}


@dataclass(frozen=True)
class Held:
    """A slot with the value that an item gives it.

    Attributes:
        slot: the slot.
        key: which one of its kind: the pair of a comparison, the person's role, the path.
        value: the value, in words.
        is_sentence: whether the value is only a part of these words: "Lives in Leeds".
    """

    slot: Slot
    key: str
    value: str
    is_sentence: bool = False

    def is_rival_of(self, other: "Held") -> bool:
        """Returns whether both are about the same thing and cannot both hold."""
        return (self.slot, self.key) == (other.slot, other.key) and not self.agrees_with(other)

    @property
    def names_a_value(self) -> bool:
        """Whether it is known which value it gives: "Lives in Leeds", but not "leads a team"."""
        words = self.value.split()
        return not self.is_sentence or len(words) <= 2 or any(map(is_name, words[1:]))

    def agrees_with(self, other: "Held") -> bool:
        """Returns whether both give the same slot the same value."""
        if (self.slot, self.key) != (other.slot, other.key):
            return False
        if fold(self.value) == fold(other.value) or same(self.value, other.value):
            return True
        return (self.is_sentence and _names(self.value, other.value)) or (
            other.is_sentence and _names(other.value, self.value)
        )


def _names(sentence: str, value: str) -> bool:
    """Returns whether a sentence names a value: "Lives in Leeds" that of "Leeds, UK"."""
    return mentions(sentence, value) or mentions(sentence, value.partition(",")[0])


def held_by_fact(path: str, value: Any) -> Held | None:
    """Returns the slot of a fact; None if its path holds several values side by side.

    Of these, only a number is a rival: of "three kids" it is "four kids", but not "a dog".
    """
    if path == "contacts":
        relation = fold(str(value.get("relation") or "")) if isinstance(value, dict) else ""
        role = relation.removeprefix("my ").strip()
        if role not in ONE_PERSON_ROLES:
            return None
        return Held(Slot.CONTACT, ONE_PERSON_ROLES[role], str(value.get("name")))
    if is_several(path):
        counted = _COUNTED.fullmatch(fold(in_words(value)))
        return counted and Held(Slot.CUSTOM, f"{path} {stems(counted[1])}", counted[0])
    if path in ("bio", "notes"):
        return None
    slot = PATHS.get(path, Slot.CUSTOM)
    words = in_words(value)
    said = _SAYS.get(fold(words))
    if said and said[0] is slot:
        words = said[1]
    return Held(slot, path if slot is Slot.CUSTOM else "", words)


def held_by_preference(
    type_: PreferenceType, description: str, slot: Slot | None = None
) -> Held | None:
    """Returns the slot that a preference gives a value; None if it rivals no other by one.

    A comparison rivals the same one turned around, which `Relation.REVERSED` tells.
    """
    subject, said, is_compared = remembered("held", description, _said)
    if is_compared:
        return None
    if said and type_ is not PreferenceType.DISLIKE:
        return said
    if slot and slot not in (Slot.COMPARISON, Slot.LIKING, Slot.CUSTOM, Slot.CONTACT):
        value = _closed_value(slot, description)
        return Held(slot, "", value or description, is_sentence=not value)
    if type_ in _LIKINGS:
        return Held(Slot.LIKING, subject, _LIKINGS[type_])
    return None


def _closed_value(slot: Slot, description: str) -> str:
    """Returns the value of a slot with few values that a description says; or nothing."""
    said = f" {fold(description)} "
    for value, phrases in _VALUES.get(slot, {}).items():
        if any(f" {phrase} " in said for phrase in (value, *phrases.split("|"))):
            return value
    return ""


def _said(description: str) -> tuple[str, Held | None, bool]:
    """Returns the object of a text, the slot and value that it says, and whether it compares."""
    subject = object_of(description)
    said = _SAYS.get(fold(description)) or _SAYS.get(subject)
    held = Held(said[0], "", said[1]) if said else _manner(fold(description))
    return subject, held, comparison(description) is not None


def _manner(description: str) -> Held | None:
    """Returns in which language, spelling or scale answers are wanted: "answer in French"."""
    language = _ANSWERS_IN.fullmatch(description)
    if language and language[1] in _LANGUAGES:
        return Held(Slot.CUSTOM, "answers", language[1])
    elsewhere = _ANSWERS_ELSEWHERE.fullmatch(description)
    if elsewhere and elsewhere[1] in _LANGUAGES_ELSEWHERE:
        return Held(Slot.CUSTOM, "answers", elsewhere[1])
    variety = _VARIETY.fullmatch(description)
    if variety:
        return Held(Slot.CUSTOM, "spelling", variety[1])
    scale = _SCALE.fullmatch(description)
    return Held(Slot.CUSTOM, "temperatures", scale[1]) if scale else None


def stated_at(item: Preference | AboutMeta) -> datetime | None:
    """Returns the time of the newest explicit words behind an item; None if it was inferred.

    What an earlier release stored has no such time: its newest quote tells it.
    """
    if item.stated_at:
        return item.stated_at
    if isinstance(item, AboutMeta):
        return None if item.inferred or item.confidence < EXPLICIT_FROM else item.last_seen
    if item.base_confidence < EXPLICIT_FROM:
        return None
    return max((quote.at for quote in item.evidence), default=item.last_updated)
