"""How an object is said in a description: of a third person, in one form."""

from collections.abc import Sequence

from adapters.reader.grammar import technology
from adapters.reader.grammar.inflection import gerund
from adapters.reader.grammar.predicates import is_adverb
from adapters.reader.grammar.tokens import Token, norms
from adapters.reader.grammar.verbs import is_base, is_gerund

_SENTENCE_STARTS = frozenset(["", ".", "!", "?", "\n", ":", "-", "\u2014"])
_SHIFT = dict(
    zip(
        "i me my myself mine am we us our ourselves ours".split(),
        "they them their themselves theirs are they them their themselves theirs".split(),
        strict=True,
    )
)


def shifted(tokens: Sequence[Token], text: str) -> str:
    """The prompt's text for these tokens, one space apart, said of a third person."""
    pieces: list[str] = []
    i = 0
    while i < len(tokens):
        same = i + 1
        while same < len(tokens) and tokens[same].start == tokens[i].start:
            same += 1
        group = tokens[i:same]
        shift = any(token.norm in _SHIFT for token in group)
        said = (
            " ".join(_SHIFT.get(t.norm, t.norm) for t in group)
            if shift
            else text[group[0].start : group[-1].end]
        )
        if i and tokens[i - 1].end < tokens[i].start:
            pieces.append(" ")
        elif i and (shift or tokens[i - 1].norm in _SHIFT) and tokens[i].is_word:
            pieces.append(" ")
            said = " ".join(t.norm if not shift else _SHIFT.get(t.norm, t.norm) for t in group)
        pieces.append(said)
        i = same
    return " ".join("".join(pieces).split())


def describe(tokens: Sequence[Token], text: str, *, verb_first: bool = False) -> str:
    """A short, stable wording of an object: "to build web apps" → "building web apps".

    Args:
        tokens: the object, as cut.
        text: the prompt.
        verb_first: the object begins with a bare infinitive ("would rather walk").
    """
    words = list(tokens)
    while words and (words[0].norm in {"a", "an", "about", "of", ",", "for"}) and len(words) > 1:
        words.pop(0)
    prefix = ""
    if len(words) > 1 and words[0].norm == "not" and words[1].norm == "to":
        prefix, words = "not ", words[1:]
    if len(words) > 1 and words[0].norm == "to" and words[1].norm not in {"the", "a", "my"}:
        words, verb_first = words[1:], True
    if verb_first and words:
        at = 1 if is_adverb(words[0].norm) and len(words) > 1 else 0
        head = words[at]
        if is_base(head.norm) or (
            head.norm.isalpha() and head.norm.isascii() and at + 1 < len(words)
        ):
            before = f"{head_text(words[:at], text)} " if at else ""
            after = shifted(words[at + 1 :], text)
            return f"{prefix}{before}{gerund(head.norm)} {after}".strip()
    said = (prefix + shifted(words, text)).strip(" ,;:'\"\u201c\u201d") or norms(tokens)
    return _uncapitalised(said, words[0], text)


def _uncapitalised(said: str, opening: Token, text: str) -> str:
    """Without a capital that only stands for the start of a sentence: "Long flights"."""
    first, _, rest = said.partition(" ")
    before = text[max(0, opening.start - 4) : opening.start].rstrip(' "\u201c')[-1:]
    if before not in _SENTENCE_STARTS or not first[:1].isupper() or not first[1:].islower():
        return said
    if opening.norm.endswith(("ish", "ese", "ian", "ican")):
        return said
    if is_gerund(opening.norm) or (rest[:1].islower() and opening.norm not in technology.ALL):
        return said[:1].lower() + said[1:]
    return said


def head_text(tokens: Sequence[Token], text: str) -> str:
    """The prompt's own text from the first token to the last."""
    return text[tokens[0].start : tokens[-1].end] if tokens else ""
