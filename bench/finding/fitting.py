"""Whether search stays silent when nothing fits: PrecisionMemBench, in its own harness.

`FOLDER/precisionmembench` is a copy of github.com/tenurehq/precisionMemBench (MIT) in which
`npm ci` has run; it needs Node 20. The harness asks a provider over HTTP to save 35 beliefs and to
answer 77 cases. Here, a belief is a note in the archive whose tags are its scope and its aliases.
The harness's own copy is not changed: it runs in a temporary one, which knows this provider.
"""

import json
import os
import shutil
import subprocess
import tempfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from emulator.client import StackProcess

PROVIDER = "rekindle"
_HELPERS = """
const iterator = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
iterator.filter ??= function* (passes) { for (const each of this) if (passes(each)) yield each; };
iterator.map ??= function* (turn) { for (const each of this) yield turn(each); };
iterator.toArray ??= function () { return [...this]; };
"""
"""What the harness's runner uses of Node 22, for earlier ones."""
_MOST = 10
"""Tags that a note may have."""


class Provider:
    """Serves the harness's API from users of a stack while entered.

    Args:
        stack: the stack.
        precision: how narrowly search answers.
    """

    def __init__(self, stack: StackProcess, precision: str) -> None:
        self._stack = stack
        self._precision = precision
        self._names: dict[str, str] = {}
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                body = json.loads(self.rfile.read(length) or b"{}")
                self._send(provider.add(body) if self.path == "/add" else provider.search(body))

            def do_DELETE(self) -> None:
                self._send({"ok": True})

            def _send(self, answer: dict[str, Any]) -> None:
                data = json.dumps(answer).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    def __enter__(self) -> str:
        Thread(target=self._server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{self._server.server_port}"

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def add(self, body: dict[str, Any]) -> dict[str, Any]:
        """Saves a belief. Its text begins with its name, in one word, before the aliases."""
        scope = body["metadata"]["scope"]
        name = body["text"].split(" ", 1)[0].replace("_", " ")
        tags = list(dict.fromkeys([scope, name, *(body.get("aliases") or [])]))[:_MOST]
        note = {"content": body["text"], "target": "archive", "tags": tags}
        with self._user(body["user_id"]) as client:
            saved = client.post("/v1/memory", json=note).raise_for_status().json()
        self._names[saved["entry"]["id"]] = body["metadata"]["beliefId"]
        return {"ok": True}

    def search(self, body: dict[str, Any]) -> dict[str, Any]:
        """Searches the notes of a scope."""
        params = {
            "q": body["query"],
            "limit": str(min(body["limit"], 100)),
            "precision": self._precision,
        }
        if body.get("scope"):
            params["tag"] = body["scope"]
        with self._user(body["user_id"]) as client:
            found = client.get("/v1/memory/search", params=params).raise_for_status().json()
        return {
            "results": [
                {"id": self._names[each["entry"]["id"]], "memory": each["entry"]["content"]}
                for each in found["results"]
            ]
        }

    def _user(self, name: str) -> Any:
        return self._stack.user(f"{name}-{self._precision}")


def report(stack: StackProcess, folder: Path, precision: str) -> dict[str, Any] | None:
    """Returns the harness's own summary, or None if it cannot run."""
    harness = folder / "precisionmembench"
    if not (harness / "node_modules" / ".bin" / "ava").exists():
        return None
    with tempfile.TemporaryDirectory() as temporary, Provider(stack, precision) as url:
        copy = Path(temporary, "harness")
        shutil.copytree(harness, copy, ignore=shutil.ignore_patterns("node_modules", ".git"))
        (copy / "node_modules").symlink_to((harness / "node_modules").resolve())
        config = copy / "providers.config.json"
        known = json.loads(config.read_text())
        known[PROVIDER] = {"envVar": "REKINDLE_URL", "defaultUrl": url, "seedDelayMs": 0}
        config.write_text(json.dumps(known))
        environment = {
            **os.environ,
            "MEMORY_PROVIDER": PROVIDER,
            "REKINDLE_URL": url,
            "RESEED": "true",
        }
        (copy / "helpers.mjs").write_text(_HELPERS)
        command = ["node", "--import", "./helpers.mjs", "node_modules/ava/entrypoints/cli.js"]
        command += ["src/retrieval.external.eval.test.ts", "--timeout", "10m"]
        # It fails if any case does; its report says which.
        ran = subprocess.run(
            command, cwd=copy, env=environment, check=False, capture_output=True, text=True
        )
        written = copy / "test-results" / f"retrieval-report-{PROVIDER}.json"
        if not written.exists():
            raise RuntimeError(f"the harness wrote no report:\n{ran.stdout}{ran.stderr}")
        answer: dict[str, Any] = json.loads(written.read_text())
        return answer


def figures(summary: dict[str, Any]) -> dict[str, float]:
    """Returns what counts of a summary: active cases passed, and mean precision and recall."""
    retrieval = summary["retrieval"]
    return {
        "active": retrieval["activeRetrievalPasses"],
        "passed": retrieval["totalPassed"],
        "cases": retrieval["totalCases"],
        "precision": retrieval["meanPrecision"],
        "recall": retrieval["meanRecall"],
    }


def failed(summary: dict[str, Any]) -> list[str]:
    """Returns the failed cases and why, for whoever wants to know."""
    cases = [one for one in summary["cases"] if not one["passed"]]
    return [f"{one['caseId']}: {'; '.join(one['failures'])}" for one in cases]
