"""The engine, the calls of the service, listening, and the server that answers them."""
