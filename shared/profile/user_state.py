"""The next state of a user's document: what a change brings, and what follows from it."""

from datetime import datetime

from shared.documents.learning import LearningState
from shared.documents.profile import Profile
from shared.documents.settings import Settings
from shared.documents.user import UserState
from shared.profile.decay import next_end


def updated(
    user: UserState,
    now: datetime,
    *,
    profile: Profile | None = None,
    settings: Settings | None = None,
    learning: LearningState | None = None,
) -> UserState:
    """A copy of `user` with the given parts; the time of its next decay and its uses follow."""
    profile = profile or user.profile
    settings = settings or user.settings
    return user.model_copy(
        update={
            "profile": profile,
            "settings": settings,
            "learning": learning or user.learning,
            "created_at": user.created_at or now,
            "decay_due_at": next_end(profile, settings, now),
            "used": {
                item.id: user.used[item.id] for item in profile.preferences if item.id in user.used
            },
        }
    )
