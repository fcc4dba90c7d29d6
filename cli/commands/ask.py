"""Asking before something goes that cannot be had back."""

import sys

from cli.errors import NotConfirmed, UsageProblem
from cli.output import Output


def confirm(out: Output, question: str, word: str, *, yes: bool = False) -> None:
    """Returns if the user types the word, or said `--yes` before.

    Args:
        out: where the question is shown.
        question: what is about to happen.
        word: what to type.
        yes: whether to do without.

    Raises:
        NotConfirmed: something else was typed.
        UsageProblem: nobody is there to type anything.
    """
    if yes:
        return
    out.note(question)
    # Asked on standard error, for standard output may be a file.
    sys.stderr.write(f'Type "{word}" to go on: ')
    sys.stderr.flush()
    answer = sys.stdin.readline()
    if not answer:
        sys.stderr.write("\n")
        raise UsageProblem("Nobody is here to confirm this.", "Give --yes to do it unasked.")
    if answer.strip() != word:
        raise NotConfirmed("That was not it; nothing was changed.")
