"""Whether a quote supports what was made of it: nothing is learned that nobody said (P-12)."""
