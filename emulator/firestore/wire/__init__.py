"""The protocol: messages, gRPC over HTTP/2, names, paths and values."""
