"""The client that is awaited. The one that is not is made from it."""
