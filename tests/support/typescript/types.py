"""The types of the TypeScript client, made from the API as it is.

As a program it prints them.
"""

import json
import shutil
import subprocess
import sys

from emulator.gateway.paths import ROOT
from tests.support.client_document import client_document

PACKAGE = ROOT / "clients" / "typescript"


def types() -> str:
    """The TypeScript that the client is to have."""
    command = [shutil.which("node") or "node", str(PACKAGE / "scripts" / "types.js")]
    done = subprocess.run(
        command,
        input=json.dumps(client_document()),
        cwd=PACKAGE,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


if __name__ == "__main__":
    sys.stdout.write(types())
