"""Times between a model's words and the domain: the days of messages, and `valid_from` and `_to`.

A model reads and writes days as the user lives them: in the user's time zone, if it is known.
"""

import re
from datetime import UTC, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo

from shared.documents.profile import Profile

_YEARS = range(1900, 9000)
_DAY = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?")


def zone_of(profile: Profile) -> tzinfo:
    """Returns the user's time zone, or UTC if it is not known or no such zone exists."""
    try:
        return ZoneInfo(profile.about.timezone or "UTC")
    except (ValueError, KeyError, OSError):
        return UTC


def day_in(zone: tzinfo, at: datetime) -> str:
    """Returns the day of a time, with its weekday: `2026-03-06 Friday`."""
    return at.astimezone(zone).strftime("%Y-%m-%d %A")


def start_of(text: str | None, zone: tzinfo) -> datetime | None:
    """Returns when a year, month, day or time begins; None if the text is none."""
    parts = _parts(text)
    return _midnight(*parts, zone) if parts else _instant(text, zone)


def end_of(text: str | None, zone: tzinfo) -> datetime | None:
    """Returns when a year, month or day is over, or a time; None if the text is none."""
    parts = _parts(text)
    if not parts:
        return _instant(text, zone)
    year, month, day = parts
    if day:
        begins = _midnight(year, month, day, zone)
        if begins is None:
            return None
        following = begins.astimezone(zone).date() + timedelta(days=1)
        return _midnight(following.year, following.month, following.day, zone)
    return (
        _midnight(year + 1, 1, 1, zone)
        if not month or month == 12
        else _midnight(year, month + 1, 1, zone)
    )


def _parts(text: str | None) -> tuple[int, int, int] | None:
    """Returns the year, month and day of a date; 0 for what it leaves open."""
    match = _DAY.fullmatch((text or "").strip())
    return (int(match[1]), int(match[2] or 0), int(match[3] or 0)) if match else None


def _midnight(year: int, month: int, day: int, zone: tzinfo) -> datetime | None:
    if year not in _YEARS:
        return None
    try:
        return datetime.combine(datetime(year, month or 1, day or 1), time.min, zone).astimezone(
            UTC
        )
    except ValueError:
        return None


def _instant(text: str | None, zone: tzinfo) -> datetime | None:
    try:
        at = datetime.fromisoformat((text or "")[:40])
        at = (at if at.tzinfo else at.replace(tzinfo=zone)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return at if at.year in _YEARS else None
