"""Rekindle and its embedded Firestore beside others that do the same, measured in one run."""
