"""The tools with which a model saves and recalls memories."""
