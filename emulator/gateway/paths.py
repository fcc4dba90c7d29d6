"""Paths shared by the gateway and the process that starts it."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The root of the repository, with `main.py` and `firebase.json`."""
INDEXES = ROOT / "firestore.indexes.json"
"""The indexes of production."""
HEALTH = "/__gateway/health"
"""The path that responds once the functions are loaded."""
