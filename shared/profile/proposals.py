"""Proposals that wait for the user: which of them later words or acts have settled."""

from collections.abc import Collection
from datetime import datetime

from shared.documents.about import leaves
from shared.documents.profile import Profile


def settled(profile: Profile, stated: Collection[str], at: datetime) -> Profile:
    """Returns the profile without the proposals that contest what was stated again.

    Args:
        profile: the profile.
        stated: the ids or paths of what the user has stated, or changed by hand.
        at: when; what was said later still waits.
    """
    kept = [
        item
        for item in profile.proposals
        if not (item.contests in stated and (item.evidence is None or item.evidence.at <= at))
    ]
    if len(kept) == len(profile.proposals):
        return profile
    return profile.model_copy(update={"proposals": kept})


def with_open_proposals(profile: Profile) -> Profile:
    """Returns the profile without the proposals that contest something that is gone."""
    there = {item.id for item in (*profile.preferences,)}
    there |= {item.id for item in profile.patterns} | {item.id for item in profile.workflows}
    there |= {path for path, _ in leaves(profile.about.to_json())}
    there |= set(profile.skill_level.domains)
    kept = [item for item in profile.proposals if not item.contests or item.contests in there]
    if len(kept) == len(profile.proposals):
        return profile
    return profile.model_copy(update={"proposals": kept})
