"""The context block: what the model is told about the user."""
