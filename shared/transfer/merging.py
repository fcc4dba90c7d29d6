"""Merges imported data into a profile: new items are added, existing ones are kept."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, TypeVar

from shared.base.errors import InvalidArgument
from shared.base.model import EARLIEST
from shared.base.sameness import same
from shared.documents.about import MAX_WORDS, About, get_leaf, leaves, with_leaf
from shared.documents.profile import (
    MAX_ITEMS,
    MAX_PAST,
    OVERALL,
    AboutMeta,
    Past,
    Pattern,
    Preference,
    Profile,
    SkillLevel,
    Workflow,
    newest_withdrawn,
)
from shared.documents.settings import Settings
from shared.documents.user import UserState
from shared.profile.decay import about_confidence
from shared.profile.edits import patch_about
from shared.profile.habits.skills import with_level
from shared.profile.preferences import (
    joined_contexts,
    joined_metadata,
    matching,
    resolve_conflict,
    strongest,
    with_preference,
)
from shared.profile.withdrawing import without_withdrawn
from shared.transfer.checks import check_claims
from shared.transfer.legacy import PathMeta
from shared.transfer.report import Report

Habit = TypeVar("Habit", Pattern, Workflow)


def merged_profile(here: Profile, other: Profile, settings: Settings) -> Profile:
    """Returns `here` with everything that only `other` has. The version is unchanged.

    What the user's words have withdrawn, here or there, does not come back.
    """
    joined = [item for item in other.withdrawn if item not in here.withdrawn]
    withdrawn = newest_withdrawn(sorted([*joined, *here.withdrawn], key=lambda item: item.at))
    other = without_withdrawn(other, withdrawn)
    preferences = list(here.preferences)
    for item in other.preferences:
        known = any(own.id == item.id for own in preferences)
        if not known and matching(preferences, item.type, item.description) is None:
            preferences, _ = resolve_conflict([*preferences, item], item)
    about, meta = _merged_about(here, other)
    return here.model_copy(
        update={
            "about": about,
            "about_meta": meta,
            "preferences": strongest(preferences, settings.user_profile_max_preferences),
            "patterns": _habits(here.patterns, other.patterns, settings.user_profile_max_patterns),
            "workflows": _habits(
                here.workflows, other.workflows, settings.user_profile_max_workflows
            ),
            "skill_level": _skills(here.skill_level, other.skill_level),
            "forgotten": list(dict.fromkeys([*other.forgotten, *here.forgotten])),
            "past": _joined_past(here.past, other.past),
            "withdrawn": withdrawn,
        }
    )


def _joined_past(here: Past, other: Past) -> Past:
    """Returns both histories, the newest of each kind."""
    parts = {}
    for name in Past.model_fields:
        own = getattr(here, name)
        more = [item for item in getattr(other, name) if item not in own]
        joined = sorted([*more, *own], key=lambda item: item.ended.at if item.ended else EARLIEST)
        parts[name] = joined[-MAX_PAST:]
    return Past(**parts)


def with_about(profile: Profile, given: About, now: datetime) -> tuple[Profile, Report]:
    """Returns the profile with imported facts; lists are joined, declared facts are kept."""
    report = Report()
    # Something that was said drops what was inferred in its place.
    profile = profile.without_inferred({path for path, _ in leaves(given.to_json())})
    facts = profile.about.to_json()
    declared = {meta.path for meta in profile.about_meta if meta.source == "declared"}
    custom = len(facts.get("custom", {}))
    patch: dict[str, Any] = {}
    for index, (path, value) in enumerate(leaves(given.to_json())):
        own = get_leaf(facts, path)
        if isinstance(own, list) and isinstance(value, list):
            value = _joined_list(own, value)
        if own not in (None, value) and path in declared and not isinstance(own, list):
            message = f"The user has declared a different {path}."
            report.refuse("about", index, "DECLARED", message)
            continue
        if own is None and path.startswith("custom.") and custom >= MAX_WORDS:
            report.refuse("about", index, "LIMIT_REACHED", f"There are {MAX_WORDS} custom facts.")
            continue
        report.count(taken=value != own)
        if value != own:
            custom += own is None and path.startswith("custom.")
            patch = with_leaf(patch, path, value)
    return patch_about(profile, patch, now) if patch else profile, report


def with_meta(
    user: UserState, given: Sequence[tuple[int, PathMeta]], now: datetime
) -> tuple[Profile, Report]:
    """Returns the profile with the imported metadata of its facts, which then fade.

    Their confidence is from the last time that the legacy system ran, which may be long ago. A fact
    that would have faded out since counts as mentioned now: whoever imports it wants to keep it.
    """
    report = Report()
    profile = user.profile
    metas = {meta.path: meta for meta in profile.about_meta}
    for index, item in given:
        own = metas.get(item.path)
        if own is None:
            message = f"The profile has no {item.path}. Import profile.json first."
            report.refuse("preferences", index, "NO_SUCH_PATH", message)
            continue
        try:
            check_claims(item, now)
        except InvalidArgument as error:
            report.refuse_for("preferences", index, error)
            continue
        meta = own.model_copy(update={**item.model_dump(), "source": "learned"})
        if not about_confidence(meta, user.settings, now):
            meta = meta.model_copy(update={"last_seen": now})
        report.count(taken=meta != own)
        metas[item.path] = meta
    return profile.model_copy(update={"about_meta": list(metas.values())}), report


def with_preferences(
    user: UserState, given: Sequence[tuple[int, Preference]]
) -> tuple[Profile, Report]:
    """Returns the profile with imported preferences, merged with existing ones.

    A merged preference has the higher confidence, and joined contexts and metadata (F-12). As
    through the API, the user's own preferences cannot exceed the limit in the settings.
    """
    report = Report()
    limit = user.settings.user_profile_max_preferences
    preferences = list(user.profile.preferences)
    own_ones = sum(item.source == "manual" for item in preferences)
    for index, item in given:
        known = next((own for own in preferences if own.id == item.id), None)
        known = known or matching(preferences, item.type, item.description)
        if known is not None:
            report.count(taken=False)
            preferences = with_preference(preferences, _joined(known, item))
        elif own_ones >= limit:
            message = f"The limit of {limit} preferences is filled with the user's own."
            report.refuse("rows", index, "LIMIT_REACHED", message)
        else:
            own_ones += 1
            report.count(taken=True)
            preferences, _ = resolve_conflict([*preferences, item], item)
    kept = strongest(preferences, limit)
    return user.profile.model_copy(update={"preferences": kept}), report


def _joined(own: Preference, other: Preference) -> Preference:
    return own.model_copy(
        update={
            "confidence": max(own.confidence, other.confidence),
            "base_confidence": max(own.base_confidence, other.base_confidence),
            "context": joined_contexts(own.context, other.context),
            "metadata": joined_metadata(other.metadata, own.metadata),
        }
    )


def _merged_about(here: Profile, other: Profile) -> tuple[About, list[AboutMeta]]:
    said = {path for path, _ in leaves(other.about.to_json())} - other.inferred_paths
    here = here.without_inferred(said)
    known = {path for path, _ in leaves(here.about.to_json())}
    other = other.without_inferred(known - here.inferred_paths)
    facts: dict[str, Any] = here.about.to_json()
    meta = {item.path: item for item in here.about_meta}
    others = {item.path: item for item in other.about_meta}
    for path, value in leaves(other.about.to_json()):
        own = get_leaf(facts, path)
        if own is None:
            if path.startswith("custom.") and len(facts.get("custom", {})) >= MAX_WORDS:
                continue
            facts = with_leaf(facts, path, value)
            if path in others:
                meta[path] = others[path]
        elif isinstance(own, list) and isinstance(value, list):
            facts = with_leaf(facts, path, _joined_list(own, value))
    return About.model_validate(facts), list(meta.values())


def _joined_list(own: list[Any], other: list[Any]) -> list[Any]:
    return [*own, *(item for item in other if item not in own)][: max(MAX_WORDS, len(own))]


def _habits(here: Sequence[Habit], other: Sequence[Habit], limit: int) -> list[Habit]:
    habits = list(here)
    for item in other:
        if not any(own.id == item.id or same(own.description, item.description) for own in habits):
            habits.append(item)
    if len(habits) <= limit:
        return habits
    manual = sum(item.source == "manual" for item in habits)
    ranked = sorted(habits, key=lambda item: (item.source != "manual", -item.frequency))
    return ranked[: min(max(limit, manual), MAX_ITEMS)]


def _skills(here: SkillLevel, other: SkillLevel) -> SkillLevel:
    """Returns the higher levels, except where the user has set one: that one stays."""
    given = dict(other.domains) | ({OVERALL: other.overall} if other.overall else {})
    for name, level in given.items():
        known, is_declared = here.level_of(name), other.is_declared(name)
        is_taken = known is None or is_declared or level.rank > known.rank
        has_room = known or name == OVERALL or len(here.domains) < MAX_ITEMS
        if not here.is_declared(name) and is_taken and has_room:
            here = with_level(here, name, level, is_declared=is_declared)
    return here
