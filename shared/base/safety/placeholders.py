"""Tells variables and placeholders, which stand for a secret, from secrets."""

import re

NAMED_LIKE_ONE = re.compile(
    r"(?i:pass(?:word|wd)?|pwd|secret|token|key|cred|salt|hash|auth)(?:s?[_-]?[0-9]{0,2})$"
)
_VARIABLE = re.compile(
    r"[$%#@!]?\{\{?[^{}]{1,200}\}?\}"  # ${NAME}, {{ name }}, #{name}
    r"|\$(?:\([^()]{0,200}\)?|[A-Z_][A-Z0-9_]*|env:\w{1,100})"
    r"|%(?:[A-Z_][A-Z0-9_]*%|\(\w{1,100}\)s)"
    r"|<[^<>]{0,200}>|‹[^‹›]{0,200}›|\[[^\[\]]{0,200}\]|\([^()]{0,200}\)"
    r"|!(?:vault|secret|env|env_var|ref|sub|getatt|reference|encrypted)\b[\w./:|-]{0,200}"
    r"|@[A-Za-z.]{1,60}\(.*"  # @Microsoft.KeyVault(...)
    r"|\w{1,40}\.(?:(?i:env|environ)|getenv|secrets?)(?:[.\[(].*)?"
)
_TAG_IN_CAPITALS = re.compile(r"!(?:Ref|Sub|GetAtt|ImportValue)")
_SPARED = re.compile(
    # A few characters may be shown, as a dashboard does: sk-a…9f3c
    r"[\w-]{0,8}(?:\*{3,}|x{3,}|\.{3,}|…{1,})[\w.-]{0,4}",
    re.IGNORECASE,
)
_PLACEHOLDER = re.compile(
    r"(?:(?>your?s?|my|example|sample|placeholder|change|redacted|hidden|dummy|fake|test|insert|enter"
    r"|replace|removed|masked|omitted|goes|here|please|this|with|the|it|me|real|actual|own|new|some"
    r"|password|passphrase|passwd|pass|pwd|secret|token|keys?|api|access|account|app|auth|bearer"
    r"|client|database|db|user|admin|master|private|shared|service|session|value|string|id|in|to|be"
    r"|x{3,})[-_ .]?)++[0-9]{0,3}",
    re.IGNORECASE,
)
_SAYS_SO = re.compile(
    r"your|example|sample|placeholder|change[-_ .]?(?:me|this|it)|redacted|hidden|dummy|insert"
    r"|enter|replace|removed|masked|omitted|xxx|my[-_ .]?(?:password|secret|token)|goes[-_ .]?here"
    r"|(?:test|fake)[-_ .]?(?:key|token|secret|password)",
    re.IGNORECASE,
)
_NAMED_VARIABLE = re.compile(r"[$@:%&][A-Za-z_][\w.]{0,100}")
_ENDS = ").!?:;,]}…"
"""What may follow a value in prose or code."""


def says_nothing(found: str) -> bool:
    """Returns whether the whole value is a variable or a placeholder.

    Part of a value says nothing about it: "$ecret12Q" and "yourDog1987!" are passwords.
    """
    bare = found.rstrip(_ENDS)
    return any(_is_variable(text) or _is_placeholder(text) for text in (found, bare) if text)


def _is_variable(text: str) -> bool:
    if _VARIABLE.fullmatch(text) or _TAG_IN_CAPITALS.fullmatch(text):
        return True
    return bool(_NAMED_VARIABLE.fullmatch(text) and NAMED_LIKE_ONE.search(text))


def _is_placeholder(text: str) -> bool:
    if _SPARED.fullmatch(text):
        return True
    text = text.removeprefix("-")  # ${NAME:-changeme}
    return bool(_PLACEHOLDER.fullmatch(text) and _SAYS_SO.search(text))
