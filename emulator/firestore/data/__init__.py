"""Documents: their versions, indexes, validation, writes and storage."""
