"""Takes back what one connection, or one change, has written, item by item. Pure.

For each item and fact that it has written, it finds what stood there before its first change. That
is put back unless somebody else has changed the item since.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from shared.base.deltas import equal
from shared.base.reading import readable
from shared.documents.about import About, elements, leaves, with_leaf
from shared.documents.changelog import ChangelogEntry
from shared.documents.profile import OVERALL, Profile
from shared.profile import forgotten
from shared.profile.as_of import undone
from shared.profile.changelog import content_of
from shared.profile.edits import words_of_values
from shared.profile.proposals import SKILLS

_LISTS = ("preferences", "patterns", "workflows")
_FACT, _META, _SKILL, _OVERALL = "about", "aboutMeta", "skillLevel", OVERALL
_DECLARED = "declared"
"""Which skill levels the user has set by hand; they change with the levels."""
Name = tuple[str, str]
"""Which part of a profile something is in, and its id or path there."""
_USE = {"lastUsed", "lastUsedThrough"}
_FADES = {"confidence", "active", "supersededBy", "supersededAt"} | _USE
"""Fields that change without anybody writing the item."""


@dataclass
class Written:
    """What a connection or a change has written.

    Attributes:
        before: what stood there before its first change; None if nothing did.
        after: what stood there after its last one.
        complete: whether the changelog reached back far enough to know all of it.
    """

    before: dict[Name, Any] = field(default_factory=dict)
    after: dict[Name, Any] = field(default_factory=dict)
    complete: bool = True

    def note(self, name: Name, earlier: Mapping[Name, Any], later: Mapping[Name, Any]) -> None:
        """Notes a change of something, of which later ones are known already."""
        self.before[name] = earlier.get(name)
        self.after.setdefault(name, later.get(name))


def written_through(
    current: Profile, entries: Iterable[ChangelogEntry], connection: str, since: datetime
) -> Written:
    """Returns what a connection has written since a time.

    Args:
        current: the profile as stored.
        entries: the changelog, newest first; it is read only as far back as the time.
        connection: the connection's id.
        since: the time.
    """
    found = Written()
    for entry, earlier, later in _steps(current, entries):
        if entry.created_at < since:
            break
        if earlier is None:
            found.complete = False
            break
        for name in _differing(earlier, later, _same):
            if entry.connection == connection or _is_marked(name, later, connection):
                found.note(name, earlier, later)
    return found


def written_in(current: Profile, entries: Iterable[ChangelogEntry], version: int) -> Written:
    """Returns what one change has written; incomplete if the changelog does not reach it.

    Args:
        current: the profile as stored.
        entries: the changelog, newest first; it is read only as far back as the change.
        version: the version that the change made.
    """
    found = Written()
    for entry, earlier, later in _steps(current, entries):
        if earlier is None:
            break
        if entry.version == version:
            for name in _differing(earlier, later, equal):
                found.note(name, earlier, later)
            return found
    found.complete = False
    return found


def _steps(
    current: Profile, entries: Iterable[ChangelogEntry]
) -> Iterator[tuple[ChangelogEntry, dict[Name, Any] | None, dict[Name, Any]]]:
    """Yields each change with what was there before and after it, newest first.

    Where what was before is no longer known, it is None, and nothing older follows.
    """
    content, version = content_of(current), current.version
    for entry in entries:
        if entry.version > version:
            continue  # written since the profile was read
        earlier = undone(content, entry.undo) if entry.version == version else None
        yield entry, named(earlier) if earlier is not None else None, named(content)
        if earlier is None:
            return
        content, version = earlier, version - 1


def taken_back(profile: Profile, written: Written) -> Profile:
    """Returns the profile without what a connection or a change has written."""
    present = named(content_of(profile))
    undo = {
        name: before
        for name, before in written.before.items()
        if _is_unchanged(name, present, written)
    }
    return _with(profile, undo)


def counted(before: Profile, after: Profile, *, exactly: bool = False) -> dict[str, int]:
    """Returns how many facts, and how many preferences and other items, differ.

    Args:
        before, after: the profiles.
        exactly: whether being switched on or off is a difference.
    """
    old, new = named(content_of(before)), named(content_of(after))
    changed = _differing(old, new, equal if exactly else _same)
    return {
        "facts": sum(part in (_FACT, _SKILL, _OVERALL) for part, _ in changed),
        "preferences": sum(part == "preferences" for part, _ in changed),
        "habits": sum(part in ("patterns", "workflows") for part, _ in changed),
    }


def named(content: Mapping[str, Any]) -> dict[Name, Any]:
    """Returns the items, facts and skill levels of a profile's content, each by its name."""
    found: dict[Name, Any] = {}
    for part in _LISTS:
        found |= {(part, item["id"]): item for item in content.get(part, ())}
    found |= {(_META, meta["path"]): meta for meta in content.get("aboutMeta", ())}
    found |= {(_FACT, path): value for path, value in leaves(content.get("about", {}))}
    skills = content.get("skillLevel", {})
    found |= {(_SKILL, domain): level for domain, level in skills.get("domains", {}).items()}
    if overall := skills.get(_OVERALL):
        found[_OVERALL, ""] = overall
    found |= {(_DECLARED, name): True for name in skills.get(_DECLARED) or ()}
    return found


def _differing(
    earlier: Mapping[Name, Any], later: Mapping[Name, Any], same: Callable[[Any, Any], bool]
) -> list[Name]:
    names = earlier.keys() | later.keys()
    return [name for name in names if not same(earlier.get(name), later.get(name))]


def _is_marked(name: Name, content: Mapping[Name, Any], connection: str) -> bool:
    part, key = name
    item = content.get((_META, key)) if part == _FACT else content.get(name)
    return isinstance(item, Mapping) and item.get("connection") == connection


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return equal(_lasting(one), _lasting(other))
    return equal(one, other)


def _lasting(item: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in item.items() if key not in _FADES}


def _is_unchanged(name: Name, present: Mapping[Name, Any], written: Written) -> bool:
    """Returns whether nobody has written something since; a fact also by saying the same again."""
    part, key = name
    names = [name]
    if part == _FACT:
        names.append((_META, key))
    elif part == _DECLARED:
        names.append((_OVERALL, "") if key == OVERALL else (_SKILL, key))
    return all(
        _same(present.get(each), written.after[each]) for each in names if each in written.after
    )


def _with(profile: Profile, undo: Mapping[Name, Any]) -> Profile:
    content = profile.model_dump(mode="json", by_alias=True, exclude_none=True)
    for part, key in (*[(part, "id") for part in _LISTS], (_META, "path")):
        items = {item[key]: item for item in content.get(part, ())}
        for (where, name), before in undo.items():
            if where == part:
                items.pop(name, None)
                if before is not None:
                    items[name] = {"confidence": before.get("baseConfidence"), **before}
        content[part] = list(items.values())
    facts = profile.about.to_json()
    levels = content.setdefault("skillLevel", {})
    domains = levels.setdefault("domains", {})
    for (where, name), before in undo.items():
        if where == _FACT:
            facts = with_leaf(facts, name, before)
        elif where == _OVERALL:
            levels[_OVERALL] = before
        elif where == _DECLARED:
            rest = [each for each in levels.get(_DECLARED) or () if each != name]
            levels[_DECLARED] = [*rest, name] if before else rest
        elif where == _SKILL:
            domains.pop(name, None)
            if before is not None:
                domains[name] = before
    content["about"] = About.model_validate(facts).to_json()
    content["past"] = _without_returned(content.get("past", {}), undo, named(content_of(profile)))
    return _reactivated(_known_again(readable(Profile, content), undo))


def _without_returned(
    past: Mapping[str, Any], undo: Mapping[Name, Any], present: Mapping[Name, Any]
) -> dict[str, Any]:
    """Returns what has ended without what holds again: of a fact, only its newest end."""
    held = {name for name, before in undo.items() if before is not None}
    kept = {
        part: [item for item in past.get(part, ()) if (part, item["id"]) not in held]
        for part in _LISTS
    }
    ended = list(past.get("facts", ()))
    for (part, key), before in undo.items():
        if part not in (_FACT, _SKILL):
            continue
        path = key if part == _FACT else f"{SKILLS}{key}"
        there = elements(path, present.get((part, key)))
        for value in elements(path, before):
            last = next((fact for fact in reversed(ended) if _says(fact, path, value)), None)
            if last and value not in there:
                ended.remove(last)
    return {**past, **kept, "facts": ended}


def _says(fact: Mapping[str, Any], path: str, value: Any) -> bool:
    return bool(fact["path"] == path and equal(fact["value"], value))


def _known_again(profile: Profile, undo: Mapping[Name, Any]) -> Profile:
    """Returns the profile without the deletions that are undone, so that these can be learned."""
    keys = profile.forgotten
    for (part, name), before in undo.items():
        if before is None:
            continue
        if part == "preferences":
            keys = forgotten.allow_again(keys, "preference", before["type"], before["description"])
        elif part in ("patterns", "workflows"):
            kind = part.removesuffix("s")
            keys = forgotten.allow_again(keys, kind, "", before["description"])
        elif part in (_SKILL, _OVERALL):
            keys = forgotten.allow_again(keys, "skill", "", name or OVERALL)
        elif part == _FACT:
            for words in words_of_values(before):
                keys = forgotten.allow_again(keys, "about", name, words)
    return profile.model_copy(update={"forgotten": keys})


def _reactivated(profile: Profile) -> Profile:
    """Returns the profile with what a taken-back item had superseded active again."""
    held = {item.id for item in profile.preferences}
    paths = {meta.path for meta in profile.about_meta}
    return profile.model_copy(
        update={
            "preferences": [
                item.model_copy(
                    update={"active": True, "superseded_by": None, "superseded_at": None}
                )
                if item.superseded_by and item.superseded_by not in held | paths
                else item
                for item in profile.preferences
            ]
        }
    )
