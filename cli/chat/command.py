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
    incognito: Annotated[
        bool,
        typer.Option("--incognito", help="Save nothing of this chat, but use what is known."),
    ] = False,
) -> None:
    """Start a chat that is remembered. A model answers if OPENAI_API_KEY is set."""
    state = state_of(ctx)
    if state.out.json:
        raise UsageProblem("A chat cannot be printed as JSON.", "Leave --json out.")
    if anonymous and incognito:
        raise UsageProblem(
            "A chat is anonymous or incognito, not both.",
            "--incognito uses what is known about you, --anonymous does not.",
        )
    raise typer.Exit(_talk(state, session, anonymous=anonymous, incognito=incognito))


def _talk(state: State, session: str | None, *, anonymous: bool, incognito: bool) -> int:
    from cli.chat import assistant
    from cli.chat.learning import Learning
    from cli.chat.loop import Chat

    api = None if anonymous else state.api
    learning, who = None, "anonymous"
    if api:
        asked = {"id": session, "incognito": incognito or None}
        given = {name: value for name, value in asked.items() if value is not None}
        begun = api.post("sessions", body=given)
        incognito = begun["incognito"]  # as the session may have been before
        who = state.who
        learning = Learning(api, begun["id"])
        kept = "Nothing that you say is saved" if incognito else "Your messages are saved"
        state.out.note(f"You are {who}. {kept}; `help` lists the commands.")
        _show_previous(state.out, begun.get("previous"))
    model = None
    if assistant.configured():
        name = assistant.model_name()
        model = assistant.Assistant(assistant.client(), name, api, tools=not incognito)
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
