"""Reads a profile that is imported, item by item: one that is refused does not cost the others."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

from shared.base.errors import InvalidArgument, RekindleError
from shared.base.model import Model
from shared.base.safety.secrets import refuse_secrets
from shared.base.validation import validated
from shared.documents.about import LIST_PATHS, MAX_WORDS, SECTIONS, About, leaves, with_leaf
from shared.documents.profile import (
    MAX_ITEMS,
    MAX_PAST,
    MAX_PROPOSALS,
    MAX_WITHDRAWN,
    OVERALL,
    AboutMeta,
    Past,
    PastFact,
    Pattern,
    Preference,
    Profile,
    Proposed,
    SkillLevel,
    Withdrawn,
    Workflow,
    newest_proposals,
    newest_withdrawn,
)
from shared.profile.forgotten import checked_key
from shared.profile.proposals import SKILLS
from shared.transfer.checks import attributed, check_claims, check_size, listed
from shared.transfer.report import Report, read_items

MAX_PROFILE = 450_000
"""Bytes of a profile, which its changelog entry may hold twice."""
_SCALARS = (
    "schemaVersion",
    "version",
    "createdAt",
    "lastAnalyzed",
    "lastDecay",
    "totalPromptsAnalyzed",
)
Item = TypeVar("Item", Preference, Pattern, Workflow, AboutMeta, PastFact, Withdrawn, Proposed)


def valid_profile(given: Any, report: Report, now: datetime) -> Profile:
    """Returns the valid items of a profile; reports the others.

    Raises:
        InvalidArgument: it is not a profile, its version or a time is out of bounds, or it is too
            large.
    """
    if not isinstance(given, Mapping):
        raise InvalidArgument.field("profile", "must be an object")
    profile = validated(Profile, {name: given[name] for name in _SCALARS if name in given})
    check_claims(profile, now)
    about = valid_about(given.get("about", {}), report)
    paths = {path for path, _ in leaves(about.to_json())}
    metas = _items(AboutMeta, given, "aboutMeta", report, now)
    profile = profile.model_copy(
        update={
            "about": about,
            "about_meta": [meta for meta in metas if meta.path in paths],
            "preferences": _items(Preference, given, "preferences", report, now),
            "patterns": _items(Pattern, given, "patterns", report, now),
            "workflows": _items(Workflow, given, "workflows", report, now),
            "skill_level": _skills(given.get("skillLevel", {}), report),
            "forgotten": _forgotten(given.get("forgotten", []), report),
            "past": _past(given.get("past", {}), report, now),
            "withdrawn": newest_withdrawn(
                _items(Withdrawn, given, "withdrawn", report, now, MAX_WITHDRAWN)
            ),
            "proposals": newest_proposals(
                _items(Proposed, given, "proposals", report, now, MAX_PROPOSALS)
            ),
        }
    )
    check_size(profile.model_dump(mode="json", by_alias=True), MAX_PROFILE, "profile")
    return profile


def _past(given: Any, report: Report, now: datetime) -> Past:
    if not isinstance(given, Mapping):
        raise InvalidArgument.field("profile.past", "must be an object")
    lists = {f"past.{name}": given[name] for name in Past.model_fields if name in given}
    return Past(
        preferences=_items(Preference, lists, "past.preferences", report, now, MAX_PAST),
        patterns=_items(Pattern, lists, "past.patterns", report, now, MAX_PAST),
        workflows=_items(Workflow, lists, "past.workflows", report, now, MAX_PAST),
        facts=_items(PastFact, lists, "past.facts", report, now, MAX_PAST),
    )


def _items(
    model: type[Item],
    given: Mapping[str, Any],
    name: str,
    report: Report,
    now: datetime,
    limit: int = MAX_ITEMS,
) -> list[Item]:
    """Returns the valid items of a list, each with an id or path of its own, if it has one."""
    taken: set[str] = set()

    def read(value: Any) -> Item:
        if len(taken) == limit:
            raise _too_many(name, limit)
        item = validated(model, value)
        key = _key_of(item)
        if key in taken:
            raise InvalidArgument.field("id", "occurs twice", reason="ID_TAKEN")
        refuse_secrets(item.model_dump(mode="json", by_alias=True, exclude_none=True), name)
        check_claims(item, now)
        if isinstance(item, Proposed):
            _check_proposed(item)
        taken.add(key)
        return attributed(item)

    values = listed(given.get(name, []), f"profile.{name}")
    return [item for _, item in read_items(report, f"profile.{name}", values, read)]


def _check_proposed(item: Proposed) -> None:
    """Refuses a proposal that nobody could answer."""
    proposed = [part for part in (item.preference, item.pattern, item.workflow, item.path) if part]
    if len(proposed) != 1 or (item.ends and not item.contests):
        raise InvalidArgument.field("proposals", "must propose one thing each")
    path = item.path or ""
    if path.startswith(SKILLS):
        domain = path.removeprefix(SKILLS)
        validated(SkillLevel, {"overall": item.value, "domains": {domain: item.value}})
    elif path and not item.ends:
        fact = [item.value] if path in LIST_PATHS else item.value
        validated(About, with_leaf({}, path, fact))


def _key_of(item: Model) -> str:
    """Returns what tells an item of a list from the others."""
    if isinstance(item, AboutMeta):
        return item.path
    if isinstance(item, Preference | Pattern | Workflow | Proposed):
        return item.id
    return item.model_dump_json()


def valid_about(given: Any, report: Report) -> About:
    """Returns the valid facts of an `about`; reports the others.

    Raises:
        InvalidArgument: it is not an object.
    """
    if not isinstance(given, Mapping):
        raise InvalidArgument.field("profile.about", "must be an object")
    facts: dict[str, Any] = {}
    whole = {
        key: value
        for key, value in given.items()
        if key not in SECTIONS or isinstance(value, Mapping)
    }
    odd = [(key, given[key]) for key in given if key not in whole]
    for index, (path, value) in enumerate([*leaves(whole), *odd]):
        try:
            fact = validated(About, {path: value} if path in given else with_leaf({}, path, value))
            refuse_secrets(fact.to_json(), "about")
            if len(facts.get("custom", {})) == MAX_WORDS and path.startswith("custom."):
                raise _too_many("about.custom", MAX_WORDS)
        except RekindleError as error:
            report.refuse_for("profile.about", index, error)
            continue
        for key, part in fact.to_json().items():
            facts[key] = {**facts.get(key, {}), **part} if key in SECTIONS else part
    return validated(About, facts)


def _skills(given: Any, report: Report) -> SkillLevel:
    if not isinstance(given, Mapping) or not isinstance(given.get("domains", {}), Mapping):
        raise InvalidArgument.field("profile.skillLevel", "must be an object")
    overall = validated(SkillLevel, {"overall": given.get("overall")}).overall
    domains: dict[str, Any] = {}

    def read(pair: tuple[str, Any]) -> None:
        if len(domains) == MAX_ITEMS:
            raise _too_many("domains", MAX_ITEMS)
        level = validated(SkillLevel, {"domains": dict([pair])})
        refuse_secrets(level.model_dump(mode="json"), "domains")
        domains.update(level.domains)

    pairs: Sequence[tuple[str, Any]] = list(given.get("domains", {}).items())
    read_items(report, "profile.skillLevel", pairs, read)
    names = listed(given.get("declared") or [], "profile.skillLevel.declared")
    known = {*domains, OVERALL} if overall else {*domains}
    declared = [name for name in dict.fromkeys(map(str, names)) if name in known]
    return SkillLevel(overall=overall, domains=domains, declared=declared or None)


def _forgotten(given: Any, report: Report) -> list[str]:
    keys = listed(given, "profile.forgotten")
    return [key for _, key in read_items(report, "profile.forgotten", keys, checked_key)]


def _too_many(field: str, limit: int) -> InvalidArgument:
    return InvalidArgument.field(field, f"holds at most {limit} items", reason="LIMIT_REACHED")
