"""Statements of preference, in all the ways people make them."""
