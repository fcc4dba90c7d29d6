"""What was not said by the user: pasted passages, and texts that give an assistant orders.

`orders` judges a text as a whole, such as a note that a connection writes; `pasted` finds the
passages of a message that its author only shows. Both are pure.

Every function imports this package, but most requests judge no text. So the modules behind it,
which compile hundreds of expressions, are imported when the first text is judged.
"""

from collections.abc import Iterator


def gives_orders(*texts: str) -> bool:
    """Returns whether any of the texts gives an assistant orders."""
    from shared.base.safety.poison import orders

    return orders.gives_orders(*texts)


def instructs(prompt: str, quote: str) -> bool:
    """Returns whether a quote is part of a sentence that tries to instruct the system."""
    from shared.base.safety import injection

    return injection.instructs(prompt, quote)


def own_words(message: str, before: str | None = None) -> str:
    """Returns a message with everything blanked that its author only shows, at its full length.

    Args:
        message: the message.
        before: the user's message before it, which may have announced it.
    """
    from shared.base.safety.poison import pasted

    return pasted.own_words(message, before)


def is_own(message: str, own: str, start: int, end: int) -> bool:
    """Returns whether a passage is mostly the author's own words.

    Args:
        message: the message.
        own: the same message as `own_words` returns it.
        start, end: the passage.
    """
    from shared.base.safety.poison import pasted

    return pasted.is_own(message, own, start, end)


def places_of(quote: str, message: str) -> Iterator[tuple[int, int]]:
    """Yields where a quote stands in a message; case, white space and signs may differ."""
    from shared.base.safety.poison import pasted

    return pasted.places_of(quote, message)
