"""The conversation before a message that is analyzed on its own (F-4)."""

from collections.abc import Sized
from datetime import datetime

from shared.documents.learning import Prompt
from shared.documents.settings import Settings
from shared.learning.analyzer import ContextMessage
from shared.learning.recording import masked
from shared.ports import Cursor, Order, Store

MESSAGES = 5
"""How many messages are given as context."""
MESSAGE_CHARS = 1000
"""How much of each, in characters, since the user pays for all of it again with every message."""


def messages_before(
    store: Store, uid: str, prompt: Prompt, since: datetime | None
) -> list[ContextMessage]:
    """Returns the five messages before a prompt, of any role, oldest first, each cut.

    Args:
        store: the database.
        uid: the user.
        prompt: the prompt.
        since: when learning was last switched on; what was recorded earlier is no context.
    """
    earlier = store.prompts.query(
        uid,
        order=Order("createdAt", descending=True),
        limit=MESSAGES,
        after=Cursor(prompt.created_at, prompt.id),
    )
    return [
        ContextMessage(message.role, masked(message).content[:MESSAGE_CHARS])
        for message in reversed(earlier)
        if since is None or message.recorded_at >= since
    ]


def is_alone(settings: Settings, prompts: Sized) -> bool:
    """Returns whether what a batch says can only be understood with the messages before it.

    A batch of ten explains itself; one message, analyzed as it comes or upon a refresh, may say no
    more than "Her name is Ida."
    """
    return settings.user_memory_analysis_interval == 1 or len(prompts) == 1


def longest_messages() -> list[ContextMessage]:
    """Returns messages that need as many bytes as any that `messages_before` can return."""
    return [ContextMessage("assistant", "\U0010ffff" * MESSAGE_CHARS)] * MESSAGES
