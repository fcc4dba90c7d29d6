"""Reads what other products export: their conversations, and what they remember of a user.

Each module knows the files of one product, and returns plain messages or notes. All of it is pure,
and made for input that nobody has checked: what cannot be read is left out, with a reason.
"""
