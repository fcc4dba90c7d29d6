"""What the legacy routes answer."""

from typing import TYPE_CHECKING, Any

from pydantic import Field

from shared.base.model import Confidence, Model
from shared.documents.learning import Prompt
from shared.documents.profile import Preference

if TYPE_CHECKING:
    pass


class LegacyPreference(Model):
    """A preference in the form of `/api/chat/preferences` (F-19)."""

    id: str
    preference_type: str = Field(alias="preference_type")
    preference_value: str = Field(alias="preference_value")
    context: str
    confidence: Confidence
    created_at: str = Field(alias="created_at")
    updated_at: str = Field(alias="updated_at")
    last_used: str = Field(alias="last_used")
    source_session: Any = Field(alias="source_session")
    is_active: bool = Field(alias="is_active")
    metadata: dict[str, Any]

    @classmethod
    def of(cls, item: Preference, message: Prompt | None = None) -> "LegacyPreference":
        """Returns the answer for a preference of the profile.

        Of one that was learned, `message` is the message that states it, if that is still there;
        the metadata then has its text, or else the quote.
        """
        metadata = item.metadata
        session = metadata.get("source_session")
        if item.source == "learned" and item.evidence:
            said = message.content if message else item.evidence[-1].quote
            metadata = {"message_content": said, **metadata}
            session = session or (message and message.session_id)
        return cls(
            id=item.id,
            preference_type=item.type,
            preference_value=item.description,
            context=item.context,
            confidence=item.confidence,
            created_at=item.created_at.isoformat(),
            updated_at=item.last_updated.isoformat(),
            last_used=(item.last_used or item.last_updated).isoformat(),
            source_session=session,
            is_active=item.active,
            metadata=metadata,
        )


class LegacyPreferences(Model):
    """Preferences in the form of `/api/chat/preferences` (F-19)."""

    preferences: list[LegacyPreference]
    count: int
    user_id: str = Field(alias="user_id")
