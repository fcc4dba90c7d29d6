"""Parsing of arguments: global options anywhere, and command groups with a default."""

from collections.abc import Sequence
from typing import Any

from typer.core import TyperGroup

VALUED = ("--url", "--user", "--token")
FLAGS = ("--json",)


def hoisted(arguments: Sequence[str]) -> list[str]:
    """Moves global options to the front, where the parser expects them.

    Arguments after a bare `--` stay in place.
    """
    first: list[str] = []
    rest: list[str] = []
    waiting = iter(arguments)
    for argument in waiting:
        if argument == "--":
            rest += [argument, *waiting]
        elif argument in FLAGS or argument.startswith(tuple(f"{name}=" for name in VALUED)):
            first.append(argument)
        elif argument in VALUED:
            first += [argument, *([value] if (value := next(waiting, None)) is not None else [])]
        else:
            rest.append(argument)
    return first + rest


def group_with_default(name: str) -> type[TyperGroup]:
    """A command group that runs the command `name` if none is given."""

    class Group(TyperGroup):
        def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
            named = any(argument in self.commands for argument in args)
            if not named and not {"--help", "-h"} & set(args) and not _may_be_a_command(args):
                args = [name, *args]
            return super().parse_args(ctx, args)

    return Group


def _may_be_a_command(args: Sequence[str]) -> bool:
    """Whether the first argument is a word. If it is no command, the parser reports it."""
    return bool(args) and not args[0].startswith("-")
