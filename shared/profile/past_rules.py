"""The rules by which confidences faded at an earlier time.

Changing a setting makes no version of the profile, so the user's document keeps the settings that
decay goes by, with the time at which each was replaced.
"""

from datetime import datetime

from shared.documents.settings import Settings
from shared.documents.user import MAX_PAST_RULES, PastRules, UserState

OF_DECAY = set(PastRules.model_fields) - {"until"}
"""The settings that decay goes by."""


def with_replaced_rules(user: UserState, settings: Settings, now: datetime) -> list[PastRules]:
    """Returns the user's earlier rules, with the current ones if `settings` replace them."""
    old, new = (given.model_dump(include=OF_DECAY) for given in (user.settings, settings))
    if old == new or user.profile.version == 0:
        return user.past_rules
    return [*user.past_rules, PastRules(until=now, **old)][-MAX_PAST_RULES:]


def settings_at(user: UserState, at: datetime) -> Settings:
    """Returns the user's settings with the rules of decay that held at a time.

    Further back than the `MAX_PAST_RULES` newest changes, it is the oldest rules that are known.
    """
    past = next((rules for rules in user.past_rules if at < rules.until), None)
    if past is None:
        return user.settings
    return user.settings.model_copy(update=past.model_dump(include=OF_DECAY))
