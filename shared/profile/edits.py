"""Edits that the user, or an agent for the user, makes to a profile. Pure functions.

Each returns a new profile with the same version. What the user states is manual or declared: it
does not fade, and learning does not overwrite it.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from shared.base.errors import InvalidArgument, NotFound
from shared.base.merge_patch import merge_patch
from shared.base.safety.secrets import refuse_secrets
from shared.base.validation import validated_json
from shared.documents.about import (
    LIST_PATHS,
    About,
    elements_like,
    get_leaf,
    in_words,
    leaves,
    with_leaf,
)
from shared.documents.lifetime import EndedBy, Ending
from shared.documents.profile import AboutMeta, PastFact, Preference, Profile
from shared.documents.settings import Settings
from shared.profile import forgotten
from shared.profile.habits.counting import most_frequent
from shared.profile.past import with_past_facts
from shared.profile.preferences import (
    joined_contexts,
    joined_metadata,
    matching,
    resolve_conflict,
    strongest,
    with_preference,
    without_preferences,
)
from shared.profile.proposals import settled, with_open_proposals
from shared.profile.withdrawing import stated_again

COUNTERS = {
    "version",
    "created_at",
    "last_analyzed",
    "last_decay",
    "total_prompts_analyzed",
}


def patch_about(profile: Profile, patch: Mapping[str, Any], now: datetime) -> Profile:
    """Applies a JSON merge patch to `about`: it declares what it sets and forgets what it nulls.

    What it sets to something else becomes a part of the past.

    Args:
        profile: the profile.
        patch: the patch.
        now: the current time.

    Raises:
        InvalidArgument: the result would not be a valid `about`, or the patch has a secret.
    """
    old = profile.about.to_json()
    about = validated_json(About, merge_patch(old, patch))
    refuse_secrets(dict(patch), "about")
    past, present = dict(leaves(old)), dict(leaves(about.to_json()))
    stated = {path for path in present if _mentions(patch, path)}
    metas = {meta.path: meta for meta in profile.about_meta if meta.path in present}
    for path in stated:
        known = metas.get(path)
        metas[path] = AboutMeta(
            path=path,
            first_seen=known.first_seen if known else now,
            last_seen=now,
            confidence=1.0,
            seen_count=known.seen_count + 1 if known else 1,
            source="declared",
        )
    keys = profile.forgotten
    known_keys = forgotten.Forgotten(keys)
    for path in stated:
        for words in words_of_values(present[path]):
            keys = forgotten.allow_again(keys, "about", path, words, known_keys)
    deleted = [
        forgotten.key("about", path, words)
        for path, value in past.items()
        for words in words_of_values(value)
        if words not in words_of_values(present.get(path))
    ]
    changed = {path for path in {**past, **present} if past.get(path) != present.get(path)}
    over = _replaced(profile, past, present, now)
    profile = with_past_facts(settled(profile, stated | changed, now), over)
    return stated_again(
        profile, [words for p in stated for words in words_of_values(present[p])]
    ).model_copy(
        update={
            "about": about,
            "about_meta": list(metas.values()),
            "forgotten": forgotten.remember_deletion(keys, *deleted),
        }
    )


def _replaced(
    profile: Profile, past: Mapping[str, Any], present: Mapping[str, Any], now: datetime
) -> list[PastFact]:
    """Returns the facts that another value has taken the place of."""
    metas = {meta.path: meta for meta in profile.about_meta}
    return [
        _past_fact(path, value, metas.get(path), Ending(at=now, by=EndedBy.USER, replaced_by=path))
        for path, value in past.items()
        if path not in LIST_PATHS
        and present.get(path) not in (None, value)
        and path not in profile.inferred_paths
    ]


def _past_fact(path: str, value: Any, meta: AboutMeta | None, ending: Ending) -> PastFact:
    return PastFact(
        path=path,
        value=value,
        source=meta.source if meta else "declared",
        stated_at=meta.stated_at if meta else None,
        valid_from=(meta.valid_from or meta.first_seen) if meta else None,
        valid_to=ending.at,
        ended=ending,
    )


def with_fact_ended(profile: Profile, path: str, ending: Ending, value: Any = None) -> Profile:
    """Makes a fact a part of the past: it is over, but not forgotten.

    Args:
        profile: the profile.
        path: the path of the fact.
        ending: how it has ended.
        value: the element that has ended, if the path has a list; None ends all of them.
    """
    facts = profile.about.to_json()
    known = get_leaf(facts, path)
    if path in LIST_PATHS:
        gone = list(known or [])
        gone = gone if value is None else elements_like(gone, path, value)
        left: Any = [each for each in known or [] if each not in gone]
    else:
        gone, left = [known] if known is not None else [], None
    if not gone:
        return profile
    meta = next((meta for meta in profile.about_meta if meta.path == path), None)
    over = [_past_fact(path, each, meta, ending) for each in gone]
    return with_past_facts(profile, over if path not in profile.inferred_paths else []).model_copy(
        update={
            "about": About.model_validate(with_leaf(facts, path, left)),
            "about_meta": [item for item in profile.about_meta if left or item is not meta],
        }
    )


def add_preference(profile: Profile, item: Preference) -> Profile:
    """Adds a manual preference, or merges it into the one with the same meaning (F-12).

    That one becomes manual, in the new words, with the higher confidence and both contexts.
    Repeating an identical preference changes nothing.
    """
    _refuse_secrets_in(item)
    known = matching(profile.preferences, item.type, item.description)
    if known:
        confidence = max(known.confidence, item.confidence)
        item = item.model_copy(
            update={
                "id": known.id,
                "evidence": known.evidence,
                "created_at": known.created_at,
                "metadata": joined_metadata(known.metadata, item.metadata),
                "confidence": confidence,
                "base_confidence": confidence,
                "context": joined_contexts(known.context, item.context),
                "category": item.category or known.category,
            }
        )
        if item == known.model_copy(update={"last_updated": item.last_updated}):
            return profile
    preferences, _ = resolve_conflict(
        with_preference(profile.preferences, item), item, favor_item=True
    )
    profile = stated_again(settled(profile, {item.id}, item.last_updated), [item.description])
    return profile.model_copy(
        update={
            "preferences": preferences,
            "forgotten": forgotten.allow_again(
                profile.forgotten, "preference", item.type, item.description
            ),
        }
    )


def change_preference(profile: Profile, item_id: str, changes: Mapping[str, Any]) -> Profile:
    """Sets fields of a preference, which becomes manual.

    If it then means the same as another preference, it replaces that one.

    Raises:
        NotFound: there is no preference with this id.
        InvalidArgument: a field contains a secret.
    """
    item = get_preference(profile, item_id)
    if "confidence" in changes:
        changes = {**changes, "base_confidence": changes["confidence"]}
    if "active" in changes:
        changes = {**changes, "superseded_by": None}
    changed = item.model_copy(update={**changes, "source": "manual"})
    _refuse_secrets_in(changed)
    preferences = with_preference(_released(profile.preferences, item_id), changed)
    keys = profile.forgotten
    if (changed.type, changed.description) != (item.type, item.description):
        others = [other for other in preferences if other.id != item_id]
        duplicate = matching(others, changed.type, changed.description)
        if duplicate:
            preferences = without_preferences(preferences, {duplicate.id})
        keys = forgotten.remember_deletion(
            keys, forgotten.key("preference", item.type, item.description)
        )
        keys = forgotten.allow_again(keys, "preference", changed.type, changed.description)
    if changed.active:
        preferences, _ = resolve_conflict(preferences, changed, favor_item=True)
    profile = stated_again(settled(profile, {item_id}, changed.last_updated), [changed.description])
    return profile.model_copy(update={"preferences": preferences, "forgotten": keys})


def set_active(profile: Profile, item_id: str, *, active: bool) -> Profile:
    """Activates or deactivates a preference.

    Activating it supersedes what contradicts it; deactivating it restores what it had superseded.

    Raises:
        NotFound: there is no preference with this id.
    """
    item = get_preference(profile, item_id)
    switched = item.model_copy(update={"active": active, "superseded_by": None})
    preferences = with_preference(_released(profile.preferences, item_id), switched)
    if active:
        preferences, _ = resolve_conflict(preferences, switched, favor_item=True)
    return profile.model_copy(update={"preferences": preferences})


def delete_preference(profile: Profile, item_id: str) -> Profile:
    """Deletes a preference and keeps it from being learned again.

    Raises:
        NotFound: there is no preference with this id.
    """
    item = get_preference(profile, item_id)
    return _forget(profile, [item])


def delete_all_preferences(profile: Profile) -> Profile:
    """Deletes all preferences and keeps them from being learned again."""
    return _forget(profile, profile.preferences)


def cleared(profile: Profile) -> Profile:
    """Returns an empty profile that continues the version count.

    Items that the user deleted one by one stay forgotten. Everything else may be learned again,
    since the user never objected to it.
    """
    kept = profile.model_dump(include={*COUNTERS, "forgotten", "withdrawn"})
    return Profile.model_validate(kept)


def get_preference(profile: Profile, item_id: str) -> Preference:
    """Returns the preference with this id.

    Raises:
        NotFound: there is none.
    """
    for item in profile.preferences:
        if item.id == item_id:
            return item
    raise NotFound(
        "There is no preference with this id. GET /v1/preferences lists all preferences.",
        [{"reason": "NO_SUCH_PREFERENCE"}],
    )


def limited(profile: Profile, settings: Settings) -> Profile:
    """Returns the profile with as many of its strongest items as the settings allow."""
    return profile.model_copy(
        update={
            "preferences": strongest(profile.preferences, settings.user_profile_max_preferences),
            "patterns": most_frequent(profile.patterns, settings.user_profile_max_patterns),
            "workflows": most_frequent(profile.workflows, settings.user_profile_max_workflows),
        }
    )


def check_room(profile: Profile, limit: int) -> None:
    """Refuses a profile with more manual preferences than the limit allows.

    Raises:
        InvalidArgument: the limit is exceeded; says what to delete or raise.
    """
    manual = sum(item.source == "manual" for item in profile.preferences)
    if manual > limit:
        raise InvalidArgument(
            f"The limit of {limit} preferences is filled with your own. Delete one first, or "
            "raise userProfileMaxPreferences in the settings.",
            [{"reason": "LIMIT_REACHED", "field": "preferences", "limit": limit}],
        )


def _forget(profile: Profile, items: list[Preference]) -> Profile:
    keys = [forgotten.key("preference", item.type, item.description) for item in items]
    changed = profile.model_copy(
        update={
            "preferences": without_preferences(profile.preferences, {item.id for item in items}),
            "forgotten": forgotten.remember_deletion(profile.forgotten, *keys),
        }
    )
    return with_open_proposals(changed)


def _refuse_secrets_in(item: Preference) -> None:
    for field in ("id", "description", "category", "context", "metadata"):
        refuse_secrets(getattr(item, field), field)


def _released(preferences: list[Preference], winner: str) -> list[Preference]:
    """Returns the list with everything that `winner` had superseded active again."""
    return [
        item.model_copy(update={"active": True, "superseded_by": None})
        if item.superseded_by == winner
        else item
        for item in preferences
    ]


def _mentions(patch: Mapping[str, Any], path: str) -> bool:
    section, _, name = path.partition(".")
    value = patch.get(section)
    return value is not None and (not name or (isinstance(value, Mapping) and name in value))


def words_of_values(value: Any) -> list[str]:
    """Returns a value of `about` in words: each element of a list, or the one value, or nothing."""
    values = value if isinstance(value, list) else [] if value is None else [value]
    return [in_words(item) for item in values]
