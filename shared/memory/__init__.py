"""Memory: notes in tiers, each with a budget."""
