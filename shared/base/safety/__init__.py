"""Safety of text: secrets, invisible characters, injected instructions and forged delimiters."""
