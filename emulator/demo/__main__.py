"""`python -m emulator.demo`: shows how the memory of a user forms, fades and is corrected."""

import sys
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
from rich.console import Console

from emulator.client import StackProcess, stack_process
from emulator.demo.conversation import MESSAGES, NOTES, QUESTION
from emulator.demo.screen import Screen

USER = "maya"
DAYS = 45
KINDS = ("about", "preferences", "patterns", "workflows", "skillLevel")


class Story:
    """The demo. Uses the public API, and the stack's controls to wait and to move the clock."""

    def __init__(self, stack: StackProcess, screen: Screen) -> None:
        self._stack = stack
        self._screen = screen
        self._api = stack.user(USER)

    def tell(self) -> list[str]:
        """Plays the demo; returns a sentence for each expected result that is missing."""
        self._record()
        missing = self._check_profile()
        self._save_notes()
        self._show_context()
        self._fade()
        self._roll_back()
        return missing

    def _record(self) -> None:
        screen = self._screen
        screen.chapter(
            "Recording a conversation",
            f"Maya sends her assistant {len(MESSAGES)} prompts over a few days. A Firestore "
            "trigger counts them, and every tenth one starts an analysis through Cloud Tasks.",
        )
        start = datetime.now(UTC) - timedelta(days=4)
        seen: set[str] = set()
        with screen.progress() as progress:
            bar = progress.add_task("recorded", total=len(MESSAGES), said="")
            for offset, text in MESSAGES:
                message = {"content": text, "createdAt": (start + offset).isoformat()}
                self._call("POST", "/v1/prompts", {"prompts": [message]})
                self._stack.idle()
                progress.update(bar, advance=1, said=text[:60])
                self._show_new_batches(seen)
        status = self._call("GET", "/v1/profile/status")
        screen.say(f"Status: {'; '.join(status['reasons'])}.")
        screen.say("POST /v1/profile/refresh analyzes the remaining prompts right away:")
        self._call("POST", "/v1/profile/refresh")
        self._stack.idle()
        self._show_new_batches(seen)

    def _show_new_batches(self, seen: set[str]) -> None:
        for batch in reversed(self._call("GET", "/v1/batches")["batches"]):
            if batch["state"] == "done" and batch["id"] not in seen:
                seen.add(batch["id"])
                self._screen.decisions(batch)

    def _check_profile(self) -> list[str]:
        profile = self._call("GET", "/v1/profile")["profile"]
        skills = profile["skillLevel"]["domains"]
        counts = {kind: len(profile[kind]) for kind in KINDS[:-1]} | {"skillLevel": len(skills)}
        self._screen.chapter("The profile so far")
        self._screen.comparison(
            f"Version {profile['version']}", ("section", "items"), counts.items()
        )
        missing = [
            f"The section {kind} of the profile is empty."
            for kind, count in counts.items()
            if not count
        ]
        items = profile["preferences"] + profile["patterns"] + profile["workflows"]
        missing += [
            f"“{item['description']}” has no quote as evidence."
            for item in items
            if not item.get("evidence")
        ]
        return missing

    def _save_notes(self) -> None:
        self._screen.chapter(
            "Notes",
            "The assistant also saves notes of its own. The tiers memory and user each have a size "
            "limit; the archive has none.",
        )
        for target, content in NOTES:
            usage = self._call("POST", "/v1/memory", {"content": content, "target": target})[
                "usage"
            ]
            filled = usage[target].get("percent")
            room = "" if filled is None else f" ({filled}% full)"
            self._screen.say(f"  saved to {target}{room}: {content}")

    def _show_context(self) -> None:
        built = self._call("GET", "/v1/context", params={"query": QUESTION})
        self._screen.chapter(
            "The context block", f"What the model sees along with the question “{QUESTION}”"
        )
        self._screen.block("GET /v1/context", built["text"])

    def _fade(self) -> None:
        before = self._confidences()
        self._screen.chapter(
            f"{DAYS} days later",
            "The stack's clock moves forward. Maya has not mentioned any of this again, so "
            "Rekindle's confidence in it has faded. Facts that she declares herself never fade.",
        )
        self._stack.control("POST", "clock", {"advanceSeconds": DAYS * 86_400})
        self._stack.control("POST", "maintenance")
        after = self._confidences()
        self._screen.comparison(
            "Confidence",
            ("item", "before", "now"),
            [
                (name, f"{value:.2f}", f"{after[name]:.2f}" if name in after else "expired")
                for name, value in before.items()
            ],
        )

    def _confidences(self) -> dict[str, float]:
        profile = self._call("GET", "/v1/profile")["profile"]
        found = {
            f"{item['type']} {item['description']}": item["confidence"]
            for item in profile["preferences"]
        }
        return found | {
            f"about {meta['path']}": meta["confidence"] for meta in profile["aboutMeta"]
        }

    def _roll_back(self) -> None:
        version = self._call("GET", "/v1/profile")["profile"]["version"]
        self._screen.chapter(
            "Rolling back",
            f"Restoring version {version - 1} adds a new version, so the history stays complete.",
        )
        self._call("POST", "/v1/profile/rollback", {"version": version - 1})
        entries = self._call("GET", "/v1/profile/changelog", params={"pageSize": "10"})["entries"]
        self._screen.comparison(
            "Changelog",
            ("version", "change", "by", "summary"),
            [
                (entry["version"], entry["changeType"], entry["source"], entry["changeSummary"])
                for entry in entries
            ],
        )

    def _call(
        self,
        method: str,
        path: str,
        body: dict[str, Any] | None = None,
        params: dict[str, str] | None = None,
    ) -> dict[str, Any]:
        answer = self._api.request(method, path, json=body, params=params)
        answer.raise_for_status()
        result: dict[str, Any] = answer.json()
        return result


def main() -> int:
    """Plays the demo; returns 0 if every expected result is there."""
    screen = Screen(Console(highlight=False, soft_wrap=False))
    screen.say("Starting the embedded stack…")
    try:
        with stack_process() as stack:
            screen.say(f"Running at {stack.gateway}, in memory. No account or API key needed.")
            missing = Story(stack, screen).tell()
    except (RuntimeError, httpx.HTTPError) as error:
        screen.say(f"The demo failed: {error}")
        return 1
    for sentence in missing:
        screen.say(sentence)
    if not missing:
        screen.chapter("Done")
        screen.say("Run `make start` for a stack of your own. The README shows what to try next.")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
