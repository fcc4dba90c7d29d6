"""Evidence: nothing is learned without a verbatim quote of the user (P-12)."""

from collections.abc import Mapping

from shared.base.text import fold
from shared.documents.profile import MAX_EVIDENCE, Evidence
from shared.learning.analyzer import PromptText

MAX_QUOTE = 500
"""Maximum length of a stored quote, in characters."""
_MIN_LETTERS = 2


def find_evidence(quote: str, prompt_id: str, prompts: Mapping[str, PromptText]) -> Evidence | None:
    """Returns the quote with the prompt that contains it; None if no prompt does.

    Whitespace and case may differ. If the quote is from a different prompt of the batch than
    `prompt_id`, that is corrected, since models mix up ids more often than words.
    """
    folded = fold(quote)
    if sum(char.isalnum() for char in folded) < _MIN_LETTERS:
        return None
    named = prompts.get(prompt_id)
    for prompt in [*([named] if named else []), *prompts.values()]:
        if folded in fold(prompt.content):
            return Evidence(quote=quote.strip()[:MAX_QUOTE], prompt_id=prompt.id, at=prompt.at)
    return None


def with_evidence(known: list[Evidence], new: Evidence) -> list[Evidence]:
    """Returns the three most recent quotes, oldest first, without duplicates."""
    others = [item for item in known if fold(item.quote) != fold(new.quote)]
    return sorted([*others, new], key=lambda item: item.at)[-MAX_EVIDENCE:]
