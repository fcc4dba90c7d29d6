"""`rekindle trace`: what a request to the embedded stack caused, and how long each step took."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any
from urllib.parse import quote

import typer

from cli.errors import Failed, Unreachable
from cli.state import state_of

_TIMEOUT = 10.0
_WIDTH = 32
"""The length of the longest bar, in characters."""
_SHOWN = ("error.type", "rekindle.outcome", "rekindle.profile_version", "rekindle.cost_usd")
"""The attributes that a line shows."""

Span = Mapping[str, Any]


def trace(
    ctx: typer.Context,
    request: Annotated[
        str, typer.Argument(metavar="ID", help="The X-Request-Id of the response or the log line.")
    ],
) -> None:
    """Show what a request to the embedded stack caused. The stack must run with --traces."""
    import httpx

    state = state_of(ctx)
    server = state.identity.url
    url = f"{server}/__emulator/traces/{quote(request, safe='')}"
    try:
        # A stack is on this machine, not behind the environment's proxy.
        answer = httpx.get(url, timeout=_TIMEOUT, trust_env=False)
        found = answer.json()
    except (httpx.HTTPError, ValueError) as error:
        raise Unreachable(
            f"No embedded stack answers at {server}.", "Start it: rekindle start --traces"
        ) from error
    if answer.status_code != httpx.codes.OK:
        raise Failed(str(found["error"]["message"]))
    if state.out.json:
        state.out.document(found)
        return
    for line in waterfall(found["spans"]):
        state.out.say(line)


def waterfall(spans: list[Span]) -> Iterator[str]:
    """Yields one line per span: when it began, how long it took, a bar, and what it was.

    What a span caused stands below it, indented. Times are in milliseconds since the first began.
    Each tree has bars of its own scale, since hours may lie between two of them.
    """
    known = {span["id"] for span in spans}
    first = min(span["start"] for span in spans)
    for top in spans:
        if top["parent"] in known:
            continue
        tree = list(_tree(top, spans, 0))
        end = max(span["end"] for span, _ in tree)
        scale = _WIDTH / max(1, end - top["start"])
        for span, depth in tree:
            before = min(_WIDTH - 1, int((span["start"] - top["start"]) * scale))
            length = max(1, min(_WIDTH - before, round((span["end"] - span["start"]) * scale)))
            bar = f"{' ' * before}{'█' * length}".ljust(_WIDTH)
            at, took = (span["start"] - first) / 1e6, (span["end"] - span["start"]) / 1e6
            yield f"{at:9.1f} {took:9.1f} ms  {bar}  {'  ' * depth}{_named(span)}"


def _tree(span: Span, spans: list[Span], depth: int) -> Iterator[tuple[Span, int]]:
    yield span, depth
    for each in spans:
        if each["parent"] == span["id"]:
            yield from _tree(each, spans, depth + 1)


def _named(span: Span) -> str:
    attributes = span["attributes"]
    shown = [
        f"{key.removeprefix('rekindle.')}={attributes[key]}"
        for key in _SHOWN
        if attributes.get(key)
    ]
    links = [f"links={len(span['links'])}"] if span["links"] else []
    mark = "✗ " if span["failed"] else ""
    return "  ".join([f"{mark}{span['name']}", *shown, *links])
