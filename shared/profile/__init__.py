"""The learned user profile: its shape, how it grows, how it fades, how it is undone."""
