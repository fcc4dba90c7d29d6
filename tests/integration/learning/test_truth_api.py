"""The table of people who change their minds, through the API, with a model that reads perfectly.

All users live in one stack. They play their first steps together, then their second ones, so that
the stack always has something to do. `make test` takes every third sequence, `make deep` all of
them; tests/unit/learning/test_truth.py plays all of them without a stack.
"""

import json
import os
import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from shared.profile.decay import INCLUDED_FROM
from tests.support.api import Api
from tests.support.engines import NAMED
from tests.support.openai_server import OpenAIServer
from tests.support.stacks import stack_process
from tests.support.truth.answers import Reader
from tests.support.truth.play import fact_lines, unexpected, unmet
from tests.support.truth.table import TYPES, Label, sequences

EACH = int(os.environ.get("REKINDLE_TRUTH_EACH", "3"))
"""Of how many sequences one is played: `make deep` plays all."""
TABLE = sequences()[::EACH]
AT_A_TIME = 4 if NAMED is None else 1
"""Users who play at once. Another emulator keeps their transactions waiting for one another."""
_A_MOMENT = timedelta(seconds=30)


class User:
    """A user who plays a sequence; its last day is today."""

    def __init__(self, sequence, api, reader):
        self.sequence, self.api, self.reader = sequence, api, reader
        self.later = datetime.now(UTC) - _A_MOMENT - sequence.at
        self.labels, self.problems = {}, []
        self._waiting = None
        self._by_hand = any(step.hand or step.deletes for step in sequence.steps)
        self._latest = sequence.steps[0].at

    def play(self, number):
        """Plays a step, if there is one; what is said is analyzed later."""
        if number >= len(self.sequence.steps):
            return
        step = self.sequence.steps[number]
        if step.hand:
            self._declare(step.hand)
        elif step.deletes:
            self.api.call("DELETE", f"/v1/preferences/{self.labels[step.deletes].item_id}")
        else:
            self._say(step)
        self._latest = max(self._latest, step.at)

    def _say(self, step):
        reads = self.reader.will_read(step, self.labels, self.later)
        before = self.included() if step.unchanged else []
        prompts = [
            {"id": step.prompt_id(place), "content": text} | self._when(step, place)
            for place, text in enumerate(step.prompts)
        ]
        self.api.post("/v1/prompts", {"prompts": prompts})
        batch = self.api.post("/v1/profile/refresh")["batchId"]
        self._waiting = step, reads, batch, before

    def _when(self, step, place):
        """When a message was said. What is done by hand is done now, and so is what follows it."""
        if not self._by_hand:
            at = step.at + self.later + timedelta(seconds=place)
        elif step.at < self._latest:
            at = datetime.now(UTC) - (self._latest - step.at)
        else:
            return {}
        return {"createdAt": at.isoformat()}

    def _declare(self, hand):
        if "about" in hand:
            self.api.call("PATCH", "/v1/profile/about", hand["about"])
            return
        type_ = next(key for key in hand if key in TYPES)
        item = self.api.post("/v1/preferences", {"type": type_, "description": hand[type_]})
        if "as" in hand:
            self.labels[hand["as"]] = Label(hand, item["id"])

    def learn(self):
        """Looks at what was decided."""
        if not self._waiting:
            return
        step, reads, batch_id, before = self._waiting
        self._waiting = None
        batch = self.api.get(f"/v1/batches/{batch_id}")
        if batch["state"] != "done":
            self.problems.append(f"step {step.number} is {batch['state']}: {batch.get('error')}")
            return
        decisions = batch["decisions"]
        for read, decision in zip(reads, decisions, strict=False):
            if "as" in read:
                self.labels[read["as"]] = Label(read, decision.get("itemId", ""))
        outcomes = [":".join(filter(None, (d["outcome"], d.get("reason")))) for d in decisions]
        self.problems += unexpected(step, zip(reads, outcomes, strict=False))
        if step.unchanged and self.included() != before:
            self.problems.append(f"step {step.number} changes what is included")

    def included(self):
        """What is included, as the API shows it."""
        profile = self.api.profile()
        inferred = {meta["path"] for meta in profile["aboutMeta"] if meta.get("inferred")}
        return [
            *self.api.get("/v1/context")["text"].splitlines(),
            *(
                f"{item['type']}: {item['description']}"
                for item in profile["preferences"]
                if item["active"] and item["confidence"] >= INCLUDED_FROM
            ),
            *(
                line
                for line in fact_lines(profile["about"])
                if line.partition(":")[0] not in inferred
            ),
        ]

    def end(self):
        """Looks at what is true now."""
        profile = self.api.profile()
        whole = {key: value for key, value in profile.items() if key not in ("withdrawn",)}
        found = unmet(self.sequence, self.included(), None, json.dumps(whole, ensure_ascii=False))
        self.problems += found


@pytest.fixture(scope="module")
def problems():
    """What is wrong with each sequence, by its id."""
    reader = Reader()
    with OpenAIServer() as model:
        model.will(reader)
        env = {
            "GOOGLE_CLOUD_PROJECT": f"demo-{uuid.uuid4().hex[:12]}",
            "REKINDLE_ANALYZER": "openai",
            "OPENAI_API_KEY": "test-key",
            "OPENAI_BASE_URL": model.url,
            "REKINDLE_MODEL": "fake-model",
            "REKINDLE_DAILY_BUDGET": "none",
            "REKINDLE_DEPLOYMENT_BUDGET": "none",
        }
        with stack_process(env=env) as stack, ThreadPoolExecutor(AT_A_TIME) as pool:
            clients = [stack.user(f"user-{number}") for number in range(len(TABLE))]
            users = [
                User(sequence, Api(client, stack), reader)
                for sequence, client in zip(TABLE, clients, strict=True)
            ]
            for number in range(max(len(sequence.steps) for sequence in TABLE)):
                list(pool.map(lambda user, number=number: user.play(number), users))
                stack.idle()
                list(pool.map(User.learn, users))
            list(pool.map(User.end, users))
            for client in clients:
                client.close()
    return {user.sequence.id: user.problems for user in users}


@pytest.mark.slow
@pytest.mark.parametrize("sequence", TABLE, ids=lambda sequence: sequence.id)
def test_the_profile_is_true_at_the_end(sequence, problems):
    found = problems[sequence.id]
    assert not found, "\n".join([f"{sequence.id}:", *found])
