"""How much of the evidence search finds: recall@10 on conversations, through the HTTP API.

Run it as `python -m bench.eval_search FOLDER`, or with the folder in REKINDLE_EVAL_DIR. The folder
holds `locomo/*.json`: conversations with sessions of turns, and questions whose evidence names
turns. Each turn becomes one archive entry with the content "speaker: text" and with the thread and
time of its session. A question's recall is the share of its evidence among the first ten results.

With REKINDLE_EMBEDDINGS_MODEL and REKINDLE_EMBEDDINGS_BASE_URL set, hybrid and semantic search are
measured as well as text search.
"""

import argparse
import json
import os
import sys
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx

from bench.figures import save, table
from emulator.client import StackProcess, stack_process

TARGET = 0.80
TOP = 10
CATEGORIES = {
    1: "several turns",
    2: "time",
    3: "world knowledge",
    4: "one turn",
    5: "adversarial",
}
ALL = "all"
_SESSION_TIME = "%I:%M %p on %d %B, %Y"
_BATCH = 100


def turns_of(conversation: dict[str, Any]) -> list[tuple[str, dict[str, str]]]:
    """Each turn's id and the entry it becomes, in order."""
    turns: list[tuple[str, dict[str, str]]] = []
    for session in conversation["sessions"]:
        start = datetime.strptime(session["date_time"], _SESSION_TIME).replace(tzinfo=UTC)
        turns += [
            (
                turn["dia_id"],
                {
                    "content": f"{turn['speaker']}: {turn['text']}"[:2000],
                    "target": "archive",
                    "source": "conversation",
                    "threadId": f"session-{session['session']}",
                    "createdAt": (start + timedelta(seconds=place)).isoformat(),
                },
            )
            for place, turn in enumerate(session["turns"])
        ]
    return turns


def questions_of(conversation: dict[str, Any]) -> list[dict[str, Any]]:
    """The questions that have evidence."""
    return [question for question in conversation["qa"] if question["evidence"]]


def share_found(
    question: dict[str, Any], entries: Mapping[str, str], found: Collection[str]
) -> float:
    """The share of a question's evidence among the entries found.

    Args:
        question: names the turns that are its evidence.
        entries: entry ids by turn id.
        found: the ids of the entries found.
    """
    evidence = set(question["evidence"])
    return sum(1 for turn in evidence if entries.get(turn) in found) / len(evidence)


def remember(client: httpx.Client, conversation: dict[str, Any]) -> dict[str, str]:
    """Saves every turn; returns the entry ids by turn id."""
    turns = turns_of(conversation)
    entries: dict[str, str] = {}
    for first in range(0, len(turns), _BATCH):
        part = turns[first : first + _BATCH]
        answer = client.post("/v1/memory/batch", json={"entries": [entry for _, entry in part]})
        results = answer.raise_for_status().json()["results"]
        for (id_, _), result in zip(part, results, strict=True):
            if result["status"] != "refused":
                entries[id_] = result["entry"]["id"]
    return entries


def recall(
    client: httpx.Client, conversation: dict[str, Any], entries: dict[str, str], mode: str
) -> dict[int, list[float]]:
    """The recall of each question, by category."""

    def of(question: dict[str, Any]) -> tuple[int, float]:
        params = {"q": question["question"], "limit": str(TOP), "mode": mode}
        answer = client.get("/v1/memory/search", params=params).raise_for_status().json()
        if answer["mode"] != mode:
            raise SystemExit(f"search used {answer['mode']}, not {mode}: {answer['warnings']}")
        found = {result["entry"]["id"] for result in answer["results"]}
        return question["category"], share_found(question, entries, found)

    recalled: dict[int, list[float]] = defaultdict(list)
    with ThreadPoolExecutor(2) as pool:
        for category, share in pool.map(of, questions_of(conversation)):
            recalled[category].append(share)
    return recalled


def measure(
    stack: StackProcess, files: Sequence[Path], modes: Sequence[str]
) -> dict[str, dict[str, dict[str, float]]]:
    """Prints and returns recall; returns it with the question counts, by mode and category."""
    means: dict[str, dict[str, dict[str, float]]] = {}
    remembered = {}
    for path in files:
        conversation = json.loads(path.read_text())
        with stack.user(f"listener-{path.stem}") as client:
            remembered[path] = conversation, remember(client, conversation)
    for mode in modes:
        by_category: dict[int, list[float]] = defaultdict(list)
        for path, (conversation, entries) in remembered.items():
            with stack.user(f"listener-{path.stem}") as client:
                recalled = recall(client, conversation, entries, mode)
            shares = [share for each in recalled.values() for share in each]
            print(f"  {mode:9} {path.stem:>6} {mean(shares):.3f}  ({len(shares)} questions)")
            for category, each in recalled.items():
                by_category[category] += each
        means[mode] = {}
        for category, each in sorted(by_category.items()):
            name = CATEGORIES.get(category, str(category))
            means[mode][name] = {"recall": mean(each), "questions": len(each)}
            print(f"  {mode:9} category {category} {mean(each):.3f}  {name} ({len(each)})")
        together = [share for each in by_category.values() for share in each]
        means[mode][ALL] = {"recall": mean(together), "questions": len(together)}
        print(f"  {mode:9} all      {mean(together):.4f}")
    return means


def mean(values: Sequence[float]) -> float:
    """The mean, or 0 if there are no values."""
    return sum(values) / len(values) if values else 0.0


def render(figures: Mapping[str, Any], plots: Path) -> str:
    """The report's section, which has no plot."""
    del plots
    names = list(figures["recall"]["text"])
    rows = [
        [mode, *(f"{recalled[name]['recall']:.3f}" for name in names)]
        for mode, recalled in figures["recall"].items()
    ]
    asked = [f"{figures['recall']['text'][name]['questions']:,}" for name in names]
    return f"""## Finding evidence

Recall@{figures["top"]} through the HTTP API: the share of a question's evidence that search finds.
The public conversations are not part of this repository. The target for text search is
{figures["target"]:.2f}.

{table(["search", *names], [*rows, ["questions", *asked]])}
"""


def main() -> int:
    """Measures; returns 1 if the target is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", default=os.environ.get("REKINDLE_EVAL_DIR"))
    folder = parser.parse_args().folder
    files = sorted(Path(folder, "locomo").glob("*.json")) if folder else []
    if not files:
        print("recall@10: not measured. Pass the folder that holds locomo/*.json.")
        return 0
    modes = ["text"]
    if os.environ.get("REKINDLE_EMBEDDINGS_MODEL"):
        modes += ["hybrid", "semantic"]
    print(f"recall@{TOP} of the evidence, through the API:")
    with stack_process(env={"GOOGLE_CLOUD_PROJECT": "demo-eval"}) as stack:
        means = measure(stack, files, modes)
    save("eval_search", {"top": TOP, "target": TARGET, "recall": means})
    text = means["text"][ALL]["recall"]
    missed = text < TARGET or ("hybrid" in means and means["hybrid"][ALL]["recall"] < text)
    print(f"text {text:.4f}, target {TARGET}: {'missed' if missed else 'reached'}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
