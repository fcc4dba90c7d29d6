"""A clause retold of "User": "I am trying to learn Go" → "User is trying to learn Go"."""

from typing import Final

from adapters.reader.grammar.inflection import third_person
from adapters.reader.grammar.predicates import is_adverb
from adapters.reader.grammar.verbs import is_base
from adapters.reader.objects.wording import shifted
from adapters.reader.text.clauses import Clause

LONGEST: Final = 40
"""Words."""

_FINITE: Final = {"am": "is", "are": "is", "have": "has", "do": "does", "was": "was", "were": "was"}
_MODALS: Final = frozenset("can could will would should must might may shall".split())


def retold(clause: Clause, text: str) -> str:
    """The clause as a sentence about the user, without a full stop."""
    tokens = clause.body[:LONGEST]
    if clause.subject not in {"i", "we"}:
        return f"User said: {shifted(clause.tokens[:LONGEST], text)}"
    at = 0
    while at < len(tokens) - 1 and is_adverb(tokens[at].norm):
        at += 1
    lead = shifted(tokens[:at], text)
    verb = tokens[at].norm
    if verb in _FINITE:
        said = _FINITE[verb]
    elif verb in _MODALS:
        said = verb
    else:
        said = third_person(verb) if is_base(verb) else shifted(tokens[at : at + 1], text)
    rest = tokens[at + 1 :]
    if rest and rest[0].norm == "not":
        said, rest = "cannot" if said == "can" else f"{said} not", rest[1:]
    return " ".join(f"User {lead} {said} {shifted(rest, text)}".split()).rstrip(" .!,;")
