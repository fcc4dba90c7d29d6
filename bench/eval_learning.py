"""How well the offline analyzer learns: recall and false alarms on public data.

Run it as `python -m bench.eval_learning [FOLDER]`, or with the folder in REKINDLE_EVAL_DIR. The
folder holds `prefeval/<topic>.json` (lists of `preference` and `question`),
`prefeval/filler_user_turns.json` (a list of messages) and `locomo/*.json` (conversations). The
data is not part of the repository; without a folder, nothing is measured and the exit code is 0.
"""

import argparse
import json
import os
import random
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import Stemmer

from adapters.reader import OfflineAnalyzer
from bench.figures import save, table
from shared.documents.profile import Profile
from shared.learning.analyzer import AnalysisRequest, PromptText
from shared.learning.candidates import Candidate, PreferenceCandidate

ACCEPTED = 0.65
KEPT = 0.25
"""Share of a statement's content words that a description must hold to keep its substance."""

TARGETS = {"recalled": 0.95, "questions": 0.005, "filler": 0.01}
_FILLER_FILE = "filler_user_turns.json"
_AT = datetime(2026, 1, 1, tzinfo=UTC)
_STEM = Stemmer.Stemmer("english")
_SMALL_WORDS = frozenset(
    """
    i me my a an the and or but of in on for to with at by from as that which who when over than
    is am are be been have has do does not no any it its their they them this these those so
    very really strong strongly much more most prefer prefers preference love like enjoy dislike
    hate avoid aversion find feel due because such rather instead only always never would will
    can cannot especially particularly using use make makes get getting about
    """.split()
)


def take(text: str) -> Sequence[Candidate]:
    """The candidates that would be accepted from one message on its own."""
    prompt = PromptText(id="p", content=text, at=_AT)
    analysis = _analyzer().analyze(AnalysisRequest(prompts=[prompt], profile=Profile()))
    return [c for c in analysis.candidates if getattr(c, "confidence", 1.0) >= ACCEPTED]


@cache
def _analyzer() -> OfflineAnalyzer:
    """Returns the analyzer, which loads what was learned only once."""
    return OfflineAnalyzer()


def content_words(text: str) -> set[str]:
    """The stems of the content words."""
    words = re.findall(r"[a-z0-9]+", text.lower())
    return {
        str(_STEM.stemWord(word)) for word in words if word not in _SMALL_WORDS and len(word) > 1
    }


def keeps_substance(statement: str, candidates: Iterable[Candidate]) -> bool:
    """Whether a preference among the candidates covers what the statement is about."""
    wanted = content_words(statement)
    return any(
        len(wanted & content_words(c.description)) >= max(1, KEPT * len(wanted))
        for c in candidates
        if isinstance(c, PreferenceCandidate)
    )


def said(candidate: Candidate) -> str:
    """A candidate on one line."""
    fields = candidate.model_dump(
        mode="json", exclude={"quote", "prompt_id", "context", "metadata", "matches"}
    )
    kind = fields.pop("kind")
    return f"{kind}: " + ", ".join(f"{key}={value}" for key, value in fields.items() if value != "")


def load(path: Path) -> Any:
    """The JSON in a file."""
    return json.loads(path.read_text(encoding="utf-8"))


def measure_preferences(
    folder: Path, only: Sequence[str], *, verbose: bool
) -> Iterator[tuple[str, float, int]]:
    """Yields (measure, share, count): recall of statements, then false alarms on questions."""
    recalled = stated = wrong = asked = 0
    for path in sorted(folder.glob("*.json")):
        if path.name == _FILLER_FILE or (only and path.stem not in only):
            continue
        items = load(path)
        missed = [
            item["preference"]
            for item in items
            if not keeps_substance(item["preference"], take(item["preference"]))
        ]
        taken = [(item["question"], found) for item in items if (found := take(item["question"]))]
        print(
            f"  {path.stem}: {len(items) - len(missed)}/{len(items)} recalled,"
            f" {len(taken)} false alarms"
        )
        if verbose:
            for statement in missed:
                print(f"    missed: {statement}\n            {[said(c) for c in take(statement)]}")
            for question, found in taken:
                print(f"    false alarm: {question}\n            {[said(c) for c in found]}")
        recalled += len(items) - len(missed)
        stated += len(items)
        wrong += len(taken)
        asked += len(items)
    yield "recalled", recalled / max(stated, 1), stated
    yield "questions", wrong / max(asked, 1), asked


def measure_filler(path: Path, *, verbose: bool) -> tuple[str, float, int]:
    """The share of false alarms on ordinary messages."""
    messages = load(path)
    taken = [(message, found) for message in messages if (found := take(message))]
    if verbose:
        for message, found in taken:
            print(f"    false alarm: {message[:300]!r}\n            {[said(c) for c in found]}")
    return "filler", len(taken) / max(len(messages), 1), len(messages)


def conversation_lines(folder: Path, only: Sequence[str]) -> Iterator[str]:
    """Yields one line per candidate found in a turn of a conversation, for manual review."""
    for path in sorted(folder.glob("*.json")):
        if only and path.stem not in only:
            continue
        for session in load(path)["sessions"]:
            for turn in session["turns"]:
                for candidate in take(turn["text"]):
                    where = f"{path.stem} {turn['dia_id']}"
                    yield f"{where} {said(candidate)}\n      \u00ab{candidate.quote}\u00bb"


def render(figures: Mapping[str, Any], plots: Path) -> str:
    """The report's section, which has no plot."""
    del plots
    meanings = {
        "recalled": "preference statements that are learned (at least)",
        "questions": "questions mistaken for a preference (at most)",
        "filler": "small talk mistaken for a preference (at most)",
    }
    rows = [
        [
            meanings[one["what"]],
            f"{one['target']:.1%}",
            f"{one['share']:.1%}",
            f"{one['count']:,}",
        ]
        for one in figures["measures"]
    ]
    return f"""## Learning without a model

What the offline rules learn from public data, which is not part of this repository.

{table(["measure", "target", "measured", "messages"], rows)}
"""


def main() -> int:
    """Measures and prints; returns 1 if a target is missed, 0 also if there is no folder."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", default=os.environ.get("REKINDLE_EVAL_DIR", ""))
    parser.add_argument(
        "--sample",
        type=int,
        default=0,
        help="print only this many random lines of what is found in conversations",
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the sample")
    parser.add_argument(
        "--only",
        nargs="*",
        default=[],
        help="names of topics and conversations to read, without .json",
    )
    parser.add_argument("--verbose", action="store_true", help="print every miss and false alarm")
    parser.add_argument("--no-conversations", action="store_true", help="skip the conversations")
    options = parser.parse_args()
    if not options.folder:
        print("No evaluation data. Pass its folder as the argument or in REKINDLE_EVAL_DIR.")
        return 0
    folder = Path(options.folder)
    if not (folder / "prefeval").is_dir():
        print(f"No evaluation data in {folder}: it has no prefeval folder.", file=sys.stderr)
        return 2
    measures = list(measure_preferences(folder / "prefeval", options.only, verbose=options.verbose))
    if (folder / "prefeval" / _FILLER_FILE).exists():
        measures.append(measure_filler(folder / "prefeval" / _FILLER_FILE, verbose=options.verbose))
    met = True
    for name, share, count in measures:
        target = TARGETS[name]
        good = share >= target if name == "recalled" else share <= target
        met = met and good
        sign = "\u2265" if name == "recalled" else "\u2264"
        print(
            f"{name}: {share:.1%} of {count} (target {sign} {target:.1%})"
            f"{'' if good else '  NOT MET'}"
        )
    if not options.only:
        results = [
            {"what": name, "share": share, "count": count, "target": TARGETS[name]}
            for name, share, count in measures
        ]
        save("eval_learning", {"measures": results})
    if not options.no_conversations and (folder / "locomo").is_dir():
        lines = list(conversation_lines(folder / "locomo", options.only))
        if options.sample:
            lines = random.Random(options.seed).sample(lines, min(options.sample, len(lines)))
        print(f"\n{len(lines)} found in conversations:")
        print("\n".join(lines))
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
