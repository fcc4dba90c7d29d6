"""What a text says, word by word."""

from dataclasses import dataclass, field

from shared.base.sameness.spelling import base, plain, spelled
from shared.base.sameness.words import Word
from shared.base.stemming import stem

_SHAPE = 3
"""How many letters a word keeps in all of its forms."""


@dataclass(slots=True)
class Token:
    """A word that says something.

    Attributes:
        word: the word, folded, in American spelling, irregular forms as their base form.
        shape: what stays of it when it is inflected or misspelled.
        denied: how it is denied, or "".
        link: the preposition before it, or "".
        listed: "and" or "or" if it stands in a list behind another, or "".
        broken: whether a new clause begins with it.
        capital: whether it has a capital, wherever it stands.
        name: whether it has one that no sentence begins with.
    """

    word: str
    shape: str
    denied: str = ""
    link: str = ""
    listed: str = ""
    broken: bool = False
    capital: bool = False
    name: bool = False


@dataclass(slots=True)
class Reading:
    """What a text says.

    Attributes:
        said: its words and signs, folded, in order.
        tokens: the words that say something about its object, in order.
        predicate: how it stands to its object: pairs of a word and how it is denied.
        language: the language that its small words show.
        text: the normalized text, into which `words` point.
        words: its words and signs.
        shapes: what every text with the same object has in common with this one.
        kinds: the different shapes among them.
        is_spaced: whether it surely has spaces between its words.
    """

    said: tuple[str, ...]
    tokens: tuple[Token, ...]
    predicate: tuple[tuple[str, str], ...]
    language: str
    text: str = ""
    words: tuple[Word, ...] = field(default=(), repr=False)
    shapes: tuple[str, ...] = field(init=False, repr=False, compare=False)
    kinds: frozenset[str] = field(init=False, repr=False, compare=False)
    is_spaced: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Finds what many comparisons with other texts need."""
        self.shapes = tuple(sorted([token.shape for token in self.tokens]))
        self.kinds = frozenset(self.shapes)
        self.is_spaced = self.text.isascii()


def canonical(word: str) -> str:
    """Returns a folded word in American spelling, irregular forms as their base form."""
    return base(spelled(word))


def shape(word: str) -> str:
    """Returns what stays of a folded word when it is inflected or misspelled."""
    return shape_of_canonical(canonical(word))


def shape_of_canonical(word: str) -> str:
    """Returns what stays of a canonical word."""
    if not word.isalpha():
        return word
    return plain(stem(word))[:_SHAPE]
