"""`rekindle chat`: a conversation with a memory."""
