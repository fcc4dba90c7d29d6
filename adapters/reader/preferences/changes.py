"""Changes that last: "I gave up meat", "I switched to Linux", "I was diagnosed with asthma"."""

import re
from collections.abc import Iterator
from typing import Final

from adapters.reader.grammar.predicates import is_adverb
from adapters.reader.grammar.tokens import norms
from adapters.reader.objects.anaphora import stands_alone
from adapters.reader.objects.objects import cut
from adapters.reader.objects.wording import describe
from adapters.reader.preferences.claims import is_lasting_aim
from adapters.reader.preferences.findings import Finding, graded
from adapters.reader.text.clauses import Clause
from shared.documents.profile import PreferenceType as T

_CHANGES: Final = (
    (
        T.PREFERENCE,
        0.9,
        "given up ",
        r"(?:have )?(?:gave up|given up|quit|stopped|sworn off|swore off|cut out|gone "
        r"off|went off)(?: on)? ",
    ),
    (
        T.LIKE,
        0.9,
        "",
        r"(?:have )?(?:grew|grown|come|came|learned|learnt) to (?:love|like|enjoy|"
        r"appreciate) ",
    ),
    (
        T.DISLIKE,
        0.9,
        "",
        r"(?:have )?(?:grew|grown|come|came|learned|learnt) to (?:dislike|hate|detest|"
        r"dread|avoid|distrust) ",
    ),
    (
        T.PREFERENCE,
        0.92,
        "",
        r"(?:have )?(?:made|make|taken|took) (?:an?|it an?|the) (?:\w+ "
        r"){0,2}?(?:decision|choice|effort|commitment|promise|vow|point|pledge|"
        r"resolution|habit) (?:of )?(?=to |\w+ing )",
    ),
    (T.LIKE, 0.88, "", r"(?:have )?(?:fell|fallen) in love with "),
    (
        T.LIKE,
        0.88,
        "",
        r"(?:have )?(?:got|gotten|become|became) (?:really |very |quite |totally |so "
        r")?(?:into|hooked on|obsessed with|passionate about|fascinated by|interested "
        r"in) ",
    ),
    (T.TRAIT, 0.93, "diagnosed with ", r"(?:was|have been|am) (?:recently |just )?diagnosed with "),
    (
        T.TRAIT,
        0.88,
        "became ",
        r"(?:have )?(?:become|became|turned|gone|went) (?=(?:a |an )?(?:vegan|"
        r"vegetarian|pescatarian|gluten-free|dairy-free|sober|freelance|muslim|"
        r"christian|buddhist))",
    ),
    (T.TRAIT, 0.85, "grew up ", r"grew up (?=in |on |with )"),
    (
        T.PREFERENCE,
        0.88,
        "switched to ",
        r"(?:have )?(?:switched|converted|transitioned|migrated) (?:over )?(?:from "
        r"[\w-]+ )?to ",
    ),
    (T.GOAL, 0.85, "", r"(?:have )?(?:decided|resolved|vowed|committed|promised myself) (?=to )"),
)
_PATTERNS = tuple(
    (kind, base, prefix, re.compile("^" + pattern)) for kind, base, prefix, pattern in _CHANGES
)
_MOMENTARY: Final = frozenset("working running responding loading".split())


def change(clause: Clause, text: str) -> Iterator[Finding]:
    """A change that the clause tells of, in the past or perfect, that still holds."""
    if clause.subject != "i" or (clause.lead and not stands_alone(clause.lead)):
        return
    body = clause.body
    while len(body) > 1 and is_adverb(body[0].norm):
        body = body[1:]
    if len(body) > 2 and body[0].norm == "have" and is_adverb(body[1].norm):
        body = (body[0], *body[2:])
    said = norms(body[:12]) + " "
    for kind, base, prefix, pattern in _PATTERNS:
        match = pattern.match(said)
        if match:
            words = cut(body[match.group().count(" ") :])
            if not stands_alone(words, firm=False) or words[0].norm in _MOMENTARY:
                return
            what = _AGO.sub("", describe(words, text))
            if kind is T.GOAL and not is_lasting_aim(words[1:] or words):
                return
            yield Finding(kind, f"{prefix}{what}", graded(base, clause, ()), kind is T.GOAL)
            return


_AGO = re.compile(
    r",? (?:(?:a|an|about|some|\w+) (?:\w+ )?(?:years?|months?|weeks?|decades?) ago|"
    r"in \d{4}|last year|recently|back in \d{4})\b.*$"
)
