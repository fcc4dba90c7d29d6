"""The steps of a workflow, as the user tells them in order."""

import re
from collections.abc import Sequence

from adapters.reader.languages import Language
from adapters.reader.lines import without_accents
from adapters.reader.wording import Wording

_LONGEST = 10
"""Words of a step."""
_MOST = 12
"""Steps."""


def stated_steps(text: str, language: Language) -> list[str]:
    """Returns the steps of a sequence as it was told: "I write tests, then run them".

    What follows a mere comma or "and" is a step if it begins with a verb, or if the step before
    does not: "drink tea, coffee, and juice" is one step, "tea, teeth, two pages" are three.
    """
    marks = sorted(language.list("step_marks"), key=len, reverse=True)
    joining = sorted(language.list("joining_steps"), key=len, reverse=True)
    spaced = language.about.spaced
    words, ands = ("|".join(map(re.escape, one)) or "(?!)" for one in (marks, joining))
    if spaced:
        between = rf"(?P<firm>[;>\u2192]|->|\b(?:{words})\b)|,|\b(?:{ands})\b"
    else:
        between = f"(?P<firm>[、,]|{words})"
    steps: list[str] = []
    at, loose = 0, ""
    plain = without_accents(text) if language.about.fold_accents else text
    for match in [*re.finditer(between, plain, re.IGNORECASE), None]:
        part = text[at : match.start() if match else len(text)]
        step = _step(part, language)
        # What follows a comma or "and" is a step of its own if it begins with a verb.
        is_step = _verb(step, language) or (
            loose.strip() == "," and not _verb(steps[-1] if steps else "", language)
        )
        if step and steps and loose and not is_step:
            steps[-1] = f"{steps[-1]}{loose}{part.rstrip()}"
        elif step and step.lower() not in {one.lower() for one in steps}:
            steps.append(step)
        elif part.strip():
            loose = ""
        if match:
            firm = match["firm"] or (not part.strip() and not loose)
            space = " " if match.group().isalpha() else ""
            loose = "" if firm else f"{loose if not part.strip() else ''}{space}{match.group()}"
            at = match.end()
    return steps[:_MOST]


def _verb(step: str, language: Language) -> str:
    """Returns the verb that a step begins with, in its base form; "" if it begins with none."""
    first = step.partition(" ")[0].lower()
    base = language.bases.get(first, "")
    return base if base in language.list("step") | language.list("order") else ""


def _step(part: str, language: Language) -> str:
    words = part.strip(" .!;:,-").split()
    skipped = language.list("before_a_step")
    while words and words[0].lower() in skipped:
        words = words[1:]
    if not words or (language.about.spaced and len(words) > _LONGEST):
        return ""
    # "Writing tests" is the step "Write tests"; in "lights out", "lights" is no verb.
    verb = _verb(words[0], language)
    if verb and language.inflection.of(verb, "ing") == words[0].lower():
        words[0] = verb
    step = " ".join(words)
    return step[:1].upper() + step[1:]


def told_of(steps: Sequence[str], language: Language, occasion: str = "") -> str:
    """Returns a description: "Usually writes tests, then runs them"."""
    wording = Wording(language)
    told = []
    for step in steps:
        is_verb = not language.bases or _verb(step, language) == step.partition(" ")[0].lower()
        # The capital of an abbreviation stays.
        small = step if step[1:2].isupper() and not is_verb else step[:1].lower() + step[1:]
        told.append(wording.formed(small, "s") if is_verb else small)
    usual = language.retold.get("usually:first", "")
    then = language.retold.get("then:last", ", ")
    said = f"{usual} {', '.join(told[:-1])}{then}{told[-1]}".strip()
    said = f"{said} ({occasion})" if occasion else said
    return said[:1].upper() + said[1:]
