"""The languages that can be read: what the files of one folder say, put together and checked."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from adapters.reader.forms import Inflection
from adapters.reader.lines import Spelling, without_accents
from adapters.reader.patterns import Compiled, PatternError, Shape, compiled
from adapters.reader.rules import About, Capture, Rule, RuleFile, Span, Speech, Stage
from adapters.reader.takes import Take, TakeError, take_of

RULES = Path(__file__).parent / "rules"
_OF_LISTS = (
    "stops", "drops", "leads", "begins", "begins_not", "is_not", "only", "heads", "heads_not",
)  # fmt: skip
_Named = TypeVar("_Named", Rule, Speech)


class RuleError(ValueError):
    """A file of rules is wrong. The message names the file, the place and what to do."""


@dataclass(frozen=True, eq=False, repr=False)
class Matcher:
    """Patterns, of which any may match."""

    patterns: Sequence[Compiled]

    def starts(self, words: str) -> bool:
        """Returns whether a pattern matches at the start of a line's words."""
        first = words.partition(" ")[0]
        return any(
            p.expression.match(words) for p in self.patterns if not p.firsts or first in p.firsts
        )

    def among(self, words: Set[str]) -> "Matcher":
        """Returns the patterns that can match in a line with these words."""
        return Matcher([p for p in self.patterns if not p.clues or not p.clues.isdisjoint(words)])

    def starts_at(self, words: str, offset: int) -> int | None:
        """Returns where the match at an offset ends."""
        match = next((m for p in self.patterns if (m := p.expression.match(words, offset))), None)
        return match.end() if match else None

    def stands_in(self, words: str, offsets: Iterable[int]) -> re.Match[str] | None:
        """Returns the first match at any of these offsets."""
        return next(
            (m for at in offsets for p in self.patterns if (m := p.expression.match(words, at))),
            None,
        )


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
    rules: Sequence[ReadyRule]
    opening: Matcher
    openers: Matcher
    bases: Mapping[str, str]

    @cached_property
    def _sets(self) -> Mapping[str, frozenset[str]]:
        return {name: frozenset(words) for name, words in self.shape.lists.items()}

    def list(self, name: str) -> frozenset[str]:
        """Returns the entries of a list, normalized; none if the language has no such list."""
        return self._sets.get(name, frozenset())


@cache
def languages() -> Mapping[str, Language]:
    """Returns the languages by their codes, English first.

    Raises:
        RuleError: a file is wrong.
    """
    found = {path.name: language(path) for path in sorted(RULES.iterdir()) if path.is_dir()}
    return dict(sorted(found.items(), key=lambda item: item[0] != "en"))


def language(folder: Path) -> Language:
    """Loads one language.

    Raises:
        RuleError: a file is wrong.
    """
    files = {path.name: _file(path) for path in sorted(folder.glob("*.toml"))}
    abouts = [file.language for file in files.values() if file.language]
    if len(abouts) != 1 or abouts[0].code != folder.name:
        raise RuleError(f"{folder}: one file needs a [language] with the code {folder.name!r}")
    order = abouts[0].order
    missing = [name for name in order if f"{name}.toml" not in files]
    if missing:
        raise RuleError(f"{folder}: the order names {missing[0]!r}, which is no file")
    rank = {f"{name}.toml": place for place, name in enumerate(order)}
    ordered = dict(sorted(files.items(), key=lambda item: rank.get(item[0], len(rank))))
    return _Loading(folder, abouts[0], ordered).language()


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

    def __init__(self, folder: Path, about: About, files: Mapping[str, RuleFile]) -> None:
        self._folder = folder
        self._about = about
        self._files = files
        whole = {k: v for f in files.values() for k, v in f.spelling.whole.items()}
        plain = Spelling(spaced=about.spaced, fold=about.fold_accents)
        self._spelling = Spelling(
            spaced=about.spaced,
            fold=about.fold_accents,
            whole={plain.of(k): tuple(plain.of(v).split()) for k, v in whole.items()},
            prefixes=self._normal("prefixes", plain),
            suffixes=self._normal("suffixes", plain),
        )
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
                for where, one in self._each("speech", Speech)
            ],
            spans=[
                ReadySpan(one, self._matcher(one.match, name))
                for name, file in self._files.items()
                for one in file.span
            ],
            rules=[self._rule(where, rule) for where, rule in self._each("rule", Rule)],
            bases=self._bases,
            opening=self._matcher(
                ["<opening>"] if "opening" in self._shape.phrases else [], "phrases.opening"
            ),
            openers=self._matcher(
                ["[<openers> [,]]*"] if self._shape.lists.get("openers") else [], "lists.openers"
            ),
        )

    def _normal(self, kind: str, plain: Spelling) -> dict[str, str]:
        found = {}
        for file in self._files.values():
            for key, value in getattr(file.spelling, kind).items():
                found[plain.of(key)] = plain.of(value)
        return dict(sorted(found.items(), key=lambda item: -len(item[0])))

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
            lists[name] = tuple(dict.fromkeys(self._words(word) for word in words))
        for name, verbs in self._one_of_each("verbs").items():
            if name in lists:
                raise RuleError(f"{self._folder}: {name} is a list and a list of verbs")
            for form in ("", *self._inflection.names):
                made = [self._inflection.expression(verb, form) for verb in verbs]
                for verb, one in zip(verbs, made, strict=True):
                    self._bases.setdefault(one.split()[0], verb.split()[0])
                lists[f"{name}.{form}" if form else name] = tuple(
                    dict.fromkeys(self._words(word) for word in made)
                )
        return lists

    def _words(self, entry: str) -> str:
        """Returns an entry as lines have it: "didn't" is "did not"."""
        tokens = self._spelling.tokens(entry, 0, len(entry))
        return (" " if self._about.spaced else "").join(token.norm for token in tokens)

    def _each(self, section: str, of: type[_Named]) -> Iterator[tuple[str, _Named]]:
        del of  # Only says what the section holds.
        seen: set[str] = set()
        for name, file in self._files.items():
            for one in getattr(file, section):
                where = f"{self._folder / name}: {section} {one.id}"
                if one.id in seen:
                    raise RuleError(f"{where} is there twice")
                seen.add(one.id)
                yield where, one

    def _check_names(self) -> None:
        if self._about.spaced and not self._shape.lists.get("frequent"):
            raise RuleError(f"{self._folder}: needs the list `frequent`, which tells the language")
        for name, capture in self._captures.items():
            for kind in _OF_LISTS:
                for of in getattr(capture, kind):
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
        found: list[Compiled] = []
        for pattern in patterns:
            try:
                found.extend(compiled(self._normalized(pattern, where), self._shape, self._common))
            except (PatternError, re.error) as error:
                raise RuleError(f"{where}: the pattern {pattern!r} {error}") from error
        return Matcher(found)

    @property
    def _common(self) -> frozenset[str]:
        return frozenset(self._shape.lists.get("common", ()))

    def _normalized(self, pattern: str, where: str) -> str:
        """Checks that lines can have the words of a pattern: no line has "don't" as one word."""
        for word in re.findall(r"(?<![\w<{.:-])[^\W\d_][\w'-]*(?![\w}>:])", pattern):
            if self._about.spaced and (made := self._words(word)) != self._spelling.of(word):
                raise RuleError(f"{where}: write {made!r} for {word!r} in {pattern!r}")
        return self._folded(pattern)

    def _folded(self, pattern: str) -> str:
        return without_accents(pattern) if self._about.fold_accents else pattern
