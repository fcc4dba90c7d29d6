"""How well the offline reader reads what it has not seen: sentences, and people who change.

Run it as `python -m bench.eval_reading [FOLDER …]`; without a folder, the sets in `bench/reading/`
are measured. A set is a folder of files with one JSON object a line, written by people who had not
seen the rules:

- `sequences.jsonl`, or `de-sequences.jsonl`: messages of a user, one a day, in `steps`. They go
  through the HTTP API of an embedded stack. In the end, each expression of `want` is found in a
  line of what the assistant is told, and none of `wantnot`. With `--before`, each user first says
  what `before.jsonl` has in `says`. Of what was learned from that (`learns`), the sequence should
  take nothing away.
- any other file: messages in `says`, with what has to be taken (`wants`), what may be (`may`), and
  what would be the opposite (`inverts`). It is right if that is so and nothing else is taken.
"""

import argparse
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from adapters.reader import OfflineAnalyzer
from bench.figures import save, table
from emulator.client import StackProcess, stack_process
from shared.documents.about import in_words
from shared.documents.profile import Profile
from shared.learning.analyzer import AnalysisRequest, PromptText
from shared.learning.candidates import (
    AboutCandidate,
    Candidate,
    PreferenceCandidate,
    SkillCandidate,
    WorkflowCandidate,
)

SETS = Path(__file__).parent / "reading"
BEFORE = SETS / "before.jsonl"
ACCEPTED = 0.65
_AT = datetime(2026, 1, 7, 9, 30, tzinfo=UTC)
_AREAS: Mapping[str, frozenset[str]] = {
    area: frozenset(places)
    for area, places in json.loads((SETS / "areas.json").read_text(encoding="utf-8")).items()
}
"""Where each kind of statement may be stored: types of preferences, and paths of facts."""


@dataclass
class Score:
    """How one file of a set was read.

    Attributes:
        kinds: for each kind of message, how many are right, and how many there are.
        taken: how many messages everything was taken from that had to be.
        false: how many had something taken that nobody said.
        inverted: how many had the opposite taken.
        known: how many things users had said before their sequences, and were known.
        lost: how many of these no longer were, afterwards.
        wrong: lines for a person to read.
    """

    kinds: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))
    taken: int = 0
    false: int = 0
    inverted: int = 0
    known: int = 0
    lost: int = 0
    wrong: list[str] = field(default_factory=list)

    @property
    def right(self) -> int:
        """How many messages are right."""
        return sum(right for right, _ in self.kinds.values())

    @property
    def size(self) -> int:
        """How many messages there are."""
        return sum(count for _, count in self.kinds.values())

    def figures(self) -> dict[str, Any]:
        """The shares, and how many are right of each kind."""
        size = max(1, self.size)
        return {
            "count": self.size,
            "right": self.right / size,
            "taken": self.taken / size,
            "false": self.false / size,
            "inverted": self.inverted / size,
            "kinds": {kind: f"{a} of {b}" for kind, (a, b) in sorted(self.kinds.items())},
        }


def _finds(expression: str, text: str) -> bool:
    return re.search(expression, text, re.IGNORECASE | re.DOTALL) is not None


def where_and_what(candidate: Candidate) -> tuple[str, str]:
    """Where a candidate is stored, and what it says."""
    match candidate:
        case PreferenceCandidate():
            place, text = str(candidate.type), candidate.description
        case AboutCandidate():
            place, text = candidate.path, in_words(candidate.value)
            if place.startswith("codePreferences"):
                text = f"{text} {candidate.quote}"
        case SkillCandidate():
            place, text = "skill", f"{candidate.domain} {candidate.level}"
        case WorkflowCandidate():
            place, text = "workflow", f"{candidate.description} | {' > '.join(candidate.steps)}"
        case _:
            place, text = candidate.kind, candidate.description
    return place, (candidate.target_text or text) if _is_over(candidate) else text


def _is_over(candidate: Candidate) -> bool:
    return candidate.does in ("end", "retract")


def _said(candidate: Candidate) -> str:
    place, text = where_and_what(candidate)
    over = {"end": "ended: ", "retract": "retracted: ", "replace": "replaced: "}
    old = f" < {candidate.target_text}" if candidate.does == "replace" else ""
    return f"{over.get(candidate.does, '')}{place}: {text}{old}"


def fits(want: Mapping[str, Any], candidate: Candidate, *, anywhere: bool = False) -> bool:
    """Whether a candidate is what has to be taken, or may be.

    Args:
        want: what has to be taken.
        candidate: what was taken.
        anywhere: whether it may be stored at another place.
    """
    place, text = where_and_what(candidate)
    if (want.get("does") in ("end", "retract")) != _is_over(candidate):
        return False
    areas = [want["area"]] if isinstance(want["area"], str) else want["area"]
    places = frozenset[str]().union(*(_AREAS.get(area, frozenset()) for area in areas))
    stored = place in places or ("custom.*" in places and place.startswith("custom."))
    if not (stored or anywhere or _is_over(candidate)) or not _finds(want["words"], text):
        return False
    return not (want.get("never") and _finds(want["never"], text))


def judge(item: Mapping[str, Any], found: Sequence[Candidate]) -> tuple[list[Any], list[Candidate]]:
    """Returns what was missed, and what was taken that nobody said."""
    missed = [want for want in item["wants"] if not any(fits(want, one) for one in found)]
    allowed = [*item["wants"], *item.get("may", [])]
    allowed += [
        {"area": [], "does": "end", "words": want["old"]}
        for want in item["wants"]
        if want.get("old")
    ]
    # The same thing said as another kind is a double. Whether it is liked is another thing.
    return missed, [
        one
        for one in found
        if not any(
            fits(want, one, anywhere=where_and_what(one)[0] not in ("like", "dislike"))
            for want in allowed
        )
    ]


def measure_sentences(items: Iterable[Mapping[str, Any]]) -> Score:
    """Reads messages one by one."""
    analyzer, score = OfflineAnalyzer(), Score()
    for item in items:
        prompt = PromptText(id="p", content=item["says"], at=_AT)
        analysis = analyzer.analyze(AnalysisRequest(prompts=[prompt], profile=Profile()))
        found = [c for c in analysis.candidates if getattr(c, "confidence", 1.0) >= ACCEPTED]
        missed, more = judge(item, found)
        inverts = str(item.get("inverts") or "")
        inverted = bool(inverts) and any(_finds(inverts, _said(one)) for one in found)
        score.taken += not missed
        score.false += bool(more)
        score.inverted += inverted
        right = not (missed or more or inverted)
        kind = score.kinds[item.get("kind", "")]
        kind[0] += right
        kind[1] += 1
        if not right:
            score.wrong.append(f"{item['id']} {item['says']!r}")
            score.wrong += [f"    missed {want['area']}: {want['words']}" for want in missed]
            score.wrong += [f"    nobody said {_said(one)}" for one in more]
            score.wrong += [f"    inverted {_said(one)}" for one in found if inverted]
    return score


class _User:
    """A user of the stack who says one message a day, the last one today."""

    def __init__(self, stack: StackProcess, uid: str) -> None:
        self._http = stack.user(uid)

    def says(self, steps: Sequence[str]) -> None:
        """Says each message, and has it analyzed before the next."""
        for place, text in enumerate(steps):
            self.says_at_once([text], days_ago=len(steps) - 1 - place)

    def says_at_once(self, messages: Sequence[str], days_ago: int) -> None:
        """Says messages, and has them analyzed together."""
        at = (datetime.now(UTC) - timedelta(days=days_ago, minutes=1)).isoformat()
        prompts = [{"content": text, "createdAt": at} for text in messages]
        self._post("/v1/prompts", {"prompts": prompts})
        self._post("/v1/profile/refresh?wait=true", None)

    def included(self) -> list[str]:
        """Lines of what the assistant is told."""
        text: str = self._get("/v1/context")["text"]
        return text.splitlines()

    def _post(self, path: str, body: Any) -> None:
        self._http.post(path, json=body).raise_for_status()

    def _get(self, path: str) -> Any:
        return self._http.get(path).raise_for_status().json()


def measure_sequences(
    items: Sequence[Mapping[str, Any]], before: Sequence[Mapping[str, str]] = ()
) -> Score:
    """Plays sequences through the API of an embedded stack.

    Args:
        items: the sequences.
        before: what each user says first, with what has to be known of it from then on.
    """
    score = Score()
    with stack_process() as stack, ThreadPoolExecutor(4) as pool:

        def play(item: Mapping[str, Any]) -> tuple[list[str], list[str]]:
            user, known = _User(stack, f"sequence-{item['id']}"), list[str]()
            if before:
                user.says_at_once([one["says"] for one in before], days_ago=len(item["steps"]))
                lines = user.included()
                known = [one["learns"] for one in before if _is_in(lines, one["learns"])]
            user.says(item["steps"])
            return user.included(), known

        for item, (lines, known) in zip(items, pool.map(play, items), strict=True):
            lacking = [want for want in item["want"] if not _is_in(lines, want)]
            wrong = [line for line in lines if any(_finds(no, line) for no in item["wantnot"])]
            lost = [one for one in known if not _is_in(lines, one)]
            kind = score.kinds[item["kind"]]
            kind[0] += not (lacking or wrong)
            kind[1] += 1
            score.taken += not lacking
            score.false += bool(wrong)
            score.known += len(known)
            score.lost += len(lost)
            if lacking or wrong or lost:
                score.wrong.append(f"{item['id']} {item['steps']}")
                score.wrong += [f"    lacks {want}" for want in lacking]
                score.wrong += [f"    is told {line}" for line in wrong]
                score.wrong += [f"    lost {one}" for one in lost]
    return score


def _is_in(lines: Iterable[str], expression: str) -> bool:
    return any(_finds(expression, line) for line in lines)


def measure(
    folder: Path, only: Sequence[str], before: Sequence[Mapping[str, str]], *, verbose: bool
) -> dict[str, Any]:
    """Measures one set, and returns its figures by file."""
    figures = {}
    for path in sorted(folder.glob("*.jsonl")):
        if only and path.stem not in only:
            continue
        items = lines_of(path)
        is_sequence = path.stem.endswith("sequences")
        score = measure_sequences(items, before) if is_sequence else measure_sentences(items)
        figures[path.stem] = score.figures()
        lost = f", {score.lost} of {score.known} known things lost" if score.known else ""
        print(f"{folder.name}/{path.stem}: {score.right} of {score.size} right{lost}")
        if verbose:
            print("\n".join(score.wrong))
    return figures


def lines_of(path: Path) -> list[dict[str, Any]]:
    """Reads a file of one JSON object a line."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def render(figures: Mapping[str, Any], plots: Path) -> str:
    """The report's section, which has no plot."""
    del plots
    rows = [
        [
            name,
            file,
            str(one["count"]),
            f"{one['right']:.1%}",
            f"{one['taken']:.1%}",
            f"{one['false']:.1%}",
            f"{one['inverted']:.1%}",
        ]
        for name, files in figures["sets"].items()
        for file, one in files.items()
    ]
    heads = ["set", "file", "messages", "right", "all taken", "something false", "inverted"]
    return table(heads, rows)


def main() -> int:
    """Measures the sets, and saves the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, help="the sets; default: bench/reading/")
    parser.add_argument(
        "--only", action="append", default=[], help="a file of the sets, such as en"
    )
    parser.add_argument("--before", action="store_true", help="with things that are known before")
    parser.add_argument("--verbose", action="store_true", help="show what is wrong")
    arguments = parser.parse_args()
    folders = arguments.folders or sorted(path for path in SETS.iterdir() if path.is_dir())
    before = lines_of(BEFORE) if arguments.before else []
    figures = {
        folder.name: measure(folder, arguments.only, before, verbose=arguments.verbose)
        for folder in folders
    }
    if not (arguments.folders or arguments.only or before):
        save("reading", {"sets": figures})
    return 0


if __name__ == "__main__":
    sys.exit(main())
