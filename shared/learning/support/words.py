"""The words of a text, and whether two words are forms of one.

English has stems. Elsewhere two words count as one if they begin alike, which is how inflection
works in most written languages. Scripts without spaces are compared by characters.
"""

import re
from functools import lru_cache

from shared.base.stemming import stem
from shared.base.text import fold

_LETTERS = re.compile(r"[^\W_]+")
_APOSTROPHES = str.maketrans("", "", "'’ʼ")

_UNSPACED = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Burmese
    (0x1780, 0x17FF),  # Khmer
    (0x3040, 0x30FF),  # Hiragana, Katakana
    (0x3400, 0x4DBF),  # Chinese characters, extension A
    (0x4E00, 0x9FFF),  # Chinese characters
    (0xF900, 0xFAFF),  # Chinese characters, compatibility forms
    (0x20000, 0x3FFFF),  # Chinese characters, further extensions
)
_HIRAGANA = (0x3040, 0x309F)
_HANGUL = (0xAC00, 0xD7AF)

_FILLERS_OF = {
    language: frozenset(line.split())
    for language, line in {
        "en": """
            a about after all also am an and any are as at be because been before being but by can
            cannot cant could did didnt do does doesnt doing dont for from had has have having he
            her here hers him his how i id if ill im in into is isnt it its ive just me my mine no
            nor not of off on once or our ours out over own s she should so some such t than that
            thats the their theirs them then there these they theyre this those through to too
            under until up us very was wasnt we were what when where which while who whom why will
            with wont would you youre your yours
            """,
        "de": """
            der die das den dem des in ein eine einen einem einer und oder aber nicht kein keine
            keinen ich mich mir mein meine meinen meinem er sie es wir uns ist sind bin habe hat im
            am auf aus bei mit nach von vor zu zum zur für über als auch wie so nur noch schon seit
            sehr gern gerne
            """,
        "fr": """
            le la les un une des du de et ou mais ne pas je j me moi mon ma mes il elle nous est
            sont suis ai à au aux en dans sur pour par avec que qui se ce cette
            """,
        "es": """
            el la los las un una unos y o pero no yo mi mis me es son soy he ha de del al en con por
            para que se lo
            """,
        "it": """
            il lo la gli le i un una e o ma non io mi mio mia miei è sono ho di da in con per che si
            """,
        "pt": """
            o a os as um uma e ou mas não eu meu minha é são sou tenho de do da em no na com por
            para que se
            """,
        "nl": """
            de het een en of maar niet ik mijn hij zij wij is zijn ben heb heeft in op met voor van
            te dat
            """,
        "sv": """
            en ett och eller men inte jag min mitt är var har i på med av till att som det
            """,
        "pl": "i w z na do nie jest są mam się że to jestem",
        "ru": "и в на с не я мой моя мы это есть у по для что как но или",
    }.items()
}
_FILLERS = frozenset().union(*_FILLERS_OF.values())
_SCRIPTS = (
    ("kana", (0x3040, 0x30FF)),
    ("han", (0x4E00, 0x9FFF)),
    ("hangul", (0xAC00, 0xD7AF)),
    ("thai", (0x0E00, 0x0E7F)),
    ("arabic", (0x0600, 0x06FF)),
    ("hebrew", (0x0590, 0x05FF)),
    ("devanagari", (0x0900, 0x097F)),
    ("greek", (0x0370, 0x03FF)),
    ("cyrillic", (0x0400, 0x04FF)),
)

_GENERIC = frozenset(
    stem(word)
    for word in """
    user users person like likes love loves enjoy enjoys prefer prefers preference preferred want
    wants wish need needs use uses using used usage work works working make makes making do does get
    gets go goes going have has having keep keeps take takes try tries say says said tell tells
    state states stated ask asks asked mention mentioned thing things stuff something anything
    way ways kind kinds
    sort really very much many lot lots more most less good great well new now always never often
    usually sometimes currently rather quite bit interested interest
    """.split()
)
_LIGHT = frozenset(
    stem(word)
    for word in """
    response reply answer explanation output style format playing listening watching reading
    practicing doing having being learning building writing especially mainly mostly primarily based
    related various general activity practice hobby fan lover enthusiast avid keen personal own due
    without instead avoid question topic discussion process routine session project development
    developer life time day days daily weekly regular regularly frequently instance example
    """.split()
)
_SHORTEST_PREFIX = 4
_ENOUGH_TO_TELL = 2000
"""How many characters of a text are read to tell its language."""


def words(text: str) -> list[str]:
    """Returns the words of `text`, folded; contractions are one word."""
    return _LETTERS.findall(spaced(fold(text).translate(_APOSTROPHES)))


def spaced(text: str) -> str:
    """Returns a text with a space wherever a script without spaces meets another one."""
    if text.isascii():
        return text
    parts: list[str] = []
    was_unspaced = False
    for char in text:
        unspaced = is_unspaced(char)
        if parts and unspaced is not was_unspaced:
            parts.append(" ")
        parts.append(char)
        was_unspaced = unspaced
    return "".join(parts)


def is_unspaced(char: str) -> bool:
    """Returns whether a character is of a script that puts no spaces between words."""
    code = ord(char)
    return code > 0x0DFF and any(first <= code <= last for first, last in _UNSPACED)


def is_filler(word: str) -> bool:
    """Returns whether a folded word says nothing by itself: "the", "mit", "pour"."""
    return word in _FILLERS


def is_light(word: str) -> bool:
    """Returns whether a folded word adds little to what a text claims: "responses", "avid"."""
    return stem(word) in _LIGHT


def content(text: str) -> tuple[str, ...]:
    """Returns the words of `text` that carry its meaning, in order, without duplicates.

    Fillers are left out, and what every item about a user says ("likes", "uses", "user"). Text
    without spaces gives one word per character, without those that only inflect.
    """
    found: dict[str, None] = {}
    for word in words(text):
        if any(map(is_unspaced, word)):
            found.update(dict.fromkeys(_characters(word)))
        elif word not in _FILLERS and stem(word) not in _GENERIC:
            found[word] = None
    return tuple(found)


@lru_cache(maxsize=50_000)
def is_same_word(one: str, other: str) -> bool:
    """Returns whether two folded words are forms of one: "flights" and "flight"."""
    if one == other:
        return True
    if not one[0].isalpha() or not other[0].isalpha():
        return False
    if one.isascii() and other.isascii() and stem(one) == stem(other):
        return True
    shorter, longer = sorted((one, other), key=len)
    shared = 0
    while shared < len(shorter) and shorter[shared] == longer[shared]:
        shared += 1
    if _is_in(shorter[0], _HANGUL):  # particles follow the noun
        return shared >= 2 and shared == len(shorter)
    if shared < _SHORTEST_PREFIX:
        return False
    return shared == len(shorter) or shared >= (0.62 if shared > 4 else 0.75) * len(longer)


def _characters(word: str) -> list[str]:
    return [char for char in word if is_unspaced(char) and not _is_in(char, _HIRAGANA)]


def _is_in(char: str, block: tuple[int, int]) -> bool:
    return block[0] <= ord(char) <= block[1]


def language(text: str) -> str | None:
    """Returns the language of a text by its small words, else its script, if they tell."""
    text = text[:_ENOUGH_TO_TELL]
    found = words(text)
    hits = {name: sum(word in fillers for word in found) for name, fillers in _FILLERS_OF.items()}
    best = max(hits, key=lambda name: hits[name])
    if hits[best] and list(hits.values()).count(hits[best]) == 1:
        return best
    if hits["en"] and hits["en"] == hits[best] and text.isascii():
        return "en"
    for script, (first, last) in _SCRIPTS:
        if any(first <= ord(char) <= last for char in text):
            return script
    return None
