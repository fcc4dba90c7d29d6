"""Access in tests: the port without a database, and clients and servers of others."""
