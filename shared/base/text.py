"""Texts: folding, stemming, and their length. `shared.base.sameness` compares them."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from shared.base.stemming import stem

_WORD = re.compile(r"[^\W_]+(?:[.+#'’-][^\W_]+)*[+#]*")
NEGATIONS = frozenset({"no", "not", "non", "never", "without", "cannot", "can't", "don't", "avoid"})
_FILLERS = frozenset(
    """
    a an and are as at be been by for from has have i i'm in is it its my of on or our some that
    the their them these this those to was we were which with you your user
    """.split()
)

T = TypeVar("T")


def fold(text: str) -> str:
    """Returns `text` with case, Unicode compatibility forms and whitespace normalized."""
    # The normal form of ASCII is itself.
    normal = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return " ".join(normal.casefold().split())


_found: ContextVar[dict[str, dict[str, Any]] | None] = ContextVar("found", default=None)


@contextmanager
def stemming_once() -> Iterator[None]:
    """Reads each text only once within the block or function, and forgets it afterwards.

    For comparing many texts with each other. Nothing is kept beyond it, since what users say must
    not stay in a process that serves others.
    """
    token = _found.set(defaultdict(dict))
    try:
        yield
    finally:
        _found.reset(token)


def remembered(what: str, text: str, find: Callable[[str], T]) -> T:
    """Returns `find(text)`, which is computed once for each text within `stemming_once`."""
    found = _found.get()
    if found is None:
        return find(text)
    known = found[what]
    try:
        value: T = known[text]
    except KeyError:
        value = known[text] = find(text)
    return value


def recalled(what: str, text: str) -> Any | None:
    """Returns what `remembered` has found before within `stemming_once`, or None."""
    found = _found.get()
    return None if found is None else found[what].get(text)


def stems(text: str) -> tuple[str, ...]:
    """Returns the significant words of `text`, folded and stemmed, in order."""
    return remembered("stems", text, _stems)


def _stems(text: str) -> tuple[str, ...]:
    words = _WORD.findall(fold(text).replace("’", "'"))
    kept = [word for word in words if word not in _FILLERS] or words
    return tuple(word if word in NEGATIONS else stem(word) for word in kept)


def byte_length(text: str) -> int:
    """Returns the length of a text in bytes of UTF-8; half of a pair of surrogates counts, too."""
    return len(text.encode("utf-8", "surrogatepass"))


def clip(text: str, length: int) -> str:
    """Returns `text`, truncated with an ellipsis if it has more than `length` characters."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"
