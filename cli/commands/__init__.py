"""The commands: one module per part of the API."""
