"""The gcloud commands of documents and scripts, and what gcloud itself says about them."""

import json
import re
import shlex
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

_PLACEHOLDER = re.compile(r"<[^<>\n]+>")
_VARIABLE = re.compile(r"\$\{[^}]*\}|\$\w+|…")
_ENDS = set("|&;()<>")


def commands_in(script: str) -> Iterator[list[str]]:
    """The arguments of each gcloud command in a shell script, with "1" for what is filled in."""
    named = script.replace("$PROJECT", "my-project").replace("${PROJECT}", "my-project")
    lines = re.sub(r"\\\n\s*", "", named).splitlines()
    for line in lines:
        if not line.lstrip().startswith("#") and "gcloud " in line:
            yield from _in_line(_PLACEHOLDER.sub("1", line))


def _in_line(line: str) -> Iterator[list[str]]:
    words = shlex.shlex(line, posix=True, punctuation_chars="|&;()<>")
    words.whitespace_split = True
    command: list[str] | None = None
    for word in words:
        if "$(gcloud " in word:  # within quotation marks
            yield from _in_line(word.partition("$(")[2].rpartition(")")[0])
        if word and set(word) <= _ENDS:
            if command:
                yield command
            command = None
        elif command is not None:
            command.append(_VARIABLE.sub("1", word))
        elif word == "gcloud":
            command = [word]
    if command:
        yield command


def problems(commands: Sequence[Sequence[str]], folder: Path) -> dict[str, str]:
    """What gcloud does not know, by command. It looks at its own definitions and calls nobody.

    Args:
        commands: the arguments of each command.
        folder: an empty folder.
    """
    file = folder / "commands.json"
    texts = sorted({shlex.join(command) for command in commands})
    file.write_text(json.dumps([{"command_string": text} for text in texts]))
    done = subprocess.run(
        ["gcloud", "meta", "lint-gcloud-commands", f"--commands-file={file}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    judged = json.loads(done.stdout)
    assert len(judged) == len(texts)
    return {each["command_string"]: each["error_message"] for each in judged if not each["success"]}
