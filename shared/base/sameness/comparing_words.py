"""The words by which texts compare, and those that only look like it."""

from shared.base.sameness.vocabulary import FILLERS, FOR

MORE = frozenset("more better nicer rather sooner".split())
LESS = frozenset("less worse".split())
SEPARATORS: dict[tuple[str, ...], frozenset[str]] = {
    **dict.fromkeys(
        [
            tuple(phrase.split())
            for phrase in (
                "rather than, instead of, in place of, as opposed to, in preference to, more than, "
                "better than, nicer than, less than, worse than, statt, anstatt, plutôt que, "
                "plutôt qu', au lieu de, au lieu d', en lugar de, en vez de, antes que, invece di, "
                "invece del, invece della, piuttosto che, in plaats van, em vez de, ao invés de"
            ).split(", ")
        ],
        frozenset(),
    ),
    ("over",): frozenset(),
    (">",): frozenset(),
    ("than",): MORE | LESS,
    ("als",): frozenset({"lieber", "besser"}),
    ("dan",): frozenset({"liever", "beter"}),
    ("que",): frozenset({"plutôt", "mieux", "antes", "mejor", "melhor"}),
    ("qu'",): frozenset({"plutôt", "mieux"}),
    ("che",): frozenset({"piuttosto", "meglio"}),
}
"""What stands between the two, and the words one of which has to come before, if any."""
MARKERS = frozenset().union(*SEPARATORS.values()) | {"much", "far", "always"}
TO = {
    "prefer": frozenset({"to"}),
    "préf": frozenset({"à", "au", "aux"}),
    "prefi": frozenset({"a", "al", "ao", "à", "aos", "às"}),
    "prefe": frozenset("a al alla allo ai alle agli all' ao à aos às".split()),
}
"""By how "prefer" begins, what stands between the two: "prefers tea to coffee"."""
ALL_TO = frozenset().union(*TO.values())
UNNAMED = FILLERS["english"] | {"not", "no", "never", "he", "she", "they"}
NO_RIVAL = frozenset("ever before usual expected enough that what anything needed moon and".split())
"""What follows another "than", as in "more than ever"."""
CONDITIONS = frozenset(
    """
    for when whenever in at on because since if while during unless after before but für wenn bei im
    am weil pour quand dans para cuando porque per quando nel nella voor bij op quando
    """.split()
)
"""Where the rejected ends and begins what the comparison holds for."""
SMALL_WORDS = frozenset(word for words in SEPARATORS for word in words) | MARKERS
"""The words that compare."""
COPULAS = frozenset("is are was were ist sind est sont es son è sono zijn são".split())
MOVES = frozenset(
    """
    fly flies flew flying go goes went going move moved come came jump jumped hand handed take took
    get got turn think talk talked cry crying argue fight fights run ran rule win won look
    """.split()
)
NO_REJECTED = frozenset(
    """
    time weekend weekends year years phone there here it again night summer winter holidays counter
    internet christmas lunch dinner breakfast coffee-break month months week weeks day days hill
    """.split()
)
"""What follows another "over": "hikes over the weekend"."""
WAYS = frozenset(
    """
    flight flights trip trips journey way route access link answer answers due according next close
    try trying need able want have listen listening talk talking speak related used addition
    """.split()
)
"""What another "to" follows: "prefers flights to Rome"."""
OPENERS = frozenset({words[0] for words in SEPARATORS} | {"not"}).union(*TO.values())
WITH_OBJECT = FOR | {"", "want"}
"""Predicates that are no part of what is chosen."""
WITHIN = "&/+'\"’"
"""Signs within what is chosen or rejected."""
