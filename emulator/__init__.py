"""The embedded stack: every Google Cloud service that Rekindle needs, on one machine."""
