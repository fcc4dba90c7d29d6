"""The demo: a few days of conversation, and what Rekindle learns from them."""
