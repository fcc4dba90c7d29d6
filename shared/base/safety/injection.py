"""Detects attempts to instruct the system from within a prompt. Prompts are data, not commands.

There are two checks. `instructs` is narrow and rejects single quotes from any analyzer: it matches
sentences that tell the system what to disregard or grant, not what people say about themselves in
passing. `reads_like_injection` is broad and makes the offline analyzer skip a whole prompt, since
rules cannot tell an attack from a story about one.

Users take back an instruction of their own: "Disregard my last instruction" is no attack.

Both look at the text as it looks, without invisible characters and disguised letters.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from shared.base.safety.invisible import visible
from shared.base.safety.lookalikes import plain

_END = re.compile(r"[.!?\n]+")
_WORD = re.compile(r"\w+")
_OVERRIDE = re.compile(
    r"""
      \b(?:ignore|disregard|forget|override|bypass)\b
      (?!\s my \s (?:last|previous|earlier) \s instruction\b) [^.!?]{0,40}
      \b(?:instructions?|rules?|prompts?|guidelines|policy|policies|guardrails|safety)\b
    | \b(?:system|developer) \s (?:prompt|message|mode|override)\b
    | \b(?:store|save|record|remember|note|set|add|write|mark|register|learn)\b [^.!?]{0,60}
      \b(?:i\sam|i'm|me\sas|user\sis|user\sas|that\sthe\suser)\b [^.!?]{0,30}
      \b(?:admin(?:istrator)?|root|super\s?user|owner|developer\smode|authori[sz]ed|privileged
        |verified|staff|moderator|unrestricted)\b
    | \byou\sare\snow\b
    | \b(?:new|updated)\s(?:system\s)?instructions?\s?:
    | \b(?:note|message|reminder|instructions?|hinweis|anweisung|notiz|nota|aviso)
      \s(?:to|for|an|für|à|pour|al?|para) \b[^.!?:]{0,20}
      \b(?:assistants?|assistent\w*|asistente|ai|ki|ia|llm|(?:language\s)?model|modell|modelo
        |modèle|chatbot|agent)\s?:
    | \b(?:assistants?|assistent\w*|asistente|ai|ki|ia|llm|chatbot)\s
      (?:must|should|shall|will|has\sto|may|soll|muss|darf|wird|doit|debe)\b [^.!?]{0,40}
      (?:\b(?:skip|omit|drop|disable|switch\soff|turn\soff|leave\sout)\b [^.!?]{0,30}
          \b(?:safety|security|safeguards?|restrictions?)\b
        |\bsicherheit\w* [^.!?]{0,30} \b(?:weglassen|ausschalten|abschalten|umgehen|ignorieren)\b
        |\b(?:approve|grant|allow|authori[sz]e)\b [^.!?]{0,40} \bwithout\s(?:ask|confirm|check)\w*)
    | \bfrom\snow\son,?\s(?:always\s)?(?:approve|grant|allow|authori[sz]e)\b
      [^.!?]{0,40} \bwithout\s(?:ask|confirm|check)\w*
    | \b(?:save|store|treat|record|accept|take|regard)\b [^.!?]{0,20}
      \b(?:messages?|inputs?|statements?|requests?|prompts?)\b
      [^.!?]{0,20} \bas\s(?:trusted|true|verified|facts?|commands?|instructions?|orders?)\b
    | \bwhen(?:ever)?\s(?:you\s)?(?:summari[sz]|answer|repl[yi]|respond)\w* [^.!?,]{0,30} ,\s
      (?:always\s|also\s)?(?:forward|e?mail|post|send|upload|transmit)\b [^.!?]{0,60}
      \bto\b [^.!?]{0,20} (?:\baddress\b|\bwebhook\b|://|@)
    """,
    re.IGNORECASE | re.VERBOSE,
)

_LIKE_INJECTION = re.compile(
    r"\b(?:ignore|disregard|override|bypass|forget)\b"
    r"(?! my (?:last|previous|earlier) instruction\b).{0,40}\b(?:instructions?|"
    r"prompts?|rules|guidelines|guardrails|training|policies)\b"
    r"|\bsystem prompt\b|\bdeveloper mode\b|\bjailbreak|<\|?(?:im_start|system|"
    r"endoftext)|\[/?(?:INST|SYSTEM)\]",
    re.I,
)


def reads_like_injection(prompt: str) -> bool:
    """Returns whether anything in the prompt looks like an attack (the broad check)."""
    return bool(_LIKE_INJECTION.search(prompt) or _LIKE_INJECTION.search(_seen(prompt)))


def instructs(prompt: str, quote: str) -> bool:
    """Returns whether the quote is part of a sentence that tries to instruct the system.

    For a text that stands alone, such as a description, give it as both. It takes time in
    proportion to the two texts.
    """
    wanted = _seen(quote)
    if _OVERRIDE.search(wanted):
        return True
    said = _seen(prompt)
    attacks = [match.span() for match in _OVERRIDE.finditer(said)]
    if not attacks:
        return False
    attacked = set(_sentences(said, attacks))
    return any(number in attacked for number in _sentences_with(said, wanted))


def _seen(text: str) -> str:
    return plain(visible(text)).text


def _sentences(text: str, spans: Sequence[tuple[int, int]]) -> Iterator[int]:
    """Yields the numbers of the sentences that the spans touch."""
    ends = [match.end() for match in _END.finditer(text)]
    for start, end in spans:
        yield from range(bisect_right(ends, start), bisect_right(ends, end - 1) + 1)


def _sentences_with(text: str, quote: str) -> Iterator[int]:
    """Yields the numbers of the sentences that hold a part of the quote, as folded words."""
    words = [(match.group().casefold(), match.start()) for match in _WORD.finditer(text)]
    wanted = "".join(f" {word.casefold()}" for word in _WORD.findall(quote)) + " "
    joined = "".join(f" {word}" for word, _ in words) + " "
    begins = list(accumulate((len(word) + 1 for word, _ in words), initial=0))
    spans: list[tuple[int, int]] = []
    place = joined.find(wanted) if wanted.strip() else -1
    while place >= 0:
        first = bisect_right(begins, place) - 1
        last = bisect_right(begins, place + len(wanted) - 2) - 1
        spans.append((words[first][1], words[last][1] + 1))
        place = joined.find(wanted, place + len(wanted) - 1)
    return _sentences(text, spans)
