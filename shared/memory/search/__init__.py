"""Search over all of a user's memory."""
