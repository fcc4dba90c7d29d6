"""Files of other systems, and Rekindle's own, turned into what the API imports."""
