"""Facts about work: role, employer, focus, languages, infrastructure, editor."""

import re
from collections.abc import Iterator, Sequence

from adapters.reader.about.fact_parts import NOT_NAMES, Fact, members, proper_name, words_after
from adapters.reader.about.occupations import occupation
from adapters.reader.grammar import technology
from adapters.reader.grammar.tokens import Token
from adapters.reader.objects.anaphora import stands_alone
from adapters.reader.objects.objects import cut
from adapters.reader.objects.wording import shifted

_PREFERRED = re.compile(
    r"^(?:i|we) (?:\w+ly |mostly |always |usually ){0,9}(?:prefer|love|like|enjoy)|"
    r"^(?:my|our) (?:\w+ ){0,9}stack"
)
_PAST_OR_NOT = re.compile(r"i (?:used to|was|worked|do not|did|had)")

_WORKS_AT = re.compile(r"\b(?:work|working|employed|worked) (?:\w+ )?(?:at|for|with) (?=\S)")


_AT_ORG = re.compile(
    r"^(?:i am|i work|my (?:current )?(?:job|role|position)).{2,60}? (?:at|for|with) (?=\S)"
)


_EDITOR = re.compile(
    r"\b(?:editor|ide)\b|^i (?:\w+ly |mostly |always |code |work |develop |write "
    r"(?:all )?(?:my )?(?:code )?|live |do everything ){0,9}(?:use|in|with|edit|"
    r"switched to|moved to)\b"
)


_USES = re.compile(
    r"^(?:i|we) (?:\w+ly |mostly |always |often |usually |primarily |mainly |have "
    r"been |have |am |are ){0,9}(?:use|using|work with|working with|work in|code in|"
    r"coding in|write|writing|program in|programming in|develop in|build with|"
    r"building with|run|deploy (?:to|on|with)|host (?:on|with)|"
    r"know(?! (?:where|what|how|that|if|who|the|about|which))|rely on|work on|"
    r"prefer|love|like|enjoy|switched to|moved to|specialize in|am fluent in|fluent "
    r"in|am proficient in|proficient in|am experienced (?:in|with)|have experience "
    r"(?:in|with))\b"
)


_LANGUAGES_ARE = re.compile(
    r"^(?:my|our) (?:main |primary |favorite |preferred |go-to |current |tech "
    r"){0,9}(?:programming )?(?:languages?|stack|editor|ide|infrastructure|tools?)\b"
)


_FOCUS = re.compile(
    r"^(?:i (?:\w+ly |mostly ){0,9}(?:focus on|specialize in|work on|work in)|my "
    r"(?:main |current |primary )?(?:focus|focus areas?|specialty|specialties|area "
    r"of expertise) (?:is|are|include)) "
)


def job_facts(tokens: Sequence[Token], said: str, text: str) -> Iterator[Fact]:
    """Role, employer and areas of focus."""
    job = occupation(tokens, said, text)
    if job:
        yield Fact("work.role", job, 0.95)
    at = (_AT_ORG.match(said) if job else None) or _WORKS_AT.search(said)
    if at and tokens[0].norm in {"i", "my"} and not _PAST_OR_NOT.match(said):
        org = proper_name(words_after(tokens, said, at), text)
        if (
            org
            and org.lower() not in technology.ALL
            and org.split()[0].lower() not in {"i", "the"} | NOT_NAMES
        ):
            yield Fact("work.org", org, 0.93)
    focus = _FOCUS.match(said)
    if focus and (job or "special" in said or "focus" in said):
        words = cut(words_after(tokens, said, focus))
        if stands_alone(words, firm=False) and len(words) < 12:
            for part in members(shifted(words, text)):
                yield Fact("work.focusAreas", part, 0.9)


def technology_facts(tokens: Sequence[Token], said: str, text: str) -> Iterator[Fact]:
    """Languages, infrastructure, preferred stacks and editor."""
    uses = _USES.match(said)
    listed = _LANGUAGES_ARE.match(said)
    if (not uses and not listed) or " not " in f" {said} " or "never" in said:
        return
    phrase = text[tokens[0].start : tokens[-1].end]
    for name in technology.named(phrase, technology.LANGUAGES):
        yield Fact("work.languages", name, 0.9)
    for name in technology.named(phrase, technology.INFRA):
        yield Fact("tools.infra", name, 0.88)
    preferred = _PREFERRED.match(said)
    if preferred:
        for name in technology.named(phrase.split(" over ")[0], technology.STACKS):
            yield Fact("codePreferences.preferredStacks", name, 0.9)
    editors = technology.named(phrase, technology.EDITORS)
    if len(editors) == 1 and _EDITOR.search(said):
        yield Fact("tools.editor", editors[0], 0.93)
