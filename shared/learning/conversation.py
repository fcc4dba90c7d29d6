"""The conversation before a message, used when each message is analyzed on its own (F-4)."""

from shared.documents.learning import Prompt
from shared.learning.recording import masked
from shared.ports import Cursor, Order, Store

MESSAGES = 5
"""How many messages are given as context."""


def messages_before(store: Store, uid: str, prompt: Prompt) -> list[str]:
    """Returns the five messages before a prompt, of any role, oldest first."""
    earlier = store.prompts.query(
        uid,
        order=Order("createdAt", descending=True),
        limit=MESSAGES,
        after=Cursor(prompt.created_at, prompt.id),
    )
    return [masked(message).content for message in reversed(earlier)]
