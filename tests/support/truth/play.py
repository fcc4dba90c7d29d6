"""Plays a sequence through `examine` and `merge`, and says what is wrong at its end."""

import json
import re
from collections.abc import Iterable, Mapping
from collections.abc import Sequence as Several
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from pydantic import TypeAdapter

from shared.base.ids import derived_id
from shared.context import block
from shared.documents.about import leaves
from shared.documents.profile import Ending, Preference, Profile
from shared.documents.settings import Settings
from shared.learning.analyzer import PromptText
from shared.learning.candidates import Candidate
from shared.learning.merging import examine, merge
from shared.profile import edits
from shared.profile.decay import INCLUDED_FROM, decayed
from tests.support.truth.table import TYPES, Label, Sequence, Step, name_of

CANDIDATE: TypeAdapter[Candidate] = TypeAdapter(Candidate)
SETTINGS = Settings()
_SOON = timedelta(minutes=5)
"""How long after the last message its batch is merged."""


@dataclass
class Player:
    """A user who plays a sequence."""

    profile: Profile
    now: datetime
    labels: dict[str, Label]

    @classmethod
    def new(cls, sequence: Sequence) -> "Player":
        """A user about whom nothing is known yet."""
        return cls(Profile(), sequence.steps[0].at, {})

    def play(self, step: Step) -> list[str]:
        """Plays a step, and returns what is wrong after it."""
        self.now = max(self.now, step.at + _SOON)
        before = included(self.profile, self.now)
        problems: list[str] = []
        if step.hand:
            self._declare(step)
        elif step.deletes:
            item_id = self.labels[step.deletes].item_id
            self.profile = edits.delete_preference(self.profile, item_id)
        else:
            problems = self._hear(step)
        after = included(self.profile, self.now)
        if step.unchanged and after != before:
            problems.append(f"step {step.number} changes what is included: {before} -> {after}")
        return problems

    def _hear(self, step: Step) -> list[str]:
        candidates = [
            CANDIDATE.validate_python(step.candidate(read, self.labels)) for read in step.reads
        ]
        merged = merge(
            self.profile,
            examine(candidates, messages(step)),
            batch_id=f"b{step.number}",
            settings=SETTINGS,
            now=self.now,
        )
        self.profile = merged.profile
        for read, decision in zip(step.reads, merged.decisions, strict=False):
            if "as" in read:
                self.labels[read["as"]] = Label(read, decision.item_id or "")
        outcomes = [":".join(filter(None, (d.outcome, d.reason))) for d in merged.decisions]
        return unexpected(step, zip(step.reads, outcomes, strict=False))

    def _declare(self, step: Step) -> None:
        if "about" in step.hand:
            self.profile = edits.patch_about(self.profile, step.hand["about"], self.now)
            return
        type_ = next(key for key in step.hand if key in TYPES)
        item = Preference(
            id=derived_id("preference", "hand", type_, step.hand[type_]),
            type=type_,
            description=step.hand[type_],
            confidence=1.0,
            base_confidence=1.0,
            source="manual",
            created_at=self.now,
            last_updated=self.now,
        )
        self.profile = edits.add_preference(self.profile, item)
        if "as" in step.hand:
            self.labels[step.hand["as"]] = Label(step.hand, item.id)


def problems_of(sequence: Sequence) -> list[str]:
    """Plays a whole sequence, and returns everything that is wrong with it."""
    player = Player.new(sequence)
    problems = [problem for step in sequence.steps for problem in player.play(step)]
    at = max(sequence.at, player.now)
    return problems + unmet(
        sequence,
        included(player.profile, at),
        past_lines(player.profile),
        json.dumps(known(player.profile), ensure_ascii=False),
    )


def messages(step: Step) -> list[PromptText]:
    """The messages of a step, one second apart."""
    return [
        PromptText(step.prompt_id(place), text, step.at + timedelta(seconds=place))
        for place, text in enumerate(step.prompts)
    ]


def unexpected(step: Step, decided: Iterable[tuple[Mapping[str, Any], str]]) -> list[str]:
    """What is wrong with the decisions of a step, given each read with its outcome and reason."""
    return [
        f"step {step.number}: {read} is {found}, not {read['outcome']}"
        for read, found in decided
        if not re.fullmatch(read.get("outcome", ".*"), found)
    ]


def unmet(
    sequence: Sequence, lines: Several[str], past: Several[str] | None, whole: str
) -> list[str]:
    """What a sequence expects at its end that is not so; no history if that cannot be seen."""
    shown = " | ".join(lines)
    return [
        *(f"missing /{rule}/ in: {shown}" for rule in sequence.want if not _any(rule, lines)),
        *(
            f"/{rule}/ is still included: {line}"
            for rule in sequence.wantnot
            for line in lines
            if _any(rule, [line])
        ),
        *(
            f"missing /{rule}/ in the history: {' | '.join(past or ())}"
            for rule in (sequence.past if past is not None else ())
            if not _any(rule, past or ())
        ),
        *(f"/{rule}/ has left a trace: {whole}" for rule in sequence.gone if _any(rule, [whole])),
    ]


def included(profile: Profile, now: datetime) -> list[str]:
    """What is included of a profile: the lines of the context, and what these are made from."""
    view = decayed(profile, SETTINGS, now)
    groups = [
        block.Group("", block.about_lines(view)),
        *block.preference_groups(view),
        block.Group("", block.skill_lines(view)),
        *block.habit_groups(view),
    ]
    text = block.render([block.user_block(groups)])
    facts = view.without_inferred().about.to_json()
    return [
        *text.splitlines(),
        *(
            f"{item.type}: {item.description}"
            for item in view.preferences
            if item.active and item.confidence >= INCLUDED_FROM
        ),
        *fact_lines(facts),
    ]


def fact_lines(facts: dict[str, Any]) -> list[str]:
    """One line for each value of `about` (camelCase JSON)."""
    return [
        f"{path}: {element}"
        for path, value in leaves(facts)
        for element in (map(_element, value) if isinstance(value, list) else [value])
    ]


def past_lines(profile: Profile) -> list[str]:
    """The history: what held once, with the words that ended it."""
    past = profile.past
    return [
        *(_ended(f"{item.type}: {item.description}", item.ended) for item in past.preferences),
        *(_ended(item.description, item.ended) for item in past.patterns),
        *(
            _ended(f"{item.description} {' '.join(item.steps)}", item.ended)
            for item in past.workflows
        ),
        *(_ended(f"{fact.path}: {_element(fact.value)}", fact.ended) for fact in past.facts),
    ]


def known(profile: Profile) -> dict[str, object]:
    """Everything in a profile but what only keeps old words from coming back."""
    return profile.model_dump(mode="json", exclude={"withdrawn", "forgotten"})


def _ended(text: str, ending: Ending | None) -> str:
    return f"{text} ({ending.quote})" if ending and ending.quote else text


def _element(value: object) -> str:
    if isinstance(value, dict) and "relation" in value:
        return f"{value['name']} ({value['relation']})"
    return name_of(value)


def _any(rule: str, lines: Iterable[str]) -> bool:
    return any(re.search(rule, line, re.IGNORECASE) for line in lines)
