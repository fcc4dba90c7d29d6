"""Finding what says the same among thousands of texts."""

from collections.abc import Iterable

from shared.base.sameness.relations import repeats, shape_of


class Index:
    """Texts of one kind, found by what they say.

    It answers as `repeats` with each of them would, but compares only those with the same shape.
    """

    def __init__(self, texts: Iterable[str], *, against: bool = False) -> None:
        """Args: texts; and whether their kind is a dislike, see `repeats`."""
        self._against = against
        self._texts: dict[tuple[str, ...], list[str]] = {}
        for text in texts:
            self._texts.setdefault(shape_of(text), []).append(text)

    def has(self, text: str) -> bool:
        """Returns whether one of the texts says the same of the same object."""
        return any(
            repeats(known, text, against=self._against)
            for known in self._texts.get(shape_of(text), ())
        )
