"""What the tests of capture share: servers that are away, slow or failing, and a schema."""
