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
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx

from bench.peers.processes import embeddings_server
from bench.ranking.conversations import Memory, Question, memories
from shared.memory.embeddings import similarity
from shared.memory.packing import column_of, pack
from shared.memory.search.features import Surveyor
from shared.memory.search.model import Evidence
from shared.memory.search.named_times import named_times_in
from shared.memory.search.ranking import coverage, evidence
from shared.ports import Vector

NOW = datetime(2026, 1, 1, tzinfo=UTC)
PENALTY = 0.002
STEPS = 30
CLOSE = 1e-9
TOP = 10
MODES = ("text", "hybrid")
FEATURES = len(Evidence._fields)
WEIGHTS = Path("shared/memory/search/weights.json")
REPORT = Path(__file__).with_name("cross-validation.json")
_NAMES = ("words", "meaning", "meaningNear", "named", "time", "asks", "told")

Vectors = Mapping[str, Vector]


@dataclass(frozen=True)
class Asked:
    """A question asked of a memory: what speaks for each note, and which ones answer it."""

    kind: str
    mode: str
    rows: list[Evidence]
    answers: list[bool]
    wanted: int


def asked(memory: Memory, question: Question, mode: str, vectors: Vectors) -> Asked:
    """Returns what speaks for each note of a memory."""
    surveyor = Surveyor(question.text, lambda _: True, column_of(NOW), keep_all=True)
    surveyor.add((note.id, pack(note)) for note in memory.notes)
    survey = surveyor.survey()
    similar: dict[str, float] = {}
    if mode == "hybrid":
        asked_for = vectors[question.text]
        similar = {
            note.id: similarity(asked_for, vectors[note.content]) or 0.0 for note in memory.notes
        }
    known = evidence(survey, coverage(survey), named_times_in(question.text, NOW), similar)
    answers = [survey.entries[index].id in question.evidence for index in known]
    return Asked(memory.kind, mode, list(known.values()), answers, len(question.evidence))


def fitted(cases: Sequence[Asked]) -> list[float]:
    """Returns the weights that explain the evidence best."""
    weights = [0.0] * FEATURES
    usable = [case for case in cases if any(case.answers)]
    loss, gradient, curvature = _slopes(usable, weights)
    for _ in range(STEPS):
        step = _solved(curvature, gradient)
        while True:
            tried = [weight - change for weight, change in zip(weights, step, strict=True)]
            reached = _slopes(usable, tried)
            if reached[0] <= loss or max(map(abs, step)) < CLOSE:
                break
            step = [change / 2 for change in step]
        improved, weights = loss - reached[0], tried
        loss, gradient, curvature = reached
        if improved < CLOSE:
            break
    return weights


def odds(row: Sequence[float], weights: Sequence[float]) -> float:
    """Returns the log-odds of a note, without the bias."""
    return sum(value * weight for value, weight in zip(row, weights, strict=True))


def calibrated(weights: Sequence[float], cases: Sequence[Asked]) -> tuple[float, float]:
    """Returns slope and bias that turn odds into probabilities (Platt's scaling).

    They are fitted to the ten best notes of each question.
    """
    best: list[tuple[float, bool]] = []
    for case in cases:
        scored = [odds(row, weights) for row in case.rows]
        best += sorted(zip(scored, case.answers, strict=True), reverse=True)[:TOP]
    slope, bias = 0.5, -3.0
    for _ in range(STEPS):
        slopes = [2 * PENALTY * slope, 0.0]
        bends = [[2 * PENALTY, 0.0], [0.0, CLOSE]]
        for score, answers in best:
            chance = 1 / (1 + math.exp(-(slope * score + bias)))
            weight = chance * (1 - chance)
            for i, one in enumerate((score, 1.0)):
                slopes[i] += (chance - answers) * one
                for j, other in enumerate((score, 1.0)):
                    bends[i][j] += weight * one * other
        steps = _solved(bends, slopes)
        slope, bias = slope - steps[0], bias - steps[1]
    return slope, bias


def recall(cases: Sequence[Asked], weights: Sequence[float]) -> float:
    """Returns the mean share of the evidence among the first ten."""
    found = 0.0
    for case in cases:
        order = sorted(range(len(case.rows)), key=lambda i: -odds(case.rows[i], weights))[:TOP]
        found += sum(case.answers[index] for index in order) / case.wanted
    return found / len(cases)


def embedded(texts: Sequence[str], url: str) -> dict[str, Vector]:
    """Returns the vectors of texts, from a server with OpenAI's API."""
    request = {"model": "all-MiniLM-L6-v2", "input": list(texts)}
    answer = httpx.post(f"{url}/embeddings", json=request, timeout=600).raise_for_status().json()
    return {texts[item["index"]]: item["embedding"] for item in answer["data"]}


def main() -> None:
    """Writes the weights and the cross-validation."""
    known = memories()
    texts = {note.content for one in known for note in one.notes}
    texts |= {question.text for one in known for question in one.questions}
    with embeddings_server() as url:
        vectors = embedded(sorted(texts), url)
    own = [
        asked(one, question, mode, vectors)
        for one in known
        for question in one.questions
        for mode in MODES
    ]
    foreign = [
        asked(other, question, mode, vectors)
        for one in known
        for question in one.questions
        for other in known
        if other is not one
        for mode in MODES
    ]
    weights = fitted(own)
    stored = {name: round(weight, 2) for name, weight in zip(_NAMES, weights, strict=True)}
    scales = {}
    for mode in MODES:
        slope, bias = calibrated(weights, [case for case in [*own, *foreign] if case.mode == mode])
        scales[mode] = {"slope": round(slope, 3), "bias": round(bias, 2)}
    WEIGHTS.write_text(json.dumps({"weights": stored, **scales}, indent=2) + "\n")
    report: dict[str, Any] = {}
    for one in known:
        others = fitted([case for case in own if case.kind != one.kind])
        report[one.kind] = {
            "notes": len(one.notes),
            "questions": len(one.questions),
            "weights": {name: round(w, 2) for name, w in zip(_NAMES, others, strict=True)},
        }
        for mode in MODES:
            cases = [case for case in own if case.kind == one.kind and case.mode == mode]
            report[one.kind][mode] = {
                "fittedToOthers": round(recall(cases, others), 3),
                "fittedToAll": round(recall(cases, weights), 3),
            }
    REPORT.write_text(json.dumps(report, indent=2) + "\n")
    print(json.dumps({**stored, **scales, **report}, indent=2))


def _slopes(
    cases: Sequence[Asked], weights: Sequence[float]
) -> tuple[float, list[float], list[list[float]]]:
    """Returns the loss, which is to be small, its gradient and its curvature."""
    loss = PENALTY * sum(weight * weight for weight in weights)
    gradient = [2 * PENALTY * weight for weight in weights]
    curvature = [[2 * PENALTY * (i == j) for j in range(FEATURES)] for i in range(FEATURES)]
    for case in cases:
        scores = [odds(row, weights) for row in case.rows]
        top = max(scores)
        chances = [math.exp(score - top) for score in scores]
        total = sum(chances)
        count = sum(case.answers)
        mean = [0.0] * FEATURES
        seen = [0.0] * FEATURES
        for row, chance, answers in zip(case.rows, chances, case.answers, strict=True):
            part = chance / total
            filled = [index for index in range(FEATURES) if row[index]]
            for i in filled:
                mean[i] += part * row[i]
                seen[i] += answers * row[i] / count
                for j in filled:
                    curvature[i][j] += part * row[i] * row[j] / len(cases)
        wanted = sum(s for s, hit in zip(scores, case.answers, strict=True) if hit) / count
        loss += (top + math.log(total) - wanted) / len(cases)
        for i in range(FEATURES):
            gradient[i] += (mean[i] - seen[i]) / len(cases)
            for j in range(FEATURES):
                curvature[i][j] -= mean[i] * mean[j] / len(cases)
    return loss, gradient, curvature


def _solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Returns x with matrix · x = right, by Gaussian elimination; the matrix is definite."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i, pivot in enumerate(rows):
        for other in rows[i + 1 :]:
            factor = other[i] / pivot[i]
            for j in range(i, len(pivot)):
                other[j] -= factor * pivot[j]
    solution = [0.0] * len(rows)
    for i in reversed(range(len(rows))):
        rest = sum(rows[i][j] * solution[j] for j in range(i + 1, len(rows)))
        solution[i] = (rows[i][-1] - rest) / rows[i][i]
    return solution


if __name__ == "__main__":
    main()
