"""Measurements of the embedded Firestore."""
