"""Messages to record, and what may be sent of them."""

from collections.abc import Iterator, Sequence
from typing import Literal

from pydantic import Field

from rekindle_client._model import Model
from rekindle_client._openapi import PromptIn, RecordedPrompt
from rekindle_client.privacy import without_private

_MOST_PROMPTS = 100
"""The most messages of one request."""


class NewPrompt(PromptIn):
    """A message to record. The user keeps it to themselves if it is `private`: it is not sent."""

    private: bool = Field(default=False, exclude=True)


class Recorded(Model):
    """What became of a message.

    One that the user keeps to themselves is skipped, and has no ID.
    """

    id: str | None = None
    status: Literal["recorded", "duplicate", "skipped"]
    reason: str | None = None


class Recording:
    """Messages on their way to the API, in their order."""

    def __init__(self, prompts: Sequence[str | NewPrompt]) -> None:
        messages = [NewPrompt(content=each) if isinstance(each, str) else each for each in prompts]
        self.outcomes = [Recorded(status="skipped", reason="private") for _ in messages]
        sendable = ((place, _sendable(message)) for place, message in enumerate(messages))
        self._sent = [(place, message) for place, message in sendable if message]

    def parts(self) -> Iterator[tuple[list[int], dict[str, list[dict[str, object]]]]]:
        """Yields, for each request, the places of its messages, and its body."""
        for start in range(0, len(self._sent), _MOST_PROMPTS):
            part = self._sent[start : start + _MOST_PROMPTS]
            yield [place for place, _ in part], {"prompts": [message for _, message in part]}

    def took(self, places: Sequence[int], answered: Sequence[RecordedPrompt]) -> None:
        """Keeps what became of the messages of a request."""
        for place, each in zip(places, answered, strict=True):
            self.outcomes[place] = Recorded.model_validate(each.model_dump())


def _sendable(prompt: NewPrompt) -> dict[str, object] | None:
    if prompt.private:
        return None
    content = without_private(prompt.content)
    if not content and prompt.content:
        return None
    return {**prompt.wire(), "content": content}
