"""`rekindle chat`: a conversation with a memory."""

from typing import Annotated, Any

import typer

from cli.errors import UsageProblem
from cli.output import Output
from cli.state import State, state_of


def chat(
    ctx: typer.Context,
    session: Annotated[
        str | None,
        typer.Option("--session", metavar="ID", help="Continue this session, or start it."),
    ] = None,
    anonymous: Annotated[
        bool, typer.Option("--anonymous", help="Chat without a memory: nothing is saved.")
    ] = False,
) -> None:
    """Start a chat that is remembered. A model answers if OPENAI_API_KEY is set."""
    state = state_of(ctx)
    if state.out.json:
        raise UsageProblem("A chat cannot be printed as JSON.", "Leave --json out.")
    raise typer.Exit(_talk(state, session, anonymous=anonymous))


def _talk(state: State, session: str | None, *, anonymous: bool) -> int:
    from cli.chat import assistant
    from cli.chat.learning import Learning
    from cli.chat.loop import Chat

    api = None if anonymous else state.api
    learning, who = None, "anonymous"
    if api:
        begun = api.post("sessions", body={"id": session} if session else {})
        who = state.who
        learning = Learning(api, begun["id"])
        state.out.note(f"You are {who}. Your messages are saved; `help` lists the commands.")
        _show_previous(state.out, begun.get("previous"))
    model = None
    if assistant.configured():
        name = assistant.model_name()
        model = assistant.Assistant(assistant.client(), name, api)
        state.out.note(f"{name} answers.")
    elif api:
        state.out.note("No model answers: set OPENAI_API_KEY to have one.")
    return Chat(state.out, who, api, learning, model).run()


def _show_previous(out: Output, previous: dict[str, Any] | None) -> None:
    if not previous:
        return
    if previous.get("summary"):
        out.note(f"Last time: {previous['summary']}")
    for task in previous.get("openTasks", ()):
        out.note(f"Still open: {task['title']}")
