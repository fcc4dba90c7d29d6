"""Lists that come in pages."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Protocol, TypeVar


class Page(Protocol):
    """A part of a list."""

    next_page_token: str | None


PageT = TypeVar("PageT", bound=Page)
Item = TypeVar("Item")


async def every_item(
    read: Callable[[str | None], Awaitable[PageT]], items: Callable[[PageT], Sequence[Item]]
) -> AsyncIterator[Item]:
    """Yields every item of a list, reading the next page only when it is needed."""
    token = None
    while True:
        page = await read(token)
        for item in items(page):
            yield item
        token = page.next_page_token
        if not token:
            return
