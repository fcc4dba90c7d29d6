"""The arguments of each tool. The schemas that models are given are generated from these classes.

Names and defaults come from the requirements: `save_memory` (M-11), `search_memory` (M-13), the
five with a `target` (T-4) and `memory` (P-27). The compact set is ours.
"""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, StringConstraints

from shared.base.fields import Identifier, Sentence, Tags
from shared.base.model import RequestModel
from shared.documents.memory import MAX_CONTENT, Origin, Tier
from shared.documents.profile import PreferenceType

_Content = Annotated[
    str,
    StringConstraints(min_length=1, max_length=100_000),
    Field(
        description="The note: one fact in one or two plain sentences that make sense on their "
        f"own. At most {MAX_CONTENT:,} characters."
    ),
]
_Query = Annotated[
    str,
    StringConstraints(min_length=1, max_length=2000),
    Field(description="What to search for, as keywords or a question."),
]
_Id = Annotated[
    str,
    StringConstraints(min_length=1, max_length=200),
    Field(description="The note's id, as returned by another tool."),
]
_Limit = Annotated[int, Field(ge=1, le=50, description="The maximum number of notes.")]
_Tags = Annotated[Tags, Field(description="Labels for finding the note again.")]
_TARGET = (
    "Which memory tier: 'memory' for agent notes, 'user' for user profile, 'archive' for long-term "
    "memory."
)
_Target = Annotated[Tier, Field(description=_TARGET)]


_Path = Annotated[str, StringConstraints(min_length=1, max_length=1000)]
_FileText = Annotated[str, StringConstraints(max_length=100_000)]


class SaveMemory(RequestModel):
    """Save one fact about the user or their work to the searchable long-term archive."""

    content: _Content
    source: Annotated[Origin, Field(description="Where the fact comes from.")] = "conversation"
    tags: _Tags = []
    confidence: Annotated[
        Literal["high", "medium"], Field(description="'medium' if the user only hinted at it.")
    ] = "high"
    thread_id: Annotated[
        Identifier | None,
        Field(description="The id of the conversation in which it came up."),
    ] = None


class SearchMemory(RequestModel):
    """Search all notes about the user, in every tier, including the long-term archive."""

    query: _Query
    limit: _Limit = 10


class AddMemory(RequestModel):
    """Add a note to a memory tier that is shown to you at the start of every conversation."""

    content: _Content
    target: _Target = Tier.MEMORY
    tags: _Tags = []


class UpdateMemory(RequestModel):
    """Replace the content of a note, for example to correct or shorten it."""

    id: _Id
    content: _Content
    target: Annotated[
        Tier | None, Field(description="The note's tier; if given, it must match.")
    ] = None


class DeleteMemory(RequestModel):
    """Delete a note permanently."""

    id: _Id
    target: Annotated[
        Tier | None, Field(description="The note's tier; if given, it must match.")
    ] = None


class SearchMemories(RequestModel):
    """Search the notes of one memory tier."""

    query: _Query
    target: _Target = Tier.MEMORY
    limit: _Limit = 10


class GetMemories(RequestModel):
    """List the notes of one memory tier, newest first."""

    target: _Target = Tier.MEMORY
    limit: _Limit = 50


class Memory(RequestModel):
    """All memory operations in one tool: add, search, list, profile, forget, help."""

    mode: Annotated[
        Literal["add", "search", "list", "profile", "forget", "help"],
        Field(description="What to do. 'help' explains each mode."),
    ]
    content: Annotated[str | None, Field(description="For add: the note.")] = None
    query: Annotated[
        str | None, Field(description="For search, and for forget without an id: what to look for.")
    ] = None
    memory_id: Annotated[str | None, Field(description="For forget: the note's id.")] = None
    target: Annotated[Tier | None, Field(description=_TARGET)] = None
    tags: _Tags = []
    limit: _Limit = 10
    scope: Annotated[str | None, Field(description="Deprecated; use target.")] = None


class Remember(RequestModel):
    """Save one fact that the user told you and that will matter in a later conversation."""

    content: _Content
    always: Annotated[
        bool,
        Field(description="Show it in every conversation: only what is always needed."),
    ] = False
    tags: _Tags = []


class Recall(RequestModel):
    """Search what is remembered about the user."""

    query: _Query
    limit: _Limit = 10


class Forget(RequestModel):
    """Delete a note for good; with a query instead of an id, list the notes it may refer to."""

    id: Annotated[_Id | None, Field(description="The note's id.")] = None
    query: Annotated[_Query | None, Field(description="What the note says.")] = None


class UpdateProfile(RequestModel):
    """Save or correct a fact about the user, or a preference, that they state outright."""

    about: Annotated[
        dict[str, Any] | None,
        Field(
            description='Facts to set; null removes one: {"name": "Ada", "work": {"role": "nurse", '
            '"org": "Charité"}, "custom": {"birthday": "7 May"}}.'
        ),
    ] = None
    preference: Annotated[
        Sentence | None,
        Field(description="What they like, want or use, such as 'short answers'."),
    ] = None
    type: Annotated[PreferenceType, Field(description="What kind of preference it is.")] = (
        PreferenceType.PREFERENCE
    )


class GetContext(RequestModel):
    """Get what an assistant should know about the user; with a query, for one conversation."""

    query: Annotated[_Query | None, Field(description="What the conversation is about.")] = None


class ReviewInbox(RequestModel):
    """List what waits for the user's decision, such as notes that may be outdated.

    With an id, pass the answer on: only if the user has decided it in this conversation; otherwise
    ask them.
    """

    id: Annotated[
        str | None,
        StringConstraints(min_length=1, max_length=200),
        Field(description="The question that the user has answered."),
    ] = None
    answer: Annotated[
        Literal["accept", "reject", "correct"] | None,
        Field(
            description="'accept' if what is proposed or in doubt is true; 'reject' if it is not; "
            "'correct' if something else is."
        ),
    ] = None
    correction: Annotated[
        str | None, Field(description="For correct: what is true instead, in the user's words.")
    ] = None


class AnthropicMemory(RequestModel):
    """A command of Anthropic's memory tool, `memory_20250818`, which Claude knows by itself."""

    model_config = ConfigDict(alias_generator=None)

    command: Literal["view", "create", "str_replace", "insert", "delete", "rename"]
    path: _Path | None = None
    view_range: Annotated[list[int], Field(min_length=2, max_length=2)] | None = None
    file_text: _FileText | None = None
    old_str: _FileText | None = None
    new_str: _FileText = ""
    insert_line: int | None = None
    insert_text: _FileText | None = None
    old_path: _Path | None = None
    new_path: _Path | None = None
