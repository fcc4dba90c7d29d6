"""The domain of Rekindle: what is remembered of a user, by which rules, and why."""
