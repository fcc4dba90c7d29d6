# Made from _async/pages.py by `make python-client`.
"""Lists that come in pages."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from rekindle_client.errors import UnexpectedAnswer

Page = TypeVar("Page")
Item = TypeVar("Item")


def _following(page: Any) -> str | None:
    token: str | None = page.next_page_token
    return token


def every_item(
    read: Callable[[str | None], Page],
    items: Callable[[Page], Sequence[Item]],
    following: Callable[[Page], str | None] = _following,
) -> Iterator[Item]:
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
        page = read(token)
        yield from items(page)
        last, token = token, following(page)
        if not token:
            return
        if token == last:
            raise UnexpectedAnswer("The server repeats a page of the list. Try again.")
