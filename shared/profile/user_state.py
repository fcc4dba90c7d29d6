"""Updates of a user's document, including the fields that derive from others."""

from datetime import datetime

from shared.documents.learning import LearningState
from shared.documents.profile import Profile
from shared.documents.settings import Settings
from shared.documents.user import UserState
from shared.profile.decay import next_decay
from shared.profile.past_rules import with_replaced_rules


def updated(
    user: UserState,
    now: datetime,
    *,
    profile: Profile | None = None,
    settings: Settings | None = None,
    learning: LearningState | None = None,
) -> UserState:
    """Returns a copy of `user` with the given parts and with its derived fields updated."""
    profile = profile or user.profile
    settings = settings or user.settings
    known = {item.id for item in profile.preferences}
    return user.model_copy(
        update={
            "profile": profile,
            "settings": settings,
            "learning": learning or user.learning,
            "created_at": user.created_at or now,
            "decay_due_at": next_decay(profile, settings, now),
            "past_rules": with_replaced_rules(user, settings, now),
            "used": {id_: at for id_, at in user.used.items() if id_ in known},
            "used_through": {id_: by for id_, by in user.used_through.items() if id_ in known},
        }
    )
