"""Sends a source to the API, in parts that fit into a request."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cli.errors import ApiError, CliError
from cli.output import Steps
from cli.transfer.source import LISTS, Refused, Source
from shared.transfer.formats import Format

if TYPE_CHECKING:
    from cli.api import Api

PART_BYTES = 900_000
"""Bytes of JSON in one request; the API accepts up to 1 MiB."""
PART_ITEMS = 200
"""Items in one request: few enough to take only seconds and to show progress."""
MOST_BYTES = 1_040_000
"""Bytes of the largest single item that can be sent."""
_WHOLE = ("schemaVersion", "settings", "profile", "state")
"""The keys of an export that are sent together and first: notes need the budgets set."""
_ORDER = ("forgotten", "changelog", "memory", "sessions", "batches", "prompts")
"""The lists of an export in sending order: batches come before the prompts they list."""
_REFUSALS = (400, 413)
"""HTTP statuses that concern only the part that was sent; any other stops the import."""


@dataclass(frozen=True)
class Part:
    """One request.

    Attributes:
        data: its data.
        size: the number of items.
        start: the position of the first item in its list; None for an object.
        name: the list in the export that the items come from.
    """

    data: Any
    size: int = 1
    start: int | None = None
    name: str = ""


@dataclass
class Outcome:
    """The result of importing a source, in numbers of items."""

    source: Source
    taken: int = 0
    merged: int = 0
    refused: list[Refused] = field(default_factory=list)

    @property
    def total(self) -> int:
        """The number of items."""
        return self.taken + self.merged + len(self.refused)


def parts_of(sent: Source) -> list[Part]:
    """Splits a source into requests, in order."""
    if sent.format is Format.REKINDLE:
        return list(_of_export(sent.data))
    if sent.format in LISTS:
        return list(_slices(sent.data))
    return [Part(sent.data)]


def send(api: "Api", sent: Source, parts: list[Part], steps: Steps) -> Outcome:
    """Sends the parts one by one. Sending them again changes nothing.

    Raises:
        CliError: the server cannot be reached, or refuses to import for this user.
    """
    outcome = Outcome(sent, refused=list(sent.refused))
    for part in parts:
        _send(api, part, outcome)
        steps.advance(part.size)
    return outcome


def _send(api: "Api", part: Part, outcome: Outcome) -> None:
    if _size(part.data) > MOST_BYTES:
        outcome.refused.append(
            Refused(part.start, "TOO_LARGE", "larger than the API accepts", part.name)
        )
        return
    try:
        answer = api.post("import", body={"format": outcome.source.format, "data": part.data})
    except ApiError as error:
        if error.code not in _REFUSALS:
            raise interrupted(error) from error
        places = range(part.start, part.start + part.size) if part.start is not None else [None]
        outcome.refused += [
            Refused(place, error.reason, error.message, part.name) for place in places
        ]
        return
    except CliError as error:
        raise interrupted(error) from error
    outcome.taken += answer["taken"]
    outcome.merged += answer["merged"]
    for item in answer["refused"]:
        outcome.refused.append(_refused(item, part, outcome.source.format))


def _refused(item: dict[str, Any], part: Part, format_: Format) -> Refused:
    """A refusal by the API, with the position in the whole list instead of in this part."""
    place, name = item.get("index"), part.name
    if part.start is not None and place is not None:
        place += part.start
    elif format_ is Format.SESSION:
        place = None
    elif part.start is None:
        name = item.get("section", "")
    return Refused(place, item.get("reason", ""), item.get("message", ""), name)


def interrupted(error: CliError) -> CliError:
    """Returns the error that stops an import, with the hint that it can be repeated."""
    error.hint = " ".join(
        [
            *([error.hint] if error.hint else []),
            "Run the same command again: nothing is imported twice.",
        ]
    )
    return error


def _of_export(document: dict[str, Any]) -> Iterator[Part]:
    head = {name: document[name] for name in _WHOLE if name in document}
    common = {name: head[name] for name in ("schemaVersion",) if name in head}
    if head != common:
        yield Part(head)
    for name in (*_ORDER, *(name for name in document if name not in _ORDER)):
        if isinstance(document.get(name), list):
            for part in _slices(document[name]):
                yield Part({**common, name: part.data}, part.size, part.start, name)


def _slices(items: list[Any]) -> Iterator[Part]:
    start, size, chosen = 0, 0, list[Any]()
    for place, item in enumerate(items):
        more = _size(item) + 2
        if chosen and (size + more > PART_BYTES or len(chosen) == PART_ITEMS):
            yield Part(chosen, len(chosen), start)
            start, size, chosen = place, 0, []
        chosen.append(item)
        size += more
    if chosen:
        yield Part(chosen, len(chosen), start)


def _size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
