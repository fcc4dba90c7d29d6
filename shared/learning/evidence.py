"""Evidence: nothing is learned without a verbatim quote of the user (P-12).

A quote has to be long enough to say something: three words, or six characters in a script without
spaces, or the whole message. Whether it says what was made of it is decided by
`shared.learning.support`.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from shared.base.text import fold
from shared.documents.profile import MAX_EVIDENCE, Evidence
from shared.learning.analyzer import PromptText
from shared.learning.support.words import is_filler, is_unspaced, words

MAX_QUOTE = 500
"""Maximum length of a stored quote, in characters."""
MIN_WORDS = 3
"""How many whole words a quote has, unless it is the whole message."""
MIN_UNSPACED = 6
"""How many characters do the same in a script without spaces, such as Chinese or Thai."""
_MIN_LETTERS = 2
_OCCURRENCES = 20


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
        if _says_enough(folded, _folded(prompt.content)):
            return Evidence(quote=quote.strip()[:MAX_QUOTE], prompt_id=prompt.id, at=prompt.at)
    return None


def with_evidence(known: list[Evidence], new: Evidence) -> list[Evidence]:
    """Returns the three most recent quotes, oldest first, without duplicates."""
    others = [item for item in known if fold(item.quote) != fold(new.quote)]
    return sorted([*others, new], key=lambda item: item.at)[-MAX_EVIDENCE:]


def is_second_quote(known: list[Evidence], new: Evidence) -> bool:
    """Returns whether `new` is from another message than each known quote, in other words."""
    return bool(known) and all(
        item.prompt_id != new.prompt_id and fold(item.quote) != fold(new.quote) for item in known
    )


@lru_cache(maxsize=32)
def _folded(message: str) -> str:
    """Folds a message once for all candidates of its batch."""
    return fold(message)


def _says_enough(quote: str, message: str) -> bool:
    if quote not in message:
        return False
    if 2 * len(quote) > len(message) and words(quote) == words(message):
        return True
    return any(_is_long_enough(whole) for whole in _without_cut_words(quote, message))


def _without_cut_words(quote: str, message: str) -> Iterator[str]:
    """Yields the quote as it stands at each of its places, without words that it cuts in two."""
    start = message.find(quote)
    for _ in range(_OCCURRENCES):
        if start < 0:
            return
        end = start + len(quote)
        first, last = start, end
        if _joins(message, start):
            while first < end and message[first].isalnum():
                first += 1
        if _joins(message, end):
            while last > first and message[last - 1].isalnum():
                last -= 1
        yield message[first:last]
        start = message.find(quote, start + 1)


def _joins(text: str, place: int) -> bool:
    around = text[place - 1 : place + 1] if 0 < place < len(text) else ""
    return len(around) == 2 and around.isalnum() and not any(map(is_unspaced, around))


def _is_long_enough(quote: str) -> bool:
    unspaced = sum(map(is_unspaced, quote))
    spaced = words("".join(" " if is_unspaced(char) else char for char in quote))
    if not unspaced and all(map(is_filler, spaced)):
        return False
    return len(spaced) / MIN_WORDS + unspaced / MIN_UNSPACED >= 1
