"""`rekindle proxy`: memory for programs that speak OpenAI's chat completions."""

import sys
from typing import Annotated

import typer

from cli.errors import UsageProblem
from cli.state import state_of

_NEEDS = "Run: pip install 'rekindle-server[proxy]'"


def proxy(
    ctx: typer.Context,
    upstream: Annotated[
        str,
        typer.Option(metavar="URL", help="The model's server, such as https://api.openai.com/v1."),
    ],
    port: Annotated[int, typer.Option(min=0, max=65_535, help="Where to listen.")] = 4748,
) -> None:
    """Give memory to programs that speak OpenAI's chat completions, until Ctrl-C.

    They use the address that this prints instead of the model's own, and their own key for it.
    """
    state = state_of(ctx)
    try:
        from proxy.server import serve
        from rekindle_client import AsyncRekindle
    except ModuleNotFoundError as error:
        raise UsageProblem(f"{error.name} is not installed.", _NEEDS) from error
    caller = state.identity
    rekindle = AsyncRekindle(
        caller.url, caller.given_token or caller.token, on_behalf_of=caller.on_behalf_of
    )

    def ready(url: str) -> None:
        state.out.say(f"Listening on {url}")
        sys.stdout.flush()

    try:
        serve(upstream, port, rekindle, ready)
    except (OSError, ValueError) as error:
        raise UsageProblem(str(error), "Choose another --upstream or --port.") from error
