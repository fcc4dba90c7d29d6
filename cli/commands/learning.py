"""`rekindle status` and `refresh`: the state of learning, and learning now."""

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli import views
from cli.errors import Failed
from cli.state import state_of

if TYPE_CHECKING:
    from cli.api import Api

_POLL = 0.2
_SLOWEST_POLL = 2.0
FINAL = ("done", "failed")


def status(ctx: typer.Context) -> None:
    """Show the state of learning and of the profile."""
    state = state_of(ctx)
    found = state.api.get("profile", "status")
    if state.out.wrote_json(found):
        return
    learning = found["learning"]
    rows: list[tuple[str, Any]] = [
        ("server", state.identity.url),
        ("user", state.who),
        ("learning", "on" if learning["enabled"] else "off"),
        ("analyzer", learning["analyzer"]),
        ("pending", f"{learning['pending']} of {learning['interval']}"),
    ]
    last = learning.get("lastBatch")
    if last:
        when = views.timestamp(last["finishedAt"], state.out)
        rows.append(("last analysis", f"{last['state']}, {last['accepted']} taken, {when}"))
    views.key_values(state.out, rows)
    for reason in found["reasons"]:
        state.out.say(reason)


def refresh(
    ctx: typer.Context,
    wait: Annotated[bool, typer.Option(help="Wait until it is done.")] = True,
    timeout: Annotated[
        float, typer.Option(metavar="SECONDS", help="Maximum time to wait.")
    ] = 120.0,
) -> None:
    """Analyze pending prompts now, and show what was learned."""
    state = state_of(ctx)
    answer = state.api.post("profile", "refresh")
    batch_id = answer["batchId"]
    if batch_id is None or not wait:
        if not state.out.wrote_json(answer):
            state.out.say(f"Started {batch_id}." if batch_id else "Nothing is pending.")
        return
    with state.out.waiting("Learning …"):
        batch = finished(state.api, batch_id, timeout)
    if batch is None:
        raise Failed(
            f"The analysis {batch_id} is not done after {timeout:g} seconds.",
            "It continues; `rekindle status` shows when it is done.",
        )
    if not state.out.wrote_json(batch):
        views.decisions(state.out, batch)
    if batch["state"] == "failed":
        raise Failed(failure(batch), "`rekindle refresh` retries it.")


def finished(api: "Api", batch_id: str, timeout: float) -> dict[str, Any] | None:
    """Waits for a batch to end and returns it; None after `timeout` seconds."""
    deadline = time.monotonic() + timeout
    pause = _POLL
    while True:
        batch = api.get("batches", batch_id)
        if batch["state"] in FINAL:
            return batch
        if time.monotonic() + pause > deadline:
            return None
        time.sleep(pause)
        pause = min(pause * 1.5, _SLOWEST_POLL)


def failure(batch: dict[str, Any]) -> str:
    """A sentence that says why a batch failed."""
    why = batch.get("error", {}).get("message", "no reason was given")
    return f"The analysis failed: {why}"
