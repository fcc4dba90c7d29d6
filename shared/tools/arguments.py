"""What a model may say to each tool. The schemas it is given are made from these.

Names and defaults are those of the requirements: `save_memory` and `search_memory` are the Alik
seed's, the five with a `target` the tiers seed's, `memory` the User Profile seed's.
"""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from shared.base.model import RequestModel
from shared.documents.memory import MAX_CONTENT, Origin, Tier

_Content = Annotated[
    str,
    StringConstraints(min_length=1, max_length=100_000),
    Field(
        description="The note: one fact in one or two plain sentences, understandable on its own. "
        f"At most {MAX_CONTENT:,} characters."
    ),
]
_Query = Annotated[
    str,
    StringConstraints(min_length=1, max_length=2000),
    Field(description="What to look for, in words or as a question."),
]
_Id = Annotated[
    str,
    StringConstraints(min_length=1, max_length=200),
    Field(description="The note's id, as another tool gave it."),
]
_Limit = Annotated[int, Field(ge=1, le=50, description="How many notes at most.")]
_Tags = Annotated[
    list[Annotated[str, StringConstraints(min_length=1, max_length=200)]],
    Field(max_length=20, description="Labels to find the note by."),
]
_TARGET = (
    "Which memory tier: 'memory' for agent notes, 'user' for user profile, 'archive' for long-term "
    "memory."
)
_Target = Annotated[Tier, Field(description=_TARGET)]


class SaveMemory(RequestModel):
    """Save one useful long-term fact about the user or their work to the searchable archive."""

    content: _Content
    source: Annotated[Origin, Field(description="How the fact came up.")] = "conversation"
    tags: _Tags = []
    confidence: Annotated[
        Literal["high", "medium"], Field(description="medium if the user only hinted at it.")
    ] = "high"
    thread_id: Annotated[
        str | None,
        StringConstraints(min_length=1, max_length=128),
        Field(description="The conversation it came up in."),
    ] = None


class SearchMemory(RequestModel):
    """Search everything that was ever noted about the user, including long-term memory."""

    query: _Query
    limit: _Limit = 10


class AddMemory(RequestModel):
    """Add a note to a memory tier that is shown to you at the start of every conversation."""

    content: _Content
    target: _Target = Tier.MEMORY
    tags: _Tags = []


class UpdateMemory(RequestModel):
    """Replace the content of a note, for example to make it shorter or to correct it."""

    id: _Id
    content: _Content
    target: Annotated[
        Tier | None, Field(description="The tier that the note is in, to be sure of it.")
    ] = None


class DeleteMemory(RequestModel):
    """Remove a note for good."""

    id: _Id
    target: Annotated[
        Tier | None, Field(description="The tier that the note is in, to be sure of it.")
    ] = None


class SearchMemories(RequestModel):
    """Search the notes of one memory tier."""

    query: _Query
    target: _Target = Tier.MEMORY
    limit: _Limit = 10


class GetMemories(RequestModel):
    """List the notes of one memory tier, the newest first."""

    target: _Target = Tier.MEMORY
    limit: _Limit = 50


class Memory(RequestModel):
    """Everything about memory in one tool: add, search, list, profile, forget, help."""

    mode: Annotated[
        Literal["add", "search", "list", "profile", "forget", "help"],
        Field(description="What to do. help explains each mode."),
    ]
    content: Annotated[str | None, Field(description="For add: the note.")] = None
    query: Annotated[str | None, Field(description="For search: what to look for.")] = None
    memory_id: Annotated[str | None, Field(description="For forget: the note's id.")] = None
    target: Annotated[Tier | None, Field(description=_TARGET)] = None
    tags: _Tags = []
    limit: _Limit = 10
    scope: Annotated[str | None, Field(description="Deprecated; use target.")] = None
