"""Documents of other releases: what 0.1 stored, and what a newer one may store beside this one."""

from datetime import timedelta
from typing import Literal

from shared.base.model import Model
from shared.base.reading import readable
from shared.documents.about import About
from shared.documents.learning import Batch
from shared.documents.settings import Settings
from shared.documents.user import UserState
from shared.learning.analyzer import PromptText
from shared.learning.candidates import AboutCandidate, PreferenceCandidate
from shared.learning.merging import examine, merge
from shared.profile.shown import shown
from tests.support.domain import START

WHEN = START.isoformat()
STORED_BY_0_1 = {
    "profile": {
        "schemaVersion": 1,
        "version": 7,
        "createdAt": WHEN,
        "lastAnalyzed": WHEN,
        "totalPromptsAnalyzed": 40,
        "about": {
            "work": {"role": "nurse", "org": "St Mary's"},
            "tools": {"editor": "VS Code"},
            "custom": {"location": "Hamburg"},
        },
        "aboutMeta": [
            {"path": path, "firstSeen": WHEN, "lastSeen": WHEN, "confidence": 0.95, "seenCount": 2}
            | {"source": source}
            for path, source in (
                ("work.role", "learned"),
                ("work.org", "learned"),
                ("tools.editor", "declared"),
                ("custom.location", "learned"),
            )
        ],
        "preferences": [
            {
                "id": "p1",
                "type": "preference",
                "description": "tabs over spaces",
                "confidence": 0.95,
                "baseConfidence": 0.95,
                "evidence": [{"quote": "I prefer tabs over spaces", "promptId": "q", "at": WHEN}],
                "source": "learned",
                "active": True,
                "createdAt": WHEN,
                "lastUpdated": WHEN,
            }
        ],
        "patterns": [],
        "workflows": [],
        "skillLevel": {"overall": None, "domains": {"python": "advanced"}},
        "forgotten": ["preference:like:golf"],
    },
    "settings": {"userMemoryAnalysisInterval": 5},
    "learning": {"pending": []},
}
LATER = START + timedelta(days=1)


def test_a_profile_of_0_1_is_read_and_goes_on_changing():
    user = readable(UserState, STORED_BY_0_1)
    assert shown(user.profile, user.settings, LATER).preferences[0].sure == 0.95
    said = {
        "p": "I moved to Leipzig last weekend.",
        "q": "I prefer spaces over tabs these days.",
        "r": "I switched to Neovim for all my work.",
    }
    candidates = [
        AboutCandidate(
            path="custom.location", value="Leipzig", confidence=0.95, quote=said["p"], prompt_id="p"
        ),
        PreferenceCandidate(
            type="preference",
            description="spaces over tabs",
            confidence=0.95,
            quote=said["q"],
            prompt_id="q",
        ),
        AboutCandidate(
            path="tools.editor", value="Neovim", confidence=0.95, quote=said["r"], prompt_id="r"
        ),
    ]
    prompts = [PromptText(id_, text, LATER) for id_, text in said.items()]
    examined = examine(candidates, prompts)
    after = merge(user.profile, examined, batch_id="b", settings=user.settings, now=LATER).profile
    assert after.about.to_json()["custom"]["location"] == "Leipzig"
    assert [fact.value for fact in after.past.facts] == ["Hamburg"]
    active = [item.description for item in after.preferences if item.active]
    assert active == ["spaces over tabs"]
    assert after.about.tools.editor == "VS Code"
    assert [item.value for item in after.proposals] == ["Neovim"]


def test_choices_and_fields_of_a_newer_release_cost_nothing_else():
    newer = readable(
        UserState,
        {
            **STORED_BY_0_1,
            "settings": {"approval": "some", "preferenceDecay": "hyperbolic", "mood": 1},
            "profile": {
                **STORED_BY_0_1["profile"],
                "preferences": [
                    STORED_BY_0_1["profile"]["preferences"][0]
                    | {"ageing": "circular", "slot": "aura", "source": "dreamt", "hue": 3}
                ],
            },
        },
    )
    assert newer.settings == Settings()
    (item,) = newer.profile.preferences
    assert (item.description, item.ageing, item.slot) == ("tabs over spaces", None, None)


def test_a_decision_of_a_newer_release_costs_only_itself():
    stored = {
        "id": "b1",
        "state": "done",
        "promptIds": ["p"],
        "createdAt": WHEN,
        "decisions": [
            {"kind": "about", "outcome": "divined", "description": "x"},
            {"kind": "about", "outcome": "added", "description": "y"},
        ],
    }
    assert [item.description for item in readable(Batch, stored).decisions] == ["y"]


class OldDecision(Model):
    """A decision as a release reads it that knows nothing but adding and rejecting."""

    kind: Literal["preference", "pattern", "workflow", "skill", "about"]
    outcome: Literal["added", "reinforced", "merged", "superseded", "evicted", "rejected"]
    description: str


class OldBatch(Model):
    """A batch as such a release reads it."""

    id: str
    decisions: list[OldDecision] = []


class OldPreference(Model):
    """A preference as such a release reads it."""

    description: str
    active: bool = True


class OldProfile(Model):
    """A profile as such a release reads it."""

    about: About = About()
    preferences: list[OldPreference] = []


def test_an_older_release_shows_nothing_that_has_ended():
    """It runs beside this one while a new release is deployed."""
    user = readable(UserState, STORED_BY_0_1)
    said = {"p": "I no longer live in Hamburg.", "q": "I prefer spaces over tabs these days."}
    candidates = [
        AboutCandidate(
            does="end",
            path="custom.location",
            value="Hamburg",
            confidence=0.95,
            quote=said["p"],
            prompt_id="p",
        ),
        PreferenceCandidate(
            type="preference",
            description="spaces over tabs",
            confidence=0.95,
            quote=said["q"],
            prompt_id="q",
        ),
    ]
    examined = examine(candidates, [PromptText(id_, text, LATER) for id_, text in said.items()])
    merged = merge(user.profile, examined, batch_id="b", settings=user.settings, now=LATER)
    old = readable(OldProfile, merged.profile.model_dump(mode="json", by_alias=True))
    assert "location" not in old.about.to_json().get("custom", {})
    assert [item.description for item in old.preferences if item.active] == ["spaces over tabs"]
    decisions = [item.model_dump(mode="json", by_alias=True) for item in merged.decisions]
    assert [item["outcome"] for item in decisions] == ["ended", "superseded"]
    batch = readable(OldBatch, {"id": "b", "decisions": decisions})
    assert [item.outcome for item in batch.decisions] == ["superseded"]
