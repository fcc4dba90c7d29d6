"""The deployed functions, one module each. They translate requests into calls of the domain."""
