"""Search terms: folded words, their stems, and pairs of letters.

English words are stemmed, irregular forms included. Scripts without spaces between words, and
Korean, which attaches endings to words, are searched by pairs of letters. Accents are ignored.
"""

import re
import unicodedata

from shared.base.stemming import stem

WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*[+#]*")
_UNSPACED = re.compile(
    "["
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f"  # Burmese
    "\u1780-\u17ff"  # Khmer
    "\u3040-\u30ff\u31f0-\u31ff"  # Japanese syllables
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
    "\uac00-\ud7af"  # Korean
    "]+"
)
_UNSPACED_RUN = re.compile(f"({_UNSPACED.pattern})")
_ACCENTS = re.compile("[\u0300-\u036f]")

STOP_WORDS = frozenset(
    """
    a about again all also am an and any are as at be been being but by can can't could d did didn't
    do does doesn't doing don't down for from had has have having he he's her here hers hey hi him
    his how i i'd i'll i'm i've if in into is isn't it it's its just let's ll m may me might mine
    more most must my no not of oh on only or our out over own re s same shall she she's should so
    some such t than thank thanks that that's the their them then there these they they're this
    those to too under up us ve very was wasn't we we're were weren't what what's when where which
    who whom whose why will with won't would wow yeah yes you you're your yours
    """.split()
)

FIRST_PERSON = frozenset(
    """
    i i'm i've i'd i'll me my mine we we're we've our ours us ich mich mir mein meine meinen meiner
    wir uns unser unsere je j'ai me moi mon ma mes nous notre yo mi mis nosotros nuestra nuestro
    """.split()
)
"""The words by which people speak of themselves, folded."""

_ASKING = """
    across after against along although among around because before behind below beside besides
    between beyond both considering concerning each either else ever every following instead many
    much neither none nor one ones other others otherwise per regarding since still than therefore
    though through throughout toward towards unless until upon whether while within without yet
    conversation conversations different kind kinds overview sort summarise summarize summary thing
    things time times type types various way ways
    ask asked asking describe described discuss discussed discussing happen happened know mention
    mentioned mentions please say said says talk talked talking tell tells told think
"""
"""What questions are made of, and notes say by chance: it says nothing of what is asked for."""

_IRREGULAR = """
    become became; begin began begun; break broke broken; bring brought; build built; buy bought;
    catch caught; child children kid kids; choose chose chosen; come came; draw drew drawn;
    drive drove driven; eat ate eaten; fall fell fallen; father dad daddy; feel felt; find found;
    fly flew flown; get got gotten; give gave given; go goes going gone went; grow grew grown;
    hear heard; hold held; keep kept; know knew known; leave left; life lives; lose lost;
    make made making; man men; meet met; mother mom mum mommy; pay paid; person people;
    ride rode ridden; run ran running; say said; see saw seen; sell sold; send sent; sing sang sung;
    sit sat; sleep slept; speak spoke spoken; spend spent; stand stood; swim swam swum;
    take taken took; teach taught; tell told; think thought; understand understood; wear wore worn;
    wife wives; win won winning; woman women; write wrote written writing
"""
_BASE_FORM = {form: forms.split()[0] for forms in _IRREGULAR.split(";") for form in forms.split()}


def folded(text: str) -> str:
    """Returns `text` with case, Unicode compatibility forms and accents normalized."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return unicodedata.normalize("NFKC", _ACCENTS.sub("", decomposed))


def words_of(text: str) -> list[str]:
    """Returns the words of `text`, folded and in order, without possessive endings."""
    return [_bare(word) for word in WORD.findall(folded(text))]


def terms_of(text: str) -> list[str]:
    """Returns the terms of a text in order. A run of unspaced script is one term."""
    return [term for word in WORD.findall(folded(text)) for term in _terms(word)]


def needles_of(query: str) -> list[str]:
    """Returns the substrings to look for in terms joined with spaces, without duplicates.

    A word has a space on either side, so that only whole words match. Unspaced script is searched
    by every pair of adjacent letters. Words such as "mention" and "between" are left out, unless
    there are no others.
    """
    terms = terms_of(query)
    needles: dict[str, None] = {}
    for term in [term for term in terms if term not in _ASKING_TERMS] or terms:
        if not _UNSPACED.fullmatch(term):
            needles[f" {term} "] = None
        elif len(term) == 1:
            needles[term] = None
        else:
            needles.update(dict.fromkeys(term[i : i + 2] for i in range(len(term) - 1)))
    return list(needles)


def _terms(word: str) -> tuple[str, ...]:
    word = _bare(word)
    if word.isascii():
        return () if word in STOP_WORDS else (stem(_BASE_FORM.get(word, word)),)
    return tuple(part for part in _UNSPACED_RUN.split(word) if part)


def _bare(word: str) -> str:
    return word.replace("’", "'").removesuffix("'s")


_ASKING_TERMS = frozenset(terms_of(_ASKING))
