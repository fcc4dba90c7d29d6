"""Judges what the rules leave open: what becomes of what is known."""
