"""Search over the whole of a user's memory."""
