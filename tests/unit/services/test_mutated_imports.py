"""Whatever is imported, its user's data and everybody else's keep working.

A short run here; `make deep` sets REKINDLE_MUTANTS to try twenty thousand.
"""

import json
import os
from contextlib import suppress
from datetime import timedelta
from functools import cache
from random import Random

import pytest

from shared.base.errors import RekindleError
from shared.base.storable import problem_with_value
from shared.documents.changelog import ChangelogEntry
from shared.documents.learning import Batch, Prompt
from shared.documents.memory import MemoryDigest, MemoryEntry, MemoryPage, Tier
from shared.documents.sessions import Session
from shared.documents.user import UserState
from shared.learning.recording import Message
from shared.memory.memory_service import Filter
from shared.memory.rules import NewEntry
from shared.memory.search.search_service import SearchQuery
from shared.profile.profile_service import NewPreference
from shared.sessions.progress import Progress
from shared.transfer.formats import Format
from tests.support.domain import START, Domain
from tests.support.texts.mutation import mutated

MUTANTS = int(os.environ.get("REKINDLE_MUTANTS", "80"))
GROUPS = 8
MODELS = {
    "": UserState,
    "prompts": Prompt,
    "batches": Batch,
    "changelog": ChangelogEntry,
    "memory": MemoryEntry,
    "sessions": Session,
    "pages": MemoryPage,
    "derived": MemoryDigest,
}
AGO = (START - timedelta(days=3)).isoformat()
END = START + timedelta(days=9)


def lived(domain, uid):
    domain.profiles.patch_about(uid, {"name": "Ada", "custom": {"team": {"size": 4}}}, None)
    new = NewPreference("tool", "tmux", "terminal", "always", 0.9, {"a": 1})
    domain.profiles.add_preference(uid, "p1", new, None)
    domain.learn(uid, "I love hiking.", "I always run the tests first.", "I work as a nurse.")
    domain.memory.save(uid, NewEntry("The tests need Docker.", tags=["ci"], thread_id="t"))
    domain.memory.save(uid, NewEntry("Met Ann.", target=Tier.ARCHIVE, expires_at=END))
    domain.sessions.start(uid, "s", "/project")
    tasks = [{"id": "a", "title": "A", "children": ["b"]}, {"id": "b", "title": "B"}]
    decisions = [{"decision": "Use JWT", "alternatives": ["cookies"]}]
    report = Progress(summary="Half", tasks=tasks, decisions=decisions, notes=["A note"])
    domain.sessions.report(uid, "s", report)
    domain.say(uid, "I hate waiting.")


@cache
def originals():
    """What is mutated: an export with every part, and one file of each other format."""
    domain = Domain()
    lived(domain, "ada")
    export = json.loads("".join(domain.transfers.export("ada")))
    session = {"sessionId": "old", "startedAt": AGO, "lastActiveAt": AGO, "summary": "S"}
    session |= {key: export["sessions"][0][key] for key in ("tasks", "decisions", "context")}
    meta = {"firstSeen": AGO, "lastSeen": AGO, "confidence": 0.8, "seenCount": 2}
    line = {"timestamp": AGO, "session_id": "x", "action": "extract", "source": "mcp/hook"}
    row = {"preference_type": "like", "preference_value": "tea", "context": "daily"}
    row |= {"confidence": "0.9", "created_at": AGO, "is_active": "t", "metadata": '{"a": 1}'}
    note = {"id": 1, "content": "Has a cat", "tags": ["pet"], "createdAt": 1_700_000_000_000}
    return {
        Format.REKINDLE: export,
        Format.PROFILE: {**export["profile"]["about"], "shoeSize": 44, "interests": ["chess"]},
        Format.PROFILE_META: {"preferences": [{"path": "name", **meta}]},
        Format.CHANGELOG: [{**line, "changes": {"tools": {"editor": "vim"}}, "removed": ["a.b"]}],
        Format.SESSION: [session],
        Format.PROCESSED_TURNS: ["old:3", "s:9", "new:45"],
        Format.MEMORIES: {"profile": {"static": ["Lives in Lyon"], "dynamic": [note]}},
        Format.PREFERENCES: [row, {**row, "preference_type": "dislike"}],
        Format.CHATGPT: [
            {
                "conversation_id": "c",
                "create_time": 1.7e9,
                "current_node": "m",
                "mapping": {
                    "m": {
                        "message": {
                            "id": "m",
                            "author": {"role": "user"},
                            "create_time": 1.7e9,
                            "content": {"content_type": "text", "parts": ["I love tea."]},
                        }
                    }
                },
            }
        ],
        Format.CLAUDE: [
            {
                "uuid": "c",
                "chat_messages": [
                    {"uuid": "m", "sender": "human", "text": "I use vim.", "created_at": AGO}
                ],
            }
        ],
        Format.MEM0: {"results": [{"id": "1", "memory": "Likes tea", "created_at": AGO}]},
        Format.SAVED_MEMORIES: "- Lives in Oslo",
        Format.USER_MEMORIES: [{"memory": "Tall", "tier": "user", "created_at": AGO}],
    }


def with_bystander():
    domain = Domain()
    domain.store.documents.fields.update(_bystander())
    return domain


@cache
def _bystander():
    domain = Domain()
    lived(domain, "bob")
    return domain.store.documents.fields


@pytest.mark.parametrize("group", range(GROUPS))
def test_whatever_is_imported_everything_works_afterwards(group):
    for seed in range(group, MUTANTS, GROUPS):
        random = Random(seed)
        format_ = random.choice([*Format, *[Format.REKINDLE] * 8])
        data = mutated(originals()[format_], random)
        if problem_with_value(data):
            continue  # the body of the request is refused before it is an import
        domain = with_bystander()
        if random.random() < 0.3:
            domain.profiles.patch_about("eve", {"name": "Eve", "interests": ["tea"]}, None)
        try:
            _check(domain, format_, data)
        except Exception as error:
            raise AssertionError(f"mutant {seed}, {format_}") from error


def _check(domain, format_, data):
    before = domain.contexts.build("bob", preview=True)
    for _ in range(2):
        with suppress(RekindleError):
            report = domain.transfers.import_("eve", format_, data)
            assert report.taken + report.merged + len(report.refused) == report.total
    _check_documents(domain)
    user = domain.store.users.get("eve") or UserState()
    assert user.learning.spent is None
    assert user.learning.spent_total.cost == 0
    assert not user.learning.pending
    _use(domain, "eve")
    _use_copy(domain, "eve")
    assert domain.contexts.build("bob", preview=True) == before
    _keep_house(domain)
    _use(domain, "bob")
    _check_documents(domain)
    domain.accounts.erase("eve")
    assert {uid for uid, _, _ in domain.store.documents.fields} == {"bob"}


def _check_documents(domain):
    for (_, collection, id_), fields in domain.store.documents.fields.items():
        model = MODELS[collection]
        named = {"id": id_} if "id" in model.model_fields else {}
        model.model_validate({**fields, **named})


def _use(domain, uid):
    """Reads and writes everything of a user; what may be refused by its state is suppressed."""
    assert domain.contexts.build(uid, "tea").warnings == []
    version = domain.profiles.get(uid).version
    changed = domain.profiles.patch_about(uid, {"name": f"Name {version}"}, None)
    assert changed.version == version + 1
    changes, _ = domain.profiles.changelog(uid, 50, None)
    for change in changes:
        domain.profiles.changelog_entry(uid, change.id)
        with suppress(RekindleError):
            domain.profiles.rollback(uid, change.version, None)
    domain.memory.page(uid, Filter(), 50, None)
    domain.search.search(uid, SearchQuery("docker", limit=5))
    assert not domain.repair.check(uid)
    for session in domain.sessions.page(uid, None, 50, None)[0]:
        domain.sessions.get(uid, session.id)
    for batch in domain.reports.batches(uid, 50, None)[0]:
        for prompt_id in batch.prompt_ids[:5]:
            with suppress(RekindleError):
                domain.reports.prompt(uid, prompt_id)
    domain.reports.status(uid)
    domain.recorder.record(uid, [Message(content="I love tea.")])
    for prompt in domain.store.prompts.query(uid):
        domain.deliver(uid, prompt.id)
    domain.counter.refresh(uid)
    domain.work()


def _use_copy(domain, uid):
    """Imports what is exported; it comes back without anything refused."""
    export = json.loads("".join(domain.transfers.export(uid)))
    report = domain.transfers.import_("copy", Format.REKINDLE, export)
    odd = [item for item in report.refused if item.reason not in ("EXPIRED", "BUDGET_EXCEEDED")]
    assert odd == []
    domain.accounts.erase("copy")


def _keep_house(domain):
    for _ in range(3):
        domain.clock.advance(days=40)
        domain.maintenance.sweep()
        domain.work()
    swept = domain.maintenance.sweep()
    assert set(swept.enqueued.values()) == {0}
    assert (swept.failed, swept.parked) == ({}, 0)
