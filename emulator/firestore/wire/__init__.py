"""The protocol: messages, gRPC over HTTP/2, names, field paths, values, errors and billing."""
