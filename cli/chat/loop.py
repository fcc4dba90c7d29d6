"""The chat loop: reads lines and carries them out."""

import os
import sys
from collections.abc import Callable, Iterator
from typing import Any

from cli import profile_view, views
from cli.api import Api
from cli.chat.assistant import Assistant
from cli.chat.learning import Learning, News
from cli.chat.words import HELP, Line, new_preference, parse
from cli.commands import context as context_command
from cli.commands import memory, preferences
from cli.commands.ask import confirm
from cli.commands.learning import failure
from cli.errors import CliError, UsageProblem
from cli.output import Column, Output
from cli.reading import standard_line

_ANONYMOUS = "Preferences are only stored for identified users. Start the chat without --anonymous."
_TAKEN = {"added": "+", "reinforced": "↑", "merged": "↑", "superseded": "~", "evicted": "−"}
_UNKEPT = {
    "private": "it is private",
    "incognito": "this chat is incognito",
    "asked_not_to": "as you asked",
}
"""Why nothing of a message is stored."""
_PROMPT = "you › "


class Chat:
    """One conversation.

    Args:
        out: the output.
        who: the user's name for people.
        api: the user's memory; None in an anonymous chat.
        learning: records messages; None in an anonymous chat.
        assistant: the model that answers; None if none is configured.
    """

    def __init__(
        self,
        out: Output,
        who: str,
        api: Api | None,
        learning: Learning | None,
        assistant: Assistant | None,
    ) -> None:
        self._out = out
        self._who = who
        self._api = api
        self._learning = learning
        self._assistant = assistant
        self._listed: list[str] = []
        self._commands: dict[str, Callable[[Api, str], None]] = {
            "preferences": self._preferences,
            "add": self._add,
            "delete": self._delete,
            "clear": self._clear,
            "profile": self._profile,
            "context": self._context,
            "search": self._search,
            "status": self._status,
            "refresh": self._refresh,
        }

    def run(self) -> int:
        """Runs until the user quits. Returns the last error's exit code; 0 in a terminal."""
        code = 0
        for typed in _lines():
            line = parse(typed)
            if line.command == "quit":
                break
            try:
                self._do(line)
            except CliError as error:
                self._out.problem(error)
                code = error.exit_code
            except KeyboardInterrupt:
                self._out.note("Stopped. Type `quit` to end the conversation.")
        if self._learning:
            self._show_news(self._learning.news(wait=False), quietly=True)
        return 0 if sys.stdin.isatty() else code

    def _do(self, line: Line) -> None:
        if line.command == "say":
            self._say(line.text)
        elif line.command == "help":
            self._out.table((Column("command", whole=True), Column("what it does")), HELP)
        elif line.command == "usage":
            raise UsageProblem(
                f"`{line.text}` is incomplete, or not a command.", "`help` lists the commands."
            )
        elif self._api is None:
            self._out.say(_ANONYMOUS)
        else:
            self._commands[line.command](self._api, line.text)

    def _say(self, text: str) -> None:
        if not text:
            return
        recorded = self._learning.record(text) if self._learning else None
        if self._assistant:
            with self._out.waiting("…"):
                answer = self._assistant.answer(text)
            for tool in self._assistant.used:
                self._out.note(f"({tool})")
            self._out.text(answer)
        if self._learning is None:
            if not self._assistant:
                self._out.say("Not saved: this chat is anonymous.", "dim")
            return
        if recorded and recorded["status"] == "skipped":
            reason = recorded["reason"]
            kept = "Not saved" if reason in _UNKEPT else "Saved, but not learned from"
            self._out.say(f"{kept} ({_UNKEPT.get(reason, reason)}).", "dim")
            return
        with self._out.waiting("Saved …"):
            news = self._learning.news(wait=self._assistant is None)
        self._show_news(news, quietly=self._assistant is not None)

    def _show_news(self, news: News, *, quietly: bool) -> None:
        """Prints what was learned and, unless quietly, how many messages are pending."""
        if not quietly and not news.enabled:
            self._out.say("Saved. Learning is turned off in the settings.", "dim")
        elif not quietly and not news.batches:
            waiting = f" {news.pending} of {news.interval} messages until the next analysis;"
            self._out.say(f"Saved.{waiting if news.counted else ''} `refresh` learns now.", "dim")
        for batch in news.batches:
            self._show_batch(batch)

    def _show_batch(self, batch: dict[str, Any]) -> None:
        """Prints what an analysis learned, with quotes."""
        if batch["state"] == "failed":
            self._out.say(failure(batch), "yellow")
            return
        taken = [item for item in batch.get("decisions", ()) if item["outcome"] in _TAKEN]
        count = len(batch["promptIds"])
        said = "1 message" if count == 1 else f"{count} messages"
        self._out.say(
            f"Learned from {said}:" if taken else f"Nothing to learn from {said}.", "bold"
        )
        for item in taken:
            self._out.say(_learned(item), "green")

    def _preferences(self, api: Api, _: str) -> None:
        items = api.get("preferences")["preferences"]
        self._listed = [item["id"] for item in items]
        views.preferences(self._out, items, numbered=True)

    def _add(self, api: Api, text: str) -> None:
        wanted = new_preference(text)
        if wanted is None:
            raise UsageProblem(
                "A preference needs a type and a value.",
                "For example: add preference expertise JavaScript 0.85",
            )
        made = preferences.added(api, wanted.type, wanted.value, wanted.confidence)
        self._out.say(preferences.added_message(made), "green")

    def _delete(self, api: Api, text: str) -> None:
        place = int(text) - 1 if text.isdecimal() and len(text) < 4 else -1
        numbered = self._listed[place] if 0 <= place < len(self._listed) else None
        chosen = numbered or preferences.resolved(api, text)
        api.delete("preferences", chosen)
        self._out.say(f"Deleted {chosen}.")

    def _clear(self, api: Api, _: str) -> None:
        confirm(self._out, f"This deletes all preferences of {self._who}.", "yes")
        self._out.say(preferences.cleared(api.delete("preferences")))

    def _profile(self, api: Api, _: str) -> None:
        profile_view.show(self._out, api.get("profile")["profile"], self._who)

    def _context(self, api: Api, _: str) -> None:
        context_command.show(self._out, api.get("context"))

    def _search(self, api: Api, text: str) -> None:
        memory.show_results(self._out, api.get("memory", "search", q=text))

    def _status(self, api: Api, _: str) -> None:
        for reason in api.get("profile", "status")["reasons"]:
            self._out.say(reason)

    def _refresh(self, _: Api, __: str) -> None:
        assert self._learning is not None, "there is an API, so there is learning"
        with self._out.waiting("Learning …"):
            batch = self._learning.refresh()
        if batch:
            self._show_batch(batch)
        else:
            self._out.say("Nothing is pending.")


def _learned(item: dict[str, Any]) -> str:
    kind = item.get("type") or item["kind"]
    sure = f" ({views.confidence(item['confidence'])})" if item.get("confidence") else ""
    quote = f" — “{item['quote']}”" if item.get("quote") else ""
    return f"  {_TAKEN[item['outcome']]} {kind} {item['description']}{sure}{quote}"


def _lines() -> Iterator[str]:
    """Yields lines until the input ends. A terminal has line editing and history."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        while line := standard_line():
            yield line.rstrip("\r\n")
        return
    import readline  # noqa: F401 - adds editing to input()

    plain = "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
    prompt = _PROMPT if plain else f"\001\033[1;36m\002{_PROMPT}\001\033[0m\002"
    while True:
        try:
            yield input(prompt)
        except EOFError:
            sys.stdout.write("\n")
            return
        except KeyboardInterrupt:
            sys.stdout.write("\nType `quit` or press Ctrl-D to end the conversation.\n")
