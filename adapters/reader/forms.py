"""Forms of verbs, from the endings that a language's data gives."""

import re
from collections.abc import Mapping, Sequence


class Inflection:
    """The forms of a language's verbs.

    Args:
        endings: for each form, pairs of an expression and its replacement; the first that matches
            the end of a verb makes the form.
        irregular: the forms of a verb, in the order of `endings`; "" for one that is regular.
    """

    def __init__(
        self,
        endings: Mapping[str, Sequence[tuple[str, str]]],
        irregular: Mapping[str, Sequence[str]],
    ) -> None:
        self.names = tuple(endings)
        self._endings = {
            form: [(re.compile(f"(?:{end})$"), to) for end, to in pairs]
            for form, pairs in endings.items()
        }
        self._irregular = {
            verb: dict(zip(self.names, forms, strict=False)) for verb, forms in irregular.items()
        }
        self._bases = {
            form: verb for verb, forms in self._irregular.items() for form in forms.values() if form
        }

    def of(self, verb: str, form: str) -> str:
        """Returns a form of a verb: "swim", "ing" → "swimming"; the verb if there is no rule."""
        if not form:
            return verb
        known = self._irregular.get(verb, {}).get(form)
        if known:
            return known
        for end, to in self._endings.get(form, ()):
            made, count = end.subn(to, verb, count=1)
            if count:
                return made
        return verb

    def expression(self, words: str, form: str) -> str:
        """Returns an expression with its first word, the verb, in a form: "look for"."""
        verb, space, rest = words.partition(" ")
        return f"{self.of(verb, form)}{space}{rest}"

    def base_of_irregular(self, form: str) -> str | None:
        """Returns the verb that an irregular form belongs to: "swam" → "swim"."""
        return self._bases.get(form)
