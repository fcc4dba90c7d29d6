"""The demonstration: a few days of conversation, and what Rekindle makes of them."""
