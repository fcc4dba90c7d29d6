"""The service: the engine, its calls, listening, administrative requests and the server."""
