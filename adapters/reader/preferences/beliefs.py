"""Convictions: "I firmly believe that companies should offer remote work"."""

import re
from collections.abc import Iterator

from adapters.reader.grammar.tokens import norms
from adapters.reader.grammar.words import BAD, GOOD
from adapters.reader.objects.anaphora import stands_alone
from adapters.reader.objects.objects import cut
from adapters.reader.objects.wording import shifted
from adapters.reader.preferences.findings import Finding, graded
from adapters.reader.text.clauses import Clause
from shared.documents.profile import PreferenceType as T

_CONVICTION = re.compile(
    r"^(?:(?!not )\w+ly |do |have always |have long |always |also |still "
    r"){0,9}(?:believe|maintain|hold|feel (?:\w+ly )+|"
    r"am (?:\w+ly |a firm believer |of the ){0,9}(?:convinced|opinion|belief|view|"
    r"in)(?: in)?) ?(?:that )?(?=\w)"
)
_NORM = re.compile(
    r"\b(?:should|must|ought|never|always|essential|important|crucial|vital|"
    r"necessary|most|best|better|worth|wrong|unethical|sacred|matters?|key|"
    r"deserves?|belongs?|overrated|right)\b"
)


def belief(clause: Clause, text: str) -> Iterator[Finding]:
    """A conviction that says how things should be, in words that stand on their own."""
    if clause.subject != "i":
        return
    said = norms(clause.body)
    match = _CONVICTION.match(said)
    if not match or match.group().endswith("in "):
        return
    words = cut(clause.body[said.count(" ", 0, match.end()) :], whole=True)
    judged = {token.norm for token in words} & (GOOD | BAD)
    if (
        len(words) < 4
        or not (judged or _NORM.search(norms(words)))
        or not stands_alone(words, firm=False)
    ):
        return
    if {token.norm for token in words} & {"it", "you", "we", "i", "they", "he", "she", "us"}:
        return
    yield Finding(T.PREFERENCE, shifted(words, text), graded(0.9, clause, ()))
