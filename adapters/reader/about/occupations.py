"""What somebody works as."""

import re
from collections.abc import Sequence
from typing import Final

from adapters.reader.grammar.tokens import Token

_HEADS: Final = frozenset(
    """
    engineer developer programmer designer architect scientist researcher analyst manager director
    consultant teacher professor lecturer tutor nurse doctor physician surgeon dentist pharmacist
    therapist psychologist psychiatrist counselor counsellor lawyer attorney paralegal judge
    accountant auditor bookkeeper banker trader broker actuary economist journalist reporter
    editor writer author copywriter translator interpreter librarian photographer videographer
    filmmaker musician composer artist illustrator animator actor dancer chef cook baker waiter
    waitress barista bartender electrician plumber carpenter mechanic welder technician machinist
    driver pilot paramedic firefighter policeman officer soldier farmer gardener biologist chemist
    physicist mathematician statistician astronomer geologist historian philosopher sociologist
    anthropologist marketer recruiter salesperson salesman realtor entrepreneur founder co-founder
    cofounder ceo cto cfo coo freelancer contractor administrator sysadmin devops sre tester
    intern apprentice student undergraduate postdoc veterinarian vet midwife physiotherapist
    nutritionist dietitian trainer coach planner surveyor secretary assistant receptionist clerk
    cashier strategist producer publisher curator social-worker caregiver childminder nanny
    hairdresser stylist tailor jeweller potter principal headteacher superintendent lead head
    specialist executive officer advisor adviser agent
    """.split()
)
_WEAK: Final = frozenset(
    "lead head specialist executive officer advisor adviser agent cook driver vet planner "
    "coach student judge artist writer author gardener dancer actor".split()
)
_STATED = re.compile(
    r"^(?:i (?:am|work|work full-time|work part-time|am working|am employed|have "
    r"been working|have worked|currently work|freelance|serve|am currently "
    r"working)(?: \w+ly| currently| now| also| both){0,9} (?:as )?(?:an? )|my "
    r"(?:current |day )?(?:job|role|occupation|profession|title|job title|position) "
    r"is (?:as |being |that of )?(?:an? |the )?|i (?:work|am working|have worked|"
    r"have been working) (?:at|for|with) (?:[\w'-]+ ){1,4}?as (?:an? |the )|i am "
    r"\w+(?: \w+)? , an? |i work as )"
)
_BREAKS: Final = frozenset(
    "at in for with from who that and but on of so , . ; by since to living based working "
    "specializing focused focusing looking trying where whose - ( over because".split()
)
_FORGED: Final = frozenset("admin root superuser owner system creator developer-mode".split())


def occupation(tokens: Sequence[Token], said: str, text: str) -> str:
    """The occupation that a clause states ("I'm a senior data engineer at …"), or ""."""
    stated = _STATED.match(said)
    if not stated:
        return ""
    words = tokens[said.count(" ", 0, stated.end()) :]
    if len(words) > 1 and words[0].norm.endswith("-year-old"):
        words = words[1:]
    end = 0
    while end < min(len(words), 7) and words[end].norm not in _BREAKS:
        end += 1
    while (
        end > 1
        and words[end - 1].norm not in _HEADS
        and words[end - 1].norm in {"myself", "currently", "now", "too", "here", "today"}
    ):
        end -= 1
    role = words[:end]
    if not role or role[-1].norm not in _HEADS or {t.norm for t in role} & _FORGED:
        return ""
    plain = len(role) == 1 and role[0].norm in _WEAK - {
        "student",
        "writer",
        "artist",
        "author",
        "vet",
        "driver",
        "cook",
        "gardener",
    }
    if plain and "work" not in said and "job" not in said:
        return ""
    if role[0].norm in {
        "good",
        "great",
        "top",
        "best",
        "real",
        "bad",
        "terrible",
        "better",
        "big",
        "slow",
        "fast",
        "careful",
        "safe",
        "your",
    }:
        return ""
    return text[role[0].start : role[-1].end]
