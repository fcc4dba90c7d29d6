"""The user's edits of patterns and workflows. Pure functions.

A habit that the user has written is manual: learning still counts how often it occurs, but neither
rewords nor evicts it.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

from shared.base.errors import NotFound
from shared.base.safety.secrets import refuse_secrets
from shared.base.sameness import same
from shared.documents.profile import Pattern, Profile, Workflow
from shared.profile import forgotten
from shared.profile.proposals import settled, with_open_proposals
from shared.profile.withdrawing import stated_again

Kind = Literal["pattern", "workflow"]
Habit = Pattern | Workflow


def change_habit(
    profile: Profile, kind: Kind, item_id: str, changes: Mapping[str, Any], now: datetime
) -> Profile:
    """Sets fields of a pattern or workflow, which becomes manual.

    If it then means the same as another one, it replaces that one, and has come up as often.

    Raises:
        NotFound: there is none with this id.
        InvalidArgument: a field contains a secret.
    """
    item = get_habit(profile, kind, item_id)
    for name, value in changes.items():
        refuse_secrets(value, name)
    changed = item.model_copy(update={**changes, "source": "manual", "stated_at": now})
    if all(getattr(item, name) == getattr(changed, name) for name in ("source", *changes)):
        return profile
    others, keys = habits_of(profile, kind), profile.forgotten
    if changed.description != item.description:
        doubles = {
            other.id: other
            for other in others
            if other.id != item_id and same(other.description, changed.description)
        }
        others = [other for other in others if other.id not in doubles]
        most = max([changed.frequency, *(other.frequency for other in doubles.values())])
        changed = changed.model_copy(update={"frequency": most})
        keys = forgotten.remember_deletion(keys, forgotten.key(kind, "", item.description))
        keys = forgotten.allow_again(keys, kind, "", changed.description)
    habits = [changed if other.id == item_id else other for other in others]
    profile = stated_again(settled(profile, {item_id}, now), [changed.description])
    return with_open_proposals(profile.model_copy(update={f"{kind}s": habits, "forgotten": keys}))


def delete_habit(profile: Profile, kind: Kind, item_id: str) -> Profile:
    """Deletes a pattern or workflow and keeps it from being learned again.

    Raises:
        NotFound: there is none with this id.
    """
    item = get_habit(profile, kind, item_id)
    key = forgotten.key(kind, "", item.description)
    changed = profile.model_copy(
        update={
            f"{kind}s": [other for other in habits_of(profile, kind) if other is not item],
            "forgotten": forgotten.remember_deletion(profile.forgotten, key),
        }
    )
    return with_open_proposals(changed)


def get_habit(profile: Profile, kind: Kind, item_id: str) -> Habit:
    """Returns the pattern or workflow with this id.

    Raises:
        NotFound: there is none.
    """
    for item in habits_of(profile, kind):
        if item.id == item_id:
            return item
    raise NotFound(
        f"There is no {kind} with this id. GET /v1/profile lists all {kind}s.",
        [{"reason": "NO_SUCH_HABIT"}],
    )


def habits_of(profile: Profile, kind: Kind) -> list[Habit]:
    """Returns the patterns, or the workflows."""
    return [*(profile.patterns if kind == "pattern" else profile.workflows)]
