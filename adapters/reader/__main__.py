"""`python -m adapters.reader explain "I love tea"` shows how a text is read."""

import argparse
import sys
from datetime import UTC, datetime

from adapters.reader.explain import explanation
from adapters.reader.rules import RuleError


def main() -> None:
    """Explains the text of the command line, or of standard input."""
    parser = argparse.ArgumentParser(prog="python -m adapters.reader", description=__doc__)
    commands = parser.add_subparsers(required=True)
    explain = commands.add_parser("explain", help="show how a text is read, and by which rules")
    explain.add_argument("text", nargs="*", help="the text; standard input if there is none")
    text = " ".join(parser.parse_args().text) or sys.stdin.read()
    try:
        sys.stdout.writelines(f"{line}\n" for line in explanation(text, datetime.now(UTC)))
    except RuleError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
