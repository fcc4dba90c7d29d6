"""Whether two words are one: inflected, spelled in another country, or misspelled.

A stemmer alone would take "universe" for "university", and a similarity alone "Martin" for
"Martina". Only what an ending of the language, a spelling reform or a slip of the finger explains
counts as the same word.
"""

import unicodedata

from shared.base.stemming import stem

_OUR = (
    "col fav flav behavi neighb hon lab hum rum harb vap arm endeav splend sav glam tum parl vig "
    "od ferv ranc rig val cand clam dem".split()
)
_DOUBLED = tuple(
    """
    travel cancel model label level signal fuel dial total counsel jewel marvel quarrel enrol fulfil
    instal grovel panel pedal shovel spiral tunnel
    """.split()
)
"""What ends in one l or two before an ending."""
_SPELLINGS = {
    **{f"{root}our": f"{root}or" for root in _OUR},
    **{
        pair.split("/")[0]: pair.split("/")[1]
        for pair in """
            theatre/theater centre/center metre/meter litre/liter fibre/fiber calibre/caliber
            sombre/somber defence/defense offence/offense licence/license pretence/pretense
            catalogue/catalog dialogue/dialog analogue/analog grey/gray programme/program
            aluminium/aluminum jewellery/jewelry yoghurt/yogurt maths/math mum/mom mould/mold
            moustache/mustache paediatric/pediatric anaemi/anemi oestrogen/estrogen
            diarrhoea/diarrhea gynaecolog/gynecolog haemo/hemo orthopaedic/orthopedic foetus/fetus
            skilful/skillful plough/plow pyjamas/pajamas sceptic/skeptic storey/story tyre/tire
            anaesthe/anesthe encyclopaedia/encyclopedia leukaemia/leukemia manoeuvre/maneuver
        """.split()
    },
}
_CERTAIN = 3
_STARTS = {word[:_CERTAIN] for word in (*_SPELLINGS, *_DOUBLED)}
_LONGEST_START = max(map(len, _SPELLINGS))
RESPELLED = frozenset(word[:_CERTAIN] for pair in _SPELLINGS.items() for word in pair)
"""With what words begin that have two spellings."""
_ISE = tuple("ise ised ises ising iser isers isation isations yse ysed yses ysing yser".split())
_SHORTEST_ROOT = 4

_ENDINGS = frozenset({"", "s", "es", "ed", "d", "ing", "e", "y", "ies", "ied"})
_NO_INFLECTION = frozenset(
    map(frozenset, (("", "e"), ("", "y"), ("e", "y"), ("e", "s"), ("s", "y")))
)
_LONGEST_ENDING = 4
_IRREGULAR = {
    form: forms.split()[0]
    for forms in """
    child children; man men; woman women; person people; foot feet; tooth teeth;
    mouse mice; goose geese; wife wives; life lives; knife knives; leaf leaves; shelf shelves;
    go goes going went gone; eat ate eaten eating; drink drank drunk drinking; run ran running;
    write wrote written writing writes; drive drove driven driving drives; ride rode ridden riding;
    speak spoke spoken; take took taken taking; make made making; buy bought; bring brought;
    teach taught; think thought; keep kept; sleep slept; swim swam swum swimming; sing sang sung;
    break broke broken; choose chose chosen; grow grew grown; know knew known; see saw seen;
    give gave given; come came coming; find found; meet met meeting; send sent; spend spent;
    understand understood; win won winning; sell sold; wear wore worn; build built;
    begin began begun
    """.split(";")
    for form in forms.split()
}

_SHORTEST_MISSPELLED = 8
_FIRM_START, _FIRM_END = 3, 3
_VOWELS = frozenset("aeiou")
_REAL_WORDS = frozenset(
    frozenset(pair.split("/"))
    for pair in """
    complement/compliment complements/compliments complementary/complimentary
    complemented/complimented ingenious/ingenuous imminent/immanent colombia/columbia
    colombian/columbian tortuous/torturous marinara/marinera exercise/exorcise
    exercised/exorcised intermural/intramural
    """.split()
)
"""Words that differ as a misspelling does, and are both words."""

_NEGATIVE = ("un", "non", "dis", "mis", "in")
_NEGATIVE_BEFORE = (("im", "bmp"), ("ir", "r"), ("il", "l"))
_SHORTEST_BASE = 4
_NO_NEGATIVES = tuple(
    """
    import impart implant impose impress imprint improve incite income increase indoor inform inland
    input inquest inside insight inspire install intake intend intense intent invent invest invoice
    discharge discount discourse discover disease dispatch dispense display dispose dissolve distill
    distract distress mistake mistress mission
    """.split()
)
"""Words that only look as if they denied the rest of them."""


def spelled(word: str) -> str:
    """Returns a folded word in American spelling."""
    if word.endswith(_ISE):
        for ending in _ISE:
            if word.endswith(ending) and len(word) >= _SHORTEST_ROOT + len(ending):
                return f"{word[: -len(ending)]}{ending[0]}z{ending[2:]}"
    if word[:_CERTAIN] not in _STARTS:
        return word
    for root in _DOUBLED:
        if word.startswith(root + "l"):
            return root + word[len(root) + 1 :]
    for end in range(_CERTAIN, min(len(word), _LONGEST_START) + 1):
        known = _SPELLINGS.get(word[:end])
        if known:
            return known + word[end:]
    return word


def is_irregular(word: str) -> bool:
    """Returns whether a folded word is a form that no ending explains."""
    return word in _IRREGULAR


def base(word: str) -> str:
    """Returns the base form of an irregular word, or the word."""
    return _IRREGULAR.get(word, word)


def is_inflected(one: str, other: str, language: str) -> bool:
    """Returns whether two words are forms of one, in English or in another language."""
    if one == other:
        return True
    if abs(len(one) - len(other)) > _LONGEST_ENDING or not (one.isalpha() and other.isalpha()):
        return False
    if stem(one) == stem(other) and _are_endings(one, other):
        return True
    shorter, longer = sorted((one, other), key=len)
    if longer == f"{shorter}es" and shorter.endswith(("s", "x", "z", "ch", "sh")):
        return True
    if language == "english" or stem(one, language) != stem(other, language):
        return False
    left, right = plain(one), plain(other)
    shared = _shared(left, right)
    return shared >= 3 and max(len(left), len(right)) - shared <= _LONGEST_ENDING


def may_be_one_name(one: str, other: str) -> bool:
    """Returns whether two words with capitals may be one: with an s, or as a verb, with "ing"."""
    shorter, longer = sorted((one, other), key=len)
    return longer == f"{shorter}s" or one.endswith("ing") != other.endswith("ing")


def is_misspelled(one: str, other: str) -> bool:
    """Returns whether one of two words is the other one with a slip of the finger.

    Two letters that changed places, a vowel for another, or a letter doubled or not, within a long
    word. Its first and last letters tell "supported" from "unsupported" and "sulfate" from
    "sulfite".
    """
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) < _SHORTEST_MISSPELLED or not (one.isalpha() and other.isalpha()):
        return False
    if len(longer) - len(shorter) > 1 or frozenset((one, other)) in _REAL_WORDS:
        return False
    at = _shared(shorter, longer)
    if at < _FIRM_START:
        return False
    if len(shorter) < len(longer):
        doubled = longer[at] == longer[at - 1] and shorter[at:] == longer[at + 1 :]
        return doubled and longer[at + 1 :] not in ("ing", "ed", "er", "ings", "ers", "")
    rest = shorter[at + 1 :], longer[at + 1 :]
    if at + 1 + _FIRM_END > len(shorter):
        return False
    if rest[0] == rest[1]:
        return {shorter[at], longer[at]} <= _VOWELS
    swapped = shorter[at] + shorter[at + 1] == longer[at + 1] + longer[at]
    return swapped and rest[0][1:] == rest[1][1:] and at + 2 + _FIRM_END <= len(shorter)


def are_opposites(one: str, other: str, language: str) -> bool:
    """Returns whether one word is the other one denied: "careless", "unsupported"."""
    shorter, longer = sorted((one, other), key=len)
    if one.endswith("less") or other.endswith("less"):
        denied, said = (one, other) if one.endswith("less") else (other, one)
        root = denied.removesuffix("less")
        return len(root) >= 3 and (said == root or said == root + "ful")
    if longer.startswith(_NO_NEGATIVES):
        return False
    prefixes = [prefix for prefix in _NEGATIVE if longer.startswith(prefix)]
    prefixes += [
        prefix
        for prefix, before in _NEGATIVE_BEFORE
        if longer.startswith(prefix) and longer[2:3] in before
    ]
    return any(
        len(longer) - len(prefix) >= _SHORTEST_BASE
        and is_inflected(base(longer.removeprefix(prefix)), shorter, language)
        for prefix in prefixes
    )


def plain(word: str) -> str:
    """Returns a word without its accents."""
    if word.isascii():
        return word
    apart = unicodedata.normalize("NFKD", word)
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def _are_endings(one: str, other: str) -> bool:
    at = _shared(one, other)
    endings = [_undoubled(one, at), _undoubled(other, at)]
    if at < 2 or not _ENDINGS.issuperset(endings):
        return False
    return frozenset(endings) not in _NO_INFLECTION


def _undoubled(word: str, at: int) -> str:
    ending = word[at:]
    doubled = len(ending) > 2 and ending[0] == word[at - 1] and ending[1:] in ("ing", "ed")
    return ending[1:] if doubled else ending


def _shared(one: str, other: str) -> int:
    """Returns with how many letters both words begin."""
    at = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        at += 1
    return at
