"""How confidence fades. Pure functions of age, so how often they run changes nothing.

Both seeds' rules are here. Each works on the confidence at the last mention and the time since,
never on its own earlier result.
"""

import math
from datetime import datetime, timedelta

from shared.documents.about import with_leaf
from shared.documents.profile import AboutMeta, Preference, Profile
from shared.documents.settings import DecayRule, Settings
from shared.profile.preferences import without_preferences

HALF_LIFE_DAYS = 30.0
STEPPED_FLOOR = 0.3
HALF_LIFE_FLOOR = 0.1
_DAY = timedelta(days=1)


def stepped_factor(age_days: float, threshold_days: float) -> float:
    """What is left after `age_days`, from 0.0 to 1.0 (User Profile seed, "Confidence Decay").

    Nothing fades for `threshold_days`. Then, with x = (age - T) / T, the first period is the
    seed's max(0.5, 1 - x), and each further period starts from half of the one before.
    """
    x = (age_days - threshold_days) / threshold_days
    if x <= 0:
        return 1.0
    periods = math.floor(x)
    return float(0.5**periods * max(0.5, 1 - (x - periods)))


def half_life_factor(age_days: float) -> float:
    """What is left after `age_days` when it halves every 30 (Data Schemas seed, `DecayConfig`)."""
    return float(0.5 ** (max(0.0, age_days) / HALF_LIFE_DAYS))


def faded(confidence: float, age_days: float, rule: DecayRule, threshold_days: float) -> float:
    """The confidence left, or 0.0 once it is below the rule's floor and the item ends."""
    if rule == "none":
        return confidence
    if rule == "stepped":
        left, floor = confidence * stepped_factor(age_days, threshold_days), STEPPED_FLOOR
    else:
        left, floor = confidence * half_life_factor(age_days), HALF_LIFE_FLOOR
    left = round(left, 6)
    return left if left >= floor else 0.0


def preference_confidence(preference: Preference, settings: Settings, now: datetime) -> float:
    """The confidence of a preference at `now`; 0.0 means that it has ended."""
    if preference.source == "manual":
        return preference.base_confidence
    return faded(
        preference.base_confidence,
        (now - preference.last_updated) / _DAY,
        settings.preference_decay,
        settings.user_profile_confidence_decay_days,
    )


def about_confidence(meta: AboutMeta, settings: Settings, now: datetime) -> float:
    """The confidence of a path of `about` at `now`; 0.0 means that it has ended."""
    if meta.source == "declared":
        return 1.0
    return faded(
        meta.confidence,
        (now - meta.last_seen) / _DAY,
        settings.about_decay,
        settings.user_profile_confidence_decay_days,
    )


def decayed(profile: Profile, settings: Settings, now: datetime) -> Profile:
    """The profile as it stands at `now`: confidences faded, what has ended taken out.

    The stored confidence of an about path stays the one at its last mention; only the returned
    one is faded, so `decayed` must not be applied to its own result with a later time.
    """
    left = {item.id: preference_confidence(item, settings, now) for item in profile.preferences}
    ended = {item.id for item in profile.preferences if not left[item.id]}
    kept = without_preferences(profile.preferences, ended)
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


def without_ended(profile: Profile, settings: Settings, now: datetime) -> Profile:
    """The profile that a change at `now` starts from: what has ended is out of it for good."""
    view = decayed(profile, settings, now)
    paths = {meta.path for meta in view.about_meta}
    lasting = [meta for meta in profile.about_meta if meta.path in paths]
    nothing_ended = len(view.preferences) == len(profile.preferences) and len(lasting) == len(
        profile.about_meta
    )
    return view.model_copy(
        update={
            "about_meta": lasting,
            "last_decay": profile.last_decay if nothing_ended else now,
        }
    )


def next_end(profile: Profile, settings: Settings, now: datetime) -> datetime | None:
    """The first moment after `now` at which decay ends an item; None if nothing ever does.

    Maintenance finds the users that are due by this, so a user with nothing due costs nothing.
    """
    threshold = settings.user_profile_confidence_decay_days
    ends = [
        _end(item.last_updated, item.base_confidence, settings.preference_decay, threshold)
        for item in profile.preferences
        if item.source == "learned" and settings.preference_decay != "none"
    ] + [
        _end(meta.last_seen, meta.confidence, settings.about_decay, threshold)
        for meta in profile.about_meta
        if meta.source == "learned" and settings.about_decay != "none"
    ]
    return max(min(ends), now) if ends else None


def _end(start: datetime, confidence: float, rule: DecayRule, threshold_days: float) -> datetime:
    """The first whole hour after `start` at which nothing is left of a confidence."""
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
