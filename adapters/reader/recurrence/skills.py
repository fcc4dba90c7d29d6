"""Hints of a skill level: "I'm new to Docker", "I've written Python for ten years"."""

import re
from collections.abc import Iterator
from typing import Final

from adapters.reader.grammar.tokens import norms
from adapters.reader.objects.anaphora import stands_alone
from adapters.reader.objects.objects import cut
from adapters.reader.objects.wording import describe
from adapters.reader.preferences.findings import Finding
from adapters.reader.text.clauses import Clause
from shared.documents.profile import Level, PreferenceType

_IN: Final = r"(?:in|with|at|to|on|when it comes to|using|about|of)"
_LEVELS: Final = (
    (
        Level.BEGINNER,
        re.compile(
            r"^am (?:\w+ly |still |just |quite |very |pretty |fairly |totally |relatively "
            r"){0,9}(?:new|a newcomer|a total stranger) to (?P<at>)"
        ),
    ),
    (
        Level.BEGINNER,
        re.compile(
            r"^am (?:\w+ly |still |just |quite |very ){0,9}(?:a )?(?:complete |total |absolute "
            r")?(?:beginner|novice|newbie|noob|rookie|amateur) " + _IN + r" (?P<at>)"
        ),
    ),
    (
        Level.BEGINNER,
        re.compile(
            r"^(?:am|have) (?:just |only just |only ){0,9}(?:started|starting|begun|beginning|"
            r"getting started) (?:learning |with |to learn |out with |using )+(?P<at>)"
        ),
    ),
    (Level.BEGINNER, re.compile(r"^(?:just |only just )?(?:started|began) learning (?P<at>)")),
    (
        Level.BEGINNER,
        re.compile(
            r"^(?:have|know) (?:very little|little|no|almost no|next to no|zero|hardly any|"
            r"nothing|next to nothing|almost nothing)(?: real| prior)?(?: experience| "
            r"knowledge)? (?:in|with|of|about|on|using) (?P<at>)"
        ),
    ),
    (
        Level.BEGINNER,
        re.compile(
            r"^have never (?:really )?(?:used|worked with|touched|written|programmed in|"
            r"coded in) (?P<at>)"
        ),
    ),
    (Level.BEGINNER, re.compile(r"^am (?:learning|trying to learn) the basics of (?P<at>)")),
    (
        Level.INTERMEDIATE,
        re.compile(
            r"^am (?:\w+ly |pretty |quite |fairly |reasonably |somewhat ){0,9}(?:comfortable|"
            r"familiar|decent|intermediate|competent|confident) (?:in|with|at|using) "
            r"(?P<at>)"
        ),
    ),
    (Level.INTERMEDIATE, re.compile(r"^(?:know|understand) the basics of (?P<at>)")),
    (
        Level.INTERMEDIATE,
        re.compile(
            r"^have (?:some|a bit of|decent|moderate) (?:experience|knowledge) (?:in|with|"
            r"of|using) (?P<at>)"
        ),
    ),
    (
        Level.ADVANCED,
        re.compile(
            r"^am (?:\w+ly |very |highly |quite |extremely ){0,9}(?:an? )?(?:\w+ )?(?:expert|"
            r"fluent|proficient|skilled|experienced|advanced|well-versed|specialist|adept|"
            r"certified) (?:in|with|at|on) (?P<at>)"
        ),
    ),
    (
        Level.ADVANCED,
        re.compile(
            r"^know (?P<at>)(?P<what>.+?) (?:inside out|inside and out|very well|like the "
            r"back of my hand|deeply)$"
        ),
    ),
    (
        Level.ADVANCED,
        re.compile(
            r"^(?:teach|specialize in|have mastered|have a phd in|have a doctorate in) "
            r"(?P<at>)"
        ),
    ),
)
_OVERALL: Final = (
    (
        Level.BEGINNER,
        re.compile(
            r"^am (?:\w+ly |still |just |quite ){0,9}(?:new to (?:programming|coding|software "
            r"development)|a (?:complete |total |absolute )?(?:beginner|novice|newbie)(?: "
            r"programmer| developer| coder)?|learning to (?:code|program))(?: here)?$"
        ),
    ),
    (
        Level.ADVANCED,
        re.compile(
            r"^am an? (?:senior|staff|principal|lead|expert|veteran|seasoned|very "
            r"experienced) (?:\w+ ){0,2}(?:engineer|developer|programmer|architect|coder)\b"
        ),
    ),
    (
        Level.INTERMEDIATE,
        re.compile(
            r"^am an? (?:mid-level|intermediate) (?:\w+ ){0,2}(?:engineer|developer|"
            r"programmer|coder|learner|user)\b"
        ),
    ),
)
_YEARS = re.compile(r"having (\w+\+?|\w+ \w+) years? of experience (?:with|in|as)")
_NUMBERS: Final = {
    word: n
    for n, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve".split()
    )
} | {"fifteen": 15, "twenty": 20, "thirty": 30, "many": 10, "several": 5}
_ADVANCED_FROM: Final = 5
_INTERMEDIATE_FROM: Final = 2
_LONGEST_DOMAIN: Final = 4


def skills(clause: Clause, findings: list[Finding], text: str) -> Iterator[tuple[str, Level]]:
    """(domain, level) pairs that a clause hints at; the domain is "" for the overall level."""
    if clause.subject != "i":
        return
    said = norms(clause.body)
    if clause.body and not said.startswith(("am no ", "am not ")):
        for level, pattern in _OVERALL:
            if pattern.match(said):
                yield "", level
                break
        for level, pattern in _LEVELS:
            match = pattern.match(said)
            if match:
                words = cut(clause.body[said.count(" ", 0, match.start("at")) :])
                if "what" in match.groupdict():
                    words = words[: match["what"].count(" ") + 1]
                domain = domain_of(describe(words, text)) if stands_alone(words, firm=False) else ""
                if domain:
                    yield domain, level
                break
    for finding in findings:
        level_of = _by_years(finding)
        if level_of:
            yield level_of


def _by_years(finding: Finding) -> tuple[str, Level] | None:
    stated = _YEARS.search(finding.context)
    if not stated or finding.type not in {PreferenceType.EXPERTISE, PreferenceType.EXPERIENCE}:
        return None
    number = stated[1].rstrip("+")
    years = int(number) if number.isdigit() else _NUMBERS.get(number, 0)
    what = finding.description
    if finding.type is PreferenceType.EXPERIENCE:
        what = what.partition(" in ")[2]
    domain = domain_of(what)
    if years < _INTERMEDIATE_FROM or not domain:
        return None
    return domain, Level.ADVANCED if years >= _ADVANCED_FROM else Level.INTERMEDIATE


def domain_of(description: str) -> str:
    """A skill domain: a short lower-case name, or "" where the words are too many for one."""
    domain = (
        description.lower()
        .removeprefix("the ")
        .removeprefix("using ")
        .removeprefix("working with ")
    )
    return domain if 0 < len(domain.split()) <= _LONGEST_DOMAIN else ""
