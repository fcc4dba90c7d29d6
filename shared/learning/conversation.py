"""The conversation around a message, for the per-message mode."""

from shared.documents.learning import Prompt
from shared.learning.recording import masked
from shared.ports import Cursor, Order, Store

MESSAGES = 5
"""Messages given as context (Preference seed: "last 5 messages")."""


def messages_before(store: Store, uid: str, prompt: Prompt) -> list[str]:
    """The last five messages said before this one, oldest first, whoever said them."""
    earlier = store.prompts.find(
        uid,
        order=Order("createdAt", descending=True),
        limit=MESSAGES,
        after=Cursor(prompt.created_at, prompt.id),
    )
    return [masked(message).content for message in reversed(earlier)]
