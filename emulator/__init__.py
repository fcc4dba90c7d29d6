"""The embedded stack: everything that Rekindle needs of Google Cloud, on one machine."""
