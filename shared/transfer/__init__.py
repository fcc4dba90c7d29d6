"""Export, and import from an export or from legacy systems."""
