"""How what was read is filed: by its words, else by its type."""

import re
from collections.abc import Sequence

from adapters.reader.languages import Language
from adapters.reader.lines import without_accents
from shared.base.stemming import stem

OTHER = "Other"
_WORD = re.compile(r"[\w+#-]+")
_BY_TYPE = {
    "goal": "Goals",
    "challenge": "Challenges",
    "tool": "Tools",
    "learning_interest": "Learning",
}


class Categories:
    """The categories of one language's words."""

    def __init__(self, language: Language) -> None:
        self._spaced = language.about.spaced
        self._fold = language.about.fold_accents
        self._stemmer = language.about.stemmer
        self._stems: dict[str, str] = {}
        for category, words in language.categories.items():
            for word in words:
                self._stems.setdefault(self._stem(word.lower()), category)

    def of(self, description: str, kind: str, said: str = "") -> str:
        """Returns the category of a preference.

        Args:
            description: its words decide, each with one vote.
            kind: its type, which decides where no word does.
            said: the whole clause, which is asked where neither knows anything.
        """
        return self._voted(description) or _BY_TYPE.get(kind) or self._voted(said) or OTHER

    def _stem(self, word: str) -> str:
        folded = without_accents(word) if self._fold else word
        return stem(folded, self._stemmer) if self._stemmer else folded

    def _voted(self, text: str) -> str | None:
        votes: dict[str, int] = {}
        for word in self._in(text.lower()):
            category = self._stems.get(word)
            if category:
                votes[category] = votes.get(category, 0) + 1
        return max(votes, key=lambda category: votes[category]) if votes else None

    def _in(self, text: str) -> Sequence[str]:
        if self._spaced:
            return [self._stem(word) for word in _WORD.findall(text)]
        return [word for word in self._stems if word in text]
