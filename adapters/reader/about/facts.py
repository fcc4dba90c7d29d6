"""Facts for `about`: name, role, employer, place, tools, time zone."""

import re
from collections.abc import Iterator, Sequence

from adapters.reader.about.fact_parts import (
    GIVEN_NAMES,
    NOT_NAMES,
    Fact,
    members,
    proper_name,
    words_after,
)
from adapters.reader.about.standing import style_of
from adapters.reader.about.work_facts import job_facts, technology_facts
from adapters.reader.grammar import technology
from adapters.reader.grammar.tokens import Token, norms
from adapters.reader.objects.anaphora import stands_alone
from adapters.reader.objects.objects import cut
from adapters.reader.objects.wording import shifted
from adapters.reader.text.clauses import Clause

_NAME_IS = re.compile(
    r"^(?:my (?:full |first |given )?name is|(?:please )?call me|(?:everyone|"
    r"everybody|people|friends|my friends|they all) calls? me|i go by|i am called|i "
    r"am named) "
)


_INTRODUCED = re.compile(
    r"^(?:(?:hi|hello|hey|greetings|good morning|good evening)(?: there| all| "
    r"everyone)? [,!.]* ?)?(?:i am|this is) $"
)


_LIVES = re.compile(
    r"^i (?:\w+ly |now |live and ){0,9}(?:(?:live|reside|am based|am living|am located|"
    r"work and live|have lived|have been living) (?:and work )?(?:out of |near |"
    r"just outside |outside )?(?:in|near|at)?|have (?:just |recently |now "
    r")?(?:moved|relocated) (?:over )?to|(?:just |recently )?(?:moved|relocated) "
    r"(?:back )?to) "
)


_FROM = re.compile(
    r"^i (?:am (?:originally |\w+ly )?from|come (?:originally )?from|am an? "
    r"(?:[\w-]+ ){1,4}?from|was born (?:and raised |and brought up )?in|grew up in|"
    r"was raised in) "
)


_AGE = re.compile(
    r"^i am (?:a )?(\d{1,3})(?: years old| year old| y/o| yo|-year-old)?(?:$| "
    r"(?:years|and|,|from|year))"
)


_AGED = re.compile(r"^i am an? (\d{1,3})[- ]years?[- ]old\b")


_PRONOUNS = re.compile(r"^my pronouns are ")


_ZONE = re.compile(
    r"\b(?P<zone>(?:utc|gmt) ?[+-]? ?\d{1,2}(?: : ?\d\d)?|utc|gmt|[ecmp][sd]t|cet|"
    r"cest|eet|bst|ist|jst|aest|(?:eastern|pacific|central|mountain) (?:standard |"
    r"daylight )?time|\w+/\w+)\b"
)


_ZONE_IS = re.compile(
    r"^(?:my (?:time ?zone|local time) is|i am (?:in|on)(?: the)?|i live in(?: "
    r"the)?|we are (?:in|on)(?: the)?|i work (?:in|on)(?: the)?) "
)


_INTEREST = re.compile(
    r"^(?:i am (?:really |very |quite |also |deeply ){0,9}(?:interested in|passionate "
    r"about|fascinated by|into)|my (?:main |other |biggest )?(?:interests?|hobbies|"
    r"hobby|passions?) (?:is|are|include|includes)) "
)


_ANSWERS_WANTED = re.compile(
    r"^i (?:(?:really|much|always|generally|usually|would) ){0,9}(?:prefer|like|want|"
    r"love|appreciate|value|need) (?:my |your |the )?(?P<how>[\w-]+(?: (?:and|,) "
    r"[\w-]+)?) (?:answers|responses|replies|explanations|communication)\b"
)


_BIO = re.compile(r"^(?:about me|my bio|bio) : ")


def facts(clause: Clause, text: str, *, asks: bool) -> Iterator[Fact]:
    """The facts that a clause in the first person states.

    Args:
        clause: the clause.
        text: the prompt.
        asks: the prompt asks for something, so that "I'm interested in …" may only introduce it.
    """
    if clause.subject not in {"i", "we", "my", "our", ""} or (
        clause.inherited and clause.subject == "we"
    ):
        return
    said = ("i " if clause.inherited and clause.subject == "i" else "") + norms(clause.tokens)
    tokens: Sequence[Token] = clause.tokens
    if clause.inherited and clause.subject == "i":
        tokens = (Token("i", clause.start, clause.start), *tokens)
    yield from _name(tokens, said, text)
    if clause.hedged:
        return
    yield from _place(tokens, said, text)
    yield from job_facts(tokens, said, text)
    yield from technology_facts(tokens, said, text)
    if not asks:
        yield from _interests(tokens, said, text)
    yield from _person(tokens, said, text)
    yield from _answers(said)


def _name(tokens: Sequence[Token], said: str, text: str) -> Iterator[Fact]:
    stated = _NAME_IS.match(said)
    if stated:
        name = _capitalised_name(words_after(tokens, said, stated), text, strict=False)
        if name:
            yield Fact("name", name, 0.97)
        return
    for opening in (2, 4, 5):
        introduced = _INTRODUCED.match(norms(tokens[:opening]) + " ")
        if introduced and len(tokens) > opening:
            follows = tokens[opening + 1].norm if len(tokens) > opening + 1 else ""
            name = _capitalised_name(tokens[opening:], text, strict=True)
            words = name.count(" ") + 1
            follows = tokens[opening + words].norm if name and len(tokens) > opening + words else ""
            if name and follows in {"", ",", "and", "from", "-", "(", ".", "!", "\u2014"}:
                yield Fact("name", name, 0.9)
            return


def _capitalised_name(tokens: Sequence[Token], text: str, *, strict: bool) -> str:
    taken: list[Token] = []
    for token in tokens[:3]:
        raw = text[token.start : token.end]
        if (
            not raw[:1].isalpha()
            or token.norm in NOT_NAMES
            or (raw.isupper() and len(raw) > 2)
            or (token.norm in technology.ALL and token.norm not in GIVEN_NAMES)
        ):
            break
        if not raw[:1].isupper() or (strict and len(raw) < 2):
            break
        taken.append(token)
    return text[taken[0].start : taken[-1].end] if taken else ""


def _place(tokens: Sequence[Token], said: str, text: str) -> Iterator[Fact]:
    for pattern, path, confidence in (
        (_LIVES, "custom.location", 0.95),
        (_FROM, "custom.hometown", 0.93),
    ):
        match = pattern.match(said)
        if match:
            place = proper_name(words_after(tokens, said, match), text)
            if place and place.lower().split()[0] not in {
                "i",
                "monday",
                "tuesday",
                "utc",
                "gmt",
                "cet",
                "est",
                "pst",
            }:
                yield Fact(path, place, confidence)
            break
    zone_is = _ZONE_IS.match(said)
    if zone_is:
        rest = words_after(tokens, said, zone_is)
        zone = _ZONE.match(norms(rest))
        if zone and rest:
            end = norms(rest).count(" ", 0, zone.end())
            yield Fact("timezone", text[rest[0].start : rest[end].end], 0.95)


def _interests(tokens: Sequence[Token], said: str, text: str) -> Iterator[Fact]:
    match = _INTEREST.match(said)
    if not match:
        return
    words = cut(words_after(tokens, said, match))
    if not stands_alone(words, firm=False) or len(words) > 12:
        return
    for part in members(shifted(words, text)):
        if 0 < len(part.split()) < 6:
            yield Fact("interests", part, 0.9)


def _answers(said: str) -> Iterator[Fact]:
    """E.g. "I prefer short, direct answers" sets the level of detail and the tone."""
    wanted = _ANSWERS_WANTED.match(said)
    if not wanted:
        return
    for how in wanted["how"].replace(" and ", " ").replace(",", " ").split():
        path, value = style_of(how)
        if path:
            yield Fact(path, value, 0.93)


def _person(tokens: Sequence[Token], said: str, text: str) -> Iterator[Fact]:
    age = _AGE.match(said)
    aged = _AGED.match(said)
    if aged and 5 < int(aged[1]) < 120:
        yield Fact("custom.age", int(aged[1]), 0.95)
    elif age and 5 < int(age[1]) < 120 and ("year" in said or "y" in said.split()[-1]):
        yield Fact("custom.age", int(age[1]), 0.95)
    pronouns = _PRONOUNS.match(said)
    if pronouns:
        yield Fact("custom.pronouns", shifted(words_after(tokens, said, pronouns), text), 0.97)
    bio = _BIO.match(said)
    if bio:
        yield Fact("bio", text[words_after(tokens, said, bio)[0].start : tokens[-1].end], 0.9)
