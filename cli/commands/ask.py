"""Confirmation of commands that delete data."""

import sys

from cli.errors import NotConfirmed, UsageProblem
from cli.output import Output
from cli.reading import standard_line


def confirm(out: Output, question: str, word: str, *, yes: bool = False) -> None:
    """Returns once the user has typed the word, or at once with `--yes`.

    Args:
        out: the output.
        question: what is about to happen.
        word: the word to type.
        yes: whether to skip the question.

    Raises:
        NotConfirmed: the user typed something else.
        UsageProblem: standard input is closed.
    """
    if yes:
        return
    out.note(question)
    # Asked on standard error, since standard output may be a file.
    sys.stderr.write(f'Type "{word}" to continue: ')
    sys.stderr.flush()
    answer = standard_line()
    if not answer:
        sys.stderr.write("\n")
        raise UsageProblem("There is no input to confirm this.", "Pass --yes to skip the question.")
    if answer.strip() != word:
        raise NotConfirmed("Not confirmed. Nothing was changed.")
