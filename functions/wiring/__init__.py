"""The composition root: the configuration, and which adapter stands behind which port."""
