"""Maintenance: the sweep that finds what is due, its jobs, and what happens when they fail."""
