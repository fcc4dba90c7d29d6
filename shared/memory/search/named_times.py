"""Finds the times that a question names: years, months and days, in words or as a date."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

_MONTHS = (
    "january february march april may june july august september october november december"
).split()
_MONTH_NAMES = {name: number for number, name in enumerate(_MONTHS, 1)} | {
    name[:3]: number for number, name in enumerate(_MONTHS, 1) if name != "may"
}
_MONTH = re.compile(rf"\b({'|'.join(sorted(_MONTH_NAMES, key=len, reverse=True))})\b\.?", re.I)
_YEAR = re.compile(r"\b((?:19|20)\d\d)\b")
_DAY = re.compile(r"\b([12]?\d|3[01])(?:st|nd|rd|th)?\b", re.I)
_DATE = re.compile(r"\b(\d{4})-(\d\d)-(\d\d)\b")
_RECENT = (
    (re.compile(r"\b(?:today|tonight|this morning)\b", re.I), timedelta(days=1)),
    (re.compile(r"\byesterday\b", re.I), timedelta(days=2)),
    (re.compile(r"\b(?:this|last|past) week\b", re.I), timedelta(days=14)),
    (re.compile(r"\b(?:this|last|past) month\b", re.I), timedelta(days=62)),
)
_MODAL_MAY = re.compile(r"\bmay\b")


@dataclass(frozen=True)
class NamedTimes:
    """The times that a question names; false if it names none.

    Attributes:
        years, months, days: the numbers it names.
        since: the start of the period it names with words like "last week", as a page's column
            stores times.
    """

    years: frozenset[int]
    months: frozenset[int]
    days: frozenset[int]
    since: str = ""

    def __bool__(self) -> bool:
        return bool(self.years or self.months or self.since)

    def closeness(self, created: str) -> float:
        """Returns how well an entry of the given time matches, from 0 to 2.

        People mostly talk about a month during it, and sometimes in the month after.

        Args:
            created: the time, as a page's column stores it.
        """
        if self.since:
            return 1.0 if created >= self.since else 0.0
        year, month, day = int(created[:4]), int(created[5:7]), int(created[8:10])
        if self.years and year not in self.years and not self._told_in_january(year, month):
            return 0.0
        if not self.months:
            return 0.3 if year in self.years else 0.0
        if month in self.months:
            return 1.0 + self._closeness_of_day(day)
        return 0.3 if (month - 2) % 12 + 1 in self.months else 0.0

    def _told_in_january(self, year: int, month: int) -> bool:
        return month == 1 and 12 in self.months and year - 1 in self.years

    def _closeness_of_day(self, day: int) -> float:
        if not self.days:
            return 0.0
        distance = min(abs(day - named) for named in self.days)
        return 1.0 if distance <= 1 else 0.5 if distance <= 7 else 0.0


def named_times_in(question: str, now: datetime) -> NamedTimes:
    """Returns the times that a question names."""
    dates = _DATE.findall(question)
    rest = _DATE.sub(" ", question)
    years = {int(year) for year in _YEAR.findall(rest)} | {int(date[0]) for date in dates}
    # A lower-case "may" is the verb, unless the whole text is lower case.
    named = rest if rest == rest.lower() and not dates else _MODAL_MAY.sub(" ", rest)
    months = {_MONTH_NAMES[name.lower()] for name in _MONTH.findall(named)}
    months |= {int(date[1]) for date in dates if 1 <= int(date[1]) <= 12}
    days = {int(day) for day in _DAY.findall(rest)} if months else set()
    days |= {int(date[2]) for date in dates}
    ago = next((span for words, span in _RECENT if words.search(rest)), None)
    since = ""
    if ago and not months and not years:
        since = (now - ago).replace(tzinfo=None).isoformat(timespec="microseconds")
    return NamedTimes(frozenset(years), frozenset(months), frozenset(days), since)
