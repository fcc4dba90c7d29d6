"""Where in a sentence clauses begin."""

from collections.abc import Sequence
from functools import cache

from adapters.reader.grammar.lexicon import BARE_STANCE_VERBS, PREDICATE_ADVERBS
from adapters.reader.grammar.tokens import Token
from adapters.reader.grammar.verbs import is_base, is_gerund
from adapters.reader.text.openers import introduces, skip_fillers

HYPOTHETICAL = frozenset(
    "if unless suppose supposing imagine whether assuming provided wish once until lest".split()
)


"""Links that make a clause something other than a fact."""


TEMPORAL = frozenset("when whenever after before until once since while as".split())


"""Links of time: such a clause says when, seldom what holds."""


LINKS = frozenset(
    "because since so but and or yet although though whereas while unless if when whenever "
    "whether after before until that plus however therefore as which who where once except "
    "for".split()
)


MARKS = frozenset(
    [",", ";", ":", "-", "--", "\u2014", "\u2013", "(", ")", "...", ".", "!", "?", "*", "\u2026"]
)


SUBJECTS = frozenset("i we my our".split())


OTHERS = frozenset(
    "he she they you it there this that these those his her their your its everyone people".split()
)


_VERB_AFTER_SUBJECT_MY = 8


@cache
def _boundary_words() -> frozenset[str]:
    return LINKS | MARKS


def clause_starts(tokens: Sequence[Token]) -> list[int]:
    """Indexes at which a clause begins: 0, and wherever a link or mark is followed by a subject
    or, for a shared subject, by a verb of stance ("and avoid").
    """
    starts = [0]
    boundary = _boundary_words()
    for i in range(1, len(tokens)):
        if tokens[i - 1].norm not in boundary or tokens[i].norm in MARKS:
            continue
        after = skip_fillers(tokens, i)
        if after >= len(tokens):
            continue
        word = tokens[after].norm
        begins = word in SUBJECTS and not _is_object_pronoun(tokens, i, after)
        begins = (
            begins
            and not _is_attached(tokens, i)
            and (tokens[i - 1].norm != "that" or introduces(tokens[:i]))
        )
        begins = begins or (
            word in OTHERS and tokens[i - 1].norm in _SPLITS_OTHERS and _verb_near(tokens, after)
        )
        begins = begins or (
            tokens[i - 1].norm in {"so", "but"}
            and tokens[i - 2].norm == ","
            and _verb_near(tokens, i - 1)
        )
        begins = begins or (
            tokens[i - 1].norm in {"and", "but", "or", "so", "yet"}
            and (
                _shares_subject(tokens, after)
                or _is_adverbial_predicate(tokens, starts[-1], i, after)
            )
        )
        begins = begins or (
            tokens[i - 1].norm in HYPOTHETICAL | {"because", "although", "though", "whereas"}
        )
        if begins:
            begin = i
            while begin - 1 >= starts[-1] and tokens[begin - 1].norm in LINKS:
                begin -= 1
            if begin > starts[-1]:
                starts.append(begin)
    return starts


_SPLITS_OTHERS = frozenset(
    [
        ",",
        ";",
        ":",
        "-",
        "--",
        "\u2014",
        "\u2013",
        "but",
        "because",
        "so",
        "although",
        "though",
        "and",
        "since",
    ]
)


_ATTACHED_BY = frozenset("when while if where whenever as".split())


def _is_attached(tokens: Sequence[Token], i: int) -> bool:
    """E.g. "I work best when I am alone": without a comma, it belongs to the clause before."""
    return tokens[i - 1].norm in _ATTACHED_BY and i > 1 and tokens[i - 2].norm not in MARKS | LINKS


def _is_object_pronoun(tokens: Sequence[Token], i: int, after: int) -> bool:
    """E.g. "for my mother", "as my main tool": a possessive after a preposition opens no clause."""
    return tokens[after].norm in {"my", "our"} and (
        tokens[i - 1].norm
        in {"for", "as", "and", "or", "than", "since", "after", "before", "until", "except"}
        and not _verb_near(tokens, after)
    )


FINITE = frozenset(
    "am is are was were be have has had do does did can could will would should may might "
    "must makes make gives give causes cause gets get seems seem feels feel loves love hates "
    "hate likes like prefers prefer wants want needs need helps help allows tends works work "
    "lives live".split()
)


def _verb_near(tokens: Sequence[Token], at: int) -> bool:
    return any(token.norm in FINITE for token in tokens[at + 1 : at + _VERB_AFTER_SUBJECT_MY])


_EVERYDAY_VERBS = frozenset("work live study speak write code teach use play".split())


_AFTER_EVERYDAY = frozenset("at for as in from with on a an the mostly mainly".split())


_NOUNS_TOO = frozenset(
    "love need value fear dread favor support dislike hate desire wish stay stick try like".split()
)


_OPENS_OBJECT = frozenset("to the a an my all any when how that at away clear off with".split())


def _shares_subject(tokens: Sequence[Token], after: int) -> bool:
    word = tokens[after].norm
    following = tokens[after + 1].norm if after + 1 < len(tokens) else ""
    if word in {"am", "have", "do", "can", "would", "will"}:
        return True
    if (
        word in _EVERYDAY_VERBS
        and following in _AFTER_EVERYDAY
        and tokens[after - 2].norm not in {"live", "love"}
    ):
        return True
    if word in _NOUNS_TOO and not (
        following in _OPENS_OBJECT or is_gerund(following) or following.endswith("s")
    ):
        return False
    return word in BARE_STANCE_VERBS and following not in {
        "",
        ",",
        ".",
        "and",
        "or",
        "is",
        "are",
        "of",
    }


_DEPENDENT = frozenset("that who which to".split())


def _is_adverbial_predicate(tokens: Sequence[Token], clause: int, start: int, verb: int) -> bool:
    """E.g. "and never eat seafood": an adverb, a common verb and its object, without a subject.

    After "that", "who", "which" or "to" the verb may be theirs: "people who listen and never judge
    others".
    """
    if any(token.norm in _DEPENDENT for token in tokens[clause:start]):
        return False
    adverbs = {token.norm for token in tokens[start:verb]}
    has_object = verb + 1 < len(tokens) and tokens[verb + 1].norm not in MARKS | LINKS
    return bool(adverbs & PREDICATE_ADVERBS) and is_base(tokens[verb].norm) and has_object
