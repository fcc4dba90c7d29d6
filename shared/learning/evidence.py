"""Evidence: nothing is learned without a verbatim quote of the user (P-12)."""

import re
from collections.abc import Iterable
from functools import cached_property

from shared.base.safety.poison import instructs, is_own, own_words, places_of
from shared.base.text import fold
from shared.documents.profile import MAX_EVIDENCE, Evidence
from shared.learning.analyzer import PromptText
from shared.learning.support.said import Said
from shared.learning.support.words import is_unspaced, words

MAX_QUOTE = 500
"""How much of a quote is stored and counts as evidence, in characters."""
MIN_WORDS = 3
"""How many whole words a quote has, unless it is the whole message."""
MIN_UNSPACED = 6
"""How many characters do the same in a script without spaces, such as Chinese or Thai."""

_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")


class Messages:
    """The user's messages of a batch, indexed once for all candidates."""

    def __init__(self, prompts: Iterable[PromptText]) -> None:
        self._messages: dict[str, _Message] = {}
        before: PromptText | None = None
        for prompt in prompts:
            self._messages[prompt.id] = _Message(prompt, before.content if before else None)
            before = prompt

    @cached_property
    def said(self) -> Said:
        """Everything the user says in them."""
        return Said(message.prompt.content for message in self._messages.values())

    def evidence(self, quote: str, prompt_id: str) -> Evidence | None:
        """Returns the quote with the message that contains it; None if no message does.

        Whitespace and case may differ. If the quote is from a different message than `prompt_id`,
        that is corrected, since models mix up ids more often than words.
        """
        quote = quote.strip()[:MAX_QUOTE]
        folded, spoken = fold(quote), words(quote)
        if not spoken:
            return None
        named = self._messages.get(prompt_id)
        for message in [*([named] if named else []), *self._messages.values()]:
            if folded in message.folded and message.is_enough(spoken):
                prompt = message.prompt
                return Evidence(quote=quote, prompt_id=prompt.id, at=prompt.at)
        return None

    def position(self, evidence: Evidence) -> tuple[int, int]:
        """Returns where a quote stands: which message has it, and where in it, in characters."""
        message = self._messages[evidence.prompt_id]
        return list(self._messages).index(evidence.prompt_id), message.folded.find(
            fold(evidence.quote)
        )

    def is_shown(self, evidence: Evidence) -> bool:
        """Returns whether the user only shows the quote: it stands in what they have pasted."""
        return not self._messages[evidence.prompt_id].says(evidence.quote)

    def instructs(self, evidence: Evidence) -> bool:
        """Returns whether the quote is part of an attempt to instruct the system."""
        spoken = " ".join(words(evidence.quote))
        orders = self._messages[evidence.prompt_id].orders
        return any(spoken in order or order in spoken for order in orders)


class _Message:
    """One message, with the views of it that quotes are looked up in."""

    def __init__(self, prompt: PromptText, before: str | None) -> None:
        self.prompt = prompt
        self._before = before

    @cached_property
    def folded(self) -> str:
        return fold(self.prompt.content)

    @cached_property
    def _words(self) -> str:
        return f" {' '.join(words(self.prompt.content))} "

    @cached_property
    def orders(self) -> list[str]:
        """The words of each sentence that tries to instruct the system."""
        content = self.prompt.content
        if not instructs(content, content):
            return []
        sentences = _SENTENCE.findall(content)
        return [
            " ".join(words(sentence)) for sentence in sentences if instructs(sentence, sentence)
        ]

    @cached_property
    def _own(self) -> str:
        return own_words(self.prompt.content, self._before)

    def says(self, quote: str) -> bool:
        """Returns whether a quote stands among the user's own words, wherever else it stands."""
        content = self.prompt.content
        return any(is_own(content, self._own, *place) for place in places_of(quote, content))

    def is_enough(self, spoken: list[str]) -> bool:
        """Returns whether a quote's words, without those it cuts in two, say something."""
        if f" {' '.join(spoken)} " == self._words:
            return True
        return any(
            _is_long_enough(whole) and f" {' '.join(whole)} " in self._words
            for whole in (spoken, spoken[:-1], spoken[1:], spoken[1:-1])
        )


def with_evidence(known: list[Evidence], new: Evidence) -> list[Evidence]:
    """Returns the three most recent quotes, oldest first, without duplicates."""
    others = [item for item in known if fold(item.quote) != fold(new.quote)]
    return sorted([*others, new], key=lambda item: item.at)[-MAX_EVIDENCE:]


def _is_long_enough(spoken: list[str]) -> bool:
    unspaced = sum(map(is_unspaced, spoken))
    return (len(spoken) - unspaced) / MIN_WORDS + unspaced / MIN_UNSPACED >= 1
