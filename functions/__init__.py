"""The deployed functions, one module each. A function turns a request into one domain call."""
