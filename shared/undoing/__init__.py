"""Taking back what was done."""
