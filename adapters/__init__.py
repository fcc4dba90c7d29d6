"""Implementations of the domain's ports: the database, the queue, the model, the reader."""
