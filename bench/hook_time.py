"""How long the Claude Code plugin's hooks take when the server is away: at most 50 ms each.

`python -m bench.hook_time` runs each hook as Claude Code does, with nobody listening, and prints
the fastest and the median of several runs, beside a Python that does nothing. It fails if the
fastest run of a hook takes longer than the limit: on a busy machine the median tells of the others.
"""

import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

from emulator.demo.claude_code import ClaudeCode, hook_command

RUNS = 25
LIMIT = 50.0
"""Milliseconds that a server that is away may cost."""
AWAY = "http://127.0.0.1:9"
EVENTS = {
    "SessionStart": {"source": "startup"},
    "UserPromptSubmit": {"prompt": "I love tea."},
    "Stop": {"last_assistant_message": "Tea it is."},
    "PreCompact": {"trigger": "manual"},
}


def times(claude: ClaudeCode, command: str, given: bytes) -> list[float]:
    """Returns how long a command took each time, in milliseconds."""
    found = []
    for _ in range(RUNS):
        begun = time.perf_counter()
        claude.shell(command, given)
        found.append((time.perf_counter() - begun) * 1000)
    return found


def main() -> int:
    """Prints the figures; returns the exit code."""
    worst = 0.0
    with tempfile.TemporaryDirectory() as folder:
        home, project = Path(folder, "home"), Path(folder, "project")
        home.mkdir()
        project.mkdir()
        claude = ClaudeCode(home, project, AWAY, "rk_the_key")
        nothing = times(claude, "python3 -I -S -c pass", b"")
        print(f"{'nothing':18} {min(nothing):6.1f} {statistics.median(nothing):6.1f}")
        for event, fields in EVENTS.items():
            given = {"session_id": "s1", "cwd": str(project), "hook_event_name": event, **fields}
            taken = times(claude, hook_command(event), json.dumps(given).encode())
            print(f"{event:18} {min(taken):6.1f} {statistics.median(taken):6.1f}")
            worst = max(worst, min(taken))
    print(f"The slowest takes {worst:.1f} ms of {LIMIT:.0f}.")
    return int(worst > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
