"""A model that analyzes batches: calls to it, what it finds, and what its servers refuse."""
