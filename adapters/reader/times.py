"""Times that something holds from or until: "until Friday", "this week", "since 2015"."""

import calendar
from datetime import UTC, datetime, timedelta

from adapters.reader.languages import Language
from adapters.reader.lines import Line
from adapters.reader.net import Net
from adapters.reader.parts import Match
from shared.base.model import EARLIEST, LATEST

_FAR = timedelta(days=4000)
_ANY_TIME = datetime(2026, 1, 1, tzinfo=UTC)
"""For asking whether words name a time at all."""
_YEARS = range(EARLIEST.year, LATEST.year)
"""What may be a year: whoever works "since 7" means the morning."""


class Times:
    """The times that one language's words name."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._spans = Net(language.spans)

    def passes(self, line: Line) -> bool:
        """Whether the words are said of the moment or of these days: "today", "this week"."""
        return self._first("until", line, _ANY_TIME) is not None

    def until(self, line: Line, at: datetime) -> datetime | None:
        """Returns the end that the words name, for a message of that time; None without one."""
        return self._first("until", line, at)

    def since(self, line: Line, at: datetime) -> datetime | None:
        """Returns the beginning that the words name; None without one."""
        return self._first("from", line, at)

    def _first(self, gives: str, line: Line, at: datetime) -> datetime | None:
        for one, match in self._spans.search(line):
            way, _, what = one.entry.gives.partition(" ")
            if way != gives or (way == "until" and self._is_since(line, match)):
                continue
            value = next(map(line.normalized, match.taken.values()), "")
            if time := self._time(what, value, at):
                return time
        return None

    def _is_since(self, line: Line, match: Match) -> bool:
        """Whether a time is when something began: "since this month" does not end with it.

        What says so stands before it, and in a language without spaces behind it.
        """
        if not line.spaced:
            return bool(self._language.shape.entries("since").ends(line, match.end))
        before = line.words[: match.start]
        every = (words.split() for words in self._language.list("since"))
        return any(words == [*before[-len(words) :]] for words in every)

    def _time(self, what: str, value: str, at: datetime) -> datetime | None:
        """Returns the time that a span gives.

        `day`, `weekend`, `week`, `month` and `year` are the end of the current one (with `next`,
        of the one after it); `weekday`, `date` and `number` (of days, weeks, months or years) are
        what the pattern takes.
        """
        midnight = at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        lists = self._language.shape.lists
        match what.split():
            case ["day"]:
                return midnight + timedelta(days=1)
            case ["week"]:
                return midnight + timedelta(days=7 - midnight.weekday())
            case ["month"]:
                return _month(midnight.year, midnight.month + 1)
            case ["year"]:
                return _month(midnight.year, 13)
            case ["weekday"] if value in (days := lists.get("weekdays", ())):
                ahead = (days.index(value) % 7 - midnight.weekday() - 1) % 7 + 1
                return midnight + timedelta(days=ahead + 1)
            case ["named-month", *back] if value in (months := lists.get("months", ())):
                month = months.index(value) % 12 + 1
                if back:
                    return _month(midnight.year - (month > midnight.month), month)
                return _month(midnight.year + (month < midnight.month), month + 1)
            case ["named-year"] if (year := self._number(value)) in _YEARS:
                return datetime(year, 1, 1, tzinfo=UTC)
            case ["in" | "ago" as way, unit] if count := self._number(value):
                later = way == "in"
                return _shift(midnight + timedelta(days=later), count if later else -count, unit)
            case _:
                return None

    def _number(self, word: str) -> int:
        """Returns the number that a word is; 0 if it is none."""
        if word.isdecimal():
            return int(word) if len(word) < 5 else 0
        numbers = self._language.shape.lists.get("count", ())
        return numbers.index(word) + 1 if word in numbers else 0


def _month(year: int, month: int) -> datetime:
    return datetime(year + (month - 1) // 12, (month - 1) % 12 + 1, 1, tzinfo=UTC)


def _shift(day: datetime, count: int, unit: str) -> datetime:
    """Returns the day that many days, weeks, months or years later, or earlier."""
    if unit in ("days", "weeks"):
        ahead = timedelta(days=count * (7 if unit == "weeks" else 1))
        return day + max(-_FAR, min(_FAR, ahead))
    months = max(-1200, min(1200, count * (12 if unit == "years" else 1)))
    first = _month(day.year, day.month + months)
    last = calendar.monthrange(first.year, first.month)[1]
    return first.replace(day=min(day.day, last))
