"""Memory: notes in tiers, each with its budget."""
