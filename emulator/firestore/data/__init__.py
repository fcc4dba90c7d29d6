"""The documents, their indexes, and how they are kept and written."""
