"""How well search finds what it should, on public data that is not part of this repository."""
