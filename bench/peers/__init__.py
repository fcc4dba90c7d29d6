"""Compares Rekindle and its embedded Firestore with alternatives, side by side in one run."""
