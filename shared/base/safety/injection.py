"""Attempts to instruct the system from within a prompt. Prompts are data; such words prove nothing.

Two nets. The narrow one rejects single quotes, whoever analysed the prompt: it catches sentences
that tell the system what to disregard or to grant, and nothing people say about themselves in
passing. The wide one makes the offline reader skip a whole prompt, since rules cannot tell a story
about an attack from an attack.
"""

import re

_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")
_OVERRIDE = re.compile(
    r"""
      \b(?:ignore|disregard|forget|override|bypass)\b [^.!?\n]{0,40}
      \b(?:instructions?|rules?|prompts?|guidelines|policy|policies|guardrails|safety)\b
    | \b(?:system|developer) \s+ (?:prompt|message|mode|override)\b
    | \b(?:store|save|record|remember|note|set|add|write|mark|register|learn)\b [^.!?\n]{0,60}
      \b(?:i\s+am|i'm|me\s+as|user\s+is|user\s+as|that\s+the\s+user)\b [^.!?\n]{0,30}
      \b(?:admin(?:istrator)?|root|super\s?user|owner|developer\s+mode|authori[sz]ed|privileged
        |verified|staff|moderator|unrestricted)\b
    | \byou\s+are\s+now\b
    | \b(?:new|updated)\s+(?:system\s+)?instructions?\s*:
    """,
    re.IGNORECASE | re.VERBOSE,
)

_LIKE_INJECTION = re.compile(
    r"\b(?:ignore|disregard|override|bypass|forget)\b.{0,40}\b(?:instructions?|"
    r"prompts?|rules|guidelines|guardrails|training|policies)\b"
    r"|\bsystem prompt\b|\bdeveloper mode\b|\bjailbreak|<\|?(?:im_start|system|"
    r"endoftext)|\[/?(?:INST|SYSTEM)\]",
    re.I,
)


def reads_like_injection(prompt: str) -> bool:
    """Whether anything in the prompt looks like an attack; the wide net."""
    return bool(_LIKE_INJECTION.search(prompt))


def instructs(prompt: str, quote: str) -> bool:
    """Whether the quote stands in a sentence of the prompt that tries to instruct the system."""
    if not _OVERRIDE.search(prompt.replace("’", "'")):
        return False
    for sentence in _SENTENCE.findall(prompt.replace("’", "'")):
        if _OVERRIDE.search(sentence) and _overlap(sentence, quote.replace("’", "'")):
            return True
    return False


def _overlap(sentence: str, quote: str) -> bool:
    one, other = _folded(sentence), _folded(quote)
    return bool(other) and (other in one or one in other)


def _folded(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))
