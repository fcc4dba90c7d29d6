"""Learning: from what a user said to what is known of them, one accountable decision at a time."""
