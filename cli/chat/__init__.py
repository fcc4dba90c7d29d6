"""`rekindle chat`: a conversation that is remembered."""
