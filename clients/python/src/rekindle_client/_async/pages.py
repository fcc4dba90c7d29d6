"""Lists that come in pages."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any, TypeVar

from rekindle_client.errors import UnexpectedAnswer

Page = TypeVar("Page")
Item = TypeVar("Item")


def _following(page: Any) -> str | None:
    token: str | None = page.next_page_token
    return token


async def every_item(
    read: Callable[[str | None], Awaitable[Page]],
    items: Callable[[Page], Sequence[Item]],
    following: Callable[[Page], str | None] = _following,
) -> AsyncIterator[Item]:
    """Yields every item of a list, reading the next page only when it is needed.

    Args:
        read: reads the page with this token.
        items: what a page holds.
        following: the token of the page after one.

    Raises:
        UnexpectedAnswer: the server repeats a page, and would without end.
    """
    token = None
    while True:
        page = await read(token)
        for item in items(page):
            yield item
        last, token = token, following(page)
        if not token:
            return
        if token == last:
            raise UnexpectedAnswer("The server repeats a page of the list. Try again.")
