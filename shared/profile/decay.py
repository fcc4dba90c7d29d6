"""Decay of confidence, by either rule, and the end of what passes (P-18, S-18).

Only what ages as usual decays; see `shared.profile.ageing`. Decay is a pure function of the
confidence at the last mention and the time since, never of an earlier result, so it does not matter
how often it runs.
"""

import math
from datetime import datetime, timedelta

from shared.documents.about import get_leaf, with_leaf
from shared.documents.lifetime import Ageing, EndedBy, Ending, Lifetime
from shared.documents.profile import AboutMeta, Item, PastFact, Preference, Profile
from shared.documents.settings import DecayRule, Settings
from shared.profile.ageing import ageing_of, has_passed
from shared.profile.past import with_past_facts, with_past_items, with_replaced_fact
from shared.profile.preferences import without_faded_preferences

HALF_LIFE_DAYS = 30.0
INCLUDED_FROM = 0.7
"""Preferences below this confidence are not included in the context block (F-14)."""
STEPPED_FLOOR = 0.3
HALF_LIFE_FLOOR = 0.1
_DAY = timedelta(days=1)


def stepped_factor(age_days: float, threshold_days: float) -> float:
    """Returns the share of confidence left after `age_days`, from 0.0 to 1.0 (P-18).

    Nothing fades for T = `threshold_days`. Then, with x = (age - T) / T, the factor is
    max(0.5, 1 - x) in the first period, and each further period starts from half of the one before.
    """
    x = (age_days - threshold_days) / threshold_days
    if x <= 0:
        return 1.0
    periods = math.floor(x)
    return float(0.5**periods * max(0.5, 1 - (x - periods)))


def half_life_factor(age_days: float) -> float:
    """Returns the share of confidence left after `age_days`, halved every 30 days (S-18)."""
    return float(0.5 ** (max(0.0, age_days) / HALF_LIFE_DAYS))


def faded(confidence: float, age_days: float, rule: DecayRule, threshold_days: float) -> float:
    """Returns the decayed confidence, or 0.0 below the rule's floor, where items are removed."""
    if rule == "none":
        return confidence
    if rule == "stepped":
        left, floor = confidence * stepped_factor(age_days, threshold_days), STEPPED_FLOOR
    else:
        left, floor = confidence * half_life_factor(age_days), HALF_LIFE_FLOOR
    left = round(left, 6)
    return left if left >= floor else 0.0


def preference_freshness(preference: Preference, settings: Settings, now: datetime) -> float:
    """Returns the share of its confidence that a preference has left at `now`, from 0.0 to 1.0."""
    left = preference_confidence(preference, settings, now)
    return round(left / preference.base_confidence, 6) if preference.base_confidence else 0.0


def about_freshness(meta: AboutMeta, settings: Settings, now: datetime) -> float:
    """Returns the share of its confidence that a path of `about` has left, from 0.0 to 1.0."""
    left = about_confidence(meta, settings, now)
    return round(min(1.0, left / meta.confidence), 6) if meta.confidence else 0.0


def preference_confidence(preference: Preference, settings: Settings, now: datetime) -> float:
    """Returns the confidence of a preference at `now`; 0.0 if it has faded out or passed."""
    if has_passed(preference, now):
        return 0.0
    if not _fades(preference, settings):
        return preference.base_confidence
    return faded(
        preference.base_confidence,
        (now - preference.last_updated) / _DAY,
        settings.preference_decay,
        settings.user_profile_confidence_decay_days,
    )


def about_confidence(meta: AboutMeta, settings: Settings, now: datetime) -> float:
    """Returns the confidence of a path of `about` at `now`; 0.0 if it has faded out or passed."""
    if has_passed(meta, now):
        return 0.0
    if not _fades(meta, settings):
        return 1.0 if meta.source == "declared" else meta.confidence
    return faded(
        meta.confidence,
        (now - meta.last_seen) / _DAY,
        settings.about_decay,
        settings.user_profile_confidence_decay_days,
    )


def _fades(item: Preference | AboutMeta, settings: Settings) -> bool:
    is_learned = item.source == "learned"
    return is_learned and ageing_of(item, settings) is Ageing.USUAL


def decayed(profile: Profile, settings: Settings, now: datetime) -> Profile:
    """Returns the profile as of `now`: with decayed confidences, without items that faded out.

    What has passed by then is part of its past. Do not apply it to its own result with a later
    time: the result has no record of the confidence that an about path had at its last mention.
    """
    profile = _without_passed(profile, now)
    left = {item.id: preference_confidence(item, settings, now) for item in profile.preferences}
    faded_out = {item.id for item in profile.preferences if not left[item.id]}
    kept = without_faded_preferences(profile.preferences, faded_out)
    about, metas = profile.about, []
    facts = about.to_json()
    for meta in profile.about_meta:
        confidence = about_confidence(meta, settings, now)
        if confidence:
            metas.append(meta.model_copy(update={"confidence": confidence}))
        else:
            facts = with_leaf(facts, meta.path, None)
    return profile.model_copy(
        update={
            "preferences": [item.model_copy(update={"confidence": left[item.id]}) for item in kept],
            "about": type(about).model_validate(facts),
            "about_meta": metas,
        }
    )


def _without_passed(profile: Profile, now: datetime) -> Profile:
    """Returns the profile with what has come to its own end as a part of its past."""
    items: list[Item] = [*profile.preferences, *profile.patterns, *profile.workflows]
    gone = {
        item.id: Ending(at=item.valid_to, by=EndedBy.PASSED)
        for item in items
        if item.valid_to and has_passed(item, now)
    }
    profile = with_past_items(profile, gone) if gone else profile
    passed = [meta for meta in profile.about_meta if has_passed(meta, now)]
    if not passed:
        return profile
    facts = profile.about.to_json()
    past = [
        PastFact(
            path=meta.path,
            value=get_leaf(facts, meta.path),
            source=meta.source,
            stated_at=meta.stated_at,
            valid_from=meta.valid_from or meta.first_seen,
            valid_to=meta.valid_to,
            ended=Ending(at=meta.valid_to or now, by=EndedBy.PASSED),
        )
        for meta in passed
    ]
    for meta in passed:
        facts = with_leaf(facts, meta.path, None)
    paths = {meta.path for meta in passed}
    changed = with_past_facts(profile, past).model_copy(
        update={
            "about": type(profile.about).model_validate(facts),
            "about_meta": [meta for meta in profile.about_meta if meta.path not in paths],
        }
    )
    for path in paths:
        changed = with_replaced_fact(changed, path)
    return changed


def without_faded(profile: Profile, settings: Settings, now: datetime) -> Profile:
    """Returns the profile to base a change at `now` on, with faded items removed permanently."""
    view = decayed(profile, settings, now)
    paths = {meta.path for meta in view.about_meta}
    kept = [meta for meta in profile.about_meta if meta.path in paths]
    nothing_removed = (
        len(view.preferences) == len(profile.preferences)
        and len(kept) == len(profile.about_meta)
        and view.past == profile.past
    )
    return view.model_copy(
        update={
            "about_meta": kept,
            "last_decay": profile.last_decay if nothing_removed else now,
        }
    )


def next_decay(profile: Profile, settings: Settings, now: datetime) -> datetime | None:
    """Returns when an item next fades out or passes; None if none ever does.

    Maintenance finds due users by this time, so users with nothing due cost nothing.
    """
    threshold = settings.user_profile_confidence_decay_days
    items: list[Lifetime] = [
        *profile.preferences,
        *profile.patterns,
        *profile.workflows,
        *profile.about_meta,
    ]
    times = [item.valid_to for item in items if item.valid_to]
    times += [
        _removal_time(item.last_updated, item.base_confidence, settings.preference_decay, threshold)
        for item in profile.preferences
        if settings.preference_decay != "none" and _fades(item, settings)
    ]
    times += [
        _removal_time(meta.last_seen, meta.confidence, settings.about_decay, threshold)
        for meta in profile.about_meta
        if settings.about_decay != "none" and _fades(meta, settings)
    ]
    return max(min(times), now) if times else None


def _removal_time(
    start: datetime, confidence: float, rule: DecayRule, threshold_days: float
) -> datetime:
    """Returns when an item last seen at `start` fades out, in whole hours after it."""
    lower, upper = 0, 1
    while faded(confidence, upper / 24, rule, threshold_days):
        lower, upper = upper, upper * 2
    while upper - lower > 1:
        middle = (lower + upper) // 2
        if faded(confidence, middle / 24, rule, threshold_days):
            lower = middle
        else:
            upper = middle
    return start + timedelta(hours=upper)
