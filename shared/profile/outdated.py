"""What may be outdated: items and notes that rest on something that has changed or ended.

The ended value is stored once, where it ended. The marks are derived when reading, so that a
change writes no more than itself. Nothing is ended by a mark.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from shared.base.text import stems
from shared.documents.about import (
    LIST_PATHS,
    element_id,
    elements,
    get_leaf,
    in_words,
    leaves,
    name_of,
)
from shared.documents.lifetime import Doubt, EndedBy
from shared.documents.profile import PastFact, Pattern, Preference, Profile, Workflow
from shared.profile.mentions import Anchors

_NO_GROUND = frozenset(
    {
        "codePreferences.tone",
        "codePreferences.detailLevel",
        "custom.age",
        "custom.theme",
        "custom.units",
        "timezone",
    }
)
"""Facts whose values are words for many things, so that nothing rests on them."""
_PAIRED = {"work.org": "work.role", "work.role": "work.org"}
"""Facts that hold as a pair: a new employer leaves the role in doubt, and the other way around."""


@dataclass(frozen=True)
class Change:
    """Something that changed or ended.

    Attributes:
        id: its id or path.
        text: what it said.
        at: when it changed.
        quote: the words that changed it.
        instead: what holds instead, if anything.
    """

    id: str
    text: str
    at: datetime
    quote: str = ""
    instead: str = ""

    @property
    def doubt(self) -> Doubt:
        """The mark of what rests on it."""
        now = f", now {self.instead}" if self.instead else ""
        said = f' You said: "{self.quote}"' if self.quote else ""
        because = f"It mentions {self.text}, which is over{now}.{said}"
        return Doubt(
            because=because[:500],
            changed=self.id,
            at=self.at,
            was=self.text,
            now=self.instead or None,
            quote=self.quote or None,
        )


class Grounds:
    """What has changed, as something that texts may rest on."""

    def __init__(self, changes: Iterable[Change]) -> None:
        self._changes = sorted(changes, key=lambda change: change.at)
        self._times = [change.at for change in self._changes]
        self._anchors = Anchors(change.text for change in self._changes)

    def doubt(self, text: str, at: datetime | None) -> Doubt | None:
        """Returns why a text may be outdated; None if it rests on nothing that changed.

        Args:
            text: what an item or a note says.
            at: when it was last stated or confirmed; what is said after a change is not in doubt.
        """
        start = bisect_left(self._times, at) if at else 0
        if start == len(self._changes):
            return None
        place = self._anchors.last_in(text, start)
        return None if place is None else self._changes[place].doubt


def grounds(profile: Profile) -> Grounds:
    """Returns what has changed or ended in a profile."""
    return Grounds(_changes(profile))


def doubts(profile: Profile) -> dict[str, Doubt]:
    """Returns why items may be outdated, by their ids or paths."""
    ground = grounds(profile)
    found = {
        id_: doubt
        for id_, text, at in _items(profile)
        if (doubt := ground.doubt(text, at)) is not None
    }
    for path, partner in _PAIRED.items():
        change = _newest_change(profile, path)
        meta = next((meta for meta in profile.about_meta if meta.path == partner), None)
        if change and meta and partner not in found:
            seen = max(filter(None, (meta.stated_at or meta.last_seen, meta.confirmed_at)))
            if seen < change.at:
                found[partner] = change.doubt
    return found


def element_doubts(profile: Profile) -> dict[str, Doubt]:
    """Returns why elements of the lists in `about` may be outdated, by their ids."""
    ground, facts = grounds(profile), profile.about.to_json()
    found = {}
    for meta in profile.about_meta:
        for each in (get_leaf(facts, meta.path) or []) if meta.path in LIST_PATHS else []:
            at = _last(meta.stated_at or meta.last_seen, meta.confirmed_at)
            doubt = ground.doubt(in_words(each), at)
            if doubt:
                found[element_id(meta.path, each)] = doubt
    return found


def _items(profile: Profile) -> Iterator[tuple[str, str, datetime | None]]:
    """Yields the id, the text and the last statement of each item that is not superseded."""
    for item in profile.preferences:
        if item.active:
            at = item.stated_at or max((quote.at for quote in item.evidence), default=None)
            yield item.id, item.description, _last(at or item.last_updated, item.confirmed_at)
    habits: list[Pattern | Workflow] = [*profile.patterns, *profile.workflows]
    for habit in habits:
        steps = habit.steps if isinstance(habit, Workflow) else []
        text = "\n".join([habit.description, *steps])
        yield habit.id, text, _last(habit.stated_at or habit.last_seen, habit.confirmed_at)
    metas = {meta.path: meta for meta in profile.about_meta}
    for path, value in leaves(profile.about.to_json()):
        meta = metas.get(path)
        values = value if path in LIST_PATHS else [value]
        at = _last(meta.stated_at or meta.last_seen, meta.confirmed_at) if meta else None
        yield path, "\n".join(map(in_words, values)), at


def _last(at: datetime, confirmed_at: datetime | None) -> datetime:
    return max(at, confirmed_at) if confirmed_at else at


def _changes(profile: Profile) -> Iterator[Change]:
    facts = profile.about.to_json()
    now_there = dict(leaves(facts))
    for fact in profile.past.facts:
        if fact.path in _NO_GROUND or fact.path.startswith("skillLevel."):
            continue
        holds_again = fact.value in elements(fact.path, now_there.get(fact.path))
        if fact.ended.by is not EndedBy.PASSED and fact.value and not holds_again:
            yield _of_fact(fact, now_there)
    for item in profile.past.preferences:
        if item.ended and item.ended.by is not EndedBy.PASSED and not _is_liking(item):
            quote = item.ended.quote or ""
            yield Change(item.id, item.description, item.ended.at, quote)


def _of_fact(fact: PastFact, now_there: dict[str, object]) -> Change:
    value = fact.value
    values = value if isinstance(value, list) else [value]
    # A value with a name of its own is known by it, wherever it stands.
    text = ", ".join(name_of("contacts", each) for each in values if each)
    instead = now_there.get(fact.path) if fact.path not in LIST_PATHS else None
    return Change(
        fact.path,
        text,
        fact.ended.at,
        fact.ended.quote or "",
        in_words(instead) if instead is not None else "",
    )


def _is_liking(item: Preference) -> bool:
    """Whether it is only a taste: what is no longer liked is still there."""
    return item.type in ("like", "dislike")


def _newest_change(profile: Profile, path: str) -> Change | None:
    """Returns the newest change of a fact to something else, not to a narrower version of it."""
    facts = dict(leaves(profile.about.to_json()))
    for fact in reversed(profile.past.facts):
        if fact.path == path and fact.ended.by is not EndedBy.PASSED:
            change = _of_fact(fact, facts)
            kept = set(stems(change.text)) & set(stems(change.instead))
            return None if kept else change
    return None
