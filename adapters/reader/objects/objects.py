"""What a stance is about: where the object ends, whether it stands on its own, how to say it."""

import re
from collections.abc import Sequence

from adapters.reader.grammar.tokens import Token, norms

LONGEST = 26


"""Words of an object that are kept."""


_STOPS = frozenset(
    "because cuz coz cos since but although though whereas however therefore unless whilst ; "
    ": -- ( ) ... . ! ? - * ^ ~ < > = | \u2014 \u2013 \u2026".split()
)


_STOP_PHRASES = re.compile(
    r"^(?:due to|owing to|thanks to|so that|in order to|as (?:i|it|they|we|this|"
    r"that|well)\b|even (?:if|though|when)"
    r"|no matter|ever since|given (?:my|that|the)|, (?:which|who|so|as|and (?:i|it|"
    r"that|this|we)|it|this|they|especially|particularly|making)\b"
    r"|so\b(?! \w+ that\b)|and (?:it|that|this|they|he|she|you) |if (?:you|it|"
    r"possible)|for (?:now|a while|years|the (?:past|last))"
    r"|rather than having|while (?:i|we)\b|and (?:so|therefore)\b|' cause\b|over "
    r"the (?:past|last)|out of (?:concern|fear|respect|principle)|, (?:thanks|"
    r"please|ok)\b)"
)


_TRAILING = re.compile(
    r"(?: ,)?(?: (?:a lot|a ton|a bit|so much|very much|too much|too|as well|though|"
    r"at all|in general|in particular|these days|right now|anymore|any more"
    r"|some ?day|one day|this year|next year|this summer|this winter"
    r"|more than anything(?: else)?|the most|the best|most|best|lately|recently|now|"
    r"today|currently|at the moment|instead|either|also"
    r"|lol|haha|btw|tbh|honestly|actually|already|again|yet|please|thanks|dearly|"
    r"deeply|passionately|immensely|greatly|of all time"
    r"|of course|for sure|and|or|,|to|with|the|a|whenever possible|when possible|if "
    r"possible|whenever i can|when i can|at all costs"
    r"|like crazy|with a passion|to death|out|usually|really|in my (?:free|spare) time)){1,20}$"
)


def cut(tokens: Sequence[Token], *, whole: bool = False) -> tuple[Token, ...]:
    """The object at the start of `tokens`: up to a reason, an afterthought or the end.

    Args:
        tokens: the words after the verb.
        whole: they are a sentence of their own, in which a comma ends nothing.
    """
    tokens = _without_asides(tokens)
    end = 0
    while end < min(len(tokens), LONGEST):
        word = tokens[end].norm
        if word in _STOPS and end:
            break
        if end and (
            _STOP_PHRASES.match(norms(tokens[end : end + 5]))
            or (not whole and _is_afterthought(tokens, end))
        ):
            break
        end += 1
    kept = list(tokens[:end])
    while (
        kept
        and kept[0].norm in {",", "of", "about", "that"}
        and len(kept) > 1
        and kept[0].norm == ","
    ):
        kept.pop(0)
    text = norms(kept)
    trailing = _TRAILING.search(" " + text)
    if trailing:
        left = (" " + text)[: trailing.start()].split()
        kept = kept[: len(left)]
    if len(kept) > 2 and kept[-2].norm == "," and kept[-1].norm not in {"too"} and kept[-1].is_word:
        kept = _without_vocative(kept)
    while kept and not kept[-1].is_word and kept[-1].norm not in {'"', "\u201d", ")", "%"}:
        kept.pop()
    return tuple(kept)


def _without_asides(tokens: Sequence[Token]) -> Sequence[Token]:
    """Drops short parentheses that the object goes on after: "plain (white) and brown rice"."""
    kept = list(tokens[: 2 * LONGEST])
    for opening in range(len(kept) - 1, 0, -1):
        if kept[opening].norm == "(":
            closing = next(
                (i for i in range(opening, min(opening + 8, len(kept))) if kept[i].norm == ")"),
                None,
            )
            if closing is not None:
                del kept[opening : closing + 1]
    return kept


def _without_vocative(kept: list[Token]) -> list[Token]:
    """Drops a name spoken to at the end ("…, Caroline"): one word after the only comma."""
    commas = sum(1 for token in kept if token.norm == ",")
    return (
        kept[:-2]
        if commas == 1 and not any(token.norm in {"and", "or"} for token in kept[:-2])
        else kept
    )


def _is_afterthought(tokens: Sequence[Token], at: int) -> bool:
    """A comma with a sentence of its own behind it: ", the crusts are burnt"."""
    if (
        tokens[at].norm == "and"
        and tokens[at + 1 : at + 2]
        and tokens[at + 1].norm in {"the", "my"}
    ):
        return any(
            token.norm in {"is", "are", "was", "does", "has"} for token in tokens[at + 2 : at + 5]
        )
    if tokens[at].norm != ",":
        return False
    following = [token.norm for token in tokens[at + 1 : at + 6]]
    until = following.index(",") if "," in following else len(following)
    return any(
        word in {"is", "are", "was", "were", "has", "would", "will", "can"}
        for word in following[1:until]
    ) and not (set(following[:until]) & {"that", "who", "which", "where", "and", "or"})
