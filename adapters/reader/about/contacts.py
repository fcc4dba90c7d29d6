"""People who matter to the user: "my sister Ana", "my manager is called Tom"."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from adapters.reader.about.fact_parts import Fact
from adapters.reader.grammar.tokens import Token, norms

_RELATIONS: Final = frozenset(
    """
    wife husband partner girlfriend boyfriend fiance fiancee spouse son daughter child kid mother
    mom mum mommy father dad sister brother twin grandmother grandma granny grandfather grandpa
    aunt uncle cousin niece nephew stepmother stepfather mother-in-law father-in-law sister-in-law
    brother-in-law friend roommate flatmate housemate neighbor neighbour boss manager colleague
    coworker co-worker mentor supervisor assistant teammate doctor therapist trainer coach teacher
    landlord cofounder co-founder lawyer accountant
    """.split()
)
_BETWEEN = re.compile(
    r"^(?:(?:is called|is named|is|named|called|whose name is|, whose name is|goes "
    r"by|'s name is|,) )"
)
_NAME_AFTER_OF = re.compile(r"^(?:name is|name 's) ")
_NOT_NAMES: Final = frozenset(
    "i mr mrs ms miss dr prof "
    "and the a is he she we they who but so monday tuesday wednesday thursday friday "
    "saturday sunday christmas english python".split()
)
_ABOUT = frozenset(["my", "our"])


def contacts(tokens: Sequence[Token], text: str) -> Iterator[Fact]:
    """Named people with their relation to the user."""
    for at, token in enumerate(tokens[:-2]):
        if token.norm not in _ABOUT:
            continue
        for head in range(at + 1, min(at + 4, len(tokens) - 1)):
            word = tokens[head].norm
            relation = word.removesuffix("'s")
            if relation in _RELATIONS:
                name = _name(tokens[head + 1 :], text, possessive=word != relation)
                if name:
                    qualifiers = [
                        t.norm
                        for t in tokens[at + 1 : head]
                        if t.norm not in {"dear", "lovely", "own", "dearest"}
                    ]
                    yield Fact(
                        "contacts",
                        {"name": name, "relation": " ".join([*qualifiers, relation])},
                        0.93,
                    )
                break
            if not word.isalpha() and "-" not in word:
                break


def _name(tokens: Sequence[Token], text: str, *, possessive: bool) -> str:
    between = (_NAME_AFTER_OF if possessive else _BETWEEN).match(norms(tokens[:5]) + " ")
    if possessive and not between:
        return ""
    rest = tokens[between.group().count(" ") :] if between else tokens
    taken: list[Token] = []
    for token in rest[:2]:
        raw = text[token.start : token.end]
        if (
            not raw[:1].isupper()
            or not raw.isalpha()
            or token.norm in _NOT_NAMES
            or (taken and token.start > taken[-1].end + 1)
        ):
            break
        taken.append(token)
    if not taken:
        return ""
    if between and between.group() in {"is ", ", "}:
        follows = rest[len(taken)].norm if len(taken) < len(rest) else ""
        if follows not in {"", ",", ".", "and", "!", "(", ";"}:
            return ""
    return text[taken[0].start : taken[-1].end]
