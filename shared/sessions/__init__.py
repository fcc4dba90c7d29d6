"""Sessions: what one conversation leaves for the next."""
