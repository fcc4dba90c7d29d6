"""What `memory` answers: notes, search results, repairs and tools."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Literal

from shared.base.errors import RekindleError
from shared.base.model import Model
from shared.documents.lifetime import Doubt
from shared.documents.memory import EntryBody
from shared.memory.budget import Usage
from shared.memory.memory_service import Page, Saved
from shared.memory.search.highlights import highlights_of, snippet_of
from shared.memory.search.search_service import SearchResults, UsedMode

if TYPE_CHECKING:
    from shared.memory.repair import Findings


class EntryAnswer(Model):
    """A note, and the usage of each tier."""

    entry: EntryBody
    usage: Usage


class SavedAnswer(EntryAnswer):
    """A note that was saved, or that was a duplicate of an existing one.

    If it was split, `entry` is its first part, and `parts` has all of them.
    """

    deduplicated: bool
    parts: list[EntryBody] | None = None


class RefusedEntry(Model):
    """Why a note was refused."""

    status: str
    message: str
    details: list[dict[str, Any]]


class SavedEntry(Model):
    """The outcome of saving one note."""

    status: Literal["created", "deduplicated", "refused"]
    entry: EntryBody | None = None
    error: RefusedEntry | None = None

    @classmethod
    def of(cls, outcome: Saved | RekindleError) -> "SavedEntry":
        """Returns the answer for the outcome of saving a note."""
        if isinstance(outcome, RekindleError):
            error = RefusedEntry(
                status=outcome.status, message=outcome.message, details=outcome.details
            )
            return cls(status="refused", error=error)
        status: Literal["created", "deduplicated"] = (
            "deduplicated" if outcome.deduplicated else "created"
        )
        return cls(status=status, entry=EntryBody.of(outcome.entry))


class SavedEntries(Model):
    """The outcome for each note, in the order of the request."""

    results: list[SavedEntry]
    usage: Usage


class ShownEntry(EntryBody):
    """A note, with the reason why it may be outdated, if what it rests on has changed."""

    may_be_outdated: Doubt | None = None


def shown(page: Page) -> list[ShownEntry]:
    """Returns the notes of a page."""
    return [
        ShownEntry(target=entry.tier, may_be_outdated=page.doubts.get(entry.id), **dict(entry))
        for entry in page.entries
    ]


class ShownEntryAnswer(Model):
    """A note, and the usage of each tier."""

    entry: ShownEntry
    usage: Usage


class EntriesAnswer(Model):
    """A page of notes, newest first."""

    entries: list[ShownEntry]
    usage: Usage
    next_page_token: str | None = None


class DeletedEntry(Model):
    """How many notes were deleted, and the usage of each tier.

    Of a purge, also whether nothing is left of them.
    """

    deleted: int
    complete: bool | None = None
    usage: Usage


class HighlightBody(Model):
    """A word that the question names, and its place in the content, in characters."""

    text: str
    start: int
    end: int


class SearchResult(Model):
    """A note that was found, with its score, what that rests on, and the words that match.

    `snippet` is the text around them, the whole content if that is short. `superseded_by` is the id
    of a newer note that states another value of the same thing.
    """

    entry: EntryBody
    score: float
    scores: dict[str, float]
    highlights: list[HighlightBody]
    snippet: str
    may_be_outdated: Doubt | None = None
    superseded_by: str | None = None


class SearchAnswer(Model):
    """A page of the notes that were found, best match first, and the search mode used.

    `total` counts all of them.
    """

    results: list[SearchResult]
    total: int
    next_page_token: str | None = None
    mode: UsedMode
    usage: Usage
    warnings: list[str] | None = None

    @classmethod
    def of(cls, found: SearchResults, question: str, token: str | None) -> "SearchAnswer":
        """Returns the answer for the results of a search; `token` is that of the next page."""
        results = []
        for item in found.results:
            content = item.entry.content
            highlights = highlights_of(content, question)
            results.append(
                SearchResult(
                    entry=EntryBody.of(item.entry),
                    score=item.score,
                    scores=item.scores,
                    highlights=[HighlightBody(**each._asdict()) for each in highlights],
                    snippet=snippet_of(content, highlights),
                    may_be_outdated=item.doubt,
                    superseded_by=item.superseded_by,
                )
            )
        return cls(
            results=results,
            total=found.total,
            next_page_token=token,
            mode=found.mode,
            usage=found.usage,
            warnings=found.warnings or None,
        )


class FindingsBody(Model):
    """Derived data that did not agree with the notes."""

    missing: int
    outdated: int
    surplus: int
    misplaced: int
    digest: list[str]


class RepairAnswer(Model):
    """The problems that were found, and whether they were fixed: `mended` is a wire name."""

    found: FindingsBody
    mended: bool

    @classmethod
    def of(cls, found: "Findings", *, mended: bool) -> "RepairAnswer":
        """Returns the answer for the findings of a check or repair."""
        return cls(found=FindingsBody(**asdict(found)), mended=mended)


class ToolFunction(Model):
    """A function in OpenAI's function calling format."""

    name: str
    description: str
    parameters: dict[str, Any]


class Tool(Model):
    """A tool in OpenAI's function calling format."""

    type: Literal["function"]
    function: ToolFunction


class ToolsAnswer(Model):
    """The tools, with instructions for when to use them."""

    instructions: str
    tools: list[Tool]


class ToolAnswer(Model):
    """The result for the model. It has an `error` if the tool refused."""

    result: dict[str, Any]
