"""What a rule yields, as one line each, which is also how a result is shown.

    like: {thing}                        a preference of this type
    custom.location: {place}             a fact at this path
    contacts: {who} | {relation} | {email}   a person; what was not taken is left out
    skill {domain}: advanced             a level of skill; `skill overall: advanced` the general one
    workflow: {first} > {second}         steps in order
    workflow {when}: {steps}             steps on an occasion
    end tool: {thing}                    it is over; `end: {thing}` whatever it is
    end? goal: {thing}                   the same, but nothing if no such thing is known
    end? tool: <browsers>                whatever is known that the list has
    retract like: {thing}                it never was; `retract: {thing}` whatever it is
    retract last                         what was said last; `end last`: it is over
    replace tool: {new} < {old}          the new one in the place of the old one
    replace? work.org: {new} < {old}     the same, but nothing if the old one is not known there
    replace? goal: {new} < {old} ...     what begins with the old words
    replace: {new} < {old}               whatever says the old words says the new ones
    replace last: {new}                  so does what was said last, with a word much like the new
    keep goal: {thing}                   what is known of it stays, whatever else may be read
    ignore: {thing}                      these words tell nothing, whatever the network may read

`{thing}` stands for what was taken; `{do|s}` for a form of the verb that it begins with.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from shared.documents.about import LIST_PATHS, SCALAR_PATHS
from shared.documents.lifetime import Does
from shared.documents.profile import Level, PreferenceType

Kind = Literal["preference", "about", "skill", "workflow", "any", "last"]
_LINE = re.compile(
    r"(?:(?P<does>end|retract|replace|keep|ignore)\b(?P<known>\?)? ?)?"
    r"(?P<what>[a-z][\w.]*(?: (?:\{[\w|]+\}|overall))?)?"
    r"(?:: (?P<text>.*))?"
)
NAMES = re.compile(r"\{(\w+)(?:\|(\w+))?\}")


class TakeError(ValueError):
    """A line that says nothing that could be taken."""


class Inflection:
    """The forms of a language's verbs.

    Args:
        endings: for each form, pairs of an expression and its replacement; the first that matches
            the end of a verb makes the form.
        irregular: the forms of a verb, in the order of `endings`; "" for one that is regular.

    Attributes:
        names: the names of the forms.
        bases: the verbs that irregular forms belong to: "swam" → "swim".
    """

    def __init__(
        self,
        endings: Mapping[str, Sequence[tuple[str, str]]],
        irregular: Mapping[str, Sequence[str]],
    ) -> None:
        self.names = tuple(endings)
        self._endings = {
            form: [(re.compile(f"(?:{end})$"), to) for end, to in pairs]
            for form, pairs in endings.items()
        }
        named = ((verb, zip(self.names, forms, strict=False)) for verb, forms in irregular.items())
        self._irregular = {verb: dict(pairs) for verb, pairs in named}
        self.bases = {form: verb for verb, forms in irregular.items() for form in forms if form}

    def of(self, verb: str, form: str) -> str:
        """Returns a form of a verb: "swim", "ing" → "swimming"; the verb if there is no rule."""
        if not form:
            return verb
        if known := self._irregular.get(verb, {}).get(form):
            return known
        ends = (end.subn(to, verb, count=1) for end, to in self._endings.get(form, ()))
        return next((made for made, count in ends if count), verb)

    def expression(self, words: str, form: str) -> str:
        """Returns an expression with its first word, the verb, in a form: "look for"."""
        verb, space, rest = words.partition(" ")
        return f"{self.of(verb, form)}{space}{rest}"


@dataclass(frozen=True)
class Take:
    """A line, read.

    Attributes:
        does: what the words do; `keep` and `ignore` make no candidate.
        kind: the kind of item; `any` is whatever says the text.
        what: the type of a preference, the path of a fact, or the domain of a skill.
        text: the template of what it says.
        old: the template of what is replaced.
        known: whether it is left out if nothing is known that it could be about.
    """

    does: Does | Literal["keep", "ignore"]
    kind: Kind
    what: str
    text: str
    old: str = ""
    known: bool = False

    @property
    def listed(self) -> str:
        """The list whose entries it is about; "" if it is about its text."""
        return self.text[1:-1] if self.text.startswith("<") else ""

    @property
    def names(self) -> frozenset[str]:
        """The names of the captures that it needs, or may use."""
        return frozenset(name for name, _ in NAMES.findall(f"{self.what} {self.text} {self.old}"))


def take_of(line: str) -> Take:
    """Reads a line.

    Raises:
        TakeError: it is none; the message continues after the line.
    """
    match = _LINE.fullmatch(line)
    if match is None or not (match["what"] or match["does"]):
        raise TakeError("is not of the form `what: text`")
    does = cast(Does | Literal["keep", "ignore"], match["does"] or "assert")
    what, text = match["what"] or "", match["text"] or ""
    if what == "last" and does != "assert" and bool(text) == (does == "replace"):
        return Take(does, "last", "", text)
    if not text:
        raise TakeError("does not say what is taken")
    old = ""
    if does == "replace":
        text, arrow, old = text.partition(" < ")
        if not arrow:
            raise TakeError("needs the old value behind <")
    kind, known = _kind(what, does), match["known"] is not None
    if kind in ("skill", "workflow"):
        what = what.removeprefix(kind).strip()
    return Take(does, kind, what, text, old, known)


def _kind(what: str, does: str) -> Kind:
    if not what:
        if does == "assert":
            raise TakeError("does not say what it is")
        return "any"
    first = what.partition(" ")[0]
    if first in ("workflow", "skill"):
        return cast(Kind, first)
    if what in frozenset(map(str, PreferenceType)):
        return "preference"
    if what in LIST_PATHS | SCALAR_PATHS or what.startswith("custom."):
        return "about"
    raise TakeError(
        f"takes a {what!r}; write one of {', '.join(PreferenceType)}, or the path of a fact: "
        f"one of {', '.join(sorted(LIST_PATHS | SCALAR_PATHS))}, or custom. and a name"
    )


def level_of(text: str) -> Level | None:
    """Returns a level of skill by its name."""
    return Level(text) if text in frozenset(map(str, Level)) else None
