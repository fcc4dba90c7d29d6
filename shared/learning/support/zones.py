"""Time zones: users name a city, an abbreviation or an offset, the profile holds "Europe/Paris"."""

from datetime import datetime
from zoneinfo import ZoneInfo

from shared.learning.support.said import Said
from shared.learning.support.words import words

_DATES = (datetime(2024, 1, 1), datetime(2024, 7, 1))
_SPOKEN = {
    "EST": "eastern",
    "EDT": "eastern",
    "CST": "central",
    "CDT": "central",
    "MST": "mountain",
    "MDT": "mountain",
    "PST": "pacific",
    "PDT": "pacific",
}
_DAYLIGHT = {"EST": "et", "CST": "ct", "MST": "mt", "PST": "pt"}


def zone_named(name: str) -> ZoneInfo | None:
    """Returns the zone of the database with this name, or None."""
    try:
        return ZoneInfo(name)
    except (KeyError, OSError, ValueError):
        return None


def is_zone_said(zone: ZoneInfo, said: Said) -> bool:
    """Returns whether the texts name a zone of the database by city, abbreviation or offset."""
    found = said.words
    place = words(zone.key.rpartition("/")[2].replace("_", " "))
    if place and found.issuperset(place):
        return True
    for date in _DATES:
        here = date.replace(tzinfo=zone)
        name = here.tzname() or ""
        names = {name.casefold(), _SPOKEN.get(name, ""), _DAYLIGHT.get(name, "")}
        if found & (names - {""}) and any(char.isalpha() for char in name):
            return True
        if _offset(here) in "".join(said.folded.upper().split()):
            return True
    return False


def _offset(date: datetime) -> str:
    hours = (date.utcoffset() or date - date).total_seconds() / 3600
    return f"UTC{hours:+.0f}" if hours.is_integer() else "\0"
