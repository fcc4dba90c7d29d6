"""Paths shared by the gateway and the process that starts it."""

from pathlib import Path

from emulator.guard import Zone

ROOT = Path(__file__).resolve().parents[2]
"""The root of the repository, with `main.py` and `firebase.json`."""
INDEXES = ROOT / "firestore.indexes.json"
"""The indexes of production."""
HEALTH = "/__gateway/health"
"""The path that responds once the functions are loaded."""
CONTROLS = "/__emulator/"
"""The start of every path of the controls."""
DOCS = "/__emulator/docs"
"""The API's interactive documentation."""


def control_zone(path: str) -> Zone:
    """Returns the zone of a path of the controls; the documentation among them is files."""
    return Zone.FILES if path == DOCS or path.startswith(f"{DOCS}/") else Zone.CONTROLS
