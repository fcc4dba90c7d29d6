"""What stands before the subject without changing the statement: "honestly,", "I think that"."""

import re
from collections.abc import Sequence

from adapters.reader.grammar.tokens import Token, norms

FILLERS = frozenset(
    "really honestly personally also just actually generally usually typically always never "
    "often still sometimes normally definitely absolutely strongly basically mostly frankly "
    "truly totally only even simply especially particularly maybe perhaps however therefore "
    "thus then instead well yes yeah oh and but so because since though although besides "
    "otherwise plus anyway obviously luckily sadly unfortunately recently lately currently "
    "now today ok okay hi hello hey lol haha wow rather again strictly exclusively primarily "
    "mainly specifically constantly regularly consistently rarely seldom hardly admittedly "
    "thankfully apparently ultimately overall".split()
)
_OPENERS = re.compile(
    r"(?:(?:i|we) (?:(?:really|honestly|just|also|do|definitely|personally|always|"
    r"must|have to|will|should|would|can) ){0,9}"
    r"(?P<verb>think|guess|believe|feel|find|know|admit|confess|say|realize|"
    r"realized|noticed|suppose|mean|suspect|reckon|"
    r"have realized|have found|have noticed|have discovered|have learned|found|"
    r"discovered|learned|have to say|"
    r"am afraid|am sure|am pretty sure|am convinced|should mention|should note|"
    r"should say|should add)"
    r"(?: (?:that|like|as though))? "
    r"|(?:(?:please |just )?(?:remember|note|know|keep in mind|bear in mind|be "
    r"aware|consider|understand) (?:that )?)"
    r"|(?:just )?(?:so you know|fyi|for your information|for context|for the record|"
    r"for reference|by the way|btw|"
    r"to be honest|tbh|in fact|as a matter of fact|to be clear|the thing is|the "
    r"truth is|the fact is|truth be told|"
    r"it turns out|turns out|the problem is|the reason is|one thing about me is|"
    r"something about me is|"
    r"a bit about me|about me|fun fact|it is just that|it seems|one thing to know "
    r"is)(?: that)? (?:[,:] )?"
    r")(?=(?:[a-z]+ly )?(?:i|my|we|our)\b)"
)
_DOUBT = frozenset(["think", "guess", "suppose", "suspect", "feel", "reckon"])


def skip_fillers(tokens: Sequence[Token], i: int) -> int:
    """The index of the first word from `i` on that is neither a filler nor a comma."""
    while i < len(tokens) and (tokens[i].norm in FILLERS or tokens[i].norm == ","):
        i += 1
    return i


def introduces(before: Sequence[Token]) -> bool:
    """Whether "that" leads to the speaker's own word: "I think that", not "he said that"."""
    said = norms(before[-7:]) + " i "
    return any(_OPENERS.match(said, at) for at in _word_starts(said))


def _word_starts(said: str) -> list[int]:
    return [0, *(at + 1 for at, letter in enumerate(said[:-3]) if letter == " ")]


def open_up(tokens: Sequence[Token], start: int, end: int) -> tuple[int, bool]:
    """Skips "I think that", "to be honest," and the like; tells whether they express doubt."""
    hedged = False
    for _ in range(3):
        at = skip_fillers(tokens, start)
        if at < end and any(t.norm in {"maybe", "perhaps"} for t in tokens[start:at]):
            hedged = True
        match = _OPENERS.match(norms(tokens[at : min(end, at + 14)]) + " ") if at < end else None
        if not match:
            return start, hedged
        words = match.group().count(" ")
        hedged = hedged or (match.group("verb") or "").split(" ")[-1] in _DOUBT
        start = at + words
    return start, hedged
