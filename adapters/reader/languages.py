"""The languages that can be read: what the files of one folder say, put together and checked."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, Generic, TypeVar

from adapters.reader.detect import FIRST, Sketch, sketch
from adapters.reader.lines import Line, without_accents
from adapters.reader.parts import Matcher, Pattern, Words
from adapters.reader.patterns import PatternError, Shape, compiled
from adapters.reader.rules import (
    Capture,
    Rule,
    RuleError,
    RuleFile,
    Span,
    Speech,
    Spellings,
    Stage,
)
from adapters.reader.takes import Inflection, Take, TakeError, take_of

RULES = Path(__file__).parent / "rules"
OPENERS = "openers-alone"
"""The phrase for what only opens a clause."""
_LEFT_OUT = "leaves_out_"
_WORD_OF_PATTERN = re.compile(r"(?<![\w<{.:-])[^\W\d_][\w'-]*(?![\w}>:])")


Entry = TypeVar("Entry", Rule, Speech, Span, Stage)


@dataclass(frozen=True, eq=False, repr=False)
class Ready(Generic[Entry]):
    """An entry of a file with its patterns compiled, and what a rule takes."""

    entry: Entry
    match: Matcher
    within: Matcher
    unless: Matcher
    takes: Sequence[Take] = ()


class Language:
    """One language with all that is known of it, put together from the files of a folder.

    Args:
        folder: the folder.
        sketch: what its first file says.

    Raises:
        RuleError: a file is wrong.
    """

    def __init__(self, folder: Path, sketch: Sketch) -> None:
        self._folder = folder
        self._files = _in_order(folder, sketch)
        self.about, self.spelling = sketch.about, sketch.spelling
        every = [file.forms for file in self._files.values()]
        self.inflection = Inflection(
            {name: pairs for forms in every for name, pairs in forms.endings.items()},
            {verb: forms_of for forms in every for verb, forms_of in forms.irregular.items()},
        )
        self.captures: Mapping[str, Capture] = self._one_of_each("captures")
        self.bases: dict[str, str] = {}
        """Verbs by their forms."""
        self.shape = self._shape()
        self._sets = {name: frozenset(words) for name, words in self.shape.lists.items()}
        self.retold: Mapping[str, str] = self._one_of_each("retold")
        self.denials = {
            self._words(denial): [self._words(each) for each in instead]
            for denial, instead in sorted(
                self._one_of_each("denials").items(), key=lambda item: -len(item[0])
            )
        }
        """What to say instead of each denial, in one way or several; the longest denials first.

        What stands for itself denies nothing: "すみません".
        """
        self.topics: dict[tuple[str, ...], tuple[str, str]] = {}
        """The category and the name of a topic by the terms for it."""
        for category, topics in self._one_of_each("topics").items():
            for name, terms in topics.items():
                for term in terms:
                    self.topics.setdefault(tuple(term.split()), (category, name))
        self.terms = Words(self.topics)
        self.categories: dict[str, Sequence[str]] = {}
        for file in self._files.values():
            for name, words in file.categories.items():
                self.categories[name] = (*self.categories.get(name, ()), *words)
        self.stages: Sequence[Ready[Stage]] = self._ready("stages")
        self.speech: Sequence[Ready[Speech]] = self._ready("speech")
        self.spans: Sequence[Ready[Span]] = self._ready("span")
        self.rules: Sequence[Ready[Rule]] = self._ready("rule")
        kinds = [name[len(_LEFT_OUT) :] for name in self._sets if name.startswith(_LEFT_OUT)]
        self.left_out = {
            kind.replace("_", " "): self.shape.entries(_LEFT_OUT + kind) for kind in kinds
        }
        """What finds the words before which others may be left out: "i am" before "big fan"."""

    def list(self, name: str) -> frozenset[str]:
        """Returns the entries of a list, normalized; none if the language has no such list."""
        return self._sets.get(name, frozenset())

    def where(self, name: str, line: Line, indexes: Iterable[int]) -> int | None:
        """Returns the first of some tokens at which an entry of a list, or a phrase, stands."""
        part = self.shape.entries(name)
        if part.firsts is not None and part.firsts.isdisjoint(line.vocabulary):
            return None
        return next((at for at in indexes if part.ends(line, at)), None)

    def _words(self, text: str) -> tuple[str, ...]:
        """Returns the words of an entry as lines have them."""
        return tuple(token.norm for token in self.spelling.tokens(text, 0, len(text)))

    def _one_of_each(self, section: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, file in self._files.items():
            for key, value in getattr(file, section).items():
                if key in found:
                    raise RuleError(f"{self._folder / name}: {section}.{key} is there twice")
                found[key] = value
        return found

    def _shape(self) -> Shape:
        """Returns what patterns may name; checks that phrases and captures name what is there."""
        lists = self._lists()
        phrases = {k: self._folded(v) for k, v in self._one_of_each("phrases").items()}
        phrases |= {OPENERS: "[<openers> [,|、]]*"} if "openers" in lists else {}
        only: dict[str, Sequence[str]] = {}
        for name, capture in self.captures.items():
            named = (value for value in dict(capture).values() if isinstance(value, tuple))
            if missing := set[str]().union(*named) - lists.keys():
                where = f"{self._folder}: captures.{name}"
                raise RuleError(f"{where}: no list is called {min(missing)}")
            if capture.only and capture.shape == "any" and not capture.leads:
                only[name] = [entry for of in capture.only for entry in lists[of]]
        most = {name: capture.most for name, capture in self.captures.items()}
        shape = Shape(self.about.spaced, lists, phrases, most, only)
        for name in phrases:
            self._matcher([f"<{name}>"], f"{self._folder}: phrases.{name}", shape)
        return shape

    def _lists(self) -> dict[str, Sequence[str]]:
        lists: dict[str, Sequence[str]] = {}
        for name, words in self._one_of_each("lists").items():
            twice = [word for word, count in Counter(words).items() if count > 1]
            if twice:
                raise RuleError(f"{self._folder}: lists.{name} has {twice[0]!r} twice")
            lists[name] = words
        for name, verbs in self._one_of_each("verbs").items():
            if name in lists:
                raise RuleError(f"{self._folder}: {name} is a list and a list of verbs")
            for form in ("", *self.inflection.names):
                made = [self.inflection.expression(verb, form) for verb in verbs]
                for verb, one in zip(verbs, made, strict=True):
                    self.bases.setdefault(one.split()[0], verb.split()[0])
                lists[f"{name}.{form}" if form else name] = made
        spelled = self.spelling.entry
        return {k: tuple(dict.fromkeys(map(spelled, words))) for k, words in lists.items()}

    def _ready(self, section: str) -> Sequence[Ready[Any]]:
        """Returns the entries of a section of all files, compiled."""
        found: dict[str, Ready[Any]] = {}
        for name, file in self._files.items():
            for one in getattr(file, section):
                id_ = getattr(one, "id", one.match[0])
                where = f"{self._folder / name}: {section} {id_}"
                if id_ in found:
                    raise RuleError(f"{where} is there twice")
                match, within, unless = (
                    self._matcher(getattr(one, key, ()), where, self.shape)
                    for key in ("match", "within", "unless")
                )
                takes = [self._take(line, match, where) for line in getattr(one, "take", ())]
                found[id_] = Ready(one, match, within, unless, takes)
        return tuple(found.values())

    def _take(self, line: str, match: Matcher, where: str) -> Take:
        try:
            take = take_of(line)
        except TakeError as error:
            raise RuleError(f"{where}: {line!r} {error}") from error
        if missing := take.names.difference(*(pattern.kinds for pattern in match.patterns)):
            name = min(missing)
            raise RuleError(f"{where}: {line!r} names {{{name}}}, which no pattern takes")
        if take.listed and take.listed not in self.shape.lists:
            raise RuleError(f"{where}: no list is called {take.listed}")
        return take

    def _matcher(self, patterns: Sequence[str], where: str, shape: Shape) -> Matcher:
        found: list[Pattern] = []
        for pattern in patterns:
            # No line has "don't" as one word, or a capital.
            for word in _WORD_OF_PATTERN.findall(pattern) if self.about.spaced else ():
                plain = without_accents(word) if self.about.fold_accents else word
                if (made := self.spelling.entry(word)) != plain:
                    raise RuleError(f"{where}: write {made!r} for {word!r} in {pattern!r}")
            try:
                found.extend(compiled(self._folded(pattern), shape))
            except PatternError as error:
                raise RuleError(f"{where}: the pattern {pattern!r} {error}") from error
        return Matcher(found)

    def _folded(self, pattern: str) -> str:
        return without_accents(pattern) if self.about.fold_accents else pattern


def _in_order(folder: Path, sketch: Sketch) -> Mapping[str, RuleFile]:
    """Returns the files by their names, those of the order first."""
    files = {path.name: RuleFile.of(path) for path in sorted(folder.glob("*.toml"))}
    for name, file in files.items():
        if name != FIRST and (file.language or file.spelling != Spellings()):
            raise RuleError(f"{folder / name}: [language] and [spelling] belong in {FIRST}")
    first = [f"{name}.toml" for name in sketch.about.order]
    if missing := [name for name in first if name not in files]:
        raise RuleError(f"{folder}: the order names {missing[0]!r}, which is no file")
    return {name: files[name] for name in dict.fromkeys((*first, *files))}


class Languages(Mapping[str, Language]):
    """The languages by their codes, English first. Each is loaded when it is first asked for.

    Args:
        folder: the folder with a folder for each language.

    Raises:
        RuleError: a file is wrong.
    """

    def __init__(self, folder: Path) -> None:
        found = {path.name: sketch(path) for path in sorted(folder.iterdir()) if path.is_dir()}
        self.sketches = dict(sorted(found.items(), key=lambda item: item[0] != "en"))
        self._folder = folder
        self._loaded: dict[str, Language] = {}
        self._loading = Lock()

    def __getitem__(self, code: str) -> Language:
        """Returns a language.

        Raises:
            RuleError: a file is wrong.
        """
        with self._loading:
            if code not in self._loaded:
                self._loaded[code] = Language(self._folder / code, self.sketches[code])
            return self._loaded[code]

    def __iter__(self) -> Iterator[str]:
        return iter(self.sketches)

    def __len__(self) -> int:
        return len(self.sketches)


@cache
def languages() -> Languages:
    """Returns the languages of this package, which every reader shares.

    Raises:
        RuleError: a file is wrong.
    """
    return Languages(RULES)
