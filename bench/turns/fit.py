"""Fits the weights by which the offline reader judges changes: `python -m bench.turns.fit`.

Two linear models are fitted to the examples of a language, each by gradient descent with steps that
shrink by feature (AdaGrad). One tells what a message does to an item: nothing, or one of `DOES`.
The other tells which words are the item's new value, if any are: the weights make the share of the
right ones in the sum of all odds as large as possible. Features that seldom occur, or hardly weigh,
are left out.

The weights are written beside the rules of the language, with the digest of what they are made of.
`cross-validation.json` has what they get right on examples that they were not fitted to.
"""

import gc
import hashlib
import json
import math
import random
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from adapters.reader.judging.judge import DOES, SURE_OF_VALUE, WEIGHTS, Weights, is_over
from adapters.reader.judging.tagging import MODELS
from adapters.reader.languages import Language, languages
from adapters.reader.reader import reader
from bench.turns import told
from bench.turns.examples import FOLDER, Example, Examples, lines, talk

FILES = ("examples", "talk", "told")
REPORT = FOLDER / "cross-validation.json"
FOLDS = 4
RATE = 0.3
START = 0.01
"""Of the sum of squares that shrinks the steps."""
EPOCHS_OF_CHANGES, EPOCHS_OF_VALUES = 10, 6
PENALTY = 0.001
RARE, SELDOM = 3, 12
"""How often a feature has to occur; one of values that no right one has, the second number."""
LIGHT_CHANGE, LIGHT_VALUE = 0.5, 0.15
"""What weighs less is left out."""

Array = np.ndarray
Fold = tuple[Sequence[Example], Sequence[Example]]


def fit_changes(examples: Sequence[Example]) -> Mapping[str, Sequence[float]]:
    """Returns the weights of a message's features for each of `DOES`, against nothing."""
    count = Counter(one for example in examples for one in example.message)
    places = {one: i for i, one in enumerate(sorted(k for k, n in count.items() if n >= RARE))}
    rows = [
        np.array(sorted(places[one] for one in example.message if one in places))
        for example in examples
    ]
    weights = np.zeros((len(places), 1 + len(DOES)))
    squares = np.full_like(weights, START)
    for i in _order(len(rows), EPOCHS_OF_CHANGES):
        row = rows[i]
        scale = math.sqrt(len(examples[i].message))
        error = _shares(weights[row].sum(0) / scale)
        error[examples[i].label] -= 1
        _step(weights, squares, row, error[None, :] / scale)
    against = weights[:, 1:] - weights[:, :1]
    return {
        one: [round(float(weight), 1) for weight in against[i]]
        for one, i in places.items()
        if abs(against[i]).max() >= LIGHT_CHANGE
    }


def fit_values(examples: Iterable[Example]) -> Mapping[str, float]:
    """Returns the weights of the features of values."""
    known = [one for one in examples if one.value is not None and len(one.values) > 1]
    every = Counter(f for one in known for value in one.values for f in set(value))
    right = Counter(f for one in known for f in one.values[one.value or 0])
    kept = sorted(f for f, n in every.items() if n >= (RARE if right[f] else SELDOM))
    places = {one: i for i, one in enumerate(kept)}
    rows = []
    for one in known:
        each = [[places[f] for f in value if f in places] for value in one.values]
        of_value = np.repeat(np.arange(len(each)), [*map(len, each)])
        rows.append((np.array([f for value in each for f in value]), of_value, one.value))
    weights = np.zeros(len(places))
    squares = np.full_like(weights, START)
    for i in _order(len(rows), EPOCHS_OF_VALUES):
        flat, of_value, value = rows[i]
        error = _shares(np.bincount(of_value, weights[flat], len(known[i].values)))
        error[value] -= 1
        row, inverse = np.unique(flat, return_inverse=True)
        _step(weights, squares, row, np.bincount(inverse, error[of_value]))
    return {
        one: round(float(weights[i]), 2)
        for one, i in places.items()
        if abs(weights[i]) >= LIGHT_VALUE
    }


def _order(size: int, epochs: int) -> Iterable[int]:
    chance = random.Random(0)
    for _ in range(epochs):
        yield from chance.sample(range(size), size)


def _shares(sums: Array) -> Array:
    odds = np.exp(sums - sums.max())
    return np.asarray(odds / odds.sum())


def _step(weights: Array, squares: Array, row: Array, slope: Array) -> None:
    gradient = slope + PENALTY * weights[row]
    squares[row] += gradient * gradient
    weights[row] -= RATE * gradient / np.sqrt(squares[row])


def fitted(examples: Fold) -> Weights:
    """Returns the weights for lines that were written, and others that are made of them."""
    written, made = examples
    return Weights(fit_changes([*written, *made]), fit_values([*written, *made]))


def right(weights: Weights, examples: Sequence[Example]) -> Mapping[str, float]:
    """Returns how often each verdict is right.

    Returns:
        `kept`: of what stays as it is, the share that does; `over`, `replaced`: of what ends or is
        taken back, and of what is replaced, the share that is over afterwards; `value`: of what is
        replaced, the share whose new value is taken word by word.
    """
    counts: Counter[str] = Counter()
    for one in examples:
        sure = 1 - weights.judged(one.message)[0]
        *values, none = one.values
        best, of_value = weights.best(values, none) if values else (0, 0.0)
        takes = sure * of_value >= SURE_OF_VALUE
        changes = takes or is_over(sure, named="named" in one.message)
        kind = {0: "kept", 3: "replaced"}.get(one.label, "over")
        counts[f"{kind} of"] += 1
        counts[kind] += changes != (kind == "kept")
        counts["value"] += kind == "replaced" and takes and best == one.value
    counts["value of"] = counts["replaced of"]
    names = ("kept", "over", "replaced", "value")
    return {name: round(counts[name] / max(counts[f"{name} of"], 1), 3) for name in names}


def digest(code: str) -> str:
    """Returns the digest of the examples of a language."""
    data = b"".join((FOLDER / of / f"{code}.txt").read_bytes() for of in FILES)
    return hashlib.sha256(data).hexdigest()[:16]


def fit(code: str) -> Mapping[str, Any]:
    """Fits and writes the model and the weights of a language; returns what they get right."""
    language = languages()[code]
    chance = random.Random(0)
    # The weights need the model: what a message tells anew is a feature of what it ends.
    of_told = _fit_told(code, language, chance)
    making = Examples(reader(), code, language)
    every = [*lines(code)]
    texts = talk(code, language)
    written = [making.of(one)[0] for one in every]
    of_lines = [*making.of_strangers(every, chance)]
    of_talk = [*making.of_talk(every, texts, chance)]
    fold_of = {one.message: chance.randrange(FOLDS) for one in every}

    def fold(one: Example) -> int:
        return fold_of.setdefault(one.line.message, chance.randrange(FOLDS))

    sums: Counter[str] = Counter()
    for number in range(FOLDS):
        others = [
            [one for one in examples if fold(one) != number]
            for examples in (written, [*of_lines, *of_talk])
        ]
        weights = fitted((others[0], others[1]))
        for name, examples in (("written", written), ("talk", of_talk), ("strangers", of_lines)):
            found = right(weights, [one for one in examples if fold(one) == number])
            sums.update({f"{name} {key}": value for key, value in found.items() if value})
    weights = fitted((written, [*of_lines, *of_talk]))
    held = {"examples": digest(code), "changes": weights.changes, "values": weights.values}
    path = WEIGHTS / f"{code}.json"
    text = json.dumps(held, ensure_ascii=False, separators=(",", ":"))
    path.write_text(
        text.replace('],"', '],\n"').replace('","changes', '",\n"changes') + "\n", encoding="utf-8"
    )
    return {
        "lines": len(written),
        **of_told,
        **{key: round(value / FOLDS, 3) for key, value in sums.items()},
    }


def _fit_told(code: str, language: Language, chance: random.Random) -> Mapping[str, float]:
    every = chance.sample(told.messages(code), len(told.messages(code)))
    held_out = len(every) // FOLDS
    tests, others = (
        [*told.marked(part, code, language, reader())]
        for part in (every[:held_out], every[held_out:])
    )
    over = [*told.marked_as_over(lines(code), code, language, reader())]
    path = MODELS / f"{code}.crf"
    told.fit([*others, *over], path)
    found = told.right(path, tests)
    told.fit([*tests, *others, *over], path)
    return {"messages": len(every), **found}


def main() -> None:
    """Fits the given languages, or all."""
    gc.disable()  # There are millions of features, and no cycles.
    for code in sys.argv[1:] or languages():
        found = fit(code)
        report = json.loads(REPORT.read_text(encoding="utf-8")) if REPORT.exists() else {}
        report = dict(sorted({**report, code: found}.items()))
        REPORT.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
        print(code, found)


if __name__ == "__main__":
    main()
