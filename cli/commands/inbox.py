"""`rekindle inbox`: what waits for the user's word."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli import views
from cli.arguments import group_with_default
from cli.errors import UsageProblem
from cli.reading import fact_value
from cli.state import state_of

if TYPE_CHECKING:
    from cli.api import Api

app = typer.Typer(
    cls=group_with_default("list"),
    help="List what waits for the user's word, and answer it. The default command is list.",
)
_SHORTEST_PREFIX = 4

_Id = Annotated[str, typer.Argument(metavar="ID", help="Its ID, or the first characters of it.")]


@app.command("list")
def show(ctx: typer.Context) -> None:
    """List the open questions, newest first."""
    state = state_of(ctx)
    found = state.api.get("inbox")
    if not state.out.wrote_json(found):
        views.questions(state.out, found["items"])


@app.command()
def accept(ctx: typer.Context, id_: _Id) -> None:
    """Say that what is proposed holds, or that what is in doubt still does."""
    _answer(ctx, id_, "accept")


@app.command()
def reject(ctx: typer.Context, id_: _Id) -> None:
    """Say that it does not hold."""
    _answer(ctx, id_, "reject")


@app.command()
def correct(
    ctx: typer.Context,
    id_: _Id,
    values: Annotated[
        list[str], typer.Argument(metavar="TEXT", help="What holds instead.", show_default=False)
    ],
) -> None:
    """Say what holds instead."""
    _answer(ctx, id_, "correct", values)


def _answer(ctx: typer.Context, said: str, answer: str, values: list[str] | None = None) -> None:
    state = state_of(ctx)
    question = _found(state.api, said)
    body: dict[str, Any] = {"answer": answer}
    if values is not None:
        body["correction"] = correction_of(question, values)
    answered = state.api.post("inbox", question["id"], body=body)
    if not state.out.wrote_json(answered):
        version = answered["profile"]["version"]
        state.out.say(f"Answered {question['id']}. The profile is at version {version}.", "green")


def correction_of(question: dict[str, Any], values: list[str]) -> Any:
    """Returns the words as what holds instead: a text, or the value of the fact in question."""
    subject = question.get("proposal") or question.get("item") or {}
    fact = subject.get("path", "")
    if not fact or fact.startswith("skillLevel."):
        return " ".join(values)
    return fact_value(fact, values)


def _found(api: "Api", said: str) -> dict[str, Any]:
    """Returns the question that an ID, or the beginning of one, stands for.

    Raises:
        ApiError: the API refused to list the questions.
        UsageProblem: no question, or several, have such an ID.
    """
    items: list[dict[str, Any]] = api.get("inbox")["items"]
    exact = [item for item in items if item["id"] == said]
    begun = [item for item in items if item["id"].startswith(said)]
    found = exact or (begun if len(said) >= _SHORTEST_PREFIX else [])
    if not found:
        raise UsageProblem(f"No question has the ID {said}.", "`rekindle inbox` lists them.")
    if len(found) > 1:
        raise UsageProblem(
            f"{len(found)} questions have an ID that begins with {said}.", "Type more of it."
        )
    return found[0]
