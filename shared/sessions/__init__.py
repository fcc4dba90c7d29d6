"""Sessions: what one conversation hands on to the next."""
