"""Clauses of a sentence: who they are about, and the words of their predicate.

"I hate crowds and avoid cities because I get anxious" has three, all with the subject "i".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from shared.learning.offline.lexicon import BARE_STANCE_VERBS
from shared.learning.offline.openers import FILLERS, introduces, open_up, skip_fillers
from shared.learning.offline.predicates import is_adverb
from shared.learning.offline.tokens import Token
from shared.learning.offline.verbs import is_base, is_gerund, is_past


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of a sentence with its own predicate.

    Attributes:
        subject: "i", "we", "my", "our", "it", "" (left out), or "other".
        tokens: subject and predicate; where the subject was left out or inherited, the predicate.
        body: the tokens after the subject ("i", "we"), or all of them for other subjects.
        link: the word that joins it to what came before: "because", "if", "but", "" ….
        lead: what stood before the subject: "as a vegan", "when it comes to films".
        hedged: whether it is introduced by "I think", "maybe" ….
        first: whether it opens the sentence.
        inherited: whether the subject was taken from the clause before.
    """

    subject: str
    tokens: tuple[Token, ...]
    body: tuple[Token, ...]
    link: str
    lead: tuple[Token, ...]
    hedged: bool
    inherited: bool
    first: bool

    @property
    def start(self) -> int:
        """Offset of its first word in the prompt."""
        return (self.lead or self.tokens)[0].start

    @property
    def end(self) -> int:
        """Offset after its last word."""
        return self.tokens[-1].end


HYPOTHETICAL = frozenset(
    "if unless suppose supposing imagine whether assuming provided wish once until lest".split()
)
"""Links that make a clause something other than a fact."""

TEMPORAL = frozenset("when whenever after before until once since while as".split())
"""Links of time: such a clause says when, seldom what holds."""

_LINKS = frozenset(
    "because since so but and or yet although though whereas while unless if when whenever whether "
    "after before until that plus however therefore as which who where once except for".split()
)
_MARKS = frozenset(
    [",", ";", ":", "-", "--", "\u2014", "\u2013", "(", ")", "...", ".", "!", "?", "*", "\u2026"]
)
_SUBJECTS = frozenset("i we my our".split())
_OTHERS = frozenset(
    "he she they you it there this that these those his her their your its everyone people".split()
)
_VERB_AFTER_SUBJECT_MY = 8


def clauses(tokens: Sequence[Token]) -> list[Clause]:
    """The clauses of a statement, in order. Words without a subject before them form none."""
    starts = _starts(tokens)
    found: list[Clause] = []
    for place, start in enumerate(starts):
        end = starts[place + 1] if place + 1 < len(starts) else len(tokens)
        previous = found[-1] if found else None
        clause = _clause(tokens, start, end, place, previous)
        if clause:
            found.append(clause)
    return found


@cache
def _boundary_words() -> frozenset[str]:
    return _LINKS | _MARKS


def _starts(tokens: Sequence[Token]) -> list[int]:
    """Indexes at which a clause begins: 0, and wherever a link or mark is followed by a subject
    or, for a shared subject, by a verb of stance ("and avoid").
    """
    starts = [0]
    boundary = _boundary_words()
    for i in range(1, len(tokens)):
        if tokens[i - 1].norm not in boundary or tokens[i].norm in _MARKS:
            continue
        after = skip_fillers(tokens, i)
        if after >= len(tokens):
            continue
        word = tokens[after].norm
        begins = word in _SUBJECTS and not _is_object_pronoun(tokens, i, after)
        begins = (
            begins
            and not _is_attached(tokens, i)
            and (tokens[i - 1].norm != "that" or introduces(tokens[:i]))
        )
        begins = begins or (
            word in _OTHERS and tokens[i - 1].norm in _SPLITS_OTHERS and _verb_near(tokens, after)
        )
        begins = begins or (
            tokens[i - 1].norm in {"so", "but"}
            and tokens[i - 2].norm == ","
            and _verb_near(tokens, i - 1)
        )
        begins = begins or (
            tokens[i - 1].norm in {"and", "but", "or", "so", "yet"}
            and _shares_subject(tokens, after)
        )
        begins = begins or (
            tokens[i - 1].norm in HYPOTHETICAL | {"because", "although", "though", "whereas"}
        )
        if begins:
            begin = i
            while begin - 1 >= starts[-1] and tokens[begin - 1].norm in _LINKS:
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
    """ "I work best when I am alone": without a comma, such a clause belongs to the one before."""
    return (
        tokens[i - 1].norm in _ATTACHED_BY and i > 1 and tokens[i - 2].norm not in _MARKS | _LINKS
    )


def _is_object_pronoun(tokens: Sequence[Token], i: int, after: int) -> bool:
    """ "for my mother", "as my main tool": a possessive after a preposition opens no clause."""
    return tokens[after].norm in {"my", "our"} and (
        tokens[i - 1].norm
        in {"for", "as", "and", "or", "than", "since", "after", "before", "until", "except"}
        and not _verb_near(tokens, after)
    )


_GOVERNING = frozenset("can could would might may should must will did".split())
_FINITE = frozenset(
    "am is are was were be have has had do does did can could will would should "
    "may might must makes make "
    "gives give causes cause gets get seems seem feels feel loves love hates hate "
    "likes like prefers prefer "
    "wants want needs need helps help allows tends works work lives live".split()
)


def _verb_near(tokens: Sequence[Token], at: int) -> bool:
    return any(token.norm in _FINITE for token in tokens[at + 1 : at + _VERB_AFTER_SUBJECT_MY])


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


def _clause(
    tokens: Sequence[Token], start: int, end: int, place: int, previous: Clause | None
) -> Clause | None:
    link = ""
    while start < end and (
        tokens[start].norm in _MARKS or tokens[start].norm in _LINKS | HYPOTHETICAL
    ):
        word = tokens[start].norm
        if (
            word == "that"
            and not link
            and start + 1 < end
            and tokens[start + 1].norm not in _SUBJECTS
        ):
            break
        if word in _LINKS | HYPOTHETICAL and word != "and":
            link = link if link in HYPOTHETICAL else word
        start += 1
    while end > start and (
        tokens[end - 1].norm in _MARKS
        or tokens[end - 1].norm in {"and", "but", "so", "because", "or"}
    ):
        end -= 1
    if start >= end:
        return None
    opened, hedged = open_up(tokens, start, end)
    subject_at = _subject(tokens, opened, end)
    words = tuple(tokens[start:end])
    if subject_at is not None:
        subject = tokens[subject_at].norm
        body_at = subject_at + 1 if subject in {"i", "we"} else subject_at
        if body_at >= end:
            return None
        lead = tuple(tokens[start:subject_at]) if opened == start else ()
        return Clause(
            subject,
            tuple(tokens[subject_at:end]),
            tuple(tokens[body_at:end]),
            link,
            lead,
            hedged,
            False,
            not place,
        )
    first = tokens[opened].norm
    if first in _OTHERS:
        return Clause("other", words, words, link, (), hedged, False, not place)
    if (
        previous is not None
        and place
        and previous.subject in {"i", "we"}
        and _is_predicate(tokens, start)
    ):
        if _governs(previous):
            return Clause("other", words, words, link, (), hedged, True, False)
        return Clause(
            previous.subject, words, words, link, (), hedged or previous.hedged, True, False
        )
    return Clause("", words, words, link, (), hedged, False, not place)


def _is_predicate(tokens: Sequence[Token], at: int) -> bool:
    """Whether the words can be a predicate whose subject was left out."""
    at = skip_fillers(tokens, at)
    word = tokens[at].norm if at < len(tokens) else ""
    return is_base(word) or word in _FINITE or word in BARE_STANCE_VERBS or word == "not"


def _governs(previous: Clause) -> bool:
    """Whether a verb after "and" still depends on "could", or on an infinitive told in the past."""
    body = [token.norm for token in previous.body if not is_adverb(token.norm)]
    if body[:1] and body[0] in _GOVERNING:
        return body[1:2] not in (["not"], ["rather"], ["prefer"])
    return bool(body) and is_past(body[0]) and "to" in body


def _subject(tokens: Sequence[Token], start: int, end: int) -> int | None:
    """Where "I", "we", "my" or "our" stands: first, or after adverbs or a lead-in with a comma."""
    at = skip_fillers(tokens, start)
    if at < end and tokens[at].norm in _SUBJECTS:
        return at
    for i in range(start, min(end, start + 24)):
        if tokens[i].norm in {",", ":", "-", "\u2014", "\u2013"}:
            at = skip_fillers(tokens, i + 1)
            if at < end and tokens[at].norm in {"i", "we"} and tokens[start].norm not in _OTHERS:
                return at
    return None
