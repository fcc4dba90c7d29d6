"""Whether a text says how somebody wants things: as a standing instruction, or as a preference."""

import re

from shared.memory.terms import folded

_BEGIN = r"(?:^|[.!?:;\n])\W{0,4}(?:and |but |please |und |bitte |et |y |por favor,? )?"
_NO_ORDER = (
    r"(?:mind|again|been|had|heard|seen|thought|knew|made|a|an|the|so|too|\w+ed|\w+en|\w+ing)"
)
"""What follows "always" or "never" in an exclamation or a report: "Never mind", "Never been"."""
_ORDER = re.compile(
    rf"{_BEGIN}(?:always|never) (?!{_NO_ORDER}\b)[a-z]"
    rf"|{_BEGIN}(?:immer|nie|niemals|toujours|ne jamais|siempre|nunca)\b(?=[^.!?\n]* )"
    r"|\bplease (?:always|never|don't ever|do not ever)\b|\bbitte (?:immer|nie|niemals|stets)\b"
    r"|\bi (?:want|need|expect) you to\b|\bfrom now on\b|\b(?:ab jetzt|ab sofort|von nun an)\b"
    r"|\b(?:dorenavant|desormais|a partir de maintenant)\b"
    r"|\b(?:a partir de ahora|de ahora en adelante)\b",
)
_PREFERENCE = re.compile(
    r"\bprefers?\b|\b(?:i|he|she|they|we)(?:'d| would) rather\b"
    r"|\b(?:bevorzuge|bevorzugt|am liebsten)\b|\b(?:mag|nehme|arbeite|hatte) \w* ?lieber\b"
    r"|\b(?:je|il|elle|on) prefer(?:e|erais|erait)\b|\bprefier[eo]\b|\bpreferiria\b",
)


def is_order(text: str) -> bool:
    """Returns whether a text tells an assistant or a team what to do every time."""
    return bool(_ORDER.search(_plain(text)))


def is_preference(text: str) -> bool:
    """Returns whether a text says what somebody would rather have."""
    return bool(_PREFERENCE.search(_plain(text)))


def _plain(text: str) -> str:
    return folded(text).replace("’", "'")
