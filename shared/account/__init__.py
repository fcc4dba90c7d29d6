"""The account: settings, and erasure."""
