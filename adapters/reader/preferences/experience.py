"""Experience and expertise: how long somebody has done what, and as what they work."""

import re
from collections.abc import Iterator
from typing import Final

from adapters.reader.grammar.tokens import Token, norms
from adapters.reader.objects.anaphora import stands_alone
from adapters.reader.objects.objects import cut
from adapters.reader.objects.wording import describe
from adapters.reader.preferences.findings import Finding
from adapters.reader.text.clauses import Clause
from shared.documents.profile import PreferenceType as T

_PERFECT = re.compile(
    r"(?:have|had) (?:\w+ly |always |just |now ){0,9}(?:been |worked |used |played |"
    r"lived )|(?:work|worked|code|play) "
)

_NUMBER = (
    r"(?:\d{1,2}(?:\.\d)?\+?|one|two|three|four|five|six|seven|eight|nine|ten|"
    r"eleven|twelve|fifteen|twenty|thirty"
    r"|a (?:decade|few|couple of)|many|several|two decades|a dozen)"
)
_DURATION = re.compile(
    r"\b(?:for (?:about |over |more than |almost |nearly |around |the (?:past|last) "
    r"|well over ){0,9}(?P<n>" + _NUMBER + r") (?:\+ )?(?P<unit>years?|yrs|decades?|months?)"
    r"|for (?P<vague>years|decades|ages)|for (?P<decade>a decade)|since "
    r"(?P<since>(?:19|20)\d\d|childhood|college|university|high school|i was (?:a "
    r")?\w+(?: years old)?))\b"
)
_YEARS_OF = re.compile(
    r"^(?:have |got |with )(?:about |over |more than |almost |nearly |around ){0,9}(?P<n>"
    + _NUMBER
    + r") (?:\+ )?years (?:of |worth of )?(?:professional |work |working |solid |hands-on )?"
    r"experience (?:(?:in|with|of|using|on|working (?:with|on|in|as)|as|doing|at) "
    r")(?:an? )?(?P<rest>.+)$"
)
_FIELD_BY_SUFFIX: Final = (
    ("engineer", "engineering"),
    ("developer", "development"),
    ("designer", "design"),
    ("teacher", "teaching"),
    ("nurse", "nursing"),
    ("manager", "management"),
    ("analyst", "analysis"),
    ("scientist", "science"),
    ("writer", "writing"),
    ("consultant", "consulting"),
    ("accountant", "accounting"),
    ("marketer", "marketing"),
    ("lawyer", "law"),
    ("chef", "cooking"),
    ("photographer", "photography"),
    ("architect", "architecture"),
    ("administrator", "administration"),
    ("researcher", "research"),
    ("programmer", "programming"),
    ("doctor", "medicine"),
    ("electrician", "electrical work"),
    ("carpenter", "carpentry"),
    ("journalist", "journalism"),
    ("translator", "translation"),
    ("editor", "editing"),
    ("gardener", "gardening"),
    ("plumber", "plumbing"),
    ("tester", "testing"),
    ("therapist", "therapy"),
    ("trainer", "training"),
)
_WORKING_AS = re.compile(
    r"^(?:working|work|worked|employed|practicing|serving) (?:professionally )?as (?:an? |the )?"
)
_DOING = re.compile(
    r"^(?P<verb>working|worked|coding|programming|developing|writing|using|building|"
    r"doing|playing|practicing|studying|learning|teaching"
    r"|making|running|cooking|baking|painting|drawing|speaking|training|racing|"
    r"singing|dancing|designing|managing|leading|researching)"
    r"(?: (?:mostly |mainly |daily )?(?:with|in|on|code in|for|at))? "
)
_BARE_ACTIVITY = frozenset(
    "coding programming writing running painting drawing singing dancing cooking baking "
    "gardening cycling swimming surfing climbing skiing hiking meditating teaching "
    "freelancing knitting sailing fishing camping".split()
)
_DAILY = re.compile(r" (?:daily|every day|professionally|regularly|full-time|on and off)$")
_MOSTLY = re.compile(
    r"(?:,|and|-|\u2014) (?:mostly|mainly|primarily|largely|especially|focusing|"
    r"specializing|focused|usually)(?: on| in| with| building| using| doing| "
    r"working (?:with|on|in)){0,9} "
)


def experience(clause: Clause, text: str) -> Iterator[Finding]:
    """Statements of duration: "a nurse for 8 years", "10 years of experience in sales"."""
    if clause.subject not in {"i", "we"}:
        return
    body = list(clause.body)
    said = norms(body)
    stated = _YEARS_OF.match(said.removeprefix("do "))
    if stated:
        yield from _years_of(body, stated, text)
        return
    duration = _DURATION.search(said)
    perfect = _PERFECT.match(said)
    if not duration or not perfect:
        return
    at = _index_at(said, duration.start())
    start = 1 if said.startswith("have ") else 0
    if start and body[start].norm in {"always", "been", "now"}:
        start += 1
    if body[start].norm == "been":
        start += 1
    done = tuple(body[start:at])
    after = body[_index_at(said, duration.end()) + 1 :]
    yield from _done(done, after, _length(duration), text)


def _years_of(body: list[Token], stated: re.Match[str], text: str) -> Iterator[Finding]:
    words = cut(body[_index_at(norms(body), stated.start("rest")) :])
    if not stands_alone(words):
        return
    what = describe(words, text)
    length = f"{stated['n']} years"
    yield Finding(
        T.EXPERIENCE,
        f"{length} in {field_of(what)}",
        0.95,
        context=f"User mentioned having {length} of experience in {what}",
    )


def _done(done: tuple[Token, ...], after: list[Token], length: str, text: str) -> Iterator[Finding]:
    said = norms(done)
    years = length if length else "years"
    role = _WORKING_AS.match(said)
    if role:
        words = cut(done[role.group().count(" ") :])
        if stands_alone(words):
            what = describe(words, text)
            context = f"User mentioned having {years} of experience as {_article(what)} {what}"
            yield Finding(T.EXPERIENCE, f"{years} in {field_of(what)}", 0.95, context=context)
            yield from _mostly(after, text)
        return
    doing = _DOING.match(said + " ")
    if doing and doing.group().count(" ") < len(done):
        words = cut(done[doing.group().count(" ") :])
        if stands_alone(words, firm=False):
            what = _DAILY.sub("", describe(words, text))
            yield Finding(
                T.EXPERTISE,
                what,
                0.95,
                context=f"User mentioned having {years} of experience with {what}",
            )
        return
    if said in _BARE_ACTIVITY:
        yield Finding(
            T.EXPERTISE,
            said,
            0.92,
            context=f"User mentioned having {years} of experience with {said}",
        )


def _mostly(after: list[Token], text: str) -> Iterator[Finding]:
    match = _MOSTLY.match(norms(after) + " ")
    if not match:
        return
    words = cut(after[match.group().count(" ") :])
    if stands_alone(words):
        what = describe(words, text)
        if what.split()[0] in {"with", "on", "in"}:
            what = what.split(" ", 1)[-1]
        yield Finding(T.EXPERTISE, what, 0.9, context=f"User has mostly worked with {what}")


def field_of(role: str) -> str:
    """The field of an occupation: "software engineer" → "software engineering"."""
    for suffix, field in _FIELD_BY_SUFFIX:
        if role.lower().endswith(suffix):
            return role[: -len(suffix)] + field
    return role


def _length(duration: re.Match[str]) -> str:
    if duration["n"]:
        unit = duration["unit"]
        return f"{duration['n']} {'years' if unit == 'yrs' else unit}"
    if duration["decade"]:
        return "a decade"
    return duration["vague"] or f"years (since {duration['since'].replace('i was', 'they were')})"


def _article(noun: str) -> str:
    return "an" if noun[:1].lower() in "aeiou" else "a"


def _index_at(said: str, offset: int) -> int:
    return said.count(" ", 0, offset)
