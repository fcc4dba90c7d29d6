"""Names, numbers, addresses and code: what an item may hold only if the user said it (P-12).

A paraphrase may choose other words, but a name or a number that stands nowhere in the user's
messages is made up. "Said" allows for the usual ways of writing the same name: "VS Code" and
"vscode", "AWS" and "Amazon Web Services", "JS" and "JavaScript", "k8s" and "Kubernetes".
"""

import re
from collections.abc import Iterator, Sequence

from rapidfuzz import fuzz

from shared.base.text import fold
from shared.learning.support.numbers import in_digits, spelled_out
from shared.learning.support.said import Said, Token, squash, tokens
from shared.learning.support.words import is_filler, is_same_word, is_unspaced, language, words

_CODE_SPAN = re.compile(r"`([^`]+)`")
_CAMEL_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]")
_CODE = frozenset("@_`=<>{}\\")
_NOT_NAMES = frozenset({"i", "im", "ive", "ill", "id", "user", "users", "ok", "tv", "assistant"})
_TRANSLATED = frozenset(
    """
    monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays
    fridays saturdays sundays january february march april may june july august september october
    november december english german french spanish italian portuguese dutch swedish polish russian
    chinese japanese korean arabic turkish hindi european christmas easter
    """.split()
)
"""Names in English that other languages write in another way, often without a capital."""
_ALIASES = {"golang": "go", "cpp": "c++", "csharp": "c#", "dotnet": ".net"}
_LONG_NAME = 7
_TYPO_FROM = 88.0
"""The fuzz ratio, 0–100, from which a long name counts as a corrected misspelling."""
_ENOUGH_OF_A_NAME = 0.55
"""The share of a name that must be written as the user wrote it: "Postgres" and "PostgreSQL"."""


def unsaid(
    text: str, said: Said, *, names_only: bool = False, is_label: bool = False
) -> Iterator[str]:
    """Yields each name, number, address and piece of code in `text` that the user did not say.

    Args:
        text: a description, value or other text of an item.
        said: what the user said.
        names_only: whether every word of `text` is (part of) a name, as in the name of a company.
        is_label: whether capitals mean nothing in `text`, as in a category ("CI/CD").
    """
    found = tokens(text)
    # German nouns have capitals like names.
    capitals_tell = (language(text) or said.language) != "de" and not _is_title(found)
    for code in _CODE_SPAN.findall(text):
        if fold(code) not in said.folded:
            yield code
    parts = [token.squashed for token in found]
    for place, token in enumerate(found):
        if not any(char.isalnum() for char in token.text):
            continue
        if _is_address_or_code(token.text):
            if not _is_literally_said(token.text, said):
                yield token.text
        elif _numbers(token.text):
            if not _numbers(token.text) <= said.numbers and token.squashed not in said.names:
                yield token.text
        elif (
            (not said.is_english and token.squashed in _TRANSLATED)
            or is_label
            or not (names_only or _is_name(token, capitals_tell=capitals_tell))
        ):
            continue
        elif not (_is_name_said(token, said) or _is_part_of_a_said_name(parts, place, said)):
            yield token.text


def said_names(text: str, said: Said) -> frozenset[str]:
    """Returns the words of `text` that the user said as a name, maybe in another spelling."""
    found = tokens(text)
    parts = [token.squashed for token in found]
    return frozenset(
        word
        for place, token in enumerate(found)
        if _is_name_said(token, said) or _is_part_of_a_said_name(parts, place, said)
        for word in words(token.text)
    )


def _is_title(found: Sequence[Token]) -> bool:
    """Whether all words have capitals, so that capitals say nothing: "Dark Mode"."""
    letters = [token.text for token in found if token.text[0].isalpha() and len(token.text) > 3]
    return len(letters) > 1 and all(text[0].isupper() for text in letters)


def _is_name(token: Token, *, capitals_tell: bool) -> bool:
    text = token.text
    if squash(text) in _NOT_NAMES or not text[0].isalpha() or is_filler(fold(text)):
        return False
    if any(char.isupper() for char in text[1:]) and len(text) > 1:
        return True
    return text[0].isupper() and capitals_tell and not token.opens


def _is_address_or_code(text: str) -> bool:
    if not _CODE.isdisjoint(text) or "://" in text or text[0] in "/~." or "()" in text:
        return True
    inner = text.rstrip(".")
    pieces = inner.split(".")
    return (
        len(pieces) > 1
        and all(pieces)
        and any(char.isalpha() for char in inner)
        and len(pieces[-1]) > 1
    )


def _is_literally_said(text: str, said: Said) -> bool:
    # Users rarely write the end of "Node.js".
    return fold(text) in said.folded or not said.names.isdisjoint(
        {squash(text), squash(text).removesuffix("js")}
    )


def _numbers(text: str) -> frozenset[str]:
    word = spelled_out(fold(text))
    return frozenset({word}) if word else in_digits(fold(text))


def _is_name_said(token: Token, said: Said) -> bool:
    name = token.squashed
    if not name or name in said.names or name in said.words or name in _NOT_NAMES:
        return True
    if _ALIASES.get(name) in said.names or any(
        alias in said.names for alias, other in _ALIASES.items() if other == name
    ):
        return True
    if name.isalpha() and token.text.isupper() and len(name) > 1:
        initials = said.initials if len(name) > 2 else said.initials_of_content
        if name in initials:
            return True
    if any(map(is_unspaced, name)):
        return name in said.folded
    return any(
        _is_same_name(token.text, name, other)
        for other in said.spelled_like(name)
        if not is_filler(other)
    )


def _is_same_name(text: str, name: str, other: str) -> bool:
    parts = _CAMEL_PARTS.findall(text)
    if len(parts) > 1 and other == "".join(part[0] for part in parts).casefold():
        return True
    if _is_numeronym(other, name) or _is_numeronym(name, other):
        return True
    shorter, longer = sorted((name, other), key=len)
    if longer.startswith(shorter) and len(shorter) >= max(3, _ENOUGH_OF_A_NAME * len(longer)):
        return True
    if min(len(name), len(other)) >= _LONG_NAME and fuzz.ratio(name, other) >= _TYPO_FROM:
        return True
    return name.isalpha() and other.isalpha() and is_same_word(name, other) and len(longer) < 10


def _is_numeronym(short: str, name: str) -> bool:
    """Whether `short` counts the letters that it leaves out of `name`, as "k8s" does."""
    inner = short[1:-1]
    return (
        len(name) > 3
        and inner.isdecimal()
        and inner == str(len(name) - 2)
        and short[0] == name[0]
        and short[-1] == name[-1]
    )


def _is_part_of_a_said_name(parts: Sequence[str], place: int, said: Said) -> bool:
    """Whether the words around make up a name that the user wrote as one, or as its initials."""
    for size in (2, 3, 4):
        for start in range(max(0, place - size + 1), min(place, len(parts) - size) + 1):
            window = [part for part in parts[start : start + size] if part]
            if len(window) < size:
                continue
            if "".join(window) in said.names:
                return True
            if "".join(part[0] for part in window) in said.names:
                return True
    return False
