"""Taking data out, and bringing it in: from an export, or from older systems."""
