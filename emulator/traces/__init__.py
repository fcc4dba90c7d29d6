"""The collector of the stack: keeps the last spans in memory, to be shown by request."""

from emulator.traces.kept import KeptSpans

__all__ = ["KeptSpans"]
