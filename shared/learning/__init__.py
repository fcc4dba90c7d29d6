"""Learning: turns a user's prompts into a profile, with a decision for each candidate."""
