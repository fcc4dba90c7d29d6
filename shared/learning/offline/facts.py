"""Facts for `about`: name, role, employer, place, languages, editor, infrastructure, time zone …."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from shared.learning.offline import technology
from shared.learning.offline.clauses import Clause
from shared.learning.offline.objects import cut, shifted, stands_alone
from shared.learning.offline.occupations import occupation
from shared.learning.offline.standing import style_of
from shared.learning.offline.tokens import Token, norms


@dataclass(frozen=True, slots=True)
class Fact:
    """A value at a leaf path of `about`; on a list path, one more element."""

    path: str
    value: Any
    confidence: float


_NAME_IS = re.compile(
    r"^(?:my (?:full |first |given )?name is|(?:please )?call me|(?:everyone|"
    r"everybody|people|friends|my friends|they all) calls? me|i go by|i am called|i "
    r"am named) "
)
_INTRODUCED = re.compile(
    r"^(?:(?:hi|hello|hey|greetings|good morning|good evening)(?: there| all| "
    r"everyone)? [,!.]* ?)?(?:i am|this is) $"
)
_NOT_NAMES: Final = frozenset(
    """i the a an not so just also very really here back sure sorry glad happy sad tired new on in at from going trying
    looking working using italian german french english american canadian indian chinese japanese korean spanish
    portuguese brazilian mexican dutch polish russian turkish greek irish scottish british australian swedish norwegian
    danish finnish ukrainian catholic muslim jewish christian hindu buddhist sikh orthodox protestant vegan vegetarian
    python linux ceo cto cfo coo vp hr it okay ok fine good well great african asian european latino latina hispanic
    arab arabic persian iranian israeli egyptian nigerian kenyan vietnamese thai filipino pakistani monday tuesday
    wednesday thursday friday saturday sunday later maybe whatever when if crazy""".split()
)
_GIVEN_NAMES: Final = frozenset("ada julia ruby pascal jade elm eclipse".split())
_LIVES = re.compile(
    r"^i (?:\w+ly |now |live and )*(?:(?:live|reside|am based|am living|am located|"
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
_WORKS_AT = re.compile(r"\b(?:work|working|employed|worked) (?:\w+ )?(?:at|for|with) (?=\S)")
_AT_ORG = re.compile(
    r"^(?:i am|i work|my (?:current )?(?:job|role|position)).{2,60}? (?:at|for|with) (?=\S)"
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
_EDITOR = re.compile(
    r"\b(?:editor|ide)\b|^i (?:\w+ly |mostly |always |code |work |develop |write "
    r"(?:all )?(?:my )?(?:code )?|live |do everything )*(?:use|in|with|edit|"
    r"switched to|moved to)\b"
)
_USES = re.compile(
    r"^(?:i|we) (?:\w+ly |mostly |always |often |usually |primarily |mainly |have "
    r"been |have |am |are )*(?:use|using|work with|working with|work in|code in|"
    r"coding in|write|writing|program in|programming in|develop in|build with|"
    r"building with|run|deploy (?:to|on|with)|host (?:on|with)|know|rely on|work on|"
    r"prefer|love|like|enjoy|switched to|moved to|specialize in|am fluent in|fluent "
    r"in|am proficient in|proficient in|am experienced (?:in|with)|have experience "
    r"(?:in|with))\b"
)
_LANGUAGES_ARE = re.compile(
    r"^(?:my|our) (?:main |primary |favorite |preferred |go-to |current |tech "
    r")*(?:programming )?(?:languages?|stack|editor|ide|infrastructure|tools?)\b"
)
_INTEREST = re.compile(
    r"^(?:i am (?:really |very |quite |also |deeply )*(?:interested in|passionate "
    r"about|fascinated by|into)|my (?:main |other |biggest )?(?:interests?|hobbies|"
    r"hobby|passions?) (?:is|are|include|includes)) "
)
_ANSWERS_WANTED = re.compile(
    r"^i (?:(?:really|much|always|generally|usually|would) )*(?:prefer|like|want|"
    r"love|appreciate|value|need) (?:my |your |the )?(?P<how>[\w-]+(?: (?:and|,) "
    r"[\w-]+)?) (?:answers|responses|replies|explanations|communication)\b"
)
_FOCUS = re.compile(
    r"^(?:i (?:\w+ly |mostly )*(?:focus on|specialize in|work on|work in)|my "
    r"(?:main |current |primary )?(?:focus|focus areas?|specialty|specialties|area "
    r"of expertise) (?:is|are|include)) "
)
_NOT_IN_NAMES: Final = frozenset("a an the for to who that my their".split())
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
    yield from _job(tokens, said, text)
    yield from _technology(tokens, said, text)
    if not asks:
        yield from _interests(tokens, said, text)
    yield from _person(tokens, said, text)
    yield from _answers(said)


def _after(tokens: Sequence[Token], said: str, match: re.Match[str] | None) -> Sequence[Token]:
    return tokens[said.count(" ", 0, match.end()) :] if match else ()


def _proper(tokens: Sequence[Token], text: str, limit: int = 4) -> str:
    """The capitalised words at the start, as written: "Lisbon, Portugal", "Acme Corp"."""
    end = 0
    for at, token in enumerate(tokens[: limit * 2]):
        raw = text[token.start : token.end]
        if raw[:1].isupper() or (raw[:1].isdigit() and at):
            end = at + 1
        elif not (at and raw in {",", "of", "de", "and", "&", "the", "-", "la", "du"}) or (
            raw == "," and at + 1 < len(tokens) and not text[tokens[at + 1].start].isupper()
        ):
            break
    return text[tokens[0].start : tokens[end - 1].end] if end else ""


def _name(tokens: Sequence[Token], said: str, text: str) -> Iterator[Fact]:
    stated = _NAME_IS.match(said)
    if stated:
        name = _capitalised_name(_after(tokens, said, stated), text, strict=False)
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
            or token.norm in _NOT_NAMES
            or (raw.isupper() and len(raw) > 2)
            or (token.norm in technology.ALL and token.norm not in _GIVEN_NAMES)
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
            place = _proper(_after(tokens, said, match), text)
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
        rest = _after(tokens, said, zone_is)
        zone = _ZONE.match(norms(rest))
        if zone and rest:
            end = norms(rest).count(" ", 0, zone.end())
            yield Fact("timezone", text[rest[0].start : rest[end].end], 0.95)


def _job(tokens: Sequence[Token], said: str, text: str) -> Iterator[Fact]:
    job = occupation(tokens, said, text)
    if job:
        yield Fact("work.role", job, 0.95)
    at = (_AT_ORG.match(said) if job else None) or _WORKS_AT.search(said)
    if (
        at
        and tokens[0].norm in {"i", "my"}
        and not re.match(r"i (?:used to|was|worked|do not|did|had)", said)
    ):
        org = _proper(_after(tokens, said, at), text)
        if (
            org
            and org.lower() not in technology.ALL
            and org.split()[0].lower() not in {"i", "the"} | _NOT_NAMES
        ):
            yield Fact("work.org", org, 0.93)
    focus = _FOCUS.match(said)
    if focus and (job or "special" in said or "focus" in said):
        words = cut(_after(tokens, said, focus))
        if stands_alone(words, firm=False) and len(words) < 12:
            for part in _parts(shifted(words, text)):
                yield Fact("work.focusAreas", part, 0.9)


def _technology(tokens: Sequence[Token], said: str, text: str) -> Iterator[Fact]:
    uses = _USES.match(said)
    listed = _LANGUAGES_ARE.match(said)
    if (not uses and not listed) or " not " in f" {said} " or "never" in said:
        return
    phrase = text[tokens[0].start : tokens[-1].end]
    for name in technology.named(phrase, technology.LANGUAGES):
        yield Fact("work.languages", name, 0.9)
    for name in technology.named(phrase, technology.INFRA):
        yield Fact("tools.infra", name, 0.88)
    preferred = re.match(
        r"^(?:i|we) (?:\w+ly |mostly |always |usually )*(?:prefer|love|like|enjoy)|"
        r"^(?:my|our) (?:\w+ )*stack",
        said,
    )
    if preferred:
        for name in technology.named(phrase.split(" over ")[0], technology.STACKS):
            yield Fact("codePreferences.preferredStacks", name, 0.9)
    editors = technology.named(phrase, technology.EDITORS)
    if len(editors) == 1 and _EDITOR.search(said):
        yield Fact("tools.editor", editors[0], 0.93)


def _interests(tokens: Sequence[Token], said: str, text: str) -> Iterator[Fact]:
    match = _INTEREST.match(said)
    if not match:
        return
    words = cut(_after(tokens, said, match))
    if not stands_alone(words, firm=False) or len(words) > 12:
        return
    for part in _parts(shifted(words, text)):
        if 0 < len(part.split()) < 6:
            yield Fact("interests", part, 0.9)


def _answers(said: str) -> Iterator[Fact]:
    """ "I prefer short, direct answers" sets the level of detail and the tone."""
    wanted = _ANSWERS_WANTED.match(said)
    if not wanted:
        return
    for how in wanted["how"].replace(" and ", " ").replace(",", " ").split():
        path, value = style_of(how)
        if path:
            yield Fact(path, value, 0.93)


def _parts(listed: str) -> list[str]:
    """The members of an enumeration of short names; the whole where it is no such thing."""
    parts = [part.strip() for part in re.split(r",? and |, ", listed)]
    plain = all(
        0 < len(part.split()) < 4 and not set(part.lower().split()) & _NOT_IN_NAMES
        for part in parts
    )
    return parts if plain else [listed]


def _person(tokens: Sequence[Token], said: str, text: str) -> Iterator[Fact]:
    age = _AGE.match(said)
    aged = _AGED.match(said)
    if aged and 5 < int(aged[1]) < 120:
        yield Fact("custom.age", int(aged[1]), 0.95)
    elif age and 5 < int(age[1]) < 120 and ("year" in said or "y" in said.split()[-1]):
        yield Fact("custom.age", int(age[1]), 0.95)
    pronouns = _PRONOUNS.match(said)
    if pronouns:
        yield Fact("custom.pronouns", shifted(_after(tokens, said, pronouns), text), 0.97)
    bio = _BIO.match(said)
    if bio:
        yield Fact("bio", text[_after(tokens, said, bio)[0].start : tokens[-1].end], 0.9)
