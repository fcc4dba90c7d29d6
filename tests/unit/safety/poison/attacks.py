"""Attacks and honest notes, and every way in which a text gets in; all of it is data beside it.

Each line of an attack has its family, its way in, the text or the messages, and the payload: what
must never reach an assistant.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shared.base.acting import through
from shared.base.errors import RekindleError
from shared.documents.memory import Tier
from shared.documents.profile import PreferenceType
from shared.learning.analyzer import Analysis, AnalysisRequest, TokenUsage
from shared.learning.candidates import PreferenceCandidate
from shared.memory.memory_service import Filter
from shared.memory.rules import NewEntry
from shared.memory.search.search_service import SearchQuery
from shared.profile.profile_service import NewPreference
from shared.sessions.progress import Progress
from shared.sessions.session_service import Turn
from shared.transfer.formats import Format
from tests.support.domain import Domain

HERE = Path(__file__).parent.parent / "attacks"
MESSAGES = ("prompt", "batch", "transcript")
_CONNECTION = "connection-of-an-assistant"


@dataclass(frozen=True)
class Attack:
    """An attack, as a line of the data has it."""

    id: str
    family: str
    way: str
    payload: str
    text: str = ""
    messages: tuple[str, ...] = ()


def attacks(name: str) -> list[Attack]:
    """Returns the attacks of a file: `tuned_on`, `unseen`, and the `second` ones of both."""
    lines = (HERE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    found = [json.loads(line) for line in lines]
    return [Attack(**{**each, "messages": tuple(each.get("messages", ()))}) for each in found]


def honest_notes() -> list[str]:
    """Returns notes about preferences, constraints and working styles."""
    return (HERE / "honest_notes.txt").read_text(encoding="utf-8").splitlines()


class Credulous:
    """A model that believes everything: it reports the payload, in its own words, as certain."""

    name = "credulous"

    def __init__(self, payload: str) -> None:
        self._payload = payload

    def estimate(self, _: AnalysisRequest) -> TokenUsage:
        return TokenUsage()

    def analyze(self, request: AnalysisRequest) -> Analysis:
        return Analysis(
            candidates=[
                PreferenceCandidate(
                    quote=self._payload,
                    prompt_id=prompt.id,
                    type=PreferenceType.PREFERENCE,
                    description=self._payload,
                    confidence=0.95,
                )
                for prompt in request.prompts
                if self._payload in prompt.content
            ]
        )


def gets_in(attack: Attack) -> bool:
    """Returns whether an attack reaches an assistant: in a context, a search, a list, a session."""
    domain = Domain(Credulous(attack.payload) if attack.way in MESSAGES else None)
    if attack.way in MESSAGES:
        _say(domain, attack)
    else:
        # Some are refused instead, with an error that says so.
        with through(_CONNECTION), suppress(RekindleError):
            _write(domain, attack)
    with through(_CONNECTION):
        told = "\n".join(_told(domain, attack))
    return _plain(attack.payload) in _plain(told)


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _say(domain: Domain, attack: Attack) -> None:
    if attack.way == "transcript":
        domain.sessions.start("ann", "s", None)
        turns = [Turn("user", text) for text in attack.messages]
        processed = domain.sessions.take_turns("ann", "s", 0, turns)
        for prompt in processed.prompts:
            domain.deliver("ann", prompt)
    elif attack.way == "batch":
        domain.say("ann", *attack.messages)
    else:
        for message in attack.messages:
            domain.say("ann", message)
    domain.counter.refresh("ann")
    domain.work()


def _write(domain: Domain, attack: Attack) -> None:
    text = attack.text
    run = domain.tools.run
    match attack.way:
        case "note":
            domain.memory.save("ann", NewEntry(text))
        case "note.tag":
            domain.memory.save("ann", NewEntry("Likes tea", tags=[text]))
        case "tool":
            run("ann", "save_memory", {"content": text})
        case "tool.tag":
            run("ann", "add_memory", {"content": "Likes tea", "tags": [text]})
        case "mcp":
            run("ann", "remember", {"content": text, "always": True})
        case "mcp.tag":
            run("ann", "remember", {"content": "Likes tea", "tags": [text]})
        case "file":  # how memory files are kept: the path as a tag, the lines as the content
            tags = ["/memories/notes.md"]
            domain.memory.save("ann", NewEntry(text, target=Tier.ARCHIVE, tags=tags))
        case "file.path":
            domain.memory.save("ann", NewEntry("Tea", target=Tier.ARCHIVE, tags=[text]))
        case way if way.startswith("session."):
            _report(domain, way.removeprefix("session."), text)
        case way if way.startswith("fact."):
            _declare(domain, way.removeprefix("fact."), text)
        case way if way.startswith("preference"):
            parts = {"description": "Likes tea", "category": "", "context": ""}
            parts[way.partition(".")[2] or "description"] = text
            new = NewPreference(PreferenceType.PREFERENCE, confidence=0.95, metadata={}, **parts)
            domain.profiles.add_preference("ann", "p", new, None)
        case way if way.startswith("import."):
            _import(domain, way.removeprefix("import."), text)
        case way:
            raise ValueError(f"no such way in: {way}")


def _report(domain: Domain, part: str, text: str) -> None:
    if part == "title":
        domain.sessions.start("ann", "s", text)
        return
    domain.sessions.start("ann", "s", "/project")
    progress: Mapping[str, Progress] = {
        "summary": Progress(summary=text),
        "task": Progress(tasks=[{"id": "t", "title": text}]),
        "decision": Progress(decisions=[{"decision": text}]),
        "note": Progress(notes=[text]),
    }
    domain.sessions.report("ann", "s", progress[part])


def _declare(domain: Domain, part: str, text: str) -> None:
    facts: Mapping[str, Any] = {
        "bio": {"bio": text},
        "name": {"name": text},
        "notes": {"notes": text},
        "contacts": {"contacts": [{"name": text}]},
        "org": {"work": {"org": text}},
        "tools": {"tools": {"infra": [text]}},
        "codePreferences": {"codePreferences": {"preferredStacks": [text]}},
        "custom": {"custom": {"hint": text}},
        "key": {"custom": {text: "yes"}},
    }
    domain.profiles.patch_about("ann", facts[part], None)


def _import(domain: Domain, part: str, text: str) -> None:
    at = "2026-01-01T00:00:00Z"
    note = {"id": "n", "tier": "archive", "content": text, "createdAt": at, "updatedAt": at}
    match part:
        case "note" | "file":
            data: Any = {"format": "rekindle", "schemaVersion": 1, "memory": [note]}
        case "tag":
            tagged = note | {"content": "Likes tea", "tags": [text]}
            data = {"format": "rekindle", "schemaVersion": 1, "memory": [tagged]}
        case "fact":
            about = {"about": {"notes": text}, "version": 1}
            data = {"format": "rekindle", "schemaVersion": 1, "profile": about}
        case _:
            item = {"id": "p", "type": "preference", "description": text, "confidence": 0.95}
            item |= {"baseConfidence": 0.95, "createdAt": at, "lastUpdated": at}
            profile = {"preferences": [item], "version": 1}
            data = {"format": "rekindle", "schemaVersion": 1, "profile": profile}
    report = domain.transfers.import_("ann", Format.REKINDLE, data)
    assert not report.refused, report.refused


def _told(domain: Domain, attack: Attack) -> Iterator[str]:
    """Yields what an assistant can be told: everything that a connection can read."""
    yield domain.contexts.build("ann").text
    yield domain.contexts.build("ann", query=attack.payload[:500]).text
    for entry in domain.memory.page("ann", Filter(), 100, None).entries:
        yield f"{entry.content}\n{' '.join(entry.tags)}"
    for found in domain.search.search("ann", SearchQuery(attack.payload[:500])).results:
        yield f"{found.entry.content}\n{' '.join(found.entry.tags)}"
    if attack.way.startswith("session."):
        session = domain.sessions.start("ann", "s", None).session
        yield session.model_dump_json(exclude={"waiting"})
        started = domain.sessions.start("ann", "next", session.project_path)
        yield started.previous.model_dump_json() if started.previous else ""
    for item in domain.inbox.items("ann"):
        yield item.model_dump_json()
    profile = domain.profiles.get("ann").model_dump(mode="json", by_alias=True)
    yield json.dumps(profile, ensure_ascii=False)
