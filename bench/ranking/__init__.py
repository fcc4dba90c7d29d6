"""What the search's model learns from, and the program that fits its weights."""
