"""What the offline reader learns changes from, and the program that fits its weights."""
