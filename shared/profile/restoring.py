"""Restores the content of an earlier version of a profile. Pure."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from shared.base.errors import Unreadable
from shared.base.reading import readable
from shared.documents.about import leaves
from shared.documents.profile import Profile
from shared.documents.settings import Settings
from shared.profile import forgotten
from shared.profile.decay import about_confidence, preference_confidence
from shared.profile.edits import COUNTERS, words_of_values
from shared.profile.habits.skills import habits_and_skills
from shared.profile.proposals import with_open_proposals
from shared.profile.withdrawing import without_withdrawn


def restored(
    profile: Profile, snapshot: Mapping[str, Any], settings: Settings, now: datetime
) -> Profile:
    """Returns the content of a snapshot with the counters of the current profile.

    Items that have faded out since count as mentioned now, because the user asked for them back.
    Items that the user has deleted since stay forgotten, unless the snapshot restores them. What
    the user's words have taken back stays away.

    Raises:
        Unreadable: the snapshot is no profile.
    """
    retracted = [item for item in profile.withdrawn if item.retracted]
    old = without_withdrawn(_readable_snapshot(snapshot), retracted, still=profile)
    old = refreshed(old, settings, now)
    keys = [*old.forgotten, *(key for key in profile.forgotten if key not in old.forgotten)]
    known = forgotten.Forgotten(keys)
    for item in old.preferences:
        keys = forgotten.allow_again(keys, "preference", item.type, item.description, known)
    for path, value in leaves(old.about.to_json()):
        for words in words_of_values(value):
            keys = forgotten.allow_again(keys, "about", path, words, known)
    for kind, name in habits_and_skills(old):
        keys = forgotten.allow_again(keys, kind, "", name, known)
    back = old.model_copy(
        update={
            **{name: getattr(profile, name) for name in COUNTERS},
            "forgotten": keys,
            "withdrawn": profile.withdrawn,
            "proposals": profile.proposals,
        }
    )
    return with_open_proposals(back)


def refreshed(profile: Profile, settings: Settings, now: datetime) -> Profile:
    """Returns the profile with what has faded out as if it was mentioned now."""
    preferences = [
        item
        if preference_confidence(item, settings, now)
        else item.model_copy(update={"last_updated": now, "confidence": item.base_confidence})
        for item in profile.preferences
    ]
    metas = [
        meta
        if about_confidence(meta, settings, now)
        else meta.model_copy(update={"last_seen": now})
        for meta in profile.about_meta
    ]
    return profile.model_copy(update={"preferences": preferences, "about_meta": metas})


def _readable_snapshot(snapshot: Mapping[str, Any]) -> Profile:
    try:
        return readable(Profile, snapshot)
    except ValidationError as error:
        raise Unreadable(
            "The snapshot of this version is malformed. Restore another version.",
            [{"reason": "UNREADABLE"}],
        ) from error
