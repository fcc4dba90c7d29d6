"""What a file of rules holds. Loading refuses what could not work or is not shown to work."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    field_validator,
)
from pydantic_core import ErrorDetails

from shared.base.stemming import STEMMERS
from shared.documents.slots import Slot


class RuleError(ValueError):
    """A file of rules is wrong. The message names the file, the place and what to do."""


_PROBLEMS = {
    "missing": "is missing",
    "extra_forbidden": "is unknown; look for a misspelling",
    "too_short": "is empty",
}
"""What is wrong, by the type of a validation error."""


def _several(value: Any) -> Any:
    return (value,) if isinstance(value, str) else value


Several = Annotated[tuple[str, ...], BeforeValidator(_several)]
"""Texts; a single one may stand without brackets."""
OneOrMore = Annotated[Several, Field(min_length=1)]
Id = Annotated[str, Field(pattern="^[a-z][a-z0-9-]*$")]
Kind = Literal["asks", "requests", "supposes", "reports", "mocks", "unsays", "plays",
               "plays_no_more", "material", "above", "corrects",
               "recalls", "takes_back"]  # fmt: skip


class Part(BaseModel):
    """Any part of a file; an unknown key is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, cache_strings="none")


class About(Part):
    """The language of a folder.

    Attributes:
        code: its ISO 639-1 code, the folder's name.
        name: its name, in English.
        spaced: whether its words are separated by spaces.
        fold_accents: whether its rules are to match words written without their accents as well.
        stemmer: the Snowball stemmer that files things under categories, if there is one.
        joins_nouns: whether nouns are written as one word, so that a part can stand for it.
        nouns_have_capitals: whether a capital in mid-sentence shows no more than a noun.
        order: the files, without ".toml", whose rules are tried first, in this order; the others
            follow by name.
    """

    code: str = Field(pattern="^[a-z]{2}$")
    name: str
    spaced: bool = True
    fold_accents: bool = False
    stemmer: str = ""
    joins_nouns: bool = False
    nouns_have_capitals: bool = False
    order: tuple[str, ...] = ()

    @field_validator("stemmer")
    @classmethod
    def _is_a_stemmer(cls, name: str) -> str:
        if name and name not in STEMMERS:
            raise ValueError(f"{name!r} is none of {', '.join(sorted(STEMMERS))}")
        return name


class Spellings(Part):
    """What stands for a word: `whole` words, and words that begin or end with another one.

    `clipped` has letters that stand for a word before a consonant, and `contracted` what "'s"
    stands for, by the word behind it.
    """

    whole: dict[str, str] = {}
    prefixes: dict[str, str] = {}
    suffixes: dict[str, str] = {}
    clipped: dict[str, str] = {}
    contracted: dict[str, str] = {}


class Capture(Part):
    """What a pattern takes, and where it ends.

    Attributes:
        most: the most words; in a language without spaces, characters.
        shape: any words; a name (each word has a capital or is a small word of names); a number,
            in figures or words; an e-mail address; or a single word.
        stops: the lists of what ends it.
        drops: the lists of what is left out at its end.
        leads: the lists of what is left out at its beginning.
        begins: the lists with whose words it has to begin, apart from adverbs.
        begins_not: the lists with whose words it cannot begin.
        is_not: the lists whose words it cannot consist of.
        only: the lists of which it has to be an entry.
        heads: the lists of which its last word has to be an entry. "-ist" stands for whatever ends
            so.
        heads_not: the lists of which its last word cannot be an entry.
        capital: whether a name has a capital even in a message in which nothing else has one.
        comma: whether a comma ends it, goes on only before a capital, or is part of it unless a
            sentence of its own follows; or whether all marks are part of it ("kept").
        stands_alone: whether a stranger has to know what is meant.
        retold: whether "my" becomes "their".
    """

    most: int = Field(ge=1, le=60)
    shape: Literal["any", "name", "number", "email", "word"] = "any"
    stops: tuple[str, ...] = ()
    drops: tuple[str, ...] = ()
    leads: tuple[str, ...] = ()
    begins: tuple[str, ...] = ()
    begins_not: tuple[str, ...] = ()
    is_not: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    heads_not: tuple[str, ...] = ()
    capital: bool = False
    comma: Literal["ends", "names", "goes_on", "kept"] = "ends"
    stands_alone: bool = False
    retold: bool = True


class Rule(Part):
    """What is taken from which words.

    Attributes:
        id: its name, unique in the language.
        match: patterns, at the start of a clause; see `adapters.reader.patterns`.
        within: patterns of which one has to stand anywhere in the clause as well.
        unless: patterns that stop the rule wherever in the clause one of them stands.
        take: what it yields; see `adapters.reader.takes`.
        sure: the confidence (F-13 has the bands).
        slot: what a preference is a value of.
        category: how it is filed, if not by its words.
        context: the sentence about the user that is kept beside a preference, if the clause retold
            will not do.
        passing: words such as "today" stop it, or set its end, or are nothing to it.
        stated: it is taken only if the message asks nothing: "I want to learn chess".
        lead: what stands before the subject is read behind the clause: "On Sundays I bake" is
            "I bake on Sundays".
        spans: no clause begins within what it matches: "Forget that I am vegan" says nothing else.
        runs_on: the clause goes on behind "when" and the like: "I work best when I have music on".
        asked: it is taken even from a question: "Could you always answer in French?"
        whole: it reads over the clauses of a sentence, from an adverb or adverbial on, before the
            rules that read one clause: "Whenever I cook, I first sharpen the knives".
        opens: it is read only where a sentence begins: "Nurse here".
        further: the clause is given to the rules behind this one as well.
        otherwise: it is read only where no rule before it reads the clause.
        corrects: it is read only in a message that says that something was said wrongly, where
            no other rule reads anything in the sentence.
        yes: messages, and what the reader takes from each, all of it.
        no: messages on which this rule does not fire.
    """

    id: Id
    match: OneOrMore
    within: Several = ()
    unless: Several = ()
    take: OneOrMore
    sure: float = Field(default=0.95, ge=0.65, le=1)
    slot: Slot | None = None
    category: str = ""
    context: str = ""
    passing: Literal["stops", "ends", "ignored"] = "stops"
    stated: bool = False
    lead: bool = False
    spans: bool = False
    runs_on: bool = False
    asked: bool = False
    whole: bool = False
    opens: bool = False
    further: bool = False
    otherwise: bool = False
    corrects: bool = False
    yes: dict[str, Several] = Field(min_length=1)
    no: OneOrMore


class Speech(Part):
    """Words that say whose words these are, and how they are meant.

    Attributes:
        id: its name, unique in the language.
        kind: what the words show; see `adapters.reader.attribution`.
        match: patterns.
        anywhere: whether they stand anywhere in a clause, not only at its start.
        unless: patterns that lift it, anywhere in the sentence.
        yes: sentences that show it.
        no: sentences that do not.
    """

    id: Id
    kind: Kind
    match: OneOrMore
    anywhere: bool = False
    unless: Several = ()
    yes: OneOrMore
    no: OneOrMore


class Span(Part):
    """A time that something holds from or until.

    Attributes:
        match: patterns, anywhere in a clause.
        gives: `until` or `from`, and what: days of the week, months, a number of days …; see
            `adapters.reader.times`.
        yes: for a message of Wednesday 2026-01-07, the time that is given.
    """

    match: OneOrMore
    gives: str
    yes: dict[str, str] = Field(min_length=1)


class Forms(Part):
    """How verbs are inflected.

    Attributes:
        endings: for each form ("ing", "s", "past", "done") the pairs of what a verb ends with (an
            expression) and what stands for that end, tried in order.
        irregular: the forms of a verb in the order of `endings`, "" where they are regular.
    """

    endings: dict[str, tuple[tuple[str, str], ...]] = {}
    irregular: dict[str, tuple[str, ...]] = {}


class RuleFile(Part):
    """One file. Each section may stand in any file of a language's folder.

    `denials` has what to say instead of a denial, so that it is the statement that it denies, or in
    which several ways: `"have no" = ["have", "have a"]`, `"do not" = ""`.
    """

    language: About | None = None
    spelling: Spellings = Spellings()
    lists: dict[str, tuple[str, ...]] = {}
    verbs: dict[str, tuple[str, ...]] = {}
    phrases: dict[str, str] = {}
    captures: dict[str, Capture] = {}
    forms: Forms = Forms()
    retold: dict[str, str] = {}
    denials: dict[str, OneOrMore] = {}
    categories: dict[str, tuple[str, ...]] = {}
    topics: dict[str, dict[str, tuple[str, ...]]] = {}
    stages: Sequence["Stage"] = ()
    speech: Sequence[Speech] = ()
    span: Sequence[Span] = ()
    rule: Sequence[Rule] = ()

    @classmethod
    def of(cls, path: Path) -> "RuleFile":
        """Reads a file.

        Raises:
            RuleError: it is wrong.
        """
        try:
            written = tomllib.loads(path.read_text(encoding="utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise RuleError(f"{path}: {error}") from error
        try:
            return cls.model_validate(written)
        except ValidationError as error:
            told = "; ".join(_problem(one, written) for one in error.errors(include_url=False))
            raise RuleError(f"{path}: {told}") from error


def _problem(error: ErrorDetails, written: Mapping[str, Any]) -> str:
    """Returns what is wrong in a file: "rule weakness: `no` is missing"."""
    section, *keys = error["loc"]
    place = str(section)
    if keys and isinstance(number := keys[0], int):
        entry = written[place][number]
        id_ = entry.get("id") if isinstance(entry, dict) else None
        place = f"{place} {id_ or f'number {number + 1}'}"
        del keys[0]
    elif not keys:
        place = f"`{place}`"
    key = f": `{'.'.join(map(str, keys))}`" if keys else ""
    what = _PROBLEMS.get(error["type"]) or f"is wrong: {error['msg']}"
    return f"{place}{key} {what}"


class Stage(Part):
    """A step that shows in what users ask for, one message after the other.

    Attributes:
        step: the step, as a workflow lists it.
        noun: what a description calls it.
        match: patterns, at the start of a request.
    """

    step: str
    noun: str
    match: OneOrMore
    begins: bool = False
