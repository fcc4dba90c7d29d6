"""Finds secrets and masks them before anything is stored or sent to a model.

The patterns are those that issuers publish for secret scanning. They are deliberately narrow:
masking an ordinary word would lose what the user said.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from shared.base.errors import InvalidArgument

_PATTERNS: tuple[tuple[str, str], ...] = (
    (
        "private key",
        r"-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)",
    ),
    ("API key", r"\bsk-(?:ant-|proj-|live-|test-|or-)?[A-Za-z0-9_-]{20,}"),
    ("API key", r"\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}"),
    ("API key", r"\bAIza[0-9A-Za-z_-]{35}"),
    ("API key", r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"),
    ("access token", r"\bgh[pousr]_[A-Za-z0-9]{36,}"),
    ("access token", r"\bgithub_pat_[A-Za-z0-9_]{22,}"),
    ("access token", r"\bglpat-[A-Za-z0-9_-]{20,}"),
    ("access token", r"\bxox[abeprs]-[A-Za-z0-9-]{10,}"),
    ("access token", r"\bhf_[A-Za-z0-9]{30,}"),
    ("access token", r"\b(?:npm_|pypi-)[A-Za-z0-9_-]{32,}"),
    ("access token", r"\bya29\.[A-Za-z0-9_-]{20,}"),
    ("access token", r"\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*"),
    ("access token", r"(?i)\bbearer\s+[A-Za-z0-9._~+/-]{20,}=*"),
    ("password", r"(?i)\b[a-z][a-z0-9+.-]*://[^\s:/@]+:(?P<secret>[^\s@/]{3,})@"),
    (
        "password",
        r"(?i)(?<![a-z0-9])(?:[a-z0-9]{1,20}[_-]){0,4}"
        r"(?:password|passwd|passphrase|pwd|pass|secret|(?:api|access|auth|private|secret)"
        r"(?:[ _-]?(?:access|auth))?[ _-]?(?:key|token)|client[ _-]?secret)"
        r"\s*(?:(?P<sign>[:=])|\bis\b)\s*[\"']?"
        # An ordinary word after "the password is" is not a password: it needs a digit or a symbol,
        # or, after a colon or an equals sign, enough letters.
        r"(?P<secret>(?=[^\s\"',;]*[\d!@#$%^&*?_+=-])[^\s\"',;]{6,}|(?(sign)[a-z]{12,}|(?!)))",
    ),
)
_SECRETS = tuple((name, re.compile(pattern)) for name, pattern in _PATTERNS)
_CARD = re.compile(r"(?<![\d.-])\d(?:[ -]?\d){12,18}(?![\d-]|\.\d)")
_MASK = re.compile(r"\[(?:private key|API key|access token|password|card number) removed\]")


@dataclass(frozen=True)
class Redacted:
    """Text that is safe to store, and the kinds of secrets that were masked in it."""

    text: str
    found: tuple[str, ...]


def redact(text: str) -> Redacted:
    """Replaces keys, tokens, passwords and card numbers with "[<kind> removed]"."""
    spans = _without_overlaps(sorted(_find(text)))
    if not spans:
        return Redacted(text, ())
    parts: list[str] = []
    last = 0
    for start, end, kind in spans:
        parts += [text[last:start], f"[{kind} removed]"]
        last = end
    return Redacted("".join(parts) + text[last:], tuple(kind for _, _, kind in spans))


def is_masked(text: str) -> bool:
    """Returns whether `text` contains a mask."""
    return _MASK.search(text) is not None


def _find(text: str) -> Iterator[tuple[int, int, str]]:
    for kind, pattern in _SECRETS:
        for match in pattern.finditer(text):
            start, end = match.span("secret" if "secret" in pattern.groupindex else 0)
            yield start, end, kind
    for match in _CARD.finditer(text):
        if _is_card_number(match.group()):
            yield *match.span(), "card number"


def _without_overlaps(spans: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    kept: list[tuple[int, int, str]] = []
    for span in spans:
        if not kept or span[0] >= kept[-1][1]:
            kept.append(span)
        elif span[1] > kept[-1][1]:
            kept[-1] = (kept[-1][0], span[1], kept[-1][2])
    return kept


def _is_card_number(text: str) -> bool:
    """Returns whether the digits have an issuer's prefix and pass the Luhn check (ISO/IEC 7812)."""
    digits = [int(char) for char in text if char.isdigit()]
    if digits[0] not in (2, 3, 4, 5, 6) or len(set(digits)) == 1:
        return False
    doubled = [sum(divmod(2 * digit, 10)) for digit in digits[-2::-2]]
    return (sum(doubled) + sum(digits[-1::-2])) % 10 == 0


def refuse_secrets(value: Any, field: str) -> None:
    """Checks a JSON value, including its keys, for secrets.

    Raises:
        InvalidArgument: a key, token, password or card number was found; says where.
    """
    if isinstance(value, str):
        found = redact(value).found
        if found:
            raise InvalidArgument.field(
                field,
                f"contains a secret ({found[0]}), which is never stored. Remove it and retry.",
                reason="UNSAFE_CONTENT",
            )
    elif isinstance(value, dict):
        for key, item in value.items():
            refuse_secrets(f"{key}: {item}" if isinstance(item, str) else key, f"{field}.{key}")
            refuse_secrets(item, f"{field}.{key}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            refuse_secrets(item, f"{field}.{index}")
