# Made from _async/__init__.py by `make python-client`.
"""The client that blocks its thread."""
