# Made from _async/pages.py by `make python-client`.
"""Lists that come in pages."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeVar


class Page(Protocol):
    """A part of a list."""

    next_page_token: str | None


PageT = TypeVar("PageT", bound=Page)
Item = TypeVar("Item")


def every_item(
    read: Callable[[str | None], PageT], items: Callable[[PageT], Sequence[Item]]
) -> Iterator[Item]:
    """Yields every item of a list, reading the next page only when it is needed."""
    token = None
    while True:
        page = read(token)
        yield from items(page)
        token = page.next_page_token
        if not token:
            return
