"""Evidence: an item is learned only with the user's own words, verbatim."""

from collections.abc import Mapping

from shared.base.text import fold
from shared.documents.profile import MAX_EVIDENCE, Evidence
from shared.learning.analyzer import PromptText

MAX_QUOTE = 500
"""Longest quote kept, in characters."""
_MIN_LETTERS = 2


def find_evidence(quote: str, prompt_id: str, prompts: Mapping[str, PromptText]) -> Evidence | None:
    """The quote with the prompt it stands in; None if the user never wrote that.

    White space and case may differ. A quote ascribed to the wrong prompt of the batch is put
    right, since models mix up ids more often than words.
    """
    wanted = fold(quote)
    if sum(char.isalnum() for char in wanted) < _MIN_LETTERS:
        return None
    named = prompts.get(prompt_id)
    for prompt in [*([named] if named else []), *prompts.values()]:
        if wanted in fold(prompt.content):
            return Evidence(quote=quote.strip()[:MAX_QUOTE], prompt_id=prompt.id, at=prompt.at)
    return None


def with_evidence(known: list[Evidence], new: Evidence) -> list[Evidence]:
    """The three most recent quotes, oldest first, each once."""
    others = [item for item in known if fold(item.quote) != fold(new.quote)]
    return sorted([*others, new], key=lambda item: item.at)[-MAX_EVIDENCE:]
