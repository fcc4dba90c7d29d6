"""Capture in Claude Code, with nothing but Python's standard library, from version 3.9 on.

`hook` imports little and never uses the network; `sender` runs in a process of its own.
"""
