"""Habits, which are patterns and workflows, and skill levels."""
