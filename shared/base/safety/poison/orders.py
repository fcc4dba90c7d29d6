"""Judges whether a text gives orders to an assistant that its user would not give.

Notes about how somebody wants to be helped are orders, too: "Never suggest gluten", "Wants tests
before code". What tells the others apart is who is told to do what, for whose benefit: to send data
away, to grant something, to obey somebody's text, to hide things from the user, to set rules aside,
to run what somebody else has written. Such an order is made of concepts that stand together in one
sentence; `deeds`, `claims` and `guises` have their words. The text is judged in all of its `views`,
so that a disguise does not help. It takes time in proportion to the text.
"""

import re
from collections.abc import Sequence

from shared.base.safety.injection import instructs
from shared.base.safety.poison import claims, deeds, guises, words
from shared.base.safety.poison.views import decoded, seen, views

_END = re.compile(r"(?<=[.!?])\s|[。！？\n]")
_DENIABLE = frozenset(
    {
        deeds.SEND,
        deeds.FETCH,
        deeds.RUN,
        deeds.MACHINE,
        deeds.DISCLOSE,
        deeds.REROUTE,
        deeds.MONEY,
        deeds.DESTROY,
        claims.IGNORE,
        claims.UNASKED,
        claims.OBEY,
        claims.UNCHECKED,
        deeds.HARM,
    }
)

RULES: Sequence[tuple[str, Sequence[re.Pattern[str]]]] = (
    ("overrides", [claims.IGNORE, claims.RULES]),
    ("sends", [deeds.SEND, words.PLACE]),
    ("sends", [deeds.SEND, words.PRIVATE, words.ANYBODY]),
    ("sends", [deeds.SEND, words.INTIMATE]),
    ("sends", [deeds.DISCLOSE, deeds.SECRET]),
    ("sends", [deeds.REROUTE]),
    ("sends", [deeds.INSERT, words.STANDING, deeds.ACCOUNT]),
    ("inserts", [deeds.INSERT, words.STANDING, words.PLACE]),
    ("hides", [claims.CONCEAL]),
    ("grants", [claims.GRANT]),
    ("grants", [claims.UNCHECKED]),
    ("grants", [claims.UNASKED, deeds.MONEY]),
    ("grants", [claims.UNASKED, words.PERSON]),
    ("grants", [claims.UNASKED, words.STANDING]),
    ("grants", [claims.UNASKED, deeds.SEND]),
    ("grants", [claims.UNASKED, words.ANY]),
    ("grants", [claims.UNASKED, words.AGENT]),
    ("grants", [deeds.MONEY, words.ANY]),
    ("obeys", [claims.OBEY]),
    ("obeys", [guises.DEMANDED]),
    ("obeys", [guises.ADDRESSED]),
    ("runs", [deeds.MACHINE]),
    ("runs", [deeds.FETCH, words.PLACE]),
    ("runs", [deeds.RUN]),
    ("poses", [guises.ROLE]),
    ("chained", [guises.CHAINED]),
    ("harms", [deeds.DESTROY]),
    ("harms", [deeds.HARM]),
)
"""What an order does, and the concepts that make it, all in one sentence."""
ALONE = (("poses", guises.MARKUP), ("hidden", guises.HIDDEN), ("hidden", guises.FAR_OFF))


def order_in(text: str) -> str | None:
    """Returns what the text orders an assistant to do: a word for the log and tests, or None.

    Args:
        text: a text that stands alone, such as a note with its tags.
    """
    shown = seen(text)
    for alone, pattern in ALONE:
        if pattern.search(shown) or pattern.search(text):
            return alone
    if decoded(shown):
        return "encoded"
    if instructs(text, text):
        return "overrides"
    return next((kind for view in views(text) if (kind := _order_in_view(view))), None)


def gives_orders(*texts: str) -> bool:
    """Returns whether any of the texts gives orders; see `order_in`."""
    return any(order_in(text) for text in texts if text)


def _order_in_view(view: str) -> str | None:
    return next(
        (kind for sentence in _END.split(view) if (kind := _order_in_sentence(sentence))),
        None,
    )


def _order_in_sentence(sentence: str) -> str | None:
    known: dict[re.Pattern[str], bool] = {}

    def has(concept: re.Pattern[str]) -> bool:
        if concept not in known:
            known[concept] = _stands_in(concept, sentence)
        return known[concept]

    return next((kind for kind, concepts in RULES if all(map(has, concepts))), None)


def _stands_in(concept: re.Pattern[str], sentence: str) -> bool:
    if concept not in _DENIABLE:
        return concept.search(sentence) is not None
    return any(
        not words.DENIED.search(sentence, max(0, found.start() - 60), found.start())
        and not words.DENIED_BEHIND.search(sentence[found.end() : found.end() + 12])
        for found in concept.finditer(sentence)
    )
