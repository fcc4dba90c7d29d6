"""The inbox: what waits for the user's word, and what the answers do."""
