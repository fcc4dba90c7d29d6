"""How items age: what lasts, what fades as usual, and what passes at a time of its own (P-18).

One table. The user's settings overrule it, then what the item itself says.
"""

import re
from datetime import datetime

from shared.base.text import fold
from shared.documents.lifetime import Ageing, Lifetime
from shared.documents.profile import AboutMeta, Preference, PreferenceType
from shared.documents.settings import Settings

LASTING_PATHS = frozenset(
    {
        "name",
        "timezone",
        "contacts",
        "work.role",
        "work.org",
        "custom.age",
        "custom.allergies",
        "custom.anniversary",
        "custom.birthday",
        "custom.birthplace",
        "custom.children",
        "custom.degree",
        "custom.diet",
        "custom.education",
        "custom.email",
        "custom.ethnicity",
        "custom.family",
        "custom.gender",
        "custom.health",
        "custom.hometown",
        "custom.location",
        "custom.nationality",
        "custom.nativeLanguage",
        "custom.partner",
        "custom.pets",
        "custom.pronouns",
        "custom.relationship",
        "custom.religion",
    }
)
"""Facts that do not fade: who the user is, where from, with whom."""
LASTING_CATEGORIES = frozenset({"family", "health", "education", "identity"})
"""Categories of traits and experience that do not fade."""
LASTING_TYPES = frozenset({PreferenceType.TRAIT, PreferenceType.EXPERIENCE})
_LASTING_WORDS = re.compile(
    r"\b(?:allerg\w*|intoleran\w*|coeliac|celiac|diabet\w*|asthma\w*|epilep\w*|diagnosed|gluten-free"
    r"|born|native|mother tongue|married|divorced|widowed|father of|mother of|parent of|twins?"
    r"|siblings?|degree|phd|doctorate|graduated|bachelor\w*|master'?s|diploma|halal|kosher)\b"
)
"""Words for health, family, origin and education; other languages rely on the category."""


def ageing_of(item: Lifetime, settings: Settings) -> Ageing:
    """Returns how a preference or a fact ages.

    What has an end of its own passes, whatever else is said of it.
    """
    if item.valid_to is not None:
        return Ageing.PASSING
    if isinstance(item, AboutMeta):
        key, table = item.path, _of_fact(item)
    elif isinstance(item, Preference):
        key, table = str(item.type), _of_preference(item)
    else:
        return item.ageing or Ageing.USUAL
    chosen = settings.ageing.get(key) or item.ageing or table
    # Without an end to pass at, it fades as usual.
    return Ageing.USUAL if chosen is Ageing.PASSING else chosen


def has_passed(item: Lifetime, now: datetime) -> bool:
    """Returns whether the item's own end has come."""
    return item.valid_to is not None and item.valid_to <= now


def _of_fact(meta: AboutMeta) -> Ageing:
    return Ageing.LASTING if meta.path in LASTING_PATHS else Ageing.USUAL


def _of_preference(item: Preference) -> Ageing:
    if item.type not in LASTING_TYPES:
        return Ageing.USUAL
    lasting = fold(item.category) in LASTING_CATEGORIES or _LASTING_WORDS.search(
        fold(f"{item.description} {item.context}")
    )
    return Ageing.LASTING if lasting else Ageing.USUAL
