"""Detects attempts to instruct the system from within a prompt. Prompts are data, not commands.

There are two checks. `instructs` is narrow and rejects single quotes from any analyzer: it matches
sentences that tell the system what to disregard or grant, not what people say about themselves in
passing. `reads_like_injection` is broad and makes the offline analyzer skip a whole prompt, since
rules cannot tell an attack from a story about one.
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
    """Returns whether anything in the prompt looks like an attack (the broad check)."""
    return bool(_LIKE_INJECTION.search(prompt))


def instructs(prompt: str, quote: str) -> bool:
    """Returns whether the quote is part of a sentence that tries to instruct the system."""
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
