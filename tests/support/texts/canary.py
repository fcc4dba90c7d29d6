"""Plants unique words through every way into the system, and looks for them afterwards."""

import json
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from google.cloud.firestore import Client

from shared.transfer.formats import Format
from tests.support.api import Api

MARK = "zqkanari"
_WORD = re.compile(MARK + "[a-p]+")


class Words:
    """Makes words that nothing else contains; each is used once."""

    def __init__(self) -> None:
        self._numbers = count()
        self.made: set[str] = set()

    def __call__(self) -> str:
        digits = f"{next(self._numbers):05x}"
        word = MARK + "".join(chr(ord("a") + int(digit, 16)) for digit in digits)
        self.made.add(word)
        return word


def found_in(text: str) -> set[str]:
    """Returns the words in a text, whatever case they have there."""
    return set(_WORD.findall(text.lower()))


def found_in_store(client: Client) -> set[str]:
    """Returns the words in all documents of the database, in ids and in fields."""
    documents = (
        document
        for collection in client.collections()
        for document in collection.recursive().stream()
    )
    return found_in(" ".join(f"{each.reference.path} {each.to_dict()}" for each in documents))


def collections_of(client: Client, uid: str) -> set[str]:
    """Returns the names of all collections, at the top and below a user."""
    below = client.collection("users").document(uid).collections()
    return {each.id for each in (*client.collections(), *below)}


def found_in_files(folder: Path) -> dict[str, set[str]]:
    """Returns the words in the files of a folder, by name; files without any are absent."""
    words = {
        str(path.relative_to(folder)): found_in(path.read_bytes().decode("latin-1"))
        for path in folder.rglob("*")
        if path.is_file()
    }
    return {name: found for name, found in words.items() if found}


class Planter:
    """Plants words for one user."""

    def __init__(self, api: Api, uid: str, client: Client) -> None:
        self.api = api
        self.uid = uid
        self.client = client
        self.word = Words()
        self.used: set[tuple[str, str]] = set()
        self.formats: set[Format] = set()
        self._now = datetime.now(UTC)

    def everywhere(self) -> None:
        """Plants words through each way in."""
        self.prompts()
        self.turns()
        self.notes()
        self.profile()
        self.habits()
        self.sessions()
        self.tools()
        self.reads()
        self.imports()
        self.old_conversations()
        self.legacy()
        self.operating()
        self.connections()
        self.learning()

    def call(self, method: str, path: str, body: Any = None, **options: Any) -> Any:
        """Makes a call whose answer does not matter, and remembers that it was made."""
        self.used.add((method, path.partition("?")[0]))
        options.setdefault("headers", {})["Idempotency-Key"] = self.word()
        return self.api.client.request(method, path, json=body, **options)

    def prompts(self) -> None:
        """Records prompts with ids and sessions of the client's."""
        w = self.word
        for _ in range(12):
            prompts = [
                {"id": w(), "content": f"I love {w()} and {w()}.", "sessionId": w()}
                for _ in range(10)
            ]
            self.call("POST", "/v1/prompts", {"prompts": prompts})

    def turns(self) -> None:
        """Records a transcript."""
        w = self.word
        session = w()
        self.call("POST", "/v1/sessions", {"id": session, "projectPath": f"/{w()}"})
        roles = ("user", "assistant", "system", "tool")
        turns = [{"role": roles[n % 4], "content": f"I like {w()}."} for n in range(80)]
        self.call("POST", f"/v1/sessions/{session}/turns", {"offset": 0, "turns": turns})

    def notes(self) -> None:
        """Saves notes of every tier, changes some, and deletes some."""
        w = self.word

        def note(target: str) -> dict[str, Any]:
            return {
                "id": w(),
                "content": f"A note on {w()}.",
                "target": target,
                "tags": [w(), w()],
                "threadId": w(),
            }

        for target in ("memory", "user", "archive"):
            saved = note(target)
            self.call("POST", "/v1/memory", saved)
            self.call("PATCH", f"/v1/memory/{saved['id']}", {"content": w(), "tags": [w()]})
            self.call("POST", "/v1/memory", gone := note(target))
            self.call("DELETE", f"/v1/memory/{gone['id']}")
        for _ in range(3):
            self.call("POST", "/v1/memory/batch", {"entries": [note("archive") for _ in range(30)]})
        self.call("POST", "/v1/memory/repair", {"dryRun": False})

    def profile(self) -> None:
        """Declares facts and preferences, corrects them, and deletes some."""
        w = self.word
        about = {
            "name": w(),
            "bio": w(),
            "notes": w(),
            "timezone": "Europe/Paris",
            "work": {"role": w(), "org": w(), "focusAreas": [w()], "languages": [w()]},
            "codePreferences": {"tone": w(), "preferredStacks": [w()]},
            "tools": {"editor": w(), "infra": [w()]},
            "interests": [w(), w()],
            "custom": {w(): w(), w(): {w(): [w()]}},
        }
        self.call("PATCH", "/v1/profile/about", about)
        self.call("PATCH", "/v1/profile/about", {"bio": None, "interests": [w()]})
        for kind in ("like", "dislike", "goal", "tool"):
            item = {
                "id": w(),
                "type": kind,
                "description": w(),
                "category": w(),
                "context": w(),
                "metadata": {w(): w()},
            }
            path = f"/v1/preferences/{item['id']}"
            self.call("POST", "/v1/preferences", item)
            self.call("PATCH", path, {"description": w(), "context": w()})
            self.call("POST", f"{path}/deactivate")
            if kind == "goal":
                self.call("DELETE", path)
        self.call("POST", "/v1/profile/rollback", {"version": 2})
        self.call("POST", f"/v1/inbox/{w()}", {"answer": "correct", "correction": w()})
        self.call("PATCH", "/v1/settings", {"userMemoryAnalysisInterval": 10, w(): w()})

    def habits(self) -> None:
        """Imports habits, corrects them, and declares skill levels."""
        w = self.word
        seen = "2026-01-31T09:30:00Z"
        habits: dict[str, dict[str, Any]] = {
            "patterns": {"id": w(), "description": w(), "category": w(), "frequency": 2},
            "workflows": {"id": w(), "description": w(), "steps": [w(), w()], "frequency": 2},
        }
        profile = {kind: [{**habit, "lastSeen": seen}] for kind, habit in habits.items()}
        self.call("POST", "/v1/import", {"data": {"profile": {"version": 1, **profile}}})
        for kind, habit in habits.items():
            self.call("PATCH", f"/v1/profile/{kind}/{habit['id']}", {"description": w()})
        self.call("PATCH", "/v1/profile/skills", {"domains": {w(): "advanced", w(): "beginner"}})

    def sessions(self) -> None:
        """Reports progress of sessions."""
        w = self.word
        for _ in range(5):
            session = w()
            self.call("POST", "/v1/sessions", {"id": session, "projectPath": f"/home/{w()}"})
            task = {"id": w(), "title": w(), "status": "blocked", "blockedBy": w()}
            progress = {
                "summary": w(),
                "tasks": [task],
                "decisions": [{"decision": w(), "rationale": w()}],
                "context": [w(), w()],
            }
            self.call("PATCH", f"/v1/sessions/{session}", progress)
        self.call("DELETE", f"/v1/sessions/{session}")

    def tools(self) -> None:
        """Calls the tools of models, over HTTP and over MCP."""
        w = self.word
        for name in self.api.get("/v1/tools")["tools"]:
            tool = name["function"]["name"]
            for arguments in (
                {"content": w(), "target": "archive", "tags": [w()]},
                {"content": w()},
                {"query": w()},
                {"mode": "add", "content": w()},
                {w(): w()},
            ):
                self.call("POST", f"/v1/tools/{tool}", arguments)
                self.call(
                    "POST",
                    "/mcp",
                    {
                        "jsonrpc": "2.0",
                        "id": w(),
                        "method": "tools/call",
                        "params": {"name": tool, "arguments": {**arguments, "content": w()}},
                    },
                    headers={"Accept": "application/json, text/event-stream"},
                )

    def connections(self) -> None:
        """Makes access keys, takes back what one wrote, and answers a request for access."""
        w = self.word
        for _ in range(3):
            key = self.call("POST", "/v1/connections", {"name": w(), "scopes": ["read"]}).json()
            path = f"/v1/connections/{key['id']}"
            self.call("POST", f"{path}/undo", {})
        self.call("DELETE", path)
        request = {"client_id": f"https://{w()}.example/client", "state": w(), w(): w()}
        self.call("POST", "/v1/authorizations/preview", {"request": request})
        self.call("POST", "/v1/authorizations", {"request": request, "decision": "deny"})

    def reads(self) -> None:
        """Asks with words, and for things that do not exist or are not valid."""
        w = self.word
        for path in (
            f"/v1/memory/search?q={w()}&tag={w()}&threadId={w()}",
            f"/v1/context?query={w()}",
            f"/v1/memory?tag={w()}",
            f"/v1/memory?pageToken={w()}",
            f"/v1/sessions?projectPath=/{w()}",
            f"/v1/memory/{w()}",
            f"/v1/prompts/{w()}",
            f"/v1/batches/{w()}",
            f"/v1/{w()}",
            f"/{w()}?{w()}={w()}",
            f"/api/user/memory?id={w()}",
        ):
            self.call("GET", path)
        for body in ([w()], {w(): w()}, {"prompts": w()}, {"prompts": [{"content": {w(): w()}}]}):
            self.call("POST", "/v1/prompts", body)
            self.call("POST", "/v1/memory", body)
            self.call("POST", "/v1/import", body)
        self.api.client.post("/v1/memory", content=f"{{{w()}", headers={"X-Note": w()})

    def imports(self) -> None:
        """Imports every format."""
        w = self.word
        past = (self._now - timedelta(days=1)).isoformat()
        times = {"createdAt": past, "updatedAt": past}
        active = {"startedAt": past, "lastActiveAt": self._now.isoformat()}
        tasks = [{"id": w(), "title": w(), "status": "completed", **times}]
        session = {
            "projectPath": f"/{w()}",
            "summary": w(),
            "tasks": tasks,
            "decisions": [{"timestamp": past, "decision": w()}],
            "context": [w()],
            **active,
        }
        row = {
            "user_id": w(),
            "preference_type": "like",
            "preference_value": w(),
            "context": w(),
            "confidence": 0.9,
            "created_at": past,
            "metadata": json.dumps({w(): w()}),
        }
        evidence = [{"quote": w(), "promptId": w(), "at": past}]
        exported = {
            "forgotten": [f"about:interests:{w()}" for _ in range(20)],
            "changelog": [
                {
                    "id": "0000000001",
                    "version": 1,
                    "changeType": "update",
                    "action": "update",
                    "source": "user",
                    "changeSummary": w(),
                    "changes": {w(): w()},
                    "removed": [w()],
                    "createdAt": past,
                }
            ],
            "memory": [
                {"id": w(), "tier": "archive", "content": w(), "tags": [w()], **times}
                for _ in range(20)
            ],
            "sessions": [
                {"id": w(), **session, "expiresAt": (self._now + timedelta(days=9)).isoformat()}
            ],
            "batches": [
                {
                    "id": w(),
                    "state": "failed",
                    "promptIds": [w()],
                    "createdAt": past,
                    "decisions": [
                        {"kind": "pattern", "outcome": "added", "description": w(), "quote": w()}
                    ],
                    "error": {"reason": "CRASHED", "message": w()},
                }
            ],
            "prompts": [
                {"id": w(), "content": w(), "sessionId": w(), "createdAt": past, "recordedAt": past}
                for _ in range(20)
            ],
            "profile": {
                "version": 1,
                "about": {"name": w(), "interests": [w()]},
                "preferences": [
                    {
                        "id": w(),
                        "type": "like",
                        "description": w(),
                        "confidence": 0.9,
                        "baseConfidence": 0.9,
                        "evidence": evidence,
                        "createdAt": past,
                        "lastUpdated": past,
                    }
                ],
                "patterns": [
                    {"id": w(), "description": w(), "lastSeen": past, "evidence": evidence}
                ],
                "workflows": [{"id": w(), "description": w(), "steps": [w()], "lastSeen": past}],
                "skillLevel": {"domains": {w(): "advanced"}},
                "forgotten": [f"preference:like:{w()}"],
            },
        }
        # Each part on its own, because one that is refused as a whole ends the request.
        for name, part in exported.items():
            self._import(Format.REKINDLE, {name: part})
        self._import(Format.PROFILE, {"bio": w(), "work": {"role": w()}, w(): w()})
        self._import(
            Format.PROFILE_META,
            [{"path": f"custom.{w()}", "firstSeen": past, "lastSeen": past, "confidence": 0.9}],
        )
        self._import(
            Format.CHANGELOG,
            [
                {
                    "timestamp": past,
                    "session_id": w(),
                    "action": "extract",
                    "source": "mcp/hook",
                    "changes": {w(): w()},
                    "removed": [w()],
                }
            ],
        )
        self._import(Format.SESSION, [{"sessionId": w(), **session}])
        self._import(Format.PROCESSED_TURNS, [f"{w()}:12"])
        self._import(Format.MEMORIES, [{"id": w(), "content": w(), "tags": [w()]}, w()])
        self._import(
            Format.PREFERENCES, [{**row, "id": n, "preference_value": w()} for n in (1, 2)]
        )
        self._import(Format.CHATGPT, [self._chat_of_chatgpt(past)])
        chat = {"uuid": w(), "sender": "human", "text": w(), "created_at": past}
        self._import(Format.CLAUDE, [{"uuid": w(), "chat_messages": [chat]}])
        self._import(Format.MEM0, [{"id": w(), "memory": w(), "created_at": past}])
        self._import(Format.SAVED_MEMORIES, f"# {w()}\n- {w()}")
        self._import(Format.USER_MEMORIES, [{"id": w(), "memory": w(), "created_at": past}])

    def _chat_of_chatgpt(self, at: str) -> dict[str, Any]:
        w = self.word
        content = {"content_type": "text", "parts": [w()]}
        message = {"id": w(), "author": {"role": "user"}, "create_time": at, "content": content}
        return {"conversation_id": w(), "title": w(), "mapping": {w(): {"message": message}}}

    def _import(self, format_: Format, data: Any) -> None:
        self.formats.add(format_)
        self.call("POST", "/v1/import", {"format": format_, "data": data})

    def old_conversations(self) -> None:
        """Imports messages of another product, and makes requests that are refused."""
        w = self.word
        for _ in range(2):
            said_at = (self._now - timedelta(days=400)).isoformat()
            messages = [
                {"id": w(), "threadId": w(), "createdAt": said_at, "content": f"I love {w()}."}
                for _ in range(5)
            ]
            piece = {"source": w(), "messages": [*messages, {"id": w()}], "leftOut": {"TOOL": 1}}
            self.call("POST", f"/v1/imports/{w()}", piece)

    def operating(self) -> None:
        """Asks as an operator, which the user is not."""
        w = self.word
        for path in ("users/find", "batches/retry", "parked/release"):
            self.call("POST", f"/v1/admin/{path}", {"uid": w()})

    def legacy(self) -> None:
        """Writes through the routes of legacy systems."""
        w = self.word
        self.call("POST", "/api/user/profile", {"bio": w(), "tools": {"editor": w()}})
        preference = {"preference_type": "like", "preference_value": w(), "context": w()}
        self.call("POST", "/api/chat/preferences", preference)
        self.call("DELETE", f"/api/user/memory?id={w()}")
        self.call("PUT", f"/api/chat/preferences/{w()}/deactivate")

    def learning(self) -> None:
        """Has everything analyzed that waits."""
        self.api.stack.idle()
        self.call("POST", "/v1/profile/refresh")
        self.api.stack.idle()
        self.call("GET", "/v1/export")

    def routes_left_out(self) -> set[tuple[str, str]]:
        """Returns the routes that take a body and were not used."""
        return set(_with_body(self.api.get("/openapi.json"))) - set(_templates(self))


def _with_body(document: dict[str, Any]) -> Iterable[tuple[str, str]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if isinstance(operation, dict) and "requestBody" in operation:
                yield method.upper(), path


def _templates(planter: Planter) -> Iterator[tuple[str, str]]:
    for method, path in _with_body(planter.api.get("/openapi.json")):
        pattern = re.compile(re.sub(r"\{\w+\}", "[^/]+", path))
        if any(used == method and pattern.fullmatch(at) for used, at in planter.used):
            yield method, path
