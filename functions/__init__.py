"""The edge: one module per deployed function, each turning a request into one domain call."""
