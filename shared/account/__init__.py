"""The account: settings, changes, rate limits and erasure."""
