"""The words of a text, and whether two texts have a word or a stem in common.

English words have stems. Elsewhere two words count as one if they begin alike, which is how most
written languages inflect. Scripts without spaces are compared by pairs of characters.
"""

import re
import unicodedata
from collections.abc import Sequence

from shared.base.stemming import stem
from shared.base.text import fold
from shared.documents.profile import PreferenceType

UNSPACED = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f"  # Burmese
    "\u1780-\u17ff"  # Khmer
    "\u3040-\u30ff"  # Japanese syllables
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3005\U00020000-\U0003ffff"  # Han
)
"""The scripts that put no spaces between words, as ranges of a regular expression."""
_UNSPACED_RUN = re.compile(f"[{UNSPACED}]+")
_NOUNS = re.compile("[\u30a0-\u30ff]+|[\u3400-\u4dbf\u4e00-\u9fff\u3005]+")
_WORD = re.compile(f"[{UNSPACED}]|[^\\W_{UNSPACED}]+")
_ACCENTS = re.compile("[\u0300-\u036f]")
_NO_NAME = re.compile(r"[^\w+#]|_")
ELIDED = re.compile(r"\b(?:[cdjlmnst]|qu)['’ʼ](?=[^\W\d_]{2})", re.IGNORECASE)
"""What French writes as one with the next word: "l'arabe"."""
_APOSTROPHES = str.maketrans("", "", "'’ʼ")
_SHORTEST_PREFIX = 4
_MOST_OF_A_WORD = 0.6

GERMAN = frozenset(
    """
    aber als am an auch auf aus bei bin das dass dem den der des die du ein eine einem einen einer
    er es für habe haben hat ich ihr im ist kein keine keinen man mein meine meinem meinen mich mir
    mit nach nicht noch nur oder sein seine seit sich sie sind so um und uns unser unsere vom von
    vor war was weil wenn wie wir zu zum zur über
    """.split()
)
_ENGLISH = frozenset(
    """
    a about all also am an and any are as at be been but by can cannot cant could did do does dont
    for from had has have he her his how i id if ill im in into is isnt it its ive just me more most
    my no not of on only or our out over she should so some such than that the their them then there
    these they this those to too under until up us very was we were what when where which while who
    why will with without would you your
    """.split()
)
_FRENCH = frozenset(
    """
    ai au aux avec ce ces cette dans de des du elle en est et il ils je la le les leur lui ma mais
    me mes moi mon ne nos notre nous on ou par pas plus pour qu que qui sa sans se ses son sont suis
    sur un une vous à
    """.split()
)
_SPANISH = frozenset(
    """
    a al como con de del el ella en es esta este ha he la las le les lo los me mi mis muy más no nos
    o para pero por que se ser si sin sobre son soy su sus un una y yo
    """.split()
)
FUNCTION_WORDS = _ENGLISH | GERMAN | _FRENCH | _SPANISH
"""Words that say nothing by themselves. In Japanese those are the ones in hiragana."""
_NAMED_BY_TYPES = frozenset(
    stem(word) for type_ in PreferenceType for word in ("user", *type_.split("_"))
)
"""What every item says: that a user likes, or prefers, or has a goal."""


def words(text: str) -> list[str]:
    """Returns the words of a text, folded. A contraction is one; so is an unspaced character."""
    return _WORD.findall(ELIDED.sub(" ", fold(text)).translate(_APOSTROPHES))


def bare(text: str) -> str:
    """Returns a text without case, accents, punctuation and spaces, to compare names by."""
    plain = text.casefold()
    if not plain.isascii():
        plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", plain))
        plain = unicodedata.normalize("NFC", plain)
    return plain if plain.isalnum() else _NO_NAME.sub("", plain)


def apart(text: str) -> str:
    """Returns a text with spaces around what is in a script without them."""
    return _UNSPACED_RUN.sub(r" \g<0> ", text)


def is_unspaced(word: str) -> bool:
    """Returns whether a word is of a script without spaces."""
    return _UNSPACED_RUN.match(word) is not None


def nouns(text: str) -> list[str]:
    """Returns the runs of Chinese characters and of katakana in a text: most of them are nouns."""
    return _NOUNS.findall(text)


def pairs(run: str) -> set[str]:
    """Returns the pairs of adjacent characters, or the only character."""
    return {run[at : at + 2] for at in range(len(run) - 1)} or {run}


def content(text: str) -> set[str]:
    """Returns what carries the meaning of a text: words that are no function words, and pairs."""
    telling = {word for word in words(text) if not is_unspaced(word) and not _is_empty(word)}
    for run in _UNSPACED_RUN.findall(fold(text)):
        telling.update(*map(pairs, nouns(run) or [run]))
    return telling


def share_a_stem(one: set[str], other: set[str]) -> bool:
    """Returns whether a word of one text is, in some form, one of the other's."""
    if one & other:
        return True
    return any(_is_same(left, right) for left in one for right in other if left[0] == right[0])


def short_forms(names: Sequence[str]) -> set[str]:
    """Returns what words in a row are shortened to: "k8s" for Kubernetes, "cs", "aws"."""
    found = {f"{name[0]}{len(name) - 2}{name[-1]}" for name in names if len(name) > 3}
    firsts = "".join(name[:1] for name in names)
    for size in (2, 3, 4):
        found.update(firsts[at : at + size] for at in range(len(firsts) - size + 1))
    return found


def share_a_name(one: str, other: str) -> bool:
    """Returns whether one text has a short form of words of the other: "k8s" and Kubernetes."""
    return _is_shortened(one, other) or _is_shortened(other, one)


def is_german(text: str) -> bool:
    """Returns whether a text is in German, where every noun has a capital like a name."""
    found = words(text[:2000])
    german = sum(word in GERMAN for word in found)
    return german > max(sum(word in other for word in found) for other in _OTHERS)


_OTHERS = (_ENGLISH, _FRENCH, _SPANISH)


def _is_shortened(text: str, short: str) -> bool:
    spelled_out = [word for word in words(text) if not is_unspaced(word)]
    return not short_forms(spelled_out).isdisjoint(content(short))


def _is_empty(word: str) -> bool:
    return word in FUNCTION_WORDS or stem(word) in _NAMED_BY_TYPES


def _is_same(one: str, other: str) -> bool:
    if is_unspaced(one) or not one[0].isalpha():
        return False
    if stem(one) == stem(other):
        return True
    shorter, longer = sorted((one, other), key=len)
    shared = 0
    while shared < len(shorter) and shorter[shared] == longer[shared]:
        shared += 1
    if shared < _SHORTEST_PREFIX:
        return False
    return shared == len(shorter) or shared >= _MOST_OF_A_WORD * len(longer)
