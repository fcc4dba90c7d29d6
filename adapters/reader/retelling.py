"""The user's words said of the user: "I am trying to learn Go" → "User is trying to learn Go"."""

from adapters.reader.languages import Language
from adapters.reader.lines import Line, Token

LONGEST = 40
"""Words."""


class Retelling:
    """Retells in one language."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def told(self, line: Line) -> str:
        """Returns a clause as a sentence about the user, without a full stop."""
        line = line.part(0, LONGEST if line.spaced else LONGEST * 4)
        tokens = line.tokens
        verbs = self._language.list("modals")
        if "s" not in self._language.inflection.names or not tokens:
            return line.original(range(len(tokens))).strip(" .!,;")
        if tokens[0].norm not in self._language.list("subjects"):
            return f"User said: {self._shifted(line, 0)}".rstrip(" .!,;:-")
        at = 1
        ahead = self._language.list("adverb") | self._language.list("ahead_of_verbs")
        while at < len(tokens) - 1 and tokens[at].norm in ahead:
            at += 1
        if at >= len(tokens):
            return f"User said: {self._shifted(line, 0)}".rstrip(" .!,;:-")
        verb = tokens[at].norm
        told = self._language.retold.get(f"{verb}:verb", "")
        if not told:
            told = verb if verb in verbs or self._is_past(verb) else self.formed(verb, "s")
        lead = line.words(range(1, at))
        rest = at + 1
        if tokens[rest : rest + 1] and tokens[rest].norm == "not":
            told, rest = ("cannot" if told == "can" else f"{told} not"), rest + 1
        said = f"User {lead} {told} {self._shifted(line, rest)}"
        return " ".join(said.split()).rstrip(" .!,;:-")

    def formed(self, text: str, form: str) -> str:
        """Returns a text with the verb that it begins with in a form.

        `ing` makes a gerund of an infinitive, if "to" or "not to" shows that it is one; `doing`
        takes any first word for a verb, and "to" away; `base` undoes a form: "running" → "run".
        """
        words = text.split()
        if form == "ing" and words[:1] != ["to"] and words[:2] != ["not", "to"]:
            return text
        form = "ing" if form == "doing" else form
        lead = []
        while words and words[0].lower() in ("to", "not") and len(words) > 1:
            lead += [words[0].lower()] if words[0].lower() == "not" else []
            words = words[1:]
        adverbs = self._language.list("adverb")
        while len(words) > 1 and words[0].lower() in adverbs:
            lead.append(words[0].lower())
            words = words[1:]
        if not words:
            return text
        verb = words[0].lower()
        if form == "base":
            irregular = self._language.inflection.base_of_irregular(verb)
            changed = self._language.bases.get(verb) or irregular or verb
        else:
            changed = (
                self._language.inflection.of(verb, form)
                if verb.replace("'", "").isalpha()
                else verb
            )
        return " ".join([*lead, changed, *words[1:]])

    def _is_past(self, verb: str) -> bool:
        return verb.endswith("ed") or self._language.inflection.base_of_irregular(verb) is not None

    def _shifted(self, line: Line, start: int) -> str:
        """Returns the text's own words from a token on, said of a third person."""
        table = self._language.retold
        pieces: list[str] = []
        tokens = line.tokens
        at = start
        while at < len(tokens):
            same = at + 1
            while same < len(tokens) and tokens[same].start == tokens[at].start < tokens[at].end:
                same += 1
            group = tokens[at:same]
            shifts = len(group) > 1 or group[0].norm in table
            own = line.written(group[0], group[-1])
            said = " ".join(table.get(t.norm, t.norm) for t in group) if shifts else own
            apart = at == start or _apart(tokens[at - 1], group[0]) or shifts
            pieces.append(f" {said}" if apart and group[0].is_word else said)
            at = same
        return " ".join("".join(pieces).split())


def _apart(before: Token, after: Token) -> bool:
    return after.start != before.end
