"""How much that is known stays as it is while people talk on: `python -m bench.lives [FOLDER]`.

A message is right if it changes just what it should, and what takes the place of something is said.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from adapters.reader import OfflineAnalyzer
from adapters.reader.known import of_candidate, text_of
from bench.lives import FOLDER, Life, lives
from shared.base.text import stems
from shared.documents.about import is_several, leaves
from shared.documents.profile import Preference, PreferenceType, Profile
from shared.learning.analyzer import AnalysisRequest, PromptText
from shared.learning.candidates import AboutCandidate, Candidate
from shared.profile.edits import patch_about

_FIRST = datetime(2026, 1, 1, tzinfo=UTC)
_TYPES = frozenset(map(str, PreferenceType))


@dataclass
class Score:
    """What was counted.

    Attributes:
        messages, right: how many there are, and how many are right.
        stays, lost: how many items should stay, and how many of these do not.
        changes, changed: how many should change, and how many of these do.
    """

    messages: int = 0
    right: int = 0
    stays: int = 0
    lost: int = 0
    changes: int = 0
    changed: int = 0


def profile_of(life: Life) -> Profile:
    """Returns a profile that has a person's items, learned on one day each."""
    profile = Profile()
    for place, (what, text) in enumerate(life.items):
        at = _FIRST + timedelta(days=place)
        if what in _TYPES:
            item = Preference(
                id=f"item-{place}",
                type=PreferenceType(what),
                description=text,
                confidence=0.9,
                base_confidence=0.9,
                created_at=at,
                last_updated=at,
            )
            profile = profile.model_copy(update={"preferences": [*profile.preferences, item]})
        else:
            profile = patch_about(profile, _with_value(profile, what, text), at)
    return profile


def _with_value(profile: Profile, path: str, text: str) -> dict[str, Any]:
    """Returns the patch that adds a fact."""
    value: Any = int(text) if path == "custom.age" and text.isdigit() else text
    if path == "contacts":
        name, relation = re.split(r" ?[(（]", text.rstrip(")）"))
        value = {"name": name, "relation": relation}
    if is_several(path):
        value = [*dict(leaves(profile.about.to_json())).get(path, []), value]
    first, _, last = path.partition(".")
    return {first: {last: value} if last else value}


def measure(life: Life, analyzer: OfflineAnalyzer, score: Score) -> None:
    """Counts what becomes of a person's items."""
    profile = profile_of(life)
    for message in life.messages:
        prompt = PromptText("said", message.text, _FIRST + timedelta(days=60))
        analysis = analyzer.analyze(AnalysisRequest(prompts=[prompt], profile=profile))
        said = analysis.candidates
        changed = {place for place, item in enumerate(life.items) if _is_over(place, item, said)}
        should = message.does.keys()
        score.messages += 1
        new = {stem for one in analysis.candidates for stem in stems(text_of(one))}
        is_said = not message.value or not new.isdisjoint(stems(message.value))
        score.right += changed == should and is_said
        score.stays += len(life.items) - len(should)
        score.lost += len(changed - should)
        score.changes += len(should)
        score.changed += len(changed & should)


def _is_over(place: int, item: tuple[str, str], said: Sequence[Candidate]) -> bool:
    """Whether something that was said ends an item, or takes its place."""
    return any(_ends(one, place, item) for one in said)


def _ends(one: Candidate, place: int, item: tuple[str, str]) -> bool:
    what, text = item
    if one.does == "assert":
        # Of what there is only one, another one takes the place.
        is_single = isinstance(one, AboutCandidate) and not is_several(one.path)
        is_there = is_single and of_candidate(one).what == what
        return is_there and {*stems(text_of(one))} != {*stems(text)}
    is_meant = one.target == (f"item-{place}" if what in _TYPES else what)
    return is_meant and (what in _TYPES or {*stems(one.target_text)} <= {*stems(text)})


def of_language(code: str, folder: Path = FOLDER) -> Score:
    """Measures the people who write in a language."""
    analyzer, score = OfflineAnalyzer(), Score()
    for life in lives(code, folder):
        measure(life, analyzer, score)
    return score


def main() -> int:
    """Measures all languages, and prints a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER, help="where the lives are")
    folder = parser.parse_args().folder
    codes = sorted(path.stem for path in folder.glob("*.txt"))
    with ProcessPoolExecutor() as pool:
        scores = pool.map(partial(of_language, folder=folder), codes)
        for code, one in zip(codes, scores, strict=True):
            print(
                f"{code}: {one.right} of {one.messages} messages right, {one.lost} of {one.stays}"
                f" items lost, {one.changed} of {one.changes} changed",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
