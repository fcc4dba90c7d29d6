"""The context block: the text about the user that a model is given."""
