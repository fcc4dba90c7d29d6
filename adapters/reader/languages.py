"""The languages that can be read: what the files of one folder say, put together and checked."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from threading import Lock
from typing import Any

from pydantic import ValidationError

from adapters.reader.lines import Spelling, without_accents
from adapters.reader.parts import Matcher, Pattern, Words
from adapters.reader.patterns import PatternError, Shape, compiled
from adapters.reader.rules import (
    About,
    Capture,
    Rule,
    RuleFile,
    Sequel,
    Span,
    Speech,
    Spellings,
    Stage,
)
from adapters.reader.takes import Inflection, Take, TakeError, take_of

RULES = Path(__file__).parent / "rules"
_FIRST = "language.toml"
"""The file that tells a language; the others are only read once something is written in it."""


class RuleError(ValueError):
    """A file of rules is wrong. The message names the file, the place and what to do."""


@dataclass(frozen=True, eq=False, repr=False)
class ReadyRule:
    """A rule with its patterns compiled."""

    rule: Rule
    match: Matcher
    within: Matcher
    unless: Matcher
    takes: Sequence[Take]


@dataclass(frozen=True, eq=False, repr=False)
class ReadySpeech:
    """Words that show who speaks and how, compiled."""

    speech: Speech
    match: Matcher
    unless: Matcher


@dataclass(frozen=True, eq=False, repr=False)
class ReadySequel:
    """A cue that says something of what is known, compiled."""

    sequel: Sequel
    match: Matcher
    unless: Matcher


@dataclass(frozen=True, eq=False, repr=False)
class ReadySpan:
    """Words for a time, compiled."""

    span: Span
    match: Matcher


@dataclass(frozen=True, eq=False, repr=False)
class Language:
    """One language with all that is known of it."""

    about: About
    spelling: Spelling
    shape: Shape
    captures: Mapping[str, Capture]
    inflection: Inflection
    retold: Mapping[str, str]
    categories: Mapping[str, Sequence[str]]
    topics: Mapping[str, Mapping[str, Sequence[str]]]
    stages: Sequence[tuple[Stage, Matcher]]
    speech: Sequence[ReadySpeech]
    spans: Sequence[ReadySpan]
    sequels: Sequence[ReadySequel]
    rules: Sequence[ReadyRule]
    opening: Matcher
    openers: Matcher
    introduction: Matcher
    bases: Mapping[str, str]

    @cached_property
    def _sets(self) -> Mapping[str, frozenset[str]]:
        return {name: frozenset(words) for name, words in self.shape.lists.items()}

    @cached_property
    def left_out(self) -> Mapping[tuple[str, ...], Words]:
        """What finds the words before which others may be left out: "i am" before "big fan"."""
        return {
            tuple(name.split("_")[2:]): self.shape.entries(name)
            for name in self.shape.lists
            if name.startswith("leaves_out_")
        }

    def list(self, name: str) -> frozenset[str]:
        """Returns the entries of a list, normalized; none if the language has no such list."""
        return self._sets.get(name, frozenset())


@dataclass(frozen=True, eq=False, repr=False)
class Sketch:
    """What `language.toml` says: enough to tell a language, and who speaks.

    Attributes:
        about: the language.
        spelling: how its words are brought into one spelling.
        lists: `frequent`, or in a language without spaces `signs`, which tell it; `own`, with which
            people speak of themselves; and what letters begin and end with.
    """

    about: About
    spelling: Spelling
    lists: Mapping[str, frozenset[str]]

    def list(self, name: str) -> frozenset[str]:
        """Returns the entries of a list, normalized; none if there is no such list."""
        return self.lists.get(name, frozenset())

    def count_frequent(self, word: str) -> int:
        """Returns how many frequent small words a word stands for, but "im" is a single one."""
        frequent = self.list("frequent")
        if word in frequent or (
            word.isascii() and word.isalpha() and word not in self.spelling.whole
        ):
            return word in frequent
        parts = self.spelling.spelled(self.spelling.of(word))
        return sum(not frequent.isdisjoint(words) for words, _ in parts)


class Languages(Mapping[str, Language]):
    """The languages by their codes, English first. Each is loaded when it is first asked for.

    Args:
        folder: the folder with a folder for each language.

    Raises:
        RuleError: a file is wrong.
    """

    def __init__(self, folder: Path) -> None:
        found = {path.name: _sketch(path) for path in sorted(folder.iterdir()) if path.is_dir()}
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


def _sketch(folder: Path) -> Sketch:
    file = _file(folder / _FIRST)
    about = file.language
    if about is None or about.code != folder.name:
        raise RuleError(f"{folder / _FIRST}: needs [language] with the code {folder.name!r}")
    spelling = _spelling(about, file)
    lists = {
        name: frozenset(_words(word, spelling) for word in entries)
        for name, entries in file.lists.items()
    }
    needed = "frequent" if about.spaced else "signs"
    if needed not in lists:
        raise RuleError(f"{folder / _FIRST}: needs the list `{needed}`, which tells the language")
    return Sketch(about, spelling, lists)


def _language(folder: Path, sketch: Sketch) -> Language:
    files = {path.name: _file(path) for path in sorted(folder.glob("*.toml"))}
    for name, file in files.items():
        if name != _FIRST and (file.language or file.spelling != Spellings()):
            raise RuleError(f"{folder / name}: [language] and [spelling] belong in {_FIRST}")
    order = sketch.about.order
    missing = [name for name in order if f"{name}.toml" not in files]
    if missing:
        raise RuleError(f"{folder}: the order names {missing[0]!r}, which is no file")
    rank = {f"{name}.toml": place for place, name in enumerate(order)}
    ordered = dict(sorted(files.items(), key=lambda item: rank.get(item[0], len(rank))))
    return _Loading(folder, sketch, ordered).language()


def _spelling(about: About, file: RuleFile) -> Spelling:
    plain = Spelling(spaced=about.spaced, fold=about.fold_accents)

    def longest_first(entries: Mapping[str, str]) -> dict[str, str]:
        folded = {plain.of(key): plain.of(value) for key, value in entries.items()}
        return dict(sorted(folded.items(), key=lambda item: -len(item[0])))

    said = file.spelling
    return Spelling(
        spaced=about.spaced,
        fold=about.fold_accents,
        whole={plain.of(k): tuple(plain.of(v).split()) for k, v in said.whole.items()},
        prefixes=longest_first(said.prefixes),
        suffixes=longest_first(said.suffixes),
        clipped=longest_first(said.clipped),
        contracted={plain.of(k): plain.of(v) for k, v in said.contracted.items()},
    )


def _words(entry: str, spelling: Spelling) -> str:
    """Returns an entry as lines have it: "didn't" is "did not"."""
    parts = entry.split(" ")
    if spelling.spaced and all(map(str.isalpha, parts)) and spelling.whole.keys().isdisjoint(parts):
        return spelling.of(entry)
    tokens = spelling.tokens(entry, 0, len(entry))
    return (" " if spelling.spaced else "").join(token.norm for token in tokens)


def _file(path: Path) -> RuleFile:
    try:
        return RuleFile.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except tomllib.TOMLDecodeError as error:
        raise RuleError(f"{path}: {error}") from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise RuleError(f"{path}: {place}: {first['msg']}") from error


class _Loading:
    """Puts the files of a language together."""

    def __init__(self, folder: Path, sketch: Sketch, files: Mapping[str, RuleFile]) -> None:
        self._folder = folder
        self._about = about = sketch.about
        self._files = files
        self._spelling = sketch.spelling
        self._inflection = self._forms()
        self._captures = self._one_of_each("captures")
        self._bases: dict[str, str] = {}
        lists = self._lists()
        self._shape = Shape(
            spaced=about.spaced,
            lists=lists,
            phrases={k: self._folded(v) for k, v in self._one_of_each("phrases").items()},
            most={name: capture.most for name, capture in self._captures.items()},
            only={
                name: [entry for of in capture.only for entry in lists.get(of, ())]
                for name, capture in self._captures.items()
                if capture.only and capture.shape == "any" and not capture.leads
            },
        )

    def language(self) -> Language:
        self._check_names()
        return Language(
            about=self._about,
            spelling=self._spelling,
            shape=self._shape,
            captures=self._captures,
            inflection=self._inflection,
            retold=self._one_of_each("retold"),
            categories=self._joined("categories"),
            topics=self._one_of_each("topics"),
            stages=[
                (stage, self._matcher(stage.match, f"{name}: {stage.step}"))
                for name, file in self._files.items()
                for stage in file.stages
            ],
            speech=[
                ReadySpeech(one, self._matcher(one.match, where), self._matcher(one.unless, where))
                for where, one in self._each("speech")
            ],
            spans=[
                ReadySpan(one, self._matcher(one.match, name))
                for name, file in self._files.items()
                for one in file.span
            ],
            sequels=[
                ReadySequel(one, self._matcher(one.match, where), self._matcher(one.unless, where))
                for where, one in self._each("sequel")
            ],
            rules=[self._rule(where, rule) for where, rule in self._each("rule")],
            bases=self._bases,
            opening=self._matcher(
                ["<opening>"] if "opening" in self._shape.phrases else [], "phrases.opening"
            ),
            introduction=self._matcher(
                ["<introduction>"] if "introduction" in self._shape.phrases else [],
                "phrases.introduction",
            ),
            openers=self._matcher(
                ["[<openers> [,]]*"] if self._shape.lists.get("openers") else [], "lists.openers"
            ),
        )

    def _forms(self) -> Inflection:
        endings = {k: v for f in self._files.values() for k, v in f.forms.endings.items()}
        irregular = {k: v for f in self._files.values() for k, v in f.forms.irregular.items()}
        return Inflection(endings, irregular)

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
            lists[name] = tuple(dict.fromkeys(_words(word, self._spelling) for word in words))
        for name, verbs in self._one_of_each("verbs").items():
            if name in lists:
                raise RuleError(f"{self._folder}: {name} is a list and a list of verbs")
            for form in ("", *self._inflection.names):
                made = [self._inflection.expression(verb, form) for verb in verbs]
                for verb, one in zip(verbs, made, strict=True):
                    self._bases.setdefault(one.split()[0], verb.split()[0])
                lists[f"{name}.{form}" if form else name] = tuple(
                    dict.fromkeys(_words(word, self._spelling) for word in made)
                )
        return lists

    def _each(self, section: str) -> Iterator[tuple[str, Any]]:
        """Yields the entries of a section of all files, each with where it stands."""
        seen: set[str] = set()
        for name, file in self._files.items():
            for one in getattr(file, section):
                where = f"{self._folder / name}: {section} {one.id}"
                if one.id in seen:
                    raise RuleError(f"{where} is there twice")
                seen.add(one.id)
                yield where, one

    def _check_names(self) -> None:
        for name, capture in self._captures.items():
            for value in dict(capture).values():
                for of in value if isinstance(value, tuple) else ():
                    if of not in self._shape.lists:
                        raise RuleError(f"{self._folder}: captures.{name}: no list is called {of}")

    def _rule(self, where: str, rule: Rule) -> ReadyRule:
        ready = ReadyRule(
            rule,
            self._matcher(rule.match, where),
            self._matcher(rule.within, where),
            self._matcher(rule.unless, where),
            [self._take(line, where) for line in rule.take],
        )
        kinds = {name for pattern in ready.match.patterns for name in pattern.kinds}
        for take in ready.takes:
            missing = take.names - kinds
            if missing:
                raise RuleError(f"{where}: nothing takes {{{min(missing)}}}")
            if take.listed and take.listed not in self._shape.lists:
                raise RuleError(f"{where}: no list is called {take.listed}")
        return ready

    def _take(self, line: str, where: str) -> Take:
        try:
            return take_of(line)
        except TakeError as error:
            raise RuleError(f"{where}: {line!r} {error}") from error

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
        for word in re.findall(r"(?<![\w<{.:-])[^\W\d_][\w'-]*(?![\w}>:])", pattern):
            if self._about.spaced and (made := _words(word, self._spelling)) != self._spelling.of(
                word
            ):
                raise RuleError(f"{where}: write {made!r} for {word!r} in {pattern!r}")
        return self._folded(pattern)

    def _folded(self, pattern: str) -> str:
        return without_accents(pattern) if self._about.fold_accents else pattern
