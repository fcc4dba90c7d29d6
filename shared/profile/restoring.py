"""Restores the content of an earlier version of a profile. Pure."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from shared.base.errors import Unreadable
from shared.base.reading import readable
from shared.base.sameness import same_object
from shared.documents.about import LIST_PATHS, About, in_words, leaves, name_of, with_leaf
from shared.documents.profile import Profile, Withdrawn
from shared.documents.settings import Settings
from shared.profile import forgotten
from shared.profile.decay import about_confidence, preference_confidence
from shared.profile.edits import COUNTERS, words_of_values
from shared.profile.preferences import without_preferences


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
    old = _without_retracted(_readable_snapshot(snapshot), profile.withdrawn)
    preferences = [
        item
        if preference_confidence(item, settings, now)
        else item.model_copy(update={"last_updated": now, "confidence": item.base_confidence})
        for item in old.preferences
    ]
    metas = [
        meta
        if about_confidence(meta, settings, now)
        else meta.model_copy(update={"last_seen": now})
        for meta in old.about_meta
    ]
    keys = [*old.forgotten, *(key for key in profile.forgotten if key not in old.forgotten)]
    known = forgotten.Forgotten(keys)
    for item in old.preferences:
        keys = forgotten.allow_again(keys, "preference", item.type, item.description, known)
    for path, value in leaves(old.about.to_json()):
        for words in words_of_values(value):
            keys = forgotten.allow_again(keys, "about", path, words, known)
    return old.model_copy(
        update={
            **{name: getattr(profile, name) for name in COUNTERS},
            "preferences": preferences,
            "about_meta": metas,
            "forgotten": keys,
            "withdrawn": profile.withdrawn,
            "proposals": profile.proposals,
        }
    )


def _without_retracted(old: Profile, withdrawn: Sequence[Withdrawn]) -> Profile:
    """Returns a profile without what the user's words have taken back since."""
    texts = [item.text for item in withdrawn if item.retracted]
    if not texts:
        return old

    def stays(text: str) -> bool:
        return not any(same_object(text, gone) for gone in texts)

    facts = old.about.to_json()
    for path, value in leaves(facts):
        if path in LIST_PATHS:
            left: Any = [each for each in value if stays(name_of(path, each))]
        else:
            left = value if stays(in_words(value)) else None
        facts = with_leaf(facts, path, left)
    there = {path for path, _ in leaves(facts)}
    gone = {item.id for item in old.preferences if not stays(item.description)}
    domains = {name: level for name, level in old.skill_level.domains.items() if stays(name)}
    past = old.past
    return old.model_copy(
        update={
            "about": About.model_validate(facts),
            "about_meta": [meta for meta in old.about_meta if meta.path in there],
            "preferences": without_preferences(old.preferences, gone),
            "patterns": [item for item in old.patterns if stays(item.description)],
            "workflows": [item for item in old.workflows if stays(item.description)],
            "skill_level": old.skill_level.model_copy(update={"domains": domains}),
            "past": past.model_copy(
                update={
                    "preferences": [i for i in past.preferences if stays(i.description)],
                    "patterns": [i for i in past.patterns if stays(i.description)],
                    "workflows": [i for i in past.workflows if stays(i.description)],
                    "facts": [i for i in past.facts if stays(name_of(i.path, i.value))],
                }
            ),
        }
    )


def _readable_snapshot(snapshot: Mapping[str, Any]) -> Profile:
    try:
        return readable(Profile, snapshot)
    except ValidationError as error:
        raise Unreadable(
            "The snapshot of this version is malformed. Restore another version.",
            [{"reason": "UNREADABLE"}],
        ) from error
