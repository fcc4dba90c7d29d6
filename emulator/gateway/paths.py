"""What the gateway and the process that starts it agree on."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The repository: where `main.py` and `firebase.json` are."""
INDEXES = ROOT / "firestore.indexes.json"
"""The indexes that production has."""
HEALTH = "/__gateway/health"
"""Answers once the functions are loaded."""
