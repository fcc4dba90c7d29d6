"""Finds payment card numbers: an issuer's prefix and length, and a valid check digit."""

import re
from collections.abc import Iterator

_DIGITS = re.compile(r"[0-9]+")
_BETWEEN = re.compile(r"[ ._-]{1,3}")
_BETWEEN_CELLS = re.compile(r"[ \t/|]{1,3}")
_NAMED = re.compile(
    r"card|kart|carte|tarjeta|cartão|carta|kort|karta|visa|amex|卡|カード|카드", re.IGNORECASE
)
"""Figures of a table look like a card in cells, so that needs its name before it."""
_MOST_DIGITS = 19
_LEAST_DIGITS = 14
_GROUPED = frozenset({(4, 4, 4, 4), (4, 6, 5), (4, 6, 4), (4, 4, 4, 4, 3), (6, 13)})
"""How the digits of a card are grouped, in print and by people."""
_OTHER_NUMBER = re.compile(r"\b(?:imei(?:sv)?|meid|iccid|isbn|ean|gtin|iban)\b", re.IGNORECASE)
_BEFORE = 24
"""Characters before a number in which its name is looked for."""

_CVC = re.compile(
    r"(?<![a-z])cv[vc]2?(?![a-z])[\W_]{0,6}(?:(?:is|ist|code)\W{1,3})?(?P<code>(?!(?:19|20)[0-9]{2})[0-9]{3,4})\b",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"(?:\b(?:cid|csc|cvn|security code|verification code|card code|sicherheitscode"
    r"|sicherheitsnummer"
    r"|(?:karten)?prüf(?:ziffer|nummer|code)|cryptogramme(?: visuel)?|code de sécurité"
    r"|código de seguran(?:ça|za)|código de seguridad|codice di sicurezza|beveiligingscode"
    r"|kod zabezpieczający|sikkerhedskode|säkerhetskod|código)\b"
    r"|код|安全码|安全碼|セキュリティコード|보안코드)"
    r"\W{0,6}(?:(?:is|ist|est|es|é|è)\W{1,3})?(?P<code>[0-9]{3,4})(?![0-9])",
    re.IGNORECASE,
)
_UNNAMED = re.compile(
    r"[ ,;|/]{1,3}(?:exp\.? {0,2})?(?:0[1-9]|1[0-2]) {0,2}[/.-] {0,2}(?:20)?[0-9]{2}[ ,;|/]{1,3}"
    r"(?P<code>[0-9]{3,4})(?![0-9/.-])"
)
_NEAR = 120
"""Characters behind a card in which its code is looked for, in whatever language it is named."""


def find_cards(text: str) -> Iterator[tuple[int, int, str]]:
    """Yields the start, the end and the kind of each card number in `text`.

    The digits may be grouped by blanks, dots, dashes or bars. The card's code is one too.
    """
    groups = [match.span() for match in _DIGITS.finditer(text)]
    for first, (start, end) in enumerate(groups):
        if _continues_a_number(text, start):
            continue
        if _LEAST_DIGITS <= end - start <= _MOST_DIGITS:
            count = 1 if _is_card(text[start:end]) else 0
        else:
            count = _grouped_card(text, groups[first : first + 5])
        if count and not _OTHER_NUMBER.search(text, max(0, start - _BEFORE), start):
            end = groups[first + count - 1][1]
            yield start, end, "card number"
            code = _UNNAMED.match(text, end) or _CODE.search(text, end, end + _NEAR)
            if code:
                yield *code.span("code"), "card number"
    for match in _CVC.finditer(text):
        yield *match.span("code"), "card number"


def _continues_a_number(text: str, start: int) -> bool:
    """Returns whether digits at `start` are the end of a decimal or part of a word."""
    before = text[start - 1 : start]
    return before.isalpha() or before == "_" or (before == "." and text[start - 2].isdigit())


def _grouped_card(text: str, groups: list[tuple[int, int]]) -> int:
    """Returns how many of the groups form a card number, in one style; 0 if none do."""
    sizes: list[int] = []
    gaps: set[str] = set()
    for place, (start, end) in enumerate(groups):
        if place:
            between = text[groups[place - 1][1] : start]
            if not _BETWEEN.fullmatch(between) and not (
                _BETWEEN_CELLS.fullmatch(between)
                and _NAMED.search(text, max(0, groups[0][0] - _BEFORE), groups[0][0])
            ):
                return 0
            gaps.add(between)
        sizes.append(end - start)
        if len(gaps) > 1 or sizes[0] not in (4, 6):
            return 0
        if tuple(sizes) in _GROUPED and _is_card(
            "".join(text[one:other] for one, other in groups[: place + 1])
        ):
            return place + 1
    return 0


def _is_card(digits: str) -> bool:
    """Returns whether the digits have an issuer's prefix and length, and pass the Luhn check.

    The prefixes are those of ISO/IEC 7812 that the networks publish; IMEI numbers, which have the
    same check digit, do not have the length that goes with theirs.
    """
    if len(set(digits)) == 1 or not _issued(int(digits[:4]), len(digits)):
        return False
    doubled = [sum(divmod(2 * int(digit), 10)) for digit in digits[-2::-2]]
    return (sum(doubled) + sum(map(int, digits[-1::-2]))) % 10 == 0


def _issued(prefix: int, length: int) -> bool:
    if length == 15:
        return prefix // 100 in (34, 37)
    if length == 14:
        return prefix // 10 in range(300, 306) or prefix // 100 in (36, 38, 39)
    two = prefix // 100
    return length in (16, 19) and (
        prefix // 1000 == 4
        or 51 <= two <= 55
        or 2221 <= prefix <= 2720
        or prefix == 6011
        or two in (62, 64, 65, 50, 67, 60, 81)
        or 3528 <= prefix <= 3589
    )
