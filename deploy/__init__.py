"""What deploying takes: the archive, which needs only the standard library, and drills."""
