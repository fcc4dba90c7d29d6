"""The composition root: the configuration, and the adapter for each port."""
