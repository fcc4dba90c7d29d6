"""How what was taken is said: of a third person, in the user's words; and steps of workflows."""

import re
from collections.abc import Mapping, Sequence, Set
from itertools import groupby

from adapters.reader.languages import Language
from adapters.reader.lines import Line, Token, without_accents
from adapters.reader.takes import NAMES

LONGEST = 40
"""Words that are retold, or four times as many characters without spaces."""
_QUOTES = ('"\u201c\u00ab', '"\u201d\u00bb')
_ENDS = " .!,;:-"
_LONGEST_STEP = 10
"""Words of a step."""
_MOST_STEPS = 12
"""Steps."""


class Wording:
    """The wording of descriptions in one language."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def said(self, line: Line, kept: range, kind: str) -> str:
        """Returns what was taken as a description has it.

        Args:
            line: the clause.
            kept: the indexes of the words.
            kind: the kind of the capture.
        """
        capture = self._language.captures[kind]
        return self.plain(line, kept, retold=capture.retold, small=capture.shape == "any")

    def plain(self, line: Line, kept: range, *, retold: bool = True, small: bool = True) -> str:
        """Returns some words as a description has them.

        Args:
            line: the clause.
            kept: the indexes of the words.
            retold: whether "my" becomes "their".
            small: whether a capital that only begins a sentence is taken back.
        """
        if not line.spaced:
            return line.original(kept).strip("\u300c\u300d\u300e\u300f\u3001\u3002 ")
        table = self._language.retold if retold else {}
        text = _with_other_words(line, kept, table).strip(" ,;:")
        if text[:1] in _QUOTES[0] and text[-1:] in _QUOTES[1]:
            text = text[1:-1].strip()
        return self._small(text, line, kept.start) if small else text

    def told(self, line: Line) -> str:
        """Returns a clause as a sentence about the user, without a full stop.

        "I am trying to learn Go" is "User is trying to learn Go".
        """
        language = self._language
        line = line.part(0, LONGEST if line.spaced else LONGEST * 4)
        opening = max(language.shape.entries("opening").ends(line, 0), default=0)
        if line.words[opening : opening + 1] and line.words[opening] in language.list("subjects"):
            line = line.part(opening, len(line.words))  # "Btw I row" says "I row".
        words = line.words
        if "s" not in language.inflection.names or not words:
            return line.original(range(len(words))).strip(" .!,;")
        ahead = language.list("adverb") | language.list("ahead_of_verbs")
        at = 1
        while at < len(words) - 1 and words[at] in ahead:
            at += 1
        left_out = sum(token.is_put_before for token in line.tokens)
        # "Team meetings are on Mondays" has a subject and a verb, whatever a rule supposed.
        has_verb = at < left_out and not language.list("finite").isdisjoint(words[left_out:])
        if words[0] not in language.list("subjects") or at >= len(words) or has_verb:
            kept = range(left_out if has_verb else 0, len(words))
            said = self._spelled_out(line, kept)
            return f"User said: {said}".rstrip(_ENDS)
        rest = at + 1
        verb = self._verb_of_user(words[at])
        if words[rest : rest + 1] == ("not",):
            verb, rest = ("cannot" if verb == "can" else f"{verb} not"), rest + 1
        lead = line.normalized(range(1, at))
        behind = self._spelled_out(line, range(rest, len(words)))
        behind = self._small(behind, line, rest) if rest < len(words) else ""
        return " ".join(f"User {lead} {verb} {behind}".split()).rstrip(_ENDS)

    def filled(self, template: str, values: Mapping[str, str]) -> str:
        """Puts what was taken in a template of `takes`; "" if something that it needs is missing.

        Args:
            template: the template, with `{name}` or `{name|form}` for what was taken.
            values: what was taken, by name.
        """
        if not all(values.get(name) for name, _ in NAMES.findall(template)):
            return ""

        def put(found: re.Match[str]) -> str:
            return self.formed(values[found[1]], found[2]) if found[2] else values[found[1]]

        return " ".join(NAMES.sub(put, template).split())

    def formed(self, text: str, form: str) -> str:
        """Returns a text with the verb that it begins with in a form.

        `ing` makes a gerund of an infinitive, if "to" or "not to" shows that it is one; `doing`
        takes any first word for a verb, and "to" away; `base` undoes a form: "running" → "run".
        """
        words = text.split()
        if form == "ing" and words[:1] != ["to"] and words[:2] != ["not", "to"]:
            return text
        lead, adverbs = [], self._language.list("adverb")
        while len(words) > 1 and words[0].lower() in ("to", "not"):
            first = words.pop(0).lower()
            lead += [first] if first == "not" else []
        while len(words) > 1 and words[0].lower() in adverbs:
            lead.append(words.pop(0).lower())
        if not words:
            return text
        inflection, verb = self._language.inflection, words[0].lower()
        if form == "base":
            verb = self._language.bases.get(verb) or inflection.bases.get(verb) or verb
        elif verb.replace("'", "").isalpha():
            verb = inflection.of(verb, "ing" if form == "doing" else form)
        return " ".join([*lead, verb, *words[1:]])

    def _spelled_out(self, line: Line, kept: range) -> str:
        """Returns some words as they are retold. "Dont" is "do not", so it need not be known."""
        as_written = self._language.list("as_written")
        return _with_other_words(line, kept, self._language.retold, as_written)

    def _verb_of_user(self, verb: str) -> str:
        """Returns a verb as it is said of the user: "am" → "is", "bake" → "bakes"."""
        retold = self._language.retold.get(f"{verb}:verb", "")
        is_past = verb.endswith("ed") or self._language.inflection.bases.get(verb)
        if retold or is_past or verb in self._language.list("modals"):
            return retold or verb
        return self.formed(verb, "s")

    def _small(self, text: str, line: Line, start: int) -> str:
        """Takes back a capital that only begins a sentence: "Long flights"."""
        language, (word, _, others) = self._language, text.partition(" ")
        before = line.tokens[start - 1]
        goes_on = (before.is_word and not before.is_put_before) or before.norm == ","
        begins = start == 0 or not goes_on
        plain = word[:1].isupper() and word[1:].islower()
        # Another capital behind it shows a name: "New Orleans jazz".
        proper = line.words[start] in language.list("proper")
        named = proper or others[:1].isupper() or language.about.nouns_have_capitals
        return text[:1].lower() + text[1:] if begins and plain and not named else text


def _with_other_words(
    line: Line, indexes: range, table: Mapping[str, str], as_written: Set[str] | None = None
) -> str:
    """Returns some tokens as they are written, but for the words of a table: "my" as "their".

    Args:
        line: the line.
        indexes: the tokens.
        table: what stands for a word.
        as_written: what is not spelled out unless it has an apostrophe, as "its" may be what it
            looks like; None if nothing is spelled out.
    """
    said = ""
    before: Token | None = None
    loud = line.original(range(len(line.tokens))).isupper()
    # Both parts of "I'm" are written together if they stand at the whole of it.
    tokens = line.tokens[indexes.start : indexes.stop]
    for group in (list(each) for _, each in groupby(tokens, key=lambda each: each[1:3])):
        first = group[0]
        written, norm = line.written(first, group[-1]), " ".join(token.norm for token in group)
        is_spelled = as_written is not None and not (written.isalpha() and norm in as_written)
        changed = any(token.norm in table for token in group) or (is_spelled and len(group) > 1)
        # "US" is no "us", unless all is in capitals.
        changed = changed and not (len(written) > 1 and written.isupper() and not loud)
        if before and (first.start != before.end or (changed and first.is_word)):
            said += " "
        before = group[-1]
        words = " ".join(table.get(token.norm, token.norm) for token in group)
        said += words if changed else line.written(first, before)
    return " ".join(said.split())


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
        step = step_of(part, language)
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
    return steps[:_MOST_STEPS]


def _verb(step: str, language: Language) -> str:
    """Returns the verb that a step begins with, in its base form; "" if it begins with none."""
    first = step.partition(" ")[0].lower()
    base = language.bases.get(first, "")
    return base if base in language.list("step") | language.list("order") else ""


def step_of(part: str, language: Language) -> str:
    """Returns a step as it is listed: "Write tests" of "then writing tests"; "" if it is none."""
    words = part.strip(" .!;:,-").split()
    skipped = language.list("before_a_step")
    while words and words[0].lower() in skipped:
        words = words[1:]
    if not words or (language.about.spaced and len(words) > _LONGEST_STEP):
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
