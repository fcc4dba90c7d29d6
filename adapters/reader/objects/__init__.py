"""What a statement is about, in words that stand on their own."""
