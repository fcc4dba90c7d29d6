"""The languages that can be read: what the files of one folder say, put together and checked."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from threading import Lock
from typing import Any, Generic, TypeVar

from adapters.reader.detect import FIRST, Sketch, sketch
from adapters.reader.lines import Line, Spelling, without_accents
from adapters.reader.parts import Matcher, Part, Pattern
from adapters.reader.patterns import PatternError, Shape, compiled
from adapters.reader.rules import (
    About,
    Capture,
    Rule,
    RuleError,
    RuleFile,
    Sequel,
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


Entry = TypeVar("Entry", Rule, Speech, Sequel, Span, Stage)


@dataclass(frozen=True, eq=False, repr=False)
class Ready(Generic[Entry]):
    """An entry of a file with its patterns compiled, and what a rule takes."""

    entry: Entry
    match: Matcher
    within: Matcher
    unless: Matcher
    takes: Sequence[Take] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Language:
    """One language with all that is known of it."""

    about: About
    spelling: Spelling
    shape: Shape
    captures: Mapping[str, Capture]
    inflection: Inflection
    bases: Mapping[str, str]
    retold: Mapping[str, str]
    categories: Mapping[str, Sequence[str]]
    topics: Mapping[str, Mapping[str, Sequence[str]]]
    stages: Sequence[Ready[Stage]]
    speech: Sequence[Ready[Speech]]
    spans: Sequence[Ready[Span]]
    sequels: Sequence[Ready[Sequel]]
    rules: Sequence[Ready[Rule]]

    @cached_property
    def _sets(self) -> Mapping[str, frozenset[str]]:
        return {name: frozenset(words) for name, words in self.shape.lists.items()}

    @cached_property
    def left_out(self) -> Mapping[str, Part]:
        """What finds the words before which others may be left out: "i am" before "big fan"."""
        names = [name for name in self.shape.lists if name.startswith(_LEFT_OUT)]
        return {
            name.removeprefix(_LEFT_OUT).replace("_", " "): self.shape.entries(name)
            for name in names
        }

    def list(self, name: str) -> frozenset[str]:
        """Returns the entries of a list, normalized; none if the language has no such list."""
        return self._sets.get(name, frozenset())

    def where(self, name: str, line: Line, indexes: Iterable[int]) -> int | None:
        """Returns the first of some tokens at which an entry of a list, or a phrase, stands."""
        part = self.shape.entries(name)
        if part.firsts is not None and part.firsts.isdisjoint(line.vocabulary):
            return None
        return next((at for at in indexes if part.ends(line, at)), None)


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
                self._loaded[code] = _language(self._folder / code, self.sketches[code])
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


def _language(folder: Path, sketch: Sketch) -> Language:
    files = {path.name: RuleFile.of(path) for path in sorted(folder.glob("*.toml"))}
    for name, file in files.items():
        if name != FIRST and (file.language or file.spelling != Spellings()):
            raise RuleError(f"{folder / name}: [language] and [spelling] belong in {FIRST}")
    order = sketch.about.order
    missing = [name for name in order if f"{name}.toml" not in files]
    if missing:
        raise RuleError(f"{folder}: the order names {missing[0]!r}, which is no file")
    rank = {f"{name}.toml": place for place, name in enumerate(order)}
    ordered = dict(sorted(files.items(), key=lambda item: rank.get(item[0], len(rank))))
    return _Loading(folder, sketch, ordered).language()


class _Loading:
    """Puts the files of a language together."""

    def __init__(self, folder: Path, sketch: Sketch, files: Mapping[str, RuleFile]) -> None:
        self._folder = folder
        self._about = about = sketch.about
        self._files = files
        self._spelling = sketch.spelling
        self._inflection = Inflection(
            {k: v for f in files.values() for k, v in f.forms.endings.items()},
            {k: v for f in files.values() for k, v in f.forms.irregular.items()},
        )
        self._captures: dict[str, Capture] = self._one_of_each("captures")
        self._bases: dict[str, str] = {}
        lists = self._lists()
        phrases = {k: self._folded(v) for k, v in self._one_of_each("phrases").items()}
        self._shape = Shape(
            spaced=about.spaced,
            lists=lists,
            phrases={**phrases, **({OPENERS: "[<openers> [,]]*"} if "openers" in lists else {})},
            most={name: capture.most for name, capture in self._captures.items()},
            only={
                name: [entry for of in capture.only for entry in lists.get(of, ())]
                for name, capture in self._captures.items()
                if capture.only and capture.shape == "any" and not capture.leads
            },
        )

    def language(self) -> Language:
        for name, capture in self._captures.items():
            named = (value for value in dict(capture).values() if isinstance(value, tuple))
            if missing := set[str]().union(*named) - self._shape.lists.keys():
                where = f"{self._folder}: captures.{name}"
                raise RuleError(f"{where}: no list is called {min(missing)}")
        for name in self._shape.phrases:
            self._matcher([f"<{name}>"], f"{self._folder}: phrases.{name}")
        return Language(
            about=self._about,
            spelling=self._spelling,
            shape=self._shape,
            captures=self._captures,
            inflection=self._inflection,
            bases=self._bases,
            retold=self._one_of_each("retold"),
            categories=self._joined("categories"),
            topics=self._one_of_each("topics"),
            stages=self._ready("stages"),
            speech=self._ready("speech"),
            spans=self._ready("span"),
            sequels=self._ready("sequel"),
            rules=self._ready("rule"),
        )

    def _one_of_each(self, section: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, file in self._files.items():
            for key, value in getattr(file, section).items():
                if key in found:
                    raise RuleError(f"{self._folder / name}: {section}.{key} is there twice")
                found[key] = value
        return found

    def _joined(self, section: str) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for file in self._files.values():
            for key, value in getattr(file, section).items():
                found[key] = (*found.get(key, ()), *value)
        return found

    def _lists(self) -> dict[str, tuple[str, ...]]:
        lists: dict[str, tuple[str, ...]] = {}
        for name, words in self._one_of_each("lists").items():
            twice = [word for word, count in Counter(words).items() if count > 1]
            if twice:
                raise RuleError(f"{self._folder}: lists.{name} has {twice[0]!r} twice")
            lists[name] = self._spelled(words)
        for name, verbs in self._one_of_each("verbs").items():
            if name in lists:
                raise RuleError(f"{self._folder}: {name} is a list and a list of verbs")
            for form in ("", *self._inflection.names):
                made = [self._inflection.expression(verb, form) for verb in verbs]
                for verb, one in zip(verbs, made, strict=True):
                    self._bases.setdefault(one.split()[0], verb.split()[0])
                lists[f"{name}.{form}" if form else name] = self._spelled(made)
        return lists

    def _spelled(self, words: Iterable[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self._spelling.entry(word) for word in words))

    def _ready(self, section: str) -> list[Ready[Any]]:
        """Returns the entries of a section of all files, compiled."""
        found: dict[str, Ready[Any]] = {}
        for name, file in self._files.items():
            for one in getattr(file, section):
                id_ = getattr(one, "id", one.match[0])
                where = f"{self._folder / name}: {section} {id_}"
                if id_ in found:
                    raise RuleError(f"{where} is there twice")
                match, within, unless = (
                    self._matcher(getattr(one, key, ()), where)
                    for key in ("match", "within", "unless")
                )
                found[id_] = Ready(one, match, within, unless, self._takes(one, match, where))
        return list(found.values())

    def _takes(self, entry: Any, match: Matcher, where: str) -> list[Take]:
        takes = []
        kinds = {name for pattern in match.patterns for name in pattern.kinds}
        for line in entry.take if isinstance(entry, Rule) else ():
            try:
                take = take_of(line)
            except TakeError as error:
                raise RuleError(f"{where}: {line!r} {error}") from error
            if missing := take.names - kinds:
                raise RuleError(f"{where}: nothing takes {{{min(missing)}}}")
            if take.listed and take.listed not in self._shape.lists:
                raise RuleError(f"{where}: no list is called {take.listed}")
            takes.append(take)
        return takes

    def _matcher(self, patterns: Sequence[str], where: str) -> Matcher:
        found: list[Pattern] = []
        for pattern in patterns:
            try:
                found.extend(compiled(self._normalized(pattern, where), self._shape))
            except PatternError as error:
                raise RuleError(f"{where}: the pattern {pattern!r} {error}") from error
        return Matcher(found)

    def _normalized(self, pattern: str, where: str) -> str:
        """Checks that lines can have the words of a pattern: no line has "don't" as one word."""
        for word in _WORD_OF_PATTERN.findall(pattern) if self._about.spaced else ():
            if (made := self._spelling.entry(word)) != self._spelling.of(word):
                raise RuleError(f"{where}: write {made!r} for {word!r} in {pattern!r}")
        return self._folded(pattern)

    def _folded(self, pattern: str) -> str:
        return without_accents(pattern) if self._about.fold_accents else pattern
