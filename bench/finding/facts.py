"""Whether the newest of facts that contradict each other comes first: FactConsolidation.

`FOLDER/factconsolidation/Conflict_Resolution.json` is that of MemoryAgentBench, as in
github.com/DSAIL-Memory/EvoMemBench. A fact is a note; later ones contradict earlier ones. The
first note that search finds for a question of one hop must hold the answer.
"""

import json
import re
from pathlib import Path
from typing import Any

import httpx

from bench.finding.data import Corpus
from bench.finding.recall import remember

SOURCE = "factconsolidation_sh_64k"
_NUMBER = re.compile(r"^\d+\. ")


def read(folder: Path) -> dict[str, Any] | None:
    """Returns the case with its facts and questions, if it is there."""
    path = folder / "factconsolidation" / "Conflict_Resolution.json"
    if not path.exists():
        return None
    cases = json.loads(path.read_text())
    found: dict[str, Any] = next(one for one in cases if one["metadata"]["source"] == SOURCE)
    return found


def share_first(client: httpx.Client, case: dict[str, Any]) -> float:
    """Saves the facts in order; returns for which share of the questions the newest is first."""
    lines = [line for line in case["context"].splitlines() if _NUMBER.match(line)]
    notes = {str(n): {"content": _NUMBER.sub("", line)} for n, line in enumerate(lines)}
    remember(client, Corpus("facts", notes, []))
    right = 0
    for question, answers in zip(case["questions"], case["answers"], strict=True):
        params = {"q": question, "limit": "1", "mode": "text"}
        found = client.get("/v1/memory/search", params=params).raise_for_status().json()["results"]
        first = found[0]["entry"]["content"].lower() if found else ""
        right += any(answer.lower() in first for answer in answers)
    return right / len(case["questions"])
