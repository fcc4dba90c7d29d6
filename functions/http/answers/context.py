"""What `context` answers: the context block and what was left out of it."""

import hashlib
from typing import Annotated, Literal

from pydantic import Field

from shared.base.model import Model
from shared.context.context_service import Context


class SectionBody(Model):
    """A section of the context block, and its length in characters."""

    name: str
    chars: int


class OmittedBody(Model):
    """An item left out of the context block, and why. `label` is its text, cut if too long."""

    section: str
    id: str | None = None
    label: str
    why: str


class ItemBody(Model):
    """An item in the text, and where it stands there, in characters. `id` may be a fact's path."""

    section: str
    id: str
    start: int
    end: int


class CacheControl(Model):
    """Anthropic's mark of the end of what is to be cached."""

    type: Literal["ephemeral"] = "ephemeral"


class AnthropicPart(Model):
    """A block of the `system` parameter of Anthropic's Messages API."""

    type: Literal["text"] = "text"
    text: str
    cache_control: Annotated[CacheControl | None, Field(alias="cache_control")] = None


class OpenAIMessage(Model):
    """A message of OpenAI's chat completions API, which caches equal beginnings by itself."""

    role: Literal["system"] = "system"
    content: str


class AnthropicParts(Model):
    """What goes into a request to Anthropic's Messages API."""

    system: list[AnthropicPart]


class OpenAIParts(Model):
    """What goes first into the messages of a request to OpenAI's chat completions API."""

    messages: list[OpenAIMessage]


class MessagesAnswer(Model):
    """The context block as parts of a provider's request, with the cache point."""

    anthropic: AnthropicParts
    openai: OpenAIParts
    warnings: list[str]
    version: str

    @classmethod
    def of(cls, built: Context) -> "MessagesAnswer":
        """Returns the answer for a context block. Neither provider takes an empty text."""
        stable, rest = built.text[: built.stable_length], built.text[built.stable_length :]
        parts = [AnthropicPart(text=stable, cache_control=CacheControl())] if stable else []
        parts += [AnthropicPart(text=rest)] if rest else []
        messages = [OpenAIMessage(content=built.text)] if built.text else []
        return cls(
            anthropic=AnthropicParts(system=parts),
            openai=OpenAIParts(messages=messages),
            warnings=built.warnings,
            version=built.version,
        )


class ContextAnswer(Model):
    """The context block, its sections, and what was left out.

    The first `stablePrefixLength` characters (Unicode code points) do not depend on the query, and
    change only when something in them does; `stablePrefixHash` tells whether they have. A preview
    has `items`, which tell what each line of the text is about.
    """

    text: str
    sections: list[SectionBody]
    omitted: list[OmittedBody]
    warnings: list[str]
    version: str
    stable_prefix_length: int
    stable_prefix_hash: str
    items: list[ItemBody] | None = None

    @classmethod
    def of(cls, built: Context) -> "ContextAnswer":
        """Returns the answer for a context block."""
        return cls(
            text=built.text,
            sections=[SectionBody(name=item.name, chars=item.chars) for item in built.sections],
            omitted=[
                OmittedBody(
                    section=item.section, id=item.id or None, label=item.label, why=item.why
                )
                for item in built.omitted
            ],
            warnings=built.warnings,
            version=built.version,
            stable_prefix_length=built.stable_length,
            stable_prefix_hash=hashlib.sha256(
                built.text[: built.stable_length].encode()
            ).hexdigest(),
            items=[
                ItemBody(section=item.section, id=item.id, start=item.start, end=item.end)
                for item in built.items
            ]
            or None,
        )
