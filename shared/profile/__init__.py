"""The learned user profile: edits, decay, versions and rollback."""
