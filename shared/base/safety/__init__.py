"""Text that must do no harm: secrets, invisible characters, forged instructions and delimiters."""
