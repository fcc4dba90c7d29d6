"""Fits the model that tags what messages tell of their authors.

`told/<language>.txt` has a message a line, in which whoever wrote it marked what it tells:
`hey its [Marguerite]{name} again`. The marks are the types of preferences and the paths of facts,
and three more: `person` and `relation` ("my [sister]{relation} [Anna]{person}"), and `instruction`,
for how the assistant is to answer.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pycrfsuite

from adapters.reader.judging.lists import Lists
from adapters.reader.judging.tagging import (
    BEGINS,
    ENDS,
    GOES_ON,
    NOTHING,
    TAKES_BACK,
    Told,
    features_of,
    spans_of,
)
from adapters.reader.languages import Language
from adapters.reader.naming import Naming
from adapters.reader.reader import Reader
from bench.turns.examples import Line, known_as
from shared.documents.about import LIST_PATHS, SCALAR_PATHS
from shared.documents.profile import PreferenceType

FOLDER = Path(__file__).parent / "told"
LIKELY = 0.5
"""The probability from which something counts as found; what is taken has to be surer."""
_MARK = re.compile(r"\[([^\[\]]+)\]\{([\w.]+)\}")
_KINDS = frozenset({*map(str, PreferenceType), *LIST_PATHS, *SCALAR_PATHS, "person", "relation",
                    "instruction"})  # fmt: skip
_SETTINGS = {
    "c1": 0.1,  # what leaves only features that weigh
    "c2": 0.05,
    "max_iterations": 100,
    "feature.minfreq": 2,  # a word that occurs once tells more of its line than of others
}


class Marked(NamedTuple):
    """A sentence as it is fitted: the features of each token, and its tag."""

    features: Sequence[Sequence[str]]
    tags: Sequence[str]


def messages(code: str, folder: Path = FOLDER) -> Sequence[str]:
    """Returns the marked messages of a language.

    Raises:
        ValueError: a mark is not of a kind that there is.
    """
    path = folder / f"{code}.txt"
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        for _, kind in _MARK.findall(line):
            if kind not in _KINDS and not kind.startswith("custom."):
                raise ValueError(f"{path}:{number}: no kind is called {kind!r}")
    return lines


def marked(lines: Sequence[str], code: str, language: Language, reader: Reader) -> Iterator[Marked]:
    """Yields the sentences of messages, with the tags that their marks give."""
    lists = Lists(language)
    for line in lines:
        plain, places = _unmarked(line)
        for sentence in reader.read_in(code, plain).sentences:
            tags = [NOTHING] * len(sentence.line.tokens)
            for start, end, kind in places:
                how = BEGINS
                for at, token in enumerate(sentence.line.tokens):
                    if token.start >= start and token.end <= end:
                        tags[at] = f"{how}{kind}"
                        how = GOES_ON
            yield Marked(features_of(sentence, lists), tags)


def marked_as_over(
    lines: Iterable[Line], code: str, language: Language, reader: Reader
) -> Iterator[Marked]:
    """Yields the sentences of examples that end or take back something, which is tagged so.

    Those in which something takes its place are left out: what was tagged in them could not tell
    the weights of judging how often the tags are right.
    """
    lists, naming = Lists(language), Naming(language)
    for line in lines:
        if line.does not in (ENDS, TAKES_BACK):
            continue
        names = naming.among([known_as(line.what, line.item)])
        for sentence in reader.read_in(code, line.message).sentences:
            at = frozenset[int]().union(*(one.at for one in names.named(sentence.line)))
            tags = [
                NOTHING if i not in at else f"{GOES_ON if i - 1 in at else BEGINS}{line.does}"
                for i in range(len(sentence.line.tokens))
            ]
            yield Marked(features_of(sentence, lists), tags)


def _unmarked(line: str) -> tuple[str, Sequence[tuple[int, int, str]]]:
    """Returns a message without marks, and what is marked: from where, to where, and as what."""
    plain, places, done = "", [], 0
    for match in _MARK.finditer(line):
        plain += line[done : match.start()]
        places.append((len(plain), len(plain) + len(match[1]), match[2]))
        plain += match[1]
        done = match.end()
    return plain + line[done:], places


def fit(sentences: Sequence[Marked], path: Path) -> None:
    """Writes the model that is fitted to sentences."""
    trainer = pycrfsuite.Trainer(verbose=False)
    for one in sentences:
        trainer.append(one.features, one.tags)
    trainer.set_params(_SETTINGS)
    trainer.train(str(path))


def right(path: Path, sentences: Sequence[Marked]) -> Mapping[str, float]:
    """Returns how well a model tags sentences that it was not fitted to.

    Returns:
        `told`: of what is marked, the share that is found, of its kind and at least in part;
        `found`: of what is found, the share that is so; `whole`: of what is found, the share that
        is marked so word by word.
    """
    model = pycrfsuite.Tagger()
    model.open(str(path))
    counts: Counter[str] = Counter()
    for one in sentences:
        told = {*spans_of(one.tags, lambda *_: 1.0)}
        tags = model.tag(one.features)
        every = spans_of(tags, model.marginal)
        found = {one._replace(sure=1.0) for one in every if one.sure >= LIKELY and not one.is_over}
        counts["told of"] += len(told)
        counts["found of"] += len(found)
        counts["whole of"] += len(found)
        counts["told"] += sum(any(_is_part(each, other) for other in found) for each in told)
        counts["found"] += sum(any(_is_part(each, other) for other in told) for each in found)
        counts["whole"] += len(found & told)
    names = ("told", "found", "whole")
    return {name: round(counts[name] / max(counts[f"{name} of"], 1), 3) for name in names}


def _is_part(one: Told, other: Told) -> bool:
    return one.what == other.what and one.start < other.end and other.start < one.end
