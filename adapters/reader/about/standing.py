"""Standing instructions: how every answer shall be, as opposed to the one asked for now."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from adapters.reader.grammar.tokens import norms
from adapters.reader.objects.anaphora import stands_alone
from adapters.reader.objects.objects import cut
from adapters.reader.objects.wording import shifted
from adapters.reader.text.sentences import Sentence

_ANSWERS: Final = (
    r"(?:answers?|responses?|replies|explanations?|messages|summaries|outputs?|code samples|"
    r"code examples|suggestions|descriptions)"
)
_NAMES_ANSWERS: Final = re.compile(_ANSWERS)
_EXAMPLES: Final = re.compile(r"\b(?:metaphors?|analogies|examples?|comparisons)\b")
_OF_ANSWERS: Final = re.compile(r" (?:with|to) them$| in (?:answers|explanations)$")
_ONE_OFF: Final = re.compile(
    r"\b(?:this time|here|in this|for this|this (?:one|function|file|answer|"
    r"response|page|text|code|email|essay)|it|the (?:function|table|text|file|code|"
    r"page|list|email|essay|story|article|script|class)|(?<!from )now|above|below|next (?:one|"
    r"answer))\b"
)
_MARKED: Final = re.compile(
    r"^(?:(?:please|also|and|ok|okay|but|so|note|remember|just|,|:|i would like you "
    r"to|i want you to|i need you to|you should|you must|make sure to|make sure you|"
    r"remember to) ){0,9}"
    r"(?P<mark>always|never|from now on|in (?:the )?future|going forward|by default|"
    r"as a rule|in general|whenever you [\w ]{2,30}?|every time you [\w ]{2,30}?|"
    r"when (?:you )?(?:answer|answering|reply|replying|respond|responding|explain|"
    r"explaining|writ(?:e|ing) code)(?: to me| me| things)?|do not ever)"
    r" (?:, )?(?:please )?(?P<again>always |never |do not |avoid )?(?P<verb>\w+) (?P<rest>.+)$"
)
_VERBS: Final = frozenset(
    """
    use write include add answer respond reply keep give show explain ask start begin end put
    format prefer avoid call address speak talk cite provide suggest recommend remind offer be
    skip using include mention quote assume summarize apologize apologise praise repeat translate
    convert comment document name
    """.split()
)
_KEEP: Final = re.compile(
    r"^(?:(?:please|always|also|i would like you to|i want you to|can you|could you|"
    r"try to|,) ){0,9}(?:keep|make) (?:all |any )?(?:of )?(?:your |the |my )?(?P<what>"
    + _ANSWERS
    + r") "
    r"(?:very |really |as |nice and |fairly |more ){0,9}(?P<how>[\w-]+(?: and (?:to the "
    r"point|[\w-]+)| to the point| as possible)?)"
)
_BE: Final = re.compile(
    r"^(?:(?:please|always|just|,|try to|from now on) ){0,9}be (?:very |completely |"
    r"brutally |really |as ){0,9}(?P<how>[\w-]+)(?: and (?P<also>[\w-]+))?(?: with me| "
    r"in your " + _ANSWERS + r"| when you answer| please| as possible){0,9}$"
)
_STYLE_BAN: Final = re.compile(
    r"^(?:(?:please|also|,) ){0,9}(?:do not|avoid|no|stop|skip) (?:ever )?(?:using |use "
    r"|include |including |add |adding |give me |giving me |with )?(?:the |any |"
    r"your ){0,9}(?P<what>(?:[\w-]+ )?(?:emojis?|jargon|metaphors?|analogies|flattery|"
    r"disclaimers?|buzzwords|small talk|pleasantries|filler|exclamation (?:marks|"
    r"points)|apologies|slang))(?: please| in your " + _ANSWERS + r"| with me| in general){0,9}$"
)

_NAMED: Final = {"low": "short", "high": "detailed"}
"""One wording for every word of the same level, so that they merge."""

_SHORT: Final = frozenset("short concise brief terse succinct minimal compact crisp snappy".split())
_LONG: Final = frozenset(
    "detailed thorough comprehensive in-depth long exhaustive elaborate extensive".split()
)
_TONES: Final = {
    "direct": "direct blunt straightforward frank honest candid straight",
    "friendly": "friendly warm casual informal kind encouraging cheerful playful",
    "neutral": "neutral formal professional objective factual matter-of-fact dispassionate",
}
_TONE_OF: Final = {word: tone for tone, words in _TONES.items() for word in words.split()}


def style_of(word: str) -> tuple[str, str]:
    """The `about` leaf and value that a word for answers sets, or two empty strings."""
    if word in _SHORT:
        return "codePreferences.detailLevel", "low"
    if word in _LONG:
        return "codePreferences.detailLevel", "high"
    if word in _TONE_OF:
        return "codePreferences.tone", _TONE_OF[word]
    return "", ""


@dataclass(frozen=True, slots=True)
class Standing:
    """A standing instruction, and the `about` leaf it also sets, if it does."""

    description: str
    confidence: float
    path: str = ""
    value: str = ""


def standing(sentence: Sentence, text: str) -> Iterator[Standing]:
    """The standing instruction that a sentence gives."""
    tokens = sentence.tokens
    while tokens and not tokens[-1].is_word:
        tokens = tokens[:-1]
    said = norms(tokens)
    if len(tokens) > 30 or _ONE_OFF.search(said):
        return
    kept = _KEEP.match(said)
    if kept:
        yield from _kept(kept, said)
        return
    being = _BE.match(said)
    if being:
        yield from _being(being)
        return
    banned = _STYLE_BAN.match(said)
    if banned:
        what = " ".join(banned["what"].split())
        yield _with_examples(f"no {what}", 0.85, what)
        return
    marked = _MARKED.match(said)
    if not marked or marked["verb"] not in _VERBS:
        return
    at = said.count(" ", 0, marked.start("verb"))
    words = cut(tokens[at:])
    if (
        len(words) < 2
        or words[1].norm in {"up", "in", "out", "off", "away", "on"}
        or not stands_alone(words[1:])
    ):
        return
    negative = marked["mark"] in {"never", "do not ever"} or (marked["again"] or "").strip() in {
        "never",
        "do not",
        "avoid",
    }
    lead = "never " if negative else "always "
    rest = shifted(words[1:], text)
    description = f"{lead}{marked['verb']} {rest}"
    if marked["verb"] == "avoid":
        yield _with_examples(f"no {rest}", 0.95, rest)
    elif negative:
        yield _with_examples(description, 0.95, rest)
    else:
        yield from _with_detail(description, said)


def _kept(kept: re.Match[str], said: str) -> Iterator[Standing]:
    how = kept["how"].split()[0]
    plural = kept["what"].endswith("s") or kept["what"] == "replies"
    if not (plural or said.startswith("always")) or not how.isalpha():
        return
    what = kept["what"]
    path, value = style_of(how)
    if path:
        yield Standing(f"{_NAMED.get(value, how)} {what}", 0.95, path, value)
    elif how in {
        "simple",
        "practical",
        "formal",
        "structured",
        "technical",
        "clear",
        "plain",
        "light",
    }:
        yield Standing(f"{how} {what}", 0.9)


def _being(being: re.Match[str]) -> Iterator[Standing]:
    for how in (being["how"], being["also"]):
        path, value = style_of(how or "")
        if path:
            yield Standing(f"{_NAMED.get(value, how)} answers", 0.9, path, value)


def _with_examples(description: str, confidence: float, what: str) -> Standing:
    if _EXAMPLES.search(what.lower()):
        shown = _OF_ANSWERS.sub("", what)
        return Standing(description, confidence, "codePreferences.avoidExamples", shown)
    return Standing(description, confidence)


def _with_detail(description: str, said: str) -> Iterator[Standing]:
    words = set(said.split())
    if _NAMES_ANSWERS.search(said) and words & _SHORT:
        yield Standing(description, 0.95, "codePreferences.detailLevel", "low")
    elif words & {"detail", "detailed", "thoroughly"} and words & {
        "explain",
        "answer",
        "answers",
        "explanations",
    }:
        yield Standing(description, 0.95, "codePreferences.detailLevel", "high")
    else:
        yield Standing(description, 0.95)
