"""Takes back what came through one connection, item by item. Pure.

For each item and fact that the connection has written, it finds what stood there before its first
change. That is put back unless somebody else has changed the item since.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from shared.base.deltas import equal
from shared.base.reading import readable
from shared.documents.about import About, leaves, with_leaf
from shared.documents.changelog import ChangelogEntry
from shared.documents.profile import Profile
from shared.profile import forgotten
from shared.profile.as_of import undone
from shared.profile.changelog import content_of

_LISTS = ("preferences", "patterns", "workflows")
_FACT, _META, _SKILL = "about", "aboutMeta", "skillLevel"
Name = tuple[str, str]
"""Which part of a profile something is in, and its id or path there."""
_FADES = {"confidence", "active", "supersededBy", "supersededAt", "lastUsed"}
"""Fields that change without anybody writing the item."""


@dataclass
class Written:
    """What a connection has written.

    Attributes:
        before: what stood there before its first change; None if nothing did.
        after: what stood there after its last one.
        complete: whether the changelog reached back far enough to know all of it.
    """

    before: dict[Name, Any] = field(default_factory=dict)
    after: dict[Name, Any] = field(default_factory=dict)
    complete: bool = True


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
    content: dict[str, Any] | None = content_of(current)
    version = current.version
    for entry in entries:
        if entry.version > version:
            continue  # written since the profile was read
        if entry.created_at < since:
            return found
        earlier = undone(content, entry.undo) if content is not None else None
        if earlier is None or content is None or entry.version < version:
            found.complete = False
            return found
        _compare(named(earlier), named(content), entry.connection == connection, connection, found)
        content, version = earlier, version - 1
    return found


def taken_back(profile: Profile, written: Written) -> Profile:
    """Returns the profile without what a connection has written."""
    present = named(content_of(profile))
    undo = {
        name: before
        for name, before in written.before.items()
        if _is_unchanged(name, present, written)
    }
    return _with(profile, undo)


def counted(before: Profile, after: Profile) -> dict[str, int]:
    """Returns how many facts, and how many preferences and other items, differ."""
    old, new = named(content_of(before)), named(content_of(after))
    changed = {name for name in old.keys() | new.keys() if not _same(old.get(name), new.get(name))}
    return {
        "facts": sum(part in (_FACT, _SKILL) for part, _ in changed),
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
    return found


def _compare(
    earlier: Mapping[Name, Any],
    later: Mapping[Name, Any],
    all_of_it: bool,
    connection: str,
    found: Written,
) -> None:
    for name in earlier.keys() | later.keys():
        before, after = earlier.get(name), later.get(name)
        if _same(before, after) or not (all_of_it or _is_marked(name, later, connection)):
            continue
        found.before[name] = before
        found.after.setdefault(name, after)


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
    names = [name, (_META, key)] if part == _FACT else [name]
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
    domains = content.setdefault("skillLevel", {}).setdefault("domains", {})
    for (where, name), before in undo.items():
        if where == _FACT:
            facts = with_leaf(facts, name, before)
        elif where == _SKILL:
            domains.pop(name, None)
            if before is not None:
                domains[name] = before
    content["about"] = About.model_validate(facts).to_json()
    back = [item for (part, _), item in undo.items() if part == "preferences" and item]
    return _reactivated(_known_again(readable(Profile, content), back))


def _known_again(profile: Profile, preferences: Sequence[Mapping[str, Any]]) -> Profile:
    """Returns the profile without the deletions that are undone, so that these can be learned."""
    keys = profile.forgotten
    for item in preferences:
        keys = forgotten.allow_again(keys, "preference", item["type"], item["description"])
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
