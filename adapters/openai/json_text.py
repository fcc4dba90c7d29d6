"""The JSON in a model's answer, which may stand in a fence, after its reasoning, or amid prose."""

import json
import re
from collections.abc import Collection

_REASONED = re.compile(
    r"</(?:think|thinking|thought|reasoning|analysis)>|<\|channel\|>final<\|message\|>|\[/THINK\]",
    re.IGNORECASE,
)
_STARTS = 50
"""How many braces are tried as the start of the answer."""


def json_in(text: str, keys: Collection[str]) -> str:
    """Returns the last JSON object in a text that has one of the keys.

    What precedes the end of the reasoning counts only if nothing follows it: a model may weigh
    drafts of its answer there. If there is no such object, the text is returned as it is.

    Args:
        text: the model's answer.
        keys: what an answer has at its top level.
    """
    if text.lstrip().startswith("{"):
        parts = [text]
    else:
        ends = [match.end() for match in _REASONED.finditer(text)]
        parts = [text[ends[-1] :], text] if ends else [text]
    return next(filter(None, (_last_object(part, keys) for part in parts)), text)


def _last_object(text: str, keys: Collection[str]) -> str:
    decoder = json.JSONDecoder()
    found, start = "", text.find("{")
    for _ in range(_STARTS):
        if start < 0:
            break
        try:
            value, end = decoder.raw_decode(text, start)
        except ValueError:
            end = start + 1
        else:
            if isinstance(value, dict) and not value.keys().isdisjoint(keys):
                found = text[start:end]
        start = text.find("{", end)
    return found
