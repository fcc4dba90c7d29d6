"""Fits the weights of the search's model: `python -m bench.ranking.fit`. Needs `make peers`.

Each question is asked twice of the memory that it belongs to, with and without embeddings. The
weights make the share of the evidence in the sum of all notes' odds as large as possible: that is
conditional logistic regression, which is convex, so Newton's method finds the one optimum. A small
penalty keeps weights finite.

A slope and a bias for each mode turn the sums into log-odds. They are fitted to the ten best notes
of each question, in its own memory and in those of the other kinds, where nothing answers it.

`cross-validation.json` has the recall of every kind with weights fitted to the other kinds only.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import numpy as np

from bench.peers.processes import embeddings_server
from bench.ranking.conversations import Memory, Question, memories
from shared.memory.packing import column_of, pack
from shared.memory.search.features import Surveyor
from shared.memory.search.halves import NEAREST
from shared.memory.search.model import Evidence
from shared.memory.search.named_times import named_times_in
from shared.memory.search.ranking import coverage, evidence
from shared.memory.search.standing import standing

NOW = datetime(2026, 1, 1, tzinfo=UTC)
PENALTY = 0.002
STEPS = 30
CLOSE = 1e-9
TOP = 10
MODES = ("text", "hybrid")
WEIGHTS = Path("shared/memory/search/weights.json")
REPORT = Path(__file__).with_name("cross-validation.json")

Array = np.ndarray
Vectors = Mapping[str, Array]


@dataclass(frozen=True)
class Asked:
    """A question asked of a memory.

    Attributes:
        kind: the memory's kind.
        mode: what the search goes by.
        rows: what speaks for each note that may be a result.
        answers: whether it answers, as 0 or 1.
        wanted: how many notes answer.
    """

    kind: str
    mode: str
    rows: Array
    answers: Array
    wanted: int


def asked(memory: Memory, question: Question, vectors: Vectors) -> list[Asked]:
    """Returns what speaks for each note of a memory, by words and by words and meaning."""
    surveyor = Surveyor(question.text, lambda _: True, column_of(NOW), keep_all=True)
    surveyor.add((note.id, pack(note)) for note in memory.notes)
    survey = surveyor.survey()
    covered = coverage(survey)
    times = named_times_in(question.text, NOW)
    cases = []
    for mode, near in (("text", {}), ("hybrid", _near(memory, question, vectors))):
        known = evidence(survey, covered, times, near)
        rows = np.array(list(known.values()), dtype=float).reshape(-1, len(Evidence._fields))
        answers = [survey.entries[index].id in question.evidence for index in known]
        wanted = len(question.evidence)
        cases.append(Asked(memory.kind, mode, rows, np.array(answers, dtype=float), wanted))
    return cases


def fitted(cases: Sequence[Asked]) -> Array:
    """Returns the weights that explain the evidence best."""
    usable = [case for case in cases if case.answers.any()]
    weights = np.zeros(len(Evidence._fields))
    loss, gradient, curvature = _slopes(usable, weights)
    for _ in range(STEPS):
        step = np.linalg.solve(curvature, gradient)
        while True:
            reached = _slopes(usable, weights - step)
            if reached[0] <= loss or np.abs(step).max() < CLOSE:
                break
            step /= 2
        improved, weights = loss - reached[0], weights - step
        loss, gradient, curvature = reached
        if improved < CLOSE:
            break
    return weights


def named(weights: Array) -> dict[str, float]:
    """Returns weights by the names of what they weigh, as they are stored."""
    return {name: round(float(w), 2) for name, w in zip(Evidence._fields, weights, strict=True)}


def calibrated(weights: Array, cases: Sequence[Asked]) -> tuple[float, float]:
    """Returns slope and bias that turn odds into probabilities (Platt's scaling).

    They are fitted to the ten best notes of each question.
    """
    best = [(case, _best(case, weights)) for case in cases]
    scores = np.concatenate([case.rows[first] @ weights for case, first in best])
    answers = np.concatenate([case.answers[first] for case, first in best])
    inputs = np.stack([scores, np.ones(len(scores))], axis=1)
    # Only the slope is penalized; the bias just enough to keep the equations solvable.
    penalty = np.array([PENALTY, CLOSE])
    line = np.array([0.5, -3.0])
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-(inputs @ line)))
        gradient = inputs.T @ (chances - answers) + 2 * penalty * line
        curvature = (inputs.T * (chances * (1 - chances))) @ inputs + 2 * np.diag(penalty)
        line = line - np.linalg.solve(curvature, gradient)
    return float(line[0]), float(line[1])


def recall(cases: Sequence[Asked], weights: Array) -> float:
    """Returns the mean share of the evidence among the first ten."""
    return float(
        np.mean([case.answers[_best(case, weights)].sum() / case.wanted for case in cases])
    )


def embedded(texts: Sequence[str], url: str) -> dict[str, Array]:
    """Returns the vectors of texts, of length 1, from a server with OpenAI's API."""
    request = {"model": "all-MiniLM-L6-v2", "input": list(texts)}
    answer = httpx.post(f"{url}/embeddings", json=request, timeout=600).raise_for_status().json()
    vectors = {texts[item["index"]]: np.array(item["embedding"]) for item in answer["data"]}
    return {text: vector / np.linalg.norm(vector) for text, vector in vectors.items()}


def main() -> None:
    """Writes the weights and the cross-validation."""
    known = memories()
    texts = {note.content for one in known for note in one.notes}
    texts |= {question.text for one in known for question in one.questions}
    with embeddings_server() as url:
        vectors = embedded(sorted(texts), url)
    own: list[Asked] = []
    foreign: list[Asked] = []
    for one in known:
        for question in one.questions:
            own += asked(one, question, vectors)
            for other in known:
                if other.kind != one.kind:
                    foreign += asked(other, question, vectors)
    weights = fitted(own)
    scales = {}
    for mode in MODES:
        cases = [case for case in [*own, *foreign] if case.mode == mode and len(case.rows)]
        slope, bias = calibrated(weights, cases)
        scales[mode] = {"slope": round(slope, 3), "bias": round(bias, 2)}
    WEIGHTS.write_text(json.dumps({"weights": named(weights), **scales}, indent=2) + "\n")
    report: dict[str, Any] = {}
    for kind in dict.fromkeys(one.kind for one in known):
        others = fitted([case for case in own if case.kind != kind])
        report[kind] = {
            "notes": sum(len(one.notes) for one in known if one.kind == kind),
            "questions": sum(len(one.questions) for one in known if one.kind == kind),
            "weights": named(others),
        }
        for mode in MODES:
            cases = [case for case in own if case.kind == kind and case.mode == mode]
            report[kind][mode] = {
                "fittedToOthers": round(recall(cases, others), 3),
                "fittedToAll": round(recall(cases, weights), 3),
            }
    REPORT.write_text(json.dumps(report, indent=2) + "\n")
    print(json.dumps({**named(weights), **scales, **report}, indent=2))


def _near(memory: Memory, question: Question, vectors: Vectors) -> dict[str, float]:
    """Returns how far the nearest notes stand out by meaning, as in a search."""
    of_notes = np.array([vectors[note.content] for note in memory.notes])
    cosines = of_notes @ vectors[question.text]
    nearest = np.argsort(-cosines, kind="stable")[:NEAREST]
    similar = {memory.notes[place].id: float(cosines[place]) for place in nearest}
    return standing(similar, len(memory.notes))


def _best(case: Asked, weights: Array) -> Array:
    """Returns the places of the best rows, best first."""
    return np.argsort(-(case.rows @ weights), kind="stable")[:TOP]


def _slopes(cases: Sequence[Asked], weights: Array) -> tuple[float, Array, Array]:
    """Returns the loss, which is to be small, its gradient and its curvature."""
    loss = PENALTY * float(weights @ weights)
    gradient = 2 * PENALTY * weights
    curvature = 2 * PENALTY * np.eye(len(weights))
    for case in cases:
        scores = case.rows @ weights
        top = scores.max()
        chances = np.exp(scores - top)
        total = chances.sum()
        chances /= total
        shares = case.answers / case.answers.sum()
        mean = chances @ case.rows
        loss += (top + np.log(total) - shares @ scores) / len(cases)
        gradient = gradient + (mean - shares @ case.rows) / len(cases)
        spread = (case.rows.T * chances) @ case.rows - np.outer(mean, mean)
        curvature = curvature + spread / len(cases)
    return float(loss), gradient, curvature


if __name__ == "__main__":
    main()
