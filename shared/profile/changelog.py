"""Builds changelog entries: one for each change to the profile.

An entry combines version, changeType, changeSummary and snapshot (P-21) with the action, source,
changes and removed paths of an audit line (S-8).
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from shared.documents.about import leaves
from shared.documents.changelog import (
    Action,
    ChangelogEntry,
    ChangeType,
    RemovedItem,
    Source,
    entry_id,
)
from shared.documents.profile import Profile

RETENTION = timedelta(days=90)
"""How long an entry is kept once it has no snapshot (S-11)."""
MAX_ENTRIES = 1000
"""How many entries are kept (S-11)."""

_KINDS = (
    ("preferences", "preference"),
    ("patterns", "pattern"),
    ("workflows", "workflow"),
)


def is_snapshot_kept(version: int, current: int, count: int) -> bool:
    """Returns whether `version` is among the last `count` versions up to `current`."""
    return current - count < version <= current


def describe_change(
    before: Profile,
    after: Profile,
    *,
    change_type: ChangeType,
    action: Action,
    source: Source,
    now: datetime,
    batch_id: str | None = None,
    session_id: str | None = None,
    connection: str | None = None,
    undoes: str | None = None,
) -> ChangelogEntry:
    """Returns the entry for the change from `before` to `after`, with `after`'s version.

    An update that only removes something is a removal (S-10).
    """
    changes, removed, summary = _difference(before, after)
    if change_type == action == "update" and removed and not changes:
        change_type = action = "remove"
    return ChangelogEntry(
        id=entry_id(after.version),
        version=after.version,
        change_type=change_type,
        action=action,
        source=source,
        change_summary=", ".join(summary) or "no visible change",
        changes=changes,
        removed=[item.path for item in removed],
        removed_items=removed,
        batch_id=batch_id,
        session_id=session_id,
        connection=connection,
        undoes=undoes,
        snapshot=after.model_dump(mode="json", by_alias=True, exclude_none=True),
        created_at=now,
    )


def content_of(profile: Profile) -> dict[str, Any]:
    """Returns the part of a profile by which versions are compared.

    It leaves out counters, the times of analyses and uses, what only keeps older words away, and
    the decayed confidence of preferences, which follows from their base confidence and the time.
    """
    return profile.model_dump(
        mode="json",
        by_alias=True,
        exclude_none=True,
        exclude={
            "version": True,
            "created_at": True,
            "last_analyzed": True,
            "last_decay": True,
            "total_prompts_analyzed": True,
            "preferences": {"__all__": {"confidence", "last_used", "last_used_through"}},
            "withdrawn": True,
        },
    )


def _difference(
    before: Profile, after: Profile
) -> tuple[dict[str, Any], list[RemovedItem], list[str]]:
    old, new = content_of(before), content_of(after)
    changes: dict[str, Any] = {}
    removed: list[RemovedItem] = []
    summary: list[str] = []
    for name, noun in _KINDS:
        past = {item["id"]: item for item in old[name]}
        present = {item["id"]: item for item in new[name]}
        added = [item for key, item in present.items() if key not in past]
        changed = [item for key, item in present.items() if key in past and item != past[key]]
        missing = [item for key, item in past.items() if key not in present]
        if added or changed:
            changes[name] = [*added, *changed]
        removed += [
            RemovedItem(path=f"{name}.{item['id']}", description=_label(item)) for item in missing
        ]
        summary += _counted(noun, len(added), len(changed), len(missing))
    _compare_flat(
        dict(leaves(before.about.to_json())),
        dict(leaves(after.about.to_json())),
        "",
        "fact",
        changes,
        removed,
        summary,
    )
    _compare_flat(
        _levels(before), _levels(after), "skillLevel.", "skill", changes, removed, summary
    )
    return changes, removed, summary


def _compare_flat(
    past: dict[str, Any],
    present: dict[str, Any],
    prefix: str,
    noun: str,
    changes: dict[str, Any],
    removed: list[RemovedItem],
    summary: list[str],
) -> None:
    added = [path for path in present if path not in past]
    changed = [path for path in present if path in past and present[path] != past[path]]
    missing = [path for path in past if path not in present]
    for path in [*added, *changed]:
        _put(changes, f"{prefix}{path}", present[path])
    removed += [
        RemovedItem(path=f"{prefix}{path}", description=f"{path}: {past[path]}"[:300])
        for path in missing
    ]
    summary += _counted(noun, len(added), len(changed), len(missing))


def _levels(profile: Profile) -> dict[str, str]:
    skills = profile.skill_level
    levels = {f"domains.{domain}": str(level) for domain, level in skills.domains.items()}
    return levels | ({"overall": str(skills.overall)} if skills.overall else {})


def _put(tree: dict[str, Any], path: str, value: Any) -> None:
    """Sets a leaf in nested dicts; the last segment may contain dots (`custom.a.b`)."""
    section, _, rest = path.partition(".")
    if not rest:
        tree[section] = value
    elif section == "skillLevel":
        _put(tree.setdefault(section, {}), rest, value)
    else:
        tree.setdefault(section, {})[rest] = value


def _label(item: dict[str, Any]) -> str:
    return " ".join(part for part in (item.get("type"), item["description"]) if part)


def _counted(noun: str, added: int, changed: int, removed: int) -> Iterable[str]:
    """Yields the parts of a summary (P-23): "+3 preferences", "~" for changed, "-" for removed."""
    for sign, count in (("+", added), ("~", changed), ("-", removed)):
        if count:
            yield f"{sign}{count} {noun}{'' if count == 1 else 's'}"
