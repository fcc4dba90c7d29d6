"""Through which connection an item was written, and what follows from it."""
