"""The domain of Rekindle: what it remembers about a user, by which rules, and why."""
