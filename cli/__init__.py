"""The command line, `rekindle`."""
