"""Locks, and the transactions that hold them."""
