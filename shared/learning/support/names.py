"""Names, numbers, addresses and code: what an item may hold only if the user said it (P-12).

A paraphrase may choose other words, but a name or a number that stands nowhere in the user's
messages is made up. The usual ways to write one name count as one: "VS Code" and "vscode", "AWS"
and "Amazon Web Services", "JS" and "JavaScript", "k8s" and "Kubernetes".
"""

import re
from collections.abc import Iterator, Sequence

from shared.learning.support.numbers import numbers_in
from shared.learning.support.said import Said, Token, tokens
from shared.learning.support.words import FUNCTION_WORDS, bare, is_unspaced, nouns, short_forms

_CODE_SPAN = re.compile(r"`([^`]+)`")
_HUMP = re.compile(r"[A-Z]?[a-z]+|[A-Z]")
_CODE = frozenset("@_`=<>{}\\")
_LONGEST_UNIT = 3
_USER = frozenset({"user", "users"})


def unsaid(
    text: str, said: Said, *, every_word: bool = False, is_label: bool = False
) -> Iterator[str]:
    """Yields each name, number, address and piece of code in `text` that the user did not say.

    Args:
        text: a description, value or other text of an item.
        said: what the user said.
        every_word: whether all of `text` is a name, as in a fact that holds one.
        is_label: whether capitals mean nothing in `text`, as in a category.
    """
    found = tokens(text)
    capitals_tell = not said.is_german and not _is_title(found)
    for span in _CODE_SPAN.findall(text):
        yield from (word.text for word in tokens(span) if not said.literally(word.text))
    names = [bare(token.text) for token in found]
    for place, token in enumerate(found):
        if not names[place] or names[place] in _USER:
            continue
        numbers = numbers_in(token.text) if not is_unspaced(token.text) else set()
        if is_address_or_code(token.text):
            if not (said.literally(token.text) or _is_script(token.text, said)):
                yield token.text
        elif numbers:
            if not (numbers <= said.numbers or said.name(names[place])):
                yield token.text
        elif is_label or not (every_word or _is_name(token, capitals_tell=capitals_tell)):
            continue
        elif not _is_said(token.text, names, place, said):
            yield token.text


def may_be_unsaid_names(text: str, said: Said) -> bool:
    """Returns whether a text has a noun that the user did not say, where names look like nouns.

    In German every noun has a capital, and Chinese and Japanese have none.
    """
    if not all(map(said.noun, nouns(text))):
        return True
    if not said.is_german:
        return False
    found = tokens(text)
    names = [bare(token.text) for token in found]
    return any(
        token.text[0].isupper()
        and not token.opens
        and names[place] not in FUNCTION_WORDS
        and not _is_said(token.text, names, place, said)
        for place, token in enumerate(found)
    )


def is_address_or_code(text: str) -> bool:
    """Returns whether a token is a link, an address, a path or code, which nobody paraphrases."""
    if not _CODE.isdisjoint(text) or "://" in text or text[0] in "/~." or "()" in text:
        return True
    pieces = text.split(".")
    letters = any(char.isalpha() for char in text)
    return letters and len(pieces) > 1 and all(pieces) and len(pieces[-1]) > 1


def _is_script(text: str, said: Said) -> bool:
    """Whether it is a library such as "Node.js", whose ending users leave out."""
    name = text.casefold().removesuffix(".js")
    return text.casefold().endswith(".js") and (said.literally(name) or said.literally(name + "js"))


def _is_title(found: Sequence[Token]) -> bool:
    """Whether all words have capitals, so that capitals say nothing: "Dark Mode"."""
    letters = [token.text for token in found if token.text[0].isalpha() and len(token.text) > 3]
    return len(letters) > 1 and all(text[0].isupper() for text in letters)


def _is_name(token: Token, *, capitals_tell: bool) -> bool:
    text = token.text
    if not text[0].isalpha() or bare(text) in FUNCTION_WORDS:
        return False
    if any(char.isupper() for char in text[1:]):
        return True
    return text[0].isupper() and capitals_tell and not token.opens


def _is_said(text: str, names: Sequence[str], place: int, said: Said) -> bool:
    name = names[place]
    if said.name(name) or name in FUNCTION_WORDS:
        return True
    if is_unspaced(text):
        return all(map(said.noun, nouns(text)))
    humps = "".join(part[0] for part in _HUMP.findall(text)).casefold()
    if 1 < len(humps) < len(name) and said.literally(humps):
        return True
    if any(map(said.literally, short_forms([name]))) or _is_unit(names, place, said):
        return True
    if text.isupper() and said.initials(name):
        return True
    return any(
        said.name("".join(window), exactly=True)
        or any(map(said.literally, short_forms(window) - FUNCTION_WORDS))
        for window in _windows(names, place)
    )


def _is_unit(names: Sequence[str], place: int, said: Said) -> bool:
    """Whether it is the unit of a number, which users shorten to a letter: "64 KB" and "64k"."""
    name, number = names[place], names[place - 1] if place else ""
    return number.isdigit() and len(name) <= _LONGEST_UNIT and said.literally(number + name[0])


def _windows(names: Sequence[str], place: int) -> Iterator[Sequence[str]]:
    """Yields the two to four neighbors that a name may be written together with."""
    for size in (2, 3, 4) if len(names) > 1 else ():
        for start in range(max(0, place - size + 1), min(place, len(names) - size) + 1):
            yield names[start : start + size]
