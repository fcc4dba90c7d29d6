"""Builds the deployment archive. Runs locally and needs only the standard library."""
