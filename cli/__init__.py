"""The command-line program `rekindle`."""
