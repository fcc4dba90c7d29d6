"""The tools that a model is given to remember and to recall."""
